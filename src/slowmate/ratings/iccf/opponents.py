"""Rule 9.4 and substitution: with which rating each player of a game counts for their opponent, and who is credited."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from slowmate.ratings.columns import Flags, Floats, GameColumns, Ints, PlayerColumns
from slowmate.ratings.outcome import is_listed

Gain = Callable[[Ints, Ints, Ints, NDArray[np.int8]], Floats]
"""The gain of games for their players, from rows of players and of the opponents' table, opponents, half points."""


@dataclass(frozen=True, slots=True)
class Opposition:
    """The games as two sides each. An opponent is a row of its own table: a player with the rating they count with.

    *player* and *rating* are that table; its first rows are the players in their order, further rows are players who
    count with another rating in some games. *white_as* and *black_as* point into it, at whom the game counts against;
    *white_self* and *black_self* point at who played, *white_instead* and *black_instead* at the player they replace
    (-1 or empty: nobody). *white* and *black* are the players credited with the game.
    """

    white: Ints
    black: Ints
    white_as: Ints
    black_as: Ints
    white_self: Ints
    black_self: Ints
    white_instead: Ints
    black_instead: Ints
    half_points: NDArray[np.int8]
    player: Ints
    rating: Floats


@dataclass(frozen=True, slots=True)
class _Usual:
    """The ratings players count with unless a game says otherwise, and who counts with the event's level."""

    rating: Floats
    listed: Flags
    by_level: Flags


def opposition(players: PlayerColumns, games: GameColumns, *, level: float, levels_count: bool) -> Opposition:
    """Find the rating each player counts with for their opponents.

    A published rating counts, or the start rating where that is higher. A player without one counts with their start
    rating: that of the game, else their own, else their FIDE rating, else the level of the event (rule 9.4). Without a
    level they count with the rating they have, and without one with *level*. *levels_count* is false if the edition
    knows no levels: then the rating they have comes before their FIDE rating.
    """
    usual = _usual(players, level=level, levels_count=levels_count)
    nobody = np.empty(0, np.int64)
    roles = [
        (games.white, games.white_start),
        (games.black, games.black_start),
        *((nobody if rows is None else rows, None) for rows in (games.white_original, games.black_original)),
    ]
    special = [_special(players, usual, rows, start, games.level) for rows, start in roles]
    player, rating = [np.arange(len(players))], [usual.rating]
    white, black, white_original, black_original = (rows for rows, _ in roles)
    special_rows = np.concatenate([rows[where] for (rows, _), (where, _) in zip(roles, special, strict=True)])
    if len(special_rows):
        ratings = np.concatenate([values for _, values in special])
        # one further row for each player and rating: 2**13 is above any rating, so the sum keeps both apart
        _, first, inverse = np.unique(special_rows * 8192.0 + ratings, return_index=True, return_inverse=True)
        player.append(special_rows[first])
        rating.append(ratings[first])
        places = np.split(len(players) + inverse, np.cumsum([len(where) for where, _ in special])[:-1])
        white, black, white_original, black_original = (
            _pointing(rows, where, place) for (rows, _), (where, _), place in zip(roles, special, places, strict=True)
        )
    table = np.concatenate(rating)
    return Opposition(
        white=games.white,
        black=games.black,
        white_as=_higher_of(table, white, white_original),
        black_as=_higher_of(table, black, black_original),
        white_self=white,
        black_self=black,
        white_instead=white_original,
        black_instead=black_original,
        half_points=games.half_points,
        player=np.concatenate(player),
        rating=table,
    )


def needs_level(players: PlayerColumns) -> Flags:
    """Return which players have no rating but the level of the event.

    They have no published rating, no start rating and none of FIDE's.
    """
    return ~is_listed(players.rating, players.games) & np.isnan(players.start_rating) & np.isnan(players.fide_rating)


