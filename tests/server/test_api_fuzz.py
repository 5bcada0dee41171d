"""Whatever is sent to the API, it answers as its description says, and never with an error of its own."""

from collections.abc import Iterator
from datetime import timedelta
from functools import cache
from typing import Any

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from hypothesis import HealthCheck, Phase, assume, given, settings
from hypothesis import strategies as st
from schemathesis.checks import CHECKS
from schemathesis.core.parameters import ParameterLocation

from slowmate.server.accounts.models import Token
from slowmate.server.accounts.services import tokens
from slowmate.server.games.models import Game
from slowmate.server.games.services import leave
from slowmate.server.site import clock
from slowmate.server.wsgi import application
from tests.support import events
from tests.support.people import game, person

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

EXAMPLES = 10
TOO_LARGE = 413
WANTED = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
)
MOVES = ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "e2e4", "0-0", "5254", "Qh5", "nonsense"]


quietly = settings(
    max_examples=EXAMPLES,
    deadline=None,
    database=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture(autouse=True)
def one_connection() -> Iterator[None]:
    """Requests stay in the test's transaction, as those of Django's own test client do."""
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    yield
    for signal in signals:
        signal.connect(close_old_connections)


def operations(*, with_body: bool = False) -> list[str]:
    """Every operation the API describes."""
    from slowmate.server.api import api  # noqa: PLC0415 - needs Django to be set up

    paths = api.get_openapi_schema()["paths"]
    return sorted(
        f"{method} {path}"
        for path, methods in paths.items()
        for method, operation in methods.items()
        if not with_body or "requestBody" in operation
    )


@cache
def described() -> Any:
    return schemathesis.openapi.from_wsgi("/api/openapi.json", application)


def things(me: Any) -> list[int]:
    """Games of every kind: mine to move, mine to wait, with an offer, on leave, finished, shown, of others."""
    other, third, at = person(), person(), clock.now()
    found = [
        game(me, other, at=at),
        game(me, other, "e4", at=at),
        game(other, me, "e4", "e5", "Nf3", at=at),
        game(me, other, "f3", "e5", "g4", "Qh4", at=at),
        game(other, third, at=at),
        game(other, third, "e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", at=at),
    ]
    Game.objects.filter(pk=found[-1].pk).update(is_shown_live=True)
    leave.take(me.player, at.date(), at.date() + timedelta(days=1), actor=me, at=at)
    return [row.pk for row in found]


def sections(me: Any) -> list[int]:
    """Events with a section each, running, finished and for titles, by the numbers that both have."""
    players = [me.player, *events.players(2)]
    kinds: dict[str, dict[str, Any]] = {
        "open": {},
        "thematic": {"state": "finished", "ended": events.START},
        "grandmaster-norm": {},
    }
    made = [events.section(events.event(kind), players, events.every_result(3), **more) for kind, more in kinds.items()]
    return [number for row in made for number in (row.pk, row.event_id)]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "operation" in metafunc.fixturenames:
        metafunc.parametrize("operation", operations(with_body="body" in metafunc.function.__name__))


def test_the_api_answers_as_described(operation: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tokens, "PER_MINUTE", 10**6)
    me = person()
    games = [*things(me), 0, 10**18]
    events_ = [*sections(me), 0, 10**18]
    text = tokens.make(me, "fuzz", scope=Token.Scope.PLAY, at=clock.now()).text
    method, path = operation.split(" ")
    schema = described()
    checks = [CHECKS.get_one(name) for name in WANTED]
    answers: set[int] = set()

    @quietly
    @given(
        case=schema[path][method].as_strategy(),
        pk=st.sampled_from(games),
        held=st.sampled_from(events_),
        move=st.sampled_from(MOVES),
    )
    def run(case: Any, pk: int, held: int, move: str) -> None:
        for name, number in {"game": pk, "player": pk, "event": held, "section": held}.items():
            if case.path_parameters and name in case.path_parameters:
                case.path_parameters[name] = number
        if isinstance(case.body, dict) and "move" in case.body:
            case.body["move"] = move
        case.headers = {**(case.headers or {}), "Authorization": f"Bearer {text}"}
        answers.add(case.call_and_validate(checks=checks).status_code)

    run()
    assert answers
    assert max(answers) < 500


def test_a_body_that_does_not_fit_is_refused_and_changes_nothing(
    operation: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tokens, "PER_MINUTE", 10**6)
    me = person()
    pk = game(me, person(), "e4", "e5", at=clock.now()).pk
    text = tokens.make(me, "fuzz", scope=Token.Scope.PLAY, at=clock.now()).text
    method, path = operation.split(" ")
    schema = described()
    before = Game.objects.get(pk=pk).version
    checks = [CHECKS.get_one(name) for name in (*WANTED, "negative_data_rejection")]

    @quietly
    @given(case=schema[path][method].as_strategy(generation_mode=schemathesis.GenerationMode.NEGATIVE))
    def run(case: Any) -> None:
        assume(case.meta.components[ParameterLocation.BODY].mode is schemathesis.GenerationMode.NEGATIVE)
        if case.path_parameters and "game" in case.path_parameters:
            case.path_parameters["game"] = pk
        case.headers = {**(case.headers or {}), "Authorization": f"Bearer {text}"}
        response = case.call()
        if response.status_code != TOO_LARGE:  # a refusal that the check does not know
            case.validate_response(response, checks=checks)

    run()
    assert Game.objects.get(pk=pk).version == before
