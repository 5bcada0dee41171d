"""`slowmate rate` on files: lists in three forms, explanations, forecasts, and what goes in comes out again."""

import csv
import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from slowmate.cli import main

PLAYERS = """id,name,federation,title,rating,rd,games,club
1,Ann,CZE,IM,2200,60,50,north
2,"Bob, Jr",GER,,2300,60,100,
3,Cy,,,2150,70,100,"so ""south"" it is"
4,New,,,,,,
"""
GAMES = """white,black,result,date
1,2,1-0,2023-09-01
2,1,1-0,2023-11-30
1,3,1/2-1/2,2023-10-10
4,1,0-1,2023-10-11
4,2,0-0,2023-10-11
1,2,1-0,2023-08-31
1,2,1-0,2023-12-01
"""
RULES = ["iccf-2016", "iccf-2017", "iccf-2023", "fide-2017"]
NAMES = [
    "rating", "rd", "games", "points", "opponents_sum", "old_rating", "old_rd", "change", "period_games", "published",
    "fixed", "exact_rating", "exact_rd",
]  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "p.csv").write_text(PLAYERS, encoding="utf-8")
    (tmp_path / "g.csv").write_text(GAMES, encoding="utf-8")
    return tmp_path


def run(folder: Path, *arguments: str, rules: str | None = "iccf-2023", games: str = "g.csv") -> int:
    chosen = ["--rules", rules] if rules else []
    files = ["--players", str(folder / "p.csv"), "--games", *(str(folder / name) for name in games.split())]
    return main(["rate", *chosen, *files, *arguments])


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_json_is_that_of_the_contract(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(folder, "--period", "2024/1", "--format", "json") == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["rules"], answer["period"]) == ("ICCF-RATING-2023", "2024/1")
    ann, _, _, new = answer["players"]
    assert list(ann)[: len(NAMES) + 1] == ["id", *NAMES]
    assert ann | {"exact_rating": 0, "exact_rd": 0} == {
        "id": "1", "rating": 2207, "rd": 64, "games": 54, "points": None, "opponents_sum": None, "old_rating": 2200,
        "old_rd": 60, "change": 7, "period_games": 4, "published": True, "fixed": True, "exact_rating": 0,
        "exact_rd": 0,
        "name": "Ann", "federation": "CZE", "title": "IM", "club": "north", "last_game": "2023-11-30", "active": True,
    }  # fmt: skip
    assert (new["old_rating"], new["change"], new["period_games"], new["published"]) == (None, None, 1, False)


@pytest.mark.parametrize("rules", RULES)
def test_the_output_of_one_period_is_the_input_of_the_next(
    folder: Path, capsys: pytest.CaptureFixture[str], rules: str
) -> None:
    assert run(folder, "--period", "2024/1", "--format", "csv", rules=rules) == 0
    first = capsys.readouterr().out
    (folder / "p.csv").write_text(first, encoding="utf-8")
    assert run(folder, "--period", "2024/2", "--format", "csv", rules=rules) == 0
    second = rows(capsys.readouterr().out)
    for old, new in zip(rows(first), second, strict=True):
        assert new["old_rating"] == old["rating"]
        assert new["club"] == old["club"]
    assert list(second[0]) == list(rows(first)[0])
    assert second[2]["club"] == 'so "south" it is'


