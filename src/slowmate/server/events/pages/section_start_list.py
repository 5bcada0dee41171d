"""The start list of a section, as it was posted: who plays with which rating and colours, and what is at stake."""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext

from slowmate.events.running.goals import goals
from slowmate.rulebook import Clause
from slowmate.server.events.pages.section_norms import Title, has_norms, norms_page, stated
from slowmate.server.events.pages.section_table import Named, named
from slowmate.server.events.queries.sections import SectionRows
from slowmate.server.events.text import kind_words
from slowmate.words import say_goals, score


@dataclass(frozen=True, slots=True)
class ListedSeat:
    number: int
    who: Named
    team: str
    board: int | None
    rating: str
    """The rating he starts with."""
    rated_by: Clause | None
    """The clause that gives it, where it is not his published rating."""
    whites: int
    blacks: int
    needed: tuple[str, ...]
    """For each title that is open in the section, the score that makes a norm; empty where it is not open to him."""
    is_mine: bool


@dataclass(frozen=True, slots=True)
class StartListPage:
    titles: tuple[Title, ...]
    seats: tuple[ListedSeat, ...]
    has_teams: bool
    average: str
    category: str
    leads_to: tuple[str, ...]
    """What places and scores lead to, a sentence each."""


def _score(needed: Fraction | None) -> str:
    return "" if needed is None else score(needed)


def start_list_page(rows: SectionRows, *, me: int | None = None) -> StartListPage:
    """The players of a section in the order of their numbers."""
    found = norms_page(rows, is_whole=False) if has_norms(rows) else None
    white = Counter(pairing.white_id for pairing in rows.pairings)
    black = Counter(pairing.black_id for pairing in rows.pairings)
    fixed = stated(rows) if found else {}
    titles = [title.short for title in found.titles] if found else []
    seats = tuple(
        ListedSeat(
            number=seat.number or row,
            who=named(seat),
            team=seat.team.name if seat.team else "",
            board=seat.board,
            rating=str(seat.start_rating or seat.rating or ""),
            rated_by=Clause.parse(seat.rated_by) if seat.rated_by and seat.start_rating != seat.rating else None,
            whites=white[seat.pk],
            blacks=black[seat.pk],
            needed=tuple(_score(fixed.get(str(seat.player_id), {}).get(title)) for title in titles),
            is_mine=seat.player_id == me,
        )
        for row, seat in enumerate(rows.seats, 1)
    )
    return StartListPage(
        found.titles if found else (),
        seats,
        bool(rows.record.teams),
        found.average if found else "",
        found.category if found else "",
        tuple(say_goals(goals(rows.record), translate=gettext, name_kind=kind_words)),
    )
