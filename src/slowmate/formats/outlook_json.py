"""What a running section holds for everybody, as JSON: of the command line and of the server's API.

    {"seed": "812", "runs": 10000, "players": [{"id": "4", "best": 1, "worst": 5, "first": "1/3", "rights": [
      {"what": "right", "to": "world-championship-semi-final", "clause": "ICCF-TR-2017 1.2.1(d)", "chance": "possible",
       "odds": "3/4", "held": false}], "down": null, "norms": [
      {"title": "SIM", "needed": 8.5, "points": 5, "running": 4, "state": "reachable", "odds": "1/5"}]}]}

Odds are fractions as text, "1" and "0" where it is certain or gone, null where the section alone cannot tell.
"""

from fractions import Fraction

from slowmate.events.running.outlook import NormChance, PlayerOutlook, RightOutlook, SectionOutlook, Stakes
from slowmate.formats.grounds import Json, number


def section_outlook_json(found: SectionOutlook) -> dict[str, Json]:
    said: dict[str, Json] = {
        "seed": found.seed,
        "runs": found.runs,
        "players": [player_outlook_json(one) for one in found.players],
    }
    return said | {"teams": [player_outlook_json(one) for one in found.teams]} if found.teams else said


def stakes_json(found: Stakes) -> dict[str, Json]:
    """What a game means for one of its players: `now`, and after a `win`, a `draw` and a `loss`."""
    said: dict[str, Json] = {"player": found.player, "team": found.team}
    for name in ("now", "win", "draw", "loss"):
        said[name] = player_outlook_json(getattr(found, name))
    return said


def player_outlook_json(one: PlayerOutlook) -> dict[str, Json]:
    return {
        "id": one.id,
        "best": one.best,
        "worst": one.worst,
        "first": _odds(one.first),
        "rights": [_right(right) for right in one.rights],
        "down": _right(one.down) if one.down else None,
        "norms": [_norm(norm) for norm in one.norms],
    }


def _right(one: RightOutlook) -> dict[str, Json]:
    return {
        "what": one.what.value,
        "to": one.to,
        "clause": str(one.clause),
        "chance": one.chance.value,
        "odds": _odds(one.odds),
        "held": one.is_held,
    }


def _norm(one: NormChance) -> dict[str, Json]:
    return {
        "title": one.title,
        "needed": number(one.needed),
        "points": number(one.points),
        "running": one.running,
        "state": one.state.value,
        "odds": _odds(one.odds),
    }


def _odds(odds: Fraction | None) -> str | None:
    return None if odds is None else str(odds)
