"""The helper by which tests look at one element of a page."""

import pytest

from tests.server.reading import texts_of

PAGE = """<main><ul id="entries"><li class="late new">Ada <b>2300</b><br>CZE</li><li>Bo</ul>
<table><tr class="late"><td>1<td>Cyril</td></tr></table><a href="/desk">Desk</a><input class="late"></main>"""


@pytest.mark.parametrize(
    ("selector", "texts"),
    [
        ("#entries li.late", ["Ada 2300CZE"]),
        (".late.new", ["Ada 2300CZE"]),
        ("li b", ["2300"]),
        ("main tr.late", ["1Cyril"]),
        ("a[href=/desk]", ["Desk"]),
        ("a[href=/me]", []),
        ("table li", []),
        ("ul tr", []),
        ("input.late", [""]),
    ],
)
def test_an_element_is_found_by_its_place_and_nothing_beside_it(selector: str, texts: list[str]) -> None:
    assert texts_of(PAGE, selector) == texts
