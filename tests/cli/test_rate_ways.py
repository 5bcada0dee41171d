"""`slowmate rate`: an event as a table, as EVENT.json, by another engine or in Python has one and the same list."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from slowmate.cli import main
from slowmate.ratings import history, rate_list

pytestmark = pytest.mark.filterwarnings(
    "ignore:fetch_arrow:DeprecationWarning", "ignore:fetch_record:DeprecationWarning"
)
NORM = """white,black,result,date,event,kind
1,2,1/2-1/2,2024-01-20,Norm,grandmaster-norm
3,1,1/2-1/2,2024-01-21,Norm,grandmaster-norm
"""
UNRATED = "id,name,rating,rd,games\n1,Ann,,,0\n2,Bob,,,0\n3,Cid,2400,60,100\n"
NATIONAL = """white,black,result,date,event,kind
2,1,1/2-1/2,2019-02-05,Cup,{kind}
3,4,1/2-1/2,2019-04-05,Cup,{kind}
"""
PARTICIPANTS = "id,name,rating,games\n1,New,,0\n2,Ann,2000,100\n3,Bob,2200,100\n4,Cid,2390,100\n5,Eve,2800,100\n"


class Ways:
    """A folder with a players' file and games, and the ways in which they are rated."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self.capsys = folder, capsys

    def write(self, name: str, content: str | dict[str, Any]) -> str:
        path = self.folder / name
        path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
        return str(path)

    def event(self, games: str, players: str, **more: Any) -> str:
        """The games of a table as EVENT.json, with everybody of the players' file but Eve."""
        rows = list(csv.DictReader(io.StringIO(games)))
        numbers = ("rating", "games", "fide_rating")
        people = [
            {name: int(value) if name in numbers else value for name, value in row.items() if value and name != "rd"}
            for row in csv.DictReader(io.StringIO(players))
            if row["name"] != "Eve"
        ]
        return self.write(
            "event.json",
            {"name": rows[0]["event"], "kind": rows[0]["kind"], "start": "2018-05-01", "players": people,
             "games": [{key: row[key] for key in ("white", "black", "result", "date")} for row in rows], **more},
        )  # fmt: skip

    def text(self, players: str, games: str, *arguments: str) -> str:
        assert main(["rate", "--players", self.write("players.csv", players), "--games", games, *arguments]) == 0
        return self.capsys.readouterr().out

    def ratings(self, players: str, games: str, rules: str, period: str, *arguments: str) -> dict[str, Any]:
        answer = json.loads(
            self.text(players, games, "--rules", rules, "--period", period, "--format", "json", *arguments)
        )
        return {row["id"]: (row["rating"], row["rd"]) if row["rd"] else row["rating"] for row in answer["players"]}


