"""Which decisions of a director make sense in a game now; where one does not, why: the core is asked."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from slowmate import play
from slowmate.board import Colour
from slowmate.records import Result
from slowmate.rulebook import Refused
from slowmate.server.forms.decisions import DECISIONS, GROUPS, Decision, Filled
from slowmate.server.queries.rights import Why

DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Choice:
    """A decision on the list; *why* is empty where it can be taken."""

    what: str
    decision: Decision
    why: Why


def choices(state: play.Game, *, at: datetime) -> tuple[list[tuple[str, list[Choice]]], list[Choice]]:
    """The decisions that can be taken, by group, and the others with the reason."""
    at = max(at, state.latest)
    found = [Choice(what, decision, _why(decision, state, at)) for what, decision in DECISIONS.items()]
    grouped = [
        (str(title), [one for one in found if one.decision.group == group and not one.why])
        for group, title in GROUPS.items()
    ]
    return [(title, rows) for title, rows in grouped if rows], [one for one in found if one.why]


def _why(decision: Decision, state: play.Game, at: datetime) -> Why:
    """The grounds on which it would be refused whatever is filled in: it is tried, and nothing is carried out."""
    refused: Why = ()
    for colour in Colour:
        try:
            signed = {"director": "director", "reason": "reason"}
            play.decide(state, decision.make(signed, _trial(decision, state, at, colour)), at=at)
        except Refused as refusal:
            if refusal.grounds[0].facts.get("outcome") in decision.about_entry:
                return ()
            refused = refusal.grounds
        else:
            return ()
    return refused


def _trial(decision: Decision, state: play.Game, at: datetime, colour: Colour) -> Filled:
    """Something possible in every field."""
    outcome = state.outcome.result if state.outcome else None
    values: Filled = {
        "colour": colour,
        "left": DAY,
        "days": 1,
        "first": at.date(),
        "last": at.date(),
        "verdict": Result.DRAW,
        "result": Result.WHITE_WINS if outcome is Result.DRAW else Result.DRAW,
        "ply": len(state.moves) + bool(state.irregularity),
        "white_left": DAY,
        "black_left": DAY,
        "fen": state.position.fen,
        "moves_made": 0,
        "line": (),
        "article": "ICCF-LAWS-2019 6.2",
    }
    return {name: values[name] for name in decision.needs} | dict.fromkeys(decision.may)
