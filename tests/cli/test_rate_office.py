"""`slowmate rate` as a rating office uses it: events as files, levels, adjustments, months, and what is left out."""

import csv
import gzip
import io
import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from slowmate.cli import main

PLAYERS = """id,name,rating,games,fide_rating,fide_id
1,Ann,2500,100,,
2,Bob,2100,5,,
3,"Carlsen, M",2400,100,,
4,New,,,2300,
5,"Carlsen, H",2200,100,,
"""
EVENT: dict[str, Any] = {
    "name": "Norms [a]",
    "kind": "grandmaster-norm",
    "start": "2018-03-01",
    "rate_of_play": "10 moves in 50 days",
    "players": [
        {"id": "1", "name": "Ann", "rating": 2490, "games": 90},
        {"id": "2", "name": "Bob", "rating": 2100, "games": 5},
        {"id": "3", "name": "Carlsen, M", "rating": 2410, "games": 90},
        {"id": "4", "name": "New", "fide_rating": 2300},
    ],
    "games": [
        {"white": "1", "black": "2", "result": "1/2-1/2", "date": "2018-10-01"},
        {"white": "1", "black": "3", "result": "1-0", "date": "2018-11-30"},
        {"white": "1", "black": "4", "result": "0-0", "date": "2018-11-30"},
        {"white": "3", "black": "4", "result": "1-0", "date": "2018-12-01"},
        {"white": "2", "black": "4"},
    ],
}


