"""Sections 1.3 and 1.5: titles by rating, and titles by norms with the rating they take."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from fractions import Fraction

from slowmate.rulebook import Dated, Fact, Ground, Refused, Requirement, Ruling, clause
from slowmate.rulebook.rounding import half_up
from slowmate.titles.fide.direct import A_NORM as BY_PLACE
from slowmate.titles.fide.direct import DirectAward
from slowmate.titles.fide.norms import Assessment, MissingNinth, is_norm_title
from slowmate.titles.fide.titles import FideTitle, achieved_on

OLD_NORMS_BEFORE = date(2005, 7, 1)
OLD_NORMS_REGISTERED_BEFORE = date(2013, 7, 31)

RATING_TITLES = {
    FideTitle.FM: Dated({"FIDE-TITLES-2017 1.31": 2300}),
    FideTitle.CM: Dated({"FIDE-TITLES-2017 1.32": 2200}),
    FideTitle.WFM: Dated({"FIDE-TITLES-2017 1.33": 2100}),
    FideTitle.WCM: Dated({"FIDE-TITLES-2017 1.34": 2000}),
}

DAY_OF_EACH_GAME = clause("FIDE-TITLES-2017 1.53a/3")
BY_RATING, RATED_GAMES = Dated({"FIDE-TITLES-2017 1.3": 30}).newest
THIRTY_GAMES = clause("FIDE-QC-2016 S1/1.3")
ENOUGH_GAMES, (LEAST_NORMS, GAMES_FOR_A_TITLE) = Dated({"FIDE-TITLES-2017 1.51": (2, 27)}).newest
TWENTY_SIX, GAMES_WITH_A_FORFEIT = Dated({"FIDE-QC-2016 S2/1.51": 26}).newest
SEVERAL_TITLES = clause("FIDE-TITLES-2017 1.52")
RATING_REACHED, NORM_TITLE_RATING = Dated(
    {"FIDE-TITLES-2017 1.53": {FideTitle.GM: 2500, FideTitle.IM: 2400, FideTitle.WGM: 2300, FideTitle.WIM: 2200}}
).newest
NOT_PUBLISHED = clause("FIDE-TITLES-2017 1.53a/1")
PROOF = clause("FIDE-TITLES-2017 1.53a/2")
AGREED = clause("FIDE-TITLES-2017 1.53a/4")
PERIOD_RATED = clause("FIDE-TITLES-2017 1.53a/5")
EXPIRED = clause("FIDE-TITLES-2017 1.55")
NORMAL_FOREIGNERS = clause("FIDE-TITLES-2017 1.43f")
ONE_ROUND_A_DAY, SINGLE_DAYS = Dated({"FIDE-TITLES-2017 1.13a": 3}).newest


# -- ratings reached --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RatingReached:
    """A rating reached: on a day, after so many rated games, published or in the middle of a period or an event.

    For one that was not published: *evidence* is the federation's proof, *certified* the chief arbiter's certificate
    with the date of each game, *agreed* that Rating Administrator and Commission both agree, *period_rated* that all
    tournaments of the period are in.
    """

    rating: int
    on: date
    games: int = 0
    published: bool = True
    evidence: bool = False
    certified: bool = False
    agreed: tuple[str, ...] = ()
    period_rated: bool = False


def interim_rating(old: int, k: int, changes: Sequence[Fraction]) -> Ruling[int]:
    """Return the highest rating during a period: the old one and the change so far, rounded half up.

    *changes* are the differences of score and expectancy, in the order of the games. What comes later is disregarded.
    """
    best, so_far, at = old, Fraction(0), 0
    for number, change in enumerate(changes, 1):
        so_far += change
        now = old + half_up(k * so_far)
        if now > best:
            best, at = now, number
    return Ruling(best, (Ground(NOT_PUBLISHED, {"rating": best, "after_games": at, "old": old}),))


def may_be_used(reached: RatingReached) -> Ruling[bool]:
    """Return whether a rating carries an application: unpublished, it takes proof, agreement, a rated period."""
    if reached.published:
        return Ruling(True, (Ground(RATING_REACHED, {"rating": reached.rating, "on": reached.on}),))
    missing = {"Rating Administrator", "QC"} - set(reached.agreed)
    grounds = (
        Ground(NOT_PUBLISHED, {"rating": reached.rating, "on": reached.on}),
        Ground(PROOF, {"evidence": reached.evidence}),
        Ground(DAY_OF_EACH_GAME, {"certified": reached.certified, "recommended": True}),
        Ground(AGREED, {"agreed": sorted(reached.agreed), "missing": sorted(missing)}),
        Ground(PERIOD_RATED, {"period_rated": reached.period_rated}),
    )
    return Ruling(reached.evidence and not missing and reached.period_rated, grounds)


def rating_gives_title(title: FideTitle, reached: RatingReached) -> Ruling[bool]:
    """Return whether a rating gives FM, CM, WFM or WCM: high enough, after at least 30 rated games then.

    An interim rating needs what 1.53a asks of one.
    """
    if title not in RATING_TITLES:
        raise Refused(
            Ground(BY_RATING, {"title": title, "titles": [str(rating_title) for rating_title in RATING_TITLES]})
        )
    checks, usable = rating_requirements(title, reached), may_be_used(reached)
    holds = all(check.holds for check in checks) and usable.value
    return Ruling(holds, (*(check.ground for check in checks), *usable.grounds))


def rating_requirements(title: FideTitle, reached: RatingReached) -> tuple[Requirement, ...]:
    """Return what FM, CM, WFM or WCM asks of a rating: how high it is, and on how many games it rests."""
    cited, least = RATING_TITLES[title].newest
    games: dict[str, Fact] = {"games": reached.games, "minimum": RATED_GAMES}
    enough = reached.games >= RATED_GAMES
    return (
        Requirement(Ground(cited, {"rating": reached.rating, "minimum": least}), reached.rating >= least),
        Requirement(Ground(BY_RATING, games), enough),
        Requirement(Ground(THIRTY_GAMES, games), enough),
    )


# -- norms ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EarnedNorm:
    """A norm in hand for one title: from which event, how many games it counts, and what 1.13a and 1.43f ask.

    *single_days*: days of its tournament with only one round; None: not known, and not judged. *registered*: the day it
    was registered with FIDE, which only norms from before July 2005 need. *also*: other titles the same result is a
    norm for.
    """

    title: FideTitle
    event: str
    on: date
    games: int
    missing: MissingNinth | None = None
    normal_foreigners: bool = True
    single_days: int | None = None
    registered: date | None = None
    also: frozenset[FideTitle] = frozenset()


def norms_earned(
    assessments: Iterable[Assessment], *, event: str, on: date, round_dates: Sequence[date | None] = ()
) -> tuple[EarnedNorm, ...]:
    """Return a norm for each title achieved in one event; *on* is the day of the last round.

    The games differ by title: what exceeds an IM norm by a point may just make a GM norm.
    """
    achieved = [assessment for assessment in assessments if assessment.achieved]
    titles = frozenset(assessment.title for assessment in achieved)
    days = [day for day in round_dates if day is not None]
    single = sum(days.count(day) == 1 for day in set(days)) if days else None
    return tuple(
        EarnedNorm(
            assessment.title,
            event,
            on,
            assessment.counted,
            assessment.missing,
            assessment.normal_foreigners,
            single,
            also=titles - {assessment.title},
        )
        for assessment in achieved
    )


def norm_by_place(award: DirectAward, *, event: str, on: date) -> EarnedNorm:
    """Return a norm won by a place in a championship (1.21b), which counts as nine games."""
    if award.grants != "norm":
        raise Refused(Ground(BY_PLACE, {"title": award.title, "grants": award.grants}))
    return EarnedNorm(award.title, event, on, award.games)


def is_alive(norm: EarnedNorm) -> Ruling[bool]:
    """Return whether a norm still counts: norms before July 2005 had to be registered by 31 July 2013."""
    old = norm.on < OLD_NORMS_BEFORE
    in_time = norm.registered is not None and norm.registered < OLD_NORMS_REGISTERED_BEFORE
    return Ruling(not old or in_time, (Ground(EXPIRED, {"on": norm.on, "registered": norm.registered}),))


class CommissionVerdict(StrEnum):
    """The Commission's words: award, award once the rating is reached, or not valid."""

    YES = "yes"
    CONDITIONAL = "cond"
    NO = "no"


