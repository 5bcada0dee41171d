"""FIDE sections 0, 4 and 9 for one event: a rating officer's remarks apart from its games."""

from dataclasses import dataclass
from datetime import date

from slowmate.ratings.fide.eligible import Registration, may_give_norms
from slowmate.ratings.fide.reporting import (
    arbiter_is_in_time,
    interim_reports,
    may_appeal,
    must_submit,
    officer_is_in_time,
    report_is_overdue,
)
from slowmate.rulebook import Ground


@dataclass(frozen=True, slots=True)
class Report:
    """The state of an event's report: when the arbiter *sent* it, the officer *uploaded* it, FIDE *refused* it."""

    official: bool = False
    invitation_says_unrated: bool = False
    announced_before_play: bool = False
    sent: date | None = None
    uploaded: date | None = None
    refused: date | None = None


def remarks(event: Registration, report: Report, *, on: date) -> tuple[Ground, ...]:
    """Return norms, the duty to report, interim reports, deadlines and an appeal, as they stand on a day."""
    unrated = report.invitation_says_unrated and report.announced_before_play
    grounds = [
        *may_give_norms(event).grounds,
        *must_submit(
            invitation_says_unrated=report.invitation_says_unrated, announced_before_play=report.announced_before_play
        ).grounds,
    ]
    interim = interim_reports(start=event.start, end=event.end)
    if interim.value:
        grounds += interim.grounds
    if report.sent:
        grounds += arbiter_is_in_time(end=event.end, sent=report.sent).grounds
    if report.uploaded:
        grounds += officer_is_in_time(end=event.end, uploaded=report.uploaded).grounds
    overdue = report_is_overdue(
        end=event.end, on=on, official=report.official, reported=report.uploaded is not None, announced_unrated=unrated
    )
    if overdue.value:
        grounds += overdue.grounds
    if report.refused:
        grounds += may_appeal(notice=report.refused, on=on).grounds
    return tuple(grounds)
