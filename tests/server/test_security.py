"""What stands against each threat of `docs/security.md`."""

import ast
import json
import os
import re
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.mail import EmailMessage, EmailMultiAlternatives
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import URLPattern, URLResolver, get_resolver

from slowmate.board import Position
from slowmate.server import clock, middleware
from slowmate.server.models import Challenge, Game, Mail, Message, Office, Player, Report, User
from slowmate.server.services import challenges, correspondence, mailing, terms, tokens
from slowmate.testing.people import PASSWORD, game, person
from tests.server.harm import PAYLOAD, harm_in

pytestmark = pytest.mark.django_db

TEMPLATES = Path(middleware.__file__).parent / "templates"
WITHOUT_CSRF = {
    "api": "needs a token in a header, which no foreign page can send",
    "unsubscribe": "the key in the address is the right to do it (RFC 8058)",
    "xfcc": "needs the password or a token in its body",
}


def login(client: Client, email: str, password: str = PASSWORD, **more: str) -> Any:
    return client.post("/accounts/login/", {"login": email, "password": password, **more})


def signed_in(client: Client) -> bool:
    return client.get("/games").status_code == 200


# every address


def addresses(patterns: Any = None, before: str = "") -> Iterator[tuple[str, URLPattern]]:
    """Every address of the server, with something in place of what varies."""
    for pattern in patterns if patterns is not None else get_resolver().url_patterns:
        if isinstance(pattern, URLResolver):
            yield from addresses(pattern.url_patterns, before + str(pattern.pattern))
        else:
            route = before + str(pattern.pattern)
            route = re.sub(r"\(\?P<\w+>[^)]*\)", "x", route)
            route = re.sub(r"<int:\w+>", "1", route)
            route = re.sub(r"<[\w:]+>", "x", route)
            yield "/" + route.replace("^", "").replace("$", "").replace("\\Z", "").replace("\\", ""), pattern


def is_exempt(pattern: URLPattern) -> bool:
    return bool(getattr(pattern.callback, "csrf_exempt", False))


def test_no_post_is_taken_without_its_csrf_token() -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(person(reads_everything=True))
    tried = 0
    for path, pattern in addresses():
        if is_exempt(pattern):
            continue
        answer = client.post(path, {"x": "y"})
        assert answer.status_code == 403, (path, answer.status_code)
        tried += 1
    assert tried > 50


def test_only_what_has_its_own_proof_is_without_csrf() -> None:
    exempt = {path.split("/")[1] for path, pattern in addresses() if is_exempt(pattern)}
    assert exempt <= set(WITHOUT_CSRF)


def test_a_form_from_elsewhere_is_not_taken_even_with_a_token() -> None:
    client = Client(enforce_csrf_checks=True)
    token = client.get("/accounts/login/").context["csrf_token"]
    body = {"login": person().email, "password": PASSWORD, "csrfmiddlewaretoken": str(token)}
    assert client.post("/accounts/login/", body, headers={"origin": "https://evil.example"}).status_code == 403
    assert client.post("/accounts/login/", body, headers={"origin": "http://testserver"}).status_code == 302


# stored and reflected script


class Scene:
    """A payload in every text field, and every page that could show it."""

    def __init__(self) -> None:
        at = clock.now()
        self.director = person(PAYLOAD[:120], offices=(Office.Kind.DIRECTOR, Office.Kind.DELEGATE))
        self.white, self.black = person(PAYLOAD[:120]), person(PAYLOAD[:119])
        Player.objects.update(about=PAYLOAD, title="<b>", federation="<i>", iccf_id=None)
        self.running = game(self.white, self.black, "e4", at=at, director=self.director)
        Game.objects.filter(pk=self.running.pk).update(label=PAYLOAD[:120])
        write = {"actor": self.white, "at": at}
        correspondence.write_note(self.running, PAYLOAD, **write)
        place = Position.initial().play_uci("e2e4")
        correspondence.save_analysis(self.running, place, "c5", from_ply=1, name=PAYLOAD[:80], comment=PAYLOAD, **write)
        message = correspondence.send_message(self.running, PAYLOAD, **write)
        self.report = correspondence.report(self.running, PAYLOAD, actor=self.black, at=at, message=message)
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
    mailing.send_due(at=clock.now())
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


QUICK = ("rows.py", "words.py")
"""One place each, for long lists: they escape every piece themselves, and the pages above show it."""


