"""Four lists a year: which results each contains, when it appears, how long it is valid and which rules make it."""

import re
from dataclasses import dataclass
from datetime import date, timedelta
from typing import NamedTuple

from slowmate.ratings.fide.reporting import DEFAULT_POLICY
from slowmate.records import BadInput
from slowmate.rulebook import EDITIONS, Clause, Dated, Fact, Ground, Ruling, clause

_DAY = timedelta(days=1)
LISTS_A_YEAR = 4
"""9.5/1, in every edition."""
MONTHS_OF_VALIDITY = 12 // LISTS_A_YEAR
FIRST_YEAR, MOST_YEAR = 1900, 2999
MONTHS = 12


class ListRules(NamedTuple):
    """The rules that make a list, and the clause by which it is valid for a quarter."""

    name: str
    valid_by: Clause


RULES = Dated(
    {
        "ICCF-TR-2016 9.5/1": ListRules("iccf-2016", clause("ICCF-TR-2016 9.5/1")),
        "ICCF-TR-2017 App1.19": ListRules("iccf-2017", clause("ICCF-TR-2017 9.5/1")),
        "ICCF-RATING-2023 7": ListRules("iccf-2023", clause("ICCF-TR-2017 9.5/1")),
    }
)
"""By the first day of the list's validity."""
MONTHS_BEFORE = 1
"""Months between the last day results are taken from and the first day of the list, in every edition."""
QUARTERLY = Dated(
    {
        "ICCF-TR-2016 App1.12": clause("ICCF-TR-2016 9.5/2"),
        "ICCF-TR-2017 App1.12": clause("ICCF-TR-2017 9.5/2"),
        "ICCF-RATING-2023 3": clause("ICCF-RATING-2023 3"),
    }
)
"""A list each quarter; and by which clause the results are those reported `MONTHS_BEFORE`."""
AVAILABLE = Dated({"ICCF-TR-2016 9.5/3": timedelta(days=14), "ICCF-TR-2017 9.5/3": timedelta(days=14)})
POSTAL = Dated({"ICCF-TR-2016 App1.13": 14, "ICCF-TR-2017 App1.13": 14, "ICCF-RATING-2023 4/post": 0})
"""Days before the list appears by which postal results are registered; from 2023 the end of the games' months."""
PERIOD_CLAUSES = {
    1: clause("ICCF-RATING-2023 4/period 1"),
    2: clause("ICCF-RATING-2023 4/period 2"),
    3: clause("ICCF-RATING-2023 4/period 3"),
    4: clause("ICCF-RATING-2023 4/period 4"),
}
SINCE_2023 = EDITIONS["ICCF-RATING-2023"].begins
"""Lists valid from this day on take the months of `PERIOD_CLAUSES`, under later editions too until one differs."""
PUBLISHED_ON_2023 = 15
"""About this day of the month before the list becomes valid."""


@dataclass(frozen=True, slots=True, order=True)
class Period:
    """A list by its year and number: 2024/1 is valid from January 2024, with games of September to November 2023."""

    year: int
    number: int

    def __str__(self) -> str:
        return f"{self.year}/{self.number}"

    @classmethod
    def parse(cls, text: str) -> "Period":
        parts = re.fullmatch(r"(\d{4})/([1-4])", text)
        if not parts or not FIRST_YEAR <= int(parts[1]) <= MOST_YEAR:
            why = f"{text!r} is not a list; write year/number, such as 2024/1, with number 1 to 4"
            raise BadInput(why, field="period")
        return cls(int(parts[1]), int(parts[2]))

    @property
    def successor(self) -> "Period":
        return Period(self.year, self.number + 1) if self.number < LISTS_A_YEAR else Period(self.year + 1, 1)

    @property
    def valid_from(self) -> date:
        return date(self.year, MONTHS_OF_VALIDITY * (self.number - 1) + 1, 1)

    @property
    def valid_until(self) -> date:
        return self.successor.valid_from - _DAY

    @property
    def results_from(self) -> date:
        """Return the first day of the games: four months before the list is valid."""
        return _months(self.valid_from, -MONTHS_BEFORE - MONTHS_OF_VALIDITY)

    @property
    def results_until(self) -> date:
        """Return the last day of the games: one month before the list is valid."""
        return _months(self.valid_from, -MONTHS_BEFORE) - _DAY


@dataclass(frozen=True, slots=True, order=True)
class Month:
    """A list of FIDE's by its month: 2018-02 has what was reported until it closed, since the list before closed."""

    year: int
    number: int

    def __str__(self) -> str:
        return f"{self.year}-{self.number:02d}"

    @property
    def valid_from(self) -> date:
        return date(self.year, self.number, 1)

    @property
    def successor(self) -> "Month":
        return Month(self.year, self.number + 1) if self.number < MONTHS else Month(self.year + 1, 1)

    @property
    def results_from(self) -> date:
        """Return the first day whose reports are not in the list before."""
        return _months(self.valid_from, -1) - timedelta(days=DEFAULT_POLICY.closing_days - 1)

    @property
    def results_until(self) -> date:
        """Return the day the list closes."""
        return self.valid_from - timedelta(days=DEFAULT_POLICY.closing_days)