@dataclass(frozen=True, slots=True)
class TitleByNorms:
    """The result of norms and ratings for a title. *achieved*: the day it counts as achieved, None before."""

    title: FideTitle
    verdict: CommissionVerdict
    norms: tuple[EarnedNorm, ...]
    games: int
    achieved: date | None
    requirements: tuple[Requirement, ...] = field(default=())


def title_by_norms(
    title: FideTitle, norms: Iterable[EarnedNorm], ratings: Iterable[RatingReached] = ()
) -> Ruling[TitleByNorms]:
    """Judge whether norms make a title: two or more of 27 games (26 with an eight-game norm by forfeit win).

    One of them must meet the normal foreigner requirement, and for GM one must come from a tournament with three days
    of a single round. All norms complete but the rating not yet reached is a conditional yes.
    """
    if not is_norm_title(title).value:
        raise Refused(*is_norm_title(title).grounds)
    by_event = _one_an_event(norm for norm in norms if norm.title is title)
    expired = tuple(
        Requirement(is_alive(norm).grounds[0], holds=False) for norm in by_event if not is_alive(norm).value
    )
    used = tuple(norm for norm in by_event if is_alive(norm).value)
    checks = _checks(title, used)
    complete = all(check.holds for check in checks)
    reached = [rating for rating in ratings if gives_rating(title, rating).value]
    rating = _rating_check(title, reached)
    verdict = (
        CommissionVerdict.NO if not complete else CommissionVerdict.YES if reached else CommissionVerdict.CONDITIONAL
    )
    achieved = None
    if verdict is CommissionVerdict.YES:
        last, first = max(norm.on for norm in used), min(rating.on for rating in reached)
        achieved = achieved_on(last_result=last, rating_reached=first).value
    value = TitleByNorms(title, verdict, used, sum(norm.games for norm in used), achieved, (*expired, *checks, rating))
    return Ruling(value, tuple(check.ground for check in value.requirements))


