"""What stands against script: nothing that people write becomes more than text, and nothing is inline."""

import ast
import re
from pathlib import Path
from typing import Any

import pytest
from django.core.mail import EmailMessage, EmailMultiAlternatives
from django.test import Client

from slowmate import server
from slowmate.board import Position
from slowmate.server.accounts.models import User
from slowmate.server.accounts.services import tokens
from slowmate.server.correspondence import services
from slowmate.server.correspondence.models import Report
from slowmate.server.events.models import Section
from slowmate.server.games import terms
from slowmate.server.games.services import challenges
from slowmate.server.jobs.mail import send_due
from slowmate.server.mail.models import Mail
from slowmate.server.people.models import Office, Player
from slowmate.server.site import clock
from tests.server.harm import PAYLOAD, harm_in
from tests.server.signing import sign_in
from tests.support.events import put_into
from tests.support.people import PASSWORD, game, person

pytestmark = pytest.mark.django_db

TEMPLATES = Path(server.__file__).parent / "templates"


# stored and reflected script


class Scene:
    """A payload in every text field, and every page that could show it."""

    def __init__(self) -> None:
        at = clock.now()
        self.director = person(PAYLOAD[:120], offices=(Office.Kind.DIRECTOR, Office.Kind.DELEGATE))
        self.white, self.black = person(PAYLOAD[:120]), person(PAYLOAD[:119])
        Player.objects.update(about=PAYLOAD, title="<b>", federation="<i>", iccf_id=None)
        self.running = game(self.white, self.black, "e4", at=at, director=self.director)
        section = put_into(PAYLOAD[:120], self.running)
        Section.objects.filter(pk=section.pk).update(name=PAYLOAD[:60])
        write: dict[str, Any] = {"actor": self.white, "at": at}
        services.write_note(self.running, PAYLOAD, **write)
        place = Position.initial().play_uci("e2e4")
        services.save_analysis(self.running, place, "c5", from_ply=1, name=PAYLOAD[:80], comment=PAYLOAD, **write)
        message = services.send_message(self.running, PAYLOAD, **write)
        self.report = services.report(self.running, PAYLOAD, actor=self.black, at=at, message=message)
        kept = terms.plain(control="fixed-3")
        challenges.make(self.white.player, self.black.player, terms=kept, words=PAYLOAD, at=at)
        challenges.make(self.white.player, None, terms=kept, words=PAYLOAD, at=at)
        tokens.make(self.white, PAYLOAD[:60], scope="read", at=at)
        self.pk = self.running.pk
        client = self.client(self.director)
        done = client.post(f"/games/{self.pk}/decide", {"what": "stop", "reason": PAYLOAD})
        assert done.status_code == 302
        self.pages = (
            *("/", "/games", "/challenges", "/players", "/settings", "/leave", "/tokens", "/desk", "/offices"),
            *(f"/games/{self.pk}", f"/games/{self.pk}/claim", f"/games/{self.pk}/resign", f"/games/{self.pk}/report"),
            *(f"/games/{self.pk}/conditionals", f"/games/{self.pk}/decide", f"/games/{self.pk}/journal"),
            *(f"/games/{self.pk}/report?message={message.pk}", f"/players/{self.white.player.pk}"),
            *(f"/challenges?to={self.white.player.pk}", "/account/export", "/account/delete", "/api/", "/feeds"),
        )

    def client(self, user: User) -> Client:
        client = Client()
        client.force_login(user)
        return client


def test_no_text_field_becomes_more_than_text() -> None:
    scene = Scene()
    shown = 0
    for user in (scene.white, scene.black, scene.director):
        client = scene.client(user)
        for path in scene.pages:
            answer = client.get(path)
            page = answer.content.decode()
            assert harm_in(page) == [], path
            shown += "&lt;script&gt;alert(1)" in page
    assert shown > 20, "the payload was looked at where it is shown"


def test_the_directors_answer_and_the_finished_game_are_text_too() -> None:
    scene = Scene()
    client = scene.client(scene.director)
    client.post(f"/desk/reports/{scene.report.pk}", {"answer": PAYLOAD})
    assert Report.objects.get().answer == PAYLOAD
    client.post(f"/games/{scene.pk}/decide", {"what": "cancel", "reason": PAYLOAD})
    for user in (scene.white, scene.director):
        for path in (f"/games/{scene.pk}", f"/players/{scene.white.player.pk}", "/games", "/", "/desk"):
            assert harm_in(scene.client(user).get(path).content.decode()) == [], path


def test_mail_shows_names_and_reasons_as_text(mailoutbox: list[EmailMessage]) -> None:
    scene = Scene()
    Mail.objects.update(due=clock.now())
    send_due(at=clock.now())
    assert mailoutbox
    for mail in mailoutbox:
        assert isinstance(mail, EmailMultiAlternatives)
        assert "\n" not in str(mail.subject)
        for text, kind in mail.alternatives:
            if kind == "text/html":
                found = [each for each in harm_in(str(text)) if " style=" not in each]  # mail has no style sheets
                assert found == []
    assert scene.white.email


