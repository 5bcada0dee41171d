"""Vacant places of a Final: who comes next, by the same function as the command line, and who admits them."""

from datetime import date, timedelta
from typing import Any

import pytest

from slowmate.events.running.standings import standings
from slowmate.events.running.vacancies import next_for_vacant_places
from slowmate.server.accounts.models import User
from slowmate.server.events.models import Event, EventEntry, Grant, Section
from slowmate.server.events.pages.desk_items import SOURCES
from slowmate.server.events.queries.record import record_of
from slowmate.server.events.queries.vacancies import vacancies_of
from slowmate.server.events.services import entries
from slowmate.server.events.services.vacancies import admit
from slowmate.server.mail.models import Mail
from slowmate.server.people.models import Office
from slowmate.server.site.desk_items import DeskItem, items_of, number_of
from slowmate.server.site.errors import NotAllowed, Stale, Unfit
from tests.server.events.test_step_previews import signed_in
from tests.support import events
from tests.support.people import AT, person

pytestmark = pytest.mark.django_db

LADIES_SEMI, LADIES_FINAL = "ladies-world-championship-semi-final", "ladies-world-championship-final"
START = date(2024, 9, 20)


def final(
    kind: str = LADIES_FINAL,
    sender: str = LADIES_SEMI,
) -> tuple[Event, Section]:
    """A Final that is open, and a section below it that is over: the lower number wins."""
    before = events.event(sender, state=Event.State.SETTLED, start=date(2022, 1, 1))
    section = events.section(before, events.players(5), events.every_result(5), state="settled", ended=date(2023, 1, 1))
    row = events.event(kind, state=Event.State.OPEN, start=START, deadline=START - timedelta(days=30))
    return row, section


@pytest.mark.clause("ICCF-TR-2017 1.6.3/1")
def test_the_next_of_the_ladies_are_shown_as_the_command_line_shows_them() -> None:
    event, section = final()
    record = record_of(section)
    told = next_for_vacant_places(LADIES_FINAL, [(record, standings(record).value)], 11, start=START)
    shown = vacancies_of(event)
    assert (shown.places, shown.taken, shown.vacant) == (11, 0, 11)
    assert [str(line.player.pk) for line in shown.players] == list(told.value)
    assert shown.ruling.grounds == told.grounds
    assert len(told.value) == 3, "two of five went on by right"


@pytest.mark.clause("ICCF-TR-2017 1.6.3/1")
def test_the_commissioner_admits_the_next_with_a_reason_and_the_player_may_then_enter() -> None:
    event, _section = final()
    ttc = person(offices=(Office.Kind.TITLE_TOURNAMENTS,))
    first = vacancies_of(event).players[0].player
    client, path = signed_in(ttc), f"/events/{event.pk}/run/vacancies"
    page = client.get(path).content.decode()
    assert f"Next in order: {first.name};" in page, "by name, not by number"
    assert path in client.get(f"/events/{event.pk}/run").content.decode()
    assert "Say why" in client.post(path, {"player": first.pk, "reason": ""}, follow=True).content.decode()
    assert client.post(path, {"player": first.pk, "reason": "Two declined."})["Location"] == path
    grant = Grant.objects.get()
    assert (grant.player, grant.kind, grant.is_free_place) == (first, LADIES_FINAL, False)
    assert grant.reference.startswith("1.6.3/1 ")
    decision = event.decisions.get(what="admit to a vacant place")
    assert f"Next in order: {first.name};" in client.get(f"/events/{event.pk}").content.decode()
    assert (decision.reason, decision.office) == ("Two declined.", "Title Tournament Commissioner")
    assert {ground["clause"] for ground in decision.grounds} == {"ICCF-TR-2017 1.6.3/1"}
    assert [mail.user for mail in Mail.objects.filter(kind="granted")] == [first.user]
    with pytest.raises(Stale):
        admit(event.pk, first.pk, reason="Again.", actor=ttc, at=AT)


@pytest.mark.clause("ICCF-TR-2017 1.6.3/1")
def test_a_player_who_is_admitted_may_enter_and_gives_the_turn_to_nobody_else() -> None:
    event, _section = final()
    ttc = person(offices=(Office.Kind.TITLE_TOURNAMENTS,))
    first, second, *_rest = (line.player for line in vacancies_of(event).players)
    admit(event.pk, first.pk, reason="Two declined.", actor=ttc, at=AT)
    ruling = entries.ruling(first, event, on=AT.date())
    assert ruling.value.uses, [str(ground) for ground in ruling.grounds]
    assert not entries.ruling(second, event, on=AT.date()).value.uses
    lines = {line.player: line.is_admitted for line in vacancies_of(event).players}
    assert (lines[first], lines[second]) == (True, False)


@pytest.mark.clause("ICCF-TR-2017 1.4.4/1")
def test_places_of_the_final_are_the_boards_to_give_and_nobodys_own() -> None:
    event, _section = final("world-championship-final", "world-championship-candidates")
    board = person(offices=(Office.Kind.EXECUTIVE_BOARD,))
    ttc = person(offices=(Office.Kind.TITLE_TOURNAMENTS,))
    shown = vacancies_of(event)
    assert shown.places == 17
    page = signed_in(ttc).get(f"/events/{event.pk}/run/vacancies").content.decode()
    assert "Executive Board admits players to these places." in page
    assert "Admit to a vacant place" not in page
    for line in shown.players:
        with pytest.raises(NotAllowed):
            admit(event.pk, line.player.pk, reason="Next.", actor=ttc, at=AT)
    stranger = person()
    assert signed_in(stranger).get(f"/events/{event.pk}/run/vacancies").status_code == 404
    with pytest.raises(Stale):
        admit(event.pk, stranger.player.pk, reason="Not next.", actor=board, at=AT)


