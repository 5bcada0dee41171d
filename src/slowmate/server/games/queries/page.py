"""What the pages of games read: a constant number of queries each, however many games or moves there are."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from django.db.models import QuerySet

from slowmate import play
from slowmate.board import Colour, Position
from slowmate.events.running.live_display import DELAY_MOVES
from slowmate.play.game import Offer
from slowmate.play.may import Rights, rights_of
from slowmate.rulebook import Ground
from slowmate.server.accounts.models import User
from slowmate.server.accounts.permissions import Person
from slowmate.server.games.models import Game
from slowmate.server.games.permissions import director_of, is_director_of, is_player_of, may_see_everything_of_game
from slowmate.server.games.queries import journal, lines
from slowmate.server.games.queries.clocks import ClockCard, clock_cards
from slowmate.server.games.queries.origin import WITH_ORIGIN
from slowmate.server.games.repository import state_of
from slowmate.server.people.permissions import player_of
from slowmate.server.site.piece_letters import in_own_letters

LATEST = 6
"""Events of the journal that the page of a game shows."""
DELAY = 2 * DELAY_MOVES.on(date.max)[1]
"""Half-moves by which the public sees a running game late."""


def with_people() -> "QuerySet[Game]":
    """Games, each with whom its page names."""
    return Game.objects.select_related("white", "black", "on_move", "director__player", *WITH_ORIGIN)


@dataclass(frozen=True, slots=True)
class MoveLine:
    """One half-move as the list shows it."""

    ply: int
    number: int
    colour: str
    algebraic: str
    uci: str
    made: datetime | None = None
    """When it was made, and what it cost; nobody knows of a move that was put together again."""
    charged: timedelta | None = None
    reflected: timedelta | None = None
    offer: bool = False
    conditional: bool = False
    left: timedelta | None = None

    @property
    def place(self) -> str:
        """Its number as it is written before it: 23. for White, 23... for Black."""
        return f"{self.number}.{'' if self.colour == 'white' else '..'}"

    @property
    def shown(self) -> str:
        """The move as its reader has moves shown."""
        return in_own_letters(self.algebraic)

    @property
    def numbered(self) -> str:
        return f"{self.place} {self.shown}"


@dataclass(frozen=True, slots=True)
class GamePage:
    """Everything the page of a game shows to one person at one instant."""

    row: Game
    state: play.Game
    colour: Colour | None
    """The viewer's colour; None for a director or a visitor."""
    is_director: bool
    director: User | None
    """The director named for the game, as long as he is in office."""
    is_delayed: bool
    orientation: Colour
    positions: list[Position]
    """From the start to the last move that is shown."""
    moves: list[MoveLine]
    clocks: tuple[ClockCard, ...]
    """The viewer's own last, as it lies under the board; nothing for whom the clocks are not shown."""
    charge: tuple[Ground, ...]
    """How the last move was charged."""
    stopped: journal.Line | None
    """Why the clocks stand still, if they do, for whoever may see it."""
    new_rulings: list[journal.Line]
    """What the director decided lately, since the viewer, if he plays, last did something himself; newest first."""
    journal: list[journal.Line]
    """The latest of it; the whole has a page of its own."""
    journal_length: int
    is_my_move: bool
    offer_to_me: bool
    rights: Rights | None
    conditionals: list[lines.Node]

    @property
    def is_over(self) -> bool:
        return self.row.status == Game.Status.FINISHED

    @property
    def has_clocks_at_board(self) -> bool:
        return bool(self.clocks) and not self.is_over

    @property
    def has_more_journal(self) -> bool:
        """Whether there is more of it than is shown."""
        return self.journal_length > len(self.journal)

    @property
    def my_offer(self) -> Offer | None:
        """The open offer of a draw that the viewer, if he plays, has made."""
        return next((offer for offer in self.state.offers if offer.by is self.colour), None)

    @property
    def offer_by_claim(self) -> bool:
        """Whether what the viewer is offered is a claim that failed."""
        return any(offer.is_claim for offer in self.state.offers if offer.by is not self.colour)

    @property
    def can_be_written_to(self) -> bool:
        """Whether the opponent of the viewer, if he plays, has an account in which to read it."""
        return self.colour is not None and self.row.player(self.colour.other).user_id is not None

    @property
    def position(self) -> Position:
        return self.positions[-1]

    @property
    def last(self) -> MoveLine | None:
        return self.moves[-1] if self.moves else None


@dataclass(frozen=True, slots=True)
class Seen:
    """As much of a game as a person may see now."""

    state: play.Game
    happened: list[play.events.Event]
    moves: list[MoveLine]
    whole: bool


