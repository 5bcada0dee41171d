"""Players in the API."""

import pytest
from pytest_django import DjangoAssertNumQueries

from slowmate.records import Result
from slowmate.server.events.models import Section
from slowmate.server.site import clock
from tests.server.programs import Program, problem
from tests.support.events import START, event, section
from tests.support.people import game, person

pytestmark = pytest.mark.django_db


def test_players_are_found_by_name_and_federation() -> None:
    ada, bo = person("Ada Lovelace"), person("Bo Black")
    ada.player.federation = "CZE"
    ada.player.save()
    assert [each["name"] for each in Program().get("/players", q="lovel").json()["items"]] == ["Ada Lovelace"]
    assert [each["name"] for each in Program().get("/players", federation="cze").json()["items"]] == ["Ada Lovelace"]
    one = Program().get(f"/players/{bo.player.pk}")
    assert one.json()["name"] == "Bo Black"
    assert b"example.org" not in one.content
    problem(Program().get("/players/999999"), 404)
    game(ada, bo, "f3", "e5", "g4", "Qh4", at=clock.now())
    game(ada, bo, "e4", at=clock.now())
    assert Program().get(f"/players/{ada.player.pk}/games").json()["count"] == 1


def test_a_player_has_his_events_with_place_and_score_those_that_run_first(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    ada, bo = person("Ada").player, person("Bo").player
    over = section(event(), (ada, bo), {(1, 2): Result.WHITE_WINS}, state=Section.State.FINISHED, ended=START)
    running = section(event(), (bo, ada))
    section(event(), (bo, ada), state=Section.State.PROPOSED, posted=None)
    with django_assert_max_num_queries(12):
        events = Program().get(f"/players/{bo.pk}").json()["events"]
    assert [(one["section"], one["event"]) for one in events] == [
        (running.pk, running.event_id),
        (over.pk, over.event_id),
    ]
    numbers = ("state", "place", "of", "points", "games", "running")
    assert [tuple(one[name] for name in numbers) for one in events] == [
        ("running", None, 2, 0.0, 0, 1),
        ("finished", 2, 2, 0.0, 1, 0),
    ]
