"""The sections of the demo: pairings, and the progress of each game, computed on all cores."""

import gc
import signal
from bisect import bisect_left
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from itertools import combinations
from multiprocessing import get_context
from random import Random
from typing import Any

from slowmate.board import Colour
from slowmate.play import commands, events
from slowmate.play.clocks import TimeControl
from slowmate.play.laws.flags import next_end
from slowmate.play.terms import Terms
from slowmate.server.accounts.models import User
from slowmate.server.demo.games import DAY, HOUR, Line, Telling, end, lines, longest_thought, tell_moves
from slowmate.server.games.models import Game, GameEvent
from slowmate.server.games.services import games
from slowmate.server.games.terms import PRESETS
from slowmate.server.people.models import Player

SECTION = 9
"""Players in a section; everybody meets everybody."""

_EVENTS = ("Spring Open", "Amici Open", "Postcard Open", "Autumn Open", "Friendship Open", "Winter Open", "Jubilee")
_CONTROLS = (
    "classic-10-50",
    "triple-block-4",
    "classic-10-50",
    "fischer-30-3",
    "classic-10-30",
    "triple-block-5",
    "fixed-7",
)
_LENGTHS = (11, 14, 16, 18, 20, 22, 26, 30, 40, 60)
"""Limits for the moves of a line that are played, chosen by lot: the demo has to start in seconds."""

_FORGETFUL = 0.1
"""The share of players low on time who let the clock run out."""

