"""Phrases, and the grounds they fit.

The key of a phrase is the address of a clause, and after a ``#`` what the facts have to be: ``#made`` that the outcome
is "made"; ``#most=none`` that there is none, be it no limit or an empty list, ``#most=some`` that there is one, and
``#most=any`` that it is given at all; ``#holds=yes`` and ``#holds=no``; ``#kind=zonal`` that a fact is that word.
Several are joined by commas.

The message is for gettext. ``%(fact)s`` is the place of a fact; ``[fact:one|many]`` is the word that fits the number
(or the length of a list), ``[fact:yes|no]`` the one that fits a truth. A translation may name three words, for one, two
to four, and more, and a fourth for a part.
"""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from slowmate.rulebook import Fact
from slowmate.words.showing import is_nothing

_PLACE = re.compile(r"%\((\w+)\)s")
_CHOICE = re.compile(r"\[(\w+):([^\[\]|]*(?:\|[^\[\]|]*)+)\]")


@dataclass(frozen=True, slots=True)
class Phrase:
    """A message and what it needs: conditions on facts, and facts that have their place in it."""

    message: str
    conditions: tuple[tuple[str, str], ...]
    places: frozenset[str]

    @property
    def facts(self) -> frozenset[str]:
        """Return the facts that the phrase uses, in its places or its conditions."""
        return self.places | {fact for fact, _ in self.conditions}

    def fits(self, facts: Mapping[str, Fact]) -> bool:
        return self.places <= facts.keys() and all(
            fact in facts and _is(fact, facts[fact], condition) for fact, condition in self.conditions
        )


def filled(message: str, facts: Mapping[str, Fact], values: Mapping[str, str]) -> str:
    """Return a message with its words chosen and its places filled. A reason ends without its own full stop."""
    text = _CHOICE.sub(lambda match: _word(match[2].split("|"), facts.get(match[1])), message)
    return text % {key: value.rstrip(" .") if key == "reason" else value for key, value in values.items()}


def by_address(phrases: Mapping[str, str]) -> dict[str, tuple[Phrase, ...]]:
    """Return phrases by the address they belong to, those with the most conditions first."""
    phrases_at: dict[str, list[Phrase]] = defaultdict(list)
    for key, message in phrases.items():
        address, conditions = split(key)
        parts = tuple(_condition(part) for part in conditions.split(",")) if conditions else ()
        places = frozenset(_PLACE.findall(message)) | {fact for fact, _ in _CHOICE.findall(message)}
        phrases_at[address].append(Phrase(message, parts, places))
    order = {address: sorted(several, key=_asks_for, reverse=True) for address, several in phrases_at.items()}
    return {address: tuple(several) for address, several in order.items()}


def split(key: str) -> tuple[str, str]:
    """Split a key into address and conditions; a mark at the very end belongs to the address, as in 1.72/#."""
    address, _, conditions = key.rpartition("#")
    return (address, conditions) if address and conditions else (key, "")


def _asks_for(phrase: Phrase) -> tuple[bool, int, int]:
    has_outcome = any(fact == "outcome" for fact, _ in phrase.conditions)
    return has_outcome, len(phrase.conditions), len(phrase.places)


def _condition(text: str) -> tuple[str, str]:
    fact, separator, condition = text.partition("=")
    return (fact, condition) if separator else ("outcome", text)


def _is(name: str, fact: Fact, condition: str) -> bool:
    if name == "outcome":
        return fact == condition
    match condition:
        case "none":
            return is_nothing(fact)
        case "some":
            return not is_nothing(fact)
        case "any":
            return True
        case "yes" | "no" if isinstance(fact, bool):
            return fact is (condition == "yes")
    return str(fact) == condition


def _word(words: Sequence[str], fact: Fact) -> str:
    """Choose the word of several that fits a truth or a number."""
    if isinstance(fact, bool):
        return words[0 if fact else 1]
    number = fact if isinstance(fact, int | float | Fraction | Decimal) else _length(fact)
    if number == 1:
        return words[0]
    if number % 1 and len(words) > 3:
        return words[3]
    return words[1] if len(words) == 2 or 2 <= number <= 4 else words[2]


def _length(fact: Fact) -> int:
    return len(fact) if isinstance(fact, Sequence | Mapping) and not isinstance(fact, str) else 0
