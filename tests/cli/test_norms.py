"""`slowmate norms`, as people and scripts use it."""

from pathlib import Path

import pytest

from .norm_files import FIELD, answer, event, everything, run, wins


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "event.json"


def test_the_json_is_that_of_the_contract(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = event(FIELD, games=wins("1", list(range(2, 10))))
    found = answer(file, data, capsys)
    assert found["rules"] == "ICCF-TR-2017"
    assert found["titles_possible"] == {"GM": True, "SIM": True, "IM": True, "CCM": True, "CCE": True}
    assert (found["average"], found["category"]) == (2400.0, "6")
    assert {"clause", "holds", "facts"} <= found["requirements"][0].keys()
    assert found["requirements"][0] == {
        "clause": "ICCF-TR-2017 App2.1(a)/9",
        "holds": True,
        "facts": {"players": 13, "needed": 9},
    }
    first = found["players"][0]
    assert (first["id"], first["opponents_average"], first["score"], first["games"]) == ("1", 2408.3333, 8.0, 12)
    wanted = {
        "needed": 8.0,
        "sum": 7.9825,
        "achieved": True,
        "possible": True,
        "overscore_games": 0,
        "counted_games": 12,
    }
    assert first["norms"]["GM"].items() >= wanted.items()
    assert found["players"][1]["norms"]["GM"]["needed"] is None
    assert found["players"][1]["norms"]["GM"]["possible"] is False
    assert found["players"][1]["norms"]["SIM"]["outlook"] == "reachable"


def test_a_start_list_is_enough_for_the_statement(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(file, event([2400] * 13)) == 0
    shown = capsys.readouterr().out
    assert "Section A" in shown
    assert "8½ ·" in shown
    assert "average 2400.0000; category 6" in shown
    assert shown.count("Player ") == 13


def test_one_player_is_explained_opponent_by_opponent(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = event(FIELD, games=wins("1", list(range(2, 11))))
    assert run(file, data, "--player", "1", "--explain") == 0
    shown = capsys.readouterr().out
    assert "0.6063" in shown
    assert "7.9825" in shown
    assert "[ICCF-TR-2017 App2.2.4(b)/sum]" in shown
    assert "GM: 8 needed: norm made" in shown
    assert "By the start list: 0 games against Grandmasters" in shown
    assert "Player 13 " in shown
    found = answer(file, data, capsys, "--player", "1", "--explain")
    assert len(found["players"]) == 1
    assert found["players"][0]["opponents"][0]["expectancies"]["GM"] == 0.6063
    clauses = {one["clause"] for one in found["players"][0]["norms"]["GM"]["requirements"]}
    assert "ICCF-TR-2017 10.0.1/norm" in clauses


def test_other_rules_may_be_asked_for(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(file, event(FIELD), capsys, "--rules", "iccf-2016")
    assert (found["rules"], found["average"]) == ("ICCF-TR-2016", 2400.0)
    assert found["players"][0]["norms"]["IM"]["needed"] == 7.5
    assert found["players"][0]["norms"]["IM"]["sum"] is None


def test_what_the_event_lacks_is_told(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = event([2400] * 13, kind="thematic", games=wins("1", list(range(2, 14))))
    assert run(file, data) == 0
    shown = capsys.readouterr().out
    assert "What the event lacks" in shown
    assert "[ICCF-TR-2017 App2.1(h)]" in shown
    assert "(8½)" in shown
    assert "✓" not in shown.partition("✓ norm made")[0]


def test_overscore_may_be_counted_strictly(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    games = wins("1", [2, 3, 4, 5, 6, 7]) + wins("1", [8], "1/2-1/2") + wins("1", list(range(9, 16)), "0-1")
    data = event([2678] * 15, games=games)
    for options, over in (((), 1), (("--strict-overscore",), 0)):
        found = answer(file, data, capsys, *options)
        assert found["players"][0]["norms"]["GM"]["overscore_games"] == over


def test_a_team_event_is_reported_board_by_board(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = event([2500] * 13 + [2380] * 13, kind="olympiad-final")
    data["teams"] = [{"id": f"T{n}", "name": f"Team {n}", "players": [str(n), str(n + 13)]} for n in range(1, 14)]
    found = answer(file, data, capsys)
    assert [board["category"] for board in found["boards"]] == ["10", "6"]
    assert found["category"] is None
    assert run(file, data, "--explain") == 0
    shown = capsys.readouterr().out
    assert "Board 1: average 2500.0000, category 10" in shown
    assert "Board 2: Rated: 13 of 13 players" in shown


def test_a_finished_championship_shows_its_direct_titles(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = event([2550] * 13, kind="world-championship-final", cycle=30, games=everything(13, "1-0"))
    found = answer(file, data, capsys)
    titles = [(one["id"], one["title"], one["number"]) for one in found["direct_titles"]]
    assert titles == [("1", "WCCC", 30), ("1", "GM", None), ("2", "GM", None), ("3", "GM", None)]
    assert run(file, data) == 0
    assert "WCCC 30: Player 1 [ICCF-TR-2017 1.4.5/2]" in capsys.readouterr().out
    assert len(answer(file, data, capsys, "--player", "2")["direct_titles"]) == 1


@pytest.mark.clause("ICCF-TR-2017 10.4(c)")
def test_the_winner_of_a_cup_final_has_his_title_with_half_of_the_points_too(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    games = everything(13, "1/2-1/2")
    games[0] |= {"result": "1-0"}
    games[1] |= {"result": "0-1"}
    next(one for one in games if {one["white"], one["black"]} == {"2", "3"})["result"] = "1-0"
    data = event([2550] * 13, kind="world-cup-final", games=games)
    assert [one["id"] for one in answer(file, data, capsys)["direct_titles"]] == ["1", "2", "3"]
    decided = event([2550] * 13, kind="world-cup-final", games=everything(13, "1-0"))
    assert [one["id"] for one in answer(file, decided, capsys)["direct_titles"]] == ["1"]


@pytest.mark.parametrize(
    ("start", "rules", "said"),
    [
        ("2015-06-01", "iccf-2017", "as if by ICCF Tournament Rules 2017"),
        ("2018-03-01", "iccf-2016", "as if by ICCF Tournament Rules 2016"),
        ("2018-03-01", "iccf-2017", "; ICCF Tournament Rules 2017"),
        ("2018-03-01", None, "; ICCF Tournament Rules 2017"),
    ],
)
def test_rules_that_are_asked_for_rule_any_day_and_say_so(
    file: Path, capsys: pytest.CaptureFixture[str], start: str, rules: str | None, said: str
) -> None:
    data = event(FIELD, start=start)
    options = ("--rules", rules) if rules else ()
    assert run(file, data, *options) == 0
    shown = capsys.readouterr().out
    assert said in shown
    assert ("no norm of this event rests on them" in shown) is said.startswith("as if")
    assert answer(file, data, capsys, *options).get("as_if", False) is said.startswith("as if")


@pytest.mark.parametrize("rules", ["iccf-2016", "iccf-2017"])
@pytest.mark.parametrize(
    "change",
    [
        {},
        {"kind": "thematic"},
        {"kind": "world-championship-candidates", "players": [{"id": str(n)} for n in range(1, 14)]},
        {
            "scheveningen": True,
            "teams": [
                {"id": "A", "name": "A", "players": ["1", "2", "3"]},
                {"id": "B", "name": "B", "players": ["4", "5", "6"]},
            ],
        },
        {"games_per_pairing": 2},
        {"players": [{"id": str(n), "rating": 2900} for n in range(1, 14)]},
        {"start": "2016-02-01", "kind": "ladies-world-championship-final"},
    ],
)
def test_every_reason_can_be_told(
    file: Path, capsys: pytest.CaptureFixture[str], rules: str, change: dict[str, object]
) -> None:
    data = event([*FIELD[:9], None, 2500, 2500, 2500], games=wins("1", list(range(2, 11))), **change)
    if "players" not in change:
        data["players"][10] |= {"rating": None, "fide_rating": 2500}
        data["players"][11] |= {"rating": None, "last_rating": 2500}
        data["players"][2] |= {"status": "withdrawn"}
        data["players"][3] |= {"status": "withdrawn-accepted"}
        data["players"][4] |= {"replaces": {"id": "5b", "rating": 2300}, "has_replacement_status": True}
        data["players"][5] |= {"replaces": {"id": "6b", "rating": 2300}}
        data["games"] += [{"white": "12", "black": str(n), "result": "cancelled"} for n in range(2, 12)]
    assert run(file, data, "--explain", "--rules", rules) == 0
    shown = capsys.readouterr().out
    assert "[ICCF-TR-" in shown
    assert "%(" not in shown


@pytest.mark.parametrize(
    ("change", "options", "message"),
    [
        ({}, ("--rules", "iccf-2023"), "--rules: iccf-2023 rates games; norms follow iccf-2017"),
        ({}, ("--rules", "uscf"), "'uscf' is not one of iccf-2016, "),
        ({}, ("--rules", "fide-2017"), "judged by iccf-2016 or iccf-2017, not by fide-2017"),
        ({}, ("--player", "99"), "--player: '99' is not the id of a player of this event"),
        ({"start": "2015-12-31"}, (), "start: no edition we hold governs 2015-12-31"),
        ({"kind": "blitz"}, (), "kind: 'blitz' is not a kind of event"),
        ({"scheveningen": True}, (), "event.json: teams: a Scheveningen event needs its teams or its games"),
        ({"games": [{"white": "1", "black": "77"}]}, (), "games[0].black: '77' is not the id"),
        ({"players": [{"id": "1", "replaces": {"name": "X"}}]}, (), "players[0].replaces.id: missing"),
        ({"players": [{"id": "1", "title_date": "soon"}]}, (), "players[0].title_date: 'soon' is not a date"),
    ],
)
def test_bad_input_is_one_line_and_status_2(
    file: Path, capsys: pytest.CaptureFixture[str], change: dict[str, object], options: tuple[str, ...], message: str
) -> None:
    assert run(file, event([2400] * 13, **change), *options) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert message in captured.err


@pytest.mark.parametrize("text", ["", "{", "[]", '{"name": 1e999}', "\ufffd"])
def test_what_is_no_event_is_refused(file: Path, capsys: pytest.CaptureFixture[str], text: str) -> None:
    assert run(file, text) == 2
    assert capsys.readouterr().err.startswith("slowmate: ")


def test_an_empty_event_has_nobody_to_report_on(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(file, event([]), capsys)
    assert found["players"] == []
    assert not any(found["titles_possible"].values())
    assert run(file, event([])) == 0
