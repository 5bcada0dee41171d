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
    """What does not agree in one game."""

    game: int
    what: str


def differences(told: Callable[[int], None] = lambda done: None) -> Iterator[Difference]:  # noqa: ARG005
    """Every game that is not what its events say. *told* hears how many were looked at."""
    after = 0
    while rows := list(
        Game.objects.filter(pk__gt=after).select_related("white", "black", "on_move", "offer_to").order_by("pk")[:BATCH]
    ):
        kept: dict[int, list[GameEvent]] = defaultdict(list)
        for event in GameEvent.objects.filter(game__in=rows).order_by("game_id", "number"):
            kept[event.game_id].append(event)
        leaves: dict[int, list[LeaveInGame]] = defaultdict(list)
        for leave in LeaveInGame.objects.filter(game__in=rows):
            leaves[leave.game_id].append(leave)
        for row in rows:
            what = ", ".join(_wrong(row, kept[row.pk], leaves[row.pk]))
            if what:
                yield Difference(row.pk, what)
        after = rows[-1].pk
        told(len(rows))


def list_differences(told: Callable[[int], None] = lambda done: None) -> Iterator[tuple[str, list[str]]]:  # noqa: ARG005
    """Every rating list that is not what it was made from: what it is called, and what differs, each in a line."""
    for row in RatingList.objects.filter(is_imported=False).select_related("input").order_by("pk"):
        try:
            found = inputs.differences(row)
        except Exception as wrong:  # whatever damage leads to, the other lists are looked at too
            found = [f"what it was made from cannot be read: {' '.join(str(wrong).split())}"]
        if found:
            yield f"{row} ({row.pool})", found
        told(1)


def _wrong(row: Game, kept: list[GameEvent], leaves: list[LeaveInGame]) -> list[str]:
    """What of one game is not what its events say."""
    if [event.number for event in kept] != list(range(1, row.version + 1)):
        return [f"has {len(kept)} events, not {row.version} in order"]
    try:
        return _compared(row, kept, leaves)
    except Exception as wrong:  # whatever damage leads to, the other games are looked at too
        why = " ".join(str(wrong).split())
        return [
            f"its events cannot be read: {why if isinstance(wrong, BadInput) else f'{type(wrong).__name__}: {why}'}"
        ]


def _compared(row: Game, kept: list[GameEvent], leaves: list[LeaveInGame]) -> list[str]:
    """What differs between a game and its events, folded again."""
    happened = [play.event_from_json(event.data) for event in kept]
    state = play.fold(happened)
    found = [] if _is_snapshot(row.snapshot, state) else ["snapshot"]
    again = Game(pk=row.pk, white=row.white, black=row.black)
    games.reflect(again, state)
    found += [name.removesuffix("_id") for name in READ_OFF if getattr(again, name) != getattr(row, name)]
    found += [colour.value for colour, holder in _substitutes(happened).items() if str(row.player(colour).pk) != holder]
    found += [] if sorted(map(_days, leaves)) == sorted(map(_days, games.leave_rows(row, state))) else ["leave"]
    looks: list[datetime | None] = [*low_time.looks(state, next_end(state))] or [None]
    found += [] if row.due in looks else ["due"]  # how far its player has been warned, no event tells
    written = games.event_rows(Game(pk=row.pk), happened, actor=None)
    for event, other in zip(kept, written, strict=True):
        found += [
            f"event {event.number}: {name}" for name in ("type", "at", "line", "ply") if _differ(event, other, name)
        ]
    return found


def _substitutes(happened: Iterable[events.Event]) -> dict[Colour, str]:
    """Who plays which colour, where substitutes took a place: the last of them."""
    return {event.colour: event.holder for event in happened if isinstance(event, events.HandedOver)}


def _days(leave: LeaveInGame) -> tuple[int, datetime, datetime, date]:
    return leave.player_id, leave.begins, leave.ends, leave.last


def _is_snapshot(text: str, state: play.Game) -> bool:
    """Whether a text is the snapshot of a game; PostgreSQL keeps the facts of an event in an order of its own."""
    if text == play.game_to_text(state):
        return True
    try:
        return play.game_from_text(text) == state
    except BadInput:
        return False


def _differ(one: Model, other: Model, name: str) -> bool:
    return bool(getattr(one, name) != getattr(other, name))
