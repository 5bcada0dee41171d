"""The begin and end of every ICCF explanation: how an opponent counts, and how the list shows the rating."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from slowmate.ratings.columns import GameColumns, PeriodContext, PlayerColumns
from slowmate.ratings.iccf.opponents import Opposition, credited_to
from slowmate.ratings.outcome import FIXED, FIXED_FROM, PUBLISHED, PUBLISHED_FROM, is_listed
from slowmate.rulebook import Fact, Ground

RESULTS = {2: 1.0, 1: 0.5, 0: 0.0}
COUNTS_BY = ("list", "start-higher", "start", "fide", "level", "own", "substituted")
"""The reasons for an opponent's rating: the outcomes of `why_counted`."""


def why_counted(
    players: PlayerColumns, games: GameColumns, opposition: Opposition, context: PeriodContext, game: int, against: int,
    *, levels_count: bool,
) -> tuple[str, dict[str, Fact]]:  # fmt: skip
    """Return why an opponent counts with their rating: one of the outcomes below, and the facts.

    `list` their published rating; `start-higher` their start rating, which is above it; `start` their start rating
    without a published one; `fide` their FIDE rating; `level` that of the event, or what is assumed without one;
    `own` the rating they have so far, without any of these; `substituted` the higher rated of substitute and original,
    with the ratings of both.
    """
    row, rating = int(opposition.player[against]), float(opposition.rating[against])
    facts: dict[str, Fact] = {"opponent": context.name(row), "rating": number(rating)}
    if both := _compared(opposition, game, against):
        substitute, original = (context.name(int(opposition.player[place])) for place in both)
        ratings = [float(opposition.rating[place]) for place in both]
        facts |= {"substitute": substitute, "original": original}
        return "substituted", {**facts, "substitute_rating": number(ratings[0]), "original_rating": number(ratings[1])}
    game_start = games.white_start if row == games.white[game] else games.black_start
    start_in_game = float("nan") if game_start is None else float(game_start[game])
    start = start_in_game if not np.isnan(start_in_game) else float(players.start_rating[row])
    own, fide = float(players.rating[row]), float(players.fide_rating[row])
    level = float("nan") if games.level is None or not levels_count else float(games.level[game])
    if not np.isnan(start):
        facts["start_rating"] = number(start)
    if is_listed(players.rating[row : row + 1], players.games[row : row + 1])[0]:
        return ("start-higher" if rating > own else "list"), {**facts, "current": number(own)}
    if not np.isnan(start):
        return "start", facts
    if not levels_count and not np.isnan(own):
        return "own", facts
    if not np.isnan(fide):
        return "fide", facts
    return ("own" if np.isnan(level) and not np.isnan(own) else "level"), facts


def _compared(opposition: Opposition, game: int, against: int) -> tuple[int, int] | None:
    """Return the rows of the opponents' table of substitute and original, if a substitute played on that side."""
    for counts, played, instead in (
        (opposition.white_as, opposition.white_self, opposition.white_instead),
        (opposition.black_as, opposition.black_self, opposition.black_instead),
    ):
        if len(instead) and counts[game] == against and instead[game] >= 0:
            return int(played[game]), int(instead[game])
    return None


def number(value: float) -> int | float:
    """Return a whole number without its decimals."""
    return int(value) if value == int(value) else float(value)


def publication_grounds(games: float, *, edition: str) -> list[Ground]:
    """Return whether a rating of that many games is published, and whether it is fixed (9.3)."""
    counts: Fact = None if np.isnan(games) else int(games)
    published, fixed = PUBLISHED_FROM.under(edition)[0], FIXED_FROM.under(edition)[0]
    return [
        Ground(published, {"games": counts, "from": PUBLISHED, "published": not games < PUBLISHED}),
        Ground(fixed, {"games": counts, "from": FIXED, "fixed": not games < FIXED}),
    ]


@dataclass(frozen=True, slots=True)
class SubstitutesGame:
    """A game that a substitute played: its number from 0, who played, whom they replaced, who is credited.

    *self* and *against* are rows of the opponents' table; *half* are the substitute's half points.
    """

    game: int
    substitute: int
    original: int
    credited: int
    self: int
    against: int
    half: int


def substitute_facts(game: SubstitutesGame, opposition: Opposition, context: PeriodContext) -> dict[str, Fact]:
    """Return who played for whom against whom, and who is credited."""
    return {
        "game": game.game + 1,
        "substitute": context.name(game.substitute),
        "original": context.name(game.original),
        "opponent": context.name(int(opposition.player[game.against])),
        "counts_for": context.name(game.credited),
    }


def substitutes_games(opposition: Opposition, games: GameColumns, row: int) -> list[SubstitutesGame]:
    """Return games of substitutes for a player: those credited to them, and those that go to another."""
    several = []
    for original, played, credited, self, against, half_points in (
        (
            games.white_original,
            games.white,
            opposition.white,
            opposition.white_self,
            opposition.black_as,
            opposition.half_points,
        ),
        (
            games.black_original,
            games.black,
            opposition.black,
            opposition.black_self,
            opposition.white_as,
            2 - opposition.half_points,
        ),
    ):
        if original is None:
            continue
        for game in np.flatnonzero((original >= 0) & ((played == row) | (original == row))):
            values = (column[game] for column in (played, original, credited, self, against, half_points))
            several.append(SubstitutesGame(int(game), *(int(value) for value in values)))
    return several


def credited_games(opposition: Opposition, row: int) -> Sequence[tuple[int, int, int]]:
    """Return game number, opponent's row and half points of each game a player is credited with."""
    games, against, halves = credited_to(opposition, row)
    return [(int(game), int(other), int(half)) for game, other, half in zip(games, against, halves, strict=True)]
