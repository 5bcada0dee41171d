"""Steps that bind many people are looked at once before they bind: what they will do, and to how many."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from slowmate.records import Result
from slowmate.server.accounts.models import User
from slowmate.server.events.models import Decision, Event, Section
from slowmate.server.events.pages.desk_items import SOURCES
from slowmate.server.events.services import consequences
from slowmate.server.events.views.steps import DIVISION_STEPS, EVENT_STEPS, POST_START_LISTS, SECTION_STEPS
from slowmate.server.games.models import Game
from slowmate.server.mail.models import Mail
from slowmate.server.people.models import Office
from slowmate.server.site import clock
from slowmate.server.site.desk_items import Urgency, items_of
from slowmate.server.site.steps import CONFIRMED, FormStep
from tests.server.events import organising
from tests.server.events.organising import CLOSED_AT, PRELIMINARY, START
from tests.server.page_forms import PageForm, forms_of
from tests.support.people import person

pytestmark = pytest.mark.django_db

BINDS_MANY = {
    "event": {"announce", "announce-only", "open", "extend", "postpone", "correct", "cancel", "agree"}
    | {"call-off", "throw-away"},
    "division": {"confirm", "open-again"},
    "section": {"confirm", "give-up", "post", "carry-out", "settle", "open-again", "adjudicate"},
}


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def previewed(client: Client, path: str, data: dict[str, Any]) -> tuple[str, PageForm]:
    """What a step answers at the first press, and the form of the second."""
    decisions, mails = Decision.objects.count(), Mail.objects.count()
    answer = client.post(path, data)
    page = answer.content.decode()
    assert (answer.status_code, "Nothing is done yet." in page) == (200, True), (path, answer.status_code)
    assert (Decision.objects.count(), Mail.objects.count()) == (decisions, mails), "the first press binds nothing"
    (form,) = [form for form in forms_of(page) if CONFIRMED in form.values]
    assert form.action == path
    return page, form


def pressed(client: Client, form: PageForm) -> str:
    """What the page says after the second press."""
    answer = client.post(form.action, form.values, follow=True)
    assert answer.status_code == 200
    return answer.content.decode()


def test_every_step_that_binds_many_is_previewed_and_no_other() -> None:
    def previews(steps: dict[str, FormStep]) -> set[str]:
        return {name for name, step in steps.items() if step.preview}

    assert previews(EVENT_STEPS) == BINDS_MANY["event"]
    assert previews(DIVISION_STEPS) == BINDS_MANY["division"]
    assert previews(SECTION_STEPS) == BINDS_MANY["section"]
    assert POST_START_LISTS.preview


def test_an_announcement_binds_at_the_second_press() -> None:
    event, who = organising.closed()
    today = clock.now().date()
    days = {"deadline": today, "start": today + timedelta(days=60)}
    Event.objects.filter(pk=event.pk).update(state="draft", announced=None, **days)
    client, path = signed_in(who), f"/events/{event.pk}/run/announce"
    page, form = previewed(client, path, {"seen": "draft"})
    assert "its plan is not changed any more" in page
    assert "entries are open" in pressed(client, form)


def test_a_postponement_says_how_far_and_how_many_are_told() -> None:
    event, who = organising.posted()
    client, path = signed_in(who), f"/events/{event.pk}/run/postpone"
    later = START + timedelta(days=30)
    with clock.shifted(CLOSED_AT - clock.now()):
        page, form = previewed(client, path, {"day": later.isoformat(), "reason": "Illness.", "seen": "posted"})
        assert "Play starts on 20 October 2024 instead of 20 September 2024: 30 days later." in page
        assert "The start lists of 1 section have to be posted again." in page
        assert "9 people are told by mail." in page
        event.refresh_from_db()
        assert (event.start, event.state) == (START, Event.State.POSTED)
        assert "The start is postponed" in pressed(client, form)
    event.refresh_from_db()
    assert (event.start, event.state) == (later, Event.State.CONFIRMED)
    assert Mail.objects.filter(kind="event-postponed").count() == 9


def test_what_stands_against_a_step_is_said_at_the_first_press() -> None:
    event, who = organising.posted()
    client, path = signed_in(who), f"/events/{event.pk}/run/postpone"
    with clock.shifted(CLOSED_AT - clock.now()):
        answer = client.post(path, {"day": START.isoformat(), "reason": "Illness.", "seen": "posted"}, follow=True)
    assert answer.redirect_chain == [(f"/events/{event.pk}/run", 302)]
    assert "Nothing is done yet." not in answer.content.decode()


def test_nobody_previews_a_step_that_they_may_not_take() -> None:
    event, _ = organising.closed()
    stranger = signed_in(organising.commissioner(PRELIMINARY))
    assert stranger.post(f"/events/{event.pk}/run/postpone", {"day": "2026-12-31", "reason": "x"}).status_code == 404


def test_a_step_taken_meanwhile_by_another_is_not_taken_again() -> None:
    event, who = organising.divided()
    client, path = signed_in(who), f"/events/{event.pk}/run/sections"
    _page, form = previewed(client, path, {"what": "confirm", "seen": "sections proposed"})
    pressed(client, form)
    count = Decision.objects.count()
    assert "Somebody has just taken another step here" in pressed(client, form)
    assert Decision.objects.count() == count


def test_a_division_and_its_start_lists_say_how_many_they_bind() -> None:
    event, who = organising.divided(many=10)
    client = signed_in(who)
    with clock.shifted(CLOSED_AT - clock.now()):
        page, form = previewed(
            client, f"/events/{event.pk}/run/sections", {"what": "confirm", "seen": "sections proposed"}
        )
        assert "9 players are seated" in page
        assert "1 player waits" in page
        pressed(client, form)
        section = event.sections.get()
        data = {"what": "director", "section": section.pk, "director": organising.director().pk}
        client.post(f"/events/{event.pk}/run/post", data)
        page, form = previewed(client, f"/events/{event.pk}/run/post", {"what": "post", "seen": "confirmed"})
        assert "36 games in 1 section" in page
        assert not section.draw or section.draw.seed not in page, "the seed is revealed by the second press"
        assert "the seed is revealed" in pressed(client, form)


def test_several_steps_that_follow_are_named_one_by_one_and_a_single_one_binds_at_once() -> None:
    event, who = organising.finished(PRELIMINARY, 13, (13,), players=organising.masters(13), number=40)
    section = event.sections.get()
    steps = [step.pk for step in section.consequences.filter(state="proposed").exclude(what="ask")]
    assert len(steps) > 2
    client, path = signed_in(who), f"/sections/{section.pk}/run/carry-out"
    assert client.post(path, {"step": steps[0]}).status_code == 302
    page, form = previewed(client, path, {"all": "1", "desk": "1", "kind": "settle"})
    assert f"Carry out {len(steps) - 1} steps" in page
    assert form.values["step"] == [str(pk) for pk in steps[1:]], "those that were shown, and no others"
    assert "all" not in form.values
    assert '<a class="button second" href="/desk?kind=settle">' in page
    answer = client.post(path, form.values)
    assert answer["Location"] == "/desk?kind=settle"
    assert not section.consequences.filter(state="proposed").exists()


def test_a_section_is_settled_after_the_work_that_is_left_in_its_games() -> None:
    event, who = organising.finished()
    section = event.sections.get()

    def card() -> Any:
        return next(item for item in items_of(SOURCES, who, at=clock.now()) if item.kind == "settle")

    with clock.shifted(organising.noon(organising.OVER) - clock.now()):
        assert (card().urgency, len(card().actions)) == (Urgency.DUE, 1)
        games = Game.objects.filter(pairing__section=section)
        games.filter(pk=games[0].pk).update(termination="time", noted=None)
        words = "The director still has to look at 1 game: its end, or what was asked about it."
        assert (card().urgency, card().actions) == (Urgency.LATER, ())
        assert ("First", words) in card().facts
        client = signed_in(who)
        assert words in client.get(f"/sections/{section.pk}/run").content.decode()
        page, form = previewed(client, f"/sections/{section.pk}/run/settle", {"seen": "finished"})
        assert words in page
        assert "it is the last section" in page.lower()
        pressed(client, form)
    section.refresh_from_db()
    assert section.state == Section.State.SETTLED


def test_opening_again_says_that_it_looks_anew_at_what_was_carried_out() -> None:
    event, _ = organising.started(PRELIMINARY, 13, (13,), players=organising.masters(13), number=40)
    section = event.sections.get()
    organising.play(section, lambda white, black: Result.WHITE_WINS if white < black else Result.BLACK_WINS)
    consequences.finish(section.pk, at=organising.noon(organising.OVER))
    appeals = signed_in(person(offices=(Office.Kind.APPEALS,)))
    page, _form = previewed(appeals, f"/sections/{section.pk}/run/open-again", {"reason": "Wrong.", "seen": "finished"})
    assert "0 steps that were carried out are looked at anew" in page
