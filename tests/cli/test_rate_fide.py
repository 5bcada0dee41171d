"""`slowmate rate --rules fide-2017`: the contract's columns in, the list out."""

import json
from pathlib import Path
from typing import Any

import pytest

from slowmate.cli.main import main

PLAYERS = """id,name,rating,games,birth_year,has_reached_2400
1,Ann,2000,50,1970,0
2,Ben,1900,50,2000,0
3,Cat,1800,50,,
4,Dan,1700,50,,
5,Xen,,,,
6,Yan,,,,
"""
CROSSTABLE = {
    "1": "2=1 3== 4=1 5=1 6=1".replace("==", "=0.5"),
    "2": "3=1 4=1 5=1 6=0.5",
    "3": "4=1 5=0 6=1",
    "4": "5=0 6=1",
    "5": "6=1",
}
WORDS = {"1": "1-0", "0.5": "1/2-1/2", "0": "0-1"}


def games(kind: str, *, day: str = "2018-03-01") -> str:
    lines = ["white,black,result,event,event_type,date"]
    for white, row in CROSSTABLE.items():
        for cell in row.split():
            black, points = cell.split("=", 1)
            lines.append(f"{white},{black},{WORDS[points]},Spring,{kind},{day}")
    return "\n".join(lines) + "\n"


@pytest.fixture
def rated(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Any:
    def run(text: str, *arguments: str, players: str = PLAYERS) -> dict[str, dict[str, Any]]:
        (tmp_path / "p.csv").write_text(players)
        (tmp_path / "g.csv").write_text(text)
        files = ["--players", str(tmp_path / "p.csv"), "--games", str(tmp_path / "g.csv")]
        assert main(["rate", "--rules", "fide-2017", *files, "--format", "json", *arguments]) == 0
        answer = json.loads(capsys.readouterr().out)
        assert answer["rules"] == "FIDE-RATING-2017"
        return {one["id"]: one for one in answer["players"]}

    return run


@pytest.mark.clause("FIDE-RATING-2017 8.58/1")
def test_event_and_event_type_decide_how_the_unrated_are_rated(rated: Any) -> None:
    robin = rated(games("round-robin"))
    assert [robin[one]["rating"] for one in "56"] == [1813, 1488]
    assert robin["1"]["period_games"] == 5
    swiss = rated(games("swiss"))
    assert (swiss["1"]["period_games"], swiss["5"]["rating"]) == (3, None)
    assert (swiss["5"]["games"], swiss["5"]["points"], swiss["5"]["opponents_sum"]) == (4, 2, 7400)


@pytest.mark.clause("FIDE-RATING-2017 6.4")
def test_a_game_that_nobody_played_makes_the_round_robin_a_swiss(rated: Any) -> None:
    found = rated(games("round-robin").replace("5,6,1-0", "5,6,0-0"))
    assert (found["1"]["period_games"], found["5"]["games"]) == (3, 4)


@pytest.mark.clause("FIDE-RATING-2017 8.56/4")
def test_the_year_of_the_latest_game_decides_over_the_young(rated: Any) -> None:
    young = rated(games("swiss", day="2018-12-31"))["2"]["exact_rating"]
    older = rated(games("swiss", day="2019-01-01"))["2"]["exact_rating"]
    assert young - 1900 == pytest.approx(2 * (older - 1900))


def test_the_lists_and_their_limits_can_be_chosen(rated: Any) -> None:
    newcomers = PLAYERS.replace(",50,", ",10,")
    standard, rapid = (
        rated(games("swiss"), "--fide-list", which, players=newcomers) for which in ("standard", "rapid")
    )
    assert standard["1"]["exact_rating"] - 2000 == pytest.approx(2 * (rapid["1"]["exact_rating"] - 2000))
    assert rated(games("swiss"), "--min-games", "4")["5"]["rating"] == 1850
    assert rated(games("swiss"), "--min-games", "4", "--floor", "1900")["5"]["rating"] is None


def test_those_options_belong_to_fide(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "p.csv").write_text(PLAYERS)
    (tmp_path / "g.csv").write_text(games("swiss"))
    files = ["--players", str(tmp_path / "p.csv"), "--games", str(tmp_path / "g.csv")]
    assert main(["rate", "--rules", "iccf-2023", *files, "--floor", "1000"]) == 2
    assert "belong to fide-2017" in capsys.readouterr().err


def test_has_reached_2400_goes_on_into_the_next_list(rated: Any) -> None:
    players = "id,rating,games,has_reached_2400\n1,2395,50,0\n2,2395,50,\n"
    found = rated("white,black,result\n1,2,1-0\n", players=players)
    assert (found["1"]["rating"], found["1"]["has_reached_2400"], found["2"]["has_reached_2400"]) == (2405, 1, 0)


@pytest.mark.clause("FIDE-RATING-2017 8.56/4")
def test_a_junior_who_has_once_had_2300_stays_at_20_from_list_to_list(rated: Any) -> None:
    """2290 wins ten points at K 20, and falls again: K stays 20. Without the flag it would be 40."""
    players = "id,rating,games,birth_year,has_reached_2300\n1,2300,50,2005,\n2,2300,50,1970,\n"
    after = rated("white,black,result,date\n2,1,1-0,2018-02-01\n", players=players)
    assert (after["1"]["rating"], after["1"]["has_reached_2300"]) == (2290, 1)
    players = "id,rating,games,birth_year,has_reached_2300\n1,2290,51,2005,1\n2,2290,51,1970,1\n"
    game = "white,black,result,date\n2,1,1-0,2018-03-01\n"
    assert rated(game, players=players)["1"]["change"] == -10
    assert rated(game, players=players.replace("2005,1", "2005,0"))["1"]["change"] == -20


def test_an_explanation_is_in_words_with_its_clauses(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "p.csv").write_text(PLAYERS)
    (tmp_path / "g.csv").write_text(games("round-robin"))
    files = ["--players", str(tmp_path / "p.csv"), "--games", str(tmp_path / "g.csv")]
    assert main(["rate", "--rules", "fide-2017", *files, "--explain", "6"]) == 0
    text = capsys.readouterr().out
    assert "Ra = 1850 - 68.75 * 5 / (5 + 1) = 1792.708333. [FIDE-RATING-2017 8.21(b)(iii)]" in text
    assert "1487.708333 rounds to 1488. [FIDE-RATING-2017 8.3/2]" in text
