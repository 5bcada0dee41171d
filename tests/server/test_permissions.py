"""Every cell of the table of rights, both sides; and that pages and API keep to it."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from slowmate.server.accounts.models import Token
from slowmate.server.correspondence.models import Analysis, Message, Note, Report
from slowmate.server.events.models import Event, Section
from slowmate.server.games.models import Challenge, Game
from slowmate.server.games.services import playing
from slowmate.server.people.models import Office, Player
from slowmate.server.permissions import RUN, TABLE, Right, Role
from slowmate.server.site import clock
from tests.server.scene import Scene

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("role", Role)
def test_every_cell_of_the_table(role: Role, subtests: pytest.Subtests) -> None:
    scene = Scene(role)
    for right in TABLE:
        with subtests.test(f"{role}: {right.words} {right.thing}"):
            assert right.predicate(scene.who, scene.thing(right.thing)) is (role in right.who)


def test_every_right_is_somebodys_and_not_everybodys_unless_it_is_public() -> None:
    public = {right.words for right in TABLE if right.who == frozenset(Role)}
    assert public == {"follow, three moves behind,", "see moves, clocks and journal of"}
    assert all(right.who for right in TABLE)


def test_every_predicate_of_the_module_is_in_the_table() -> None:
    from slowmate.server import permissions  # noqa: PLC0415 - looked at as a thing

    named = {getattr(permissions, name) for name in vars(permissions) if name.startswith("may_")}
    assert named == {right.predicate for right in TABLE}, "give TABLE a row for each predicate that is imported there"


def test_the_table_in_the_documents_is_current() -> None:
    done = subprocess.run([sys.executable, ROOT / "tools" / "permissions", "--check"], env=os.environ, check=False)
    assert done.returncode == 0, "run tools/permissions"


@pytest.mark.parametrize("role", Role)
def test_pages_show_a_game_and_what_belongs_to_it_to_whoever_may_see_it(role: Role) -> None:
    scene = Scene(role)
    client = scene.client()

    def may(words: str, thing: str) -> bool:
        return role in cell(words, thing).who

    games = (
        ("a running game", scene.running),
        ("a running game without a director of its own", scene.nobodys),
        ("a running game whose director is out of office", scene.left),
    )
    for thing, row in games:
        for path in ("", "/pgn"):
            answer = client.get(f"/games/{row.pk}{path}")
            expected = 200 if may("see", thing) else 302 if role is Role.VISITOR else 404
            assert answer.status_code == expected, (thing, path)
    page = client.get(f"/games/{scene.running.pk}").content.decode()
    assert ("secret-note" in page) == may("read and change", "White's note")
    assert ("secret-line" in page) == may("read and delete", "White's saved analysis")
    assert ("secret-message" in page) == may("read", "a message")
    assert ("reported-message" in page) == may("read", "a message that was reported")
    assert client.get(f"/games/{scene.finished.pk}").status_code == 200
    assert client.get(f"/games/{scene.shown.pk}").status_code == 200
    assert scene.shown.last_move in "e4"
    for thing, row in games:
        expected = 200 if may("decide as director in", thing) else 302 if role is Role.VISITOR else 404
        assert client.get(f"/games/{row.pk}/decide").status_code == expected, thing
    arrange = client.get("/desk/arrange")
    assert arrange.status_code == (200 if may("arrange", "a game by post") else 302 if role is Role.VISITOR else 404)
    enter = may("enter a player without an account for", "a game by post")
    assert client.get("/desk/players").status_code == (200 if enter else 302 if role is Role.VISITOR else 404)
    listed = client.get("/tokens").content.decode()
    assert ("secret-token" in listed) == may("see and end", "White's token")
    for path in ("/desk", "/desk/games", "/desk/noted"):
        expected = 200 if may("open", "one's own desk") else 302 if role is Role.VISITOR else 404
        assert client.get(path).status_code == expected, path
    directed = client.get("/desk/games").content.decode()
    for thing, row in games:
        assert (f'href="/games/{row.pk}"' in directed) == may("decide as director in", thing), thing


def cell(words: str, thing: str) -> Right:
    return next(right for right in TABLE if (right.words, right.thing) == (words, thing))


PLAYING = (Role.WHITE, Role.BLACK, Role.PLAYING_DIRECTOR, Role.PLAYING_RATINGS, Role.PLAYING_QUALIFICATIONS)
NOBODYS_BUSINESS = [role for role in Role if role not in PLAYING]


@pytest.mark.parametrize("role", NOBODYS_BUSINESS)
def test_nothing_of_a_game_is_changed_through_a_page_by_whoever_does_not_play_in_it(role: Role) -> None:
    scene = Scene(role)
    client, pk = scene.client(), scene.running.pk
    before = snapshot(scene)
    posts: list[tuple[str, dict[str, str]]] = [
        (f"/games/{pk}/submit", {"move": "e5"}),
        (f"/games/{pk}/accept", {"move": "e5", "ply": "1"}),
        (f"/games/{pk}/resign", {}),
        (f"/games/{pk}/accept-offer", {}),
        (f"/games/{pk}/decline-offer", {}),
        (f"/games/{pk}/claim", {"claim": "repetition"}),
        (f"/games/{pk}/conditionals", {"lines": "e5 Nf3"}),
        (f"/games/{pk}/note", {"text": "changed"}),
        (f"/games/{pk}/message", {"text": "intruder"}),
        (f"/games/{pk}/report", {"text": "intruder"}),
        (f"/games/{pk}/analysis", {"moves": "e5", "name": "intruder"}),
        (f"/games/{pk}/analysis/{scene.analysis.pk}/delete", {}),
        (f"/games/{scene.postal.pk}/post/claim-flag", {"against": "black"}),
        (f"/games/{scene.postal.pk}/post/scoresheet", {"form": "physical"}),
        (f"/games/{scene.postal.pk}/post/report-game", {"result": "1-0", "moves": "e4"}),
        (f"/challenges/{scene.challenge.pk}/accept", {}),
        (f"/challenges/{scene.challenge.pk}/decline", {}),
        (f"/challenges/{scene.challenge.pk}/withdraw", {}),
        (f"/challenges/{scene.open_challenge.pk}/withdraw", {}),
        (f"/tokens/{scene.token.pk}/end", {}),
    ]
    move = {"move": "e4", "sent": f"{clock.now():%Y-%m-%dT%H:%M}", "ply": "0"}
    if role not in cell("arrange", "a game by post").who:
        both = {"white": str(scene.white.player.pk), "black": str(scene.black.player.pk)}
        terms_ = {"transmission": "post", "control": "fixed-7", "notation": "numeric"}
        posts.append(("/desk/players", {"name": "Intruder"}))
        posts.append(("/desk/arrange", {**both, **terms_, "starts": clock.now().date().isoformat()}))
    if role is not Role.DIRECTOR:
        posts += [
            (f"/games/{scene.postal.pk}/record", move),
            (f"/games/{scene.postal.pk}/record/accept", move),
            ("/desk/noted", {"game": str(scene.finished.pk)}),
            (f"/games/{pk}/decide", {"what": "cancel", "reason": "because"}),
            (f"/desk/reports/{scene.report.pk}", {"answer": "intruder"}),
        ]
    if role not in cell("decide as director in", "a running game whose director is out of office").who:
        posts += [
            (f"/games/{scene.left.pk}/decide", {"what": "cancel", "reason": "because"}),
            (f"/desk/reports/{scene.asked.pk}", {"answer": "intruder"}),
        ]
    if role not in (Role.ADMINISTRATOR, Role.EXECUTIVE_BOARD):
        posts += [
            ("/offices", {"player": str(scene.black.player.pk), "kind": "director", "begins": "2024-01-01"}),
            (f"/offices/{scene.office.pk}/end", {"last": clock.now().date().isoformat()}),
        ]
    for path, body in posts:
        answer = client.post(path, body)
        assert answer.status_code in ((302, 404) if role is Role.VISITOR else (404,)), (path, answer.status_code)
        if answer.status_code == 302:
            assert answer["Location"].startswith("/accounts/login/")
    assert snapshot(scene) == before


def snapshot(scene: Scene) -> list[Any]:
    """Everything a stranger could change."""
    return [
        list(Game.objects.order_by("pk").values_list("pk", "version", "noted")),
        list(Note.objects.order_by("pk").values()),
        list(Analysis.objects.order_by("pk").values()),
        list(Message.objects.order_by("pk").values()),
        list(Report.objects.order_by("pk").values()),
        list(Challenge.objects.order_by("pk").values()),
        list(Office.objects.order_by("pk").values()),
        list(Token.objects.filter(user=scene.white).order_by("pk").values("pk", "digest")),
        list(Player.objects.order_by("pk").values()),
    ]


@pytest.mark.parametrize("role", NOBODYS_BUSINESS)
def test_nothing_of_a_game_is_changed_through_the_api_by_whoever_does_not_play_in_it(role: Role) -> None:
    scene = Scene(role)
    headers, client = scene.program(), Client()
    before = snapshot(scene)
    sees = role in cell("see", "a running game").who
    for pk, status in ((scene.running.pk, 403 if sees else 404), (scene.shown.pk, 403)):
        for path, body in (
            ("moves", '{"move": "e5", "ply": 1}'),
            ("offer/accept", ""),
            ("claims", '{"claim": "repetition"}'),
            ("resign", '{"sure": true}'),
            ("messages", '{"text": "intruder"}'),
        ):
            answer = client.post(f"/api/games/{pk}/{path}", body, content_type="application/json", headers=headers)
            assert answer.status_code == (401 if role is Role.VISITOR else status), (path, answer.content)
    assert snapshot(scene) == before


def test_the_opponent_sees_and_deletes_nothing_private_of_white() -> None:
    scene = Scene(Role.BLACK)
    client, pk = scene.client(), scene.running.pk
    page = client.get(f"/games/{pk}").content.decode()
    assert "secret-note" not in page
    assert "secret-line" not in page
    assert client.post(f"/games/{pk}/analysis/{scene.analysis.pk}/delete").status_code == 404
    client.post(f"/games/{pk}/note", {"text": "mine"})
    scene.note.refresh_from_db()
    assert scene.note.text == "secret-note"
    assert client.post(f"/tokens/{scene.token.pk}/end").status_code == 404
    assert client.post(f"/challenges/{scene.challenge.pk}/withdraw").status_code == 404
    playing.set_conditionals(pk, (("c5", "Na3"),), actor=scene.white, at=clock.now())
    assert "Na3" not in client.get(f"/games/{pk}").content.decode()


def test_a_thing_of_one_game_is_not_reached_through_another() -> None:
    scene = Scene(Role.WHITE)
    client, other = scene.client(), scene.nobodys.pk
    assert client.post(f"/games/{other}/analysis/{scene.analysis.pk}/delete").status_code == 404
    assert client.get(f"/games/{other}/report?message={scene.message.pk}").status_code == 404
    assert Analysis.objects.filter(pk=scene.analysis.pk).exists()


@pytest.mark.parametrize("role", Role)
def test_pages_of_whoever_runs_events_keep_to_the_table(role: Role) -> None:
    scene = Scene(role)
    client = scene.client()
    denied = 302 if role is Role.VISITOR else 404
    title, draft = "an event of the Title Tournament Commissioner", "a draft of the Title Tournament Commissioner"
    stage = "a section of the World Championship"
    runs = role in cell(RUN, title).who
    cancels = role in cell("cancel", title).who
    settles = role in cell("carry out what follows from, and settle", stage).who
    reopens = role in cell("open again", stage).who
    pages = [
        ("/events/plan?kind=open", role in cell("plan", "an open tournament").who),
        ("/events/plan?kind=national", role in cell("plan", "a national championship").who),
        (f"/events/plan?kind={scene.stage.event.kind}", role in cell("plan", "a stage of the World Championship").who),
        (f"/events/{scene.title_draft.pk}", role in cell("see", draft).who),
        (f"/events/{scene.title_draft.pk}/run", role in cell("see", draft).who),
        (f"/events/{scene.title_event.pk}/run", runs or cancels),
        (f"/events/{scene.own_event.pk}/run", role in cell(RUN, "an organiser's event").who or cancels),
        (f"/sections/{scene.proposed.pk}/run", runs),
        (f"/sections/{scene.stage.pk}/run", settles or reopens),
    ]
    for path, may in pages:
        assert client.get(path).status_code == (200 if may else denied), path
    before = events_of(scene)
    posts: list[tuple[str, dict[str, str]]] = []
    if not runs:
        later = {"day": "2999-01-01", "start": "2999-01-01", "reason": "because"}
        posts += [(f"/events/{scene.title_event.pk}/run/{what}", later) for what in ("extend", "postpone", "cut")]
        posts += [(f"/events/{scene.title_draft.pk}/run/announce", {}), (f"/events/{scene.title_draft.pk}/plan", {})]
        posts += [(f"/sections/{scene.proposed.pk}/run/{what}", {"reason": "x"}) for what in ("confirm", "give-up")]
    if not cancels:
        posts.append((f"/events/{scene.title_event.pk}/run/cancel", {"reason": "because"}))
    if not settles:
        posts.append((f"/sections/{scene.stage.pk}/run/settle", {}))
    if not reopens:
        posts.append((f"/sections/{scene.stage.pk}/run/open-again", {"reason": "because"}))
    if role not in cell("decide on", "an application by the other World Tournament Director").who:
        posts.append((f"/events/{scene.own_draft.pk}/run/approve", {"reason": "because"}))
    for path, body in posts:
        assert client.post(path, body).status_code in (302, 404), path
    assert events_of(scene) == before


def events_of(scene: Scene) -> list[Any]:
    """All that somebody who runs an event could change."""
    numbers = [scene.title_event.pk, scene.own_event.pk, scene.title_draft.pk, scene.own_draft.pk, scene.stage.event_id]
    return [
        list(Event.objects.filter(pk__in=numbers).order_by("pk").values()),
        list(Section.objects.order_by("pk").values()),
    ]
