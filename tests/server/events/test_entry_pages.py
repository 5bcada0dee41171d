"""Entering on pages: the ruling before it binds, the state of an entry, withdrawing it, joining on the way."""

import re
from datetime import date, timedelta
from typing import Any

import pytest
from django.core import mail as sent
from django.test import Client

from slowmate.server.accounts.models import User
from slowmate.server.events.models import Bar, Event, EventEntry
from slowmate.server.events.services import entries
from slowmate.server.jobs import mail
from slowmate.server.people.models import Office, Player, TitleHeld
from slowmate.server.site import clock
from tests.server.events.building import PRELIMINARY, START, by, delegate_of, entered, open_event, rated, runner, won
from tests.server.reading import tight
from tests.support.people import AT, account, person

pytestmark = pytest.mark.django_db

State = EventEntry.State
SEEN = r'name="seen"\s+value="(\w+)"'


@pytest.fixture(autouse=True)
def _may_2024(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "now", lambda: AT)


def as_user(who: User | Player | None) -> Client:
    client = Client()
    if who is not None:
        client.force_login(account(who) if isinstance(who, Player) else who)
    return client


def page(client: Client, event: Event, **query: Any) -> str:
    return tight(client.get(f"/events/{event.pk}/enter", query).content)


def accept(client: Client, event: Event, **more: str) -> Any:
    """Look, then press the button."""
    shown = client.get(f"/events/{event.pk}/enter", {"player": more["player"]} if "player" in more else {})
    seen = re.search(SEEN, shown.content.decode())
    return client.post(f"/events/{event.pk}/enter", {"seen": seen[1] if seen else "", **more})


# the ruling before it binds


def test_the_page_says_which_ways_hold_and_why_the_others_do_not_before_anything_binds() -> None:
    player = rated(2400)
    TitleHeld.objects.create(player=player, title="SIM", confirmed=date(2015, 1, 1))
    event = open_event(PRELIMINARY, fee=30, name="The 45th Preliminaries")
    text = page(as_user(player), event)
    assert "You may enter" in text
    assert (text.count(">holds, and is taken<"), text.count(">holds<")) == (1, 1), "and it is free this year"
    assert "1.1.1(j)" in text
    assert "The title SIM is held. Rating 2400; above 2250 needed." in text
    assert "The title IM is not held. Rating 2400; above 2300 needed." in text
    assert "30 EUR" in text
    assert "payment" in text
    assert "your right of this year by title, rating or championship" in text
    assert not EventEntry.objects.exists()


def test_what_would_be_used_up_is_named_with_its_section_and_its_last_day() -> None:
    player = rated(2000)
    section = won(player, name="Master class 7")
    text = page(as_user(player), open_event(PRELIMINARY))
    assert f'<a href="/sections/{section.pk}">your right from Master class 7</a>' in text
    assert "valid until 1 February 2027" in text


def test_another_entry_that_stands_on_the_same_right_is_named() -> None:
    player = rated(2000)
    won(player)
    entered(open_event(PRELIMINARY, name="The first"), player)
    text = page(as_user(player), open_event(PRELIMINARY, name="The second"))
    assert "The first</a>relies on the same right" in text


def test_an_entry_that_uses_up_something_else_is_not_named() -> None:
    player = rated(2000)
    won(player)
    entered(open_event(name="The free for all"), player)
    entered(open_event(PRELIMINARY, name="The first"), player)
    text = page(as_user(player), open_event(PRELIMINARY, name="The second"))
    assert "The first</a>relies on the same right" in text
    assert "The free for all" not in text


def test_who_may_not_enter_reads_why_and_finds_no_button() -> None:
    player = rated(2000)
    Bar.objects.create(player=player, since=date(2024, 1, 1), until=date(2025, 1, 1), clause="ICCF-TR-2017 8.4/5")
    text = page(as_user(player), open_event())
    assert "You may not enter" in text
    assert "Suspended from ICCF play from 1 January 2024 until 1 January 2025" in text
    assert 'class="final"' not in text
    posted = as_user(player).post(f"/events/{open_event().pk}/enter", {})
    assert posted.status_code == 409
    assert not EventEntry.objects.exists()


def test_an_event_open_to_all_says_so_and_entering_takes_one_button() -> None:
    event, user = open_event(), person()
    client = as_user(user)
    shown = page(client, event)
    assert shown.count("open to all players except those barred by a rule") == 1
    assert "The ways into this event" not in shown
    answer = accept(client, event)
    entry = EventEntry.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, f"/entries/{entry.pk}")
    shown = client.get(answer["Location"]).content.decode()
    assert "The entry is made and accepted." in shown
    assert client.get(f"/events/{event.pk}/enter")["Location"] == f"/entries/{entry.pk}"


