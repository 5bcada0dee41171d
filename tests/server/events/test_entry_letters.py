"""What is told by mail about entries, nominations and rights, and until when it is news."""

from datetime import date, datetime, timedelta

import pytest
from django.core.mail import EmailMessage

from slowmate.server.events.models import EventEntry, Right
from slowmate.server.events.services import admitting, entries, nominations, notices, rights
from slowmate.server.jobs import mail
from slowmate.server.mail.models import Mail
from slowmate.server.people.models import Office
from tests.server.events.building import (
    PRELIMINARY,
    SEMI,
    START,
    by,
    delegate_of,
    entered,
    open_event,
    rated,
    runner,
    won,
)
from tests.support.people import AT, account, person

pytestmark = pytest.mark.django_db

LATER = AT + timedelta(hours=1)


def sent(outbox: list[EmailMessage], *, at: datetime = LATER) -> EmailMessage:
    """The one mail that goes now."""
    outbox.clear()
    assert mail.send_due(at=at) == 1
    (found,) = outbox
    return found


def said(found: EmailMessage, *words: str) -> None:
    text = " ".join(str(found.body).split())
    for one in words:
        assert one in text, text


def test_an_entry_that_waits_is_told_with_what_is_missing(mailoutbox: list[EmailMessage]) -> None:
    user = person()
    entry = entered(open_event(fee=20, name="Open of Brno"), user)
    found = sent(mailoutbox)
    assert (found.subject, found.to) == ("Your entry in Open of Brno has come", [user.email])
    said(found, "Still missing: payment.", "The entry fee is 20 EUR.", f"/entries/{entry.pk}")


def test_an_accepted_entry_is_told_with_what_it_will_use_up(mailoutbox: list[EmailMessage]) -> None:
    player = rated(2000)
    won(player, name="Master class 7")
    Mail.objects.all().delete()
    entered(open_event(PRELIMINARY, name="Preliminaries 45"), player)
    found = sent(mailoutbox)
    assert found.subject == "Your entry in Preliminaries 45 is accepted"
    said(found, "starts on 20 September 2024", "uses up your right from Master class 7")


def test_whoever_waits_for_a_section_of_a_norm_tournament_is_told_no_day(mailoutbox: list[EmailMessage]) -> None:
    entered(open_event("master-norm", name="Master Norm 7"), rated(2350))
    found = sent(mailoutbox)
    said(found, "You wait for the next section of Master Norm 7.")
    assert "2024" not in str(found.body)


def test_the_place_in_the_waiting_list_is_told(mailoutbox: list[EmailMessage]) -> None:
    event, user = open_event(places=0, name="Open of Brno"), person()
    entered(event, at=AT - timedelta(minutes=1))
    Mail.objects.all().delete()
    entered(event, user)
    said(sent(mailoutbox), "You are on the waiting list of Open of Brno, at place 2.", "Nothing is used up")


def test_a_seat_and_what_it_used_up_are_told(mailoutbox: list[EmailMessage]) -> None:
    player = rated(2000)
    won(player, name="Master class 7")
    event = open_event(PRELIMINARY, name="Preliminaries 45")
    entry = entered(event, player)
    Mail.objects.all().delete()
    entries.seat(event, [entry], by(event), start=START)
    found = sent(mailoutbox)
    assert found.subject == "You have a seat in Preliminaries 45"
    said(found, "It has used up your right from Master class 7", "once the start list is posted")


def test_a_refusal_tells_the_reason(mailoutbox: list[EmailMessage]) -> None:
    organiser, user = person(offices=(Office.Kind.ORGANISER,)), person()
    event = open_event("invitational", organiser=organiser, name="Invited to Brno")
    entry = entered(event, user)
    Mail.objects.all().delete()
    admitting.deal_with(event, "refuse", [entry.pk], reason="It is for veterans.", actor=organiser, at=AT)
    found = sent(mailoutbox)
    assert found.subject == "Your entry in Invited to Brno is refused"
    said(found, "Whoever runs the event says why: It is for veterans.")


