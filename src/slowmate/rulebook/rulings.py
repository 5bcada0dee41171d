"""Decisions: a value and its grounds, each a clause with the facts it was applied to."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from decimal import Decimal
from enum import StrEnum
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


class Role(StrEnum):
    """The part of a ruling that a ground is, where rulings have parts."""

    BAR = "bar"
    """A reason against, whatever else holds."""
    WAY = "way"
    """A way that was tried, whether or not it holds."""
    REMARK = "remark"
    """A note: that nothing else helps, or that the announcement decides."""
    COST = "cost"
    PENDING = "pending"
    """A step still needed before the ruling takes effect."""


@dataclass(frozen=True, slots=True)
class Ground:
    """A clause and the few facts it was applied to. Text is made from it elsewhere, in the reader's language.

    Its *role* in a ruling is no part of what it says: grounds are equal with any.
    """

    clause: Clause
    facts: Mapping[str, Fact] = field(default_factory=dict)
    role: Role | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Ruling(Generic[T_co]):
    """A decision: what was decided, and every ground it rests on, in the order they were applied."""

    value: T_co
    grounds: tuple[Ground, ...]

    def part(self, *roles: Role) -> tuple[Ground, ...]:
        """Return the grounds that have one of these roles, in their order."""
        return tuple(ground for ground in self.grounds if ground.role in roles)


def with_role(role: Role, grounds: Iterable[Ground]) -> tuple[Ground, ...]:
    """Return the same grounds as that part of a ruling."""
    return tuple(replace(ground, role=role) for ground in grounds)


@dataclass(frozen=True, slots=True)
class Requirement:
    """A requirement that was looked at: the clause with its facts, and whether it holds.

    One that does not bind is a wish of the rules ("if possible"), or has something else standing in for it.
    """

    ground: Ground
    holds: bool
    binding: bool = True

    @property
    def stated(self) -> Ground:
        """The ground, with the fact whether the requirement holds."""
        return Ground(self.ground.clause, {**self.ground.facts, "holds": self.holds})


def all_hold(requirements: Sequence[Requirement]) -> Ruling[bool]:
    """Decide whether all requirements hold, with each as a ground."""
    return Ruling(all(each.holds for each in requirements), tuple(each.stated for each in requirements))


class Refused(ValueError):
    """A refusal: the rules do not allow what was asked."""

    def __init__(self, *grounds: Ground) -> None:
        super().__init__(*grounds)
        self.grounds = grounds

    def __str__(self) -> str:
        return "; ".join(f"{ground.clause} {dict(ground.facts)}" for ground in self.grounds)
