"""The page of a case, the list, the desk, one's own page and the API: who sees what, and whose step it is."""

import json
from typing import Any

import pytest
from django.test import Client

from slowmate.server.accounts.models import Token, User
from slowmate.server.accounts.services import tokens
from slowmate.server.events.models import Case, Right
from slowmate.server.people.models import Office
from slowmate.server.site import clock
from tests.server.cases.corrections import corrected, game_of, settled
from tests.server.events.test_settling import player
from tests.support.people import account, person

pytestmark = pytest.mark.django_db


def client_of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def call(user: User, method: str, path: str, body: Any = None, *, scope: str = Token.Scope.OFFICIAL) -> Any:
    headers = {"Authorization": f"Bearer {tokens.make(user, 'program', scope=scope, at=clock.now()).text}"}
    text = "" if body is None else json.dumps(body)
    return Client().generic(method, f"/api/{path}", text, "application/json", headers=headers)


def test_the_office_sees_what_falls_and_decides_on_the_page_and_others_read_it() -> None:
    section, who = settled()
    case = corrected(section)
    page = client_of(who).get(f"/cases/{case.pk}").content.decode()
    assert "falls: right to enter" in page
    assert "follows anew: right to enter" in page
    assert "Carry out what falls and what follows" in page
    reader = client_of(account(player(section, 5)))
    read = reader.get(f"/cases/{case.pk}").content.decode()
    assert "Non-Title Tournament Commissioner" in read
    assert "<textarea" not in read
    assert client_of(person()).get(f"/cases/{case.pk}").status_code == 404
    step = f"/cases/{case.pk}/steps/carry-out"
    assert reader.post(step, {"reason": "mine"}).status_code == 404
    assert client_of(who).post(step, {"reason": "Misread.", "seen": "2"}).status_code == 302
    assert Case.objects.get(pk=case.pk).state == "carried out"
    assert "What has fallen" in reader.get(f"/cases/{case.pk}").content.decode()


def test_it_is_on_the_desk_of_who_is_on_turn_and_on_the_page_of_those_concerned() -> None:
    section, who = settled()
    case = corrected(section)
    link = f'href="/cases/{case.pk}"'
    assert f"case-{case.pk}" in client_of(who).get("/desk").content.decode()
    other = person(offices=(Office.Kind.TITLE_TOURNAMENTS,))
    assert f"case-{case.pk}" not in client_of(other).get("/desk").content.decode()
    assert link in client_of(account(player(section, 2))).get("/me").content.decode()
    assert link not in client_of(person()).get("/me").content.decode()
    assert link in client_of(who).get("/cases?state=open").content.decode()
    assert link not in client_of(who).get("/cases?state=closed").content.decode()


def test_everything_that_follows_is_marked_until_it_is_decided() -> None:
    section, who = settled()
    winner = player(section, 1)
    pages = (f"/sections/{section.pk}", "/qualifiers")
    assert not any("under review" in Client().get(page).content.decode() for page in pages)
    case = corrected(section)
    assert all("under review" in Client().get(page).content.decode() for page in pages)
    assert "under review" in client_of(account(winner)).get("/me").content.decode()
    (right,) = Client().get(f"/api/players/{winner.pk}/rights").json()
    assert right["under_review"] is True
    assert Client().get(f"/api/sections/{section.pk}").json()["under_review"] is True
    client_of(who).post(f"/cases/{case.pk}/steps/carry-out", {"reason": "Misread."})
    assert not any("under review" in Client().get(page).content.decode() for page in pages)


def test_programs_see_cases_preview_a_correction_open_it_and_decide() -> None:
    section, who = settled()
    director = section.director
    assert director is not None
    game = game_of(section, 1, 2)
    lost = "0-1" if game.white == player(section, 1) else "1-0"
    body = {"procedure": "correction", "about": {"kind": "game", "id": game.pk}, "result": lost, "text": "Misread."}
    shown = call(director, "POST", "cases", {**body, "dry_run": True})
    assert (shown.status_code, shown.json().get("ruling", shown.json()).get("value")) == (200, True), shown.json()
    assert {line["kind"] for line in shown.json()["follows"]} >= {"place", "right"}
    assert not Case.objects.filter(procedure="correction").exists()
    game.refresh_from_db()
    assert game.result != lost
    assert call(person(), "POST", "cases", body).status_code == 403
    assert call(director, "POST", "cases", {"procedure": "correction"}).status_code == 422
    opened = call(director, "POST", "cases", body)
    assert opened.status_code == 201
    pk = opened.json()["id"]
    assert [turn["office"] for turn in opened.json()["turn"]] == ["Non-Title Tournament Commissioner"]
    assert opened.json()["may"] == []
    steps = f"cases/{pk}/steps"
    assert call(director, "POST", steps, {"step": "carry out", "reason": "x"}).status_code == 403
    assert call(person(), "GET", f"cases/{pk}").status_code == 404
    assert call(who, "POST", steps, {"step": "conclude", "reason": "x"}).status_code == 403
    mine = call(who, "GET", "cases?state=open").json()
    assert [(item["id"], item["about"]["kind"]) for item in mine["items"]] == [(pk, "section")]
    assert [may["step"] for may in call(who, "GET", f"cases/{pk}").json()["may"]] == ["carry out"]
    done = call(who, "POST", steps, {"step": "carry out", "reason": "Misread."})
    assert (done.status_code, done.json()["state"], done.json()["turn"]) == (200, "carried out", [])
    assert call(who, "POST", steps, {"step": "carry out", "reason": "x"}).status_code == 409
    assert Right.objects.get(section=section).player == player(section, 2)
    assert call(account(player(section, 1)), "GET", "me").json()["cases"] == []