@pytest.fixture
def ways(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Ways:
    return Ways(tmp_path, capsys)


def table(text: str) -> pl.DataFrame:
    return pl.read_csv(io.StringIO(text))


@pytest.mark.clause("ICCF-RATING-2023 2.1(a)/1800")
def test_since_2023_no_event_has_a_level_on_any_way(ways: Ways) -> None:
    """With the level of 2017, 2450, both newcomers would come out above 1800 after a draw, and the third unchanged."""
    by_table = ways.ratings(UNRATED, ways.write("games.csv", NORM), "iccf-2023", "2024/2")
    event = ways.event(NORM, UNRATED)
    assert ways.ratings(UNRATED, event, "iccf-2023", "2024/2") == by_table
    engine = ("--engine", "duckdb")
    assert ways.ratings(UNRATED, ways.write("games.csv", NORM), "iccf-2023", "2024/2", *engine) == by_table
    stated = NORM.replace("kind\n", "kind,black_start,black_by_level\n").replace("-norm\n", "-norm,2450,1\n")
    for more in ((), engine):
        assert ways.ratings(UNRATED, ways.write("games.csv", stated), "iccf-2023", "2024/2", *more) == by_table
    in_python = rate_list(table(UNRATED), table(NORM), "iccf-2023", period="2024/2")
    assert {str(row["id"]): (row["rating"], row["rd"]) for row in in_python.to_dicts()} == by_table
    assert by_table["3"][0] == 2395
    for row in ("1", "3"):
        explained = ways.text(UNRATED, event, "--rules", "iccf-2023", "--period", "2024/2", "--explain", row)
        assert "App1.11" not in explained
        assert "2450" not in explained


@pytest.mark.clause("ICCF-TR-2017 9.4/3", "ICCF-TR-2017 App1.11/2450")
@pytest.mark.parametrize("start", ["2018-05-01", "2023-11-01"])
def test_by_the_rules_of_2017_the_same_event_has_its_level(ways: Ways, start: str) -> None:
    event = ways.event(NORM, UNRATED, start=start)
    for games in (event, ways.write("games.csv", NORM)):
        assert ways.ratings(UNRATED, games, "iccf-2017", "2024/2")["3"] == 2400
    explained = ways.text(UNRATED, event, "--rules", "iccf-2017", "--period", "2024/2", "--explain", "3")
    assert "Ann counts with 2450" in explained


@pytest.mark.clause("ICCF-RATING-2023 1.4/max", "ICCF-TR-2017 9.4/5")
def test_a_start_rating_that_was_adjusted_is_no_level(ways: Ways) -> None:
    adjusted = ("--adjust", "1=2450,2024-01-01,plays in the first league")
    event = ways.event(NORM, UNRATED)
    assert ways.ratings(UNRATED, event, "iccf-2023", "2024/2", *adjusted)["3"][0] == 2400


@pytest.mark.clause("ICCF-RATING-2023 2.1(a)/FIDE")
def test_an_unrated_player_has_the_declared_fide_rating_for_both_sides(ways: Ways) -> None:
    """The event says it, the players' file does not: it is the same as if the file said it."""
    declared = UNRATED.replace("games\n", "games,fide_rating\n").replace(",,,0\n", ",,,0,2012\n")
    declared = declared.replace("100\n", "100,\n")
    by_file = ways.ratings(declared, ways.write("games.csv", NORM), "iccf-2023", "2024/2")
    assert ways.ratings(UNRATED, ways.event(NORM, declared), "iccf-2023", "2024/2") == by_file
    assert by_file["1"][1] < 150


@pytest.mark.clause("ICCF-TR-2016 App1.11/national", "ICCF-TR-2017 App1.11/national")
@pytest.mark.parametrize("kind", ["national", "national-preliminary"])
@pytest.mark.parametrize("rules", ["iccf-2016", "iccf-2017"])
def test_the_average_of_a_national_event_is_that_of_all_its_rated_participants(
    ways: Ways, kind: str, rules: str
) -> None:
    """2000, 2200 and 2390 make 2197: not 2000 of the only one who finished a game, nor with Eve, who does not play."""
    games = NATIONAL.format(kind=kind)
    for path in (ways.write("games.csv", games), ways.event(games, PARTICIPANTS)):
        assert ways.ratings(PARTICIPANTS, path, rules, "2019/2")["2"] == (2003 if rules == "iccf-2017" else 2005)
        explained = ways.text(PARTICIPANTS, path, "--rules", rules, "--period", "2019/2", "--explain", "2")
        assert "(Ann; Bob; Cid; their ratings: 2000; 2200; 2390), 2196.67, but at most 2400: 2197." in explained
        assert "Eve" not in explained
        assert explained.count("App1.11/national") == 1
    in_python = rate_list(table(PARTICIPANTS), table(games), rules, period="2019/2")
    assert in_python["rating"].to_list()[1] == (2003 if rules == "iccf-2017" else 2005)


@pytest.mark.clause("ICCF-TR-2017 App1.11/national")
def test_another_engine_takes_the_same_average(ways: Ways) -> None:
    games = ways.write("games.csv", NATIONAL.format(kind="national"))
    assert ways.ratings(PARTICIPANTS, games, "iccf-2017", "2019/2", "--engine", "duckdb")["2"] == 2003


@pytest.mark.clause("ICCF-TR-2017 App1.11/national")
def test_the_ratings_at_the_start_make_the_average_and_unpublished_ones_do_not(ways: Ways) -> None:
    """Ann has 2100 by now; at the start she had 2000. Eleven games are not published, twelve are."""
    now = PARTICIPANTS.replace("2000,100", "2100,100").replace("3,Bob,2200,100", "3,Bob,2200,11")
    started = "white,black,result,date,event,kind,white_start\n2,1,1/2-1/2,2019-02-05,Cup,national,2000\n"
    games = ways.write("games.csv", started + "3,4,1/2-1/2,2019-04-05,Cup,national,\n")
    explain = ("--rules", "iccf-2017", "--period", "2019/2", "--explain", "2")
    assert "(Ann; Cid; their ratings: 2000; 2390), 2195," in ways.text(now, games, *explain)
    twelve = now.replace("2200,11", "2200,12")
    assert "(Ann; Bob; Cid; their ratings: 2000; 2200; 2390)" in ways.text(twelve, games, *explain)


@pytest.mark.clause("ICCF-TR-2017 App1.11/national")
def test_the_average_stays_the_same_in_every_list_of_a_history(ways: Ways) -> None:
    """Ann and Bob win and lose before the newcomer's second game; the level of the event does not move."""
    rows = ["2,1,1/2-1/2,2019-02-05,Cup,national", "2,3,1-0,2019-02-06,Cup,national"]
    rows += ["4,1,1/2-1/2,2019-04-05,Cup,national"]
    rows[1:1] = ["2,3,1-0,2019-02-06,Other,open"] * 12
    games = "\n".join(["white,black,result,date,event,kind", *rows, ""])
    wanted = ("--periods", "2019/2..2019/3", "--rules", "iccf-2017", "--out", str(ways.folder / "lists"))
    ways.text(PARTICIPANTS, ways.write("games.csv", games), *wanted)
    listed = pl.read_csv(ways.folder / "lists" / "2019-3.csv")
    # 2390 draws with 2197: We 0.6669, k 10.25
    assert listed.filter(pl.col("id") == 4)["change"].to_list() == [-2]
    in_python = history(table(PARTICIPANTS), table(games), "2019/2..2019/3", "iccf-2017")
    assert in_python.filter(pl.col("id") == 4)["change"].to_list() == [0, -2]


@pytest.mark.clause("ICCF-TR-2016 App1.13", "ICCF-TR-2017 App1.13", "ICCF-RATING-2023 4/post")
@pytest.mark.parametrize(
    ("rules", "year", "reported", "postal", "list_"),
    [
        ("iccf-2016", 2016, "2016-03-04", 1, "2016/2"), ("iccf-2016", 2016, "2016-03-05", 1, "2016/3"),
        ("iccf-2017", 2019, "2019-03-03", 1, "2019/2"), ("iccf-2017", 2019, "2019-03-04", 1, "2019/2"),
        ("iccf-2017", 2019, "2019-03-05", 1, "2019/3"), ("iccf-2017", 2019, "2019-03-04", 0, "2019/3"),
        ("iccf-2017", 2019, "2019-06-10", 1, "2019/4"), ("iccf-2023", 2024, "2024-02-29", 1, "2024/2"),
        ("iccf-2023", 2024, "2024-03-01", 1, "2024/3"),
    ],
)  # fmt: skip
def test_results_by_post_count_in_their_own_months_if_they_were_registered_in_time(
    ways: Ways, rules: str, year: int, reported: str, postal: int, list_: str
) -> None:
    people = "id,rating,games,rd\n1,2400,100,60\n2,2400,100,60\n"
    games = ways.write(
        "games.csv", f"white,black,result,date,reported,postal\n1,2,1-0,{year}-02-20,{reported},{postal}\n"
    )
    lists = [f"{year}/{number}" for number in (1, 2, 3, 4)]
    rated = [name for name in lists if ways.ratings(people, games, rules, name)["1"] not in (2400, (2400, 65))]
    assert rated == [list_]


@pytest.mark.clause("ICCF-TR-2017 App1.13")
def test_another_engine_counts_results_by_post_alike(ways: Ways) -> None:
    people = "id,rating,games\n1,2400,100\n2,2400,100\n"
    rows = ["1,2,1-0,2019-02-20,2019-03-04,1", "1,2,1-0,2019-02-20,2019-03-05,1", "1,2,1-0,2019-02-20,,1"]
    games = ways.write("games.csv", "\n".join(["white,black,result,date,reported,postal", *rows, ""]))
    for period, rating in (("2019/2", 2410), ("2019/3", 2405)):
        for engine in ("numpy", "duckdb"):
            assert ways.ratings(people, games, "iccf-2017", period, "--engine", engine)["1"] == rating


FRIENDLY = "white,black,result,date,event,kind\n1,2,1-0,2019-02-05,Match,friendly-match\n"
COUNTRIES = "id,name,rating,games,federation\n1,Ann,2400,100,GER\n2,Bob,2400,100,{other}\n3,Cid,2400,100,FRA\n"
REFUSED = "Friendly matches between countries are; between countries: no. [ICCF-TR-2017 9.2(e)]"


@pytest.mark.clause("ICCF-TR-2016 9.2(e)", "ICCF-TR-2017 9.2(e)")
@pytest.mark.parametrize(
    ("other", "more", "rated"),
    [
        ("GER", "", False),
        ("FRA", "", True),
        ("", "", True),
        ("GER", "3,2,0-1,2019-06-05,Match,friendly-match\n", True),
        ("GER", "3,2,0-1,2019-06-05,Another,friendly-match\n", False),
    ],
)
def test_a_match_of_one_country_with_itself_is_not_rated(ways: Ways, other: str, more: str, rated: bool) -> None:
    """All games of the match count, in the window of the list or not; a country that nobody names may be another."""
    people, games = COUNTRIES.format(other=other), FRIENDLY + more
    paths = [ways.write("games.csv", games)]
    if not more:
        alone = people.replace("3,Cid,2400,100,FRA\n", "")
        paths.append(ways.event(games, alone))
    for path in paths:
        for engine in ("numpy", "duckdb")[: 1 if path.endswith("json") else 2]:
            text = ways.text(people, path, "--rules", "iccf-2017", "--period", "2019/2", "--engine", engine)
            assert (REFUSED not in text, "2405" in text) == (rated, rated)


@pytest.mark.clause("ICCF-TR-2017 9.2(e)")
@pytest.mark.parametrize(("second", "rated"), [("FRA", True), ("GER", False), (None, False)])
def test_the_teams_decide_before_the_players(ways: Ways, second: str | None, rated: bool) -> None:
    """A player of GER may sit in the French team; where a team names no federation, the players are asked."""
    teams = [{"id": "A", "federation": "GER", "players": ["1"]}, {"id": "B", "players": ["2"]}]
    if second:
        teams[1]["federation"] = second
    people = COUNTRIES.format(other="GER").replace("3,Cid,2400,100,FRA\n", "")
    event = ways.event(FRIENDLY, people, teams=teams)
    assert (ways.ratings(people, event, "iccf-2017", "2019/2")["1"] == 2405) is rated


@pytest.mark.clause("ICCF-TR-2017 9.2/time-server", "ICCF-TR-2017 9.2/time-post")
@pytest.mark.parametrize(
    ("text", "rated"),
    [
        ("10 moves in 30 days", True), ("10 moves in 29 days", False), ("10 moves in 20 days by post", True),
        ("10 moves in 19 days, by post", False), ("50 days for 10 moves", True), ("3 days a move", True),
        ("2 days per move", False), ("1 day/move", False), ("2.5 days a move", False), ("2 days a move by post", True),
        ("100 days + 1 day/move", True), ("99 days + 1", False), ("30 days + 1 day per move", False),
        ("triple block 1", True), ("Triple Block 2", True), ("triple block 1, bank 49", False),
    ],
)  # fmt: skip
def test_the_rate_of_play_decides_whether_an_event_is_rated(ways: Ways, text: str, rated: bool) -> None:
    games = FRIENDLY.replace("friendly-match", "open")
    people = COUNTRIES.format(other="FRA").replace("3,Cid,2400,100,FRA\n", "")
    event = ways.event(games, people, rate_of_play=text)
    assert (ways.ratings(people, event, "iccf-2017", "2019/2")["1"] == 2405) is rated


@pytest.mark.parametrize(
    "text", ["10 days for the whole game", "90+30", "0 moves in 3 days", "40 moves in 100 days, then 9"]
)
@pytest.mark.parametrize("command", ["rate", "norms", "standings"])
def test_a_rate_of_play_that_cannot_be_read_is_refused_everywhere(
    ways: Ways, command: str, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    people = COUNTRIES.format(other="FRA").replace("3,Cid,2400,100,FRA\n", "")
    event = json.loads(Path(ways.event(FRIENDLY.replace("friendly-match", "open"), people)).read_text())
    path = ways.write("event.json", json.dumps({"rate_of_play": text, **event}, indent=1))
    files = ["--players", ways.write("p.csv", people), "--games", path, "--rules", "iccf-2017"]
    assert main([command, *(files if command == "rate" else [path])]) == 2
    error = capsys.readouterr().err
    assert f"{path}: line 2: rate_of_play: '{text}' is not a rate of play that can be read" in error
    assert error.count("\n") == 1


@pytest.mark.clause("ICCF-TR-2017 App1.11/national")
def test_an_explanation_names_the_reading(ways: Ways) -> None:
    games = ways.write("games.csv", NATIONAL.format(kind="national"))
    explain = ("--rules", "iccf-2017", "--period", "2019/2", "--explain", "2", "--format", "json")
    (ground,) = [
        ground for ground in json.loads(ways.text(PARTICIPANTS, games, *explain))["grounds"]
        if ground["clause"] == "ICCF-TR-2017 App1.11/national"
    ]  # fmt: skip
    assert ground["facts"]["reading"] == "one-average-of-rated-participants-at-start"
    assert ground["facts"]["of"] == ["2", "3", "4"]


@pytest.mark.clause("ICCF-TR-2016 App1.18(b)", "ICCF-TR-2017 App1.18(b)", "ICCF-RATING-2023 6(b)")
@pytest.mark.parametrize("rules", ["iccf-2016", "iccf-2017", "iccf-2023"])
@pytest.mark.parametrize(("substitute", "original", "higher"), [(5, 4, "Eve"), (4, 5, "Eve"), (2, 4, "Cid")])
def test_a_substitute_as_opponent_is_explained_with_both_ratings(
    ways: Ways, rules: str, substitute: int, original: int, higher: str
) -> None:
    """Whoever of the two is the higher rated, the explanation says both."""
    row = f"3,{substitute},1/2-1/2,2024-01-20,{original}"
    games = ways.write("games.csv", f"white,black,result,date,black_original\n{row}\n")
    text = ways.text(PARTICIPANTS, games, "--rules", rules, "--period", "2024/2", "--explain", "3")
    known = {2: ("Ann", 2000), 4: ("Cid", 2390), 5: ("Eve", 2800)}
    (first, own), (second, other) = known[substitute], known[original]
    assert f"{higher} counts with {max(own, other)}" in text
    both = f"the higher rated of {first}, who substitutes ({own}), and {second}, who is substituted ({other})."
    assert both in text
