"""Sections 1.42e and 1.42f: which games to ignore so that the norm counts most.

A player may ignore everything after a round by which they have a title result, and any games they won, both at once.
The number of choices doubles with every win, so not all are tried. For one last round the search goes through the
opponents from the lowest rated up and keeps, for all choices that agree in what the requirements look at (games,
opponents, own federation, crowded federations, titles, unrated), only the one with the highest sum of ratings:

- of two choices that agree the higher sum has the higher average, which never needs more points, so nothing is lost;
- the opponent raised to the floor is the lowest one kept, that is the first one kept in this order, so the raise is
  known when they are added;
- numbers are kept only as far as they can matter: titles up to the most that any choice needs, opponents let go (own,
  crowded, unrated) up to where no choice can have too many left.

So the numbers to keep apart grow with a power of the rounds, not with two to the wins.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from slowmate.titles.fide import mix
from slowmate.titles.fide.games import NormGame
from slowmate.titles.fide.performance import RATING_FLOOR, UNRATED, counted_ratings
from slowmate.titles.fide.titles import FideTitle

_MANY = "*"
"""Stands for two or more other federations, where only that there are enough matters."""


class Search(NamedTuple):
    """The input of the search: the title, the applicant's federation, the fewest games that may remain."""

    title: FideTitle
    applicant: str | None
    minimum: int
    of: int = 0
    """The opponents of the complete tournament, where titles must be enough for all of it (1.42e(4))."""


class Choice(NamedTuple):
    """Some games that may be counted, in numbers, as far as they matter.

    *total* is the sum of ratings, *others* the number of foreign federations (two stand for more), *largest* that of
    the opponents from a federation that could have too many.
    """

    games: tuple[NormGame, ...]
    total: int
    half_points: int
    opponents: int
    own: int
    largest: int
    others: int
    holders: int
    title_opponents: int
    unrated: int


class _Numbers(NamedTuple):
    """The numbers that choices must agree in, apart from the sum of ratings. A tuple: thousands are made and hashed.

    *holders* and *title_opponents* are kept; *own*, *crowded* and *unrated* are let go.
    """

    ignored: int = 0
    opponents: int = 0
    holders: int = 0
    title_opponents: int = 0
    own: int = 0
    crowded: tuple[int, ...] = ()
    unrated: int = 0
    other: str | None = None


class _Best(NamedTuple):
    """The best way to some numbers: its sum of ratings and the games it counts."""

    total: int
    games: tuple[NormGame, ...]


@dataclass(frozen=True, slots=True)
class _Group:
    """One opponent: the games against them that are counted in any case, and the wins that may be ignored."""

    kept: tuple[NormGame, ...]
    wins: tuple[NormGame, ...]

    @property
    def first(self) -> NormGame:
        return (self.kept + self.wins)[0]

    @property
    def rating(self) -> int:
        return _rating(self.first)


def choices(games: Sequence[NormGame], search: Search, *, may_ignore: bool) -> Iterator[Choice]:
    """Yield every choice worth judging, for every last round that leaves enough games; all *games* have results.

    With *may_ignore* false (1.42e(3) and 1.42f/3 forbid it) all the games are the only choice. Games without a round
    are ignored by 1.42f only, since their order is unknown.
    """
    ends = sorted({game.round for game in games}, reverse=True)
    if not may_ignore or 0 in ends:
        ends = ends[:1]
    for end in ends:
        early = [game for game in games if game.round <= end]
        if len(early) < search.minimum and end != ends[0]:
            return
        yield from _best_of(early, search, spare=max(0, len(early) - search.minimum) if may_ignore else 0)


def every_choice(games: Sequence[NormGame], search: Search) -> Iterator[Choice]:
    """Yield every possible choice, one by one: twice as many for each win."""
    ends = sorted({game.round for game in games}, reverse=True)
    for end in ends if 0 not in ends else ends[:1]:
        yield from _all_of([game for game in games if game.round <= end], search)


def _best_of(games: Sequence[NormGame], search: Search, *, spare: int) -> Iterator[Choice]:
    groups = _groups(games)
    if spare and any(len({_rating(game) for game in group.kept + group.wins}) > 1 for group in groups):
        yield from _all_of(games, search)
        return
    floor = RATING_FLOOR[search.title]
    bounds = _Bounds.of(groups, search, fewest_games=len(games) - spare)
    reached = {bounds.start(groups, search): _Best(0, ())}
    for group in groups:
        step = _Step.of(group, search, bounds)
        extended: dict[_Numbers, _Best] = {}
        for numbers, best in reached.items():
            value = max(group.rating, floor) if not numbers.opponents else group.rating
            for ignored in range(min(len(group.wins), spare - numbers.ignored) + 1):
                counted = group.kept + group.wins[ignored:]
                key = step.keep(numbers, ignored) if counted else step.let_go(numbers, ignored)
                total = best.total + value * len(counted)
                if key not in extended or total > extended[key].total:
                    extended[key] = _Best(total, best.games + counted)
        reached = extended
    scored = sum(game.half_points or 0 for game in games)
    for numbers, best in reached.items():
        yield Choice(
            best.games,
            best.total,
            scored - 2 * numbers.ignored,
            numbers.opponents,
            bounds.own - numbers.own,
            max((met - gone for met, gone in zip(bounds.crowds, numbers.crowded, strict=True)), default=0),
            0 if numbers.other is None else 2 if numbers.other == _MANY else 1,
            numbers.holders,
            numbers.title_opponents,
            bounds.unrated - numbers.unrated,
        )


