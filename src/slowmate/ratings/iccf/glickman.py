"""ICCF ratings since 1 October 2023: Glickman's system, all players at once from the values before the period."""

import numpy as np
from numpy.typing import NDArray

from slowmate.ratings.columns import Floats, GameColumns, Ints, OutcomeColumns, PeriodContext, PlayerColumns
from slowmate.ratings.engines.kernels import compiled_loops
from slowmate.ratings.exact import add_by_row, half_up
from slowmate.ratings.iccf import glickman_steps as steps
from slowmate.ratings.iccf.opponents import Opposition, credit, credited_to, opposition
from slowmate.ratings.outcome import RATED, games_behind, is_fixed, is_listed

CHUNK, SLAB = 1 << 13, 1 << 18
"""Sides of games that NumPy takes at a time: a chunk and its terms fit the processor's cache, a slab is added up."""


def update(players: PlayerColumns, games: GameColumns, context: PeriodContext) -> OutcomeColumns:
    """Return the list after a period. Rated players without games keep their rating and get the RD of step 2.1."""
    start = steps.start_of_period(players)
    opposition = prepare(players, games, start)
    sums, counts = add_up(opposition, start, context)
    new = steps.end_of_period(start, sums[:, 0], sums[:, 1])
    played = counts >= RATED
    rated = ~np.isnan(players.rating) | played
    exact_rating = np.where(rated, np.where(played, new.rating, start.rating), np.nan)
    exact_rd = np.where(rated, np.where(played, new.rd, start.rd), np.nan)
    rating, old = half_up(exact_rating), half_up(players.rating)
    total = games_behind(players, counts)
    unknown = np.full(len(players), np.nan)
    return OutcomeColumns(
        rating=rating,
        rd=steps.limited_rd(exact_rd),
        games=total,
        points=unknown,
        opponents_sum=unknown,
        old_rating=old,
        old_rd=half_up(start.old_rd),
        change=rating - old,
        period_games=counts,
        published=is_listed(rating, total),
        fixed=is_fixed(rating, total),
        exact_rating=exact_rating,
        exact_rd=exact_rd,
    )


def prepare(players: PlayerColumns, games: GameColumns, start: steps.StartOfPeriod) -> Opposition:
    """Apply rule 1.4 and item 6: the ratings players count with for opponents, and who gets which game."""
    uncredited = opposition(players, games, level=steps.UNRATED_RATING, levels_count=False)
    own, opponents = exponentials(uncredited, start)

    def gain(rows: Ints, self: Ints, against: Ints, halves: NDArray[np.int8]) -> Floats:
        del self  # their own rating is that of step 2.1, whatever they count with for others
        brought: Floats = game_terms(own, opponents, rows, against, halves).d1
        return brought

    return credit(uncredited, games, gain)


def exponentials(opposition: Opposition, start: steps.StartOfPeriod) -> tuple[Floats, Floats]:
    """Return the exponentials of every player and of every opponent, with the RD of the player they are."""
    return steps.own_table(start.rating), steps.opponent_table(opposition.rating, start.rd[opposition.player])


def game_terms(own: Floats, opponents: Floats, rows: Ints, against: Ints, halves: NDArray[np.int8]) -> steps.SideTerms:
    """Apply steps (c) to (e) to a column of games of one side."""
    mine, theirs = own[rows], opponents[against]
    return steps.side_terms(
        mine[:, 0], mine[:, 1], theirs[:, 0], theirs[:, 1], theirs[:, 2], theirs[:, 3],
        halves * 0.5, steps.WIN[halves], steps.DRAW[halves], steps.LOSS[halves],
    )  # fmt: skip


def add_up(opposition: Opposition, start: steps.StartOfPeriod, context: PeriodContext) -> tuple[Floats, Ints]:
    """Return the sums of D1 and D2 and the number of games of each player.

    The compiled loop is used if there is one.
    """
    own, opponents = exponentials(opposition, start)
    loops = compiled_loops(context.kernel, len(opposition.half_points))
    if loops is not None:
        parts = loops.add_terms(
            opposition.white,
            opposition.black,
            opposition.white_as,
            opposition.black_as,
            opposition.half_points,
            own,
            opponents,
        )
    else:
        parts = _add_terms(opposition, own, opponents)
    return parts[:, 0:4:2] + parts[:, 1:4:2], parts[:, 4].astype(np.int64)


def _add_terms(opposition: Opposition, own: Floats, opponents: Floats) -> Floats:
    size = len(own)
    parts = np.zeros((size, 5))
    sides = (
        (opposition.white, opposition.black_as, opposition.half_points),
        (opposition.black, opposition.white_as, 2 - opposition.half_points),
    )
    for rows, against, halves in sides:
        for at in range(0, len(rows), SLAB):
            part = slice(at, at + SLAB)
            d1, d2 = _terms_of(own, opponents, rows[part], against[part], halves[part])
            parts[:, 0:2] += add_by_row(rows[part], d1, size)
            parts[:, 2:4] += add_by_row(rows[part], d2, size)
        parts[:, 4] += np.bincount(rows, minlength=size)
    return parts


def _terms_of(
    own: Floats, opponents: Floats, rows: Ints, against: Ints, halves: NDArray[np.int8]
) -> tuple[Floats, Floats]:
    d1, d2 = np.empty(len(rows)), np.empty(len(rows))
    for at in range(0, len(rows), CHUNK):
        part = slice(at, at + CHUNK)
        terms = game_terms(own, opponents, rows[part], against[part], halves[part])
        d1[part], d2[part] = terms.d1, terms.d2
    return d1, d2


def expect(players: PlayerColumns, games: GameColumns, context: PeriodContext, row: int) -> Floats:
    """Return the expected score of each game of a player, in their order.

    It is a win and half a draw, averaged as step (d) does.
    """
    del context
    start = steps.start_of_period(players)
    opposition = prepare(players, games, start)
    own, opponents = exponentials(opposition, start)
    _, against, halves = credited_to(opposition, row)
    values = game_terms(own, opponents, np.full(len(against), row), against, halves)
    expected: Floats = (values.w1_minus + values.w1_plus) / 2
    return expected
