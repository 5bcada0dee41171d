"""The piece letters with which readers see and type moves.

As with language and time zone, an answer to a person activates them once (`moves_shown_with`), and code that prints
a move asks here. On record, in files and for programs moves have English letters.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from django.utils.translation import get_language, get_language_info, gettext_lazy

from slowmate.board import national
from slowmate.board.national import Letters

AS_IN_ENGLISH, OF_THE_PAGES, FIGURINES = "english", "language", "figurines"
LONGEST_CHOICE = 12

_chosen: ContextVar[str] = ContextVar("piece_letters", default=AS_IN_ENGLISH)


@contextmanager
def moves_shown_with(choice: str) -> Iterator[None]:
    """Show moves with a preference: one of `choices`."""
    before = _chosen.set(choice)
    try:
        yield
    finally:
        _chosen.reset(before)


def own_letters() -> Letters:
    """Return the piece letters of the reader."""
    choice = _chosen.get()
    if choice == FIGURINES:
        return national.FIGURINES
    language = (get_language() or "").partition("-")[0] if choice == OF_THE_PAGES else choice
    return national.LETTERS.get(language, national.ENGLISH)


def in_own_letters(text: str) -> str:
    """Return moves on record with the piece letters of the reader."""
    return national.with_letters(text, own_letters())


def choices() -> list[tuple[str, object]]:
    """Return what a person can choose: the language of the pages, or a language whose letters they know."""
    named = [(code, get_language_info(code)["name_local"], letters) for code, letters in national.LETTERS.items()]
    return [
        (AS_IN_ENGLISH, gettext_lazy("as in English: K Q R B N")),
        (OF_THE_PAGES, gettext_lazy("of the language of the pages")),
        (FIGURINES, gettext_lazy("figurines: ♔ ♕ ♖ ♗ ♘")),
        *((code, f"{name.capitalize()}: {' '.join(letters)}") for code, name, letters in sorted(named, key=_by_name)),
    ]


def _by_name(row: tuple[str, str, Letters]) -> str:
    return row[1].casefold()