class _Bounds(NamedTuple):
    """The number of each, and how far the numbers must be kept apart.

    *crowded* are the foreign federations with so many opponents that some choice could leave too many of them.
    """

    own: int
    crowded: tuple[str, ...]
    crowds: tuple[int, ...]
    unrated: int
    most_own: int
    most_crowds: tuple[int, ...]
    most_unrated: int
    most_holders: int
    most_title_opponents: int

    @classmethod
    def of(cls, groups: Sequence[_Group], search: Search, *, fewest_games: int) -> "_Bounds":
        most_met = max((len(group.kept + group.wins) for group in groups), default=1)
        fewest = -(-fewest_games // most_met)
        met = [group.first.opponent for group in groups]
        foreign = Counter(
            opponent.federation or "" for opponent in met if not mix.is_own(opponent.federation, search.applicant)
        )
        crowded = {code: number for code, number in sorted(foreign.items()) if number > mix.most_from_one(fewest)}
        own, unrated = len(met) - foreign.total(), sum(opponent.rating is None for opponent in met)
        return cls(
            own,
            tuple(crowded),
            tuple(crowded.values()),
            unrated,
            max(0, own - mix.most_from_own(fewest)),
            tuple(number - mix.most_from_one(fewest) for number in crowded.values()),
            max(0, unrated - mix.most_unrated(fewest)),
            mix.least_title_holders(max(search.of, len(met))),
            mix.least_title_opponents(max(search.of, len(met))),
        )

    def start(self, groups: Sequence[_Group], search: Search) -> _Numbers:
        """Return the numbers before the first opponent. Two foreign federations with kept games are already enough."""
        anyway = {
            group.first.opponent.federation
            for group in groups
            if group.kept and not mix.is_own(group.first.opponent.federation, search.applicant)
        }
        return _Numbers(crowded=(0,) * len(self.crowded), other=_MANY if len(anyway) >= 2 else None)


class _Step(NamedTuple):
    """The change of the numbers by one opponent: kept, if a game against them is counted, or let go."""

    bounds: _Bounds
    own: int
    crowd: int | None
    holder: int
    title_opponents: int
    unrated: int
    other: str | None

    @classmethod
    def of(cls, group: _Group, search: Search, bounds: _Bounds) -> "_Step":
        opponent = group.first.opponent
        own = mix.is_own(opponent.federation, search.applicant)
        code = opponent.federation or ""
        return cls(
            bounds,
            int(own),
            bounds.crowded.index(code) if not own and code in bounds.crowded else None,
            int(opponent.title in mix.HOLDERS),
            int(opponent.title in mix.TITLE_OPPONENTS[search.title][1]),
            int(opponent.rating is None),
            None if own else code,
        )

    def keep(self, numbers: _Numbers, ignored: int) -> _Numbers:
        other = numbers.other
        if self.other is not None and other != self.other:
            other = self.other if other is None else _MANY
        return _Numbers(
            numbers.ignored + ignored,
            numbers.opponents + 1,
            min(numbers.holders + self.holder, self.bounds.most_holders),
            min(numbers.title_opponents + self.title_opponents, self.bounds.most_title_opponents),
            numbers.own,
            numbers.crowded,
            numbers.unrated,
            other,
        )

    def let_go(self, numbers: _Numbers, ignored: int) -> _Numbers:
        crowded = numbers.crowded
        if self.crowd is not None:
            most = self.bounds.most_crowds
            crowded = tuple(min(number + (place == self.crowd), most[place]) for place, number in enumerate(crowded))
        return numbers._replace(
            ignored=numbers.ignored + ignored,
            own=min(numbers.own + self.own, self.bounds.most_own),
            crowded=crowded,
            unrated=min(numbers.unrated + self.unrated, self.bounds.most_unrated),
        )


def _rating(game: NormGame) -> int:
    return UNRATED if game.opponent.rating is None else game.opponent.rating


def _groups(games: Sequence[NormGame]) -> list[_Group]:
    """Return the opponents from the lowest rated up, in the order in which `counted_ratings` raises them."""
    by_opponent: dict[str, list[NormGame]] = {}
    for game in sorted(games, key=lambda game: (_rating(game), game.opponent.id)):
        by_opponent.setdefault(game.opponent.id, []).append(game)
    return [
        _Group(tuple(g for g in met if g.half_points != 2), tuple(g for g in met if g.half_points == 2))
        for met in by_opponent.values()
    ]


def _all_of(games: Sequence[NormGame], search: Search) -> Iterator[Choice]:
    wins = [place for place, game in enumerate(games) if game.half_points == 2]
    for number in range(max(0, min(len(wins), len(games) - search.minimum)) + 1):
        for ignored in combinations(wins, number):
            yield count([game for place, game in enumerate(games) if place not in ignored], search)


def count(games: Sequence[NormGame], search: Search) -> Choice:
    """Count the numbers of a choice of games one by one."""
    numbers = mix.mix_of(games, search.title, search.applicant)
    ratings = counted_ratings(((game.opponent.id, game.opponent.rating) for game in games), search.title)
    return Choice(
        tuple(games),
        sum(ratings.value),
        sum(game.half_points or 0 for game in games),
        numbers.opponents,
        numbers.own,
        numbers.largest,
        min(2, len(numbers.others)),
        numbers.title_holders,
        numbers.title_opponents,
        numbers.unrated,
    )
