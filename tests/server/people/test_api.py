"""Players in the API."""

import pytest

from slowmate.server.site import clock
from slowmate.testing.people import game, person
from tests.server.programs import Program, problem

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