def seen_by(row: Game, person: Person, kept: Sequence[Any] | None = None) -> Seen:
    """The moves that stand, late where the person may only follow the game from afar.

    *kept* are the data of its events, where many games are read at once.
    """
    state = state_of(row)
    if kept is None:
        kept = list(row.events.order_by("number").values_list("data", flat=True))
    happened = [play.event_from_json(data) for data in kept]
    moves = _move_lines(state, happened)
    whole = may_see_everything_of_game(person, row)
    return Seen(state, happened, moves if whole else moves[: max(0, len(moves) - DELAY)], whole)


def game_page(row: Game, person: Person, *, at: datetime) -> GamePage:
    """Read a game for one person. The row has been found and the person may see it."""
    seen = seen_by(row, person)
    state, moves, whole = seen.state, seen.moves, seen.whole
    positions = positions_of(state, len(moves))
    me = player_of(person) if is_player_of(person, row) else None
    colour = row.colour_of(me) if me else None
    orientation = colour or Colour.WHITE
    clocks = clock_cards(row, state, at, reader=colour) if whole else ()
    own = state.side(colour).lines if colour and not state.is_over else ()
    charge = play.last_charge(state) if whole else None
    stopped = journal.stopped(seen.happened, state.stops) if whole else None
    known = journal.known(seen.happened, reader=colour, is_over=state.is_over) if whole else []
    new = journal.new_rulings(known, reader=colour, at=at) if colour else []
    return GamePage(
        row=row,
        state=state,
        colour=colour,
        is_director=is_director_of(person, row),
        director=director_of(row),
        is_delayed=not whole,
        orientation=orientation,
        positions=positions,
        moves=moves,
        clocks=clocks if orientation is Colour.BLACK else clocks[::-1],
        charge=charge.grounds if charge and moves else (),
        journal=journal.lines(known[:LATEST], _documents(row, state, person)),
        journal_length=len(known),
        new_rulings=[line for line in new if line != stopped],  # that stands beside the board
        is_my_move=me is not None and row.on_move_id == me.pk,
        offer_to_me=colour is not None and state.has_offer_by(colour.other),
        stopped=stopped,
        rights=rights_of(state, colour, at=at) if colour and not state.is_over else None,
        conditionals=lines.tree(state.position, own),
    )


def whole_journal(row: Game, person: Person) -> list[journal.Line]:
    """The journal of a game from its end to its beginning, as far as the person may see it."""
    seen = seen_by(row, person)
    if not seen.whole:
        return []
    me = player_of(person) if is_player_of(person, row) else None
    reader = row.colour_of(me) if me else None
    known = journal.known(seen.happened, reader=reader, is_over=seen.state.is_over)
    return journal.lines(known, _documents(row, seen.state, person))


def _documents(row: Game, state: play.Game, person: Person) -> dict[int, journal.DocumentLine]:
    """What events rest on; on the server there are no documents."""
    if state.terms.transmission.is_server:
        return {}
    return journal.documents_of(row, is_shown=is_player_of(person, row) or is_director_of(person, row))


def _move_lines(state: play.Game, happened: list[play.events.Event]) -> list[MoveLine]:
    """The moves that stand: those put back are off the record."""
    lines: list[MoveLine] = []
    for event in happened:
        if isinstance(event, play.events.MoveMade):
            lines.append(_made(state.start, len(lines) + 1, event))
        elif isinstance(event, play.events.PositionReinstated):
            del lines[event.ply - 1 :]
        elif isinstance(event, play.events.GameReconstructed | play.events.Imported):
            lines = _undated(state.start, event.moves)
    return lines


def _made(start: Position, ply: int, event: play.events.MoveMade) -> MoveLine:
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


def _undated(start: Position, moves: Sequence[str]) -> list[MoveLine]:
    """Moves that were put together again, or an archive's: nobody knows when each was made and what it cost."""
    lines, position = [], start
    for ply, uci in enumerate(moves, 1):
        move = position.move_from_uci(uci)
        printed = position.algebraic(move)
        lines.append(MoveLine(ply, position.fullmove, position.turn.value, printed, uci))
        position = position.play(move)
    return lines


def positions_of(state: play.Game, plies: int) -> list[Position]:
    """Every position of the game up to a half-move."""
    found = [state.start]
    for uci in list(state.moves)[:plies]:
        found.append(found[-1].play_uci(uci))
    return found


def destinations(position: Position) -> dict[str, list[str]]:
    """Where each piece may go, for the board on the page. Castling in Chess960 is shown on the rook's square."""
    found: dict[str, list[str]] = {}
    for move in position.legal_moves():
        squares = found.setdefault(move.departure, [])
        if move.arrival not in squares:
            squares.append(move.arrival)
    return found


def public_games() -> "QuerySet[Game]":
    """Games anybody may see, newest first."""
    return Game.objects.filter(finished__isnull=False).order_by("-finished", "-pk")