class Office:
    """A folder with files, and the command in it."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self.capsys = folder, capsys
        self.write("p.csv", PLAYERS)

    def write(self, name: str, content: str | dict[str, Any]) -> None:
        (self.folder / name).write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")

    def path(self, name: str) -> str:
        return str(self.folder / name)

    def text(self, *arguments: str, games: str, rules: str | None = "iccf-2017", players: str = "p.csv") -> str:
        chosen = ["--rules", rules] if rules else []
        files = ["--players", self.path(players), "--games", *(self.path(name) for name in games.split())]
        assert main(["rate", *chosen, *files, *arguments]) == 0
        return self.capsys.readouterr().out

    def rated(self, *arguments: str, games: str, rules: str = "iccf-2017", players: str = "p.csv") -> dict[str, Any]:
        answer: dict[str, Any] = json.loads(
            self.text(*arguments, "--format", "json", games=games, rules=rules, players=players)
        )
        return {**answer, "by_id": {one["id"]: one for one in answer["players"]}}

    def refused(self, *arguments: str, games: str, rules: str = "iccf-2017", players: str = "p.csv") -> str:
        files = ["--players", self.path(players), "--games", *(self.path(name) for name in games.split())]
        assert main(["rate", "--rules", rules, *files, *arguments]) == 2
        out, err = self.capsys.readouterr()
        assert (out, err.count("\n")) == ("", 1)
        return err.replace(f"{self.folder}/", "").removeprefix("slowmate: ").removesuffix("\n")


@pytest.fixture
def office(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Office:
    return Office(tmp_path, capsys)


# Events


@pytest.mark.clause("ICCF-TR-2017 9.4/1", "ICCF-TR-2017 9.4/2", "ICCF-TR-2017 9.4/3", "ICCF-TR-2017 9.4/4")
def test_an_event_brings_its_start_ratings(office: Office) -> None:
    """Ann meets Bob (unpublished: level 2450), Carlsen (start rating 2410 above 2400), and nobody else to a result."""
    office.write("e.json", EVENT)
    text = office.text("--explain", "Ann", games="e.json")
    assert (
        "Bob (Norms [a]): Without any rating the start rating is the level of the event: 2450. [ICCF-TR-2017 9.4/3]"
        in text
    )
    assert "Carlsen, M (Norms [a]): The start rating is that of list 2018/1" in text
    assert "Bob counts with 2450, their start rating" in text
    assert "Carlsen, M counts with 2410, their start rating, which is above their current 2400" in text
    assert text.endswith("2500 → 2504\n")
    met = office.text("--explain", "3", games="e.json")
    assert (
        "New (Norms [a]): Without an ICCF rating the start rating is the FIDE rating: 2300. [ICCF-TR-2017 9.4/2]" in met
    )
    assert "New (Norms [a]): On 1 March 2018 the FIDE list of 1 January 2018 counts. [ICCF-TR-2017 9.4/4]" in met


@pytest.mark.clause("ICCF-TR-2017 9.3/1", "ICCF-TR-2017 App1.12", "ICCF-TR-2017 9.5/3", "ICCF-TR-2017 App1.13")
def test_a_list_says_what_it_leaves_out_and_when_it_appears(office: Office) -> None:
    office.write("e.json", EVENT)
    text = office.text("--period", "2019/1", games="e.json")
    assert "3 games" not in text
    assert "2 games, mean change" in text
    assert "1 game not in the list: Completed games are rated; lost by both, or not played: 1 game." in text
    assert "these are in lists from 2019/2 to 2019/2. [ICCF-TR-2017 App1.12]" in text
    assert "List 2019/1 is published on 18 December 2018. [ICCF-TR-2017 9.5/3]" in text
    assert "results by post are registered until 4 December 2018. [ICCF-TR-2017 App1.13]" in text
    left_out = office.rated("--period", "2019/1", games="e.json")["left_out"]
    assert [(one["games"], one["clause"]) for one in left_out] == [
        (1, "ICCF-TR-2017 9.3/1"),
        (1, "ICCF-TR-2017 App1.12"),
    ]


@pytest.mark.clause("ICCF-TR-2017 9.2/time-server", "ICCF-TR-2017 9.2/time-post", "ICCF-TR-2017 9.2/post-on-server")
@pytest.mark.parametrize(
    ("time", "rated"),
    [
        ("10 moves in 50 days", True), ("150 days for 50 moves", True), ("149 days for 50 moves", False),
        ("10 moves in 20 days", False), ("10 moves in 20 days, by post", True), ("10 moves in 19 days by post", False),
    ],
)  # fmt: skip
def test_an_event_with_too_little_time_is_not_rated(office: Office, time: str, rated: bool) -> None:
    office.write("e.json", EVENT | {"rate_of_play": time})
    assert (office.rated(games="e.json")["by_id"]["1"]["period_games"] == 2) is rated


@pytest.mark.clause("ICCF-TR-2017 9.2/time-server", "ICCF-TR-2017 9.2(c)", "ICCF-TR-2017 9.2(d)")
@pytest.mark.parametrize(
    ("columns", "values", "rated"),
    [
        ("reflection_moves,reflection_days", "50,150", True), ("reflection_moves,reflection_days", "50,149", False),
        ("reflection_moves,reflection_days,postal", "10,20,1", True),
        ("reflection_moves,reflection_days,postal,on_webserver", "10,20,1,0", False),
        ("kind,agreed,level", "national,0,2000", False), ("kind,agreed,level", "national,1,2000", True),
        ("kind,scheveningen,agreed", "open-class,1,0", False), ("kind,scheveningen,agreed", "open-class,1,1", True),
    ],
)  # fmt: skip
@pytest.mark.filterwarnings("ignore:fetch_arrow:DeprecationWarning", "ignore:fetch_record:DeprecationWarning")
@pytest.mark.parametrize("engine", ["numpy", "duckdb"])
def test_a_table_says_what_9_2_asks(office: Office, columns: str, values: str, rated: bool, engine: str) -> None:
    office.write("g.csv", f"white,black,result,{columns}\n1,3,1-0,{values}\n1,3,1-0,{',' * columns.count(',')}\n")
    found = office.rated("--engine", engine, games="g.csv")
    assert found["by_id"]["1"]["period_games"] == 1 + rated
    assert [one["games"] for one in found.get("left_out", [])] == ([] if rated else [1])


@pytest.mark.clause("FIDE-RATING-2017 5.1/1", "FIDE-RATING-2017 8.55(c)")
def test_a_tournament_report_is_rated_by_fide_numbers_and_names(office: Office) -> None:
    names = (("Lane, Ann", 2000), ("Berg, Ben", 1900), ("Cole, Cat", 1950))
    players = [
        {"id": str(number), "name": name, "rating": rating, "fide_id": str(1000000 + number)}
        for number, (name, rating) in enumerate(names, 1)
    ]
    results = (("1", "2", "1-0", 1), ("3", "1", "1/2-1/2", 2), ("2", "3", "+/-", 3))
    games = [dict(zip(("white", "black", "result", "round"), game, strict=True)) for game in results]
    event = {"name": "Open", "kind": "fide-swiss", "start": "2018-02-03", "end": "2018-02-04", "rounds": 3}
    office.write("e.json", {**event, "players": players, "games": games})
    assert main(["trf", office.path("e.json"), "--format", "trf", "-o", office.path("open.trf")]) == 0
    office.write(
        "p.csv",
        'id,name,rating,games,fide_id\nx,Ann Lane,2000,50,1000001\n1000002,Ben,1900,50,\ny,"Cole, Cat",1950,50,\n',
    )
    found = office.rated(games="open.trf", rules="fide-2017")
    assert [one["period_games"] for one in found["players"]] == [2, 1, 1]
    assert found["left_out"][0]["clause"] == "FIDE-RATING-2017 5.1/1"
    assert found["by_id"]["x"]["exact_rating"] == pytest.approx(2000 + 20 * (1 - 0.64 + 0.5 - 0.57))
    office.write("p.csv", "id,name,rating,games\n1,Ann,2000,50\n")
    assert office.refused(games="open.trf", rules="fide-2017") == (
        "open.trf: players: 'Lane, Ann' (1000001) is not among the players of p.csv; "
        "they are matched by fide_id, id or name"
    )


@pytest.mark.clause("ICCF-TR-2017 App1.18(a)")
def test_a_substitute_of_an_event_is_rated_as_one(office: Office) -> None:
    event = json.loads(json.dumps(EVENT))
    event["players"][2]["replaces"] = {"id": "5", "name": "Carlsen, H"}
    event["games"] = [{"white": "1", "black": "3", "result": "1-0", "date": "2018-11-30"}]
    office.write("e.json", event)
    found = office.rated(games="e.json")["by_id"]
    assert (found["3"]["period_games"], found["5"]["period_games"]) == (0, 1)
    event["players"][2]["has_replacement_status"] = True
    office.write("e.json", event)
    found = office.rated(games="e.json")["by_id"]
    assert (found["3"]["period_games"], found["5"]["period_games"]) == (1, 0)


# Levels, adjustments, impossible histories


@pytest.mark.clause("ICCF-TR-2017 App1.11/new", "ICCF-TR-2016 App1.11/new")
@pytest.mark.parametrize("rules", ["iccf-2016", "iccf-2017"])
@pytest.mark.filterwarnings("ignore:fetch_arrow:DeprecationWarning", "ignore:fetch_record:DeprecationWarning")
@pytest.mark.parametrize("engine", ["numpy", "duckdb"])
def test_an_event_without_a_level_needs_the_announced_one(office: Office, rules: str, engine: str) -> None:
    """Bob has five games and no FIDE rating: only the level is left. Nobody asks where all are published."""
    options = ("--engine", engine)
    office.write(
        "g.csv", "white,black,result,kind\n1,3,1-0,champions-league-a\n1,4,1-0,open\n1,2,1-0,champions-league-a\n"
    )
    why = office.refused(*options, games="g.csv", rules=rules)
    assert "kind: champions-league-a has no level of its own (item 11)" in why
    assert why.endswith("with --level champions-league-a=VALUE")
    assert engine == "duckdb" or why.startswith("g.csv: line 4: ")
    announced = office.rated(*options, "--level", "champions-league-a=2100", games="g.csv", rules=rules)
    office.write(
        "g.csv",
        "white,black,result,kind,level\n1,3,1-0,champions-league-a,\n1,4,1-0,open,\n1,2,1-0,champions-league-a,2100\n",
    )
    assert office.rated(*options, games="g.csv", rules=rules)["players"] == announced["players"]
    office.write("g.csv", "white,black,result,kind\n1,3,1-0,champions-league-a\n1,4,1-0,open\n")
    assert office.rated(*options, games="g.csv", rules=rules)["by_id"]["1"]["period_games"] == 2


@pytest.mark.clause("ICCF-TR-2017 App1.11/2450", "ICCF-TR-2017 App1.11/friendly", "ICCF-TR-2017 App1.11/national")
@pytest.mark.parametrize(
    ("kind", "level", "why"),
    [
        ("grandmaster-norm", 2300, "grandmaster-norm assumes 2450 (item 11), not 2300"),
        ("national", 2401, "a national event assumes at most 2400"),
        ("grandmaster-norm", 2450, None), ("friendly-match", 2000, None), ("national", 2400, None),
    ],
)  # fmt: skip
def test_a_level_is_that_of_item_11_where_it_names_one(office: Office, kind: str, level: int, why: str | None) -> None:
    office.write("g.csv", f"white,black,result,kind,level\n1,2,1-0,{kind},{level}\n")
    if why:
        assert office.refused(games="g.csv") == f"g.csv: line 2: level: {why}"
        return
    assert f"Bob counts with {level}, the level of the event" in office.text("--explain", "1", games="g.csv")


@pytest.mark.clause("ICCF-TR-2017 9.2(a)", "ICCF-TR-2016 9.2(a)")
@pytest.mark.filterwarnings("ignore:fetch_arrow:DeprecationWarning", "ignore:fetch_record:DeprecationWarning")
@pytest.mark.parametrize("engine", ["numpy", "duckdb"])
def test_games_over_the_board_are_in_no_iccf_list(office: Office, engine: str) -> None:
    office.write("g.csv", "white,black,result,kind\n1,3,1-0,fide-swiss\n1,3,1-0,open-class\n")
    found = office.rated("--engine", engine, games="g.csv")
    assert (found["by_id"]["1"]["period_games"], found["left_out"][0]["clause"]) == (1, "ICCF-TR-2017 9.2(a)")


@pytest.mark.clause("FIDE-RATING-2017 0/1")
def test_games_by_correspondence_are_in_no_list_of_fide(office: Office) -> None:
    office.write("g.csv", "white,black,result,kind\n1,3,1-0,fide-swiss\n1,3,1-0,open-class\n")
    office.write("p.csv", PLAYERS.replace("2,Bob,2100,5,,", "2,Bob,2100,50,,"))
    found = office.rated(games="g.csv", rules="fide-2017")
    assert (found["by_id"]["1"]["period_games"], found["left_out"][0]["clause"]) == (1, "FIDE-RATING-2017 0/1")


@pytest.mark.clause("ICCF-TR-2017 9.2*", "ICCF-TR-2016 9.2*")
@pytest.mark.filterwarnings("ignore:fetch_arrow:DeprecationWarning", "ignore:fetch_record:DeprecationWarning")
@pytest.mark.parametrize("engine", ["numpy", "duckdb"])
def test_a_game_of_no_kind_is_not_chess960(office: Office, engine: str) -> None:
    office.write("g.csv", "white,black,result,kind\n1,3,1-0,chess960\n1,3,1-0,\n")
    for pool in ("chess", "chess960"):
        assert office.rated("--engine", engine, "--pool", pool, games="g.csv")["by_id"]["1"]["period_games"] == 1


@pytest.mark.clause("ICCF-TR-2017 9.4/5")
def test_an_adjusted_start_rating_counts_from_its_day_on(office: Office) -> None:
    office.write("e.json", EVENT | {"games": [
        {"white": "1", "black": "2", "result": "1/2-1/2", "date": "2018-10-01"},
        {"white": "1", "black": "2", "result": "1/2-1/2", "date": "2018-10-02"},
    ]})  # fmt: skip
    text = office.text("--adjust", "Bob=2333,2018-10-02,strong in blitz", "--explain", "1", games="e.json")
    assert (
        "The Ratings Commissioner changes the start rating from 2450 to 2333 as of 2 October 2018: strong in blitz."
        in text
    )
    assert text.index("Bob counts with 2450") < text.index("Bob counts with 2333")


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ("1,2000,20,30,40000", "points: 30 with 20 games: more points than games"),
        ("1,2000,20,10.2,40000", "points: 10.2 with 20 games: not a number of half points"),
        ("1,2000,20,10,81000", "opponents_sum: 81000 with 20 games: no sum of so many opponents' ratings"),
        ("1,2000,20,10,19", "opponents_sum: 19 with 20 games: no sum of so many opponents' ratings"),
        ("1,,0,1,2000", "points: 1 with 0 games: more points than games"),
        ("1,2000,1,1.5,2000", "points: 1.5 with 1 game: more points than games"),
    ],
)
@pytest.mark.parametrize("rules", ["iccf-2016", "iccf-2023", "fide-2017"])
def test_games_that_cannot_have_been_are_refused(office: Office, rules: str, row: str, why: str) -> None:
    office.write("p.csv", f"id,rating,games,points,opponents_sum\n2,2000,50,,\n{row}\n")
    office.write("g.csv", "white,black,result\n1,2,1-0\n")
    assert office.refused(games="g.csv", rules=rules) == f"p.csv: line 3: {why}"


def test_fide_needs_the_score_so_far_of_an_unrated_player_and_says_where(office: Office) -> None:
    office.write("p.csv", "id,rating,games,points,opponents_sum\n1,2000,50,,\n2,,4,,7000\n")
    office.write("g.csv", "white,black,result\n1,2,1-0\n")
    assert office.refused(games="g.csv", rules="fide-2017") == (
        "p.csv: line 3: points: empty; an unrated player with 4 games has a score so far"
    )


# Forecasts obey what lists obey


@pytest.mark.clause("FIDE-RATING-2017 8.56/2", "ICCF-TR-2017 9.2(a)", "ICCF-TR-2017 App1.16/exception")
def test_a_forecast_obeys_kind_list_and_item_5(office: Office) -> None:
    office.write("g.csv", "white,black,result\n1,3,1/2-1/2\n")
    office.write("r.csv", "white,black,kind\n1,3,thematic\n1,3,open-class\n1,3,fide-swiss\n")
    ask = ("--forecast", "Ann", "--running", office.path("r.csv"))
    found = json.loads(office.text(*ask, "--format", "json", games="g.csv"))
    assert len(found["games"]) == 1
    office.write("p.csv", "id,name,rating,games\n1,Ann,2000,10\n3,Cy,2000,50\n")
    office.write("r.csv", "white,black\n1,3\n")
    for which, win in (("standard", 2020), ("rapid", 2010)):
        text = office.text(*ask, "--fide-list", which, "--format", "json", games="g.csv", rules="fide-2017")
        assert json.loads(text)["games"][0]["win"] == win
    office.write("p.csv", "id,name,rating,games\n1,Ann,2000,100\n3,Cy,2200,100\n")
    for options, now in (((), 2003), (("--item-5", "1=back after years"), 2200)):
        assert json.loads(office.text(*ask, *options, "--format", "json", games="g.csv"))["now"] == now


# Months of FIDE's


@pytest.mark.clause("FIDE-RATING-2017 7.1", "FIDE-RATING-2017 7.x-8.1a (lost)")
@pytest.mark.parametrize(
    ("day", "in_january", "in_february"),
    [
        ("2017-11-28", 0, 0), ("2017-11-29", 1, 0), ("2017-12-29", 1, 0), ("2017-12-30", 0, 1), ("2018-01-29", 0, 1),
        ("2018-01-30", 0, 0),
    ],
)  # fmt: skip
def test_a_month_has_what_was_reported_until_it_closed(
    office: Office, day: str, in_january: int, in_february: int
) -> None:
    office.write("p.csv", "id,rating,games\n1,2000,50\n2,2000,50\n")
    office.write("g.csv", f"white,black,result,date\n1,2,1-0,{day}\n")
    for month, many in (("2018-01", in_january), ("2018-02", in_february)):
        found = office.rated("--period", month, games="g.csv", rules="fide-2017")
        assert (found["period"], found["by_id"]["1"]["period_games"]) == (month, many)
        assert [one["facts"]["reported"] for one in found.get("left_out", [])] == ([] if many else [day])


@pytest.mark.clause("FIDE-RATING-2017 7.1")
def test_an_event_is_in_the_month_of_its_last_game_or_of_its_report(office: Office) -> None:
    office.write("p.csv", "id,rating,games\n1,2000,50\n2,2000,50\n")
    office.write(
        "g.csv",
        "white,black,result,date,event,reported\n1,2,1-0,2017-12-28,a,\n1,2,1-0,2018-01-02,a,\n1,2,1-0,2017-12-28,b,2018-02-01\n",
    )
    for month, many in (("2018-01", 0), ("2018-02", 2), ("2018-03", 1)):
        assert office.rated("--period", month, games="g.csv", rules="fide-2017")["by_id"]["1"]["period_games"] == many
    out = office.folder / "lists"
    text = office.text("--periods", "2018-01..2018-03", "--out", str(out), games="g.csv", rules="fide-2017")
    assert "3 games, all of them in a list" in text
    assert sorted(path.name for path in out.iterdir()) == ["2018-01.csv", "2018-02.csv", "2018-03.csv"]


@pytest.mark.clause("FIDE-RATING-2017 7.x-8.1a (lost)")
@pytest.mark.parametrize(("last", "games"), [("2016-01-01", 5), ("2015-12-01", 1)])
def test_results_of_an_unrated_player_are_kept_for_26_months(office: Office, last: str, games: int) -> None:
    office.write("p.csv", f"id,rating,games,points,opponents_sum,last_game\n1,2000,50,,,\n2,,4,2,8000,{last}\n")
    office.write("g.csv", "white,black,result,date\n1,2,1/2-1/2,2018-01-10\n")
    assert office.rated("--period", "2018-02", games="g.csv", rules="fide-2017")["by_id"]["2"]["games"] == games


# Histories


@pytest.mark.filterwarnings("ignore:fetch_arrow:DeprecationWarning", "ignore:fetch_record:DeprecationWarning")
@pytest.mark.parametrize("form", ["csv", "json", "parquet", "csv.gz"])
def test_both_engines_make_the_same_history_and_say_what_is_in_no_list(office: Office, form: str) -> None:
    days = ["2016-11-30", "2016-12-01", "2017-03-01", "2017-05-31", "2018-01-01", "2017-04-04"]
    kinds = ["open-class", "open-class", "", "thematic", "open-class", "open-class"]
    results = ["1-0", "1-0", "0-1", "1-0", "1-0", "0-0"]
    lines = [f"1,3,{result},{day},{kind}" for result, day, kind in zip(results, days, kinds, strict=True)]
    office.write("g.csv", "\n".join(["white,black,result,date,kind", *lines]) + "\n")
    said = {}
    for engine in ("numpy", "duckdb"):
        options = ("--periods", "2017/2..2017/4", "--engine", engine, "--format", form, "--out", office.path(engine))
        said[engine] = office.text(*options, games="g.csv", rules=None)
        names = sorted(path.name for path in (office.folder / engine).iterdir())
        assert names == [f"2017-{number}.{form}" for number in (2, 3, 4)]
    for name in names:
        one, two = ((office.folder / engine / name).read_bytes() for engine in ("numpy", "duckdb"))
        assert one == two
    for text in said.values():
        assert "2 of 6 games are in a list" in text
        assert "2 finished before 2016-12-01 or after 2017-08-31, outside these lists" in text
        assert "1 is not rated: Thematic Tournament is rated: no." in text


# Files in and out


@pytest.mark.filterwarnings("ignore:fetch_arrow:DeprecationWarning", "ignore:fetch_record:DeprecationWarning")
@pytest.mark.parametrize("engine", ["numpy", "duckdb"])
def test_every_kind_of_file_goes_in_and_out(office: Office, engine: str) -> None:
    games = "white,black,result\n1,3,1-0\n3,5,1/2-1/2\n"
    office.write("g.csv", games)
    (office.folder / "g.csv.gz").write_bytes(gzip.compress(games.encode()))
    pl.DataFrame({"white": [1, 3], "black": [3, 5], "score": [1.0, 0.5]}).write_parquet(office.path("g.parquet"))
    (office.folder / "p.csv.gz").write_bytes(gzip.compress(PLAYERS.encode()))
    pl.read_csv(office.path("p.csv")).write_parquet(office.path("p.parquet"))
    seen = set()
    for suffix in ("csv", "csv.gz", "parquet"):
        out = office.path(f"out.{suffix}")
        options = ("--engine", engine, "--out", out)
        assert office.text(*options, games=f"g.{suffix}", players=f"p.{suffix}") == ""
        frame = pl.read_parquet(out) if suffix == "parquet" else pl.read_csv(out)
        seen.add(tuple(frame["rating"].to_list()))
        assert office.text("--engine", engine, games=f"g.{suffix}", players=f"out.{suffix}").count("fixed") == 3
    for suffix in ("csv", "csv.gz", "parquet"):  # whatever their names say
        (office.folder / "g.txt").write_bytes((office.folder / f"g.{suffix}").read_bytes())
        office.text("--engine", engine, "--out", office.path("out.csv"), games="g.txt")
        seen.add(tuple(pl.read_csv(office.path("out.csv"))["rating"].to_list()))
    assert len(seen) == 1
    office.text("--engine", engine, "--out", office.path("out.json"), games="g.csv")
    assert json.loads((office.folder / "out.json").read_text())["rules"] == "ICCF-TR-2017"


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (
            ("--out", "list.xlsx"),
            "'list.xlsx' ends in none of .csv, .csv.gz, .json, .parquet, .pq, .txt; give such a name, or --format",
        ),
        (("--out", "list.csv", "--format", "json"), "a name that ends in .csv is for csv, not for json"),
        (("--out", "list.csv.gz", "--format", "csv"), "a name that ends in .csv.gz is for csv.gz, not for csv"),
    ],
)  # fmt: skip
def test_a_name_and_a_format_that_contradict_each_other_are_refused(
    office: Office, arguments: tuple[str, ...], why: str
) -> None:
    office.write("g.csv", "white,black,result\n1,3,1-0\n")
    assert office.refused(*arguments, games="g.csv") == f"--out: {why}"
    assert not Path("list.csv").exists()


def test_damaged_files_of_each_kind_are_one_line(office: Office) -> None:
    (office.folder / "g.gz").write_bytes(gzip.compress(b"white,black,result\n" * 40)[:-9])
    assert office.refused(games="g.gz") == "g.gz: not a whole gzip file; is it cut?"
    (office.folder / "g.pq").write_bytes(b"PAR1 and nothing else")
    assert office.refused(games="g.pq").startswith("g.pq: not readable as Parquet: ")
    pl.DataFrame({"white": [1, 9], "black": [3, 3], "score": [1.0, 1.0]}).write_parquet(office.path("g.pq"))
    assert office.refused(games="g.pq") == "g.pq: white: '9' is not the id of a player (row 2)"
    pl.DataFrame({"white": [1], "black": [3], "score": [0.7]}).write_parquet(office.path("g.pq"))
    assert office.refused(games="g.pq") == "g.pq: score: 0.7; expected 1, 0.5 or 0 (row 1)"


def test_a_column_may_have_any_name(office: Office) -> None:
    office.write("p.csv", "id,row,rating,games\n1,a,2000,50\n2,b,2000,50\n")
    office.write("g.csv", "white,black,result\n1,2,1-0\n")
    assert "2012" in office.text(games="g.csv")
    table = list(csv.DictReader(io.StringIO(office.text("--format", "csv", games="g.csv"))))
    assert [row["row"] for row in table] == ["a", "b"]


@pytest.mark.parametrize(
    ("wanted", "found"), [("Ann", "Ann"), ("ann", "Ann"), ("Carlsen,M", "Carlsen, M"), ("1", "Ann"), ("bo", "Bob")]
)
def test_a_player_is_found_by_id_or_name(office: Office, wanted: str, found: str) -> None:
    office.write("g.csv", "white,black,result\n1,3,1-0\n")
    assert office.text("--explain", wanted, games="g.csv").startswith(f"{found}: how the rating came about")


def test_a_name_that_fits_several_is_refused_with_them(office: Office) -> None:
    office.write("g.csv", "white,black,result\n1,3,1-0\n")
    assert office.refused("--explain", "carlsen", games="g.csv") == (
        "p.csv: --explain: 'carlsen' is not the id of a player, and the name of several: 3 Carlsen, M; 5 Carlsen, H"
    )


@pytest.mark.filterwarnings("ignore:fetch_arrow:DeprecationWarning", "ignore:fetch_record:DeprecationWarning")
@pytest.mark.parametrize("rules", ["iccf-2016", "iccf-2017", "iccf-2023"])
def test_both_engines_explain_and_forecast_the_same(office: Office, rules: str) -> None:
    office.write(
        "g.csv", "white,black,result,kind,white_original\n1,3,1-0,open-class,\n2,1,0-1,master-class,4\n3,5,1-0,,\n"
    )
    office.write("r.csv", "white,black\n1,5\n")
    for ask in (("--explain", "Ann"), ("--forecast", "Ann", "--running", office.path("r.csv"))):
        one, two = (office.text(*ask, "--engine", engine, games="g.csv", rules=rules) for engine in ("numpy", "duckdb"))
        assert one == two


@pytest.mark.clause("ICCF-TR-2017 9.7(a)", "ICCF-TR-2017 9.7(b)", "ICCF-TR-2017 9.7/others")
@pytest.mark.parametrize(
    ("last", "running", "said"),
    [
        ("2022-01-01", "0", "recent: yes."), ("2021-12-31", "1", "A player in a running tournament stays on the list."),
        ("2021-12-31", "0", "Other players keep their rating, but the list does not show them."),
    ],
)  # fmt: skip
def test_an_explanation_says_whether_the_list_shows_him(office: Office, last: str, running: str, said: str) -> None:
    office.write("p.csv", f"id,rating,rd,games,last_game,running\n1,2200,60,50,{last},{running}\n2,2200,60,50,,\n")
    office.write("g.csv", "white,black,result,date\n")
    assert said in office.text("--period", "2024/1", "--explain", "1", games="g.csv", rules="iccf-2023")


@pytest.mark.clause("FIDE-RATING-2017 10.3")
def test_a_list_is_compared_with_another(office: Office) -> None:
    office.write("g.csv", "white,black,result\n1,3,1-0\n")
    text = office.text("--compare", office.path("p.csv"), games="g.csv")
    assert "compared with " in text
    assert "4 players on both, mean 2300.00 before and 2300.00 after, median 2300 and 2298" in text


# FIDE's rating officer

REGISTERED: dict[str, Any] = {
    "name": "Open", "kind": "fide-swiss", "start": "2018-02-03", "end": "2018-02-10", "federation": "GER",
    "rate_of_play": "40/6000+30:900+30", "fide": {"registered": "2017-12-01"}, "rating_report": {},
    "players": [{"id": "1", "name": "Ann", "rating": 2000}, {"id": "2", "name": "Ben", "rating": 1900}],
    "games": [{"white": "1", "black": "2", "result": "1-0", "date": "2018-02-03"}],
}  # fmt: skip


@pytest.mark.clause(
    "FIDE-RATING-2017 0.2/1", "FIDE-RATING-2017 0.2/2", "FIDE-RATING-2017 0.3", "FIDE-RATING-2017 2.1",
    "FIDE-RATING-2017 3.1", "FIDE-RATING-2017 4.1", "FIDE-RATING-2017 1.2", "FIDE-RATING-2017 0/1",
)  # fmt: skip
@pytest.mark.parametrize(
    ("changed", "clause"),
    [
        ({}, None), ({"fide": {"registered": "2018-01-27"}}, None), ({"fide": {"registered": "2018-01-28"}}, "0.2/1"),
        ({"fide": {"registered": "2018-01-28", "approvals": {"registration": "2018-01-29"}}}, None),
        ({"fide": {}}, "0/1"),
        ({"rating_report": {"registration_refused": True}}, "0.2/2"),
        ({"rating_report": {"arbiters": {"Good": True, "Bad": False}}}, "0.3"),
        ({"rating_report": {"laws": "house"}}, "2.1"),
        ({"rating_report": {"over_the_board": False}}, "0/1"), ({"round_dates": ["2018-02-03"] * 2}, None),
        ({"round_dates": ["2018-02-03"] * 3}, "3.1"), ({"end": "2018-05-03"}, None), ({"end": "2018-05-04"}, "4.1"),
        ({"end": "2018-05-04", "fide": {"registered": "2017-12-01", "category": "league"}}, None),
        ({"rate_of_play": "30/6000+30:900+30"}, "1.2"),
    ],
)  # fmt: skip
def test_an_event_that_may_not_be_rated_is_left_out_with_the_reason(
    office: Office, changed: dict[str, Any], clause: str | None
) -> None:
    office.write("p.csv", "id,rating,games\n1,2000,50\n2,1900,50\n")
    office.write("e.json", REGISTERED | changed)
    found = office.rated(games="e.json", rules="fide-2017")
    assert found["by_id"]["1"]["period_games"] == (clause is None)
    assert [one["clause"] for one in found.get("left_out", [])] == ([f"FIDE-RATING-2017 {clause}"] if clause else [])


@pytest.mark.clause(
    "FIDE-RATING-2017 0.2/3", "FIDE-RATING-2017 0.2/4", "FIDE-RATING-2017 0.4", "FIDE-RATING-2017 0.5",
    "FIDE-RATING-2017 4.13", "FIDE-RATING-2017 9.1/1", "FIDE-RATING-2017 9.1/2", "FIDE-RATING-2017 9.2",
)  # fmt: skip
def test_the_rating_officer_is_told_of_norms_reports_and_appeals(office: Office) -> None:
    office.write("p.csv", "id,rating,games\n1,2000,50\n2,1900,50\n")
    report = {"sent": "2018-02-18", "official": True, "refused": "2018-03-10", "on": "2018-03-13"}
    office.write("e.json", REGISTERED | {"rating_report": report})
    text = office.text(games="e.json", rules="fide-2017")
    for clause in ("0.2/3", "0.2/4", "0.4", "0.5", "9.1/1", "9.2", "1.1/3"):
        assert f"[FIDE-RATING-2017 {clause}]" in text, clause
    assert "The last day is 17 February 2018; sent on 18 February 2018." in text
    report = {"uploaded": "2018-06-01", "on": "2018-07-01"}
    league = {"end": "2018-05-10", "fide": {"registered": "2017-12-01", "category": "league"}}
    office.write("e.json", REGISTERED | league | {"rating_report": report})
    text = office.text(games="e.json", rules="fide-2017")
    assert "A tournament of 97 days reports monthly: 4 interim reports. [FIDE-RATING-2017 4.13]" in text
    assert "uploaded on 1 June 2018. [FIDE-RATING-2017 9.1/2]" in text
    assert "[FIDE-RATING-2017 0.4]" not in text


@pytest.mark.clause("FIDE-RATING-2017 13.1", "FIDE-RATING-2017 13.2", "FIDE-RATING-2017 13.3")
def test_fide_lists_players_of_members_whom_their_federation_does_not_hold_back(office: Office) -> None:
    office.write(
        "p.csv",
        "id,rating,games,federation,unlisted_by,dispensation\n1,2000,50,CZE,,\n2,1990,50,XYZ,,\n3,1980,50,CZE,CZE,\n"
        "4,1970,50,CZE,GER,\n5,1960,50,,,\n6,1950,50,XYZ,,1\n7,,,CZE,,\n",
    )
    office.write("g.csv", "white,black,result,date\n")
    options = ("--period", "2018-02", "--list", "--no-member", "XYZ")
    assert list(office.rated(*options, games="g.csv", rules="fide-2017")["by_id"]) == ["1", "4", "6"]
