"""The page that divides an event into sections: the ways to form them, and the proposal with its figures."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from slowmate.events.organising.planning import Judgement, SizeProposal
from slowmate.events.organising.start_ratings import unrated
from slowmate.rulebook import Ground, Refused, Ruling
from slowmate.server.events.models import Event, EventEntry, Seat, Section
from slowmate.server.events.queries.division import ProposedSection, division_of, draw_of, sizes_to_choose
from slowmate.server.events.queries.record import player_of_seat
from slowmate.server.events.text import office_words
from slowmate.server.site.text import decimal

MAX_GROUNDS = 4
"""Grounds that are shown against one entry."""


@dataclass(frozen=True, slots=True)
class DivisionChoice:
    """One way to form sections: how many of each size, how many entrants wait, and the office that has to allow it."""

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


def division_choices(event: Event, entrants: int) -> list[DivisionChoice]:
    """Return the ways to form sections of so many entrants, those without a warning first."""
    return [_choice(proposal) for proposal in sizes_to_choose(event, entrants)]


def _choice(proposal: SizeProposal) -> DivisionChoice:
    groups = ((number, size) for size, number in Counter(proposal.sizes).items())
    return DivisionChoice(
        proposal.sizes,
        tuple(sorted(groups, key=lambda group: -group[1])),
        proposal.waiting,
        office_words(proposal.allowed_by.value) if proposal.allowed_by else "",
        proposal.is_normal,
        proposal.grounds,
    )


@dataclass(frozen=True, slots=True)
class ProposedPlayer:
    """One player of a proposed section, with the rating they would start with; *is_assumed* if they have none."""

    seat: Seat
    rating: str
    is_assumed: bool


@dataclass(frozen=True, slots=True)
class SectionFigures:
    """One proposed section with its averages, federations and norms."""

    section: Section
    players: tuple[ProposedPlayer, ...]
    average: str
    """Of the ratings with which its players would start."""
    norm_average: str
    """Of Appendix 2, if norms can be made and it is another."""
    federations: tuple[tuple[str, int], ...]
    unrated: int
    norms: tuple[str, ...]
    is_title_tournament: bool
    size: tuple[Ground, ...]
    is_allowed: bool
    is_normal: bool


@dataclass(frozen=True, slots=True)
class DivisionFigures:
    """A whole division: how even it is, and whether the rules allow it."""

    sections: tuple[SectionFigures, ...]
    spread: str
    crowded: int
    is_allowed: bool
    exchanges: int


def division_figures(event: Event, sections: list[Section] | None = None) -> DivisionFigures | None:
    """Return the division of an event as it stands, with all figures; None before there is one."""
    division = division_of(event, sections)
    judgement = division.judgement
    if judgement is None:
        return None
    draw = draw_of(event)
    lines = tuple(_section(judgement, number, section) for number, section in enumerate(division.sections))
    return DivisionFigures(
        lines,
        _decimal(judgement.division.spread),
        judgement.division.crowded,
        judgement.is_allowed,
        len(draw.exchanges) if draw else 0,
    )


def _section(judgement: Judgement, number: int, proposed: ProposedSection) -> SectionFigures:
    size: Ruling[str] | Refused = judgement.sizes[number]
    outlook = judgement.norms[number]
    federations = Counter(seat.federation for seat in proposed.seats if seat.federation)
    ratings = proposed.ratings
    players = tuple(
        ProposedPlayer(
            seat,
            str(ratings.ratings.get(str(seat.player_id), "–")),
            is_assumed=str(seat.player_id) in ratings.assumed,
        )
        for seat in proposed.seats
    )
    average = _decimal(judgement.division.averages[number])
    norm_average = _decimal(outlook.average) if outlook.average is not None else ""
    return SectionFigures(
        proposed.section,
        players,
        average,
        norm_average if outlook.titles and norm_average != average else "",
        tuple(federations.most_common()),
        len(unrated([player_of_seat(seat) for seat in proposed.seats])),
        outlook.titles,
        outlook.complies,
        size.grounds,
        is_allowed=not isinstance(size, Refused),
        is_normal=isinstance(size, Ruling) and size.value == "ok",
    )


def _decimal(value: Fraction | Decimal) -> str:
    return decimal(f"{float(value):.1f}")


@dataclass(frozen=True, slots=True)
class UnseatableEntry:
    """An entry that may no longer be seated, and what stands against it."""

    entry: EventEntry
    grounds: tuple[Ground, ...]


def unseatable_entries(refused: Sequence[tuple[EventEntry, tuple[Ground, ...]]]) -> list[UnseatableEntry]:
    """Return the entries that can no longer be seated, with what stands against each; what is fulfilled is left out."""
    return [
        UnseatableEntry(
            entry, tuple(ground for ground in grounds if ground.facts.get("holds") is not True)[:MAX_GROUNDS]
        )
        for entry, grounds in refused
    ]
