"""The answer to a case of titles: a verdict, everything that was judged, the titles and norms won, and their days."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum

from slowmate.rulebook import Ground, Refused, Requirement


class Verdict(StrEnum):
    YES = "yes"
    CONDITIONAL = "cond"
    NO = "no"


@dataclass(frozen=True, slots=True)
class Gain:
    """Something won: a title or a norm, at once or on condition. *interim*: a lower title until then."""

    title: str
    grants: str
    final: bool = True
    interim: str | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """*days* have names such as ``achieved`` and ``confirmed from``; a requirement that does not bind is a remark."""

    verdict: Verdict
    requirements: tuple[Requirement, ...]
    gains: tuple[Gain, ...] = ()
    days: Mapping[str, date | None] = field(default_factory=dict)


def said_no(refusal: Refused) -> Answer:
    """Return the answer no, with the grounds of a refusal."""
    return Answer(Verdict.NO, tuple(Requirement(ground, holds=False) for ground in refusal.grounds))


def all_as(grounds: Iterable[Ground], holds: bool, *, binding: bool = True) -> tuple[Requirement, ...]:  # noqa: FBT001
    return tuple(Requirement(ground, holds, binding=binding) for ground in grounds)
