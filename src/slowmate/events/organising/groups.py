"""A very large field dealt into groups of sections that are as strong as each other, so that each can be divided."""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from slowmate.events.organising.lots import shuffled
from slowmate.records import Player

_EVEN = 0.005
"""Groups whose averages differ by less are even."""
_EXCHANGES = 20
"""The most exchanges of a pair by each group with another."""

Group = tuple[NDArray[np.int64], list[int]]
"""Positions of its players, best first, and the numbers of its sections, from 0."""


def grouped(
    players: Sequence[Player], ratings: NDArray[np.float64], sizes: Sequence[int], *, seed: str, large: int, group: int
) -> Iterator[Group]:
    """Divide a field of more than *large* players into groups of about *group*; smaller fields stay as they are.

    Players of a federation and title are dealt out in turn, the order of the groups drawn by lot each time round; then
    players of one federation and title change places between groups until the averages are even.
    """
    number = max(1, len(players) // group) if len(players) > large else 1
    if number == 1 or len(sizes) < number:
        yield np.arange(len(players)), list(range(len(sizes)))
        return
    dealt = _deal(players, [sum(sizes[turn::number]) for turn in range(number)], seed)
    kinds = np.unique([f"{player.federation}/{player.title}" for player in players], return_inverse=True)[1]
    _even_out(dealt, ratings, kinds, number)
    for turn in range(number):
        yield np.flatnonzero(dealt == turn), list(range(turn, len(sizes), number))


def _deal(players: Sequence[Player], room: list[int], seed: str) -> NDArray[np.int64]:
    order = sorted(
        range(len(players)), key=lambda number: (players[number].federation or "", players[number].title or "", number)
    )
    dealt = np.zeros(len(players), dtype=np.int64)
    at = 0
    while at < len(order):
        for group in shuffled(range(len(room)), f"{seed}/groups/{at}"):
            if at < len(order) and room[group]:
                room[group] -= 1
                dealt[order[at]] = group
                at += 1
    return dealt


def _even_out(dealt: NDArray[np.int64], ratings: NDArray[np.float64], kinds: NDArray[np.int64], number: int) -> None:
    """Exchange the pair of a kind that brings the strongest and the weakest group nearest to each other."""
    counts = np.bincount(dealt, minlength=number)
    for _ in range(_EXCHANGES * number):
        averages = np.bincount(dealt, ratings, number) / counts
        strong, weak = int(averages.argmax()), int(averages.argmin())
        if averages[strong] - averages[weak] < _EVEN:
            return
        difference = (averages[strong] - averages[weak]) / (1 / counts[strong] + 1 / counts[weak])
        ours, theirs = np.flatnonzero(dealt == strong), np.flatnonzero(dealt == weak)
        miss = np.abs(ratings[ours][:, None] - ratings[theirs][None, :] - difference)
        miss[kinds[ours][:, None] != kinds[theirs][None, :]] = np.inf
        row, column = divmod(int(miss.argmin()), len(theirs))
        if miss[row, column] >= difference:
            return
        dealt[ours[row]], dealt[theirs[column]] = weak, strong
