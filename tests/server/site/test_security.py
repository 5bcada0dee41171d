"""What stands against the threats of `docs/security.md`: foreign forms, forged addresses, bodies that do harm."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.mail import EmailMessage
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import URLPattern, URLResolver, get_resolver
from pytest_django import Settings

from slowmate import server
from slowmate.server.accounts.models import User
from slowmate.server.accounts.services import tokens
from slowmate.server.correspondence.models import Message
from slowmate.server.games.models import Challenge
from slowmate.server.jobs.mail import send_due
from slowmate.server.people.models import Player
from slowmate.server.site import clock, middleware
from tests.support.events import event, every_result, players, section
from tests.support.people import PASSWORD, game, person

pytestmark = pytest.mark.django_db

WITHOUT_CSRF = {
    "language": "changes a cookie of the visitor's own browser, and forms from elsewhere are refused by their origin",
    "theme": "as language",
    "api": "needs a token in a header, which no foreign page can send",
    "unsubscribe": "the key in the address is the right to do it (RFC 8058)",
    "xfcc": "needs a token in its body, which no foreign page can send",
}


# every address


def addresses(patterns: Any = None, before: str = "") -> Iterator[tuple[str, URLPattern]]:
    """Every address of the server, with something in place of what varies."""
    for pattern in patterns if patterns is not None else get_resolver().url_patterns:
        if isinstance(pattern, URLResolver):
            yield from addresses(pattern.url_patterns, before + str(pattern.pattern))
        else:
            route = before + str(pattern.pattern)
            route = re.sub(r"\(\?P<\w+>[^)]*\)", "x", route)
            route = re.sub(r"<(?:int|number):\w+>", "1", route)
            route = re.sub(r"<[\w:]+>", "x", route)
            yield "/" + route.replace("^", "").replace("$", "").replace("\\Z", "").replace("\\", ""), pattern


def is_exempt(pattern: URLPattern) -> bool:
    return bool(getattr(pattern.callback, "csrf_exempt", False))


def test_no_post_is_taken_without_its_csrf_token() -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(person(is_administrator=True))
    tried = 0
    for path, pattern in addresses():
        if is_exempt(pattern) or path == "/api/":  # the page of the API stands before Ninja's own, and is only read
            continue
        answer = client.post(path.replace("/ratings/x", "/ratings/2024-1"), {"x": "y"})
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


@pytest.mark.parametrize(("path", "body"), [("/language", {"language": "cs"}), ("/theme", {"theme": "dark"})])
def test_what_a_visitor_chooses_is_taken_from_our_pages_alone(path: str, body: dict[str, str]) -> None:
    for headers in ({"origin": "https://evil.example"}, {"origin": "null"}, {"Sec-Fetch-Site": "cross-site"}):
        answer = Client(enforce_csrf_checks=True).post(path, body, headers=headers)
        assert (answer.status_code, len(answer.cookies)) == (403, 0), headers
    for headers in ({"origin": "http://testserver"}, {"Sec-Fetch-Site": "same-origin"}, {}):
        answer = Client(enforce_csrf_checks=True).post(path, body, headers=headers)
        assert (answer.status_code, len(answer.cookies)) == (302, 1), headers


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
        client.post("/theme", {"theme": "dark", "next": where}),
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
    assert send_due(at=clock.now()) == 0
    Client().post("/accounts/password/reset/", {"email": user.email}, headers={"x-forwarded-host": "evil.example"})
    send_due(at=clock.now())
    assert "evil" not in str(mailoutbox[0].body)


@pytest.mark.parametrize("host", ["testserver:4444", "localhost:9999"])
def test_the_links_in_account_mail_are_those_of_the_servers_address(
    host: str, settings: Settings, mailoutbox: list[EmailMessage]
) -> None:
    settings.SLOWMATE_URL, settings.SLOWMATE_NAME = "https://chess.example", "Federation of Slowness"
    settings.ALLOWED_HOSTS = ["testserver", "localhost"]
    user, headers = person(), {"host": host}
    form = {"name": "Ada", "password1": "a slow and long word", "password2": "a slow and long word"}
    for email in (user.email, "nobody@example.org"):
        Client().post("/accounts/password/reset/", {"email": email}, headers=headers)
        Client().post("/accounts/signup/", {**form, "email": email}, headers=headers)
    assert send_due(at=clock.now()) == len(mailoutbox) == 4
    for mail in mailoutbox:
        assert set(re.findall(r"https?://[\w.:-]*\w", str(mail.body))) == {"https://chess.example"}
        assert "Federation of Slowness" in str(mail.body)
        assert host not in str(mail.body)


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
    "address",
    [
        *("/players?q=", "/rulebook?q=", "/events?q=", "/titles?q=", "/qualifiers?q=", "/ratings?player="),
        *("/calculators?what=change&rating=", "/calculators?what=change&games="),
    ],
)
@pytest.mark.parametrize("letter", ["1", "%22", "%26", "%3C"])
def test_what_is_looked_for_makes_no_page_large(address: str, letter: str) -> None:
    client = Client()
    client.force_login(person())
    assert client.get(address + "1" * 11_000).status_code == 414
    answer = client.get(address + letter * (10_000 // len(letter)))
    assert answer.status_code in (200, 422)
    assert len(answer.content) < 200_000


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


def test_an_address_without_measure_is_shown_to_nobody() -> None:
    assert Client().get("/" + "a" * 11_000).status_code == 414
    assert Client().get("/api/" + "a" * 11_000)["Content-Type"] == "application/problem+json"


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


@pytest.mark.parametrize("number", ["0", "-1", "99999999999999999999999", "9" * 5000, "1e5", "x", "١", "²"])
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
    table = f"/sections/{section(event('open'), players(2), every_result(2)).pk}"
    for path in (f"{table}?board={number}", f"{table}/games?player={number}", f"{table}/games?match={number}-{number}"):
        assert client.get(path).status_code == 200, path
    assert client.get(f"/events?year={number}").status_code == 200


def test_numbers_that_people_send_are_read_in_one_place() -> None:
    """`parse_positive_int`: what is too long for a number of ours is none, and no error."""
    views = list(Path(server.__file__).parent.rglob("views/*.py"))
    assert len(views) > 30
    assert [path for path in views if re.search(r"\.is(?:digit|decimal|numeric)\(", path.read_text("utf-8"))] == []


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
        for name in ("is_administrator", "is_active", "is_staff", "is_superuser", "password")
        for prefix in ("user-", "")
    }
    body |= {"player-title": "GM", "title": "GM", "user-email": "evil@example.org", "email": "evil@example.org"}
    assert client.post("/settings", body).status_code == 302
    player, user_after = Player.objects.get(pk=before.pk), User.objects.get(pk=user.pk)
    assert player.name == "New Name"
    assert (player.rating, player.title, player.user_id) == (before.rating, before.title, user.pk)
    assert (player.rating_games, player.is_demo) == (0, False)
    assert (user_after.email, user_after.is_administrator, user_after.password) == (user.email, False, user.password)
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
