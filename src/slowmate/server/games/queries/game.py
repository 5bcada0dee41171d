"""A game as one person may see it: its moves, its events and its positions."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from django.db.models import QuerySet

from slowmate import play
from slowmate.board import Colour, Position
from slowmate.events.running.live_display import DELAY_MOVES
from slowmate.server.accounts.permissions import Person
from slowmate.server.games.models import Game
from slowmate.server.games.permissions import may_see_everything_of_game
from slowmate.server.games.queries.origin import WITH_ORIGIN
from slowmate.server.games.repository import state_of
from slowmate.server.people.models import Player
from slowmate.server.site.piece_letters import in_own_letters

DELAY_PLIES = 2 * DELAY_MOVES.on(date.max)[1]
"""Half-moves by which the public sees a running game late."""


def with_people() -> "QuerySet[Game]":
    """Return all games, each read with the people its page names."""
    return Game.objects.select_related("white", "black", "on_move", "director__player", *WITH_ORIGIN)


def public_games() -> "QuerySet[Game]":
    """Return the public games, newest first."""
    return Game.objects.filter(finished__isnull=False).order_by("-finished", "-pk")


def has_pending_claim(row: Game, player: Player | None) -> bool:
    """Say whether a claim of a player waits for the director."""
    return any(row.player(claim.by) == player for claim in state_of(row).pending)


def state_mark(row: Game) -> str:
    """Return a mark that changes when something happens that both players see.

    Conditional moves, which one player sets in private, do not change it.
    """
    facts = (row.plies, row.lines, row.status, row.result, row.on_move_id, row.offer_to_id, row.awaits_director)
    return "-".join(str(fact) for fact in facts)


@dataclass(frozen=True, slots=True)
class MoveLine:
    """One half-move as the list shows it."""

    ply: int
    number: int
    colour: str
    algebraic: str
    uci: str
    made: datetime | None = None
    """When it was made; None, like what it cost, if the game was reconstructed."""
    charged: timedelta | None = None
    reflected: timedelta | None = None
    offer: bool = False
    conditional: bool = False
    left: timedelta | None = None

    @property
    def place(self) -> str:
        """Its number as printed before it: 23. for White, 23... for Black."""
        return f"{self.number}.{'' if self.colour == 'white' else '..'}"

    @property
    def text(self) -> str:
        """The move in the piece letters of its reader."""
        return in_own_letters(self.algebraic)

    @property
    def numbered(self) -> str:
        return f"{self.place} {self.text}"


@dataclass(frozen=True, slots=True)
class VisibleGame:
    """The part of a game that a person may see now."""

    state: play.Game
    events: list[play.events.Event]
    moves: list[MoveLine]
    is_whole: bool
    """Whether clocks, journal and the last moves are shown, too."""


def visible_game(row: Game, person: Person, events_data: Sequence[Any] | None = None) -> VisibleGame:
    """Return the moves that stand, late where the person may only follow the game from afar.

    *events_data*: its events as stored, where many games are read at once.
    """
    state = state_of(row)
    if events_data is None:
        events_data = list(row.events.order_by("number").values_list("data", flat=True))
    events = [play.event_from_json(data) for data in events_data]
    moves = _move_lines(state, events)
    is_whole = may_see_everything_of_game(person, row)
    return VisibleGame(state, events, moves if is_whole else moves[: max(0, len(moves) - DELAY_PLIES)], is_whole)


def _move_lines(state: play.Game, events: list[play.events.Event]) -> list[MoveLine]:
    """Return the moves that stand: those put back are off the record."""
    lines: list[MoveLine] = []
    for event in events:
        if isinstance(event, play.events.MoveMade):
            lines.append(_move_line(state.start, len(lines) + 1, event))
        elif isinstance(event, play.events.PositionReinstated):
            del lines[event.ply - 1 :]
        elif isinstance(event, play.events.GameReconstructed | play.events.Imported):
            lines = _undated_lines(state.start, event.moves)
    return lines


def _move_line(start: Position, ply: int, event: play.events.MoveMade) -> MoveLine:
    first = 2 * start.fullmove - (start.turn is Colour.WHITE)
    return MoveLine(
        ply=ply,
        number=(first + ply) // 2,
        colour=event.by.value,
        algebraic=event.algebraic,
        uci=event.move,
        made=event.made,
        charged=event.charge.charged,
        reflected=event.charge.reflected,
        offer=event.offer,
        conditional=event.conditional,
        left=event.charge.account.left,
    )


def _undated_lines(start: Position, moves: Sequence[str]) -> list[MoveLine]:
    """Return reconstructed moves, or those of an archive: nobody knows when each was made and what it cost."""
    lines, position = [], start
    for ply, uci in enumerate(moves, 1):
        move = position.move_from_uci(uci)
        printed = position.algebraic(move)
        lines.append(MoveLine(ply, position.fullmove, position.turn.value, printed, uci))
        position = position.play(move)
    return lines


def positions_of(state: play.Game, plies: int) -> list[Position]:
    """Return every position of the game up to a half-move."""
    positions = [state.start]
    for uci in list(state.moves)[:plies]:
        positions.append(positions[-1].play_uci(uci))
    return positions
