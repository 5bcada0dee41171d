"""Sections as they are proposed: sizes to choose from with what speaks for each, and the division as it is judged."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from slowmate.events.organising.planning import SizeProposal
from slowmate.rulebook import Ground, Refused, Ruling
from slowmate.server.events.models import Event, EventEntry, Seat, Section
from slowmate.server.events.queries.division import Division, Proposed, division_of, draw_of, sizes_to_choose
from slowmate.server.events.text import office_words


@dataclass(frozen=True, slots=True)
class Choice:
    """One way to form sections: so many of each size, who waits, who has to allow it."""

    sizes: tuple[int, ...]
    groups: tuple[tuple[int, int], ...]
    """How many sections of which size, the largest first."""
    waiting: int
    allowed_by: str
    is_normal: bool
    grounds: tuple[Ground, ...]

    @property
    def value(self) -> str:
        return ",".join(str(size) for size in self.sizes)


@dataclass(frozen=True, slots=True)
class SectionFigures:
    """One section of the proposal with what it would be."""

    section: Section
    seats: tuple[Seat, ...]
    average: str
    federations: tuple[tuple[str, int], ...]
    unrated: int
    norms: tuple[str, ...]
    is_title_tournament: bool
    size: tuple[Ground, ...]
    is_allowed: bool
    is_normal: bool


@dataclass(frozen=True, slots=True)
class Figures:
    """A whole division: how even it is, and whether the rules let it be."""

    sections: tuple[SectionFigures, ...]
    spread: str
    crowded: int
    is_allowed: bool
    exchanges: int


def choices(event: Event, entrants: int) -> list[Choice]:
    """Ways to form sections of so many entrants, those with nothing to warn of first."""
    return [_choice(one) for one in sizes_to_choose(event, entrants)]


def _choice(proposal: SizeProposal) -> Choice:
    return Choice(
        proposal.sizes,
        tuple(sorted(((number, size) for size, number in Counter(proposal.sizes).items()), key=lambda one: -one[1])),
        proposal.waiting,
        office_words(proposal.allowed_by.value) if proposal.allowed_by else "",
        proposal.is_normal,
        proposal.grounds,
    )


def figures(event: Event, sections: list[Section] | None = None) -> Figures | None:
    """The division of an event as it stands, with all figures; None before there is one."""
    division = division_of(event, sections)
    if division.judgement is None:
        return None
    draw = draw_of(event)
    found = division.judgement.division
    lines = tuple(_section(division, number, one) for number, one in enumerate(division.sections))
    return Figures(
        lines,
        _shown(found.spread),
        found.crowded,
        division.judgement.is_allowed,
        len(draw.exchanges) if draw else 0,
    )


def _section(division: Division, number: int, one: Proposed) -> SectionFigures:
    judged = division.judgement
    if judged is None:
        raise ValueError("a division without judgement has no figures")
    size: Ruling[str] | Refused = judged.sizes[number]
    outlook = judged.norms[number]
    federations = Counter(seat.federation for seat in one.seats if seat.federation)
    return SectionFigures(
        one.section,
        one.seats,
        _shown(judged.division.averages[number]),
        tuple(federations.most_common()),
        sum(seat.rating is None for seat in one.seats),
        outlook.titles,
        outlook.complies,
        size.grounds,
        is_allowed=not isinstance(size, Refused),
        is_normal=isinstance(size, Ruling) and size.value == "ok",
    )


def _shown(value: Fraction) -> str:
    return f"{float(value):.1f}"


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Somebody who may no longer enter, and what stands against it."""

    entry: EventEntry
    grounds: tuple[Ground, ...]


def left_out(refused: Sequence[tuple[EventEntry, tuple[Ground, ...]]]) -> list[LeftOut]:
    """Whoever could not be seated any more, with what stands against it; what is fulfilled is not repeated."""
    return [
        LeftOut(entry, tuple(ground for ground in grounds if ground.facts.get("holds") is not True)[:4])
        for entry, grounds in refused
    ]
