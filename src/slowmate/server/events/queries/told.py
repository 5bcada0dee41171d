"""Grounds as pages of events show them: clause, and the sentence with the names of those whom it is about."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from slowmate.rulebook import Clause, Ground, Requirement
from slowmate.server.site.text import sentence


@dataclass(frozen=True, slots=True)
class Told:
    """A ground in words; of a requirement whether it *holds*, and whether anything hangs on it."""

    clause: Clause
    words: str
    holds: bool = True
    is_binding: bool = True


def told(grounds: Iterable[Ground], names: Mapping[str, str]) -> list[Told]:
    return [Told(ground.clause, sentence(ground, names=names)) for ground in grounds]


def told_requirements(found: Iterable[Requirement], names: Mapping[str, str]) -> list[Told]:
    return [Told(one.ground.clause, sentence(one.ground, names=names), one.holds, one.binding) for one in found]
