"""Facts as a person would write them."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from decimal import Decimal
from fractions import Fraction

from slowmate.rulebook import Fact
from slowmate.words.values import nothing, word_for


def tell(key: str, fact: Fact, names: Mapping[str, str]) -> str:
    """Render a fact by its name: codes in the words people use for them, and a word if it has no value."""
    if is_nothing(fact):
        return nothing(key)
    if isinstance(fact, str):
        return names.get(fact) or word_for(key, fact)
    if isinstance(fact, Mapping):
        return show({tell(key, name, names): tell(key, value, names) for name, value in fact.items()}, {})
    if isinstance(fact, Sequence):
        return show([tell(key, value, names) for value in fact], {})
    return show(fact, names)


def is_nothing(fact: Fact) -> bool:
    """Return whether a fact is empty: no value, no text, an empty list."""
    return (
        fact is None
        or (isinstance(fact, str) and not fact.strip())
        or (isinstance(fact, Sequence | Mapping) and not fact)
    )


def show(fact: Fact, names: Mapping[str, str], *, decimal_sign: str = ".") -> str:
    """Render a value: 7½, yes, 1 April 2017. *names* are those of players and teams by their ids, which are text."""
    if isinstance(fact, bool):
        return "yes" if fact else "no"
    if isinstance(fact, int):
        return str(fact)  # a number is never an id: those are text
    if isinstance(fact, Fraction):
        return score(fact).replace(".", decimal_sign)
    if isinstance(fact, float | Decimal):
        return f"{fact:.12g}".replace(".", decimal_sign)
    if isinstance(fact, datetime):
        return fact.strftime("%d %B %Y, %H:%M UTC").lstrip("0")
    if isinstance(fact, date):
        return fact.strftime("%d %B %Y").lstrip("0")
    if isinstance(fact, timedelta):
        return span(fact)
    if isinstance(fact, str):
        return names.get(fact, fact)
    if isinstance(fact, Mapping):
        shown = ((name, show(value, names, decimal_sign=decimal_sign)) for name, value in fact.items())
        return "; ".join(f"{names.get(name, name)} {value}" for name, value in shown)
    return "; ".join(show(value, names, decimal_sign=decimal_sign) for value in fact or ())


def span(value: timedelta) -> str:
    """Render a time as a clock shows it: 3 days 4 hours."""
    seconds = abs(value) // timedelta(seconds=1)
    units = (("day", 86400), ("hour", 3600), ("minute", 60), ("second", 1))
    parts = []
    for name, length in units:
        count, seconds = divmod(seconds, length)
        if count:
            parts.append(f"{count} {name}{'s' * (count != 1)}")
    sign = "minus " if value < timedelta(0) else ""
    return sign + " ".join(parts) if parts else "no time"


QUARTERS = ("", "¼", "½", "¾")


def score(value: Fraction) -> str:
    """Render points with ½, ¼ and ¾ as signs."""
    parts, remainder = divmod(len(QUARTERS), value.denominator)
    if remainder:
        return f"{float(value):g}"
    whole, rest = divmod(value.numerator * parts, len(QUARTERS))
    return f"{whole}{QUARTERS[rest]}" if whole or not rest else QUARTERS[rest]
