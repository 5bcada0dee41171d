"""Grounds as pages of events show them: clause, and the sentence with the names of those whom it is about."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from django.utils.translation import get_language

from slowmate.records import Event
from slowmate.rulebook import Clause, Ground, Requirement
from slowmate.server.events.queries.section_cache import KEPT, table_of
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


def ties_of(event: Event) -> tuple[Told, ...]:
    """How the places of a table came about, with names, in the reader's language."""
    return _ties(event, get_language() or "")


@lru_cache(maxsize=KEPT)
def _ties(event: Event, language: str) -> tuple[Told, ...]:  # noqa: ARG001 - part of what it is kept by
    names = {player.id: str(player.name) for player in event.players} | {team.id: team.name for team in event.teams}
    return tuple(told(table_of(event).grounds, names))
