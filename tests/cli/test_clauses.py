"""`slowmate clauses` tells the truth."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import slowmate
from slowmate.cli.clauses import coverage
from slowmate.rulebook import Clause, clause


@pytest.fixture(scope="module")
def answer() -> dict[str, object]:
    done = subprocess.run(
        [sys.executable, "-m", "slowmate", "clauses", "--format", "json"], capture_output=True, check=True
    )
    return json.loads(done.stdout)


def test_every_row_of_the_catalogue_is_listed_and_the_totals_add_up(answer: dict[str, object]) -> None:
    assert answer["total"] == len(answer["clauses"]) == 1275
    assert answer["covered"] == sum(bool(row["applied"]) and bool(row["tests"]) for row in answer["clauses"])


def test_a_clause_knows_its_code_and_its_tests(answer: dict[str, object]) -> None:
    rows = {(row["edition"], row["clause"]): row for row in answer["clauses"]}
    row = rows["ICCF-TR-2017", "7.4"]
    assert "slowmate.events.tiebreaks.may_add" in row["applied"]
    tested = "tests/events/test_tiebreaks.py::test_a_further_tie_break_is_stated_no_later_than_the_start_list"
    assert tested in row["tests"]
    assert set(row) == {"edition", "clause", "kind", "rule", "applied", "tests"}


def test_what_an_edition_shares_counts_for_the_row_that_states_it() -> None:
    rows = coverage({clause("ICCF-TR-2016 7.1"): ["a.b"]}, {clause("ICCF-TR-2016 7.1"): ["t::u"]})
    found = next(row for row in rows if Clause(row.row.edition, row.row.clause) == clause("ICCF-TR-2017 7.1"))
    assert (found.applied, found.tests) == (("a.b",), ("t::u",))


def test_missing_answers_no_and_lists_only_what_is_not_covered() -> None:
    command = [
        sys.executable,
        "-m",
        "slowmate",
        "clauses",
        "--missing",
        "--format",
        "json",
        "--edition",
        "ICCF-TR-2017",
    ]
    done = subprocess.run(command, capture_output=True, check=False)
    listed = json.loads(done.stdout)
    assert listed["total"] == 499
    assert len(listed["clauses"]) == 499 - listed["covered"]
    assert done.returncode == (1 if listed["clauses"] else 0)
    assert done.stderr == b""


def test_an_unknown_edition_is_bad_input() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "slowmate", "clauses", "--edition", "X"], capture_output=True, check=False
    )
    assert done.returncode == 2
    assert done.stderr.startswith(b"slowmate: --edition: 'X' is not an edition; the editions are ICCF-TR-2016")


def test_an_installed_package_still_knows_where_clauses_are_applied(tmp_path: Path) -> None:
    shutil.copytree(Path(slowmate.__file__).parent, tmp_path / "site" / "slowmate")
    command = [sys.executable, "-m", "slowmate", "clauses", "--format", "json"]
    done = subprocess.run(
        command, capture_output=True, check=True, env={"PYTHONPATH": str(tmp_path / "site")}, cwd=tmp_path
    )
    answer = json.loads(done.stdout)
    row = next(row for row in answer["clauses"] if (row["edition"], row["clause"]) == ("ICCF-TR-2017", "7.4"))
    assert "slowmate.events.tiebreaks.may_add" in row["applied"]
    assert row["tests"] == []