def test_no_code_marks_anything_but_its_own_words_as_safe() -> None:
    wrong = []
    for path in TEMPLATES.parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in {"mark_safe", "SafeString"}:
                wrong += [path.name for given in node.args if not isinstance(given, ast.Constant)]
            if isinstance(node, ast.FunctionDef) and node.name == "__html__":
                wrong.append(path.name)
    assert sorted(wrong) == sorted(QUICK)


def test_allauths_pages_have_nothing_inline_either() -> None:
    visitor, client = Client(), Client()
    user = person()
    login(client, user.email)
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


# signing in


def test_guessing_a_password_is_stopped_and_the_right_one_does_not_help() -> None:
    user, other = person(), person()
    for _ in range(5):
        login(Client(), user.email, "wrong password")
    last = Client()
    answer = login(last, user.email)
    assert not signed_in(last)
    assert (answer.status_code, answer["Retry-After"]) == (429, "300")
    assert b"Too many tries" in answer.content
    same = Client()
    login(same, user.email.upper())
    assert not signed_in(same), "written otherwise it is the same address"
    somebody = Client(REMOTE_ADDR="203.0.113.7")
    login(somebody, other.email)
    assert signed_in(somebody), "others are not locked out"


def test_asking_under_another_port_does_not_escape_the_limit() -> None:
    user = person()
    body = {"login": user.email, "password": "wrong password"}
    for n in range(5):
        Client().post("/accounts/login/", body, headers={"host": f"testserver:{4000 + n}"})
    last = Client()
    login(last, user.email)
    assert not signed_in(last)


def test_many_tries_from_one_place_are_stopped_whatever_the_address() -> None:
    answers = [login(Client(), f"nobody{n}@example.org", "wrong password") for n in range(12)]
    last = Client()
    login(last, person().email)
    assert not signed_in(last)
    assert answers[0].status_code == 200


def test_limits_count_in_every_process() -> None:
    assert settings.CACHES["default"]["BACKEND"] == "django.core.cache.backends.db.DatabaseCache"
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM slowmate_cache")
        login(Client(), "nobody@example.org", "wrong password")
        cursor.execute("SELECT COUNT(*) FROM slowmate_cache WHERE cache_key LIKE %s", ["%allauth:rl%"])
        assert cursor.fetchone()[0] > 0


def test_password_resets_and_guesses_of_the_password_when_signed_in_are_limited(mailoutbox: list[Any]) -> None:
    user = person()
    for _ in range(8):
        Client().post("/accounts/password/reset/", {"email": user.email})
    mailing.send_due(at=clock.now())
    assert 0 < len(mailoutbox) <= 5
    client = Client()
    client.force_login(user)
    pages = [client.post("/account/export", {"password": f"wrong {n}"}).content for n in range(6)]
    assert b"not your password" in pages[0]
    assert b"not your password" not in pages[-1]
    assert client.post("/account/export", {"password": PASSWORD})["Content-Type"].startswith("text/html")


def test_a_forged_forwarded_address_does_not_escape_the_limit() -> None:
    user = person()
    for n in range(12):
        Client().post(
            "/accounts/login/",
            {"login": f"a{n}@example.org", "password": "wrong password"},
            headers={"x-forwarded-for": f"198.51.100.{n}"},
        )
    last = Client()
    login(last, user.email)
    assert not signed_in(last)


def test_a_session_gets_a_new_name_when_somebody_signs_in() -> None:
    client = Client()
    client.get("/accounts/login/", {"next": "/games"})
    client.cookies["sessionid"] = planted = "x" * 32
    login(client, person().email)
    assert signed_in(client)
    assert client.cookies["sessionid"].value != planted
    thief = Client()
    thief.cookies["sessionid"] = planted
    assert not signed_in(thief)
    old = client.cookies["sessionid"].value
    client.post("/accounts/logout/")
    thief.cookies["sessionid"] = old
    assert not signed_in(thief), "signing out ends the session on the server"


def test_the_session_cookie_is_out_of_reach_of_scripts_and_other_sites() -> None:
    client = Client()
    login(client, person().email)
    cookie = client.cookies["sessionid"]
    assert cookie["httponly"] is True
    assert cookie["samesite"] == "Lax"


