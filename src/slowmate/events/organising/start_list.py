"""The start list of a section: who plays with which rating, what the section is, and the statement of norms."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from fractions import Fraction

from slowmate.events.organising.cycles import governing_edition
from slowmate.records import Event, Player
from slowmate.rulebook import Fact, Ground, Ruling, clause
from slowmate.titles.iccf.statement import Statement, statement

NORMS_STATED = clause("ICCF-TR-2017 4.2/1")
MEMORIAL_NORMS = clause("ICCF-TR-2017 6.1/4")


@dataclass(frozen=True, slots=True)
class StartList:
    """What is posted before a section starts; it fixes the norms."""

    event: str
    kind: str
    edition: str
    start: date
    players: tuple[Player, ...]
    average: Decimal | None
    category: str | None
    norms: Mapping[str, Mapping[str, Fraction | None]]
    """For each player and title the score that makes a norm; None where none is open."""
    offered: tuple[str, ...]
    """Titles for which somebody in the section can make a norm."""
    director: str | None
    time_control: str


def start_list(event: Event, *, time_control: str) -> Ruling[StartList]:
    """The start list of a section as it stands before its first move. The day it starts decides the edition."""
    edition = governing_edition(event.start)
    fixed: Ruling[Statement] = statement(event)
    needed = fixed.value.needed
    offered = [title for title in _titles(needed) if any(scores.get(title) is not None for scores in needed.values())]
    facts: dict[str, Fact] = {"event": event.name, "offered": list(offered), "players": len(event.players)}
    cited = MEMORIAL_NORMS if event.kind.slug == "memorial-under-2300" else NORMS_STATED
    value = StartList(
        event=event.name,
        kind=event.kind.slug,
        edition=edition.value,
        start=event.start,
        players=event.players,
        average=fixed.value.average,
        category=fixed.value.category,
        norms=needed,
        offered=tuple(offered),
        director=event.director.name if event.director else None,
        time_control=time_control,
    )
    return Ruling(value, (*edition.grounds, *fixed.grounds, Ground(cited, facts)))


def _titles(needed: Mapping[str, Mapping[str, Fraction | None]]) -> list[str]:
    return list(dict.fromkeys(title for scores in needed.values() for title in scores))
