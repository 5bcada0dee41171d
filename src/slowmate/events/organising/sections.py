"""Dividing entrants into sections of equal strength, with federations, titled and unrated players spread."""

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil

import numpy as np
from numpy.typing import NDArray

from slowmate.events.organising.groups import grouped
from slowmate.events.organising.lots import shuffled
from slowmate.records import BadInput, Player
from slowmate.rulebook import Dated, Fact, Ground, Ruling

EQUAL_STRENGTH = Dated({"ICCF-TR-2016 1.0.5/4": "equal", "ICCF-TR-2017 1.0.5/4": "equal"})

_SPREAD_FIRST = 1e9
"""The cost of one player too many of a federation, title or without rating, against squared differences of averages."""
_ENOUGH = 1e-9
_TRIES = 4_000
"""The entrants of all first divisions that are tried: 40 divisions of 100 entrants, one of 4,000."""
_LARGE, _GROUP = 4_000, 1_000
"""A field of more entrants than this is dealt into even groups of about as many first, and each group divided."""
UNRATED = "unrated"
"""The class of the players who count with the rating that the event assumes."""
MOST = 1_000
"""No section has more players, because all meet each other."""
Progress = Callable[[int, int], None]
"""A function called with how many of how many entrants are divided."""


@dataclass(frozen=True, slots=True)
class Division:
    """Sections, best first within each, with the figures by which anybody can judge them.

    *spread*: highest less lowest average; *bound*: a spread that no division into these sizes can beat.
    *crowded*: how many players are too many of their federation or title, or of the unrated, over all sections.
    """

    sections: tuple[tuple[Player, ...], ...]
    averages: tuple[Fraction, ...]
    spread: Fraction
    bound: Fraction
    crowded: int

    @property
    def gap(self) -> Fraction:
        """The most by which the division may differ from the best one."""
        return self.spread - self.bound


def section_sizes(entrants: int, preferred: int, permitted: Sequence[int] | None = None) -> list[int]:
    """Return sizes that add up to the number of entrants: as many of the preferred size as possible.

    Without a list of permitted sizes, sizes differ by one at most and are as near to the preferred one as they come.
    """
    if entrants < 2 or not 2 <= preferred <= MOST:
        raise BadInput(f"{entrants} entrants cannot be divided into sections of {preferred}", field="section size")
    if permitted is None:
        number = max(1, round(Fraction(entrants, preferred)))
        small, larger = divmod(entrants, number)
        return [small + 1] * larger + [small] * (number - larger)
    sizes = sorted({*permitted, preferred}, key=lambda size: (size != preferred, abs(size - preferred), size))
    allowed = ", ".join(map(str, sorted(sizes)))
    if min(sizes) < 2:
        raise BadInput(f"sections of {allowed}: a section has two players or more", field="section size")
    if max(sizes) > MOST:
        raise BadInput(f"sections of {allowed}: {MOST} is the most a section can have", field="section size")
    best = _sums(entrants + max(sizes), sizes)
    if best[entrants] is None:
        near = min((total for total, way in enumerate(best) if total and way), key=lambda n: (abs(n - entrants), n))
        why = f"{entrants} entrants cannot be divided into sections of {allowed}; {near} can"
        raise BadInput(why, field="section size")
    return _parts(best, entrants)


_Sum = tuple[int, int, int]
"""The number of parts not of the preferred size, the number of parts, and the last part."""


def _sums(most: int, sizes: Sequence[int]) -> list[_Sum | None]:
    """Find the parts of each total: the fewest that are not of the first size, then the fewest parts."""
    best: list[_Sum | None] = [(0, 0, 0)] + [None] * most
    for reached in range(1, most + 1):
        options = [
            (before[0] + (size != sizes[0]), before[1] + 1, size)
            for size in sizes
            if size <= reached and (before := best[reached - size]) is not None
        ]
        best[reached] = min(options, default=None)
    return best


def _parts(best: Sequence[_Sum | None], total: int) -> list[int]:
    parts = []
    while total and (step := best[total]):
        parts.append(step[2])
        total -= step[2]
    return sorted(parts, reverse=True)


