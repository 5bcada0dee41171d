"""What is told about events by mail: to whom, with one link, in both languages."""

from datetime import timedelta

import pytest
from django.utils import translation

from slowmate.server.accounts.models import User
from slowmate.server.events.models import Event, Section
from slowmate.server.events.services import planning, settling
from slowmate.server.jobs.mail import LETTERS
from slowmate.server.mail.letters import item_of
from slowmate.server.mail.models import Mail
from slowmate.server.people.models import Office
from tests.server.events import organising
from tests.server.events.organising import CLOSED_AT, DEADLINE, OVER, START, noon
from tests.support.people import person

pytestmark = pytest.mark.django_db


def said(kind: str) -> tuple[str, str, str]:
    """Subject, text and link of the first mail of a kind; it can be written in Czech too."""
    mail = Mail.objects.filter(kind=kind).select_related("user__player").order_by("pk")[0]
    with translation.override("cs"):
        assert item_of(mail, LETTERS).paragraphs
    item = item_of(mail, LETTERS)
    return item.subject, " ".join(item.paragraphs), item.link


@pytest.fixture
def over() -> tuple[Event, User, Section]:
    event, who = organising.finished("world-cup-preliminary", 7, (7,), number=25)
    return event, who, event.sections.get()


def test_every_step_of_an_event_is_told_with_one_link(over: tuple[Event, User, Section]) -> None:
    event, _, section = over
    subject, text, link = said("entries-closed")
    assert subject == f"Entries for {event.name} are closed"
    assert event.draws.get().commitment in text
    assert link.endswith(f"/events/{event.pk}")
    assert "with 7 entrants" in said("divide-event")[1]
    assert said("divide-event")[2].endswith(f"/events/{event.pk}/run")
    subject, text, link = said("start-list")
    assert subject.startswith("Start list: ")
    assert "You have number 1;" in text
    assert "You start with the rating" in text
    assert link.endswith(f"/sections/{section.pk}")
    assert "6 of them are yours" in said("section-started")[1]
    assert "you direct them" in said("section-directed")[1]
    assert said("director-named")[0] == f"You direct {event.name}"
    assert "Your place: 1." in said("section-finished")[1]
    assert said("settle-section")[2].endswith(f"/sections/{section.pk}/run")


def test_moved_days_and_the_end_of_an_event_are_told_with_their_reason() -> None:
    event, who = organising.closed("open", 3)
    planning.extend(event.pk, DEADLINE + timedelta(days=9), reason="A strike.", actor=who, at=CLOSED_AT)
    subject, text, _ = said("event-extended")
    assert subject == f"More time to enter {event.name}"
    assert "open until 9 August 2024" in text
    assert "The reason: A strike." in text
    planning.postpone(event.pk, START + timedelta(days=1), reason="A flood.", actor=who, at=CLOSED_AT)
    assert "21 September 2024" in said("event-postponed")[1]
    board = person(offices=(Office.Kind.EXECUTIVE_BOARD,))
    planning.cancel(event.pk, reason="A fire.", actor=board, at=CLOSED_AT)
    assert "A fire." in said("event-cancelled")[1]


def test_what_follows_is_told_to_whoever_earned_it(over: tuple[Event, User, Section]) -> None:
    _, who, section = over
    for row in section.consequences.all():
        settling.carry_out(row.pk, actor=who, at=noon(OVER))
    told = Mail.objects.filter(kind="right-earned")
    assert [mail.user for mail in told] == [section.seats.get(number=1).player.user]


def test_who_wants_no_mail_gets_none() -> None:
    players = organising.field(9)
    User.objects.filter(player__in=players[:4]).update(mail_mode="none")
    organising.posted("open", 9, players=players)
    assert Mail.objects.filter(kind="start-list").count() == 5
