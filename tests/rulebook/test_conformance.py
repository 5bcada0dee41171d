"""The rule book is whole: citations exist, editions follow each other, dated values have no gap."""

import ast
from datetime import timedelta
from pathlib import Path

import pytest

import slowmate
from slowmate.rulebook import EDITIONS, SERIES, Clause, Dated, NoEdition, catalogue, find, governing
from slowmate.rulebook.citations import citations

SOURCES = sorted(Path(slowmate.__file__).parent.rglob("*.py"))


def dated_values() -> list[tuple[str, tuple[str, ...]]]:
    """Every `Dated({...})` of the package: where it stands and the editions it has values for."""
    found = []
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Dated" and node.args:
                keys = ast.literal_eval(ast.Dict(node.args[0].keys, node.args[0].keys))
                found.append((f"{path.name}:{node.lineno}", tuple(Clause.parse(key).edition for key in keys)))
    return found


def test_the_catalogue_has_every_row_once() -> None:
    assert len(catalogue()) == 1275
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


@pytest.mark.parametrize(("where", "editions"), dated_values())
def test_a_dated_value_has_no_gap(where: str, editions: tuple[str, ...]) -> None:
    ends = [series[-len(editions) :] for series in SERIES.values()]
    starts = [series[: len(editions)] for series in SERIES.values()]
    ordered = tuple(sorted(editions, key=lambda key: EDITIONS[key].begins))
    assert ordered in ends + starts, f"{where} leaves out an edition between others"


def test_a_dated_value_has_no_overlap() -> None:
    with pytest.raises(ValueError, match="two values for one edition"):
        Dated({"ICCF-TR-2017 7.1": 1, "ICCF-TR-2017 7.4": 2})
