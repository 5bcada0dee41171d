"""FIDE 6.1, 6.3, 8.2 to 8.5: games in which a player counts as unrated.

They are few, so they are kept in full: entries (one player in one event) and sides (one game for one player).
Events follow each other by the date of their last such game where dates are given, else by their number.
"""

from dataclasses import dataclass

import numpy as np

from slowmate.ratings.columns import Column, Flags, GameColumns, Ints, PlayerColumns
from slowmate.ratings.fide.composition import ROUND_ROBIN, is_complete
from slowmate.ratings.fide.games import UNRATED, CountedGames
from slowmate.ratings.fide.unrated import RoundRobinRatings, RoundRobins, round_robin_ratings
from slowmate.rulebook import clause
from slowmate.rulebook.applies import applies

AT_THE_END, ROBIN = clause("FIDE-RATING-2017 8.52"), ROUND_ROBIN


@dataclass(frozen=True, slots=True)
class Entries:
    """One row for each player in each event. *event* is the event's place in the order of events.

    *is_unknown*: counts as unrated for their opponents there. *robin* is the entry's number in *ratings*, the
    calculation of the complete round robins, or -1; *robin_games* are the games of those.
    """

    event: Ints
    owner: Ints
    is_unknown: Flags
    robin: Ints
    robin_games: Ints
    robins: RoundRobins | None
    ratings: RoundRobinRatings | None


@dataclass(frozen=True, slots=True)
class Sides:
    """One row for each player for whom a game with an unrated player counts.

    *opponent_rating* is the published rating, or Ru at the end of a round robin.
    """

    game: Ints
    entry: Ints
    opponent_rating: Ints
    halves: Ints


@dataclass(frozen=True, slots=True)
class _Mixed:
    """Games of events in which a player counts as unrated: rows of the games, with White's and Black's entries."""

    rows: Ints
    white: Ints
    black: Ints
    halves: Ints
    event: Ints
    in_round_robin: Flags
    with_unrated: Flags


def sides_with_unrated(
    players: PlayerColumns, games: GameColumns, counted: CountedGames, unknown: tuple[Flags, Flags]
) -> tuple[Entries, Sides]:
    """Return the entries of events with unrated players, and for whom their games count at which rating.

    Not covered: a point made only against a player who is then taken out for scoring zero still makes a later event of
    the same period not the first.
    """
    mixed, event, owner = _mixed_games(games, counted, unknown, len(players))
    is_unknown = np.zeros(len(owner), bool)
    is_unknown[mixed.white[unknown[0][mixed.rows]]] = True
    is_unknown[mixed.black[unknown[1][mixed.rows]]] = True
    robin, robins, ratings = _round_robins(players, mixed, counted, (event, owner, is_unknown))
    robin_games = mixed.rows[robin[mixed.white] >= 0]
    entries = Entries(event, owner, is_unknown, robin, robin_games, robins, ratings)
    return entries, _sides(players, mixed, counted, entries)


def _mixed_games(
    games: GameColumns, counted: CountedGames, unknown: tuple[Flags, Flags], players: int
) -> tuple[_Mixed, Ints, Ints]:
    """Return the games, and by entry the event and the player. The games of a round robin are needed whole."""
    needed = unknown[0] | unknown[1]
    with_unrated = needed.copy()
    is_robin = np.zeros(len(games), bool)
    event = np.zeros(len(games), np.int64) if games.event is None else games.event
    if games.event_type is not None:
        is_robin = games.event_type == ROBIN
        needed |= is_robin & np.isin(event, np.unique(event[needed & is_robin]))
    if counted.why is not None:
        needed &= counted.why == 0
    rows = np.flatnonzero(needed)
    place = _in_order(event[rows], games.extra["date"][rows] if "date" in games.extra else None)
    keys = np.concatenate([place * players + games.white[rows], place * players + games.black[rows]])
    kept_keys, entry = np.unique(keys, return_inverse=True)
    halves = games.half_points[rows].astype(np.int64)
    mixed = _Mixed(rows, entry[: len(rows)], entry[len(rows) :], halves, place, is_robin[rows], with_unrated[rows])
    return mixed, kept_keys // players, kept_keys % players