Written = tuple[Game, list[GameEvent]]
"""A game and its events, ready for the database."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """A game of a section: its line, and how much of it has been played; all of it if the game is over."""

    white: Player
    black: Player
    line: Line
    plies: int
    is_over: bool


@dataclass(frozen=True, slots=True)
class Section:
    """One section: what it is called, who plays, how fast, since when."""

    label: str
    players: list[Player]
    control: TimeControl
    starts: datetime
    is_over: bool
    is_chess960: bool = False
    fen: str | None = None
    """The first position of its games, if it is thematic."""
    kind: str = "open"
    """Where it is neither of these."""


@dataclass(slots=True)
class ScriptedGame:
    """A game told to its end or to today."""

    white: Player
    black: Player
    label: str
    telling: Telling


def sections(lot: Random, players: list[Player], at: datetime, *, running: int, over: int) -> list[Section]:
    """Return sections of the last five years, a third of them running; the first two players play in several."""
    regulars = players[:2]
    result = []
    midnight = at.replace(hour=0, minute=0, second=0)
    ages = [2 + 6 * number for number in range(running)] + [420 + 19 * number for number in range(over)]
    for number, age in enumerate(ages):
        is_over = number >= running
        chosen = lot.sample(players[2:], SECTION)
        if number % 4 == 1:
            chosen[:2] = regulars if number % 8 == 1 else [regulars[0], chosen[1]]
        starts = midnight - age * DAY
        name = _EVENTS[number % len(_EVENTS)]
        is_chess960 = number in (9, 40, 61)
        label = f"{'Chess960 ' if is_chess960 else ''}{name} {starts.year}/{number % 40 + 1:02}"
        is_slow = not is_over and age > 80
        control = PRESETS["classic-10-50" if is_slow else _CONTROLS[number % len(_CONTROLS)]]
        result.append(Section(label, chosen, control, starts, is_over, is_chess960))
    return result


def written(
    lot: Random, chosen: list[Section], director: User, *, at: datetime, processes: int
) -> Iterator[list[Written]]:
    """Yield the games to write, section by section: always the same, however many processes make them."""
    paired = list(_paired(lot, chosen, at))
    tell = partial(_written, director=director, at=at)
    if processes == 1:
        yield from map(tell, chosen, paired)
        return
    with ProcessPoolExecutor(processes, mp_context=get_context("fork"), initializer=_ready) as others:
        yield from others.map(tell, chosen, paired)


def _ready() -> None:
    """Prepare a process: what it inherits is not garbage, and its parent handles Ctrl-C."""
    gc.freeze()
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _paired(lot: Random, chosen: list[Section], at: datetime) -> Iterator[list[Pairing]]:
    """Yield who plays which line in each section, as far as there are lines: a line is used once."""
    finished = {False: [], True: []}  # type: dict[bool, list[Line]]
    running = {False: [], True: []}  # type: dict[bool, list[Line]]
    for line in lines():
        (running if line.stood == "*" else finished)[line.chess960 is not None].append(line)
    for pool in running.values():
        pool.sort(key=lambda line: len(line.moves))
    for section in chosen:
        age = at - section.starts
        pairings = []
        for number, (first, second) in enumerate(combinations(section.players, 2)):
            white, black = (first, second) if number % 2 else (second, first)
            is_over = section.is_over or lot.random() < max(0, age / DAY - 30) / 300
            pace = longest_thought(section.control) / 3 * lot.uniform(0.7, 1.1)
            plies = 0 if is_over else int(age / pace)
            if pool := (finished if is_over else running)[section.is_chess960]:
                line = pool.pop(0) if is_over else _long_enough(pool, plies)
                pairings.append(Pairing(white, black, line, plies, is_over))
        yield pairings


def _long_enough(pool: list[Line], plies: int) -> Line:
    """Take the shortest line of at least so many moves, or else the longest."""
    return pool.pop(min(bisect_left(pool, plies, key=lambda line: len(line.moves)), len(pool) - 1))


def _written(section: Section, pairings: list[Pairing], *, director: User, at: datetime) -> list[Written]:
    return [
        row_and_events(_scripted_game(section, pairing, Random(f"{section.label} {number}"), at), director)  # noqa: S311 - not secret
        for number, pairing in enumerate(pairings)
    ]


def _scripted_game(section: Section, pairing: Pairing, lot: Random, at: datetime) -> ScriptedGame:
    terms = Terms(starts=section.starts, time_control=section.control, chess960=pairing.line.chess960)
    telling = finished(terms, pairing, lot, at) if pairing.is_over else running(terms, pairing, lot, at)
    return ScriptedGame(pairing.white, pairing.black, section.label, telling)


def finished(terms: Terms, pairing: Pairing, lot: Random, at: datetime) -> Telling:
    telling, line = Telling(terms), pairing.line
    plies = min(len(line.moves), lot.choice(_LENGTHS))
    stood = line.stood if plies == len(line.moves) else lot.choice(("1/2", "1/2", "1/2", "1-0", "0-1"))
    span = min((at - terms.starts) * lot.uniform(0.3, 0.8), plies * lot.uniform(1, 4) * DAY)
    offer = stood == "1/2" and lot.random() < 0.7
    tell_moves(telling, line, plies, lot, span=span, offer=offer)
    if not telling.game.is_over:
        before = list(telling.told), telling.game, telling.now
        end(telling, stood, lot)
        if telling.now > at:  # it would have ended in the future: it ended by resignation, today at the latest
            telling.told, telling.game, telling.now = before
            loser = Colour.BLACK if stood == "1-0" else Colour.WHITE
            if telling.game.offers:
                telling.ask(commands.AcceptOffer(by=telling.turn))
            else:
                telling.ask(commands.Resign(by=loser))
    return telling


def running(terms: Terms, pairing: Pairing, lot: Random, at: datetime) -> Telling:
    """Return a running game: its last move was made some time ago, and the clock has run since.

    Most games in which a flag would have fallen meanwhile are made quicker: few players forget their clock.
    """
    age, plies = at - terms.starts, min(pairing.plies, len(pairing.line.moves))
    since, mood = min(age * 0.5, lot.expovariate(1 / 3.5) * DAY), 0.9
    offer = lot.random() < 0.05 and plies > 10
    while True:
        telling = Telling(terms)
        tell_moves(telling, pairing.line, plies, lot, span=max(HOUR, age - since), offer=offer, mood=mood)
        flag = next_end(telling.game)
        if flag is None or flag.at > at or since < HOUR or lot.random() < _FORGETFUL:
            telling.wait(at - telling.now)
            return telling
        since, mood = since / 4, mood / 4


def row_and_events(script: ScriptedGame, director: User) -> Written:
    """Return the row of a scripted game, and its events."""
    row = Game(white=script.white, black=script.black, director=director, is_rated=True, is_demo=True)
    rows = games.event_rows(row, script.telling.told, actor=None)
    for event, happened in zip(rows, script.telling.told, strict=True):
        event.actor = _actor(script, happened, director)
    games.reflect(row, script.telling.game, warned=script.telling.now)
    return row, rows


def _actor(script: ScriptedGame, happened: events.Event, director: User) -> User | None:
    if getattr(happened, "director", None) is not None:
        return director
    by: Any = getattr(happened, "by", None)
    if by is None:
        return None
    return script.white.user if by is Colour.WHITE else script.black.user