def divide(
    entrants: Sequence[Player],
    sizes: Sequence[int],
    *,
    seed: str,
    edition: str = "ICCF-TR-2017",
    assumed: Collection[str] = (),
    progress: Progress | None = None,
) -> Ruling[Division]:
    """Divide the entrants into sections of these sizes, the same way whenever the seed is the same.

    Among divisions in which no section has more than its share of a federation or of a title (rounded up), the averages
    are made as equal as can be found by exchanging pairs until no exchange helps; `Division.gap` says how far from the
    best the result may be. *assumed* are the ids of unrated entrants whose rating is the one that the event assumes:
    they are spread as a federation is. Entrants without any rating count with the average of the others. More than
    4,000 entrants are dealt into groups of equal strength first, in which sections then exchange.
    """
    if sum(sizes) != len(entrants):
        raise BadInput(f"sizes {list(sizes)} do not add up to {len(entrants)} entrants", field="section size")
    drawn = shuffled(sorted(entrants, key=lambda player: player.id), seed)
    rated = [player.rating for player in drawn if player.rating is not None]
    middle = round(Fraction(sum(rated), len(rated))) if rated else 0
    players = sorted(drawn, key=lambda player: -(middle if player.rating is None else player.rating))
    ratings = np.array([middle if player.rating is None else player.rating for player in players], dtype=np.float64)
    place = np.zeros(len(players), dtype=np.int64)
    done = 0
    for members, sections in grouped(players, ratings, sizes, seed=seed, large=_LARGE, group=_GROUP):
        own = [sizes[section] for section in sections]
        sections_of_members = _divide_group(
            [players[member] for member in members], ratings[members], own, f"{seed}{_tag(sections[0])}", assumed
        )
        place[members] = np.array(sections)[sections_of_members]
        done += len(members)
        if progress:
            progress(done, len(players))
    division = _division(players, ratings.astype(int).tolist(), place.tolist(), sizes, assumed)
    cited, _ = EQUAL_STRENGTH.under(edition)
    figures: dict[str, Fact] = {"spread": division.spread, "bound": division.bound, "crowded": division.crowded}
    facts: dict[str, Fact] = {"entrants": len(players), "sizes": list(sizes), "seed": seed}
    return Ruling(division, (Ground(cited, facts | figures),))


def _tag(first: int) -> str:
    """Return what is added to the seed for the group whose first section this is."""
    return f"/from {first}" if first else ""


