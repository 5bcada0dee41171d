"""Grounds as pages show them: the clause, and its sentence with the names of the players it is about."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from django.utils.translation import get_language

from slowmate.records import Event
from slowmate.rulebook import Clause, Ground, Requirement
from slowmate.server.events.queries.section_cache import CACHED_SECTIONS, table_of
from slowmate.server.site.text import sentence


@dataclass(frozen=True, slots=True)
class RenderedGround:
    """A ground in words; of a requirement whether it *holds*, and whether it is binding."""

    clause: Clause
    words: str
    holds: bool = True
    is_binding: bool = True


def render_grounds(grounds: Iterable[Ground], names: Mapping[str, str]) -> list[RenderedGround]:
    return [RenderedGround(ground.clause, sentence(ground, names=names)) for ground in grounds]


def render_requirements(requirements: Iterable[Requirement], names: Mapping[str, str]) -> list[RenderedGround]:
    return [
        RenderedGround(
            requirement.ground.clause,
            sentence(requirement.ground, names=names),
            requirement.holds,
            requirement.binding,
        )
        for requirement in requirements
    ]


def render_tie_breaks(event: Event) -> tuple[RenderedGround, ...]:
    """Say how the places of a table came about, with names, in the reader's language."""
    return _render_tie_breaks(event, get_language() or "")


@lru_cache(maxsize=CACHED_SECTIONS)
def _render_tie_breaks(event: Event, language: str) -> tuple[RenderedGround, ...]:  # noqa: ARG001 - part of the key
    names = {player.id: str(player.name) for player in event.players} | {team.id: team.name for team in event.teams}
    return tuple(render_grounds(table_of(event).grounds, names))
