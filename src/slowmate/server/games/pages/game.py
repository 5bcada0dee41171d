"""The page of a game, as one person sees it at one instant: a constant number of queries, however many its moves."""

from dataclasses import dataclass
from datetime import datetime

from slowmate import play
from slowmate.board import Colour, Position
from slowmate.play.game import Offer
from slowmate.play.may import Rights, rights_of
from slowmate.rulebook import Ground
from slowmate.server.accounts.models import User
from slowmate.server.accounts.permissions import Person
from slowmate.server.games.models import Game
from slowmate.server.games.pages import lines
from slowmate.server.games.pages.clocks import ClockCard, clock_cards
from slowmate.server.games.pages.journal import (
    DocumentNote,
    JournalEntry,
    document_notes,
    journal_entries,
    journal_entry,
)
from slowmate.server.games.permissions import director_of, is_director_of, is_player_of
from slowmate.server.games.queries.game import MoveLine, positions_of, visible_game
from slowmate.server.games.queries.journal import new_rulings, readable_events, stopping_event
from slowmate.server.people.permissions import player_of

JOURNAL_ENTRIES = 6
"""The newest entries of the journal stand on the page of the game."""


@dataclass(frozen=True, slots=True)
class GamePage:
    """Everything the page of a game shows to one person at one instant."""

    row: Game
    state: play.Game
    colour: Colour | None
    """The viewer's colour; None for a director or a visitor."""
    is_director: bool
    director: User | None
    """The director named for the game, as long as they hold the office."""
    is_delayed: bool
    orientation: Colour
    positions: list[Position]
    """From the start to the last move that is shown."""
    moves: list[MoveLine]
    clocks: tuple[ClockCard, ...]
    """The viewer's own last, because it lies under the board; empty if the viewer may not see clocks."""
    charge: tuple[Ground, ...]
    """The grounds of the time charged for the last move."""
    stopped: JournalEntry | None
    """Why the clocks stand still, if they do and the viewer may see it."""
    new_rulings: list[JournalEntry]
    """The director's decisions since the viewer, as a player, last acted; newest first."""
    journal: list[JournalEntry]
    """Its newest entries; the whole journal has a page of its own."""
    journal_length: int
    is_my_move: bool
    offer_to_me: bool
    rights: Rights | None
    conditionals: list[lines.ConditionalNode]

    @property
    def is_over(self) -> bool:
        return self.row.status == Game.Status.FINISHED

    @property
    def has_clocks_at_board(self) -> bool:
        return bool(self.clocks) and not self.is_over

    @property
    def has_more_journal(self) -> bool:
        """Whether it has more entries than are shown."""
        return self.journal_length > len(self.journal)

    @property
    def my_offer(self) -> Offer | None:
        """The open offer of a draw that the viewer has made as a player."""
        return next((offer for offer in self.state.offers if offer.by is self.colour), None)

    @property
    def offer_by_claim(self) -> bool:
        """Whether the offer to the viewer is a claim that failed."""
        return any(offer.is_claim for offer in self.state.offers if offer.by is not self.colour)

    @property
    def can_be_written_to(self) -> bool:
        """Whether the viewer's opponent has an account in which to read messages."""
        return self.colour is not None and self.row.player(self.colour.other).user_id is not None

    @property
    def position(self) -> Position:
        return self.positions[-1]

    @property
    def last(self) -> MoveLine | None:
        return self.moves[-1] if self.moves else None


def game_page(row: Game, person: Person, *, at: datetime) -> GamePage:
    """Read a game for a person who may see it."""
    visible = visible_game(row, person)
    state, moves, is_whole = visible.state, visible.moves, visible.is_whole
    colour = _colour_of(row, person)
    clocks = clock_cards(row, state, at, reader=colour) if is_whole else ()
    charge = play.last_charge(state) if is_whole else None
    stopping = stopping_event(visible.events, state.stops) if is_whole else None
    events = readable_events(visible.events, reader=colour, is_over=state.is_over) if is_whole else []
    rulings = new_rulings(events, reader=colour, at=at) if colour else []
    return GamePage(
        row=row,
        state=state,
        colour=colour,
        is_director=is_director_of(person, row),
        director=director_of(row),
        is_delayed=not is_whole,
        orientation=colour or Colour.WHITE,
        positions=positions_of(state, len(moves)),
        moves=moves,
        clocks=clocks if colour is Colour.BLACK else clocks[::-1],
        charge=charge.grounds if charge and moves else (),
        journal=journal_entries(events[:JOURNAL_ENTRIES], _documents(row, state, person)),
        journal_length=len(events),
        new_rulings=[journal_entry(event) for event in rulings if event != stopping],  # that stands beside the board
        is_my_move=colour is not None and row.on_move_id == row.player(colour).pk,
        offer_to_me=colour is not None and state.has_offer_by(colour.other),
        stopped=journal_entry(stopping) if stopping else None,
        rights=rights_of(state, colour, at=at) if colour and not state.is_over else None,
        conditionals=lines.conditional_tree(
            state.position, state.side(colour).lines if colour and not state.is_over else ()
        ),
    )


def whole_journal(row: Game, person: Person) -> list[JournalEntry]:
    """Return the journal of a game, newest first, as far as the person may see it."""
    visible = visible_game(row, person)
    if not visible.is_whole:
        return []
    events = readable_events(visible.events, reader=_colour_of(row, person), is_over=visible.state.is_over)
    return journal_entries(events, _documents(row, visible.state, person))


def _colour_of(row: Game, person: Person) -> Colour | None:
    """Return the colour of a person in a game; None if they do not play it."""
    player = player_of(person) if is_player_of(person, row) else None
    return row.colour_of(player) if player else None


def _documents(row: Game, state: play.Game, person: Person) -> dict[int, DocumentNote]:
    """Return what events rest on; games on the server have no documents."""
    if state.terms.transmission.is_server:
        return {}
    return document_notes(row, is_shown=is_player_of(person, row) or is_director_of(person, row))
