"""What the documents show is true."""

import doctest
import re
from pathlib import Path

import pytest

import slowmate.rulebook.dated

ROOT = Path(__file__).parents[1]


def test_the_worked_example_for_contributors_runs() -> None:
    result = doctest.testfile(str(ROOT / "CONTRIBUTING.md"), module_relative=False)
    assert result.attempted > 8
    assert result.failed == 0


def test_the_example_of_a_dated_value_runs() -> None:
    result = doctest.testmod(slowmate.rulebook.dated)
    assert result.attempted > 2
    assert result.failed == 0


@pytest.mark.parametrize(
    "name", ["README.md", "CONTRIBUTING.md", *(f"docs/{p.name}" for p in (ROOT / "docs").glob("*.md"))]
)
def test_what_a_document_links_to_is_there(name: str) -> None:
    text = (ROOT / name).read_text("utf-8")
    for target in re.findall(r"\]\(([^)#:]+)\)", text):
        assert ((ROOT / name).parent / target).exists(), target


def test_the_tests_that_stand_against_a_threat_are_there() -> None:
    named = re.findall(r"`([a-z_/]*test_[a-z_]+\.py)`", (ROOT / "docs" / "security.md").read_text("utf-8"))
    assert len(named) > 30
    assert [name for name in named if not (ROOT / "tests" / "server" / name).exists()] == []


def test_the_operator_is_told_of_every_command_of_ours_under_manage() -> None:
    text = (ROOT / "docs" / "operate.md").read_text("utf-8")
    commands = (ROOT / "src" / "slowmate" / "server" / "management" / "commands").glob("[a-z]*.py")
    named = [f"slowmate manage {path.stem} " for path in commands]
    assert named
    assert all(name in text for name in named)


def test_the_readme_names_no_command_that_is_not_there() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    targets = set(re.findall(r"^\.PHONY: (.*)$", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)[0].split())
    assert set(re.findall(r"`?make ([a-z-]+)", text)) <= targets
    from slowmate.cli.main import COMMANDS  # noqa: PLC0415 - named where it is used

    assert set(re.findall(r"slowmate ([a-z]+)[ `]", text)) <= set(COMMANDS)
