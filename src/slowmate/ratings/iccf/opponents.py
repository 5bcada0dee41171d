"""Rule 9.4 and substitution: with which rating each player of a game counts for his opponent, and who is credited."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from slowmate.ratings.columns import Flags, Floats, GameColumns, Ints, PlayerColumns
from slowmate.ratings.outcome import is_listed

Gain = Callable[[Ints, Ints, NDArray[np.int8]], Floats]
"""What a game brings its player: rows of players, rows of opponents, half points."""


@dataclass(frozen=True, slots=True)
class Opposition:
    """The games as two sides each. An opponent is a row of its own table: a player with the rating he counts with.

    *player* and *rating* are that table; its first rows are the players in their order, further rows are players who
    count with another rating in some games. *white_as* and *black_as* point into it; *white* and *black* are the
    players credited with the game.
    """

    white: Ints
    black: Ints
    white_as: Ints
    black_as: Ints
    half_points: NDArray[np.int8]
    player: Ints
    rating: Floats


def opposition(players: PlayerColumns, games: GameColumns, *, level: float, levels_count: bool) -> Opposition:
    """Find the rating everybody counts with for his opponents.

    A published rating counts, or the start rating where that is higher; a player without one counts with his start
    rating (of the game, else his own), else with the rating he has, his FIDE rating, or the level of the event.
    *level* is used where no level is said; *levels_count* is false where the edition knows no levels.
    """
    assumed = _first_known(players.start_rating, players.rating, players.fide_rating)
    base = np.where(is_listed(players.rating, players.games), np.fmax(players.rating, players.start_rating), assumed)
    nothing_known = np.isnan(base)
    base = np.where(nothing_known, level, base)
    sides = [
        _special(players, base, nothing_known, rows, start, games.level if levels_count else None)
        for rows, start in ((games.white, games.white_start), (games.black, games.black_start))
    ]
    player, rating = [np.arange(len(players))], [base]
    as_rows = [games.white, games.black]
    wanted = np.concatenate([rows[where] for rows, (where, _) in zip(as_rows, sides, strict=True)])
    if len(wanted):
        ratings = np.concatenate([values for _, values in sides])
        # one further row for each player and rating: 2**13 is above any rating, so the sum keeps both apart
        _, first, inverse = np.unique(wanted * 8192.0 + ratings, return_index=True, return_inverse=True)
        player.append(wanted[first])
        rating.append(ratings[first])
        cut = len(sides[0][0])
        for number, part in enumerate((inverse[:cut], inverse[cut:])):
            as_rows[number] = as_rows[number].copy()
            as_rows[number][sides[number][0]] = len(players) + part
    found = Opposition(
        games.white,
        games.black,
        as_rows[0],
        as_rows[1],
        games.half_points,
        np.concatenate(player),
        np.concatenate(rating),
    )
    return _higher_rated(found, games)


def _first_known(*columns: Floats) -> Floats:
    found = columns[0]
    for column in columns[1:]:
        found = np.where(np.isnan(found), column, found)
    return found


def _special(
    players: PlayerColumns, base: Floats, nothing_known: Flags, rows: Ints, start: Floats | None, level: Floats | None
) -> tuple[Ints, Floats]:
    """The games in which a player counts with another rating than usual, and that rating."""
    if start is None and level is None:
        return np.empty(0, np.int64), np.empty(0)
    given = np.full(len(rows), np.nan) if start is None else start
    if level is not None:
        given = np.where(np.isnan(given) & nothing_known[rows], level, given)
    where = np.flatnonzero(~np.isnan(given))
    at, given = rows[where], given[where]
    counts = np.where(is_listed(players.rating, players.games)[at], np.fmax(players.rating[at], given), given)
    differs = counts != base[at]
    return where[differs], counts[differs]


def _higher_rated(found: Opposition, games: GameColumns) -> Opposition:
    """Against a substitute the game counts as played against the higher rated of him and the one he replaces."""
    white_as = _higher_of(found, found.white_as, games.white_original)
    black_as = _higher_of(found, found.black_as, games.black_original)
    return replace(found, white_as=white_as, black_as=black_as)


def _higher_of(found: Opposition, rows: Ints, original: Ints | None) -> Ints:
    if original is None:
        return rows
    higher = (original >= 0) & (found.rating[original] > found.rating[rows])
    return np.where(higher, original, rows)


def credit(found: Opposition, games: GameColumns, gain: Gain) -> Opposition:
    """Give a substitute's game to him if it brings him something, else to the player he replaces."""
    white, black = found.white, found.black
    if games.white_original is not None:
        white = _credited(white, games.white_original, found.black_as, found.half_points, gain)
    if games.black_original is not None:
        black = _credited(black, games.black_original, found.white_as, (2 - found.half_points).astype(np.int8), gain)
    return replace(found, white=white, black=black)


def _credited(own: Ints, original: Ints, against: Ints, halves: NDArray[np.int8], gain: Gain) -> Ints:
    where = np.flatnonzero(original >= 0)
    credited = own.copy()
    his = gain(own[where], against[where], halves[where]) > 0
    credited[where] = np.where(his, own[where], original[where])
    return credited


def credited_to(found: Opposition, row: int) -> tuple[Ints, Ints, NDArray[np.int8]]:
    """The games credited to one player: their numbers, the opponents' rows and his half points, in the games' order."""
    as_white, as_black = np.flatnonzero(found.white == row), np.flatnonzero(found.black == row)
    games = np.concatenate([as_white, as_black])
    against = np.concatenate([found.black_as[as_white], found.white_as[as_black]])
    halves = np.concatenate([found.half_points[as_white], 2 - found.half_points[as_black]]).astype(np.int8)
    order = np.argsort(games, kind="stable")
    return games[order], against[order], halves[order]
