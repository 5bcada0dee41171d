"""Grounds in words. The core decides and keeps clause and facts; the sentence is made here, in the reader's language.

A phrase is found by the clause's address, or by ``address#outcome`` where the facts have an ``outcome``. It is a
gettext message with ``%(fact)s`` places. A clause without a phrase is told by its rule in our words and its facts.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime, timedelta
from decimal import Decimal
from fractions import Fraction

from slowmate.formats.words import board, fide_ratings, fide_titles, play, ratings, standings, titles
from slowmate.rulebook import Fact, Ground, find

Translate = Callable[[str], str]

PHRASES: dict[str, str] = {
    **board.PHRASES,
    **fide_ratings.PHRASES,
    **fide_titles.PHRASES,
    **play.PHRASES,
    **ratings.PHRASES,
    **standings.PHRASES,
    **titles.PHRASES,
}
"""Message by address without the edition's year, so that editions that say the same share the sentence."""


def say(ground: Ground, *, names: Mapping[str, str] | None = None, translate: Translate = str) -> str:
    """One sentence for a ground. *names* gives the name to show for an id."""
    names = {**play.COLOURS, **(names or {})}
    shown = {key: show(fact, names) for key, fact in ground.facts.items()}
    if "reason" in shown:
        shown["reason"] = shown["reason"].rstrip(" .")  # the sentence has its own full stop
    family = ground.clause.edition.rpartition("-")[0]
    key = f"{family} {ground.clause.address}"
    phrase = PHRASES.get(f"{key}#{ground.facts.get('outcome')}", PHRASES.get(key))
    if phrase is None:
        row = find(ground.clause)
        facts = "; ".join(f"{key.replace('_', ' ')}: {value}" for key, value in shown.items())
        return f"{row.rule if row else ground.clause} ({facts})" if facts else row.rule if row else str(ground.clause)
    return translate(phrase) % shown


def show(fact: Fact, names: Mapping[str, str]) -> str:
    """A fact as a person would write it: 7½, yes, 1 April 2017."""
    if isinstance(fact, bool):
        return "yes" if fact else "no"
    if isinstance(fact, int):
        return str(fact)
    if fact is None:
        return "unknown"
    if isinstance(fact, int):
        return str(fact)  # a number is never an id: those are text
    if isinstance(fact, Fraction):
        return score(fact)
    if isinstance(fact, float | Decimal):
        return f"{fact:.10g}"
    if isinstance(fact, datetime):
        return fact.strftime("%d %B %Y, %H:%M UTC").lstrip("0")
    if isinstance(fact, date):
        return fact.strftime("%d %B %Y").lstrip("0")
    if isinstance(fact, timedelta):
        return span(fact)
    if isinstance(fact, Mapping):
        return "; ".join(f"{names.get(key, key)} {show(value, names)}" for key, value in fact.items())
    if isinstance(fact, str):
        return names.get(fact, fact)
    return "; ".join(show(value, names) for value in fact) if isinstance(fact, Sequence) else str(fact)


def span(value: timedelta) -> str:
    """A time as a clock shows it: 3 days 4 hours."""
    seconds = abs(value) // timedelta(seconds=1)
    units = (("day", 86400), ("hour", 3600), ("minute", 60), ("second", 1))
    parts = []
    for name, length in units:
        count, seconds = divmod(seconds, length)
        if count:
            parts.append(f"{count} {name}{'s' * (count != 1)}")
    sign = "minus " if value < timedelta(0) else ""
    return sign + " ".join(parts) if parts else "no time"


def score(value: Fraction) -> str:
    """Points with ½, ¼ and ¾ as signs."""
    whole, rest = divmod(value, 1)
    signs = {Fraction(0): "", Fraction(1, 2): "½", Fraction(1, 4): "¼", Fraction(3, 4): "¾"}
    if rest not in signs:
        return f"{float(value):g}"
    return f"{whole}{signs[rest]}" if whole or not rest else signs[rest]
