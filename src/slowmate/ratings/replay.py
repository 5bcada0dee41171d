"""Lists that were made by some rules, made again by others: what if?

Each list is made from its own games and players; the new values are carried to the next list instead of the
real ones. Newcomers come with their real values. Exceptions made under the real rules are not repeated.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from slowmate.ratings.columns import REACHED_NAMES, Column, Floats, Ints
from slowmate.ratings.period_list import ListBasis, list_basis, make_list

CARRIED = ("rating", "rd", "games", "points", "opponents_sum", *REACHED_NAMES)
"""The columns that a list hands on to the next."""


@dataclass(frozen=True, slots=True)
class Standing:
    """The players after a list, by their numbers in rising order; NaN is unknown."""

    ids: Ints
    columns: Mapping[str, Floats]

    @property
    def rating(self) -> Floats:
        return self.columns["rating"]


def replay(basis: ListBasis, rules: str, before: Standing | None, *, list_name: str = "standard") -> Standing:
    """Make a list again by other *rules*, continuing from their result *before* (None: it is the first).

    *basis* is that of the real list; its players have numbers as ids. *list_name* names one of FIDE's lists.
    """
    ids = basis.players["id"].astype(np.int64)
    players = _as_left(basis.players, ids, before)
    if rules == "fide-2017":
        players = _with_known_past(players)
    again = list_basis(
        rules,
        players,
        basis.games,
        period=basis.period,
        options={"list": list_name} if rules == "fide-2017" else {},
        needs_levels=False,
    )
    listed = make_list(again, kernel="numpy")
    order = np.argsort(ids, kind="stable")
    unknown = np.full(len(ids), np.nan)
    columns = {name: listed.get(name, unknown).astype(np.float64)[order] for name in CARRIED}
    return Standing(ids[order], columns)


def _as_left(players: Mapping[str, Column], ids: Ints, before: Standing | None) -> dict[str, Column]:
    """Return the players of a list with their results of the lists before."""
    columns = dict(players)
    if before is None or not len(before.ids):
        return columns
    place = np.minimum(np.searchsorted(before.ids, ids), len(before.ids) - 1)
    is_known = before.ids[place] == ids
    for name in CARRIED:
        own = columns.get(name, np.full(len(ids), np.nan)).astype(np.float64)
        columns[name] = np.where(is_known, before.columns[name][place], own)
    return columns


def _with_known_past(players: dict[str, Column]) -> dict[str, Column]:
    """Reset the games of unrated players with unknown score, since FIDE pools games."""
    unknown = np.full(len(players["rating"]), np.nan)
    games, points, total = (players.get(name, unknown) for name in ("games", "points", "opponents_sum"))
    lost = np.isnan(players["rating"]) & (np.isnan(points) | np.isnan(total))
    return {**players, "games": np.where(lost, 0.0, games)}