def _in_order(event: Ints, date: Column | None) -> Ints:
    """Return each game's event as a place in the order of the events."""
    numbers, place = np.unique(event, return_inverse=True)
    if date is None:
        return place.astype(np.int64)
    last = np.zeros(len(numbers), np.int64)
    np.maximum.at(last, place, np.unique(date, return_inverse=True)[1])
    places = np.empty(len(numbers), np.int64)
    places[np.lexsort((numbers, last))] = np.arange(len(numbers))
    return places[place]


def _round_robins(
    players: PlayerColumns, mixed: _Mixed, counted: CountedGames, entries: tuple[Ints, Ints, Flags]
) -> tuple[Ints, RoundRobins | None, RoundRobinRatings | None]:
    """Calculate the ratings made in complete round robins; the entries of all others get -1."""
    event, owner, is_unknown = entries
    whole = _complete(mixed, event)
    inside = whole[event]
    robin = np.where(inside, np.cumsum(inside) - 1, -1)
    if not inside.any():
        return robin, None, None
    ours = whole[mixed.event]
    first = _is_first(players, mixed, entries, inside)
    table = RoundRobins(
        white=robin[mixed.white[ours]],
        black=robin[mixed.black[ours]],
        white_halves=mixed.halves[ours],
        event=np.unique(event[inside], return_inverse=True)[1].astype(np.int64),
        rating=counted.rating[owner[inside]],
        is_rated=~is_unknown[inside],
        is_first=first[inside],
    )
    return robin, table, round_robin_ratings(table)


def _complete(mixed: _Mixed, event: Ints) -> Flags:
    """Return for each event whether it is a round robin with every game played.

    The others are calculated as a Swiss (6.4).
    """
    many = int(event.max()) + 1 if len(event) else 0
    low, high = np.minimum(mixed.white, mixed.black), np.maximum(mixed.white, mixed.black)
    pair, met = np.unique(low * (len(event) + 1) + high, return_counts=True)
    where = event[pair // (len(event) + 1)]
    most = np.zeros(many, np.int64)
    np.maximum.at(most, where, met)
    complete = is_complete(
        np.bincount(event, minlength=many),
        np.bincount(mixed.event, minlength=many),
        np.bincount(where, minlength=many),
        most,
    )
    return complete & (np.bincount(mixed.event[mixed.in_round_robin], minlength=many) > 0)


def _is_first(players: PlayerColumns, mixed: _Mixed, entries: tuple[Ints, Ints, Flags], inside: Flags) -> Flags:
    """Return for each entry whether the player had no games and no point before its event."""
    event, owner, is_unknown = entries
    points = np.zeros(len(event), np.int64)
    for own, other, gained in (
        (mixed.white, mixed.black, mixed.halves),
        (mixed.black, mixed.white, 2 - mixed.halves),
    ):
        counts = inside[own] | ~is_unknown[other]
        points += np.bincount(own[counts], gained[counts], len(event)).astype(np.int64)
    earliest = np.full(len(players), len(event))
    scored = points > 0
    np.minimum.at(earliest, owner[scored], event[scored])
    fresh = ~(players.games > 0)
    return fresh[owner] & (earliest[owner] >= event)


@applies(clause("FIDE-RATING-2017 6.3"))
def _sides(players: PlayerColumns, mixed: _Mixed, counted: CountedGames, entries: Entries) -> Sides:
    """Return the sides of games that count for a player.

    That is against a rated opponent, and in a complete round robin also against an unrated one. Players who scored zero
    in their first event are left out, also for their opponents; but a player who is rated by now (8.4) keeps their own
    games against rated opponents.
    """
    against = np.where(entries.is_unknown, UNRATED, counted.rating[entries.owner])
    takes_part = np.ones(len(against), bool)
    if entries.ratings is not None:
        inside = entries.robin >= 0
        takes_part[inside] = entries.ratings.takes_part
        new_ratings = np.where(entries.ratings.takes_part, entries.ratings.new.rounded(), UNRATED)
        against[inside] = np.where(entries.is_unknown[inside], new_ratings, against[inside])
    takes_part |= ~np.isnan(players.rating)[entries.owner]
    parts = []
    for own, other, gained in (
        (mixed.white, mixed.black, mixed.halves),
        (mixed.black, mixed.white, 2 - mixed.halves),
    ):
        counts = mixed.with_unrated & (against[other] != UNRATED) & takes_part[own]
        parts.append((mixed.rows[counts], own[counts], against[other[counts]], gained[counts]))
    return Sides(*(np.concatenate(pair) for pair in zip(*parts, strict=True)))