def gives_rating(title: FideTitle, reached: RatingReached) -> Ruling[bool]:
    """Return whether a rating is the one a title by norms takes: high enough, fit to carry an application."""
    usable = may_be_used(reached)
    return Ruling(reached.rating >= NORM_TITLE_RATING[title] and usable.value, usable.grounds)


def _one_an_event(norms: Iterable[EarnedNorm]) -> list[EarnedNorm]:
    """Return the norm of most games of each event: a place and a performance are not added up (1.21)."""
    best: dict[tuple[str, date], EarnedNorm] = {}
    for norm in norms:
        key = (norm.event, norm.on)
        if key not in best or norm.games > best[key].games:
            best[key] = norm
    return list(best.values())


def _checks(title: FideTitle, used: Sequence[EarnedNorm]) -> tuple[Requirement, ...]:
    games = sum(norm.games for norm in used)
    by_forfeit = any(norm.missing is MissingNinth.FORFEIT_WIN and norm.games == 8 for norm in used)
    needed = GAMES_WITH_A_FORFEIT if by_forfeit else GAMES_FOR_A_TITLE
    facts: dict[str, Fact] = {"norms": len(used), "games": games, "needed": needed}
    requirements = [Requirement(Ground(ENOUGH_GAMES, facts), len(used) >= LEAST_NORMS and games >= needed)]
    if by_forfeit:
        requirements.append(Requirement(Ground(TWENTY_SIX, {**facts, "reading": "forfeit-win-only"}), games >= needed))
    shared = [norm.event for norm in used if norm.also]
    if shared:
        requirements.append(Requirement(Ground(SEVERAL_TITLES, {"events": shared}), holds=True))
    normal = [norm.event for norm in used if norm.normal_foreigners]
    requirements.append(Requirement(Ground(NORMAL_FOREIGNERS, {"events": normal, "minimum": 1}), bool(normal)))
    if title is FideTitle.GM:
        slow = [norm.event for norm in used if norm.single_days is not None and norm.single_days >= SINGLE_DAYS]
        unknown = [norm.event for norm in used if norm.single_days is None]
        facts = {"events": slow, "days": SINGLE_DAYS, "not_known": unknown}
        requirements.append(Requirement(Ground(ONE_ROUND_A_DAY, facts), bool(slow or unknown)))
    return tuple(requirements)


def _rating_check(title: FideTitle, reached: Sequence[RatingReached]) -> Requirement:
    first = min(reached, key=lambda rating: rating.on, default=None)
    facts: dict[str, Fact] = {
        "title": title,
        "minimum": NORM_TITLE_RATING[title],
        "outcome": "title",
        "rating": first.rating if first else None,
        "on": first.on if first else None,
    }
    return Requirement(Ground(RATING_REACHED, facts), first is not None)