def _divide_group(
    players: Sequence[Player],
    ratings: NDArray[np.float64],
    sizes: Sequence[int],
    seed: str,
    assumed: Collection[str],
) -> NDArray[np.int64]:
    """Return the section of each of these players, best first, after all exchanges that help."""
    classes = [_number(names) for names in _classes(players, assumed)]
    starts = (_start(len(players), sizes, f"{seed}/{turn}") for turn in range(max(1, _TRIES // len(players))))
    divisions = (_exchange_pairs(start, ratings, classes, sizes) for start in starts)
    return min(divisions, key=lambda division: division[0])[1]


def _start(entrants: int, sizes: Sequence[int], seed: str) -> NDArray[np.int64]:
    """Make a first division: the strongest players one to each section in an order drawn by lot, then the next."""
    place: list[int] = []
    room = list(sizes)
    while len(place) < entrants:
        for section in shuffled(range(len(sizes)), f"{seed}/{len(place)}"):
            if room[section]:
                room[section] -= 1
                place.append(section)
    return np.array(place, dtype=np.int64)


def _classes(players: Sequence[Player], assumed: Collection[str]) -> list[list[str | None]]:
    """Return of what no section may have more players than its share: federations, titles, and the unrated."""
    classes = [[player.federation for player in players], [player.title for player in players]]
    return [*classes, [UNRATED if player.id in assumed else None for player in players]] if assumed else classes


def _number(names: Sequence[str | None]) -> NDArray[np.int64]:
    """Number the federations or titles from 1 on; 0 is a player without one, who crowds no section."""
    numbers = {name: number for number, name in enumerate(sorted({name for name in names if name}), 1)}
    return np.array([numbers[name] if name else 0 for name in names], dtype=np.int64)


def _exchange_pairs(
    place: NDArray[np.int64], ratings: NDArray[np.float64], classes: Sequence[NDArray[np.int64]], sizes: Sequence[int]
) -> tuple[tuple[float, float], NDArray[np.int64]]:
    """Exchange pairs until no exchange helps; how crowded and how uneven the division then is, and the division.

    The section furthest from the common average looks first for the exchange that helps most; then the next one.
    """
    weight = 1 / np.array(sizes, dtype=np.float64) ** 2
    crowds = [_Crowd(numbers, place, len(sizes)) for numbers in classes]
    sums = np.bincount(place, ratings - ratings.mean(), len(sizes))
    helped = True
    while helped:
        helped = False
        for section in np.argsort(-np.abs(sums) * np.sqrt(weight), kind="stable"):
            mine = np.flatnonzero(place == section)
            step = ratings[mine][:, None] - ratings[None, :]
            change = weight[section] * ((sums[section] - step) ** 2 - sums[section] ** 2)
            change += (weight * (sums * 2))[place] * step + weight[place] * step**2
            for crowd in crowds:
                change += _SPREAD_FIRST * crowd.added(mine, place)
            change[:, mine] = 0
            row, other = divmod(int(change.argmin()), len(place))
            if change[row, other] < -_ENOUGH:
                member, theirs = mine[row], place[other]
                sums[section] -= step[row, other]
                sums[theirs] += step[row, other]
                for crowd in crowds:
                    crowd.exchange(member, other, place)
                place[member], place[other] = theirs, section
                helped = True
                break
    averages = sums * np.sqrt(weight)
    return (sum(crowd.too_many() for crowd in crowds), float(np.ptp(averages))), place


class _Crowd:
    """The counts of each federation (or title) in each section, against its share rounded up."""

    def __init__(self, numbers: NDArray[np.int64], place: NDArray[np.int64], sections: int) -> None:
        self.numbers = numbers
        self.counts = np.zeros((int(numbers.max(initial=0)) + 1, sections))
        np.add.at(self.counts, (numbers, place), 1)
        self.share = np.ceil(self.counts.sum(axis=1) / sections)[:, None]
        self.share[0] = np.inf

    def too_many(self) -> float:
        return float(np.maximum(0, self.counts - self.share).sum())

    def added(self, mine: NDArray[np.int64], place: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return how much crowding each exchange between *mine* (one section) and all others adds."""
        numbers, section = self.numbers, place[mine[0]]
        arriving = (self.counts >= self.share).astype(np.float64)  # one more would be too many
        leaving = (self.counts > self.share).astype(np.float64)  # one less is one too many less
        added: NDArray[np.float64] = arriving[numbers[mine]][:, place] + arriving[numbers, section][None, :]
        added -= leaving[numbers[mine], section][:, None] + leaving[numbers, place][None, :]
        added[numbers[mine][:, None] == numbers[None, :]] = 0
        return added

    def exchange(self, first: int, second: int, place: NDArray[np.int64]) -> None:
        for player, leaves, comes in ((first, place[first], place[second]), (second, place[second], place[first])):
            self.counts[self.numbers[player], leaves] -= 1
            self.counts[self.numbers[player], comes] += 1


def _division(
    players: list[Player], ratings: list[int], place: list[int], sizes: Sequence[int], assumed: Collection[str]
) -> Division:
    members: list[list[int]] = [[] for _ in sizes]
    for index, section in enumerate(place):
        members[section].append(index)
    averages = tuple(Fraction(sum(ratings[index] for index in section), len(section)) for section in members)
    sections = tuple(tuple(players[index] for index in section) for section in members)
    crowded = sum(_too_many(names, place, len(sizes)) for names in _classes(players, assumed))
    return Division(sections, averages, max(averages) - min(averages), _bound(sum(ratings), sizes), crowded)


def _too_many(names: Sequence[str | None], place: Sequence[int], sections: int) -> int:
    """Count by how many players sections exceed their share of each name; the place of a player is their section."""
    named = Counter((name, section) for name, section in zip(names, place, strict=True) if name)
    total = Counter(name for name in names if name)
    return sum(max(0, count - ceil(total[name] / sections)) for (name, _), count in named.items())


def _bound(total: int, sizes: Sequence[int]) -> Fraction:
    """Return what equal sizes leave over: one section carries the rest of whole ratings that do not divide evenly."""
    if len(set(sizes)) > 1 or total % len(sizes) == 0:
        return Fraction(0)
    return Fraction(1, sizes[0])


def judge(sections: Sequence[Sequence[Player]], *, assumed: Collection[str] = ()) -> Division:
    """Return the figures of a division as it stands, such as after players were exchanged by hand.

    *assumed* are the ids of the unrated, as in `divide`.
    """
    players = [player for section in sections for player in section]
    rated = [player.rating for player in players if player.rating is not None]
    middle = round(Fraction(sum(rated), len(rated))) if rated else 0
    ratings = [middle if player.rating is None else player.rating for player in players]
    place = [number for number, section in enumerate(sections) for _ in section]
    return _division(players, ratings, place, [len(section) for section in sections], assumed)