def test_signing_out_needs_a_post() -> None:
    client = Client()
    login(client, person().email)
    client.get("/accounts/logout/")
    assert signed_in(client)


# addresses and hosts


@pytest.mark.parametrize(
    "where",
    [
        "https://evil.example/",
        "//evil.example",
        "/\\evil.example",
        "javascript:alert(1)",
        "https:evil.example",
        "\\\\e.x",
    ],
)
def test_nobody_is_sent_elsewhere(where: str) -> None:
    user = person()
    client = Client()
    answers = [
        client.post(f"/accounts/login/?next={where}", {"login": user.email, "password": PASSWORD}),
        client.post("/accounts/login/", {"login": user.email, "password": PASSWORD, "next": where}),
        client.post("/language", {"language": "cs", "next": where}),
        client.post("/accounts/logout/", {"next": where}),
    ]
    for answer in answers:
        target = answer.get("Location", "/")
        assert re.match(r"^/(?![/\\])", target), target


def test_a_host_that_is_not_ours_is_not_answered(mailoutbox: list[EmailMessage]) -> None:
    user = person()
    for headers in ({"host": "evil.example"}, {"host": "testserver@evil.example"}, {"host": "testserver:80.evil"}):
        assert Client().get("/", headers=headers).status_code == 400
        reset = Client().post("/accounts/password/reset/", {"email": user.email}, headers=headers)
        assert reset.status_code == 400
    assert mailing.send_due(at=clock.now()) == 0
    Client().post("/accounts/password/reset/", {"email": user.email}, headers={"x-forwarded-host": "evil.example"})
    mailing.send_due(at=clock.now())
    assert "evil" not in str(mailoutbox[0].body)


@pytest.mark.parametrize("host", ["testserver:4444", "localhost:9999"])
def test_the_links_in_account_mail_are_those_of_the_servers_address(
    host: str, settings: Any, mailoutbox: list[EmailMessage]
) -> None:
    settings.SLOWMATE_URL, settings.SLOWMATE_NAME = "https://chess.example", "Federation of Slowness"
    settings.ALLOWED_HOSTS = ["testserver", "localhost"]
    user, asking = person(), {"headers": {"host": host}}
    form = {"name": "Ada", "password1": "a slow and long word", "password2": "a slow and long word"}
    for email in (user.email, "nobody@example.org"):
        Client().post("/accounts/password/reset/", {"email": email}, **asking)
        Client().post("/accounts/signup/", {**form, "email": email}, **asking)
    assert mailing.send_due(at=clock.now()) == len(mailoutbox) == 4
    for mail in mailoutbox:
        assert set(re.findall(r"https?://[\w.:-]*\w", str(mail.body))) == {"https://chess.example"}
        assert "Federation of Slowness" in str(mail.body)
        assert host not in str(mail.body)


def test_the_names_of_every_machine_are_no_names_of_a_server_for_others(tmp_path: Path) -> None:
    code = "print(*s.ALLOWED_HOSTS)"
    assert started(tmp_path, code) == "localhost 127.0.0.1 [::1] 127.0.0.1"
    assert started(tmp_path, code, SLOWMATE_URL="https://chess.example") == "chess.example"
    named = started(tmp_path, code, SLOWMATE_URL="https://chess.example", SLOWMATE_HOSTS="one.example, two.example")
    assert named == "one.example two.example chess.example"


# what is sent


def test_bodies_without_measure_are_turned_away() -> None:
    user = person()
    client = Client()
    client.force_login(user)
    row = game(user, person(), at=clock.now())
    large = "x" * (settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 10)
    assert client.post(f"/games/{row.pk}/message", {"text": large}).status_code in (400, 413)
    huge = b"x" * (middleware.LARGEST_BODY + 1)
    assert client.post("/settings", huge, content_type="text/plain").status_code == 413
    assert client.post("/api/leave", huge, content_type="application/json").status_code == 413
    fields = {f"f{n}": "x" for n in range(1100)}
    assert client.post(f"/games/{row.pk}/message", fields).status_code == 400
    assert not Message.objects.exists()


