"""Each language of the one list has everything that a language needs."""

from pathlib import Path

import pytest
from django.conf import settings
from django.utils import translation

from slowmate import server
from slowmate.board.national import LETTERS
from slowmate.rulebook.synonyms import synonyms
from slowmate.server.people.forms import PreferencesForm
from slowmate.server.site.languages import LANGUAGES, TRANSLATED

CATALOGUES = Path(server.__file__).parent / "locale"


def test_pages_and_settings_offer_the_languages_of_the_list() -> None:
    assert list(LANGUAGES) == settings.LANGUAGES
    assert list(PreferencesForm.base_fields["language"].choices) == list(LANGUAGES)  # type: ignore[attr-defined]


def test_each_catalogue_belongs_to_a_language_of_the_list() -> None:
    assert {path.name for path in CATALOGUES.iterdir() if path.is_dir()} == set(TRANSLATED), "run tools/messages"


@pytest.mark.parametrize("code", TRANSLATED)
def test_a_language_has_messages_letters_of_the_pieces_and_words_to_search_by(code: str) -> None:
    with translation.override(code):
        assert translation.gettext("Events") != "Events", f"translate locale/{code}, then run tools/messages"
    assert code in LETTERS, f"add the letters of the pieces to LETTERS in board/national.py: {code}"
    words = [each for each in synonyms() if each.language == code]
    assert words, f"add words to search the rule book by to rulebook/data/synonyms.csv: {code}"
