"""FIDE sections 0.4, 0.5, 4.13, 7.1, 9, 10 and 13: reports, appeals, the monthly list, its drift, who stands in it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from statistics import fmean, median

from slowmate.rulebook import Dated, Fact, Ground, Ruling, clause

OFFICIAL = clause("FIDE-RATING-2017 0.4")
APPEAL_WITHIN = Dated({"FIDE-RATING-2017 0.5": timedelta(days=7)})
LONG_DAYS = Dated({"FIDE-RATING-2017 4.13": 90})
MONTHLY = clause("FIDE-RATING-2017 7.1")
ARBITER_REPORTS_WITHIN = Dated({"FIDE-RATING-2017 9.1/1": timedelta(days=7)})
OFFICER_REPORTS_WITHIN = Dated({"FIDE-RATING-2017 9.1/2": timedelta(days=30)})
SUBMIT = clause("FIDE-RATING-2017 9.2")
SCALE = clause("FIDE-RATING-2017 10.2")
DRIFT = clause("FIDE-RATING-2017 10.3")
MEMBER = clause("FIDE-RATING-2017 13.1")
UNLISTED = clause("FIDE-RATING-2017 13.2")
DISPENSATION, NO_FEDERATION = clause("FIDE-RATING-2017 13.3"), "FID"


@dataclass(frozen=True, slots=True)
class ListPolicy:
    """The values missing from our copy of the regulations; the defaults are common knowledge, not from the text.

    *min_games* and *floor*: a new rating needs so many games and points. *pooling_months*: how long the results of an
    unrated player are kept. *closing_days*: how long before a list reports must be in.
    """

    min_games: int = 5
    floor: int = 1000
    pooling_months: int = 26
    closing_days: int = 3


LOST, DEFAULT_POLICY = clause("FIDE-RATING-2017 7.x-8.1a (lost)"), ListPolicy()


def first_list(reported: date, *, policy: ListPolicy = DEFAULT_POLICY) -> Ruling[date]:
    """Return the first list with an event reported on a day: of the first of a month, closed days before."""
    earliest = reported + timedelta(days=policy.closing_days)
    month = earliest.year * 12 + earliest.month - (earliest.day == 1)
    published = date(month // 12, month % 12 + 1, 1)
    facts: dict[str, Fact] = {"reported": reported, "closing_days": policy.closing_days, "list": published}
    return Ruling(published, (Ground(MONTHLY, facts), Ground(LOST, {"closing_days": policy.closing_days})))


def still_pools(played: date, *, on: date, policy: ListPolicy = DEFAULT_POLICY) -> Ruling[bool]:
    """Return whether an unrated player's result is recent enough to be pooled for the list of a day."""
    months = (on.year - played.year) * 12 + on.month - played.month - (on.day < played.day)
    facts = {"months": months, "most": policy.pooling_months}
    return Ruling(months < policy.pooling_months, (Ground(LOST, facts),))


def report_is_overdue(*, end: date, on: date, official: bool, reported: bool, announced_unrated: bool) -> Ruling[bool]:
    """Return whether a report is missing on a day.

    Official events are always reported; others unless announced as unrated.
    """
    if announced_unrated and not official:
        return Ruling(False, (Ground(SUBMIT, {"announced_unrated": True}),))
    officer, within = OFFICER_REPORTS_WITHIN.newest
    last = end + within
    facts: dict[str, Fact] = {"end": end, "last_day": last, "reported": reported}
    return Ruling(not reported and on > last, (Ground(OFFICIAL if official else officer, facts),))


def arbiter_is_in_time(*, end: date, sent: date) -> Ruling[bool]:
    """Return whether the chief arbiter's report reached the rating officer within 7 days of the end."""
    cited, within = ARBITER_REPORTS_WITHIN.newest
    last = end + within
    return Ruling(sent <= last, (Ground(cited, {"end": end, "last_day": last, "sent": sent}),))


def officer_is_in_time(*, end: date, uploaded: date) -> Ruling[bool]:
    """Return whether the rating officer uploaded the report within 30 days of the last round."""
    cited, within = OFFICER_REPORTS_WITHIN.newest
    last = end + within
    return Ruling(uploaded <= last, (Ground(cited, {"end": end, "last_day": last, "uploaded": uploaded}),))


def must_submit(*, invitation_says_unrated: bool, announced_before_play: bool) -> Ruling[bool]:
    """Return whether an international event is submitted: not if announced as unrated twice, and before play."""
    facts = {"invitation_says_unrated": invitation_says_unrated, "announced_before_play": announced_before_play}
    return Ruling(not (invitation_says_unrated and announced_before_play), (Ground(SUBMIT, facts),))


def may_appeal(*, notice: date, on: date) -> Ruling[bool]:
    """Return whether the organiser may still appeal against a refusal to rate: 7 days from the notice."""
    cited, within = APPEAL_WITHIN.newest
    last = notice + within
    return Ruling(notice <= on <= last, (Ground(cited, {"notice": notice, "last_day": last}),))


def interim_reports(*, start: date, end: date) -> Ruling[tuple[date, ...]]:
    """Return the months, by their first days, in which an event of more than 90 days reports results."""
    days = (end - start).days + 1
    months = range(start.year * 12 + start.month - 1, end.year * 12 + end.month)
    cited, most = LONG_DAYS.newest
    due = tuple(date(month // 12, month % 12 + 1, 1) for month in months) if days > most else ()
    return Ruling(due, (Ground(cited, {"days": days, "reports": len(due)}),))


@dataclass(frozen=True, slots=True)
class Drift:
    """Mean and median of those who stand on both of two lists, so that newcomers and leavers do not blur them."""

    players: int
    mean_before: float
    mean_after: float
    median_before: float
    median_after: float


def drift(before: Sequence[float | None], after: Sequence[float | None]) -> Ruling[Drift | None]:
    """Compare the scale before and after: it has no fixed point, only differences mean anything."""
    both = [
        (old_rating, new_rating)
        for old_rating, new_rating in zip(before, after, strict=True)
        if old_rating is not None and new_rating is not None
    ]
    grounds = (Ground(SCALE), Ground(DRIFT, {"players": len(both)}))
    if not both:
        return Ruling(None, grounds)
    old, new = zip(*both, strict=True)
    return Ruling(Drift(len(both), fmean(old), fmean(new), median(old), median(new)), grounds)


def listed_federation(
    federation: str | None, *, excluded: frozenset[str], unlisted_by: str | None = None, dispensation: bool = False
) -> Ruling[str | None]:
    """Return the federation a player is listed under, or None if they are not listed.

    *excluded*: federations that are no members now. *unlisted_by*: the federation that asked to leave them
    out; only their own may. *dispensation*: granted by FIDE to a player without a federation.
    """
    if dispensation:
        return Ruling(NO_FEDERATION, (Ground(DISPENSATION, {"federation": NO_FEDERATION}),))
    if federation is None or federation in excluded:
        return Ruling(None, (Ground(MEMBER, {"federation": federation, "member": False}),))
    if unlisted_by == federation:
        return Ruling(None, (Ground(UNLISTED, {"federation": federation}),))
    return Ruling(federation, (Ground(MEMBER, {"federation": federation, "member": True}),))