@pytest.mark.parametrize(
    ("what", "field", "most"),
    [("note", "text", 20_000), ("message", "text", 2000), ("report", "text", 2000), ("analysis", "name", 80)],
)
def test_texts_are_kept_within_their_limits(what: str, field: str, most: int) -> None:
    user = person()
    client = Client()
    client.force_login(user)
    row = game(user, person(), at=clock.now())
    client.post(f"/games/{row.pk}/{what}", {field: "x" * (most + 1), "moves": "e4"})
    kept = [
        *row.notes.values_list("text", flat=True),
        *row.messages.values_list("text", flat=True),
        *row.reports.values_list("text", flat=True),
        *row.analyses.values_list("name", flat=True),
    ]
    assert all(len(text) <= most for text in kept)


def test_null_characters_are_turned_away() -> None:
    user = person()
    client = Client()
    client.force_login(user)
    row = game(user, person(), at=clock.now())
    for path in ("note", "message", "report", "analysis", "submit", "claim"):
        assert client.post(f"/games/{row.pk}/{path}", {"text": "a\0b", "moves": "\0"}).status_code == 400, path
    assert client.get("/players", {"q": "a\0b"}).status_code == 400
    assert client.get("/rulebook/x%00y").status_code == 400


INJECTIONS = ["' OR '1'='1", "'; DROP TABLE slowmate_game; --", '" OR 1=1 --', "%", "_", "\\", "1) UNION SELECT 1--"]


@pytest.mark.parametrize("text", INJECTIONS)
def test_what_is_searched_for_is_searched_for_literally(text: str) -> None:
    person("Ada Lovelace")
    visitor = Client()
    page = visitor.get("/players", {"q": text})
    assert page.status_code == 200
    assert b"Ada Lovelace" not in page.content
    found = visitor.get("/api/players", {"q": text})
    assert found.json()["count"] == 0
    for path in ("/rulebook", "/players", "/challenges"):
        for name in ("q", "page", "to", "edition"):
            assert visitor.get(path, {name: text}).status_code in (200, 302)
    assert Player.objects.count() == 1


@pytest.mark.parametrize("number", ["0", "-1", "99999999999999999999999", "1e5", "x", "١", "²"])
def test_strange_numbers_in_addresses_are_not_errors(number: str) -> None:
    client = Client()
    me = person()
    client.force_login(me)
    row = game(me, person(), at=clock.now())
    for answer in (
        client.get(f"/games/{row.pk}/report", {"message": number}),
        client.post(f"/games/{row.pk}/report", {"message": number}),
    ):
        assert answer.status_code in (200, 404, 422)
    for path in (f"/games/{number}", f"/players/{number}", f"/games/{number}/pgn"):
        assert client.get(path).status_code == 404, path
    for path in (f"/players?page={number}", f"/challenges?to={number}", f"/games/next?after={number}"):
        assert client.get(path).status_code in (200, 302), path


def test_forms_change_only_what_they_show() -> None:
    user = person()
    client = Client()
    client.force_login(user)
    before = Player.objects.get(pk=user.player.pk)
    form = client.get("/settings")
    body = {
        f"{part.prefix}-{name}": value
        for part in (form.context["profile"], form.context["preferences"])
        for name, value in part.initial.items()
        if value is not None
    }
    body |= {"player-name": "New Name"}
    body |= {
        f"{prefix}{name}": "2700"
        for name in ("rating", "rating_games", "fide_rating", "id", "user", "is_demo")
        for prefix in ("player-", "")
    }
    body |= {
        f"{prefix}{name}": "1"
        for name in ("reads_everything", "is_active", "is_staff", "is_superuser", "password")
        for prefix in ("user-", "")
    }
    body |= {"player-title": "GM", "title": "GM", "user-email": "evil@example.org", "email": "evil@example.org"}
    assert client.post("/settings", body).status_code == 302
    player, user_after = Player.objects.get(pk=before.pk), User.objects.get(pk=user.pk)
    assert player.name == "New Name"
    assert (player.rating, player.title, player.user_id) == (before.rating, before.title, user.pk)
    assert (player.rating_games, player.is_demo) == (0, False)
    assert (user_after.email, user_after.reads_everything, user_after.password) == (user.email, False, user.password)
    other = person()
    client.post("/challenges", {"control": "fixed-3", "colour": "lot", "games": "1", "challenger": other.player.pk})
    assert Challenge.objects.get().challenger == player


def test_the_text_of_a_token_never_reaches_the_database() -> None:
    text = tokens.make(person(), "x", scope="read", at=clock.now()).text
    with CaptureQueriesContext(connection) as found:
        tokens.find(text)
        tokens.find(text[:-1] + "?")
    assert len(found) == 2
    assert not any(text[9:20] in query["sql"] for query in found.captured_queries)


