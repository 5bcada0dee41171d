"""A player's career as JSON: norms, titles, prospects, and what is missing."""

from slowmate.formats.grounds import Json, ground_json, number
from slowmate.titles.career import Career, PlayerRecord, Prospect, TitleAward
from slowmate.titles.iccf.awards import MissingForTitle, NormRecord
from slowmate.words.titles import say_missing


def career_json(record: PlayerRecord, career: Career, *, explain: bool = False) -> dict[str, Json]:
    return {
        "id": record.id,
        "norms": [_norm(norm) for norm in career.norms],
        "titles": [_award(award, explain=explain) for award in career.awards],
        "missing": [_missing(lacks) for lacks, _ in career.missing],
        "running": [_prospect(prospect) for prospect in career.prospects],
    }


def _norm(norm: NormRecord) -> Json:
    return {
        "title": norm.title,
        "event": norm.event,
        "start": norm.start.isoformat(),
        "date": norm.earned.isoformat(),
        "games": norm.games,
        "overscore": norm.overscore,
        "counted": norm.counted,
        "gm_games": norm.gm_games,
        "sim_games": norm.sim_games,
        "chess960": norm.chess960,
    }


def _award(award: TitleAward, *, explain: bool) -> Json:
    answer: dict[str, Json] = {
        "title": award.title,
        "date": award.earned.isoformat(),
        "route": award.route.value,
        "confirmed_by": award.confirmed_by.value,
        "valid_from": None if award.valid_from is None else award.valid_from.isoformat(),
        "events": list(dict.fromkeys(norm.event for norm in award.norms)),
    }
    if explain:
        answer["grounds"] = [ground_json(ground) for ground in award.grounds]
    return answer


def _missing(lacks: MissingForTitle) -> Json:
    return {
        "title": lacks.title,
        "norms": lacks.norms,
        "games": lacks.games,
        "gm_games": lacks.gm_games,
        "rated_games": lacks.rated_games,
        "words": say_missing(lacks),
    }


def _prospect(prospect: Prospect) -> Json:
    line = prospect.line
    return {
        "event": prospect.event,
        "score": number(line.score),
        "running": line.running,
        "norms": {
            title: {
                "needed": None if norm.needed is None else number(norm.needed),
                "still_needed": None if norm.still_needed is None else number(norm.still_needed),
                "outlook": norm.outlook.value,
            }
            for title, norm in line.norms.items()
        },
    }
