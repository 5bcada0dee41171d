"""Rights, uses and whole records of players as JSON; `slowmate.formats.entrant_json` reads a record back the same."""

from slowmate.events.choices import OF_RESULTS
from slowmate.events.entry.entrants import Entrant, GrantedRight, Nomination, PastResult
from slowmate.events.entry.right import Right, Use
from slowmate.formats.grounds import Json, fact_json, number


def use_as_json(use: Use) -> dict[str, Json]:
    return {
        "of": use.of.value,
        "kind": use.kind,
        "start": use.start.isoformat(),
        "clause": use.clause,
        "reference": use.reference,
        "cycle": use.cycle,
    }


def right_as_json(right: Right) -> dict[str, Json]:
    return {
        "id": right.id,
        "to": right.to,
        "event": right.event,
        "source": right.source,
        "cycle": right.cycle,
        "clause": str(right.clause),
        "earned": fact_json(right.earned),
        "expires": fact_json(right.expires),
        "half": right.half,
        "free": right.free,
        "provisional": right.is_provisional,
        "state": right.state.value,
    }


def entrant_as_json(entrant: Entrant) -> dict[str, Json]:
    """A player's record as RECORD.json; lists that are empty are left out."""
    lists: dict[str, list[Json]] = {
        "titles": [{"title": title, "date": day.isoformat()} for title, day in entrant.titles.items()],
        "ratings": [
            {"date": one.published.isoformat(), "rating": one.rating, "games": one.games} for one in entrant.ratings
        ],
        "results": [_result(one) for one in entrant.results],
        "nominations": [_nomination(one) for one in entrant.nominations],
        "grants": [_grant(one) for one in entrant.grants],
        "uses": [use_as_json(use) for use in entrant.uses],
        "deferrals": [{"reference": one.source, "cycle": one.cycle} for one in entrant.deferrals],
        "bars": [
            {"since": one.since.isoformat(), "until": fact_json(one.until), "clause": one.clause}
            for one in entrant.bars
        ],
        "bonds": [
            {"since": one.since.isoformat(), "ended_regularly": fact_json(one.ended_regularly)} for one in entrant.bonds
        ],
        "champion_of": list(entrant.champion_of),
        "national_places": list(entrant.national_places),
        "norm_starts": [{"date": start.isoformat(), "post": by_post} for start, by_post in entrant.norm_starts],
        "league_teams": [{"season": season, "team": team} for season, team in entrant.league_teams.items()],
    }
    return {
        "id": entrant.id,
        "federation": entrant.federation,
        "member_federation": entrant.is_member_federation,
        "direct_entry": entrant.by_direct_entry,
        "sex": entrant.sex,
        "fide_rating": entrant.fide_rating,
        "gm_norms": entrant.gm_norms,
        **{name: rows for name, rows in lists.items() if rows},
    }


def _result(one: PastResult) -> Json:
    return {
        "event": one.event,
        "id": one.id,
        "kind": one.kind.slug,
        "cycle": one.cycle,
        "start": one.start.isoformat(),
        "end": fact_json(one.ended),
        "games": one.games,
        "points": number(one.points),
        "best": one.outlook.best,
        "worst": one.outlook.worst,
        "running": one.running,
        "average": None if one.average is None else float(one.average),
        **{row.written: getattr(one, row.name) for row in OF_RESULTS},
        "status": one.status.value,
        "top_points": fact_json(one.top_points),
        "top_games": one.top_games,
    }


def _nomination(one: Nomination) -> Json:
    return {
        "id": one.id,
        "federation": one.federation,
        "date": one.on.isoformat(),
        "rating": one.rating,
        "statement": one.statement,
        "kind": one.kind,
        "year": one.year,
    }


def _grant(one: GrantedRight) -> Json:
    return {
        "kind": one.kind,
        "date": one.on.isoformat(),
        "reference": one.reference,
        "free_place": one.free_place,
        "cycle": one.cycle,
    }