# settings


def started(tmp_path: Path, code: str, **environment: str) -> str:
    """What a fresh server's settings say."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("SLOWMATE_")}
    env = {**kept, "SLOWMATE_DATA": str(tmp_path / "data"), **environment}
    wanted = f"from slowmate.server import settings as s; {code}"
    done = subprocess.run([sys.executable, "-c", wanted], env=env, check=True, capture_output=True, text=True)
    return done.stdout.strip()


def test_the_secret_is_made_on_the_first_start_and_is_for_the_server_alone(tmp_path: Path) -> None:
    first = started(tmp_path, "print(s.SECRET_KEY)")
    assert len(first) >= 50
    assert started(tmp_path, "print(s.SECRET_KEY)") == first
    files = list((tmp_path / "data").glob("secret*"))
    assert [path.name for path in files] == ["secret-key"]
    assert stat.S_IMODE(files[0].stat().st_mode) == 0o600
    assert started(tmp_path / "other", "print(s.SECRET_KEY)") != first


def test_behind_tls_cookies_are_for_tls_alone_and_browsers_are_told_to_stay(tmp_path: Path) -> None:
    names = "SESSION_COOKIE_SECURE CSRF_COOKIE_SECURE SECURE_HSTS_SECONDS SECURE_PROXY_SSL_HEADER DEBUG"
    code = f"import json; print(json.dumps([getattr(s, n) for n in {names.split()!r}]))"
    plain = json.loads(started(tmp_path, code))
    assert plain == [False, False, 0, None, False]
    tls = json.loads(started(tmp_path, code, SLOWMATE_URL="https://chess.example", SLOWMATE_BEHIND_PROXY="1"))
    assert tls == [True, True, 31536000, ["HTTP_X_FORWARDED_PROTO", "https"], False]


def test_every_answer_tells_browsers_to_stay_with_tls_where_people_use_it(settings: Any) -> None:
    paths = ("/", "/nothing", "/api/editions", "/healthz", "/static/slowmate/board.css")
    for seconds, said in ((0, None), (31536000, "max-age=31536000")):
        settings.SECURE_HSTS_SECONDS = seconds
        for path in paths:
            answer = Client().get(path)
            assert answer.get("Strict-Transport-Security") == said, path
            if answer.streaming:  # the client has closed the others itself, without their database
                list(answer)


def test_no_cache_keeps_what_a_person_was_shown() -> None:
    user = person()
    client = Client()
    client.force_login(user)
    row = game(user, person(), at=clock.now())
    for path in ("/", "/games", "/settings", f"/games/{row.pk}", f"/games/{row.pk}/pgn", "/games/mine.pgn", "/nothing"):
        kept = client.get(path)["Cache-Control"]
        assert {"private", "no-cache"} <= set(kept.split(", ")), path
    assert client.get("/tokens")["Cache-Control"].endswith("no-store, must-revalidate, private")
    for path in ("/api/editions", "/api/me", "/api/nothing"):
        assert client.get(path)["Cache-Control"] == "private, no-store"


def test_debug_cannot_be_switched_on_from_outside(tmp_path: Path) -> None:
    assert started(tmp_path, "print(s.DEBUG)", DEBUG="1", DJANGO_DEBUG="1", SLOWMATE_DEBUG="1") == "False"


def test_an_error_of_ours_shows_nothing_of_the_inside(monkeypatch: pytest.MonkeyPatch) -> None:
    from slowmate.server.queries import games as queries  # noqa: PLC0415 - something to break

    def broken(*_: Any, **__: Any) -> None:
        raise RuntimeError("the inside of the server")

    user = person()
    row = game(user, person(), at=clock.now())
    text = tokens.make(user, "x", scope="read", at=clock.now()).text
    monkeypatch.setattr(queries, "game_page", broken)
    client = Client(raise_request_exception=False)
    client.force_login(user)
    for answer in (
        client.get(f"/games/{row.pk}"),
        client.get(f"/api/games/{row.pk}", headers={"Authorization": f"Bearer {text}"}),
    ):
        assert answer.status_code == 500
        for inside in (b"the inside of the server", b"Traceback", b"RuntimeError", b"queries", b"/src/"):
            assert inside not in answer.content
