"""`slowmate clauses` tells the truth."""

import json
import shutil
import subprocess
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

import slowmate
from slowmate.cli.clauses import Coverage, coverage, print_rows, tagged_files
from slowmate.rulebook import Clause, Row, catalogue, clause
from slowmate.rulebook.not_counted import Standing, exception_of
from tests.cli.commands import run

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def answer() -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(run("clauses", "--format", "json").stdout)
    return answer


def test_every_row_of_the_catalogue_is_listed_and_the_totals_add_up(answer: dict[str, Any]) -> None:
    assert len(answer["clauses"]) == len(catalogue())
    undecided = [row for row in answer["clauses"] if (row["not_counted"] or "").startswith("nothing to decide: ")]
    assert answer["total"] == len(catalogue()) - len(undecided)
    assert 0 < len(undecided) < 60
    covered = [
        row
        for row in answer["clauses"]
        if row["applied"] and row["reached"] and row["tests"] and not row["not_counted"]
    ]
    assert answer["covered"] == len(covered) > 0


def test_a_page_is_named_only_for_rules_of_its_own_slices(answer: dict[str, Any]) -> None:
    doors = {row["clause"]: row["reached"] for row in answer["clauses"] if row["edition"] == "FIDE-TITLES-2017"}
    championship = doors["1.24a/01 Women's World Championship"]
    assert "command titles" in championship
    assert {name for name in championship if not name.startswith(("command titles", "page /titles/"))} == set()
    every = {name for row in answer["clauses"] for name in row["reached"]}
    assert not [name for name in every if name in {"page /healthz", "page /demo/mail", "every page", "command serve"}]


def test_a_clause_knows_its_code_and_its_tests(answer: dict[str, Any]) -> None:
    rows = {(row["edition"], row["clause"]): row for row in answer["clauses"]}
    row = rows["ICCF-TR-2017", "7.4"]
    assert row["reached"] == sorted(row["reached"])
    assert "command standings" in row["reached"]
    assert "slowmate.events.running.tiebreaks.may_add" in row["applied"]
    tested = "tests/events/running/test_tiebreaks.py::test_a_further_tie_break_is_stated_no_later_than_the_start_list"
    assert tested in row["tests"]
    assert set(row) == {"edition", "clause", "kind", "rule", "applied", "reached", "tests", "not_counted"}


def test_what_nothing_applies_is_reached_by_nothing(answer: dict[str, Any]) -> None:
    assert not [row for row in answer["clauses"] if row["reached"] and not row["applied"]]


def test_what_an_edition_shares_counts_for_the_row_that_states_it() -> None:
    cited = clause("ICCF-TR-2016 7.1")
    found = one(coverage({cited: ["a.b"]}, {cited: ["job x"]}, {cited: ["t::u"]}), "ICCF-TR-2017 7.1")
    assert (found.applied, found.reached, found.tests) == (("a.b",), ("job x",), ("t::u",))


def test_no_tag_stands_in_a_file_that_is_not_read_for_tags(request: pytest.FixtureRequest) -> None:
    read = {Path(file) for file in tagged_files(Path(__file__).parents[1])}
    tagged = {item.path for item in request.session.items if item.get_closest_marker("clause")}
    assert tagged <= read
    assert len(read) > 100
    assert not [file for file in read if "scale" in file.parts[-2:-1]]


def is_counted(row: Row) -> bool:
    exception = exception_of(row)
    return exception is None or exception.standing is not Standing.NOTHING_TO_DECIDE


def one(rows: list[Coverage], address: str) -> Coverage:
    return next(row for row in rows if Clause(row.row.edition, row.row.clause) == Clause.parse(address))


@pytest.mark.parametrize(
    ("applied", "reached", "tests", "known", "covered"),
    [
        (["a.b"], ["job x"], ["t::u"], True, True),
        (["a.b"], [], ["t::u"], True, False),
        (["a.b"], ["job x"], [], True, False),
        (["a.b"], ["job x"], [], False, True),
        (["a.b"], [], [], False, False),
        ([], [], ["t::u"], True, False),
    ],
)
def test_covered_is_applied_in_code_that_is_reached_and_tested(
    applied: list[str], reached: list[str], tests: list[str], known: bool, covered: bool
) -> None:
    cited = clause("ICCF-TR-2017 7.1")
    found = one(coverage({cited: applied}, {cited: reached}, {cited: tests}), "ICCF-TR-2017 7.1")
    assert found.is_covered(tests_known=known) is covered


@pytest.mark.parametrize(
    ("names", "marks", "told"),
    [
        ((), "(applied, not reached, 1 test)", None),
        (("command a", "job b", "page /c"), "(applied, reached, 1 test)", "reached by command a, job b, page /c"),
        (("command a", "job b", "page /c", "page /d", "page /e"), "reached", "command a, job b, page /c and 2 more"),
    ],
)
def test_a_listing_says_what_is_lacking_and_names_the_first_few_entry_points(
    names: tuple[str, ...], marks: str, told: str | None
) -> None:
    out = StringIO()
    entry = Coverage(next(iter(catalogue().values())), ("a.b",), names, ("t::u",))
    print_rows([entry], Console(file=out, width=200), tests_known=True)
    assert marks in out.getvalue()
    assert told in out.getvalue() if told else "reached by" not in out.getvalue()


def test_missing_answers_no_and_lists_only_what_is_not_covered() -> None:
    done = run("clauses", "--missing", "--format", "json", "--edition", "ICCF-TR-2017")
    listed = json.loads(done.stdout)
    counted = [row for row in catalogue().values() if row.edition == "ICCF-TR-2017" and is_counted(row)]
    assert listed["total"] == len(counted)
    assert len(listed["clauses"]) == listed["total"] - listed["covered"]
    assert all(
        row["not_counted"] or not (row["applied"] and row["reached"] and row["tests"]) for row in listed["clauses"]
    )
    assert not [row for row in listed["clauses"] if (row["not_counted"] or "").startswith("nothing to decide")]
    assert done.returncode == (1 if listed["clauses"] else 0)
    assert done.stderr == b""


def test_an_unknown_edition_is_bad_input() -> None:
    done = run("clauses", "--edition", "X")
    assert done.returncode == 2
    assert done.stderr.startswith(b"slowmate: --edition: 'X' is not an edition; the editions are ICCF-TR-2016")


def test_an_installed_package_still_knows_where_clauses_are_applied_and_reached(tmp_path: Path) -> None:
    shutil.copytree(Path(slowmate.__file__).parent, tmp_path / "site" / "slowmate")
    command = [sys.executable, "-m", "slowmate", "clauses", "--format", "json"]
    done = subprocess.run(
        command, capture_output=True, check=True, env={"PYTHONPATH": str(tmp_path / "site")}, cwd=tmp_path
    )
    answer = json.loads(done.stdout)
    row = next(row for row in answer["clauses"] if (row["edition"], row["clause"]) == ("ICCF-TR-2017", "7.4"))
    assert "slowmate.events.running.tiebreaks.may_add" in row["applied"]
    assert "command standings" in row["reached"]
    assert row["tests"] == []
    assert answer["covered"] == sum(bool(row["reached"]) and not row["not_counted"] for row in answer["clauses"])
