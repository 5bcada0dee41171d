"""The rule book is whole: citations exist, editions follow each other, dated values have no gap."""

import ast
import csv
from collections import defaultdict
from datetime import timedelta
from importlib import resources
from pathlib import Path

import pytest

import slowmate
from slowmate.rulebook import EDITIONS, SERIES, Clause, Dated, NoEdition, catalogue, find, governing
from slowmate.rulebook.citations import citations

pytestmark = pytest.mark.slow

SOURCES = sorted(Path(slowmate.__file__).parent.rglob("*.py"))


def dated_tables(source: str) -> list[tuple[int, tuple[str, ...]]]:
    """Every `Dated({...})` of a module: its line, and the clauses it is keyed by."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Dated" and node.args:
            table = node.args[0]
            assert isinstance(table, ast.Dict), node.lineno
            found.append((node.lineno, tuple(ast.literal_eval(key) for key in table.keys if key)))
    return found


DATED = [
    (f"{path.name}:{line}", clauses) for path in SOURCES for line, clauses in dated_tables(path.read_text("utf-8"))
]


def dated_twice(tables: list[tuple[str, tuple[str, ...]]]) -> dict[str, list[str]]:
    """The clauses that more than one table is keyed by, and where those stand."""
    places: dict[str, list[str]] = defaultdict(list)
    for where, clauses in tables:
        for address in clauses:
            places[address].append(where)
    return {address: found for address, found in places.items() if len(found) > 1}


def test_the_catalogue_has_every_row_once() -> None:
    text = resources.files("slowmate.rulebook").joinpath("data/clauses.csv").read_text("utf-8")
    rows = csv.DictReader(text.splitlines(keepends=True))
    addresses = [f"{row['edition']} {row['clause']}" for row in rows]
    assert len(catalogue()) == len(addresses) == len(set(addresses))
    assert {row.edition for row in catalogue().values()} == set(EDITIONS)


def test_every_citation_in_the_code_exists() -> None:
    unknown = {str(cited): where for cited, where in citations().items() if find(cited) is None}
    assert unknown == {}


def test_every_tag_in_the_tests_exists(request: pytest.FixtureRequest) -> None:
    tags = {address for item in request.session.items for mark in item.iter_markers("clause") for address in mark.args}
    assert {tag for tag in tags if find(Clause.parse(tag)) is None} == set()


@pytest.mark.parametrize("series", SERIES.values(), ids=SERIES.keys())
def test_each_edition_governs_from_its_first_day_to_the_day_before_the_next(series: tuple[str, ...]) -> None:
    editions = tuple(EDITIONS[key] for key in series)
    for edition, following in zip(editions, (*editions[1:], None), strict=True):
        assert governing(editions, on=edition.begins) is edition
        if following:
            assert governing(editions, on=following.begins - timedelta(days=1)) is edition
        else:
            assert governing(editions, on=edition.begins + timedelta(days=36500)) is edition


@pytest.mark.parametrize("series", SERIES.values(), ids=SERIES.keys())
def test_the_day_before_the_first_edition_is_refused(series: tuple[str, ...]) -> None:
    editions = tuple(EDITIONS[key] for key in series)
    with pytest.raises(NoEdition, match="no edition we hold governs"):
        governing(editions, on=editions[0].begins - timedelta(days=1))


@pytest.mark.parametrize(("where", "clauses"), DATED)
def test_a_dated_value_has_no_gap(where: str, clauses: tuple[str, ...]) -> None:
    editions = tuple(Clause.parse(address).edition for address in clauses)
    ends = [series[-len(editions) :] for series in SERIES.values()]
    starts = [series[: len(editions)] for series in SERIES.values()]
    ordered = tuple(sorted(editions, key=lambda key: EDITIONS[key].begins))
    assert ordered in ends + starts, f"{where} leaves out an edition between others"


def test_a_dated_value_has_no_overlap() -> None:
    with pytest.raises(ValueError, match="two values for one edition"):
        Dated({"ICCF-TR-2017 7.1": 1, "ICCF-TR-2017 7.4": 2})


def test_a_clause_is_dated_in_one_table() -> None:
    """What a clause says stands once: where it says two things, or another edition says them in two clauses, the table
    has a value with both."""
    assert dated_twice(DATED) == {}


def test_a_second_table_for_a_clause_is_found() -> None:
    one = 'A = Dated({"ICCF-TR-2016 9.3/2": 12, "ICCF-TR-2017 9.3/2": 12})'
    other = 'def f():\n    return Dated({\n "ICCF-TR-2017 9.3/2": 12\n}).on(day)'
    tables = [(name, keys) for name, source in (("one", one), ("other", other)) for _, keys in dated_tables(source)]
    assert dated_twice(tables) == {"ICCF-TR-2017 9.3/2": ["one", "other"]}
