"""Style sheets have one declaration a line, and say each colour once, light and dark together."""

import re
from collections import Counter
from pathlib import Path

import pytest

from slowmate import server

SHEETS = sorted((Path(server.__file__).parent / "static" / "slowmate").glob("*.css"))
COLOUR = re.compile(r"^\s*--([a-z-]+): .*#[0-9a-f]{3,8}", re.MULTILINE)


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.name)
def test_a_line_has_one_declaration(sheet: Path) -> None:
    text = re.sub(r"/\*.*?\*/", "", sheet.read_text("utf-8"), flags=re.DOTALL)
    crowded = [line for line in text.splitlines() if line.count(";") + line.count("{") + line.count("}") > 1]
    assert crowded == []


def selectors(sheet: Path) -> list[str]:
    """Return the selectors of a sheet's rules that apply to every window."""
    text = re.sub(r"/\*.*?\*/", "", sheet.read_text("utf-8"), flags=re.DOTALL)
    return [" ".join(rule.split()) for rule in re.findall(r"^([^\s@{}][^{}]*?) \{", text, flags=re.MULTILINE)]


def test_a_selector_has_one_rule_in_all_sheets() -> None:
    places = Counter(selector for sheet in SHEETS for selector in selectors(sheet))
    assert len(places) > 500
    assert [selector for selector, number in places.items() if number > 1] == []


def test_each_colour_is_said_once_for_light_and_dark() -> None:
    (sheet,) = (sheet.read_text("utf-8") for sheet in SHEETS if sheet.name == "slowmate.css")
    names = COLOUR.findall(sheet)
    assert len(names) > 10
    assert len(names) == len(set(names)) == sheet.count("light-dark(")
    assert "prefers-color-scheme" not in sheet, "color-scheme chooses, by the device or by the reader"


def test_the_class_of_an_area_is_for_main_alone() -> None:
    templates = [path.read_text("utf-8") for path in (Path(server.__file__).parent / "templates").rglob("*.html")]
    areas = {area for text in templates for area in re.findall(r"{% block area %}(.+?){% endblock %}", text)}
    assert areas
    assert [area for area in areas if not area.startswith("area-")] == []
    assert [text for text in templates if re.search(r'class="[^"]*\barea-', text)] == []