def test_unknown_columns_keep_their_place_and_contract_columns_follow(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(folder, "--format", "csv") == 0
    header = capsys.readouterr().out.partition("\n")[0].split(",")
    assert header[:8] == PLAYERS.partition("\n")[0].split(",")
    assert set(NAMES) <= set(header)
    assert len(header) == len(set(header))


def test_csv_and_json_say_the_same(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(folder, "--format", "csv")
    table = rows(capsys.readouterr().out)
    run(folder, "--format", "json")
    for line, player in zip(table, json.loads(capsys.readouterr().out)["players"], strict=True):
        for name in NAMES:
            value = player[name]
            shown = "" if value is None else str(value).lower() if isinstance(value, bool) else value
            assert (line[name] == shown) if isinstance(shown, str) else float(line[name]) == shown


def test_the_window_of_a_period_has_its_first_and_last_day(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for period, games in (("2023/4", 1), ("2024/1", 4), ("2024/2", 1), ("2024/3", 0)):
        assert run(folder, "--period", period, "--format", "json") == 0
        players = json.loads(capsys.readouterr().out)["players"]
        assert sum(player["period_games"] for player in players) == 2 * games


def test_a_double_default_is_not_rated(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(folder, "--format", "json")
    players = json.loads(capsys.readouterr().out)["players"]
    assert [player["period_games"] for player in players] == [6, 4, 1, 1]


@pytest.mark.parametrize("rules", RULES)
def test_splitting_the_games_over_files_changes_nothing(
    folder: Path, capsys: pytest.CaptureFixture[str], rules: str
) -> None:
    run(folder, "--format", "csv", rules=rules)
    whole = capsys.readouterr().out
    lines = GAMES.splitlines()
    (folder / "a.csv").write_text("\n".join([lines[0], *lines[4:]]), encoding="utf-8")
    (folder / "b.csv").write_text("result,white,black\n1-0,1,2\n1-0,2,1\n1/2-1/2,1,3\n", encoding="utf-8")
    assert run(folder, "--format", "csv", rules=rules, games="a.csv b.csv") == 0
    assert capsys.readouterr().out == whole


def test_the_table_shows_everybody_and_one_line_about_it(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(folder, "--period", "2024/1") == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines() if line.strip()]
    assert lines[0][:3] == ["ICCF-RATING-2023,", "list", "2024/1,"]
    assert lines[1] == ["#", "Name", "Fed", "Title", "Old", "Change", "New", "RD", "Games", "+"]
    assert lines[3] == ["1", "Bob,", "Jr", "GER", "2300", "-2", "2298", "64", "102", "2", "fixed"]
    assert lines[6] == ["4", "New", "new", "1698", "233", "1", "1", "unpublished"]
    assert " ".join(lines[7]).startswith("4 players (4 with games), 4 games, mean change +2.00, ")


def test_a_long_table_is_cut_and_says_so(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(folder, "--top", "2") == 0
    assert "... and 2 more (--top 0 shows all)" in capsys.readouterr().out
    assert run(folder, "--top", "0") == 0
    assert "more" not in capsys.readouterr().out


@pytest.mark.clause("ICCF-TR-2017 9.6(b)", "ICCF-TR-2017 9.6(a)")
def test_the_published_list_leaves_out_who_is_not_in_it(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(folder, "--period", "2024/1", "--list", "--format", "json") == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["effective"] == "2024-01-01"
    assert [player["id"] for player in answer["players"]] == ["2", "1", "3"]


@pytest.mark.clause("ICCF-TR-2017 9.7(a)", "ICCF-TR-2017 9.7(b)", "ICCF-TR-2017 9.7/others")
def test_inactive_players_keep_their_rating_outside_the_published_list(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "p.csv").write_text(
        "id,rating,rd,games,last_game,running\n1,2200,60,50,2022-01-01,0\n2,2300,60,50,2021-12-31,0\n"
        "3,2311,60,50,2011-05-05,1\n4,2000,60,50,,\n",
        encoding="utf-8",
    )
    (folder / "g.csv").write_text("white,black,result,date\n", encoding="utf-8")
    assert run(folder, "--period", "2024/1", "--list", "--format", "json") == 0
    assert [player["id"] for player in json.loads(capsys.readouterr().out)["players"]] == ["3", "1", "4"]
    assert run(folder, "--period", "2024/1", "--format", "csv") == 0
    assert [(line["rating"], line["active"]) for line in rows(capsys.readouterr().out)] == [
        ("2200", "true"), ("2300", "false"), ("2311", "true"), ("2000", "true"),
    ]  # fmt: skip


@pytest.mark.clause("ICCF-TR-2017 9.2(a)", "ICCF-TR-2016 9.2(a)")
@pytest.mark.parametrize(("rules", "change"), [("iccf-2016", 14.72), ("iccf-2017", 13.547)])
def test_thematic_games_are_not_rated(
    folder: Path, capsys: pytest.CaptureFixture[str], rules: str, change: float
) -> None:
    (folder / "p.csv").write_text("id,rating,games\n1,2000,50\n2,2100,50\n", encoding="utf-8")
    for kind, wanted in (("thematic", 0), ("open-class", change)):
        (folder / "g.csv").write_text(f"white,black,result,kind\n1,2,1-0,{kind}\n", encoding="utf-8")
        assert run(folder, "--format", "json", rules=rules) == 0
        found = json.loads(capsys.readouterr().out)["players"][0]["exact_rating"]
        assert found == pytest.approx(2000 + wanted)


@pytest.mark.clause("ICCF-TR-2017 9.2*", "ICCF-TR-2016 9.2*")
def test_chess960_is_rated_in_a_pool_of_its_own(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "p.csv").write_text("id,rating,games\n1,2300,60\n2,2300,60\n", encoding="utf-8")
    (folder / "g.csv").write_text("white,black,result,kind\n1,2,1-0,chess960\n", encoding="utf-8")
    run(folder, "--format", "json", rules="iccf-2017")
    ann = json.loads(capsys.readouterr().out)["players"][0]
    assert (ann["rating"], ann["games"]) == (2300, 60)
    (folder / "p.csv").write_text("id,rating,games\n1,,\n2,,\n", encoding="utf-8")
    run(folder, "--format", "json", "--pool", "chess960", "--level", "chess960=1800", rules="iccf-2017")
    assert json.loads(capsys.readouterr().out)["players"][0]["games"] == 1


@pytest.mark.clause("ICCF-TR-2017 App1.8/unrated", "ICCF-TR-2017 App1.11/national")
@pytest.mark.parametrize(("kind", "level"), [("higher-class", 2000), ("national", 2126), ("grandmaster-norm", 2450)])
def test_the_kind_of_event_says_what_an_unrated_player_counts_with(
    folder: Path, capsys: pytest.CaptureFixture[str], kind: str, level: int
) -> None:
    (folder / "p.csv").write_text("id,rating,games\n1,2100,100\n2,2151,100\n3,,\n4,2999,100\n", encoding="utf-8")
    (folder / "g.csv").write_text(
        f"white,black,result,kind,event\n1,3,1/2-1/2,{kind},a\n1,2,1/2-1/2,{kind},a\n4,3,1-0,open-class,b\n",
        encoding="utf-8",
    )
    assert run(folder, "--explain", "1", "--format", "json", rules="iccf-2017") == 0
    grounds = json.loads(capsys.readouterr().out)["grounds"]
    assert next(g["facts"]["rating"] for g in grounds if g["facts"].get("outcome") == "level") == level


def test_an_explanation_names_a_clause_for_every_step(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(folder, "--period", "2024/1", "--explain", "1", rules="iccf-2017") == 0
    text = capsys.readouterr().out.splitlines()
    assert text[0] == "Ann: how the rating came about (ICCF-TR-2017, list 2024/1)"
    assert text[4] == "  4. k = r × g = 15 × 1.15, to four decimals 17.25. [ICCF-TR-2017 App1.9/k]"
    assert (
        "Game 1 brings k × (W - We) = 17.25 × (1 - 0.411), to four decimals 10.1603. [ICCF-TR-2017 App1.7]" in text[8]
    )
    assert text[-1] == "2200 → 2206"
    assert all(line.endswith("]") for line in text[1:-1])


@pytest.mark.parametrize("rules", RULES)
def test_an_explanation_in_json_carries_the_grounds_of_the_listed_number(
    folder: Path, capsys: pytest.CaptureFixture[str], rules: str
) -> None:
    run(folder, "--format", "json", rules=rules)
    listed = {player["id"]: player["rating"] for player in json.loads(capsys.readouterr().out)["players"]}
    for identity, rating in listed.items():
        assert run(folder, "--explain", identity, "--format", "json", rules=rules) == 0
        answer = json.loads(capsys.readouterr().out)
        assert answer["players"][0]["rating"] == rating
        assert rating is None or all(set(ground) == {"clause", "facts"} for ground in answer["grounds"])
        assert rating is None or len(answer["grounds"]) > 0


def test_a_forecast_shows_each_result_and_the_break_even(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "r.csv").write_text("white,black\n1,2\n3,1\n2,3\n", encoding="utf-8")
    options = ("--period", "2024/1", "--forecast", "1", "--running", str(folder / "r.csv"))
    assert run(folder, *options) == 0
    text = capsys.readouterr().out
    assert "Rating 2200; with the games finished so far 2207." in text
    assert "Break-even: 1 points or more keep the rating." in text
    assert run(folder, *options, "--format", "json") == 0
    answer = json.loads(capsys.readouterr().out)
    assert [(game["opponent"], game["as_white"]) for game in answer["games"]] == [("2", True), ("3", False)]
    assert (answer["now"], answer["break_even"], answer["scores"][0]["lowest"]) == (2207, 1.0, 2185)


@pytest.mark.clause("ICCF-TR-2017 App1.16/exception")
def test_the_commissioner_replaces_a_result_with_a_reason(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "p.csv").write_text("id,rating,games\n1,2000,40\n2,2200,100\n", encoding="utf-8")
    (folder / "g.csv").write_text("white,black,result\n" + "1,2,1-0\n" * 12, encoding="utf-8")
    for options, rating in (((), 2194), (("--item-5", "1=came back after ten years"), 2615)):
        assert run(folder, *options, "--format", "json", rules="iccf-2017") == 0
        assert json.loads(capsys.readouterr().out)["players"][0]["rating"] == rating
    assert run(folder, "--item-5", "1", rules="iccf-2017") == 2
    assert "has to be justified" in capsys.readouterr().err


def test_a_list_is_written_to_a_file_at_once(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(folder, "--format", "csv")
    printed = capsys.readouterr().out
    assert run(folder, "--format", "csv", "--out", str(folder / "new.csv")) == 0
    assert (folder / "new.csv").read_text("utf-8") == printed
    assert capsys.readouterr().out == ""
    assert sorted(path.name for path in folder.iterdir()) == ["g.csv", "new.csv", "p.csv"]


def test_it_runs_as_a_command(folder: Path) -> None:
    done = subprocess.run(
        [str(Path(sys.executable).with_name("slowmate")), "rate", "--rules", "iccf-2023", "--players", "p.csv",
         "--games", "-", "--format", "csv"],
        cwd=folder, input=GAMES, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert rows(done.stdout)[0]["id"] == "1"


def test_names_with_commas_numbers_with_letters_and_windows_lines_are_read(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "p.csv").write_bytes('\ufeffid,name,rating,rd\r\nA-1,"Šmíd, J",2200,60\r\n007,Bond,2300,60\r\n'.encode())
    (folder / "g.csv").write_bytes(b"white,black,result\r\n A-1,007 ,1-0\r\n")
    assert run(folder, "--format", "json") == 0
    players = json.loads(capsys.readouterr().out)["players"]
    assert [(player["id"], player["name"], player["period_games"]) for player in players] == [
        ("A-1", "Šmíd, J", 1),
        ("007", "Bond", 1),
    ]


def test_a_list_of_nobody_is_a_list(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "p.csv").write_text("id,rating\n")
    (tmp_path / "g.csv").write_text("white,black,result\n")
    assert run(tmp_path, "--format", "json") == 0
    assert json.loads(capsys.readouterr().out)["players"] == []


@pytest.mark.parametrize("rules", RULES)
def test_the_old_rating_is_a_whole_number_and_the_change_fits_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], rules: str
) -> None:
    (tmp_path / "p.csv").write_text("id,rating,rd\n1,2000.5,60.5\n2,2100.6,60\n")
    (tmp_path / "g.csv").write_text("white,black,result\n1,2,1-0\n")
    assert run(tmp_path, "--format", "json", rules=rules) == 0
    players = json.loads(capsys.readouterr().out)["players"]
    assert [one["old_rating"] for one in players] == [2001, 2101]
    assert all(one["rating"] == one["old_rating"] + one["change"] for one in players)
    assert [one["old_rd"] for one in players] == ([61, 60] if rules == "iccf-2023" else [None, None])


@pytest.mark.parametrize("rules", RULES)
def test_who_never_played_has_no_games_behind_him(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], rules: str
) -> None:
    (tmp_path / "p.csv").write_text("id,rating,games\n1,2000,50\n2,2100,50\n3,,\n")
    (tmp_path / "g.csv").write_text("white,black,result\n1,2,1-0\n")
    assert run(tmp_path, "--format", "json", rules=rules) == 0
    assert [one["games"] for one in json.loads(capsys.readouterr().out)["players"]] == [51, 51, 0]


@pytest.mark.parametrize("rules", RULES)
def test_a_system_may_be_named_by_its_edition_as_published_lists_name_it(
    folder: Path, capsys: pytest.CaptureFixture[str], rules: str
) -> None:
    assert run(folder, "--format", "json", rules=rules) == 0
    said = capsys.readouterr().out
    assert run(folder, "--format", "json", rules=json.loads(said)["rules"]) == 0
    assert capsys.readouterr().out == said
