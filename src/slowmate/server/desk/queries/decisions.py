"""The decisions of a director that make sense in a game now, and why others do not, by trying them in the core.

Also what directors need before they decide: the times on the clocks, and the clocks a decision would empty.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from slowmate import play
from slowmate.board import Colour
from slowmate.play import commands
from slowmate.play.events import Misconduct, Penalty
from slowmate.play.laws.flags import clock_at
from slowmate.play.may import WhyNot
from slowmate.records import Result
from slowmate.rulebook import Refused
from slowmate.server.desk.decisions import DECISIONS, GROUPS, DirectorDecision, Filled
from slowmate.server.games.models import Game
from slowmate.server.site.fields import TypedGame

DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class DecisionChoice:
    """A decision on the list; *why* is empty where it can be taken."""

    what: str
    decision: DirectorDecision
    why: WhyNot


def choices(state: play.Game, *, at: datetime) -> tuple[list[tuple[str, list[DecisionChoice]]], list[DecisionChoice]]:
    """Return the decisions that can be taken, by group, and the others with the reason."""
    at = max(at, state.latest)
    all_choices = [DecisionChoice(what, decision, _why(decision, state, at)) for what, decision in DECISIONS.items()]
    grouped = [
        (str(title), [choice for choice in all_choices if choice.decision.group == group and not choice.why])
        for group, title in GROUPS.items()
    ]
    return [(title, rows) for title, rows in grouped if rows], [choice for choice in all_choices if choice.why]


def _why(decision: DirectorDecision, state: play.Game, at: datetime) -> WhyNot:
    """Return the grounds on which it would be refused whatever is filled in: it is tried, and nothing is carried
    out."""
    refused: WhyNot = ()
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


def _trial(decision: DirectorDecision, state: play.Game, at: datetime, colour: Colour) -> Filled:
    """Return something possible for every field."""
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
        "line": TypedGame(()),
        "article": "ICCF-LAWS-2019 6.2",
        "misconduct": Misconduct.WORDS,
        "penalty": Penalty.WARNING,
    }
    return {name: values[name] for name in decision.needs} | dict.fromkeys(decision.may)


def time_put_down(row: Game, state: play.Game, colour: Colour, *, at: datetime) -> timedelta:
    """Return what a player's clock shows; in an open reconstruction, the time put down when it began."""
    if state.reconstruction:
        opened = row.events.filter(type="reconstruction-opened").order_by("number").last()
        event = play.event_from_json(opened.data) if opened else None
        if isinstance(event, play.events.ReconstructionOpened):
            return event.white_left if colour is Colour.WHITE else event.black_left
    return clock_at(state, colour, max(at, state.latest)).left


def emptied(state: play.Game, command: commands.DirectorCommand, *, at: datetime) -> list[tuple[Colour, timedelta]]:
    """Return the clocks a decision would leave without any time, and what they show now; nothing is carried out."""
    at = max(at, state.latest)
    try:
        after = play.fold(play.decide(state, command, at=at), state)
    except Refused:
        return []
    if after.is_over:
        return []
    left = {colour: clock_at(state, colour, at).left for colour in Colour}
    return [(colour, left[colour]) for colour in Colour if left[colour] and not clock_at(after, colour, at).left]
