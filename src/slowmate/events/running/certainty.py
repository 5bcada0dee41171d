"""The best and the worst place each player can end on, while games run.

By points alone: where only a tie-break could decide, the better place is possible and never certain. Exact, without
trying the results one by one: a set of players can all stay below a mark if and only if no part of it plays so many
games within itself that the points must overflow; a set can all reach a mark if and only if no part of it needs more
points than the games it takes part in can give. Both are asked for all subsets of the undecided at once.
A running game is taken to give one point, as every game does that is not defaulted by both.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cache

import numpy as np
from numpy.typing import NDArray

from slowmate.events.running.standings import standings
from slowmate.records import Event, seated

MOST_UNDECIDED = 18
"""Above this many undecided rivals the places are bounds that hold but may not be reached."""

Games = Mapping[str, Mapping[str, int]]


class Chance(StrEnum):
    CERTAIN = "certain"
    POSSIBLE = "possible"
    GONE = "gone"


@dataclass(frozen=True, slots=True)
class PlaceOutlook:
    """The places a player or team can still end on. *exact* is False where they are only bounds."""

    best: int
    worst: int
    exact: bool = True

    def of_place(self, place: int) -> Chance:
        """Decide whether it will be among the first *place*."""
        if self.worst <= place:
            return Chance.CERTAIN
        return Chance.POSSIBLE if self.best <= place else Chance.GONE


def score_chance(points: Fraction, games: int, running: int, share: Fraction) -> Chance:
    """Decide whether a share of the points will be reached: *points* so far, of *games* in all, *running* open."""
    needed = share * games
    if points >= needed:
        return Chance.CERTAIN
    return Chance.POSSIBLE if points + running >= needed else Chance.GONE


def outlooks(event: Event, *, only: Collection[str] | None = None) -> dict[str, PlaceOutlook]:
    """Return the best and the worst place of each player (or team). A finished event has its final places.

    *only*: for whom; all if None.
    """
    event = seated(event)
    lines = standings(event).value
    chosen = [line for line in lines if only is None or line.id in only]
    if not any(line.running for line in lines):
        return {line.id: PlaceOutlook(line.place, line.place) for line in chosen}
    halves = {line.id: int(2 * line.points) for line in lines}
    games = _running_games(event, list(halves))
    return {line.id: _outlook(line.id, halves, games) for line in chosen}


def _running_games(event: Event, ids: Sequence[str]) -> dict[str, dict[str, int]]:
    side = (
        {player: team.id for team in event.teams for player in team.players}
        if event.teams
        else {side_id: side_id for side_id in ids}
    )
    games: dict[str, dict[str, int]] = {side_id: {} for side_id in ids}
    for game in event.games:
        white, black = side.get(game.white), side.get(game.black)
        if game.result is None and white is not None and black is not None and white != black:
            games[white][black] = games[white].get(black, 0) + 1
            games[black][white] = games[black].get(white, 0) + 1
    return games


def _outlook(side: str, halves: Mapping[str, int], games: Games) -> PlaceOutlook:
    ahead, sure_best = _fewest_ahead(side, halves, games)
    level, sure_worst = _most_level(side, halves, games)
    return PlaceOutlook(1 + ahead, 1 + level, exact=sure_best and sure_worst)


def _fewest_ahead(side: str, halves: Mapping[str, int], games: Games) -> tuple[int, bool]:
    """Return how few others must end with more points, when *side* wins all remaining games."""
    mark = halves[side] + 2 * sum(games[side].values())
    rivals = [other for other in halves if other != side]
    ahead = sum(halves[other] > mark for other in rivals)
    # those who cannot pass the mark may win all their games; those who have passed it may do so too
    open_ = [
        other
        for other in rivals
        if halves[other]
        <= mark
        < halves[other] + 2 * sum(count for rival, count in games[other].items() if rival != side)
    ]
    if len(open_) > MOST_UNDECIDED:
        return ahead, False
    within = _games_within(open_, games)
    room = _sums([mark - halves[other] for other in open_])
    behind = _largest(room - 2 * within, len(open_))
    return ahead + len(open_) - behind, True


def _most_level(side: str, halves: Mapping[str, int], games: Games) -> tuple[int, bool]:
    """Return how many others can end with at least as many points, when *side* loses all remaining games."""
    mark = halves[side]
    rivals = [other for other in halves if other != side]
    need = {other: mark - halves[other] - 2 * games[other].get(side, 0) for other in rivals}
    out = {other for other in rivals if need[other] > 2 * sum(n for rival, n in games[other].items() if rival != side)}
    sure = {other for other in rivals if need[other] <= 0}
    open_ = [other for other in rivals if other not in out and other not in sure]
    # against those who are out or sure, all may win; that may make more of them sure
    while True:
        given = {
            other: 2 * sum(n for rival, n in games[other].items() if rival in out or rival in sure) for other in open_
        }
        reached = {other for other in open_ if need[other] <= given[other]}
        if not reached:
            break
        sure |= reached
        open_ = [other for other in open_ if other not in reached]
    if len(open_) > MOST_UNDECIDED:
        return len(sure) + len(open_), False
    within = _games_within(open_, games)
    touching = within[-1] - within[::-1]  # the games of the whole less those within the rest
    needed = _sums([need[other] - given[other] for other in open_])
    return len(sure) + _largest(2 * touching - needed, len(open_)), True


def _sums(values: Sequence[int]) -> NDArray[np.int64]:
    """Return the sum over every subset; subset number s holds the values whose bits are set in s."""
    sums = np.zeros(1, dtype=np.int64)
    for value in values:
        sums = np.concatenate((sums, sums + value))
    return sums


def _games_within(members: Sequence[str], games: Games) -> NDArray[np.int64]:
    """Count for every subset the running games within it."""
    within = np.zeros(1, dtype=np.int64)
    for number, member in enumerate(members):
        against = _sums([games[member].get(rival, 0) for rival in members[:number]])
        within = np.concatenate((within, within + against))
    return within


def _largest(spare: NDArray[np.int64], members: int) -> int:
    """Return the size of the largest subset none of whose parts has a negative value."""
    least = spare.copy()
    for bit in range(members):
        halves = least.reshape(-1, 2, 1 << bit)
        np.minimum(halves[:, 1], halves[:, 0], out=halves[:, 1])
    return int(_sizes(members)[least >= 0].max())


@cache
def _sizes(members: int) -> NDArray[np.int64]:
    return _sums([1] * members)
