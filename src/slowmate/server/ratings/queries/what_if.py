"""What if other rules had made the lists: a player's history, or a whole list, beside the real one.

All lists since the first whose games are known are made again, one after the other, and what comes of it is kept: a
published list never changes, so that each is made again by each system once.
"""

import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from django.core.cache import caches
from django.utils.translation import gettext as _
from numpy.typing import NDArray

from slowmate.ratings.columns import Column, Ints
from slowmate.ratings.fide.reporting import Drift, drift
from slowmate.ratings.replay import CARRIED, Standing, replay
from slowmate.server.ratings.models import ListEntry, RatingList
from slowmate.server.ratings.queries import inputs, lists
from slowmate.server.ratings.queries.graph import Graph, Value, over_numbers, over_time
from slowmate.server.ratings.queries.profile import PoolHistory, changes_of_rules
from slowmate.server.ratings.text import rules_words

KEPT = caches["computed"]
NONE = 0
"""For a rating that there is not."""
STEP = 50
"""Rating points that one place of the picture of a whole list stands for."""


@dataclass(frozen=True, slots=True)
class Replayed:
    """Lists made again: their numbers and periods, players in rising order, ratings by list and player (`NONE`: none),
    and how the last of them leaves the players."""

    lists: Ints
    periods: Column
    ids: Ints
    ratings: NDArray[np.int16]
    standing: Standing

    def rating_of(self, player: int) -> dict[str, int | None]:
        """A player's rating by the period of the list."""
        place = int(np.searchsorted(self.ids, player))
        if place >= len(self.ids) or self.ids[place] != player:
            return {}
        return {str(period): int(one) or None for period, one in zip(self.periods, self.ratings[:, place], strict=True)}

    def ratings_in(self, row: int) -> Mapping[int, int]:
        """Everybody's rating in one of the lists."""
        line = self.ratings[int(np.flatnonzero(self.lists == row)[0])]
        return {int(pk): int(one) for pk, one in zip(self.ids, line, strict=True) if one != NONE}


def replayed(row: RatingList, rules: str) -> Replayed:
    """A list and all before it by one system: as it was kept, or as far as it was, and the rest made now."""
    chain = _chain(row)
    kept = None
    missing: list[RatingList] = []
    for one in chain:
        kept = _read(one, rules)
        if kept is not None:
            break
        missing.append(one)
    for one in reversed(missing):
        kept = _with_list(kept, one, rules)
    if kept is None:
        raise ValueError(f"nothing is known of what {row} was made from")
    if missing:
        _write(row, rules, kept)
    return kept


def _chain(row: RatingList) -> list[RatingList]:
    """A list and those before it from which it follows, the latest first, as far as their games are known."""
    rows = RatingList.objects.filter(pool=row.pool, state=RatingList.State.PUBLISHED)
    by_number = {one.pk: one for one in rows.defer("left_out")}
    found: list[RatingList] = []
    following = by_number.get(row.pk)
    while following is not None and not following.is_imported:
        found.append(following)
        following = by_number.get(following.previous_id or 0)
    return found


def _with_list(before: Replayed | None, row: RatingList, rules: str) -> Replayed:
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
        return Replayed(number, period, ids, line, made)
    table = np.zeros((len(before.lists), len(ids)), np.int16)
    table[:, np.searchsorted(ids, before.ids)] = before.ratings
    return Replayed(
        np.append(before.lists, number),
        np.append(before.periods, period),
        ids,
        np.vstack([table, line]),
        _all(before.standing, made),
    )


def _all(before: Standing, after: Standing) -> Standing:
    """The players after a list, with those whom it no longer has."""
    gone = ~np.isin(before.ids, after.ids)
    ids = np.concatenate([after.ids, before.ids[gone]])
    order = np.argsort(ids, kind="stable")
    columns = {name: np.concatenate([after.columns[name], before.columns[name][gone]])[order] for name in CARRIED}
    return Standing(ids[order], columns)


def _key(row: RatingList, rules: str) -> str:
    """Where it is kept: by everything that tells a list from another one."""
    when = int(row.published.timestamp()) if row.published else 0
    return f"what-if/{rules}/{row.pool}/{row.pk}/{row.version}/{when}/{row.players}/{row.games}"


def _write(row: RatingList, rules: str, made: Replayed) -> None:
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
    KEPT.set(_key(row, rules), packed.getvalue())


def _read(row: RatingList, rules: str) -> Replayed | None:
    packed = KEPT.get(_key(row, rules))
    if packed is None:
        return None
    with np.load(io.BytesIO(packed), allow_pickle=False) as kept:
        ratings = np.cumsum(kept["changes"], axis=0, dtype=np.int16)
        standing = Standing(kept["standing_ids"], {name: kept[f"standing_{name}"] for name in CARRIED})
        return Replayed(kept["lists"], kept["periods"], kept["ids"], ratings, standing)


# one player


@dataclass(frozen=True, slots=True)
class Beside:
    """One list of a player: what it says, and what it would."""

    entry: ListEntry
    other: int | None

    @property
    def apart(self) -> int | None:
        real = self.entry.rating if self.entry.published else None
        return None if real is None or self.other is None else self.other - real


