"""Chances in words: how likely what is still open is."""

from collections.abc import Callable
from fractions import Fraction

TEXTS = {
    "certain": "certain",
    "gone": "no longer possible",
    "possible": "possible",
    "odds": "about %(one)s in %(of)s",
}
"""Messages for gettext."""


def say_odds(odds: Fraction | None, *, translate: Callable[[str], str] = str) -> str:
    """Render odds for people, such as "about 3 in 4": 1 is certain, 0 is gone, None is possible."""
    if odds is None:
        return translate(TEXTS["possible"])
    if odds in (0, 1):
        return translate(TEXTS["certain" if odds else "gone"])
    return translate(TEXTS["odds"]) % {"one": odds.numerator, "of": odds.denominator}
