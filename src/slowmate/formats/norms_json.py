"""A report on norms as the JSON of the contracts."""

from decimal import Decimal
from fractions import Fraction

from slowmate.events.running.final_places import reported_titles
from slowmate.formats.grounds import Json, fact_json, ground_json, requirement_json
from slowmate.records import Event
from slowmate.rulebook.rounding import half_up_to
from slowmate.titles.iccf.direct import DirectTitle
from slowmate.titles.reports import BoardReport, GameLine, Norm, NormReport, PlayerNorms

DECIMALS = 4


def report_json(report: NormReport, *, explain: bool = False) -> dict[str, Json]:
    """Return the whole report; *explain* adds games with their expectancies and every requirement of every player."""
    answer: dict[str, Json] = {
        "rules": report.rules,
        "titles_possible": dict(report.titles_possible),
        "average": _number(report.average),
        "category": report.category,
        "requirements": [requirement_json(requirement) for requirement in report.requirements],
        "players": [_player(line, explain=explain) for line in report.players],
    }
    if report.as_if:
        answer["as_if"] = True
    if report.boards:
        answer["boards"] = [_board(board) for board in report.boards]
    return answer


def event_norms_json(event: Event, report: NormReport, *, explain: bool = False) -> dict[str, Json]:
    """Return a report with the titles that places bring beside norms, to players of the report."""
    answer = report_json(report, explain=explain)
    direct: list[Json] = [direct_title_json(title) for title in reported_titles(event, report)]
    if direct:
        answer["direct_titles"] = direct
    return answer


def direct_title_json(title: DirectTitle) -> dict[str, Json]:
    ground = ground_json(title.ground)
    return {
        "id": title.player,
        "title": title.title,
        "number": title.number,
        "clause": ground["clause"],
        "facts": ground["facts"],
    }


def _board(board: BoardReport) -> Json:
    return {
        "board": board.board,
        "titles_possible": dict(board.titles_possible),
        "average": _number(board.average),
        "category": board.category,
        "requirements": [requirement_json(requirement) for requirement in board.requirements],
    }


def _player(line: PlayerNorms, *, explain: bool) -> Json:
    answer: dict[str, Json] = {
        "id": line.id,
        "opponents_average": _number(line.opponents_average),
        "score": float(line.score),
        "games": line.games,
        "running": line.running,
        "norms": {title: _norm(norm, explain=explain) for title, norm in line.norms.items()},
    }
    if line.board is not None:
        answer["board"] = line.board
    answer |= {key: fact_json(fact) for key, fact in line.extra.items()}
    if explain:
        answer["requirements"] = [requirement_json(requirement) for requirement in line.requirements]
        answer["opponents"] = [_line(game) for game in line.lines]
    return answer


def _norm(norm: Norm, *, explain: bool) -> Json:
    answer: dict[str, Json] = {
        "needed": _number(norm.needed),
        "sum": _number(norm.sum),
        "achieved": norm.achieved,
        "possible": norm.possible,
        "overscore_games": norm.overscore_games,
        "counted_games": norm.counted_games,
        "performance": norm.performance,
        "outlook": norm.outlook.value,
        "still_needed": _number(norm.still_needed),
    }
    if explain:
        answer["requirements"] = [requirement_json(requirement) for requirement in norm.requirements]
    return answer


def _line(game: GameLine) -> Json:
    return {
        "opponent": game.opponent,
        "rating": _number(game.rating),
        "score": _number(game.score),
        "counts": game.counts,
        "expectancies": {title: _number(value) for title, value in game.expectancies.items()},
    }


def _number(value: Fraction | Decimal | None) -> float | None:
    """Round a number to four decimals, half up, as the statement of norms prints it."""
    if value is None:
        return None
    return float(half_up_to(Fraction(value), DECIMALS))
