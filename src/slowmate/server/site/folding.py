"""Names as people look for them: capitals, accents and the order of words do not matter, on any database."""

from unicodedata import combining, normalize

MAX_FOLDED_LENGTH = 240
"""Characters kept of a folded name: a letter can become several."""
_LETTERS = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ŧ": "t", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th", "’": "'"}
)
"""Letters that are no other letter with a mark, as those write them who do not have them."""


def folded(text: str) -> str:
    """Return a text without capitals, accents and double spaces: Čeněk and CENEK are the same; ß is ss, ł is l."""
    plain = _without_marks(_without_marks(text).casefold())
    return " ".join(plain.translate(_LETTERS).split())


def _without_marks(text: str) -> str:
    return "".join(letter for letter in normalize("NFKD", text) if not combining(letter))
