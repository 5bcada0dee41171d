"""Days of an event that are moved, and put right where the new day was a typing error."""

from datetime import date, timedelta

import pytest

from slowmate.rulebook import Refused
from slowmate.server.events.models import Event
from slowmate.server.events.services import entries, planning
from slowmate.server.events.services.day_corrections import correct
from slowmate.server.mail.models import Mail
from slowmate.server.site import clock
from slowmate.server.site.days import last_day
from slowmate.server.site.errors import NotAllowed, Stale, Unfit
from tests.server.events import organising
from tests.server.events.organising import CLOSED_AT, DEADLINE, START
from tests.support.people import account

pytestmark = pytest.mark.django_db

WRONG = START + timedelta(days=731)
LATER = CLOSED_AT + timedelta(minutes=10)


@pytest.mark.parametrize("day", [date(1800, 1, 1), date(2015, 12, 31), date(2199, 12, 31)])
def test_no_day_is_moved_to_one_that_nobody_can_mean(day: date) -> None:
    event, who = organising.confirmed()
    with pytest.raises(Unfit, match="Give a day from 1 January 2016"):
        planning.postpone(event.pk, day, reason="A flood.", actor=who, at=CLOSED_AT)
    with pytest.raises(Unfit, match="Give a day from 1 January 2016"):
        planning.extend(organising.closed()[0].pk, day, reason="A flood.", actor=who, at=CLOSED_AT)


def test_the_last_day_that_anybody_can_mean_is_taken_and_the_next_is_not() -> None:
    event, who = organising.confirmed()
    last = last_day(clock.now().date())
    with pytest.raises(Unfit):
        planning.postpone(event.pk, last + timedelta(days=1), reason="A flood.", actor=who, at=CLOSED_AT)
    assert planning.postpone(event.pk, last, reason="A flood.", actor=who, at=CLOSED_AT).start == last


@pytest.mark.clause("ICCF-TR-2017 1.0.5/3")
def test_a_postponed_start_that_was_mistyped_comes_back_and_everybody_is_told() -> None:
    event, who = organising.posted()
    planning.postpone(event.pk, WRONG, reason="A flood.", actor=who, at=CLOSED_AT)
    right = START + timedelta(days=30)
    event = correct(event.pk, right, reason="Mistyped.", actor=who, at=LATER)
    assert (event.start, event.state) == (right, Event.State.CONFIRMED)
    assert set(event.sections.values_list("start", flat=True)) == {right}
    assert Mail.objects.filter(kind="event-day-corrected").count() == 9
    correction = event.decisions.get(what="correct the day")
    assert correction.reason == "Mistyped."
    assert correction.supersedes == event.decisions.get(what="postpone")
    with pytest.raises(Stale, match="corrected already"):
        correct(event.pk, START, reason="Again.", actor=who, at=LATER)


def test_a_deadline_that_was_mistyped_comes_back() -> None:
    event, who = organising.closed(start=START + timedelta(days=60))
    planning.extend(event.pk, START, reason="A strike.", actor=who, at=CLOSED_AT)
    event = correct(event.pk, DEADLINE + timedelta(days=7), reason="Mistyped.", actor=who, at=LATER)
    assert (event.deadline, event.state) == (DEADLINE + timedelta(days=7), Event.State.OPEN)


def test_a_wrong_day_stands_once_somebody_has_acted_on_it() -> None:
    event, who = organising.closed(start=START + timedelta(days=60))
    planning.extend(event.pk, START, reason="A strike.", actor=who, at=CLOSED_AT)
    (player,) = organising.field(1)
    entries.enter(event, player, actor=account(player), at=LATER)
    with pytest.raises(Refused):
        correct(event.pk, DEADLINE + timedelta(days=7), reason="Mistyped.", actor=who, at=LATER + timedelta(hours=1))
    assert not Mail.objects.filter(kind="event-day-corrected").exists()


def test_a_wrong_day_is_corrected_by_the_person_who_gave_it_alone_and_never_before_the_first_one() -> None:
    event, who = organising.confirmed()
    planning.postpone(event.pk, WRONG, reason="A flood.", actor=who, at=CLOSED_AT)
    with pytest.raises(Refused):
        correct(event.pk, START, reason="Not mine.", actor=organising.commissioner(), at=LATER)
    with pytest.raises(NotAllowed):
        correct(event.pk, START, reason="Not mine.", actor=organising.director(), at=LATER)
    with pytest.raises(Refused):
        correct(event.pk, START - timedelta(days=1), reason="Earlier.", actor=who, at=LATER)
    with pytest.raises(Unfit, match="Say why"):
        correct(event.pk, START, reason=" ", actor=who, at=LATER)
    assert correct(event.pk, START, reason="Mistyped.", actor=who, at=LATER).start == START


def test_nothing_is_corrected_that_was_not_moved() -> None:
    event, who = organising.confirmed()
    with pytest.raises(Stale):
        correct(event.pk, START, reason="Mistyped.", actor=who, at=LATER)
