"""ICCF ratings of 2016 (tables) and 2017 (logistic): the update of a period by items 5, 6 and 14 to 18."""

from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from slowmate.ratings.columns import Flags, Floats, GameColumns, Ints, OutcomeColumns, PeriodContext, PlayerColumns
from slowmate.ratings.engines.kernels import compiled_loops
from slowmate.ratings.exact import half_up, ratio_half_up
from slowmate.ratings.iccf import items
from slowmate.ratings.iccf.opponents import Opposition, credit, credited_to, opposition
from slowmate.ratings.outcome import FIXED, RATED, games_behind, is_fixed, is_listed
from slowmate.records import BadInput

CHUNK = 1 << 15
"""Sides of games that NumPy takes at a time."""

ESTABLISHED_GAMES = items.G_BETWEEN[1]
"""The games assumed for a rating with unknown games: from here on the number no longer matters (item 9)."""


@dataclass(frozen=True, slots=True)
class StartOfPeriod:
    """The players as the period finds them: whole ratings, and the games behind them with their score.

    Where score and opponents of earlier games are unknown, they are taken as an even score against opponents of the
    player's own rating: the games that give the rating they have.
    """

    rating: Floats
    games: Floats
    halves: Floats
    opponents: Floats
    k: Floats


@dataclass(frozen=True, slots=True)
class Sums:
    """The sums of each player's games in the period: changes in the edition's units, and the sums for item 5."""

    change: Floats
    games: Ints
    halves: Ints
    opponents: Ints


def start_of_period(players: PlayerColumns, how: items.Arithmetic) -> StartOfPeriod:
    rating = half_up(players.rating)
    rated = ~np.isnan(rating)
    games = np.where(np.isnan(players.games), np.where(rated, ESTABLISHED_GAMES, 0.0), players.games)
    has_sums = ~np.isnan(players.points) & ~np.isnan(players.opponents_sum)
    games = np.where(rated | has_sums, games, 0.0)
    halves = np.where(has_sums, np.rint(2 * players.points), games)
    opponents = np.where(has_sums, np.rint(players.opponents_sum), games * np.nan_to_num(rating))
    return StartOfPeriod(rating, games, halves, opponents, np.where(rated, items.k_units(rating, games, how), 0.0))


def with_whole_ratings(players: PlayerColumns) -> PlayerColumns:
    """Return the players with whole ratings throughout, as a list prints them."""
    return replace(
        players,
        rating=half_up(players.rating),
        fide_rating=half_up(players.fide_rating),
        start_rating=half_up(players.start_rating),
    )


def prepare(
    players: PlayerColumns, games: GameColumns, start: StartOfPeriod, how: items.Arithmetic, *, level: float
) -> Opposition:
    """Apply rule 9.4 and item 18: the ratings players count with for opponents, and who gets which game."""
    uncredited = opposition(with_whole_ratings(players), games, level=level, levels_count=True)
    ratings = half_up(uncredited.rating)
    listed = is_listed(start.rating, players.games)

    def gain(rows: Ints, self: Ints, against: Ints, halves: NDArray[np.int8]) -> Floats:
        # item 8: without a published rating they are regarded as having the one they count with in this event
        own = np.where(listed[rows], start.rating[rows], ratings[self])
        return halves * (how.result_units / 2) - items.expected_units(own, ratings[against], how)

    return credit(uncredited, games, gain)


def add_up(opposition: Opposition, start: StartOfPeriod, how: items.Arithmetic, context: PeriodContext) -> Sums:
    """Return the changes of item 7 and the sums of item 5, by the compiled loop if there is one."""
    ratings = half_up(opposition.rating)
    loops = compiled_loops(context.kernel, len(opposition.half_points))
    if loops is None:
        parts = _add_changes(opposition, start, ratings, how)
    else:
        parts = loops.add_changes(
            opposition.white, opposition.black, opposition.white_as, opposition.black_as, opposition.half_points,
            start.rating, start.k, ratings, how.expected, how.cap, how.result_units / 2, how.divisor,
        )  # fmt: skip
    return Sums(parts[:, 0].copy(), *(parts[:, place].astype(np.int64) for place in (1, 2, 3)))