def test_what_is_typed_is_shown_back_as_text() -> None:
    scene = Scene()
    client = scene.client(scene.black)
    posts = [
        (f"/games/{scene.pk}/submit", {"move": PAYLOAD}),
        (f"/games/{scene.pk}/accept", {"move": PAYLOAD, "ply": "1"}),
        (f"/games/{scene.pk}/conditionals", {"lines": PAYLOAD}),
        (f"/games/{scene.pk}/claim", {"claim": PAYLOAD}),
        ("/challenges", {"opponent": PAYLOAD[:120], "control": PAYLOAD, "fen": PAYLOAD[:100], "games": "1"}),
        ("/settings", {"player-name": "", "player-about": PAYLOAD, "user-zone": PAYLOAD}),
        ("/leave", {"first": PAYLOAD, "last": PAYLOAD}),
        ("/tokens", {"name": PAYLOAD, "scope": PAYLOAD}),
    ]
    for path, body in posts:
        assert harm_in(client.post(path, body).content.decode()) == [], path
    visitor = Client()
    for path in ("/players", "/rulebook", "/nothing-here", "/accounts/login/"):
        answer = visitor.get(path, {"q": PAYLOAD, "next": PAYLOAD, "page": PAYLOAD})
        assert harm_in(answer.content.decode()) == [], path
    login_page = visitor.post("/accounts/login/", {"login": PAYLOAD, "password": "x"})
    signup = visitor.post("/accounts/signup/", {"name": PAYLOAD, "email": PAYLOAD, "federation": PAYLOAD})
    assert harm_in(login_page.content.decode() + signup.content.decode()) == []


def test_the_payload_would_be_found() -> None:
    assert len(harm_in(f"<p>{PAYLOAD}</p>")) >= 3
    assert harm_in('<a href=" javascript:x">') != []


# pages load nothing inline and nothing from elsewhere


def test_no_template_has_inline_code_or_marks_text_as_safe() -> None:
    files = [path for path in TEMPLATES.rglob("*.html") if "mail" not in path.relative_to(TEMPLATES).parts]
    assert len(files) > 30
    wrong = []
    for path in files:
        text = path.read_text("utf-8").replace("field.help_text|safe", "")  # Django's own, and ours: written in code
        text = re.sub(r"{%.*?%}", "", text)  # what a template decides is no attribute
        for pattern in (
            r"<script(?![^>]*\bsrc=)",
            r"<style",
            r"\son[a-z]+\s*=",
            r"\sstyle\s*=",
            r"javascript:",
            r"\|\s*safe\b",
            r"autoescape off",
            r"(?:src|srcset)\s*=\s*[\"']?(?:https?:)?//",
            r"<link[^>]+href\s*=\s*[\"']?(?:https?:)?//",
        ):
            wrong += [f"{path.relative_to(TEMPLATES)}: {found!r}" for found in re.findall(pattern, text)]
    assert wrong == []


def test_no_code_marks_anything_but_its_own_words_as_safe() -> None:
    wrong = []
    for path in TEMPLATES.parent.rglob("*.py"):
        name = path.relative_to(TEMPLATES.parent).as_posix()
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in {"mark_safe", "SafeString"}:
                wrong += [name for given in node.args if not isinstance(given, ast.Constant)]
            if isinstance(node, ast.FunctionDef) and node.name == "__html__":
                wrong.append(name)
    assert wrong == ["events/tags.py"], "the cells of a crosstable, put together of parts that are escaped one by one"


def test_allauths_pages_have_nothing_inline_either() -> None:
    visitor, client = Client(), Client()
    user = person()
    sign_in(client, user.email)
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    pages = [
        *((visitor, path) for path in ("/accounts/login/", "/accounts/signup/", "/accounts/password/reset/")),
        *((client, path) for path in ("/accounts/email/", "/accounts/password/change/", "/accounts/2fa/")),
        *((client, path) for path in ("/accounts/2fa/totp/activate/", "/accounts/sessions/", "/accounts/logout/")),
    ]
    for who, path in pages:
        answer = who.get(path)
        assert answer.status_code == 200, path
        assert harm_in(answer.content.decode()) == [], path


@pytest.mark.parametrize("path", ["/", "/nothing", "/accounts/login/", "/api/editions", "/api/nothing", "/healthz"])
def test_every_answer_carries_the_headers_that_protect_it(path: str) -> None:
    answer = Client().get(path)
    policy = dict(part.strip().partition(" ")[::2] for part in answer["Content-Security-Policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == "'self'"
    assert policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert policy["form-action"] == "'self'"
    assert "unsafe" not in answer["Content-Security-Policy"]
    assert answer["X-Frame-Options"] == "DENY"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Referrer-Policy"] == "same-origin"
    assert answer["Cross-Origin-Opener-Policy"] == "same-origin"