def cards(who: User) -> list[DeskItem]:
    return [item for item in items_of(SOURCES, who, at=AT) if item.kind == "vacancies"]


@pytest.mark.clause("ICCF-TR-2017 1.4.4/1", "ICCF-TR-2017 1.6.3/1")
def test_vacant_places_are_on_the_desk_of_the_office_that_fills_them_alone() -> None:
    ladies, _section = final()
    open_final, _section = final("world-championship-final", "world-championship-candidates")
    board, ttc = person(offices=(Office.Kind.EXECUTIVE_BOARD,)), person(offices=(Office.Kind.TITLE_TOURNAMENTS,))
    others = (Office.Kind.NON_TITLE_TOURNAMENTS, Office.Kind.WORLD_DIRECTOR, Office.Kind.CONGRESS)
    assert [item.event_id for item in cards(board)] == [open_final.pk]
    assert [item.event_id for item in cards(ttc)] == [ladies.pk]
    assert cards(person(offices=others)) == []
    (card,) = cards(ttc)
    assert card.words == "11 places of the Final are vacant"
    assert card.since_day == ladies.made.date(), "not the day after the deadline, which is still to come"
    assert card.link == f"/events/{ladies.pk}/run/vacancies"
    assert number_of([source.query for source in SOURCES], board, at=AT) == len(items_of(SOURCES, board, at=AT))


@pytest.mark.clause("ICCF-TR-2017 1.6.3/1")
def test_the_card_admits_the_next_in_order_with_a_reason() -> None:
    event, _section = final()
    ttc = person(offices=(Office.Kind.TITLE_TOURNAMENTS,))
    first, second, *_rest = (line.player for line in vacancies_of(event).players)
    client = signed_in(ttc)
    assert f"Admit {first.name}" in client.get("/desk").content.decode()
    (action,) = cards(ttc)[0].actions
    assert action.sends is not None
    assert client.post(action.link, {**action.sends, "reason": "Two declined.", "desk": "1"}).status_code == 302
    assert Grant.objects.get().player == first
    (card,) = cards(ttc)
    assert card.actions[0].words == f"Admit {second.name}"
    assert first.name not in card.players


@pytest.mark.parametrize(
    ("fields", "is_shown"),
    [
        ({"state": Event.State.ANNOUNCED}, True),
        ({"state": Event.State.DRAFT}, False),
        ({"state": Event.State.CLOSED}, False),
        ({"state": Event.State.RUNNING}, False),
        ({"preferred_size": 1}, True),
        ({"preferred_size": 1, "state": Event.State.CANCELLED}, False),
    ],
)
def test_the_card_is_there_while_players_can_still_enter(fields: dict[str, Any], is_shown: bool) -> None:
    event, _section = final()
    Event.objects.filter(pk=event.pk).update(**fields)
    assert bool(cards(person(offices=(Office.Kind.TITLE_TOURNAMENTS,)))) is is_shown


def test_the_card_goes_with_the_last_place_that_is_taken_or_given() -> None:
    event, _section = final()
    Event.objects.filter(pk=event.pk).update(preferred_size=2)
    ttc, taken = person(offices=(Office.Kind.TITLE_TOURNAMENTS,)), person().player
    EventEntry.objects.create(event=event, player=taken, state=EventEntry.State.ACCEPTED, made=AT)
    assert cards(ttc), "one of two places"
    admit(event.pk, vacancies_of(event).players[0].player.pk, reason="Next.", actor=ttc, at=AT)
    assert cards(ttc) == []
    EventEntry.objects.filter(player=taken).update(state=EventEntry.State.WITHDRAWN)
    assert cards(ttc)


def test_without_tables_that_say_who_is_next_there_is_no_card() -> None:
    events.event(LADIES_FINAL, state=Event.State.OPEN, start=START, deadline=START - timedelta(days=30))
    assert cards(person(offices=(Office.Kind.TITLE_TOURNAMENTS,))) == []


def test_nobody_admits_themselves() -> None:
    event, _section = final()
    first = vacancies_of(event).players[0].player
    ttc = person(offices=(Office.Kind.TITLE_TOURNAMENTS,))
    own = ttc.player
    first.user, own.user = None, None
    own.save()
    first.save()
    first.user = ttc
    first.save()
    assert [action.words for action in cards(ttc)[0].actions] != [f"Admit {first.name}"]
    with pytest.raises(Unfit, match="Nobody decides their own case"):
        admit(event.pk, first.pk, reason="Me.", actor=type(ttc).objects.get(pk=ttc.pk), at=AT)


def test_a_final_without_a_vacant_place_admits_nobody() -> None:
    event, _section = final()
    ttc = person(offices=(Office.Kind.TITLE_TOURNAMENTS,))
    Event.objects.filter(pk=event.pk).update(state=Event.State.RUNNING)
    assert signed_in(ttc).get(f"/events/{event.pk}/run/vacancies").status_code == 404
    with pytest.raises(Stale, match="No place"):
        admit(event.pk, 1, reason="Next.", actor=ttc, at=AT)
