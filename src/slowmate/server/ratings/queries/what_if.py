"""Rating lists recomputed under other rules, for a player's history or a whole list.

All lists since the first with known games are recomputed one after the other. The results are cached: a published list
never changes, so each list is recomputed once under each system.
"""

import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from django.core.cache import caches
from numpy.typing import NDArray

from slowmate.ratings.columns import Column, Ints
from slowmate.ratings.fide.reporting import Drift, drift
from slowmate.ratings.replay import CARRIED, Standing, replay
from slowmate.server.ratings.models import ListEntry, RatingList
from slowmate.server.ratings.queries import inputs, lists
from slowmate.server.ratings.queries.history import PoolHistory

CACHE = caches["computed"]
NONE = 0
"""Stands for a missing rating."""


@dataclass(frozen=True, slots=True)
class ListReplay:
    """Recomputed lists: their numbers and periods, players in rising order, ratings by list and player (`NONE` if
    missing), and the standing of the players after the last list."""

    lists: Ints
    periods: Column
    ids: Ints
    ratings: NDArray[np.int16]
    standing: Standing

    def rating_of(self, player: int) -> dict[str, int | None]:
        """Return a player's ratings by the periods of the lists."""
        place = int(np.searchsorted(self.ids, player))
        if place >= len(self.ids) or self.ids[place] != player:
            return {}
        return {
            str(period): int(rating) or None
            for period, rating in zip(self.periods, self.ratings[:, place], strict=True)
        }

    def ratings_in(self, row: int) -> Mapping[int, int]:
        """Return the ratings of all players in one of the lists."""
        line = self.ratings[int(np.flatnonzero(self.lists == row)[0])]
        return {int(pk): int(rating) for pk, rating in zip(self.ids, line, strict=True) if rating != NONE}


def replay_lists(row: RatingList, rules: str) -> ListReplay:
    """Recompute a list and all before it by one system, beginning after the last cached one.

    Raises ValueError if the list was made elsewhere.
    """
    result = None
    missing: list[RatingList] = []
    for earlier in _chain(row):
        result = _read(earlier, rules)
        if result is not None:
            break
        missing.append(earlier)
    for earlier in reversed(missing):
        result = _with_list(result, earlier, rules)
    if result is None:
        raise ValueError(f"nothing is known of what {row} was made from")
    if missing:
        _write(row, rules, result)
    return result


def _chain(row: RatingList) -> list[RatingList]:
    """Return a list and those it follows from, the latest first, as far as their games are known."""
    rows = RatingList.objects.filter(pool=row.pool, state=RatingList.State.PUBLISHED)
    by_number = {published.pk: published for published in rows.defer("left_out")}
    chain: list[RatingList] = []
    link = by_number.get(row.pk)
    while link is not None and not link.is_imported:
        chain.append(link)
        link = by_number.get(link.previous_id or 0)
    return chain


def _with_list(before: ListReplay | None, row: RatingList, rules: str) -> ListReplay:
    made = replay(
        inputs.of_list(row).basis,
        rules,
        before.standing if before else None,
        list_name=row.pool.removeprefix(inputs.FIDE) if row.pool.startswith(inputs.FIDE) else "standard",
    )
    ids = made.ids if before is None else np.union1d(before.ids, made.ids)
    line = np.zeros((1, len(ids)), np.int16)
    line[0, np.searchsorted(ids, made.ids)] = np.nan_to_num(made.rating, nan=NONE).astype(np.int16)
    number, period = np.array([row.pk], np.int64), np.array([row.period])
    if before is None:
        return ListReplay(number, period, ids, line, made)
    table = np.zeros((len(before.lists), len(ids)), np.int16)
    table[:, np.searchsorted(ids, before.ids)] = before.ratings
    return ListReplay(
        np.append(before.lists, number),
        np.append(before.periods, period),
        ids,
        np.vstack([table, line]),
        _all(before.standing, made),
    )


def _all(before: Standing, after: Standing) -> Standing:
    """Return the players after a list, with those it no longer has."""
    gone = ~np.isin(before.ids, after.ids)
    ids = np.concatenate([after.ids, before.ids[gone]])
    order = np.argsort(ids, kind="stable")
    columns = {name: np.concatenate([after.columns[name], before.columns[name][gone]])[order] for name in CARRIED}
    return Standing(ids[order], columns)


VERSION = 2
"""The version of what is cached: another one where replays give other numbers or columns."""


def _key(row: RatingList, rules: str) -> str:
    """Return the cache key of a list: everything that tells it from other lists."""
    when = int(row.published.timestamp()) if row.published else 0
    return f"what-if/{VERSION}/{rules}/{row.pool}/{row.pk}/{row.version}/{when}/{row.players}/{row.games}"


