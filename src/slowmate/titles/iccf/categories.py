"""The average of an event and its category: binding in 2016, a label and a duty for the director's title in 2017."""

from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from slowmate.rulebook import Clause, Dated, Fact, Ground, Ruling, clause
from slowmate.rulebook.rounding import half_up, half_up_to


class Precision(NamedTuple):
    """To how many decimals the average of an event is kept, and the clause that says so."""

    decimals: int
    rounded_by: Clause


class Inactive(NamedTuple):
    """Whole calendar years without a finished game, and the clause on what an inactive player counts with."""

    years: int
    counts_by: Clause


AVERAGE = Dated(
    {
        "ICCF-TR-2016 App2.2/avg": Precision(0, clause("ICCF-TR-2016 App2.2(c)")),
        "ICCF-TR-2017 App2.2.3": Precision(4, clause("ICCF-TR-2017 App2.2.3")),
    }
)
CATEGORY = Dated({"ICCF-TR-2016 App2.2(d)": 25, "ICCF-TR-2017 App2.2.12": 25})
SHOWN = Dated({"ICCF-TR-2016 10.0.1/category": "binding", "ICCF-TR-2017 10.0.1/cat": "shown"})
"""2016 fixes the norms by the category; 2017 only shows it."""
INACTIVE = Dated(
    {
        "ICCF-TR-2016 App2.2(a)/inactive": Inactive(2, clause("ICCF-TR-2016 App2.2(a)/inactive")),
        "ICCF-TR-2017 App2.2.11/def": Inactive(2, clause("ICCF-TR-2017 App2.2.11/rating")),
    }
)

CATEGORIES = (*"ABCDEFGHIJKL", *(str(number) for number in range(1, 19)))
BELOW_A = 1950


def average(ratings: Sequence[Decimal | int], *, edition: str) -> Ruling[Decimal]:
    """Return the average of an event: to a whole number in 2016, to four decimals in 2017, half up."""
    cited, (decimals, rounding) = AVERAGE.under(edition)
    total = sum((Fraction(rating) for rating in ratings), Fraction(0))
    value = half_up_to(total / len(ratings), decimals)
    facts: dict[str, Fact] = {"total": half_up_to(total, decimals), "players": len(ratings), "average": value}
    grounds = (Ground(cited, facts),) if cited == rounding else (Ground(cited, facts), Ground(rounding, facts))
    return Ruling(value, grounds)


def category(mean: Decimal, *, edition: str) -> Ruling[int | None]:
    """Return the category of an average, counted from A = 0; None below A and above 18.

    2017 keeps four decimals in the average and whole numbers in the ranges: the average is rounded half up first.
    """
    cited, _ = CATEGORY.under(edition)
    step = category_step(Fraction(mean), edition=edition)
    number = step if 0 <= step < len(CATEGORIES) else None
    use = SHOWN.under(edition)
    facts: dict[str, Fact] = {"average": mean, "category": None if number is None else CATEGORIES[number]}
    if number is None:
        facts["outcome"] = "none"
    return Ruling(number, (Ground(cited, facts), Ground(use[0], {**facts, "use": use[1]})))


def category_step(mean: Fraction, *, edition: str) -> int:
    """Return how many categories an average is above A, also out of range; it is rounded half up first."""
    return (half_up(mean) - BELOW_A - 1) // CATEGORY.under(edition)[1]


def category_floor(number: int) -> int:
    """Return the rating just below a category: 1950 for A, 2250 for 1."""
    return BELOW_A + CATEGORY.under("ICCF-TR-2016")[1] * number


def is_inactive(*, on: date, has_running_game: bool, last_completed: date | None) -> Ruling[bool]:
    """Return whether a player is inactive: no running game, none ended in the two whole years before.

    Unrated games count, too. Inactive players keep the last rating that was published for them. *on* is the day the
    event starts.
    """
    cited, period = INACTIVE.on(on)
    first = date(on.year - period.years, 1, 1)
    inactive = not has_running_game and (last_completed is None or last_completed < first)
    facts: dict[str, Fact] = {"running": has_running_game, "last": last_completed, "since": first, "inactive": inactive}
    return Ruling(inactive, (Ground(cited, facts),))
