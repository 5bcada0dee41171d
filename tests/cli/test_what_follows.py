"""`slowmate standings` of finished events: what follows, who is asked, who is next, what is to be adjudicated."""

import json
from dataclasses import replace
from datetime import date
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from slowmate.formats.event_writing import event_text
from slowmate.records import Event, PromotionPlan
from tests.cli.commands import run
from tests.support.crosstables import crosstable, team_event

SHARED = {"A": "-11111", "B": "0-=111", "C": "0=-111", "D": "000-11", "E": "0000-1", "F": "00000-"}


def written(folder: Path, event: Event, name: str = "event.json") -> Path:
    path = folder / name
    path.write_text(event_text(event), "utf-8")
    return path


def told(*arguments: object) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(run("standings", *arguments, "--format", "json").stdout)
    return answer


@pytest.mark.clause("ICCF-TR-2017 7.5", "ICCF-TR-2017 1.3.1(c)")
def test_equals_on_a_qualifying_place_are_referred_and_not_called_qualified(tmp_path: Path) -> None:
    event = replace(crosstable(SHARED, kind="world-championship-semi-final"), id="44", end=date(2020, 1, 1))
    path = written(tmp_path, event)
    lines = {line["id"]: line for line in told(path)["standings"]}
    office = "Title Tournament Commissioner"
    assert lines["A"]["qualifies"] == ["world-championship-candidates"]
    assert lines["B"]["qualifies"] == ["world-championship-semi-final"]
    assert lines["B"]["referred"] == [{"to": "world-championship-candidates", "office": office}]
    out = run("standings", path).stdout.decode()
    assert f"The {office} decides between Player B, Player C [ICCF-TR-2017 1.3.1(c)]" in out


@pytest.mark.clause("ICCF-TR-2017 1.7.6")
def test_teams_level_for_the_last_places_of_an_olympiad_are_not_all_qualified(tmp_path: Path) -> None:
    matches = dict.fromkeys(combinations("ABCDEF", 2), "==") | {("A", other): "11" for other in "BCDEF"}
    lines = told(written(tmp_path, team_event(matches, kind="olympiad-final")))["standings"]
    assert [line["qualifies"] for line in lines] == [["olympiad-final"], [], [], [], [], []]
    assert all(line["referred"] for line in lines[1:])


@pytest.mark.clause("ICCF-TR-2017 0.4/1", "ICCF-TR-2017 3.5/2")
def test_a_first_place_that_is_not_awarded_is_not_shown_as_one(tmp_path: Path) -> None:
    drawn = crosstable({"A": "-==", "B": "=-=", "C": "==-"}, kind="world-cup-preliminary")
    path = written(tmp_path, drawn)
    answer = told(path)
    assert [line["awarded"] for line in answer["standings"]] == [False, False, False]
    assert "steps" not in answer
    out = run("standings", path).stdout.decode()
    assert "1-3" not in out
    assert "First place awarded: no. [ICCF-TR-2017 0.4/1]" in out


@pytest.mark.clause("ICCF-TR-2017 5.3/1", "ICCF-TR-2017 1.7.7")
def test_a_promotion_plan_is_carried_out_with_the_other_sections(tmp_path: Path) -> None:
    rows = {"A": "-111", "B": "0-11", "C": "00-1", "D": "000-"}
    plan = PromotionPlan(up=1, best_of_rest=1)
    one = replace(crosstable(rows, kind="open-preliminary"), name="Group 1", promotion=plan)
    level = crosstable({"E": "-===", "F": "=-==", "G": "==-1", "H": "==0-"}, kind="open-preliminary")
    paths = written(tmp_path, one, "1.json"), written(tmp_path, replace(level, name="Group 2"), "2.json")
    alone = {step["who"]: step["value"] for step in told(paths[0])["steps"]}
    assert alone == {"A": "open-semi-final"}
    both = {step["who"]: step["value"] for step in told(paths[0], "--with", paths[1])["steps"]}
    assert both == {"A": "open-semi-final", "B": "open-semi-final"}


@pytest.mark.clause("ICCF-TR-2017 5.3/1")
def test_a_plan_that_cannot_be_carried_out_is_refused_in_one_line(tmp_path: Path) -> None:
    matches = dict.fromkeys(combinations("ABCD", 2), "11")
    event = replace(team_event(matches, kind="champions-league-b"), promotion=PromotionPlan(up=3, down=3))
    done = run("standings", written(tmp_path, event))
    assert (done.returncode, done.stdout, done.stderr.decode().count("\n")) == (2, b"", 1)
    assert "promotion: From each section of Champions League, Division B so many go up: 3" in done.stderr.decode()


@pytest.mark.clause("ICCF-TR-2017 1.4.4/1", "ICCF-TR-2016 1.4.4/1", "ICCF-TR-2017 1.6.3/1")
def test_who_may_be_admitted_to_vacant_places(tmp_path: Path) -> None:
    rows = {"A": "-=111=", "B": "=-0==1", "C": "01-0=1", "D": "0=1-==", "E": "0===-=", "F": "=00==-"}
    candidates = written(tmp_path, crosstable(rows, kind="world-championship-candidates"))
    answer = told(candidates, "--vacant", 3, "--on", "2017-04-01")
    assert answer["admissible"] == answer["missed_by_tie_break"]
    before = told(candidates, "--vacant", 3, "--on", "2017-03-31")["admissible"]
    assert (len(before), before[:2]) == (3, answer["missed_by_tie_break"])
    ladies = written(tmp_path, crosstable(rows, kind="ladies-world-championship-semi-final"), "ladies.json")
    assert len(told(ladies, "--vacant", 3)["admissible"]) == 3
    assert run("standings", candidates, "--vacant", 0).returncode == 2
    mixed = run("standings", candidates, "--with", ladies, "--vacant", 1)
    assert (mixed.returncode, "--vacant: A section is of the kind ladies" in mixed.stderr.decode()) == (2, True)


@pytest.mark.clause("ICCF-TR-2017 1.7.1/4")
def test_decisive_games_of_an_olympiad_are_named_at_new_year(tmp_path: Path) -> None:
    matches = dict.fromkeys(combinations("ABCDE", 2), "1111") | {("C", "D"): "10=.", ("A", "E"): "111."}
    path = written(tmp_path, team_event(matches, kind="olympiad-final"))
    assert told(path, "--on", "2020-01-01")["adjudicate"] == [["D4", "C4"]]
    assert told(path, "--on", "2019-12-31")["adjudicate"] == []
    assert run("standings", path, "--on", "soon").returncode == 2
