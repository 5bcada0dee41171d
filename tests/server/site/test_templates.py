"""Templates are laid out one element a line, and lay out what was decided: they combine no conditions."""

import re
from pathlib import Path

from slowmate import server

TEMPLATES = Path(server.__file__).parent / "templates"
PAGES = {path.relative_to(TEMPLATES).as_posix(): path.read_text("utf-8") for path in TEMPLATES.rglob("*.html")}
COMBINED = re.compile(r"{%\s*(?:el)?if\b[^%]*\b(?:and|or)\b[^%]*%}")
LONGEST = 240
"""A link or option whose attributes are computed may take a line of its own; sentences are wrapped."""


def test_no_template_combines_conditions() -> None:
    assert len(PAGES) > 100
    found = {name: COMBINED.findall(text) for name, text in PAGES.items()}
    assert {name: each for name, each in found.items() if each} == {}, "let the view or the query decide it"


def test_what_scrolls_within_a_section_is_no_landmark_of_the_same_name() -> None:
    wrong = []
    for name, text in PAGES.items():
        sections = set(re.findall(r'<section[^>]*\baria-labelledby="(\w+)"', text))
        headings = {label: re.search(rf'id="{label}"[^>]*>(.*?)</h\d>', text, re.DOTALL) for label in sections}
        words = {word.strip().replace('"', "'") for match in headings.values() if match for word in [match[1]]}
        for region in re.findall(r'<div[^>]*role="region"(?:[^>"]|"[^"]*")*>', text):
            label = re.search(r'aria-label(?:ledby)?="([^"]*)"', region)
            if label and label[1] in sections | words:
                wrong.append(f"{name}: {label[1]}")
    assert wrong == [], 'give it role="group": a landmark is named once'


def test_every_line_of_a_template_can_be_read() -> None:
    long = {name: [line for line in text.splitlines() if len(line) > LONGEST] for name, text in PAGES.items()}
    assert {name: lines for name, lines in long.items() if lines} == {}


def test_combined_conditions_would_be_found() -> None:
    assert COMBINED.findall("{% if a %}{% elif page.rights and not grounds %}{% endif %}{% if order %}") == [
        "{% elif page.rights and not grounds %}"
    ]
