"""The Czech catalogue is complete, keeps every place and tag of the English, and is the one that is compiled."""

import re
import shutil
import subprocess
import sys
from collections import Counter
from decimal import Decimal
from gettext import GNUTranslations
from pathlib import Path

import pytest
from django.test import Client
from django.utils import translation

from slowmate import server
from slowmate.rulebook import Ground, clause
from slowmate.server.site import clock
from slowmate.server.site.text import sentence
from slowmate.words import AROUND, PHRASES
from slowmate.words.moves import NAMES, REASONS, reason
from tests.support.people import game, person

ROOT = Path(__file__).parents[3]
CATALOGUE = Path(next(iter(server.__path__))) / "locale" / "cs" / "LC_MESSAGES" / "django.po"
PLACE = re.compile(r"%\(\w+\)[sd]|%s|</?\w+>")
CHOICE = re.compile(r"\[(\w+):[^\[\]|]*\|")
SAME = {"log", "sigma", "beta", "Rating"}
"""Words of formulas that are the same in both languages, beside letters such as Rc and RD."""


@pytest.fixture(scope="module")
def czech() -> GNUTranslations:
    with CATALOGUE.with_suffix(".mo").open("rb") as compiled:
        return GNUTranslations(compiled)


def texts(czech: GNUTranslations) -> dict[object, str]:
    found: dict[object, str] = czech._catalog  # type: ignore[attr-defined]  # gettext has no door to it
    return {key: text for key, text in found.items() if key}


def test_no_text_of_the_product_is_missing_or_untranslated() -> None:
    assert shutil.which("xgettext"), "needs Debian's gettext: run make setup"
    command = [sys.executable, str(ROOT / "tools" / "messages"), "--check"]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert (done.stdout, done.returncode) == ("", 0), "run tools/messages, then translate what it names"


def test_the_compiled_catalogue_is_that_of_the_source(czech: GNUTranslations, tmp_path: Path) -> None:
    fresh = tmp_path / "django.mo"
    subprocess.run(["msgfmt", "--check", "-o", fresh, CATALOGUE], check=True)
    with fresh.open("rb") as compiled:
        assert texts(GNUTranslations(compiled)) == texts(czech)
    assert len(texts(czech)) > 700


def test_every_translation_keeps_the_places_and_tags_of_its_text(czech: GNUTranslations) -> None:
    wrong = []
    for key, text in texts(czech).items():
        english = key[0] if isinstance(key, tuple) else str(key)
        english = english.rpartition("\x04")[2]
        if Counter(PLACE.findall(english)) != Counter(PLACE.findall(text)) and not isinstance(key, tuple):
            wrong.append((english, text))
    assert wrong == []


def test_every_choice_of_words_is_by_a_fact_of_the_sentence_and_none_is_lost(czech: GNUTranslations) -> None:
    """A truth is told by a choice alone; the number of a noun may be told in another way."""
    wrong = {}
    for text in {*PHRASES.values(), *AROUND.values()}:
        choices, in_czech = set(CHOICE.findall(text)), set(CHOICE.findall(czech.gettext(text)))
        truths = {fact for fact in choices if f"%({fact})s" not in text}
        if not truths <= in_czech <= choices:
            wrong[text] = czech.gettext(text)
    assert wrong == {}


def test_what_the_core_says_is_said_in_czech(czech: GNUTranslations) -> None:
    core = {*PHRASES.values(), *AROUND.values(), *REASONS, *NAMES}
    assert core - {str(key) for key in texts(czech)} == set(), "not translated"
    in_english = {text for text in core if czech.gettext(text) == text}
    assert {
        text for text in in_english if not set(re.findall(r"[A-Za-z]{3,}", PLACE.sub("", text))) <= SAME
    } == set(), "English in the Czech catalogue"


def test_a_reason_is_told_without_the_move_and_in_the_language_of_the_reader() -> None:
    with translation.override("cs"):
        assert reason("'Ke9' is not a move: the king is in check", translate=translation.gettext) == "král je v šachu"
        said = reason("'Qe5' is illegal: no queen of the side to move can go to e5", translate=translation.gettext)
    assert said == "žádný kámen na tahu (dáma) nemůže na e5"
    assert reason("something nobody foresaw") == "something nobody foresaw"


@pytest.mark.django_db
def test_the_page_of_a_game_has_no_english_left_in_czech(client: Client) -> None:
    anna, ben = person("Anna", language="cs"), person("Ben")
    row = game(anna, ben, "e4", "e5", at=clock.now())
    client.force_login(anna)
    body = client.get(f"/games/{row.pk}").content.decode()
    text = re.sub(r"<[^>]+>", " ", body)
    for english in ("Your", "your turn", "Moves", "Clocks", "White", "Journal", "Resign", "days", "Submit", "Claim"):
        assert not re.search(rf"\b{english}\b", text), english
    for czech in ("Jste na tahu", "Tahy", "Deník", "Vzdát", "Bílý"):
        assert czech in text


def test_numbers_have_a_decimal_comma_in_czech_and_a_point_in_english() -> None:
    ground = Ground(clause("ICCF-TR-2017 App2.2.2"), {"games": 12, "average": Decimal("2536.25")})
    for language, number in (("en", "2536.25"), ("cs", "2536,25")):
        with translation.override(language):
            assert number in sentence(ground)
