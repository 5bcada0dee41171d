"""Whole games at random: legal moves, times on move, and games decided move by move. The lot is passed in."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import count
from random import Random
from typing import Any, Self, TypeVar

from slowmate.board.moves import Colour, Move
from slowmate.board.position import Position
from slowmate.play import Game, Terms, arrange, clock_at, decide, evolve, fold
from slowmate.play.clocks import Classic, Fischer, FixedDays, TimeControl, TripleBlock
from slowmate.play.commands import Command, MakeMove, RecordMove
from slowmate.play.conditions import Probe
from slowmate.play.events import Event, MoveMade
from slowmate.play.laws.flags import Upcoming, next_instant
from slowmate.play.laws.results import Outcome

T = TypeVar("T")

START = datetime(2024, 1, 1, tzinfo=UTC)
CONTROLS: tuple[TimeControl, ...] = (
    Classic(),
    Fischer(days=30, increment=3, cap=40),
    FixedDays(days=5),
    TripleBlock(increment=4, bank=75, protection=3),
)
"""One of each kind of time control."""


class Playing:
    """A game being played: commands at the current instant, which only goes forward. Keeps all events."""

    def __init__(self, control: TimeControl | None = None, *, arranged: datetime = START, **terms: Any) -> None:
        self.now = terms.setdefault("starts", START)
        self.events: list[Event] = [arrange(Terms(time_control=control or Classic(), **terms), at=arranged)]
        self.game = fold(self.events)

    def after(self, **span: float) -> Self:
        """Let time pass: ``playing.after(days=3, hours=4)``."""
        self.now += timedelta(**span)
        return self

    def ask(self, command: Command, *, probe: Probe | None = None) -> tuple[Any, ...]:
        """Send a command now and keep what comes of it: events, of which a test knows each by name."""
        events = decide(self.game, command, at=self.now, probe=probe)
        for event in events:
            self.events.append(event)
            self.game = evolve(self.game, event)
        return events

    def moves(self, text: str, **span: float) -> Self:
        """Moves of both sides one after the other, each after a span of time, on the server or by post."""
        for move in text.split():
            self.after(**span)
            by = self.game.position.turn
            is_server = self.game.terms.transmission.is_server
            self.ask(MakeMove(by=by, move=move) if is_server else RecordMove(by=by, move=move, sent=self.now))
        return self

    def left(self, colour: Colour) -> timedelta:
        return clock_at(self.game, colour, self.now).left

    @property
    def last(self) -> MoveMade:
        """The last move: there is one."""
        return _there(self.game.last)

    @property
    def outcome(self) -> Outcome:
        """How the game ended: it has."""
        return _there(self.game.outcome)

    @property
    def due(self) -> Upcoming:
        """What happens next by itself: something does."""
        return _there(next_instant(self.game))


def _there(value: T | None) -> T:
    if value is None:
        raise AssertionError("there is none")
    return value


def random_moves(lot: Random, plies: int, *, start: Position | None = None) -> list[Move]:
    """Legal moves one after the other, until the game is over or long enough."""
    position = start or Position.initial()
    found: list[Move] = []
    while len(found) < plies and (legal := position.legal_moves()):
        move = lot.choice(legal)
        found.append(move)
        position = position.play(move)
    return found


def shuffled_moves(plies: int) -> list[str]:
    """A game as long as one likes: both sides move knights to and fro, and a pawn now and then."""
    pawns = [f"{file}{rank}{file}{rank + 1}" for rank in (2, 3) for file in "abcdh"]
    answers = [f"{file}{rank}{file}{rank - 1}" for rank in (7, 6) for file in "abcdh"]
    found: list[str] = []
    for cycle in count():
        if len(found) >= plies:
            break
        if cycle % 10 == 0 and cycle // 10 < len(pawns):
            found += [pawns[cycle // 10], answers[cycle // 10]]
        found += ["g1f3", "g8f6", "f3g1", "f6g8"]
    return found[:plies]


def events_of(moves: list[str], terms: Terms, *, thought: timedelta = timedelta(hours=6)) -> list[Event]:
    """The events of a game in which each player takes the same time for every move."""
    at = terms.starts
    events: list[Event] = [arrange(terms, at=at)]
    game = fold(events)
    for move in moves:
        at += thought
        for event in decide(game, MakeMove(by=game.position.turn, move=move), at=at):
            events.append(event)
            game = evolve(game, event)
        if game.is_over:
            break
    return events


def games_of(lot: Random, count: int, plies: int, control: TimeControl) -> Iterator[tuple[Game, list[Event]]]:
    """Random games with their events."""
    for _ in range(count):
        moves = [move.uci for move in random_moves(lot, plies)]
        events = events_of(moves, Terms(starts=START, time_control=control))
        yield fold(events), events
