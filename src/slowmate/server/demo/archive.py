"""The archive of the demo's federation: sections of earlier years, of most of which only the results are known."""

from datetime import UTC, datetime, timedelta
from itertools import combinations
from random import Random

import numpy as np

from slowmate import play
from slowmate.play import clocks
from slowmate.play.terms import Terms
from slowmate.ratings.iccf.glickman_steps import result_chances
from slowmate.records import Result
from slowmate.server.demo.games import Line
from slowmate.server.demo.sections import SECTION, Section, Written
from slowmate.server.games.models import Game
from slowmate.server.games.services import games
from slowmate.server.people.models import Player

SECTIONS = 70
CHESS960 = 66
"""The section whose games began the list of Chess960."""
DRAWN = 693
"""The position that was drawn for them."""
FIRST = datetime(2016, 1, 2, tzinfo=UTC)
LAST = datetime(2021, 9, 1, tzinfo=UTC)
LONGEST_GAME = timedelta(days=420)
SOURCE = "archive of the demo"
_NAMES = ("Amici Open", "Postcard Open", "Friendship Open", "Jubilee Open")


def sections(lot: Random, players: list[Player]) -> list[Section]:
    """Return the sections of those years, in their order; newcomers were not there yet, and one player stopped
    early."""
    veterans, retired = players[2:240], players[240]
    result = []
    for number in range(SECTIONS):
        starts = FIRST + (LAST - FIRST) * number / SECTIONS
        starts = starts.replace(hour=0, minute=0, second=0, microsecond=0)
        chosen = lot.sample(veterans, SECTION)
        if number % 5 == 0:
            chosen[: 1 + (number % 10 == 0)] = players[: 1 + (number % 10 == 0)]
        if number < SECTIONS // 3 and number % 3 == 1:
            chosen[-1] = retired
        label = f"{_NAMES[number % len(_NAMES)]} {starts.year}/{number % 12 + 1:02}"
        label = f"Chess960 {label}" if number == CHESS960 else label
        section = Section(label, chosen, clocks.Unrecorded(), starts, is_over=True, is_chess960=number == CHESS960)
        result.append(section)
    return result


def written(
    section: Section, strength: dict[int, int], lot: Random, *, spare: dict[Result, list[Line]] | None = None
) -> list[Written]:
    """Return the games of a section with results drawn by the strength of the players, and with the moves of *spare*
    lines."""
    drawn = DRAWN if section.is_chess960 else None
    terms = Terms(starts=section.starts, time_control=section.control, chess960=drawn)
    games_written = []
    for number, (first, second) in enumerate(combinations(section.players, 2)):
        white, black = (first, second) if number % 2 else (second, first)
        ended = section.starts + lot.uniform(0.2, 1) * LONGEST_GAME
        result = _result(strength[white.pk], strength[black.pk], lot)
        moves = spare[result].pop().moves if spare else ()
        games_written.append(imported(white, black, terms, moves, result, ended=ended))
    return games_written


def imported(
    white: Player, black: Player, terms: Terms, moves: tuple[str, ...], result: Result, *, ended: datetime
) -> Written:
    """Return a game of the archive with its result, and with its moves if they are known."""
    happened = play.imported(terms, moves, result, ended=ended.replace(microsecond=0), source=SOURCE)
    row = Game(white=white, black=black, is_demo=True)
    events = games.event_rows(row, happened, actor=None)
    games.reflect(row, play.fold(happened))
    return row, events


def _result(white: int, black: int, lot: Random) -> Result:
    win, draw, _loss = (float(chance[0]) for chance in result_chances(np.array([white]), np.array([black])))
    drawn = lot.random()
    return Result.WHITE_WINS if drawn < win else Result.DRAW if drawn < win + draw else Result.BLACK_WINS
