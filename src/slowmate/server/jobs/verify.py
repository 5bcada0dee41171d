"""Fold every game again from its events, compute every list again from its files, and compare."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Model

from slowmate import play
from slowmate.board import Colour
from slowmate.play import events
from slowmate.play.laws.flags import next_end
from slowmate.records import BadInput
from slowmate.server.games.models import Game, GameEvent, LeaveInGame
from slowmate.server.games.services import games, low_time
from slowmate.server.ratings.models import RatingList
from slowmate.server.ratings.queries import inputs

BATCH = 100
READ_OFF = (
    "starts",
    "plies_before",
    "plies",
    "deadline",
    "status",
    "on_move_id",
    "offer_to_id",
    "awaits_director",
    "last_move",
    "last_move_at",
    "result",
    "termination",
    "finished",
)
"""The columns that are read off the game, and nothing else."""


@dataclass(frozen=True, slots=True)
class Difference:
    """The differences in one game."""

    game: int
    what: str


def differences(on_checked: Callable[[int], None] = lambda done: None) -> Iterator[Difference]:  # noqa: ARG005
    """Yield every game that is not what its events say. *on_checked* is called with the number of games checked."""
    after = 0
    while rows := list(
        Game.objects.filter(pk__gt=after).select_related("white", "black", "on_move", "offer_to").order_by("pk")[:BATCH]
    ):
        events_of: dict[int, list[GameEvent]] = defaultdict(list)
        for event in GameEvent.objects.filter(game__in=rows).order_by("game_id", "number"):
            events_of[event.game_id].append(event)
        leaves: dict[int, list[LeaveInGame]] = defaultdict(list)
        for leave in LeaveInGame.objects.filter(game__in=rows):
            leaves[leave.game_id].append(leave)
        for row in rows:
            what = ", ".join(_wrong(row, events_of[row.pk], leaves[row.pk]))
            if what:
                yield Difference(row.pk, what)
        after = rows[-1].pk
        on_checked(len(rows))


def list_differences(on_checked: Callable[[int], None] = lambda done: None) -> Iterator[tuple[str, list[str]]]:  # noqa: ARG005
    """Yield every rating list that is not what it was made from: its name, and its differences, each in a line."""
    for row in RatingList.objects.filter(is_imported=False).select_related("input").order_by("pk"):
        try:
            lines = inputs.differences(row)
        except Exception as wrong:  # whatever damage leads to, the other lists are looked at too
            lines = [f"what it was made from cannot be read: {' '.join(str(wrong).split())}"]
        if lines:
            yield f"{row} ({row.pool})", lines
        on_checked(1)


def _wrong(row: Game, stored: list[GameEvent], leaves: list[LeaveInGame]) -> list[str]:
    """Return how one game differs from its events."""
    if [event.number for event in stored] != list(range(1, row.version + 1)):
        return [f"has {len(stored)} events, not {row.version} in order"]
    try:
        return _compared(row, stored, leaves)
    except Exception as wrong:  # whatever damage leads to, the other games are looked at too
        why = " ".join(str(wrong).split())
        return [
            f"its events cannot be read: {why if isinstance(wrong, BadInput) else f'{type(wrong).__name__}: {why}'}"
        ]


def _compared(row: Game, stored: list[GameEvent], leaves: list[LeaveInGame]) -> list[str]:
    """Return what differs between a game and its events, folded again."""
    happened = [play.event_from_json(event.data) for event in stored]
    state = play.fold(happened)
    differing = [] if _is_snapshot(row.snapshot, state) else ["snapshot"]
    again = Game(pk=row.pk, white=row.white, black=row.black)
    games.reflect(again, state)
    differing += [name.removesuffix("_id") for name in READ_OFF if getattr(again, name) != getattr(row, name)]
    differing += [
        colour.value for colour, holder in _substitutes(happened).items() if str(row.player(colour).pk) != holder
    ]
    differing += [] if sorted(map(_days, leaves)) == sorted(map(_days, games.leave_rows(row, state))) else ["leave"]
    looks: list[datetime | None] = [*low_time.looks(state, next_end(state))] or [None]
    differing += [] if row.due in looks else ["due"]  # how far its player has been warned, no event tells
    written = games.event_rows(Game(pk=row.pk), happened, actor=None)
    for event, other in zip(stored, written, strict=True):
        differing += [
            f"event {event.number}: {name}" for name in ("type", "at", "line", "ply") if _differ(event, other, name)
        ]
    return differing


def _substitutes(happened: Iterable[events.Event]) -> dict[Colour, str]:
    """Return the last substitute on each side where substitutes took a place."""
    return {event.colour: event.holder for event in happened if isinstance(event, events.HandedOver)}


def _days(leave: LeaveInGame) -> tuple[int, datetime, datetime, date]:
    return leave.player_id, leave.begins, leave.ends, leave.last


def _is_snapshot(text: str, state: play.Game) -> bool:
    """Return whether a text is the snapshot of a game; PostgreSQL stores the facts of an event in an order of its
    own."""
    if text == play.game_to_text(state):
        return True
    try:
        return play.game_from_text(text) == state
    except BadInput:
        return False


def _differ(event: Model, other: Model, name: str) -> bool:
    return bool(getattr(event, name) != getattr(other, name))
