"""`slowmate entry`: the ruling, every route, and what is wrong with a record."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.commands import ROOT, run

PLAYER = ROOT / "examples" / "player.json"
ASK = ("--on", "2017-05-10", "--start", "2017-09-20")


def test_the_answer_names_the_route_and_the_right_it_uses_up() -> None:
    done = run("entry", PLAYER, "--event", "world-championship-semi-final", *ASK, "--format", "json")
    answer = json.loads(done.stdout)
    assert done.returncode == 0
    assert (answer["allowed"], answer["route"]) == (True, "ICCF-TR-2016 1.2.1(d)")
    (consumed,) = answer["consumes"]
    assert (consumed["event"], consumed["clause"], consumed["expires"]) == (
        "WCCC Preliminary 12", "ICCF-TR-2016 1.2.1(d)", "2020-02-01",
    )  # fmt: skip
    assert answer["answer"] == "may"
    assert answer["uses"] == [
        {
            "of": "right",
            "kind": "world-championship-semi-final",
            "start": "2017-09-20",
            "clause": "ICCF-TR-2016 1.2.1(d)",
            "reference": "WCCC Preliminary 12",
            "cycle": None,
        }
    ]
    assert {tried["clause"] for tried in answer["tried"] if not tried["holds"]} >= {"ICCF-TR-2017 1.2.1(j)"}


def test_a_no_has_status_1_and_tells_every_route() -> None:
    done = run("entry", PLAYER, "--event", "world-championship-candidates", *ASK)
    assert done.returncode == 1
    assert "May not enter World Championship Candidates' Tournament." in done.stdout.decode()
    assert "[ICCF-TR-2017 1.3.1(h)]" in done.stdout.decode()


def test_people_read_it_as_sentences() -> None:
    out = run("entry", PLAYER, "--event", "grandmaster-norm", *ASK, "--fee", 20).stdout.decode()
    assert out.startswith("May enter Grandmaster Norm Tournament, by ICCF-TR-2017 4.4(1).")
    assert "still waits for: payment" in out


def test_results_are_read_off_whole_events_too(tmp_path: Path) -> None:
    event = json.loads((ROOT / "examples" / "section.json").read_text("utf-8"))
    event |= {"kind": "world-championship-preliminary", "end": "2020-01-01"}
    event["games"] = [game | {"result": game.get("result", "1/2-1/2")} for game in event["games"]]
    path = tmp_path / "record.json"
    path.write_text(json.dumps({"id": "3", "events": [{"event": event}]}), "utf-8")
    asked = ("--event", "world-championship-semi-final", "--on", "2020-05-01", "--format", "json")
    answer = json.loads(run("entry", path, *asked).stdout)
    assert (answer["allowed"], answer["route"]) == (True, "ICCF-TR-2017 1.2.1(d)")


def ask(tmp_path: Path, record: dict[str, object], *asked: object) -> dict[str, Any]:
    path = tmp_path / "record.json"
    path.write_text(json.dumps({"id": "1"} | record), "utf-8")
    answer: dict[str, Any] = json.loads(run("entry", path, *asked, "--format", "json").stdout)
    return answer


def cup(**more: object) -> dict[str, object]:
    return {
        "event": "Cup final",
        "kind": "world-cup-final",
        "start": "2017-06-01",
        "end": "2019-06-01",
        "games": 14,
        "points": 10,
        "place": 1,
    } | more


@pytest.mark.clause("ICCF-TR-2017 3.6/1")
def test_the_number_of_a_cup_decides_which_is_the_next(tmp_path: Path) -> None:
    asked = ("--event", "world-cup-final", "--on", "2019-07-01", "--fee", 30)
    record: dict[str, object] = {"results": [cup(cycle=20)]}
    assert ask(tmp_path, record, *asked, "--cycle", 21)["fee"] == 0
    assert ask(tmp_path, record, *asked, "--cycle", 22)["answer"] == "may not"
    in_2041 = ("--event", "world-cup-final", "--on", "2041-07-01", "--fee", 30)
    assert ask(tmp_path, {"results": [cup()]}, *in_2041)["answer"] == "may not"


@pytest.mark.clause("ICCF-TR-2017 1.0.7/1")
def test_what_an_answer_says_is_used_can_be_written_into_the_record(tmp_path: Path) -> None:
    nomination = {"federation": "CZE", "date": "2017-04-02", "rating": 2380}
    record: dict[str, object] = {"nominations": [nomination], "grants": [], "results": []}
    asked = ("--event", "world-championship-preliminary", *ASK)
    first = ask(tmp_path, record, *asked)
    assert (first["answer"], first["uses"][0]["of"]) == ("may", "nomination")
    assert ask(tmp_path, record | {"uses": first["uses"]}, *asked)["answer"] == "may not"
    old = [{"kind": "world-championship-preliminary", "start": "2017-06-01", "clause": "ICCF-TR-2017 1.1.1(h)"}]
    assert ask(tmp_path, record | {"uses": old}, *asked)["answer"] == "may not"
    titled = record | {"uses": old, "titles": [{"title": "GM", "date": "2010-01-01"}]}
    assert ask(tmp_path, titled, *asked)["route"] == "ICCF-TR-2017 1.1.1(k)"


@pytest.mark.clause("ICCF-TR-2017 1.0.7/3")
def test_a_record_of_a_running_event_gives_one_right_also_when_it_has_ended(tmp_path: Path) -> None:
    running: dict[str, object] = {
        "event": "P", "id": "81", "kind": "world-championship-preliminary", "start": "2017-05-01", "games": 12,
        "running": 2, "points": 7.5, "best": 1, "worst": 5,
    }  # fmt: skip
    asked = ("--event", "world-championship-preliminary", "--on", "2018-05-01")
    first = ask(tmp_path, {"results": [running]}, *asked)
    assert (first["route"], first["rights"][0]["provisional"]) == ("ICCF-TR-2017 1.1.1(c)", True)
    ended = running | {"running": 0, "points": 9.5, "end": "2019-01-01", "place": 1}
    after = ask(
        tmp_path,
        {"results": [ended], "uses": first["uses"]},
        *("--event", "world-championship-semi-final", "--on", "2019-05-01"),
    )
    assert (after["answer"], [right["state"] for right in after["rights"]]) == ("may not", ["used"])


@pytest.mark.clause("ICCF-TR-2017 1.4.3/1", "ICCF-TR-2017 1.4.3/2")
def test_deferrals_and_requests_of_champions_are_read(tmp_path: Path) -> None:
    second: dict[str, object] = {
        "event": "C", "id": "9", "kind": "world-championship-candidates", "start": "2016-06-01", "end": "2017-02-01",
        "games": 12, "points": 8, "place": 2, "cycle": 30,
    }  # fmt: skip
    asked = ("--event", "world-championship-final", *ASK, "--deadline", "2017-07-01", "--cycle", 31)
    assert ask(tmp_path, {"results": [second]}, *asked)["answer"] == "may"
    once: dict[str, object] = {"results": [second], "deferrals": [{"reference": "9", "cycle": 30}]}
    assert ask(tmp_path, once, *asked)["answer"] == "may"
    assert ask(tmp_path, {"results": [second], "deferred_finals": 2}, *asked)["rights"][0]["state"] == "lost"
    champion: dict[str, object] = {"champion_of": [18]}
    assert ask(tmp_path, champion, *asked)["route"] == "ICCF-TR-2017 1.4.3/2"
    assert ask(tmp_path, champion | {"champion_requests": ["2015-01-01"]}, *asked)["answer"] == "may not"


def test_names_are_printed_as_they_are_written(tmp_path: Path) -> None:
    won = cup(event="[red]Cup[/red] 20", cycle=20)
    path = tmp_path / "record.json"
    path.write_text(json.dumps({"id": "1", "results": [won]}), "utf-8")
    out = run("entry", path, "--event", "world-cup-final", "--on", "2019-07-01", "--cycle", 21).stdout.decode()
    assert "uses up the right from [red]Cup[/red] 20 (ICCF-TR-2017 3.6/1)" in out


def test_where_the_announcement_decides_the_answer_says_so_with_status_0(tmp_path: Path) -> None:
    path = tmp_path / "record.json"
    path.write_text('{"id": "1"}', "utf-8")
    done = run("entry", path, "--event", "olympiad-final", *ASK)
    assert done.returncode == 0
    assert done.stdout.decode().startswith("The announcement decides who may enter Olympiad Final.")


@pytest.mark.clause("ICCF-TR-2017 5.5/1", "ICCF-TR-2017 2.2/3")
def test_season_team_and_the_day_of_the_cut_can_be_asked_for(tmp_path: Path) -> None:
    record: dict[str, object] = {
        "ratings": [{"date": "2017-04-01", "rating": 2200, "games": 50}],
        "league_teams": [{"season": 5, "team": "17"}],
        "bars": [{"since": "2017-08-01", "until": "2018-08-01", "clause": "ICCF-TR-2017 8.4/5"}],
    }
    league = ("--event", "champions-league-c", *ASK, "--season", 5, "--team")
    assert ask(tmp_path, record, *league, "18")["barred"][0]["clause"] == "ICCF-TR-2017 5.5/1"
    assert ask(tmp_path, record, *league, "17")["answer"] == "the announcement decides"
    entry = ("--event", "master-class", *ASK)
    assert ask(tmp_path, record, *entry)["answer"] == "may"
    assert ask(tmp_path, record, *entry, "--cut", "2017-08-15")["answer"] == "may not"


def test_rights_and_uses_are_told_in_sentences() -> None:
    out = run("entry", PLAYER, "--event", "world-championship-semi-final", *ASK).stdout.decode()
    assert "uses up the right from WCCC Preliminary 12" in out
    assert "World Championship Semi-Final, from WCCC Preliminary 12: open, until 2020-02-01" in out


BAD_OPTIONS = {
    "start": (("--start", "2017-05-09"), "--start: 2017-05-09 is before the entry of 2017-05-10"),
    "cut": (("--cut", "2017-05-09"), "--cut: 2017-05-09 is before the entry of 2017-05-10"),
    "fee": (("--fee", "-1"), "--fee: -1 is less than nothing"),
    "paid": (("--paid", "-1"), "--paid: -1 is less than nothing"),
    "cycle": (("--cycle", "0"), "--cycle: 0 is no number of an event"),
    "earlier": (("--earlier", "soon"), "--earlier: 'soon' is not a date"),
}


@pytest.mark.parametrize("name", BAD_OPTIONS)
def test_a_bad_option_is_refused_in_one_line(name: str) -> None:
    options, expected = BAD_OPTIONS[name]
    done = run("entry", PLAYER, "--event", "master-class", "--on", "2017-05-10", *options)
    assert (done.returncode, done.stdout) == (2, b"")
    assert expected in done.stderr.decode()
    assert done.stderr.decode().count("\n") == 1


def test_events_over_the_board_are_not_entered_here() -> None:
    done = run("entry", PLAYER, "--event", "fide-swiss", "--on", "2017-05-10")
    assert (done.returncode, "--event: fide-swiss is played over the board" in done.stderr.decode()) == (2, True)


BAD = {
    "no id": ({}, "id: missing"),
    "rating": (
        {"id": 1, "ratings": [{"date": "2017-04-01", "rating": -5, "games": 3}]},
        "ratings[0].rating: -5 is outside",
    ),
    "points": (
        {
            "id": 1,
            "results": [
                {"event": "x", "kind": "open-class", "start": "2017-05-01", "games": 6, "points": 7, "place": 1}
            ],
        },
        "results[0].points: expected points from 0 to 6 in halves, not 7",
    ),
    "kind": ({"id": 1, "uses": [{"kind": "blitz", "start": "2017-01-01"}]}, "uses[0].kind: 'blitz' is not a kind"),
    "date": ({"id": 1, "bars": [{"since": "soon", "clause": "x"}]}, "bars[0].since: 'soon' is not a date"),
    "cycle": ({"id": 1, "champion_of": ["first"]}, "champion_of: expected whole numbers, found 'first'"),
    "two of one id": (
        {"id": 1, "results": [cup(id="7"), cup(id="7")]},
        "results[1].id: '7' is used twice",
    ),
    "use of nothing": (
        {"id": 1, "uses": [{"of": "right", "kind": "open-class", "start": "2017-01-01"}]},
        "uses[0].reference: missing; which right was used?",
    ),
    "sort of use": (
        {"id": 1, "uses": [{"of": "luck", "kind": "open-class", "start": "2017-01-01"}]},
        "uses[0].of: 'luck' is not one of right, yearly, nomination, grant, champion",
    ),
    "right used, not said which": (
        {"id": 1, "uses": [{"kind": "higher-class", "clause": "ICCF-TR-2017 2.5(b)", "start": "2017-01-01"}]},
        "uses[0].reference: missing; which right was used?",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_record_is_refused_in_one_line(name: str, tmp_path: Path) -> None:
    record, expected = BAD[name]
    path = tmp_path / "record.json"
    path.write_text(json.dumps(record), "utf-8")
    done = run("entry", path, "--event", "master-class", *ASK)
    assert done.returncode == 2
    assert done.stderr.count(b"\n") == 1
    assert expected in done.stderr.decode()


def test_bad_options_are_named() -> None:
    assert b"--event: 'blitz' is not a kind" in run("entry", PLAYER, "--event", "blitz", *ASK).stderr
    assert b"--on: 'today' is not a date" in run("entry", PLAYER, "--event", "open-class", "--on", "today").stderr


def answered(record: dict[str, Any], tmp_path: Path, *asked: str) -> dict[str, Any]:
    path = tmp_path / "record.json"
    path.write_text(json.dumps({"id": "17", "federation": "CZE", **record}), "utf-8")
    done = run("entry", path, *asked, "--format", "json")
    answer: dict[str, Any] = json.loads(done.stdout)
    assert done.returncode == (1 if answer["answer"] == "may not" else 0)
    return answer


OLD_RESULT = {"event": "E", "id": "e1", "kind": "world-championship-preliminary", "start": "2012-01-01"}


def test_a_result_of_before_every_edition_is_named_and_leaves_the_record_usable(tmp_path: Path) -> None:
    old = OLD_RESULT | {"end": "2014-01-01", "games": 12, "points": 3, "place": 9}
    record = {"titles": [{"title": "GM", "date": "2015-01-01"}], "results": [old]}
    answer = answered(record, tmp_path, "--event", "world-championship-preliminary", "--on", "2024-05-10")
    assert (answer["answer"], answer["route"]) == ("may", "ICCF-TR-2017 1.1.1(k)")
    (not_judged,) = answer["not_judged"]
    assert not_judged["event"] == "E"
    assert "1 January 2012" in not_judged["why"]
    (ground,) = [ground for ground in answer["grounds"] if "started" in ground["facts"]]
    assert ground["facts"]["reading"] == "edition-of-the-entry"


def test_a_whole_event_of_before_every_edition_gives_what_its_result_would(tmp_path: Path) -> None:
    event = json.loads((ROOT / "examples" / "section.json").read_text("utf-8"))
    event |= {"kind": "world-championship-preliminary", "start": "2014-03-01", "end": "2016-06-01"}
    event["games"] = [game | {"result": game.get("result", "1/2-1/2"), "date": "2016-06-01"} for game in event["games"]]
    ask = ("--event", "world-championship-semi-final", "--on", "2018-05-10")
    answer = answered({"id": "3", "events": [{"event": event}]}, tmp_path, *ask)
    assert (answer["answer"], answer["route"]) == ("may", "ICCF-TR-2017 1.2.1(d)")
    assert [each["event"] for each in answer["not_judged"]] == [event["name"]]


@pytest.mark.clause("ICCF-TR-2016 4.6")
def test_where_the_commissioner_may_admit_the_answer_says_so(tmp_path: Path) -> None:
    record = {"ratings": [{"date": "2016-10-01", "rating": 2449, "games": 100}]}
    ask = ("--event", "grandmaster-norm", "--on", "2016-11-10", "--start", "2017-01-10")
    answer = answered(record, tmp_path, *ask)
    assert (answer["answer"], answer["route"], answer["allowed"]) == ("the commissioner decides", None, False)
    said = run("entry", tmp_path / "record.json", *ask).stdout.decode()
    assert said.startswith("The commissioner decides whether the player is admitted to Grandmaster Norm Tournament.")
    assert "the commissioner may admit the player if the category is not lowered. [ICCF-TR-2016 4.6]" in said


def test_reasons_without_a_way_are_said_too(tmp_path: Path) -> None:
    answered({}, tmp_path, "--event", "national", "--on", "2018-05-10")
    said = run("entry", tmp_path / "record.json", "--event", "national", "--on", "2018-05-10").stdout.decode()
    assert "its announcement says who may enter. [ICCF-LAWS-2019 Glossary: regulations of an event]" in said
    said = run(
        "entry", tmp_path / "record.json", "--event", "world-cup-semi-final", "--on", "2018-05-10"
    ).stdout.decode()
    assert "No result of the player has given one. [ICCF-TR-2017 3.5/1]" in said


@pytest.mark.clause("ICCF-TR-2017 1.0.7/1", "ICCF-TR-2017 1.0.7/2")
@pytest.mark.parametrize(
    "use",
    [
        {"clause": "ICCF-TR-2017 1.1.1(h)"},
        {"clause": "1.1.1(h)"},
        {"of": "nomination", "reference": "n1", "clause": "ICCF-TR-2017 1.1.1(h)"},
        {"of": "yearly", "clause": "ICCF-TR-2017 1.1.1(h)"},
        {"reference": "s", "clause": "ICCF-TR-2017 1.1.1(c)"},
        {"clause": "ICCF-TR-2017 1.1.1(k)"},
    ],
)
def test_a_seat_by_a_nomination_or_a_result_leaves_a_title_its_own_right_of_the_year(
    use: dict[str, Any], tmp_path: Path
) -> None:
    kind = "world-championship-preliminary"
    record = {"titles": [{"title": "GM", "date": "2015-01-01"}], "uses": [{"kind": kind, "start": "2018-03-01", **use}]}
    answer = answered(record, tmp_path, "--event", kind, "--on", "2018-05-10")
    own = use["clause"].endswith("1.1.1(k)")
    assert answer["answer"] == ("may not" if own else "may")
    assert answer["route"] == (None if own else "ICCF-TR-2017 1.1.1(k)")


def test_a_bar_names_its_last_day_as_the_first_on_which_an_entry_is_taken_again(tmp_path: Path) -> None:
    bar = {"since": "2018-01-01", "until": "2018-08-01", "clause": "ICCF-TR-2017 8.4/5"}
    answer = answered({"bars": [bar]}, tmp_path, "--event", "thematic", "--on", "2018-07-31")
    assert answer["answer"] == "may not"
    said = run("entry", tmp_path / "record.json", "--event", "thematic", "--on", "2018-07-31").stdout.decode()
    assert "until 1 August 2018, the first day on which an entry is taken again" in said
    assert answered({"bars": [bar]}, tmp_path, "--event", "thematic", "--on", "2018-08-01")["answer"] == "may"


def test_an_event_of_teams_gives_a_player_no_result_of_their_own(tmp_path: Path) -> None:
    event = json.loads((ROOT / "examples" / "teams.json").read_text("utf-8"))
    event |= {"kind": "olympiad-final", "end": "2029-01-01"}
    changes: tuple[dict[str, Any], ...] = ({}, {"teams": []})
    for without in changes:
        record = {"id": event["players"][0]["id"], "events": [{"event": event | without}]}
        answer = answered(record, tmp_path, "--event", "master-norm", "--on", "2029-05-05")
        assert (answer["answer"], answer["rights"]) == ("may not", [])
