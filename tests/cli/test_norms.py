"""`slowmate norms` and `slowmate titles`, as people and scripts use them."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from slowmate.cli import main

FEDERATIONS = ("CZE", "ENG", "FIN", "GER", "USA")
FIELD = [2300, 2480, 2461, 2440, 2432, 2415, 2408, 2400, 2391, 2385, 2376, 2362, 2350]


def event(ratings: Sequence[int | None], **more: object) -> dict[str, Any]:
    players = [
        {"id": str(n), "name": f"Player {n}", "federation": FEDERATIONS[n % 5], "rating": rating, "games": 100}
        for n, rating in enumerate(ratings, 1)
    ]
    return {
        "name": "Section A",
        "kind": "grandmaster-norm",
        "start": "2018-03-01",
        "games_per_pairing": 1,
        "director": {"name": "The Director", "title": "IA"},
        "players": players,
        "games": [],
        **more,
    }


def wins(player: str, opponents: list[int], result: str = "1-0") -> list[dict[str, str]]:
    return [{"white": player, "black": str(one), "result": result} for one in opponents]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "event.json"


def run(file: Path, data: object, *options: str, command: str = "norms") -> int:
    file.write_text(data if isinstance(data, str) else json.dumps(data), "utf-8")
    return main([command, str(file), *options])


def answer(file: Path, data: object, capsys: pytest.CaptureFixture[str], *options: str, command: str = "norms") -> Any:
    assert run(file, data, "--format", "json", *options, command=command) == 0
    return json.loads(capsys.readouterr().out)


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


def everything(players: int, result: str) -> list[dict[str, str]]:
    return [game for one in range(1, players) for game in wins(str(one), list(range(one + 1, players + 1)), result)]


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


@pytest.mark.parametrize("name", ["World Cup [a] 2018", "Open [/] of [bold]", "[/x] :smile: [link=x]"])
def test_names_with_brackets_are_printed_as_they_are(file: Path, capsys: pytest.CaptureFixture[str], name: str) -> None:
    data = event(FIELD, name=name, games=wins("1", list(range(2, 14))))
    data["players"][0]["name"] = f"Player {name}"
    for options in ((), ("--explain",)):
        assert run(file, data, *options) == 0
        shown = capsys.readouterr().out
        assert shown.splitlines()[0] == name
        assert f"Player {name}" in shown
    data["end"] = "2018-12-31"
    assert run(file, record(name=name, events=[{"event": data}]), "--on", "2019-01-01", command="titles") == 0
    shown = capsys.readouterr().out
    assert shown.startswith(f"{name}, on 1 January 2019")
    assert f"by norms in Before, {name}" in shown


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


FIDE_FIELD = [("GM", "GER"), ("GM", "GER"), ("GM", "GER"), ("IM", "GER"), ("IM", "GER"), *[(None, "GER")] * 4]


def swiss(**more: object) -> dict[str, Any]:
    """The applicant wins all his nine games, against players of one federation; thirty foreigners look on."""
    players: list[dict[str, Any]] = [{"id": "1", "name": "A", "federation": "GER", "rating": 2400, "sex": "m"}]
    players += [
        {"id": str(n), "name": f"P{n}", "federation": fed, "rating": 2550, "title": title}
        for n, (title, fed) in enumerate(FIDE_FIELD, 2)
    ]
    crowd = [(str(n), str(n + 1)) for n in range(11, 41, 2)]
    players += [
        {"id": one, "name": one, "federation": ("FRA", "ESP", "ITA")[int(one) % 3], "rating": 2400, "title": "IM"}
        for pair in crowd
        for one in pair
    ]
    games: list[dict[str, Any]] = []
    for number in range(1, 10):
        games.append({"white": "1", "black": str(number + 1), "result": "1-0", "round": number})
        games += [{"white": w, "black": b, "result": "1/2-1/2", "round": number} for w, b in crowd]
    about = {"name": "Open", "kind": "fide-swiss", "start": "2018-03-01", "rounds": 9}
    return {**about, "players": players, "games": games, **more}


@pytest.mark.clause("FIDE-TITLES-2017 1.43e")
def test_a_missing_host_that_closed_a_door_is_named(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(file, swiss()) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "What the file does not say" in shown
    assert "The host federation is not given (federation; 032 in a report)" in shown
    assert "Nothing but those is missing for: A. [FIDE-TITLES-2017 1.43e]" in shown
    with_host = answer(file, swiss(federation="GER"), capsys)
    assert with_host["players"][0]["norms"]["GM"]["achieved"]
    assert run(file, swiss(federation="GER")) == 0
    assert "What the file does not say" not in capsys.readouterr().out


@pytest.mark.clause("FIDE-TITLES-2017 0.31")
def test_nothing_is_said_of_weak_opponents_where_a_title_is_for_women(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(file, swiss(federation="GER"), "--player", "1", "--explain") == 0
    shown = capsys.readouterr().out
    assert "WGM and WIM are titles for women: nothing is shown for others" in shown
    assert "Titles for women: WGM; WIM. Sex: man. [FIDE-TITLES-2017 0.31]" in shown
    assert "–" not in next(line for line in shown.splitlines() if line.lstrip().startswith("A "))


def test_fide_rules_that_are_asked_for_rule_an_event_before_them(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old = swiss(federation="GER", start="2016-03-01")
    assert run(file, old) == 2
    capsys.readouterr()
    assert run(file, old, "--rules", "fide-2017") == 0
    assert "as if by FIDE Title Regulations 2017" in capsys.readouterr().out
    assert answer(file, old, capsys, "--rules", "fide-2017")["players"][0]["norms"]["GM"]["achieved"]


@pytest.mark.clause("ICCF-TR-2017 App2.3(a)/statement", "ICCF-TR-2016 App2.4(a)/statement")
@pytest.mark.parametrize("start", ["2017-03-31", "2018-03-01"])
def test_the_statement_of_norms_is_that_of_the_start_whatever_came_since(
    file: Path, capsys: pytest.CaptureFixture[str], start: str
) -> None:
    before = answer(file, event(FIELD, start=start), capsys, "--statement")
    assert [one["id"] for one in before["players"]] == [str(n) for n in range(1, 14)]
    assert before["rules"] == ("ICCF-TR-2016" if start < "2017-04-01" else "ICCF-TR-2017")
    later = event(FIELD, start=start, games=wins("1", list(range(2, 14))))
    later["players"][4] |= {"status": "withdrawn"}
    later["players"][5] |= {"rating": 2700, "replaces": {"id": "6b", "name": "Player 6", "rating": 2415, "games": 100}}
    assert answer(file, later, capsys, "--statement") == before
    assert run(file, later, "--statement") == 0
    shown = capsys.readouterr().out
    assert shown.startswith("Statement of norms: Section A")
    assert "[ICCF-TR-" in shown


def test_an_event_over_the_board_has_no_statement(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(file, swiss(), "--statement") == 2
    assert "kind: fide-swiss has no statement of norms" in capsys.readouterr().err


@pytest.mark.clause(
    "FIDE-TITLES-2017 1.6.1", "FIDE-TITLES-2017 1.6/1", "FIDE-TITLES-2017 1.44/3", "FIDE-QC-2016 S1/1.7"
)
def test_the_table_of_scores_is_that_of_the_book(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["norms", "--scores", "9", "--format", "json"]) == 0
    rows = {row["score"]: row for row in json.loads(capsys.readouterr().out)["scores"]}
    assert (rows[7]["GM"], rows[7]["WIM"], rows[3.5]["IM"]) == ([2380, 2433], [2030, 2083], [2530, None])
    assert main(["norms", "--scores", "17"]) == 0
    shown = capsys.readouterr().out
    assert "17 rounds GM 6: printed -, text >=2710 [FIDE-QC-2016 S1/1.7]" in shown
    assert "own federation 10 at most" in shown


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--scores", "6"], "--scores: 6 is outside 7 to 19"),
        (["--scores", "20"], "--scores: 20 is"),
        ([], "EVENT: missing"),
    ],
)
def test_norms_of_nothing_are_bad_input(capsys: pytest.CaptureFixture[str], words: list[str], why: str) -> None:
    assert main(["norms", *words]) == 2
    assert why in capsys.readouterr().err


@pytest.mark.clause("FIDE-TITLES-2017 1.72/#", "FIDE-TITLES-2017 1.46a/1")
def test_remarks_on_a_double_round_with_one_strong_federation(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    players = [
        {"id": str(n), "name": f"P{n}", "federation": "GER" if n < 6 else "FRA", "rating": 2500, "title": "GM"}
        for n in range(1, 7)
    ]
    about = {"name": "Double", "kind": "fide-double-round-robin", "start": "2018-03-01", "end": "2018-03-10"}
    found = answer(file, {**about, "players": players, "games": []}, capsys)
    cited = [one["clause"] for one in found["requirements"]]
    assert {"FIDE-TITLES-2017 1.72/#", "FIDE-TITLES-2017 1.46a/1"} <= set(cited)


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
        ({}, ("--rules", "uscf"), "'uscf' is not one of iccf-2016, iccf-2017, fide-2017"),
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


# -- titles -----------------------------------------------------------------------------------------------------------


OLD = {"title": "IM", "event": "Before", "start": "2016-02-01", "date": "2017-02-01", "games": 9}


def record(**more: object) -> dict[str, Any]:
    games = [{**game, "date": "2018-12-01"} for game in wins("1", list(range(2, 14)))]
    return {
        "id": "1",
        "name": "The Player",
        "ratings": [{"date": "2018-01-01", "games": 40}],
        "norms": [OLD],
        "events": [{"event": event(FIELD, games=games)}],
        **more,
    }


def test_a_record_becomes_norms_titles_and_what_is_missing(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(file, record(), capsys, "--on", "2019-01-01", "--explain", command="titles")
    assert [one["title"] for one in found["titles"]] == ["CCE", "CCM", "IM"]
    title = found["titles"][-1]
    assert (title["title"], title["date"], title["route"]) == ("IM", "2018-12-01", "norms")
    assert title["events"] == ["Before", "Section A"]
    assert [norm["title"] for norm in found["norms"]] == ["IM", "GM", "SIM", "IM", "CCM", "CCE"]
    assert [lacks["title"] for lacks in found["missing"]] == ["SIM", "GM"]
    assert found["missing"][0]["words"] == "For SIM: one more SIM norm of at least 5 games."
    assert {ground["clause"] for ground in title["grounds"]} >= {"ICCF-TR-2017 10.4(d)"}


@pytest.mark.clause("ICCF-TR-2017 10.8(d)", "ICCF-TR-2017 10.8(b)", "ICCF-TR-2016 10.10(b)")
def test_a_title_counts_for_opponents_in_events_after_its_confirmation(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def counts(start: str, **more: object) -> dict[str, bool]:
        options = ("--on", "2019-01-01", "--counts-in", start)
        found = answer(file, record(**more), capsys, *options, command="titles")
        return {one["title"]: one["holds"] for one in found["counts"]}

    assert counts("2018-12-01") == {"CCE": False, "CCM": False, "IM": False}
    assert counts("2018-12-02") == {"CCE": True, "CCM": True, "IM": True}
    held = {"titles": [{"title": "GM", "date": "2018-12-05"}]}
    assert counts("2018-12-05", **held)["GM"] is False
    assert counts("2018-12-06", **held)["GM"] is True
    assert run(file, record(), "--on", "2019-01-01", "--counts-in", "2018-12-02", command="titles") == 0
    assert "✓ IM: A title of 1 December 2018 counts for opponents" in capsys.readouterr().out


@pytest.mark.clause("ICCF-TR-2017 10.8(e)", "ICCF-TR-2017 10.8(b)")
def test_a_direct_title_is_valid_from_the_commissioners_confirmation(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    games = [game | {"date": "2018-12-01"} for game in everything(13, "1-0")]
    final = event([2550] * 13, kind="world-championship-final", cycle=30, games=games)

    def valid(**more: object) -> dict[str, Any]:
        found = answer(
            file, record(norms=[], events=[{"event": final}], **more), capsys, "--on", "2019-06-01", command="titles"
        )
        return {one["title"]: one["valid_from"] for one in found["titles"] if one["route"] == "direct"}

    assert valid() == {"GM": None, "WCCC 30": None}
    confirmed = [{"title": "GM", "date": "2019-01-15"}, {"title": "WCCC 30", "date": "2018-11-30"}]
    assert valid(confirmations=confirmed) == {"GM": "2019-01-15", "WCCC 30": None}
    data = record(norms=[], events=[{"event": final}], confirmations=confirmed)
    file.write_text(json.dumps(data), "utf-8")
    made = file.with_name("gm.json")
    words = ["certificate", "title", str(file), "--title", "GM", "-o", str(made), "--on"]
    assert main([*words, "2019-01-14"]) == 1
    assert main([*words, "2019-01-15"]) == 0
    assert json.loads(made.read_text("utf-8"))["valid_from"] == "2019-01-15"


def test_a_record_is_printed(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(file, record(), "--on", "2019-01-01", "--explain", command="titles") == 0
    shown = capsys.readouterr().out
    assert "IM on 01 December 2018, by norms in Before, Section A" in shown
    assert "For GM: one more GM norm of at least" in shown
    assert run(file, record(), "--on", "2018-06-01", command="titles") == 0
    assert "Section A: 0 points, 12 running: GM with 8 more" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("change", "options", "message"),
    [
        ({"norms": [{"title": "FM"}]}, (), "norms[0].title: 'FM' is not one of GM, SIM, IM"),
        (
            {"norms": [OLD, OLD]},
            (),
            "norms[1].event: Before of 2016-02-01 makes one norm for IM, and it is listed already",
        ),
        ({"norms": [OLD, {**OLD, "event": " BEFORE "}]}, (), "norms[1].event: BEFORE of 2016-02-01 makes one norm"),
        ({"norms": [{**OLD, "event": "Section A", "start": "2018-03-01", "date": "2018-12-01"}]}, (), "in events too"),
        ({"norms": [{**OLD, "date": "2016-01-31"}]}, (), "norms[0].date: 2016-01-31 is before the start of the event"),
        ({"events": [{"event": event([2400] * 9)}] * 2}, (), "events[1].event: Section A of 2018-03-01 stands in the"),
        ({"events": [{"event": event([2400] * 9, end="2018-02-28")}]}, (), "events[0].event.end: 2018-02-28 is before"),
        ({"events": [{"player": "99", "event": event([2400] * 9)}]}, (), "events[0].player: '99' is not the id"),
        ({"events": [{"event": event([2400] * 9, kind="fide-swiss")}]}, (), "events[0].event.kind: fide-swiss"),
        (
            {"events": [{"event": event([2400] * 9, games=wins("1", [2]))}]},
            (),
            "events[0].event.games[0].date: missing; a finished game of the record needs its day",
        ),
        ({"events": [{"event": event([2400] * 9, start="2014-01-01")}]}, (), "no edition we hold governs 2014-01-01"),
        ({}, ("--on", "tomorrow"), "--on: 'tomorrow' is not a date"),
        ({"id": None}, (), "id: expected text, not null"),
    ],
)
def test_a_bad_record_is_one_line_and_status_2(
    file: Path, capsys: pytest.CaptureFixture[str], change: dict[str, object], options: tuple[str, ...], message: str
) -> None:
    assert run(file, record(**change), *options, command="titles") == 2
    captured = capsys.readouterr()
    assert captured.err.count("\n") == 1
    assert message in captured.err
