"""What a decision is: a value and its grounds, each a clause with the facts it was applied to."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from decimal import Decimal
from fractions import Fraction
from functools import cache
from typing import Generic, TypeAlias, TypeVar, Union

T_co = TypeVar("T_co", covariant=True)

Fact: TypeAlias = Union[  # noqa: UP007 - a recursive alias needs its own name in quotes, which | does not take
    bool, int, float, str, Fraction, Decimal, date, datetime, timedelta, Sequence["Fact"], Mapping[str, "Fact"], None
]


@dataclass(frozen=True, slots=True, order=True)
class Clause:
    """A rule's address: the edition and the number of the clause in it."""

    edition: str
    address: str

    def __str__(self) -> str:
        return f"{self.edition} {self.address}"

    @classmethod
    def parse(cls, text: str) -> "Clause":
        """Read an address that came from outside, such as a test's tag or a link."""
        edition, separator, address = text.partition(" ")
        if not separator:
            raise ValueError(f"an address is an edition, a space and a clause, not {text!r}")
        return cls(edition, address)


@cache
def clause(address: str) -> Clause:
    """Cite a clause in code, as in ``clause("ICCF-TR-2017 7.2(a)")``.

    The argument is always a literal, so that code can be searched for it; the tests check that it exists.
    """
    return Clause.parse(address)


@dataclass(frozen=True, slots=True)
class Ground:
    """A clause and the few facts it was applied to. Text is made from it elsewhere, in the reader's language."""

    clause: Clause
    facts: Mapping[str, Fact] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Ruling(Generic[T_co]):
    """A decision: what was decided, and every ground it rests on, in the order they were applied."""

    value: T_co
    grounds: tuple[Ground, ...]


@dataclass(frozen=True, slots=True)
class Requirement:
    """A requirement that was looked at: the clause with its facts, and whether it holds.

    One that does not bind is a wish of the rules ("if possible"), or has something else standing in for it.
    """

    ground: Ground
    holds: bool
    binding: bool = True


class Refused(ValueError):
    """The rules do not allow what was asked."""

    def __init__(self, *grounds: Ground) -> None:
        super().__init__(*grounds)
        self.grounds = grounds

    def __str__(self) -> str:
        return "; ".join(f"{ground.clause} {dict(ground.facts)}" for ground in self.grounds)