def _write(row: RatingList, rules: str, made: ListReplay) -> None:
    packed = io.BytesIO()
    changes = np.diff(made.ratings, axis=0, prepend=np.zeros((1, len(made.ids)), np.int16))
    standing: dict[str, Any] = {f"standing_{name}": values for name, values in made.standing.columns.items()}
    about: dict[str, Any] = {
        "lists": made.lists,
        "periods": made.periods,
        "ids": made.ids,
        "standing_ids": made.standing.ids,
    }
    np.savez_compressed(packed, changes=changes, **about, **standing)
    CACHE.set(_key(row, rules), packed.getvalue())


def _read(row: RatingList, rules: str) -> ListReplay | None:
    packed = CACHE.get(_key(row, rules))
    if packed is None:
        return None
    with np.load(io.BytesIO(packed), allow_pickle=False) as cached:
        ratings = np.cumsum(cached["changes"], axis=0, dtype=np.int16)
        standing = Standing(cached["standing_ids"], {name: cached[f"standing_{name}"] for name in CARRIED})
        return ListReplay(cached["lists"], cached["periods"], cached["ids"], ratings, standing)


# one player


@dataclass(frozen=True, slots=True)
class WhatIfEntry:
    """A player's entry in one list, with the rating under other rules."""

    entry: ListEntry
    other: int | None

    @property
    def apart(self) -> int | None:
        real = self.entry.rating if self.entry.published else None
        return None if real is None or self.other is None else self.other - real


@dataclass(frozen=True, slots=True)
class PlayerWhatIf:
    """A player's history beside the history under other rules, the first list first."""

    rules: str
    lines: Sequence[WhatIfEntry]

    @property
    def latest_first(self) -> Sequence[WhatIfEntry]:
        return self.lines[::-1]


def of_player(history: PoolHistory, newest: RatingList, rules: str) -> PlayerWhatIf:
    """Return a player's published ratings beside those under other rules. *newest* is the last list of the pool."""
    ratings = replay_lists(newest, rules).rating_of(history.player.pk)
    entries = (entry for entry in history.entries if entry.list.period in ratings and entry.published)
    return PlayerWhatIf(rules, [WhatIfEntry(entry, ratings[entry.list.period]) for entry in entries])


# a whole list


@dataclass(frozen=True, slots=True)
class ListWhatIf:
    """A list beside the list under other rules: the players of the real one, best first, with both ratings (`NONE` if
    there is no other). *drift* is how the whole list moved."""

    rules: str
    players: Ints
    real: Ints
    other: Ints
    drift: Drift | None

    @property
    def apart(self) -> Ints:
        return np.where(self.other == NONE, 0, self.other - self.real)

    def order(self, sort: str) -> Ints:
        """Return places in the list, sorted by rank, by gains or by losses."""
        if sort == "gains":
            return np.argsort(-self.apart, kind="stable")
        if sort == "losses":
            return np.argsort(self.apart, kind="stable")
        return np.arange(len(self.players))


def of_list(row: RatingList, rules: str) -> ListWhatIf:
    """Return a list beside the list under other rules, cached like the rest."""
    key = f"{_key(row, rules)}/list"
    packed = CACHE.get(key)
    if packed is None:
        table = _table(row, rules)
        out = io.BytesIO()
        np.savez_compressed(out, table=table)
        packed = out.getvalue()
        CACHE.set(key, packed)
    with np.load(io.BytesIO(packed), allow_pickle=False) as cached:
        players, real, other = cached["table"]
    has_both = other != NONE
    moved = drift(real[has_both].tolist(), other[has_both].tolist()).value if has_both.any() else None
    return ListWhatIf(rules, players, real, other, moved)


def _table(row: RatingList, rules: str) -> Ints:
    """Return the players that the list shows, their ratings, and their ratings under other rules."""
    newest = lists.newest(row.pool)
    replay_of_newest = None if newest is None or newest.is_imported else replay_lists(newest, rules)
    has_row = replay_of_newest is not None and row.pk in replay_of_newest.lists
    result = replay_of_newest if replay_of_newest is not None and has_row else replay_lists(row, rules)
    others = result.ratings_in(row.pk)
    entries = ListEntry.objects.filter(list=row, rank__isnull=False).order_by("rank", "player_id")
    rows = [(pk, rating, others.get(pk, NONE)) for pk, rating in entries.values_list("player_id", "rating")]
    return np.array(rows, np.int64).reshape(len(rows), 3).T


def entries_of(row: RatingList, players: Iterable[int]) -> dict[int, ListEntry]:
    """Return the entries of some players in a list, by their numbers."""
    chosen = [int(pk) for pk in players]
    return {
        entry.player_id: entry
        for entry in ListEntry.objects.filter(list=row, player__in=chosen).select_related("player").order_by()
    }