AnyPeriod = Period | Month


def parse_period(text: str) -> AnyPeriod:
    """Parse a list's usual name: 2024/1, or 2018-02 for a month of FIDE's."""
    parts = re.fullmatch(r"(\d{4})-(0[1-9]|1[0-2])", text)
    return Month(int(parts[1]), int(parts[2])) if parts and int(parts[1]) >= FIRST_YEAR else Period.parse(text)


def list_before(period: Period) -> Period:
    """Return the list before a list."""
    return Period(period.year, period.number - 1) if period.number > 1 else Period(period.year - 1, LISTS_A_YEAR)


def list_of_quarter(day: date) -> Period:
    """Return the list whose quarter a day lies in."""
    return Period(day.year, (day.month - 1) // MONTHS_OF_VALIDITY + 1)


def list_of_results(reported: date) -> Period:
    """Return the list of a day's results by the calendar alone, since archives may predate all editions."""
    return list_of_quarter(_months(reported, MONTHS_BEFORE + MONTHS_OF_VALIDITY))


def _months(day: date, months: int) -> date:
    count = day.year * 12 + day.month - 1 + months
    return date(count // 12, count % 12 + 1, 1)


def periods(text: str) -> tuple[AnyPeriod, ...]:
    """Read a range of lists such as 2016/1..2024/4, or 2018-01..2018-12; both ends are in it."""
    first, dots, last = text.partition("..")
    if not dots:
        raise BadInput(f"{text!r} is not a range of lists; write it as 2016/1..2024/4", field="periods")
    begin, end = parse_period(first), parse_period(last)
    if type(begin) is not type(end):
        raise BadInput(f"{first} and {last} are not lists of one kind", field="periods")
    if begin.valid_from > end.valid_from:
        raise BadInput(f"{first} comes after {last}", field="periods")
    lists: list[AnyPeriod] = [begin]
    while lists[-1] != end:
        lists.append(lists[-1].successor)
    return tuple(lists)


def rules_for(period: Period) -> Ruling[str]:
    """Return the rules valid on a list's first day. A list before the first edition is refused."""
    cited, rules = RULES.on(period.valid_from)
    facts: dict[str, Fact] = {"list": str(period), "valid_from": period.valid_from, "rules": rules.name}
    return Ruling(rules.name, (Ground(cited, facts),))


def list_valid(*, on: date) -> Ruling[Period]:
    """Return the list in force on a day."""
    current = list_of_quarter(on)
    facts: dict[str, Fact] = {"list": str(current), "from": current.valid_from, "until": current.valid_until}
    return Ruling(current, (Ground(RULES.on(on)[1].valid_by, facts),))


def list_with_results(*, reported: date) -> Ruling[Period]:
    """Return the list of results reported on a day: at least one month before it becomes valid."""
    first = list_of_results(reported)
    grounds = [
        Ground(QUARTERLY.on(first.valid_from)[1], {"list": str(first), "reported": reported}),
        *window(first).grounds,
    ]
    return Ruling(first, tuple(grounds))


def window(period: Period) -> Ruling[tuple[date, date]]:
    """Return the first and last day of the results in a list."""
    days = (period.results_from, period.results_until)
    facts: dict[str, Fact] = {"list": str(period), "from": days[0], "until": days[1], "valid_from": period.valid_from}
    ground = Ground(QUARTERLY.on(period.valid_from)[0], facts)
    if period.valid_from >= SINCE_2023:
        return Ruling(days, (ground, Ground(PERIOD_CLAUSES[period.number], facts)))
    return Ruling(days, (ground,))


def published_on(period: Period) -> Ruling[date]:
    """Return the day a list appears: two weeks ahead, since 2023 about the 15th of the month before."""
    if period.valid_from >= SINCE_2023:
        day = _months(period.valid_from, -1).replace(day=PUBLISHED_ON_2023)
        return Ruling(day, (Ground(PERIOD_CLAUSES[period.number], {"list": str(period), "published": day}),))
    cited, before = AVAILABLE.on(period.valid_from)
    day = period.valid_from - before
    return Ruling(day, (Ground(cited, {"list": str(period), "published": day}),))


def postal_until(period: Period) -> Ruling[date]:
    """Return the last day to register a postal result of the list's months on the webserver."""
    cited, days = POSTAL.on(period.valid_from)
    day = period.results_until if not days else published_on(period).value - timedelta(days=days)
    return Ruling(day, (Ground(cited, {"list": str(period), "until": day}),))


def closes_on(period: AnyPeriod) -> date:
    """Return the last day a result can come into a list: of its window or, later, by post."""
    return period.results_until if isinstance(period, Month) else max(period.results_until, postal_until(period).value)


def counted_on(*, finished: date, reported: date, postal: bool) -> Ruling[date]:
    """Return the day by which a list takes a game that was reported later than it finished.

    It is the day of the report; but a postal result that was registered in time counts in the list of its own months.
    """
    own = list_of_results(finished)
    last = postal_until(own)
    day = finished if postal and reported <= last.value else reported
    return Ruling(day, last.grounds if postal else list_with_results(reported=reported).grounds[:1])
