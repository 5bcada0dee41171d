"""Refusals of leave, as pages list them."""

from dataclasses import dataclass

from slowmate.rulebook import Ground
from slowmate.server.games.models import Game
from slowmate.server.games.queries.leave import Refusals
from slowmate.server.site.text import sentence


@dataclass(frozen=True, slots=True)
class RefusalGroup:
    """Games in which leave is refused in the same words."""

    grounds: tuple[Ground, ...]
    games: list[Game]


def refusal_groups(refusals: Refusals) -> list[RefusalGroup]:
    """Group refusals by their words, the most frequent first."""
    groups: dict[tuple[str, ...], RefusalGroup] = {}
    for row, grounds in refusals:
        words = tuple(map(sentence, grounds))
        groups.setdefault(words, RefusalGroup(grounds, [])).games.append(row)
    return sorted(groups.values(), key=lambda group: -len(group.games))
