"""What a person takes along of events, and what is left of him there."""

import io
import json
import zipfile
from datetime import date
from typing import Any

import pytest
from django.apps import apps
from django.test import Client

from slowmate.server.accounts.models import User
from slowmate.server.events.models import Bar, EventEntry, Nomination, Right, RightUse, Seat, Section
from slowmate.server.events.services import entries
from slowmate.server.mail.models import Mail
from slowmate.server.people.models import Player, TitleHeld
from slowmate.server.privacy import services
from slowmate.server.privacy.queries import IN_EVENTS
from slowmate.server.site import clock
from tests.server.events.building import PRELIMINARY, START, by, entered, open_event, rated, won
from tests.support.people import AT, account

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

State = EventEntry.State
ELSEWHERE = {
    "OverTheBoardEvent",  # by `OverTheBoardPlayer`
    "Note",
    "Analysis",
    "Message",
    "Report",
    "Challenge",
    "Document",
    "LeavePeriod",
    "LeaveInGame",
    "Picture",
    "Game",
    "ListEntry",
    "Adjustment",
}
"""Tables with a player in them that other files of an export tell of, or that are published lists."""
OF_TEAMS = {"TeamPlayer", "Violation"}
"""Nothing is kept there yet: line-ups of teams and what is shown elsewhere follow."""


@pytest.fixture(autouse=True)
def _may_2024(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "now", lambda: AT)


def living() -> tuple[User, Player]:
    """Somebody with one of everything."""
    player = rated(2000, name="Ada Lovelace", sex="f", birth_year=1985)
    won(player, name="Master class 7")
    asked = open_event("invitational", name="Invited to Brno")
    entered(asked, player, words="my-words")
    entered(open_event(name="Open of Brno"), player)
    Nomination.objects.create(
        player=player, federation="CZE", year=2024, on=date(2024, 4, 1), words="my-statement", has_statement=True
    )
    Bar.objects.create(
        player=player, since=date(2022, 1, 1), until=date(2022, 6, 1), clause="ICCF-TR-2017 8.4/5", reason="my-bar"
    )
    TitleHeld.objects.create(player=player, title="IM", confirmed=date(2020, 1, 1), source="my-norms")
    stage = open_event(PRELIMINARY, name="Preliminaries 45")
    entry = entered(stage, player)
    entries.seat(stage, [entry], by(stage), start=START)
    section = Section.objects.create(event=stage, number=1, name="1", state=Section.State.CONFIRMED, start=START)
    Seat.objects.create(section=section, player=player, entry=entry, name=player.name, sex="f", birth_year=1985)
    return account(player), player


def exported(user: User) -> dict[str, Any]:
    with zipfile.ZipFile(io.BytesIO(services.export(user, at=AT))) as archive:
        return {name: json.loads(archive.read(name)) for name in archive.namelist() if name.endswith(".json")}


def test_all_that_events_keep_of_a_person_is_taken_along() -> None:
    user, player = living()
    parts = exported(user)
    whole = json.dumps(parts)
    for mine in (
        "my-words",
        "my-statement",
        "my-bar",
        "my-norms",
        "Master class 7",
        "Preliminaries 45",
        "Open of Brno",
    ):
        assert mine in whole, mine
    assert len(parts["entries.json"]) == 3
    assert [one["state"] for one in parts["rights.json"]] == ["open"]
    assert [one["of"] for one in parts["rights_used.json"]] == ["nomination"]
    assert {one["what"] for one in parts["decisions.json"]} >= {"enter", "seat"}
    other = rated(2000)
    assert not any(rows for name, rows in exported(account(other)).items() if name in IN_EVENTS)
    assert player.pk != other.pk


def test_every_table_with_a_player_in_it_is_taken_along_or_named_here() -> None:
    def has_player(model: Any) -> bool:
        return any(field.related_model is Player for field in model._meta.get_fields() if field.concrete)

    found = {model.__name__ for model in apps.get_app_config("slowmate").get_models() if has_player(model)}
    assert found - ELSEWHERE - OF_TEAMS == {model.__name__ for model, _columns in IN_EVENTS.values()}


def test_whoever_leaves_withdraws_from_what_has_not_begun() -> None:
    user, player = living()
    services.delete(user, keep_name=True, resign=True, at=AT)
    assert set(EventEntry.objects.filter(player=player).values_list("state", flat=True)) == {State.WITHDRAWN}
    assert not RightUse.objects.filter(player=player, given_back=None).exists()
    assert not EventEntry.objects.exclude(words="").exists()
    assert not Nomination.objects.exclude(words="").exists()
    assert set(Seat.objects.filter(player=player).values_list("name", "sex", "birth_year")) == {
        ("Ada Lovelace", "", None)
    }
    assert TitleHeld.objects.filter(player=player).exists()
    assert not Mail.objects.filter(user_id=user.pk).exists()


def test_a_former_player_leaves_no_name_in_events_and_no_place_in_the_table() -> None:
    user, player = living()
    services.delete(user, keep_name=False, resign=True, at=AT)
    names = {str(name) for name in Seat.objects.filter(player=player).values_list("name", flat=True)}
    assert names == {"Former player"}
    assert not TitleHeld.objects.filter(player=player).exists()
    assert not Bar.objects.exclude(reason="").exists()
    right = Right.objects.get(player=player)
    assert right.state == "open"
    assert f'href="/players/{player.pk}"' not in Client().get("/qualifiers").content.decode()
    section = right.section
    assert section is not None
    for path in ("/qualifiers", f"/sections/{section.pk}", "/players"):
        assert b"Lovelace" not in Client().get(path).content, path


def test_who_plays_in_an_event_that_has_begun_keeps_his_seat_in_the_records() -> None:
    user, player = living()
    services.delete(user, keep_name=True, resign=True, at=AT.replace(month=10))
    states = set(EventEntry.objects.filter(player=player).values_list("event__name", "state"))
    assert ("Preliminaries 45", "seated") in states
    assert ("Open of Brno", "withdrawn") in states
