"""Appendix 2 of 2016: norms by the category of the event and the number of players.

The printed tables are damaged: cells are missing, halves above ten are printed as whole numbers, one row is a copy of
its neighbour. All of them follow one formula, which is used instead; the tests hold it against every printed cell.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from functools import partial

from slowmate.ratings.iccf.tables import expectancy_2016
from slowmate.records import Event
from slowmate.rulebook import Clause, Fact, Ground, Requirement, Ruling, clause
from slowmate.titles.iccf.appendix import APPENDIX
from slowmate.titles.iccf.categories import CATEGORIES, average, category, category_floor
from slowmate.titles.iccf.event_norms import NormRules, SectionField, Threshold, Thresholds, report
from slowmate.titles.iccf.overscore import overscored_games_2016
from slowmate.titles.iccf.schedule import Meeting
from slowmate.titles.iccf.tournament import MINIMUM_SCORE, half_points_up, minimum_score
from slowmate.titles.levels import LEVELS, Level, level
from slowmate.titles.reports import NormReport

KEY = "ICCF-TR-2016"
MINOR = APPENDIX.under("ICCF-TR-2016")[0]
MAJOR = clause("ICCF-TR-2016 App2.3/table 1-6")
HIGH = clause("ICCF-TR-2016 App2.3/table 7-18")
GENERATED = clause("ICCF-TR-2016 App2.3/generator")
BLANK = clause("ICCF-TR-2016 App2.3/GM from 7")
SCHEVENINGEN = clause("ICCF-TR-2016 10.0.1/schev")
REVISED = clause("ICCF-TR-2016 8.7(e)/4")

FORGIVEN = Fraction(5, 100)
"""The excess that the tables ignore when they round up to a half point."""


def norms(event: Event, *, only: str | None = None) -> NormReport:
    """Return the statement of norms by the rules of 2016, with the norms made and still possible.

    All players have one category, except in a Scheveningen event, where each has that of their opponents. One result
    may be a norm for several titles at once.
    """
    return report(event, NormRules(KEY, thresholds, _easier, _no_expectancies), only=only)


def norm_score(title: str, category_number: int, games: int) -> Ruling[Fraction | None]:
    """Return the score of a norm in a category (counted from A = 0) over a number of games; None if it has none."""
    title_level = level(title)
    facts: dict[str, Fact] = {"title": title, "category": CATEGORIES[category_number], "games": games}
    if category_number < title_level.first_category:
        first = CATEGORIES[title_level.first_category]
        return Ruling(None, (Ground(BLANK, {**facts, "first": first}),))
    percent = expectancy_2016(title_level.rating - category_floor(category_number))
    expected = Fraction(games * percent, 100)
    by_table = half_points_up(max(Fraction(0), expected - FORGIVEN))
    least = minimum_score(games, edition=KEY)
    needed = max(by_table, least)
    grounds = [Ground(_table(category_number), {**facts, "needed": needed})]
    generated: dict[str, Fact] = {"percent": percent, "expected": Decimal(games * percent).scaleb(-2)}
    generated |= {"forgiven": Decimal("0.05"), "by_table": by_table}
    grounds.append(Ground(GENERATED, {**facts, **generated}))
    if least > by_table:
        grounds.append(Ground(MINIMUM_SCORE.under(KEY)[0], {"games": games, "minimum": least}))
    return Ruling(needed, tuple(grounds))


def _table(category_number: int) -> Clause:
    if category_number < CATEGORIES.index("1"):
        return MINOR
    return MAJOR if category_number < CATEGORIES.index("7") else HIGH


def thresholds(field: SectionField, meetings: Sequence[Meeting]) -> Thresholds:
    """Return what each title takes. The table's row is found by the games: one more is the number of players."""
    number = field.category
    notes: tuple[Requirement, ...] = ()
    if field.event.scheveningen:
        number, notes = _opponents_category(field, meetings)
    return Thresholds(_in_category(number, len(meetings)), notes)


def among(ratings: Sequence[Decimal], games: int) -> Thresholds:
    """Return what each title takes over so many games of an event with these ratings, one's own included."""
    mean = average(ratings, edition=KEY)
    of_mean = category(mean.value, edition=KEY)
    notes = tuple(Requirement(ground, holds=True) for ground in (*mean.grounds, *of_mean.grounds))
    return Thresholds(_in_category(of_mean.value, games), notes)


def _in_category(number: int | None, games: int) -> dict[str, Threshold]:
    if number is None or not games:
        return {title_level.title: Threshold(None, ()) for title_level in LEVELS}
    return {title_level.title: _threshold(title_level, number, games) for title_level in LEVELS}


def _threshold(title_level: Level, number: int, games: int) -> Threshold:
    ruling = norm_score(title_level.title, number, games)
    holds = ruling.value is not None
    requirements = tuple(Requirement(ground, holds) for ground in ruling.grounds)
    over = partial(
        overscored_games_2016, games, needed_for=lambda count: norm_score(title_level.title, number, count).value
    )
    return Threshold(ruling.value, requirements, category=number, overscore=over)


def _opponents_category(field: SectionField, meetings: Sequence[Meeting]) -> tuple[int | None, tuple[Requirement, ...]]:
    ratings = [field.strengths.ratings[meeting.opponent] for meeting in meetings]
    if not ratings:
        return None, ()
    mean = average(ratings, edition=KEY).value
    number = category(mean, edition=KEY).value
    facts: dict[str, Fact] = {"average": mean, "category": None if number is None else CATEGORIES[number]}
    return number, (Requirement(Ground(SCHEVENINGEN, facts), holds=True),)


def _easier(start: Threshold, revised: Threshold) -> Threshold:
    """Compute the category again for a replacement player, but do not lower it."""
    rises = revised.category is not None and (start.category is None or revised.category > start.category)
    chosen = revised if rises else start
    facts: dict[str, Fact] = {
        "start": None if start.category is None else CATEGORIES[start.category],
        "revised": None if revised.category is None else CATEGORIES[revised.category],
        "category": None if chosen.category is None else CATEGORIES[chosen.category],
    }
    note = Requirement(Ground(REVISED, facts), holds=True)
    return replace(chosen, requirements=(*chosen.requirements, note))


def _no_expectancies(_rating: Decimal) -> Mapping[str, Decimal]:
    """Return no expectancies, since the tables of 2016 know no single opponents."""
    return {}
