"""What the API does not take, and how it describes itself."""

from typing import Any

import pytest
from django.test import Client

from slowmate.server.site import clock
from tests.server.programs import PROBLEM, Program, problem
from tests.support.people import game, person

pytestmark = pytest.mark.django_db


# bodies and addresses that do not fit


def test_bodies_that_do_not_fit_are_refused_and_nothing_is_guessed() -> None:
    white, black = person(), person()
    row = game(white, black, at=clock.now())
    program, path = Program(white), f"/games/{row.pk}/moves"
    bodies: tuple[object, ...] = (
        {"move": "e4"},
        {"move": "e4", "ply": "0"},
        {"move": "e4", "ply": 0, "offer": "yes"},
        {"move": "e4", "ply": 0, "by": "black"},
        {"move": "e4\x00", "ply": 0},
        {"move": "e" * 1000, "ply": 0},
        [],
        "e4",
    )
    for body in bodies:
        problem(program.send(path, body), 422)
    broken = program.client.post("/api" + path, "{", content_type="application/json", headers=program.headers)
    problem(broken, 400)
    row.refresh_from_db()
    assert row.plies == 0


def test_what_does_not_fit_is_said_in_our_words_where_they_are_ours() -> None:
    program = Program(person())
    found = problem(program.send("/leave", {"first": "1 May", "last": "2024-05-31"}), 422)["errors"]
    assert [(each["field"], each["why"]) for each in found] == [("body.body.first", "a day is written as 2024-05-31")]
    program.headers["Accept-Language"] = "cs"
    (czech,) = problem(program.send("/leave", {"first": "1 May", "last": "2024-05-31"}), 422)["errors"]
    assert czech["why"] == "den se píše takto: 2024-05-31"


def test_a_body_that_is_too_large_is_not_read() -> None:
    white, black = person(), person()
    row = game(white, black, at=clock.now())
    answer = Program(white).send(f"/games/{row.pk}/messages", {"text": "x" * 1_100_000})
    problem(answer, 413)
    assert not row.messages.exists()


def test_addresses_that_are_none_are_problems_too() -> None:
    problem(Program().get("/nothing"), 404)
    problem(Program().send("/nothing"), 404)
    problem(Program().get(f"/games/{10**30}"), 422)
    wrong = Program().send("/players")
    problem(wrong, 405)
    assert wrong["Allow"] == "GET"


BODIES = (
    "application/json",
    "application/x-www-form-urlencoded",
    "multipart/form-data",
    "multipart/form-data; boundary=x",
    "multipart/mixed; boundary=x",
    "text/plain",
    "application/xml",
    "nonsense",
    "",
)


@pytest.mark.parametrize("kind", BODIES)
def test_whatever_kind_of_body_is_sent_the_answer_is_a_problem(kind: str) -> None:
    white = person()
    row = game(white, person(), at=clock.now())
    program = Program(white)
    for path, method in (
        (f"/games/{row.pk}/moves", "post"),
        (f"/games/{row.pk}/conditionals", "put"),
        ("/leave", "post"),
    ):
        for body in (b"--x\r\n\r\n", b"a=b", b"\xff\x00", b""):
            send = getattr(program.client, method)
            answer = send("/api" + path, body, content_type=kind, headers=program.headers)
            problem(answer, 415 if body and kind.startswith("multipart/form-data") else answer.status_code)
            assert 400 <= answer.status_code < 500


@pytest.mark.parametrize(
    ("method", "path", "more", "status"),
    [
        ("GET", "/api/players?q=a%00b", {}, 400),
        ("GET", "/api/players?q=" + "a" * 11_000, {}, 414),
        ("GET", "/api/x%00y", {}, 400),
        ("GET", "/api/x%0Ay", {}, 404),
        ("POST", "/api/", {}, 405),
        ("POST", "/api/openapi.json", {}, 405),
        ("POST", "/api/leave", {"data": b"x" * 1_150_000, "content_type": "application/json"}, 413),
        ("POST", "/api/leave", {"data": b"x" * 1_080_000, "content_type": "application/x-www-form-urlencoded"}, 413),
        ("POST", "/api/leave", {"HTTP_TRANSFER_ENCODING": "chunked", "CONTENT_LENGTH": ""}, 411),
        ("GET", "/api/editions", {"HTTP_HOST": "evil.example"}, 400),
    ],
)
def test_what_is_turned_away_at_the_door_is_a_problem_too(
    method: str, path: str, more: dict[str, Any], status: int
) -> None:
    client = Client(enforce_csrf_checks=True)
    program = Program(person())
    problem(client.generic(method, path, headers=program.headers, **more), status)


def test_answers_are_kept_by_no_cache() -> None:
    assert Program(person()).get("/me")["Cache-Control"] == "private, no-store"


# the description


def test_the_description_is_at_its_address_and_names_a_problem_for_every_error() -> None:
    schema = Client().get("/api/openapi.json").json()
    assert schema["openapi"].startswith("3.")
    for path, methods in schema["paths"].items():
        assert path.startswith("/api/")
        for operation in methods.values():
            for status, answer in operation["responses"].items():
                kinds = list(answer.get("content", {}))
                assert kinds == [PROBLEM] if int(status) >= 400 else kinds, (path, status)


def test_the_reference_page_lists_every_operation_and_every_problem() -> None:
    page = Client().get("/api/").content.decode()
    for path in Client().get("/api/openapi.json").json()["paths"]:
        assert path.replace("{", "{") in page
    for kind in ("refused", "stale", "scope", "too-many", "unfit"):
        assert f'id="{kind}"' in page


def test_every_answer_of_the_server_itself_is_described(client: Client) -> None:
    """A null character or a body without measure is turned away before anything is asked, whatever it was sent to."""
    described = client.get("/api/openapi.json").json()["paths"]
    for path, methods in described.items():
        for method, operation in methods.items():
            assert {"400", "411", "413", "414", "415"} <= set(operation["responses"]), (method, path)
