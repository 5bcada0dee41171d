"""`slowmate clauses`: the truth about the rule book, read from the code and the collected tests."""

import argparse
import io
import json
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping
from contextlib import redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich import box
from rich.console import Console
from rich.table import Table

import slowmate
from slowmate.cli.tables import console
from slowmate.records import BadInput
from slowmate.rulebook import EDITIONS, Clause, Row, catalogue, find
from slowmate.rulebook.citations import citations
from slowmate.rulebook.not_counted import NotCounted, Standing, exception_of
from slowmate.rulebook.reach import clauses_reached
from slowmate.rulebook.source import nothing_to_collect, trees

if TYPE_CHECKING:
    import pytest

EXAMPLES = """examples:
  slowmate clauses                             coverage by edition and kind
  slowmate clauses --edition ICCF-LAWS-2019    one edition, clause by clause
  slowmate clauses --missing                   what is not covered (exit status 1 if anything is)
  slowmate clauses --format json               everything, for scripts

A clause is covered when code applies it that a command, a job, or a page or call of its own slices reaches, and a test
proves it. What only tests call is not reached. Clauses that decide nothing are listed with the reason and not counted.
An installed package knows where clauses are applied and from where that is
reached; the tests are read where the source tree is.
"""

UNUSED = ("playwright", "schemathesis")
"""Plugins of the tests that take long to load and tag nothing."""
APART = ("scale",)
"""Folders of tests that are collected by themselves alone."""
SHOWN = 3
"""The most entry points of a clause in a table."""


@dataclass(frozen=True, slots=True)
class Coverage:
    row: Row
    applied: tuple[str, ...]
    """The functions, classes and constants that cite it."""
    reached: tuple[str, ...]
    """The entry points by which a person gets to code that does."""
    tests: tuple[str, ...]

    @property
    def exception(self) -> NotCounted | None:
        return exception_of(self.row)

    @property
    def is_counted(self) -> bool:
        """Whether the clause decides anything, so that it can be covered."""
        return self.exception is None or self.exception.standing is not Standing.NOTHING_TO_DECIDE

    def is_covered(self, *, tests_known: bool) -> bool:
        if self.exception is not None:
            return False
        return bool(self.applied) and bool(self.reached) and bool(self.tests or not tests_known)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--missing", action="store_true", help="only clauses that are not covered")
    parser.add_argument("--edition", metavar="E", help=f"one of {', '.join(EDITIONS)}")
    parser.add_argument("--format", choices=("table", "json"), default="table")


def run(options: argparse.Namespace) -> int:
    if options.edition is not None and options.edition not in EDITIONS:
        raise BadInput(
            f"{options.edition!r} is not an edition; the editions are {', '.join(EDITIONS)}", field="--edition"
        )
    with nothing_to_collect():
        tags = collected_tags()
        parsed = trees("slowmate")
        rows = coverage(citations(parsed), clauses_reached(parsed), tags or {})
    tests_known = tags is not None
    if options.edition:
        rows = [row for row in rows if row.row.edition == options.edition]
    missing = [row for row in rows if row.is_counted and not row.is_covered(tests_known=tests_known)]
    shown = missing if options.missing else rows
    if options.format == "json":
        print(json.dumps(_json(shown, rows, tests_known=tests_known), ensure_ascii=False, indent=2))
    elif options.missing or options.edition:
        print_rows(shown, console(), tests_known=tests_known)
    if options.format == "table":
        _print_totals(rows, console(), tests_known=tests_known)
    return 1 if options.missing and missing else 0


def coverage(
    applied: Mapping[Clause, Collection[str]],
    reached_by: Mapping[Clause, Collection[str]],
    tags: Mapping[Clause, Collection[str]],
) -> list[Coverage]:
    """Return every row of the catalogue with what applies it, what reaches that, and what proves it.

    What an edition leaves to another one's row (`Edition.restates`) counts for that row.
    """
    by_row = [_by_row(names_by_clause) for names_by_clause in (applied, reached_by, tags)]
    return [
        Coverage(row, *(tuple(sorted(names_by_clause.get(cited, ()))) for names_by_clause in by_row))
        for cited, row in catalogue().items()
    ]


def _by_row(names_by_clause: Mapping[Clause, Collection[str]]) -> dict[Clause, set[str]]:
    rows: dict[Clause, set[str]] = defaultdict(set)
    for cited, names in names_by_clause.items():
        row = find(cited)
        if row is not None:
            rows[Clause(row.edition, row.clause)].update(names)
    return rows


