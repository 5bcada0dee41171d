"""What tools/commits says of the subjects of commits."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def check(subject: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "tools" / "commits"), "--subject", subject]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    "subject",
    ["events: keep the last rating of inactive players", "xfcc: PostgreSQL by marker", "events, plan: need a date"],
)
def test_a_subject_of_an_area_and_a_change_is_accepted(subject: str) -> None:
    result = check(subject)
    assert (result.returncode, result.stdout) == (0, "")


@pytest.mark.parametrize(
    ("subject", "reason"),
    [
        ("Keep the last rating of inactive players", "write `area: what changed`"),
        ("Events: keep the last rating", "write `area: what changed`"),
        ("events: " + "keep " * 13, "it has 73 characters, at most 72 fit"),
        ("events: keep the last rating.", "drop the full stop"),
        ("events: Keep the last rating", "begin in lower case after the colon: 'keep'"),
        ("events: renamed the plan", "'renamed' is not imperative"),
        ("events: renaming the plan", "'renaming' is not imperative"),
    ],
)
def test_another_subject_is_refused_with_what_to_do(subject: str, reason: str) -> None:
    result = check(subject)
    assert result.returncode == 1
    assert reason in result.stdout


def test_a_subject_of_72_characters_fits() -> None:
    subject = "events: keep" + " it" * 20
    assert len(subject) == 72
    assert check(subject).returncode == 0


@pytest.mark.parametrize("name", ["CONTRIBUTING.md", "docs/style.md"])
def test_the_examples_for_contributors_are_accepted(name: str) -> None:
    examples = re.findall(r"^    ([a-z]+: [a-z].*)$", (ROOT / name).read_text("utf-8"), re.MULTILINE)
    assert len(examples) >= 5
    assert [subject for subject in examples if check(subject).returncode] == []
