"""What was fixed for a game before it began, as the API tells it."""

import re
from pathlib import Path

import pytest

from slowmate.play import Terms, clocks
from slowmate.play.terms import Transmission
from slowmate.server.people.models import Office
from slowmate.server.site.problems import KINDS
from tests.server.programs import Program, problem
from tests.support.people import AT, game, person

pytestmark = pytest.mark.django_db
NOTHING = {"moves": None, "increment": None, "cap": None, "bank": None}


@pytest.mark.parametrize(
    ("control", "told"),
    [
        (clocks.Classic(moves=10, days=30), {"kind": "classic", "days": 30, "moves": 10}),
        (clocks.Fischer(days=30, increment=3), {"kind": "fischer", "days": 30, "increment": 3}),
        (clocks.Fischer(days=30, increment=3, cap=60), {"kind": "fischer", "days": 30, "increment": 3, "cap": 60}),
        (
            clocks.TripleBlock(increment=5, bank=75),
            {"kind": "triple-block", "days": 50, "increment": 5, "cap": 50, "bank": 75},
        ),
        (clocks.FixedDays(days=3), {"kind": "fixed-days", "days": 3}),
    ],
)
def test_a_game_tells_its_time_control(control: clocks.TimeControl, told: dict[str, object]) -> None:
    white = person()
    row = game(white, person(), control=control)
    found = Program(white).get(f"/games/{row.pk}").json()["time_control"]
    assert found.pop("words")
    assert found == NOTHING | told


def test_a_game_tells_how_it_travels_where_it_starts_and_who_directs_it() -> None:
    white, director = person(), person("Dirk", offices=(Office.Kind.DIRECTOR,))
    by_post = Terms(starts=AT, time_control=clocks.Classic(), transmission=Transmission.POST, chess960=5)
    row = game(white, person(), terms=by_post, director=director)
    found = Program(white).get(f"/games/{row.pk}").json()
    assert (found["transmission"], found["chess960"], found["director"]) == ("post", 5, "Dirk")
    plain = Program(white).get(f"/games/{game(white, person()).pk}").json()
    assert (plain["transmission"], plain["chess960"], plain["director"]) == ("server", None, None)


def test_a_clock_tells_how_many_moves_are_left_to_the_control() -> None:
    white, black = person(), person()

    def left(row: object) -> dict[str, int | None]:
        found = Program(white).get(f"/games/{row}").json()["clocks"]
        return {card["colour"]: card["moves_to_control"] for card in found}

    assert left(game(white, black, "e4", "e5", "Nf3").pk) == {"white": 8, "black": 9}
    assert left(game(white, black, control=clocks.FixedDays(days=3)).pk) == {"white": None, "black": None}


def test_every_kind_of_problem_is_in_the_documentation() -> None:
    documented = Path(__file__).parents[3].joinpath("docs", "api.md").read_text()
    rows = dict(re.findall(r"^\| (\d{3}) \| ([^|]+) \|", documented, re.MULTILINE))
    assert {status: kind for status, kind in KINDS.items() if kind not in rows.get(str(status), "")} == {}
    assert problem(Program().send("/players", {}), 405)["type"] == "/api/#method"