def _add_changes(opposition: Opposition, start: StartOfPeriod, ratings: Floats, how: items.Arithmetic) -> Floats:
    size = len(start.rating)
    parts = np.zeros((size, 4))
    sides = (
        (opposition.white, opposition.black_as, opposition.half_points),
        (opposition.black, opposition.white_as, 2 - opposition.half_points),
    )
    for rows, against, halves in sides:
        for at in range(0, len(rows), CHUNK):
            row, other, score = rows[at : at + CHUNK], against[at : at + CHUNK], halves[at : at + CHUNK]
            mine, theirs = start.rating[row], ratings[other]
            expected = items.expected_units(np.nan_to_num(mine), theirs, how)
            values = (
                items.change_units(start.k[row], score, expected, how),
                np.ones(len(row)),
                score.astype(np.float64),
                items.limited_opponent(mine, theirs, how),
            )
            for place, column in enumerate(values):
                parts[:, place] += np.bincount(row, column, size)
    return parts


@dataclass(frozen=True, slots=True)
class RatedByItem:
    """The item by which each player with games is rated."""

    all_games: Flags
    period_games: Flags
    changes: Flags


def rated_by_item(start: StartOfPeriod, sums: Sums, by_item_5: Flags | None) -> RatedByItem:
    """Return how items 14 to 16 rate each player: by all games (below 30), the period's (over 50) or changes."""
    played = sums.games >= RATED
    fixed = ~np.isnan(start.rating) & (start.games >= FIXED)
    many = sums.games > items.MANY_GAMES.under("ICCF-TR-2017")[1]
    if by_item_5 is not None:
        if len(by_item_5) != len(many):
            raise BadInput(f"{len(by_item_5)} marks for {len(many)} players", field="by_item_5")
        many = many | by_item_5
    return RatedByItem(played & ~fixed, played & fixed & many, played & fixed & ~many)


def update(edition: str, players: PlayerColumns, games: GameColumns, context: PeriodContext) -> OutcomeColumns:
    """Return the list after a period. Players without games in it keep their numbers."""
    how = items.arithmetic(edition)
    start = start_of_period(players, how)
    sums = add_up(prepare(players, games, start, how, level=context.level), start, how, context)
    way = rated_by_item(start, sums, context.by_item_5)
    behind = [
        np.where(way.all_games, old, 0).astype(np.int64) + new
        for old, new in ((start.games, sums.games), (start.halves, sums.halves), (start.opponents, sums.opponents))
    ]
    performance = items.performance(behind[0], behind[1], behind[2], how)
    ro = np.nan_to_num(start.rating).astype(np.int64)
    changed = ro * how.change_units + sums.change.astype(np.int64)
    by_changes = ratio_half_up(changed, how.change_units).astype(np.float64)
    by_item_5 = way.all_games | way.period_games
    rating = np.where(by_item_5, performance.rounded, np.where(way.changes, by_changes, start.rating))
    exact = np.where(by_item_5, performance.exact, np.where(way.changes, changed / how.change_units, start.rating))
    return _outcome(players, start, sums, way, rating, exact)


def _outcome(
    players: PlayerColumns, start: StartOfPeriod, sums: Sums, way: RatedByItem, rating: Floats, exact: Floats
) -> OutcomeColumns:
    unknown = np.full(len(players), np.nan)
    total = games_behind(players, sums.games)
    unrated_before = (start.games == 0) & (players.games > 0)  # of these games neither score nor rating tells
    assumed = (start.games > 0) & ~way.all_games
    keep = (np.isnan(players.points) | np.isnan(players.opponents_sum)) & (assumed | unrated_before)
    return OutcomeColumns(
        rating=rating,
        rd=unknown,
        games=total,
        points=np.where(keep, players.points, (start.halves + sums.halves) / 2),
        opponents_sum=np.where(keep, players.opponents_sum, start.opponents + sums.opponents),
        old_rating=start.rating,
        old_rd=unknown,
        change=rating - start.rating,
        period_games=sums.games,
        published=is_listed(rating, total),
        fixed=is_fixed(rating, total),
        exact_rating=exact,
        exact_rd=unknown,
    )


def expect(edition: str, players: PlayerColumns, games: GameColumns, context: PeriodContext, row: int) -> Floats:
    """Return the expected result (item 8) of each game of a player, in the games' order."""
    how = items.arithmetic(edition)
    start = start_of_period(players, how)
    opposition = prepare(players, games, start, how, level=context.level)
    numbers, against, _ = credited_to(opposition, row)
    ratings = half_up(opposition.rating)
    counted = ratings[
        np.where(games.white[numbers] == row, opposition.white_self[numbers], opposition.black_self[numbers])
    ]
    own = counted if np.isnan(start.rating[row]) else np.full(len(against), start.rating[row])
    return items.expected_units(own, ratings[against], how) / how.result_units


update_2016 = partial(update, "ICCF-TR-2016")
update_2017 = partial(update, "ICCF-TR-2017")
expect_2016 = partial(expect, "ICCF-TR-2016")
expect_2017 = partial(expect, "ICCF-TR-2017")
