"""Sections 1.46 to 1.49: what a result is worth, and which score a title takes.

Scores are half points. An average is a whole number, as 1.47b rounds it, so a performance is one too.
"""

from collections.abc import Iterable
from fractions import Fraction

from slowmate.rulebook import Dated, Fact, Ground, Ruling, clause
from slowmate.rulebook.rounding import half_up
from slowmate.titles.fide.tables import rating_differences
from slowmate.titles.fide.titles import FideTitle

FLOOR, RATING_FLOOR = Dated(
    {"FIDE-TITLES-2017 1.46b": {FideTitle.GM: 2200, FideTitle.IM: 2050, FideTitle.WGM: 2000, FideTitle.WIM: 1850}}
).newest
ONE_RAISED = clause("FIDE-TITLES-2017 1.46c")
UNRATED_COUNT, UNRATED = Dated({"FIDE-TITLES-2017 1.46d/1": 1000}).newest
AVERAGE = clause("FIDE-TITLES-2017 1.47a")
AVERAGE_ROUNDED = clause("FIDE-TITLES-2017 1.47b")
PERFORMANCE_NEEDED, MINIMUM_PERFORMANCE = Dated(
    {"FIDE-TITLES-2017 1.48/1": {FideTitle.GM: 2600, FideTitle.IM: 2450, FideTitle.WGM: 2400, FideTitle.WIM: 2250}}
).newest
PERFORMANCE = clause("FIDE-TITLES-2017 1.48/2")
AVERAGE_NEEDED, MINIMUM_AVERAGE = Dated(
    {"FIDE-TITLES-2017 1.48a": {FideTitle.GM: 2380, FideTitle.IM: 2230, FideTitle.WGM: 2180, FideTitle.WIM: 2030}}
).newest
TABLE_USED = clause("FIDE-TITLES-2017 1.49/1")
PERCENT_ROUNDED = clause("FIDE-TITLES-2017 1.49/2")
MINIMUM_SCORE, MINIMUM_PERCENT = Dated({"FIDE-TITLES-2017 1.22/1": 35}).newest
RATING_PERFORMANCE = clause("FIDE-TITLES-2017 0.5/1")
TITLE_PERFORMANCE = clause("FIDE-TITLES-2017 0.5/2")
PERFORMANCE_OF = {
    FideTitle.GM: clause("FIDE-TITLES-2017 0.5/GM"),
    FideTitle.IM: clause("FIDE-TITLES-2017 0.5/IM"),
    FideTitle.WGM: clause("FIDE-TITLES-2017 0.5/WGM"),
    FideTitle.WIM: clause("FIDE-TITLES-2017 0.5/WIM"),
}


def percent(half_points: int, games: int) -> int:
    """Return a score as a whole percentage, 0.5 % rounded up (1.49)."""
    return half_up(Fraction(50 * half_points, games))


def rating_difference(half_points: int, games: int) -> int:
    """Return the value of table 8.1a for a score."""
    return rating_differences()[percent(half_points, games)]


def counted_ratings(ratings: Iterable[tuple[str, int | None]], title: FideTitle) -> Ruling[tuple[int, ...]]:
    """Return the rating each game counts with; *ratings* are (opponent, rating) by game, None is unrated.

    One opponent, the lowest, is raised to the floor of the title; met twice they are raised in both games. The other
    unrated opponents count 1000. Of two equally low opponents the one whose id comes first is raised.
    """
    listed = [(opponent, UNRATED if rating is None else rating, rating is None) for opponent, rating in ratings]
    floor = RATING_FLOOR[title]
    lowest = min(((rating, opponent) for opponent, rating, _ in listed), default=(floor, ""))
    raised = lowest[1] if lowest[0] < floor else None
    counted = tuple(max(rating, floor) if opponent == raised else rating for opponent, rating, _ in listed)
    grounds = []
    if raised is not None:
        grounds.append(Ground(FLOOR, {"title": title, "floor": floor}))
        grounds.append(Ground(ONE_RAISED, {"opponent": raised, "rating": lowest[0], "counts": floor}))
    unrated = [opponent for opponent, _, is_unrated in listed if is_unrated and opponent != raised]
    if unrated:
        grounds.append(Ground(UNRATED_COUNT, {"opponents": unrated, "counts": UNRATED}))
    return Ruling(counted, tuple(grounds))


def average(counted: Iterable[int]) -> Ruling[int]:
    """Return the average rating of the opponents, game by game, rounded to a whole number."""
    values = tuple(counted)
    exact = Fraction(sum(values), len(values))
    facts: dict[str, Fact] = {"sum": sum(values), "games": len(values)}
    rounded = half_up(exact)
    return Ruling(rounded, (Ground(AVERAGE, facts), Ground(AVERAGE_ROUNDED, {"average": rounded})))


def performance(average_rating: int, half_points: int, games: int) -> Ruling[int]:
    """Return the rating performance of a score against an average."""
    difference = rating_difference(half_points, games)
    grounds = (
        Ground(RATING_PERFORMANCE, {"score": Fraction(half_points, 2), "games": games}),
        Ground(PERCENT_ROUNDED, {"percent": percent(half_points, games)}),
        Ground(TABLE_USED, {"percent": percent(half_points, games), "difference": difference}),
        Ground(PERFORMANCE, {"average": average_rating, "difference": difference}),
    )
    return Ruling(average_rating + difference, grounds)


def has_minimum_score(half_points: int, games: int) -> bool:
    """Return whether a score is at least 35 %, exactly: 4.5 of 13 rounds to 35 and is still too few."""
    return half_points >= least_half_points(games)


def least_half_points(games: int) -> int:
    """Return the smallest number of half points that is 35 % of the games."""
    return -(-2 * MINIMUM_PERCENT * games // 100)


def is_title_performance(title: FideTitle, average_rating: int, half_points: int, games: int) -> Ruling[bool]:
    """Return whether a result is a performance for the title by average, performance and score."""
    rated = performance(average_rating, half_points, games)
    enough = {
        "average": average_rating >= MINIMUM_AVERAGE[title],
        "performance": rated.value >= MINIMUM_PERFORMANCE[title],
        "score": has_minimum_score(half_points, games),
    }
    facts: dict[str, Fact] = {"title": title, "average": average_rating, "performance": rated.value}
    grounds = (
        Ground(TITLE_PERFORMANCE, {**facts, **enough}),
        Ground(PERFORMANCE_OF[title], facts),
        Ground(AVERAGE_NEEDED, {"average": average_rating, "minimum": MINIMUM_AVERAGE[title]}),
        Ground(PERFORMANCE_NEEDED, {"performance": rated.value, "minimum": MINIMUM_PERFORMANCE[title]}),
        Ground(MINIMUM_SCORE, {"score": Fraction(half_points, 2), "games": games, "percent": MINIMUM_PERCENT}),
    )
    return Ruling(all(enough.values()), (*rated.grounds, *grounds))


def score_needed(title: FideTitle, average_rating: int, games: int) -> int | None:
    """Return the half points of a title performance against an average; None for too weak opponents."""
    if average_rating < MINIMUM_AVERAGE[title] or not games:
        return None
    difference = MINIMUM_PERFORMANCE[title] - average_rating
    for half_points in range(least_half_points(games), 2 * games + 1):
        if rating_difference(half_points, games) >= difference:
            return half_points
    return None