def test_whoever_would_wait_reads_at_which_place_before_anything_binds() -> None:
    event, user = open_event(places=2), person()
    entered(event)
    assert "waiting list" not in page(as_user(user), event).split("<form")[0]
    entered(event)
    entered(event)
    body = page(as_user(user), event)
    assert "You would be on the waiting list, at place 2." in body
    assert "limits the event to 2 places, and all are taken (2)" in body


def test_where_the_announcement_decides_the_player_asks_with_a_word() -> None:
    event = open_event("invitational", organiser=person(offices=(Office.Kind.ORGANISER,)))
    client = as_user(person())
    assert "Ask to be admitted" in page(client, event)
    accept(client, event, words="I would like to play.")
    entry = EventEntry.objects.get()
    assert (entry.state, entry.words) == (State.ASKED, "I would like to play.")


def test_if_what_the_rules_say_has_changed_since_one_looked_nothing_is_done() -> None:
    player = rated(2400)
    TitleHeld.objects.create(player=player, title="SIM", confirmed=date(2015, 1, 1))
    event, client = open_event(PRELIMINARY), as_user(player)
    shown = client.get(f"/events/{event.pk}/enter").content.decode()
    seen = re.findall(SEEN, shown)[0]
    Event.objects.update(fee=50)
    again = client.post(f"/events/{event.pk}/enter", {"seen": seen})
    assert again.status_code == 409
    assert "has changed since you looked" in again.content.decode()
    assert not EventEntry.objects.exists()
    assert accept(client, event).status_code == 302


@pytest.mark.parametrize("state", ["announced", "closed", "running"])
def test_an_event_that_is_not_open_shows_the_ruling_and_no_button(state: str) -> None:
    event, client = open_event(state=state), as_user(person())
    text = page(client, event)
    assert "Entries are not open yet" in text if state == "announced" else "Entries are closed" in text
    assert 'class="final"' not in text
    assert client.post(f"/events/{event.pk}/enter", {}).status_code == 422


def test_what_is_typed_wrongly_is_refused_in_one_message() -> None:
    event, client = open_event("invitational"), as_user(person())
    answer = accept(client, event, words="x" * 501)
    assert answer.status_code == 422
    assert "at most 500 characters" in answer.content.decode()
    assert client.post(f"/events/{event.pk}/enter", {"words": "a\x00b"}).status_code == 400
    assert not EventEntry.objects.exists()


def test_a_draft_does_not_exist_for_a_stranger() -> None:
    event = open_event(state=Event.State.DRAFT)
    assert as_user(person()).get(f"/events/{event.pk}/enter").status_code == 404
    assert as_user(None).get(f"/events/{event.pk}/enter")["Location"].startswith("/accounts/login/")


# by a delegate


def test_a_delegate_enters_a_player_of_his_federation_by_name_and_no_other() -> None:
    event, delegate = open_event(), delegate_of("CZE")
    player = rated(2000)
    Player.objects.filter(pk=player.pk).update(name="Jana Nováková", folded="jana novakova")
    stranger = rated(2000, federation="GER")
    client = as_user(delegate)
    assert "Enter a player of your federation" in page(client, event)
    found = client.get(f"/events/{event.pk}/enter/whom", {"player": "Jana Novakova"})
    assert found["Location"] == f"/events/{event.pk}/enter?player={player.pk}"
    assert "Enter Jana Nováková" in page(client, event, player=player.pk)
    accept(client, event, player=str(player.pk))
    entry = EventEntry.objects.get()
    assert (entry.player, entry.via, entry.made_by) == (player, "CZE", delegate)
    wrong = client.get(f"/events/{event.pk}/enter/whom", {"player": str(stranger.pk)})
    assert (wrong.status_code, "not of your federation" in wrong.content.decode()) == (422, True)
    for other in (stranger.pk, 10**9, 10**30, "x"):
        assert client.get(f"/events/{event.pk}/enter", {"player": other}).status_code == 404
        assert client.post(f"/events/{event.pk}/enter", {"player": other}).status_code == 404
    assert as_user(person()).get(f"/events/{event.pk}/enter/whom").status_code == 404
    assert EventEntry.objects.count() == 1


def test_nobody_enters_somebody_else_on_the_page() -> None:
    event, player = open_event(), rated(2000)
    for stranger in (person(), delegate_of("GER"), runner()):
        assert as_user(stranger).post(f"/events/{event.pk}/enter", {"player": player.pk}).status_code == 404
    assert not EventEntry.objects.exists()


# the entry