@dataclass(frozen=True, slots=True)
class PlayerWhatIf:
    """A player's history beside the one that other rules would have made, the first list first."""

    rules: str
    lines: Sequence[Beside]
    graph: Graph | None

    @property
    def latest_first(self) -> Sequence[Beside]:
        return self.lines[::-1]


def of_player(history: PoolHistory, newest: RatingList, rules: str) -> PlayerWhatIf:
    """What other rules would have made of a player. *newest* is the last list of his pool."""
    found = replayed(newest, rules).rating_of(history.player.pk)
    lines = [Beside(entry, found[entry.list.period]) for entry in history.entries if entry.list.period in found]
    shown = [one for one in lines if one.entry.published]
    return PlayerWhatIf(rules, shown, _player_graph(history, shown, rules) if len(shown) > 1 else None)


def _player_graph(history: PoolHistory, lines: Sequence[Beside], rules: str) -> Graph:
    values = [Value(one.entry.list.valid_from.toordinal(), (one.entry.rating, one.other), _words(one)) for one in lines]
    words = _("Rating of %(name)s as it is, and under the %(rules)s.") % {
        "name": history.player.name,
        "rules": rules_words(rules),
    }
    names = [_("as it is"), rules_words(rules)]
    return over_time(words, values, names=names, marks=changes_of_rules([one.entry for one in lines]))


def _words(one: Beside) -> str:
    facts = {"list": one.entry.list.period, "real": one.entry.rating, "other": one.other or "–"}
    return _("%(list)s: %(real)s, else %(other)s") % facts


# a whole list


@dataclass(frozen=True, slots=True)
class ListWhatIf:
    """A list beside the one that other rules would have made: whom the real one shows, best first, with both ratings
    and how far they are apart (`NONE` where there is no other). *drift* says how the whole moved."""

    rules: str
    players: Ints
    real: Ints
    other: Ints
    drift: Drift | None
    graph: Graph | None

    @property
    def apart(self) -> Ints:
        return np.where(self.other == NONE, 0, self.other - self.real)

    def order(self, sort: str) -> Ints:
        """Places in the list by how it is sorted: as it is, by what was gained, or by what was lost."""
        if sort == "gains":
            return np.argsort(-self.apart, kind="stable")
        if sort == "losses":
            return np.argsort(self.apart, kind="stable")
        return np.arange(len(self.players))


def of_list(row: RatingList, rules: str) -> ListWhatIf:
    """What other rules would have made of a list; kept like the rest."""
    key = f"{_key(row, rules)}/list"
    packed = KEPT.get(key)
    if packed is None:
        table = _table(row, rules)
        out = io.BytesIO()
        np.savez_compressed(out, table=table)
        packed = out.getvalue()
        KEPT.set(key, packed)
    with np.load(io.BytesIO(packed), allow_pickle=False) as kept:
        players, real, other = kept["table"]
    has_both = other != NONE
    moved = drift(real[has_both].tolist(), other[has_both].tolist()).value if has_both.any() else None
    return ListWhatIf(rules, players, real, other, moved, _list_graph(real, other[has_both], rules))


def _table(row: RatingList, rules: str) -> Ints:
    """Players, real ratings and others, of whom the list shows."""
    newest = lists.newest(row.pool)
    known = None if newest is None or newest.is_imported else replayed(newest, rules)
    found = known if known is not None and row.pk in known.lists else replayed(row, rules)
    others = found.ratings_in(row.pk)
    shown = ListEntry.objects.filter(list=row, rank__isnull=False).order_by("rank", "player_id")
    rows = [(pk, rating, others.get(pk, NONE)) for pk, rating in shown.values_list("player_id", "rating")]
    return np.array(rows, np.int64).reshape(len(rows), 3).T


def _list_graph(real: Ints, other: Ints, rules: str) -> Graph | None:
    """How many players have which rating, as it is and by the other rules."""
    if not len(real) or not len(other):
        return None
    every = np.concatenate([real, other])
    first, last = int(every.min()) // STEP, int(every.max()) // STEP
    counts = [np.bincount(some // STEP - first, minlength=last - first + 1) for some in (real, other)]
    values = [
        Value((first + place) * STEP, (float(one), float(two)), _count_words((first + place) * STEP, one, two))
        for place, (one, two) in enumerate(zip(*counts, strict=True))
    ]
    words = _("How many players have which rating, as it is and under the %(rules)s.") % {"rules": rules_words(rules)}
    return over_numbers(words, values, names=[_("as it is"), rules_words(rules)])


def _count_words(at: int, one: int, two: int) -> str:
    facts = {"from": at, "to": at + STEP - 1, "one": one, "two": two}
    return _("%(from)d to %(to)d: %(one)d, else %(two)d") % facts


def entries_of(row: RatingList, players: Iterable[int]) -> dict[int, ListEntry]:
    """What the list says of some players."""
    chosen = [int(pk) for pk in players]
    return {
        one.player_id: one
        for one in ListEntry.objects.filter(list=row, player__in=chosen).select_related("player").order_by()
    }
