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
    """Return a player's record as RECORD.json, without empty lists."""
    lists: dict[str, list[Json]] = {
        "titles": [{"title": title, "date": day.isoformat()} for title, day in entrant.titles.items()],
        "ratings": [
            {"date": entry.published.isoformat(), "rating": entry.rating, "games": entry.games}
            for entry in entrant.ratings
        ],
        "results": [_result(result) for result in entrant.results],
        "nominations": [_nomination(nomination) for nomination in entrant.nominations],
        "grants": [_grant(grant) for grant in entrant.grants],
        "uses": [use_as_json(use) for use in entrant.uses],
        "deferrals": [{"reference": deferral.source, "cycle": deferral.cycle} for deferral in entrant.deferrals],
        "bars": [
            {"since": bar.since.isoformat(), "until": fact_json(bar.until), "clause": bar.clause}
            for bar in entrant.bars
        ],
        "bonds": [
            {"since": bond.since.isoformat(), "ended_regularly": fact_json(bond.ended_regularly)}
            for bond in entrant.bonds
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


def _result(result: PastResult) -> Json:
    return {
        "event": result.event,
        "id": result.id,
        "kind": result.kind.slug,
        "cycle": result.cycle,
        "start": result.start.isoformat(),
        "end": fact_json(result.ended),
        "games": result.games,
        "points": number(result.points),
        "best": result.outlook.best,
        "worst": result.outlook.worst,
        "running": result.running,
        "average": None if result.average is None else float(result.average),
        **{row.written: getattr(result, row.name) for row in OF_RESULTS},
        "status": result.status.value,
        "top_points": fact_json(result.top_points),
        "top_games": result.top_games,
    }


def _nomination(nomination: Nomination) -> Json:
    return {
        "id": nomination.id,
        "federation": nomination.federation,
        "date": nomination.on.isoformat(),
        "rating": nomination.rating,
        "statement": nomination.statement,
        "kind": nomination.kind,
        "year": nomination.year,
    }


def _grant(grant: GrantedRight) -> Json:
    return {
        "kind": grant.kind,
        "date": grant.on.isoformat(),
        "reference": grant.reference,
        "free_place": grant.free_place,
        "cycle": grant.cycle,
    }