def _usual(players: PlayerColumns, *, level: float, levels_count: bool) -> _Usual:
    listed = is_listed(players.rating, players.games)
    later = (players.fide_rating, players.rating) if levels_count else (players.rating, players.fide_rating)
    assumed = _first_known(players.start_rating, *later)
    base = np.where(listed, np.fmax(players.rating, players.start_rating), assumed)
    by_level = needs_level(players) if levels_count else np.zeros(len(players), np.bool_)
    return _Usual(np.where(np.isnan(base), level, base), listed, by_level)


def _first_known(*columns: Floats) -> Floats:
    values = columns[0]
    for column in columns[1:]:
        values = np.where(np.isnan(values), column, values)
    return values


def _special(
    players: PlayerColumns, usual: _Usual, rows: Ints, start: Floats | None, level: Floats | None
) -> tuple[Ints, Floats]:
    """Return the games in which a player counts with another rating than usual, and that rating."""
    if not len(rows) or (start is None and (level is None or not usual.by_level.any())):
        return np.empty(0, np.int64), np.empty(0)
    starts = np.full(len(rows), np.nan) if start is None else start
    if level is not None:
        starts = np.where(np.isnan(starts) & usual.by_level[rows], level, starts)
    where = np.flatnonzero(~np.isnan(starts) & (rows >= 0))
    at, starts = rows[where], starts[where]
    counts = np.where(usual.listed[at], np.fmax(players.rating[at], starts), starts)
    differs = counts != usual.rating[at]
    return where[differs], counts[differs]


def _pointing(rows: Ints, where: Ints, places: Ints) -> Ints:
    """Return the rows with those replaced that point at a further row of the table."""
    if not len(where):
        return rows
    changed = rows.copy()
    changed[where] = places
    return changed


def _higher_of(rating: Floats, rows: Ints, original: Ints) -> Ints:
    """Return the higher rated of a substitute and the player they replace, against whom the game counts."""
    if not len(original):
        return rows
    higher = (original >= 0) & (rating[original] > rating[rows])
    return np.where(higher, original, rows)


def credit(opposition: Opposition, games: GameColumns, gain: Gain) -> Opposition:
    """Credit a substitute's game to them if it brings them points, else to the player they replace."""
    white, black = opposition.white, opposition.black
    if games.white_original is not None:
        brings = _brings(opposition, games.white_original, gain, is_white=True)
        white = _credited(white, games.white_original, brings)
    if games.black_original is not None:
        brings = _brings(opposition, games.black_original, gain, is_white=False)
        black = _credited(black, games.black_original, brings)
    return replace(opposition, white=white, black=black)


def _brings(opposition: Opposition, original: Ints, gain: Gain, *, is_white: bool) -> Floats:
    """Return what each game of a substitute brings them."""
    where = np.flatnonzero(original >= 0)
    if is_white:
        own, self, against, halves = (
            opposition.white,
            opposition.white_self,
            opposition.black_as,
            opposition.half_points,
        )
    else:
        own, self, against = opposition.black, opposition.black_self, opposition.white_as
        halves = (2 - opposition.half_points).astype(np.int8)
    return gain(own[where], self[where], against[where], halves[where])


def _credited(own: Ints, original: Ints, brings: Floats) -> Ints:
    where = np.flatnonzero(original >= 0)
    credited = own.copy()
    credited[where] = np.where(brings > 0, own[where], original[where])
    return credited


def credited_to(opposition: Opposition, row: int) -> tuple[Ints, Ints, NDArray[np.int8]]:
    """Return the games credited to one player, in the games' order.

    The columns are numbers, opponents' rows and the player's half points.
    """
    as_white, as_black = np.flatnonzero(opposition.white == row), np.flatnonzero(opposition.black == row)
    games = np.concatenate([as_white, as_black])
    against = np.concatenate([opposition.black_as[as_white], opposition.white_as[as_black]])
    halves = np.concatenate([opposition.half_points[as_white], 2 - opposition.half_points[as_black]]).astype(np.int8)
    order = np.argsort(games, kind="stable")
    return games[order], against[order], halves[order]