def test_what_did_not_come_in_time_is_told(mailoutbox: list[EmailMessage]) -> None:
    event = open_event(fee=20)
    entered(event)
    Mail.objects.all().delete()
    late = AT.replace(month=8, day=1)
    entries.lapse_unpaid(event, at=late)
    said(sent(mailoutbox, at=late), "Something was still missing at the deadline: payment.")


def test_withdrawing_is_told_with_what_it_cost(mailoutbox: list[EmailMessage]) -> None:
    user = person()
    entry = entered(open_event(), user)
    Mail.objects.all().delete()
    entries.withdraw(entry.pk, actor=user, at=AT)
    said(sent(mailoutbox), "It costs you nothing")


def test_a_nomination_and_a_grant_are_told(mailoutbox: list[EmailMessage]) -> None:
    player = rated(2000)
    nominations.nominate(player, year=2024, actor=delegate_of("CZE"), at=AT)
    said(sent(mailoutbox), "CZE has named you for the World Championship of 2024.", "You still have to enter")
    board = person(offices=(Office.Kind.EXECUTIVE_BOARD,))
    nominations.grant(player, kind=SEMI, reference="EB 7", reason="not covered", actor=board, at=AT)
    said(sent(mailoutbox), "By its decision EB 7 you may enter: World Championship Semi-Final.")


def test_a_right_is_told_when_it_is_earned_and_before_it_runs_out(mailoutbox: list[EmailMessage]) -> None:
    player = rated(2000)
    won(player, name="Master class 7")
    Mail.objects.exclude(user=player.user, kind="right-earned").delete()
    found = sent(mailoutbox)
    assert found.subject == "You have earned a right: World Championship Preliminary"
    said(found, "Your result in Master class 7 gives you the right to enter", "valid until 1 February 2027")
    soon = datetime.combine(date(2027, 1, 10), AT.timetz())
    rights.warn_of_expiry(at=soon)
    Mail.objects.exclude(user=player.user).delete()
    last = sent(mailoutbox, at=soon)
    assert last.subject == "A right of yours runs out on 1 February 2027"
    said(last, "Your right from Master class 7", "/me")


def test_how_an_entry_stood_before_it_went_on_is_no_news(mailoutbox: list[EmailMessage]) -> None:
    event, user = open_event(fee=20), person()
    entry = entered(event, user)
    admitting.deal_with(event, "payment", [entry.pk], actor=runner(), at=AT)
    found = sent(mailoutbox)
    assert "is accepted" in found.subject
    assert Mail.objects.get(kind="entry-received").dropped == "the entry has gone on meanwhile"


def test_a_right_that_was_used_meanwhile_is_not_warned_of(mailoutbox: list[EmailMessage]) -> None:
    player = rated(2000)
    won(player)
    Mail.objects.all().delete()
    soon = datetime.combine(date(2027, 1, 10), AT.timetz())
    rights.warn_of_expiry(at=soon)
    Right.objects.filter(player=player).update(state="used")
    mailoutbox.clear()
    mail.send_due(at=soon)
    assert account(player).email not in {to for one in mailoutbox for to in one.to}


@pytest.mark.parametrize("language", ["en", "cs"])
def test_every_letter_can_be_written_in_each_language(language: str, mailoutbox: list[EmailMessage]) -> None:
    user = person(language=language)
    event = open_event(places=1)
    for state in EventEntry.State:
        entry = entered(event, user) if not event.entries.exists() else event.entries.get()
        EventEntry.objects.filter(pk=entry.pk).update(state=state)
        entry.refresh_from_db()
        Mail.objects.all().delete()

        notices.entries_changed([entry], at=AT, reason="because")
        found = sent(mailoutbox)
        assert event.name in found.subject
        assert "{" not in str(found.body)
