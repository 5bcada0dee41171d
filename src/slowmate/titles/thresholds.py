"""The score that a norm takes against a list of opponents, by their ratings alone.

What else a norm asks (the event, the number of games, titles and federations of the opponents) is not looked at here:
`titles.norms` does, for an event.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction

from slowmate.records import BadInput
from slowmate.rulebook import Requirement
from slowmate.titles.fide import performance
from slowmate.titles.fide.games import NormGame, Opponent
from slowmate.titles.fide.requirements import rating_requirements, score_requirements
from slowmate.titles.fide.titles import NORM_TITLES
from slowmate.titles.iccf import norms_2016, norms_2017
from slowmate.titles.iccf.event_norms import Thresholds
from slowmate.titles.norms import RULES


@dataclass(frozen=True, slots=True)
class TitleScore:
    """The score of one title: *needed* points, None if the opponents are too weak for it, and why."""

    title: str
    needed: Fraction | None
    requirements: tuple[Requirement, ...]


@dataclass(frozen=True, slots=True)
class NormScores:
    """The scores of all titles against so many opponents, and what is to be said of all of them."""

    games: int
    titles: tuple[TitleScore, ...]
    requirements: tuple[Requirement, ...] = field(default=())


def norm_scores(ratings: Sequence[Decimal | int], rules: str, *, own: int | None = None) -> NormScores:
    """Return the score each title takes by the *rules*, given the rating of the opponent in each game.

    The rules of 2016 use the category of the whole event and need the player's *own* rating, too.
    """
    if rules not in RULES:
        raise BadInput(f"{rules!r} is not one of {', '.join(RULES)}", field="rules")
    if not ratings:
        raise BadInput("no opponents", field="ratings")
    if rules == "fide-2017":
        return _fide(ratings)
    if rules == "iccf-2016":
        if own is None:
            raise BadInput("missing: the category of 2016 is that of all players", field="own")
        return _iccf(norms_2016.among([Decimal(own), *map(Decimal, ratings)], len(ratings)), len(ratings))
    return _iccf(norms_2017.against([Decimal(rating) for rating in ratings]), len(ratings))


def _iccf(thresholds: Thresholds, games: int) -> NormScores:
    titles = tuple(
        TitleScore(title, threshold.needed, threshold.requirements) for title, threshold in thresholds.by_title.items()
    )
    return NormScores(games, titles, thresholds.notes)


def _fide(ratings: Sequence[Decimal | int]) -> NormScores:
    """Return the scores by title: the lowest opponent is raised to a floor that differs by title."""
    games = [NormGame(Opponent(str(number), None, None, int(rating)), None) for number, rating in enumerate(ratings, 1)]
    titles = []
    for title in NORM_TITLES:
        counted = performance.counted_ratings(((game.opponent.id, game.opponent.rating) for game in games), title)
        mean = performance.average(counted.value).value
        half_points = performance.score_needed(title, mean, len(games))
        requirements = rating_requirements(games, title)
        if half_points is not None:
            requirements += score_requirements(title, mean, half_points, len(games))
        needed = None if half_points is None else Fraction(half_points, 2)
        titles.append(TitleScore(title.value, needed, requirements))
    return NormScores(len(games), tuple(titles))