def collected_tags() -> dict[Clause, list[str]] | None:
    """Return the tests that pytest collects, by the clause they are tagged with; None without a source tree."""
    root = Path(slowmate.__file__).parents[2]
    if not (root / "tests").is_dir() or not (root / "pyproject.toml").is_file():
        return None
    try:
        import pytest  # noqa: PLC0415 - only where the source tree is
    except ImportError:
        return None
    collector = _Collector()
    with redirect_stdout(io.StringIO()):  # pytest counts the tests of each file aloud
        arguments = ["--collect-only", "--assert=plain", "-qq", "--no-header", "--rootdir", str(root)]
        unused = [part for plugin in UNUSED for part in ("-p", f"no:{plugin}")]
        status = pytest.main([*arguments, *unused, *tagged_files(root / "tests")], [collector])
    if status not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        raise BadInput("the tests cannot be collected; run pytest to see why", file=str(root / "tests"))
    return collector.tags


def tagged_files(folder: Path) -> list[str]:
    """Return the files that mention a clause, and so may have tests tagged with it. The others need no import."""
    files = sorted(file for file in folder.rglob("test_*.py") if file.relative_to(folder).parts[0] not in APART)
    return [str(file) for file in files if "clause" in file.read_text("utf-8")]


class _Collector:
    """A pytest plugin that writes down which test carries which clause."""

    def __init__(self) -> None:
        self.tags: dict[Clause, list[str]] = defaultdict(list)

    def pytest_collection_finish(self, session: "pytest.Session") -> None:
        for item in session.items:
            name = item.nodeid.partition("[")[0]
            for mark in item.iter_markers("clause"):
                for address in mark.args:
                    tests = self.tags[Clause.parse(address)]
                    if name not in tests:
                        tests.append(name)

    def pytest_report_collectionfinish(self) -> list[str]:
        return []

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:  # noqa: ANN401 - pytest's own reporter
        terminalreporter.stats.clear()


def _json(shown: list[Coverage], rows: list[Coverage], *, tests_known: bool) -> dict[str, object]:
    return {
        "clauses": [
            {
                "edition": entry.row.edition,
                "clause": entry.row.clause,
                "kind": entry.row.kind,
                "rule": entry.row.rule,
                "applied": list(entry.applied),
                "reached": list(entry.reached),
                "tests": list(entry.tests),
                "not_counted": f"{entry.exception.standing}: {entry.exception.reason}" if entry.exception else None,
            }
            for entry in shown
        ],
        "covered": sum(entry.is_covered(tests_known=tests_known) for entry in rows),
        "total": sum(entry.is_counted for entry in rows),
    }


def print_rows(shown: list[Coverage], out: Console, *, tests_known: bool) -> None:
    for entry in shown:
        tests = f"{len(entry.tests) or 'no'} test{'s' * (len(entry.tests) != 1)}" if tests_known else "tests unknown"
        marks = f"{'' if entry.applied else 'not '}applied, {'' if entry.reached else 'not '}reached, {tests}"
        out.print(f"{entry.row.edition} {entry.row.clause}  {entry.row.kind}  ({marks})", style="bold", highlight=False)
        out.print(f"    {entry.row.rule}", highlight=False, markup=False)
        if entry.exception:
            out.print(f"      {entry.exception.standing}: {entry.exception.reason}", highlight=False, markup=False)
        if entry.reached:
            out.print(f"      reached by {_first(entry.reached)}", highlight=False, markup=False)
        for place in (*entry.applied, *entry.tests):
            out.print(f"      {place}", highlight=False, markup=False, style="dim")


def _first(names: tuple[str, ...]) -> str:
    more = len(names) - SHOWN
    return ", ".join(names[:SHOWN]) + (f" and {more} more" if more > 0 else "")


def _print_totals(rows: list[Coverage], out: Console, *, tests_known: bool) -> None:
    total = Counter((entry.row.edition, entry.row.kind) for entry in rows if entry.is_counted)
    covered = Counter(
        (entry.row.edition, entry.row.kind) for entry in rows if entry.is_covered(tests_known=tests_known)
    )
    kinds = sorted({kind for _, kind in total})
    table = Table(box=box.SIMPLE_HEAD, title="covered (reached and tested) / all", title_justify="left")
    for heading in ("edition", *kinds, "together"):
        table.add_column(heading, justify="left" if heading == "edition" else "right", no_wrap=True)
    editions = sorted({edition for edition, _ in total})
    for edition in editions:
        cells = [f"{covered[edition, kind]} / {total[edition, kind]}" if total[edition, kind] else "" for kind in kinds]
        sums = (sum(count[edition, kind] for kind in kinds) for count in (covered, total))
        table.add_row(edition, *cells, " / ".join(map(str, sums)))
    columns = (f"{sum(covered[e, kind] for e in editions)} / {sum(total[e, kind] for e in editions)}" for kind in kinds)
    table.add_section()
    table.add_row("together", *columns, f"{covered.total()} / {total.total()}", style="bold")
    out.print(table)
    without = sum(not entry.is_counted for entry in rows)
    if without:
        out.print(f"{without} more clauses decide nothing: they name a thing, state an aim or ask for conduct.")
    if not tests_known:
        out.print("No source tree here: a clause counts as covered where code applies it that is reached.")
