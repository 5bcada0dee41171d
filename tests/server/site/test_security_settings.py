"""What the server's settings keep from doing harm."""

import json
import os
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from slowmate.server.accounts.services import tokens
from slowmate.server.site import clock
from tests.support.people import game, person

pytestmark = pytest.mark.django_db


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


def test_every_answer_tells_browsers_to_stay_with_tls_where_people_use_it(settings: Settings) -> None:
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


def test_a_public_page_costs_a_visitor_no_cookie_and_a_proxy_may_keep_it_for_a_moment() -> None:
    over = game(person(), person(), "f3", "e5", "g4", "Qh4", at=clock.now())
    public = ("/", "/players", "/events", "/ratings", "/rulebook", "/about", f"/games/{over.pk}")
    for path in public:
        answer = Client().get(path)
        assert (len(answer.cookies), answer["Cache-Control"]) == (0, "public, max-age=0, s-maxage=60"), path
        assert {"Accept-Language", "Cookie"} <= set(answer["Vary"].split(", ")), path


def test_what_is_of_one_visitor_is_kept_by_no_proxy() -> None:
    with_theme, signed_in = Client(), Client()
    with_theme.cookies["theme"] = "dark"
    signed_in.force_login(person())
    private = [
        (with_theme, "/players"),
        (signed_in, "/players"),
        (Client(), "/accounts/login/"),
        (Client(), "/nothing"),
    ]
    private += [(Client(), "/games"), (Client(), "/accounts/confirm-email/"), (Client(), "/demo/mail")]
    for client, path in private:
        assert "public" not in client.get(path)["Cache-Control"], path
    assert "public" not in Client().post("/theme", {"theme": "dark"})["Cache-Control"]


def test_debug_cannot_be_switched_on_from_outside(tmp_path: Path) -> None:
    assert started(tmp_path, "print(s.DEBUG)", DEBUG="1", DJANGO_DEBUG="1", SLOWMATE_DEBUG="1") == "False"


def test_an_error_of_ours_shows_nothing_of_the_inside(monkeypatch: pytest.MonkeyPatch) -> None:
    from slowmate.server.games.pages import game as pages  # noqa: PLC0415 - something to break

    def broken(*_: Any, **__: Any) -> None:
        raise RuntimeError("the inside of the server")

    user = person()
    row = game(user, person(), at=clock.now())
    text = tokens.make(user, "x", scope="read", at=clock.now()).text
    monkeypatch.setattr(pages, "visible_game", broken)
    client = Client(raise_request_exception=False)
    client.force_login(user)
    for answer in (
        client.get(f"/games/{row.pk}"),
        client.get(f"/api/games/{row.pk}", headers={"Authorization": f"Bearer {text}"}),
    ):
        assert answer.status_code == 500
        for inside in (b"the inside of the server", b"Traceback", b"RuntimeError", b"queries", b"/src/"):
            assert inside not in answer.content


def test_the_names_of_every_machine_are_no_names_of_a_server_for_others(tmp_path: Path) -> None:
    code = "print(*s.ALLOWED_HOSTS)"
    assert started(tmp_path, code) == "localhost 127.0.0.1 [::1] 127.0.0.1"
    assert started(tmp_path, code, SLOWMATE_URL="https://chess.example") == "chess.example"
    named = started(tmp_path, code, SLOWMATE_URL="https://chess.example", SLOWMATE_HOSTS="one.example, two.example")
    assert named == "one.example two.example chess.example"
