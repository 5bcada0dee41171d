"""What every ICCF explanation begins and ends with: how an opponent counts, and what the list makes of the rating."""

from collections.abc import Sequence

import numpy as np

from slowmate.ratings.columns import GameColumns, PeriodContext, PlayerColumns
from slowmate.ratings.iccf.opponents import Opposition, credited_to
from slowmate.ratings.outcome import FIXED, FIXED_FROM, PUBLISHED, PUBLISHED_FROM, is_listed
from slowmate.rulebook import Clause, Fact, Ground

RESULTS = {2: 1.0, 1: 0.5, 0: 0.0}


def why_counted(
    players: PlayerColumns, games: GameColumns, found: Opposition, context: PeriodContext, game: int, against: int
) -> tuple[str, dict[str, Fact]]:
    """Why an opponent counts with the rating he counts with: one of the outcomes below, and the facts.

    `list` his published rating; `start-higher` his start rating, which is above it; `start` his start rating, since he
    has no published one; `own` the rating he has so far, without a start rating; `fide` his FIDE rating; `level` that
    of the event; `substituted` the higher rated of substitute and original.
    """
    row, rating = int(found.player[against]), float(found.rating[against])
    facts: dict[str, Fact] = {"opponent": context.name(row), "rating": number(rating)}
    if row not in (games.white[game], games.black[game]):
        return "substituted", facts
    his_start = games.white_start if row == games.white[game] else games.black_start
    given = float("nan") if his_start is None else float(his_start[game])
    start = given if not np.isnan(given) else float(players.start_rating[row])
    own, fide = float(players.rating[row]), float(players.fide_rating[row])
    if not np.isnan(start):
        facts["start_rating"] = number(start)
    if is_listed(players.rating[row : row + 1], players.games[row : row + 1])[0]:
        return ("start-higher" if rating > own else "list"), {**facts, "current": number(own)}
    if not np.isnan(start):
        return "start", facts
    if not np.isnan(own):
        return "own", facts
    return ("level" if np.isnan(fide) else "fide"), facts


def number(value: float) -> int | float:
    """A whole number without its decimals."""
    return int(value) if value == int(value) else float(value)


def publication_grounds(games: float, *, edition: str) -> list[Ground]:
    """9.3: whether a rating of that many games is published, and whether it is fixed."""
    counts: Fact = None if np.isnan(games) else int(games)
    published, fixed = PUBLISHED_FROM.under(edition)[0], FIXED_FROM.under(edition)[0]
    return [
        Ground(published, {"games": counts, "from": PUBLISHED, "published": not games < PUBLISHED}),
        Ground(fixed, {"games": counts, "from": FIXED, "fixed": not games < FIXED}),
    ]


def substitute_grounds(
    found: Opposition, games: GameColumns, context: PeriodContext, row: int, cited: Clause
) -> list[Ground]:
    """The games of substitutes that concern a player: those he is credited with, and those that go to another."""
    grounds = []
    for original, played, credited in (
        (games.white_original, games.white, found.white),
        (games.black_original, games.black, found.black),
    ):
        if original is None:
            continue
        for game in np.flatnonzero((original >= 0) & ((played == row) | (original == row))):
            facts: dict[str, Fact] = {
                "game": int(game) + 1,
                "substitute": context.name(int(played[game])),
                "original": context.name(int(original[game])),
                "counts_for": context.name(int(credited[game])),
            }
            grounds.append(Ground(cited, facts))
    return grounds


def credited_games(found: Opposition, row: int) -> Sequence[tuple[int, int, int]]:
    """Game number, opponent's row and half points of each game a player is credited with."""
    games, against, halves = credited_to(found, row)
    return [(int(game), int(other), int(half)) for game, other, half in zip(games, against, halves, strict=True)]
