"""Appendix 2 of 2017: norms by the sum of what a player who just deserves the title would be expected to score."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache, partial

from slowmate.ratings.iccf.expectancy import UNIT, expectancy
from slowmate.records import Event
from slowmate.rulebook import Fact, Ground, Requirement, Ruling, clause
from slowmate.titles.iccf.event_norms import NormRules, SectionField, Threshold, Thresholds, report
from slowmate.titles.iccf.overscore import overscored_games
from slowmate.titles.iccf.schedule import Meeting
from slowmate.titles.iccf.tournament import MINIMUM_SCORE, half_points_up, minimum_score
from slowmate.titles.levels import LEVELS, OPPONENTS, PERFORMANCE, Level
from slowmate.titles.reports import NormReport

KEY = "ICCF-TR-2017"
PRINCIPLE = clause("ICCF-TR-2017 App2.2.1")
OPPONENTS_AVERAGE = clause("ICCF-TR-2017 App2.2.2")
SUM = clause("ICCF-TR-2017 App2.2.4(b)/sum")
ROUNDED_UP = clause("ICCF-TR-2017 App2.2.4(b)/round")
TOO_WEAK = clause("ICCF-TR-2017 App2.2.8")
ANYBODY = clause("ICCF-TR-2017 App2.2.9/norm")
SCHEVENINGEN = clause("ICCF-TR-2017 10.0.1/schev")
REVISED = clause("ICCF-TR-2017 8.7(e)/4")


def norms(event: Event, *, strict_overscore: bool = False, only: str | None = None) -> NormReport:
    """Return the statement of norms by the rules of 2017, with the norms made and still possible.

    Every player has their own opponents, hence their own norms, rated or not. One result may be a norm for several
    titles at once. *strict_overscore* counts overscored games only from half a point above the norm.
    """
    rules = NormRules(KEY, partial(thresholds, strict=strict_overscore), _easier, _expectancies)
    return report(event, rules, only=only)


def expected_score(level: int, ratings: Sequence[Decimal | int]) -> Ruling[Decimal]:
    """Return the sum of expectancies of a player of some level against each opponent, to four decimals."""
    units = sum(_units(level, rating) for rating in ratings)
    value = Decimal(units).scaleb(-4)
    facts: dict[str, Fact] = {"level": level, "games": len(ratings), "sum": value}
    return Ruling(value, (Ground(PRINCIPLE, {"level": level}), Ground(SUM, facts)))


@lru_cache(maxsize=1 << 16)
def _units(level: int, rating: Decimal | int) -> int:
    difference = level - rating
    whole = int(difference)
    return expectancy(whole if whole == difference else Decimal(difference))


def norm_result(expected: Decimal, games: int) -> Ruling[Fraction]:
    """Return the score of a norm: the sum up to the next half point, but 35% at least. A half point stays."""
    rounded = half_points_up(Fraction(expected))
    least = minimum_score(games, edition=KEY)
    facts: dict[str, Fact] = {"sum": expected, "rounded": rounded}
    grounds = [Ground(ROUNDED_UP, facts)]
    if least > rounded:
        grounds.append(Ground(MINIMUM_SCORE.under(KEY)[0], {"games": games, "minimum": least, "rounded": rounded}))
    return Ruling(max(rounded, least), tuple(grounds))


def thresholds(field: SectionField, meetings: Sequence[Meeting], *, strict: bool = False) -> Thresholds:
    """Return what each title takes against these opponents; a double round counts an opponent twice."""
    ratings = [
        field.strengths.ratings[meeting.opponent] for meeting in meetings if meeting.opponent in field.strengths.ratings
    ]
    if not ratings:
        return Thresholds({level.title: Threshold(None, ()) for level in LEVELS})
    per_title = against(ratings, strict=strict)
    if not field.event.scheveningen:
        return per_title
    note = Requirement(Ground(SCHEVENINGEN, {"opponents": len(ratings)}), holds=True)
    return replace(per_title, notes=(*per_title.notes, note))


def against(ratings: Sequence[Decimal], *, strict: bool = False) -> Thresholds:
    """Return what each title takes against opponents who count with these ratings, one for each game."""
    mean = Fraction(sum(ratings, Decimal(0))) / len(ratings)
    notes = (Ground(ANYBODY, {}), Ground(OPPONENTS_AVERAGE, {"average": _rounded(mean), "games": len(ratings)}))
    return Thresholds(
        {level.title: _threshold(level, ratings, mean, strict=strict) for level in LEVELS},
        tuple(Requirement(ground, holds=True) for ground in notes),
    )


def _threshold(level: Level, ratings: Sequence[Decimal], mean: Fraction, *, strict: bool) -> Threshold:
    strong_enough = mean >= level.opponents
    facts: dict[str, Fact] = {"title": level.title, "average": _rounded(mean), "needed": level.opponents}
    requirements = [Requirement(Ground(OPPONENTS, facts), strong_enough)]
    expected = expected_score(level.rating, ratings)
    if not strong_enough:
        requirements.append(Requirement(Ground(TOO_WEAK, facts), holds=False))
        return Threshold(None, tuple(requirements), expected.value)
    needed = norm_result(expected.value, len(ratings))
    requirements.append(Requirement(Ground(PERFORMANCE, {"title": level.title, "level": level.rating}), holds=True))
    requirements += [Requirement(ground, holds=True) for ground in (*expected.grounds[1:], *needed.grounds)]
    over = partial(overscored_games, len(ratings), expected=expected.value, needed=needed.value, strict=strict)
    return Threshold(needed.value, tuple(requirements), expected.value, overscore=over)


def _rounded(mean: Fraction) -> Decimal:
    return Decimal(round(mean * UNIT)).scaleb(-4)


def _easier(start: Threshold, revised: Threshold) -> Threshold:
    """Return the lower norm of a title: with a replacement player norms are revised, but none rises."""
    falls = revised.needed is not None and (start.needed is None or revised.needed < start.needed)
    chosen = revised if falls else start
    facts: dict[str, Fact] = {"start": start.needed, "revised": revised.needed, "needed": chosen.needed}
    note = Requirement(Ground(REVISED, facts), holds=True)
    return replace(chosen, requirements=(*chosen.requirements, note))


@lru_cache(maxsize=1 << 12)
def _expectancies(rating: Decimal) -> Mapping[str, Decimal]:
    return {level.title: Decimal(_units(level.rating, rating)).scaleb(-4) for level in LEVELS}
