"""Messages speak of any person as they."""

import re
from pathlib import Path

import pytest

SERVER = Path(__file__).parents[2] / "src" / "slowmate" / "server"
HE = re.compile(r"\b(?:he|his|him|himself)\b", re.IGNORECASE)


def messages() -> list[str]:
    """Every message that the catalogues know: those of Python, of templates and of the rules' sentences."""
    text = (SERVER / "locale" / "cs" / "LC_MESSAGES" / "django.po").read_text("utf-8")
    entries = re.findall(r'^msgid(?:_plural)? (".*"(?:\n".*")*)', text, re.MULTILINE)
    return ["".join(re.findall(r'"(.*)"', entry)) for entry in entries]


def test_no_message_calls_a_person_he() -> None:
    texts = messages()
    assert len(texts) > 4000
    assert [text for text in texts if HE.search(text)] == []


def test_no_template_calls_a_person_he() -> None:
    templates = [path for path in sorted((SERVER / "templates").rglob("*")) if path.is_file()]
    assert len(templates) > 300
    texts = {path.name: re.sub(r"\{#.*?#\}", "", path.read_text("utf-8")) for path in templates}
    assert [name for name, text in texts.items() if HE.search(text)] == []


@pytest.mark.parametrize("text", ["He resigns", "Place him on this board", "nobody decides about himself"])
def test_he_is_seen_in_any_case_and_place(text: str) -> None:
    assert HE.search(text)
