"""The outlook of a running section, as JSON of the command line and of the server's API.

    {"seed": "812", "runs": 10000, "players": [{"id": "4", "best": 1, "worst": 5, "first": "1/3", "rights": [
      {"what": "right", "to": "world-championship-semi-final", "clause": "ICCF-TR-2017 1.2.1(d)", "chance": "possible",
       "odds": "3/4", "held": false}], "down": null, "norms": [
      {"title": "SIM", "needed": 8.5, "points": 5, "running": 4, "state": "reachable", "odds": "1/5"}]}]}

Odds are fractions as text, "1" and "0" where it is certain or gone, null where the section alone cannot tell.
"""

from fractions import Fraction

from slowmate.events.running.outlook import NormChance, PlayerOutlook, RightOutlook, SectionOutlook, Stakes
from slowmate.formats.grounds import Json, number


def section_outlook_json(outlook: SectionOutlook) -> dict[str, Json]:
    plain: dict[str, Json] = {
        "seed": outlook.seed,
        "runs": outlook.runs,
        "players": [player_outlook_json(player) for player in outlook.players],
    }
    return plain | {"teams": [player_outlook_json(team) for team in outlook.teams]} if outlook.teams else plain


def stakes_json(stakes: Stakes) -> dict[str, Json]:
    """Return what is at stake in a game for one of its players: `now`, and after a `win`, a `draw` and a `loss`."""
    plain: dict[str, Json] = {"player": stakes.player, "team": stakes.team}
    for name in ("now", "win", "draw", "loss"):
        plain[name] = player_outlook_json(getattr(stakes, name))
    return plain


def player_outlook_json(outlook: PlayerOutlook) -> dict[str, Json]:
    return {
        "id": outlook.id,
        "best": outlook.best,
        "worst": outlook.worst,
        "first": _odds(outlook.first),
        "rights": [_right(right) for right in outlook.rights],
        "down": _right(outlook.down) if outlook.down else None,
        "norms": [_norm(norm) for norm in outlook.norms],
    }


def _right(right: RightOutlook) -> dict[str, Json]:
    return {
        "what": right.what.value,
        "to": right.to,
        "clause": str(right.clause),
        "chance": right.chance.value,
        "odds": _odds(right.odds),
        "held": right.is_held,
    }


def _norm(norm: NormChance) -> dict[str, Json]:
    return {
        "title": norm.title,
        "needed": number(norm.needed),
        "points": number(norm.points),
        "running": norm.running,
        "state": norm.state.value,
        "odds": _odds(norm.odds),
    }


def _odds(odds: Fraction | None) -> str | None:
    return None if odds is None else str(odds)
