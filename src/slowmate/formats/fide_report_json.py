"""The ``rating_report`` object of EVENT.json: what FIDE's rating regulations ask of an event over the board."""

from collections import Counter
from collections.abc import Sequence
from datetime import date

from slowmate.formats.rate_of_play import time_control
from slowmate.formats.reading import Node
from slowmate.ratings.fide.eligible import FIRST_CONTROL, FideTimeControl, Registration, is_ratable, list_of
from slowmate.ratings.fide.office import Report, remarks
from slowmate.records import Event, FideCategory
from slowmate.rulebook import Ground


def check_report(event: Event, node: Node) -> tuple[tuple[Ground, ...], tuple[Ground, ...]]:
    """Return why an event is not rated (nothing where it is), and what else its rating officer should know.

    The registration is checked only of an event that has a ``rating_report``, the time control always.
    """
    control = time_control(event.rate_of_play)
    refused = _control_failures(event, control)
    if not node.has("rating_report"):
        return refused, ()
    report = node.child("rating_report")
    registration = _registration(event, report, control)
    ratable = is_ratable(registration)
    refused += () if ratable.value else ratable.grounds
    on = report.optional_day("on") or registration.end
    advice = remarks(registration, _report(report), on=on)
    return refused, (*(ratable.grounds if ratable.value else ()), *_list(event, control), *advice)


def _control_failures(event: Event, control: FideTimeControl | None) -> tuple[Ground, ...]:
    """Refuse a first control with another number of moves than 40."""
    if control is None:
        return ()
    grounds = list_of(control, *_strongest(event.players)).grounds
    return tuple(ground for ground in grounds if ground.clause == FIRST_CONTROL)


def _list(event: Event, control: FideTimeControl | None) -> tuple[Ground, ...]:
    """Return the ground that says on which list a game of the two strongest players is."""
    return list_of(control, *_strongest(event.players)).grounds if control else ()


def _strongest(players: Sequence[object]) -> tuple[int | None, int | None]:
    ratings = sorted(
        (rating for player in players if (rating := getattr(player, "rating", None)) is not None), reverse=True
    )
    return (*ratings, None, None)[0], (*ratings, None, None)[1]


def _registration(event: Event, report: Node, control: FideTimeControl | None) -> Registration:
    terms = event.fide
    arbiters = report.child("arbiters") if report.has("arbiters") else None
    days: Counter[date] = Counter(day for day in event.round_dates if day)
    return Registration(
        federation=event.federation or "",
        start=event.start,
        end=event.end or event.start,
        registered=terms.registered if terms else None,
        control=control or FideTimeControl(()),
        arbiters={name: arbiters.flag(name, default=True) for name in arbiters.value} if arbiters else {},
        rounds_a_day=max(days.values(), default=1),
        over_the_board=report.flag("over_the_board", default=True),
        laws=report.optional_text("laws") or "FIDE",
        is_league=terms is not None and terms.category is FideCategory.LEAGUE,
        late_allowed=terms is not None and "registration" in terms.approvals,
        refused=report.flag("registration_refused", default=False),
        longer_approved=terms is not None and "duration" in terms.approvals,
    )


def _report(node: Node) -> Report:
    return Report(
        official=node.flag("official", default=False),
        invitation_says_unrated=node.flag("invitation_says_unrated", default=False),
        announced_before_play=node.flag("announced_before_play", default=False),
        sent=node.optional_day("sent"),
        uploaded=node.optional_day("uploaded"),
        refused=node.optional_day("refused"),
    )
