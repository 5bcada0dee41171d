"""Rule 9.4 and substitution: with which rating each player of a game counts for their opponent, and who is credited."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from slowmate.ratings.columns import Flags, Floats, GameColumns, Ints, PlayerColumns
from slowmate.ratings.outcome import is_listed

Gain = Callable[[Ints, Ints, Ints, NDArray[np.int8]], Floats]
"""What a game brings its player: rows of players, the same as rows of the opponents' table, opponents, half points."""


@dataclass(frozen=True, slots=True)
class Opposition:
    """The games as two sides each. An opponent is a row of its own table: a player with the rating they count with.

    *player* and *rating* are that table; its first rows are the players in their order, further rows are players who
    count with another rating in some games. *white_as* and *black_as* point into it, at whom the game counts against;
    *white_self* and *black_self* point at who played. *white* and *black* are the players credited with the game.
    """

    white: Ints
    black: Ints
    white_as: Ints
    black_as: Ints
    white_self: Ints
    black_self: Ints
    half_points: NDArray[np.int8]
    player: Ints
    rating: Floats


@dataclass(frozen=True, slots=True)
class _Usual:
    """What the players count with where a game says nothing else, and who of them counts with the event's level."""

    rating: Floats
    listed: Flags
    by_level: Flags


def opposition(players: PlayerColumns, games: GameColumns, *, level: float, levels_count: bool) -> Opposition:
    """Find the rating everybody counts with for their opponents.

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
    wanted = np.concatenate([rows[where] for (rows, _), (where, _) in zip(roles, special, strict=True)])
    if len(wanted):
        ratings = np.concatenate([values for _, values in special])
        # one further row for each player and rating: 2**13 is above any rating, so the sum keeps both apart
        _, first, inverse = np.unique(wanted * 8192.0 + ratings, return_index=True, return_inverse=True)
        player.append(wanted[first])
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
        half_points=games.half_points,
        player=np.concatenate(player),
        rating=table,
    )


def needs_level(players: PlayerColumns) -> Flags:
    """Players for whom only the level of the event is left: no published rating, no start rating, none of FIDE's."""
    return ~is_listed(players.rating, players.games) & np.isnan(players.start_rating) & np.isnan(players.fide_rating)


def _usual(players: PlayerColumns, *, level: float, levels_count: bool) -> _Usual:
    listed = is_listed(players.rating, players.games)
    later = (players.fide_rating, players.rating) if levels_count else (players.rating, players.fide_rating)
    assumed = _first_known(players.start_rating, *later)
    base = np.where(listed, np.fmax(players.rating, players.start_rating), assumed)
    by_level = needs_level(players) if levels_count else np.zeros(len(players), np.bool_)
    return _Usual(np.where(np.isnan(base), level, base), listed, by_level)


def _first_known(*columns: Floats) -> Floats:
    found = columns[0]
    for column in columns[1:]:
        found = np.where(np.isnan(found), column, found)
    return found


def _special(
    players: PlayerColumns, usual: _Usual, rows: Ints, start: Floats | None, level: Floats | None
) -> tuple[Ints, Floats]:
    """The games in which a player counts with another rating than usual, and that rating."""
    if not len(rows) or (start is None and (level is None or not usual.by_level.any())):
        return np.empty(0, np.int64), np.empty(0)
    given = np.full(len(rows), np.nan) if start is None else start
    if level is not None:
        given = np.where(np.isnan(given) & usual.by_level[rows], level, given)
    where = np.flatnonzero(~np.isnan(given) & (rows >= 0))
    at, given = rows[where], given[where]
    counts = np.where(usual.listed[at], np.fmax(players.rating[at], given), given)
    differs = counts != usual.rating[at]
    return where[differs], counts[differs]


def _pointing(rows: Ints, where: Ints, places: Ints) -> Ints:
    """The rows with those replaced that point at a further row of the table."""
    if not len(where):
        return rows
    changed = rows.copy()
    changed[where] = places
    return changed


def _higher_of(rating: Floats, rows: Ints, original: Ints) -> Ints:
    """Against a substitute the game counts as played against the higher rated of them and the one they replace."""
    if not len(original):
        return rows
    higher = (original >= 0) & (rating[original] > rating[rows])
    return np.where(higher, original, rows)


def credit(found: Opposition, games: GameColumns, gain: Gain) -> Opposition:
    """Give a substitute's game to them if it brings them something, else to the player they replace."""
    white, black = found.white, found.black
    if games.white_original is not None:
        brings = _brings(found, games.white_original, gain, is_white=True)
        white = _credited(white, games.white_original, brings)
    if games.black_original is not None:
        brings = _brings(found, games.black_original, gain, is_white=False)
        black = _credited(black, games.black_original, brings)
    return replace(found, white=white, black=black)


def _brings(found: Opposition, original: Ints, gain: Gain, *, is_white: bool) -> Floats:
    """What each game of a substitute brings them."""
    where = np.flatnonzero(original >= 0)
    if is_white:
        own, self, against, halves = found.white, found.white_self, found.black_as, found.half_points
    else:
        own, self, against = found.black, found.black_self, found.white_as
        halves = (2 - found.half_points).astype(np.int8)
    return gain(own[where], self[where], against[where], halves[where])


def _credited(own: Ints, original: Ints, brings: Floats) -> Ints:
    where = np.flatnonzero(original >= 0)
    credited = own.copy()
    credited[where] = np.where(brings > 0, own[where], original[where])
    return credited


def credited_to(found: Opposition, row: int) -> tuple[Ints, Ints, NDArray[np.int8]]:
    """The games credited to one player: numbers, opponents' rows and the player's half points, in the games' order."""
    as_white, as_black = np.flatnonzero(found.white == row), np.flatnonzero(found.black == row)
    games = np.concatenate([as_white, as_black])
    against = np.concatenate([found.black_as[as_white], found.white_as[as_black]])
    halves = np.concatenate([found.half_points[as_white], 2 - found.half_points[as_black]]).astype(np.int8)
    order = np.argsort(games, kind="stable")
    return games[order], against[order], halves[order]