def test_an_entry_is_shown_to_its_player_his_delegate_and_whoever_runs_the_event() -> None:
    player = rated(2000)
    entry = entered(open_event(fee=20), player)
    for who in (player, delegate_of("CZE"), runner()):
        text = tight(as_user(who).get(f"/entries/{entry.pk}").content)
        assert "payment" in text
        assert "20 EUR" in text
        assert "not paid yet" in text
    for who in (person(), delegate_of("GER"), runner(Office.Kind.TITLE_TOURNAMENTS)):
        assert as_user(who).get(f"/entries/{entry.pk}").status_code == 404
    assert as_user(None).get(f"/entries/{entry.pk}").status_code == 302


def test_the_place_in_the_waiting_list_is_shown() -> None:
    event = open_event(places=1)
    entered(event)
    entered(event, at=AT + timedelta(minutes=1))
    last = person()
    entry = entered(event, last, at=AT + timedelta(minutes=2))
    text = as_user(last).get(f"/entries/{entry.pk}").content.decode()
    assert "Place 2 in the list." in text
    assert "place 2" in as_user(last).get("/me").content.decode()


def test_withdrawing_asks_first_and_says_what_it_costs() -> None:
    user = person()
    entry = entered(open_event(), user)
    client = as_user(user)
    assert b"It costs nothing" in client.get(f"/entries/{entry.pk}/withdraw").content
    assert EventEntry.objects.get().state == State.ACCEPTED
    assert client.post(f"/entries/{entry.pk}/withdraw")["Location"] == f"/entries/{entry.pk}"
    assert EventEntry.objects.get().state == State.WITHDRAWN
    again = client.post(f"/entries/{entry.pk}/withdraw", follow=True).content.decode()
    assert "over already" in again
    for stranger in (person(), runner()):
        assert as_user(stranger).post(f"/entries/{entry.pk}/withdraw").status_code == 404


def test_withdrawing_after_the_start_is_refused_with_its_clause(monkeypatch: pytest.MonkeyPatch) -> None:
    event, user = open_event(), person()
    entry = entered(event, user)
    entries.seat(event, [entry], by(event, kind=Office.Kind.NON_TITLE_TOURNAMENTS), start=START)
    monkeypatch.setattr(clock, "now", lambda: AT.replace(month=10))
    client = as_user(user)
    assert b"Withdraw the entry" not in client.get(f"/entries/{entry.pk}").content
    for answer in (client.get(f"/entries/{entry.pk}/withdraw"), client.post(f"/entries/{entry.pk}/withdraw")):
        page = answer.content.decode()
        assert answer.status_code == 409
        assert "Play has begun" in page
        assert "8.1/1" in page
        assert "It costs nothing" not in page, "no promise that is not kept"
        assert 'class="final danger"' not in page, "no button that does nothing"
    assert EventEntry.objects.get().state == State.SEATED


def test_a_delegate_confirms_a_free_entry_on_its_page() -> None:
    player = rated(2500)
    TitleHeld.objects.create(player=player, title="GM", confirmed=date(2010, 1, 1))
    entry = entered(open_event("grandmaster-norm", fee=30), player)
    delegate = as_user(delegate_of("CZE"))
    assert b"Confirm the entry" in delegate.get(f"/entries/{entry.pk}").content
    assert b"wait for your word" in delegate.get("/federations/CZE/nominations").content
    assert b"Confirm the entry" not in as_user(player).get(f"/entries/{entry.pk}").content
    assert as_user(player).post(f"/entries/{entry.pk}/confirm").status_code == 404
    delegate.post(f"/entries/{entry.pk}/confirm")
    assert EventEntry.objects.get().state == State.ACCEPTED


# a newcomer


def test_a_newcomer_joins_on_the_way_and_comes_back_to_the_event(settings: Any) -> None:
    event = open_event(name="A thematic with the King's Gambit")
    client = Client()
    join = f"/accounts/signup/?next=/events/{event.pk}/enter"
    for path in (f"/events/{event.pk}", f"/events/{event.pk}/enter"):
        assert f'href="{join}"' in client.get(path).content.decode()
    form = client.get(join).content.decode()
    where = re.findall(r'name="next"\s+value="([^"]+)"', form)
    body = {"name": "New Comer", "federation": "", "zone": "UTC", "email": "new@example.org"}
    secret = {"password1": "correspondence is slow", "password2": "correspondence is slow"}
    client.post(join, {**body, **secret, "next": where[0] if where else ""})
    assert mail.send_due(at=AT) == 1
    link = re.findall(settings.SLOWMATE_URL + r"(/accounts/confirm-email/\S+)", str(sent.outbox[-1].body))[0]
    confirmed = client.post(link)
    assert confirmed["Location"] == f"/events/{event.pk}/enter"
    assert accept(client, event).status_code == 302
    entry = EventEntry.objects.get()
    assert (entry.player.name if entry.player else "", entry.state) == ("New Comer", State.ACCEPTED)
