"""The start list of a section, as it was posted: its players with ratings and colours, and what is at stake."""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext

from slowmate.events.running.goals import goals
from slowmate.rulebook import Clause
from slowmate.server.events.pages.section_norms import NormTitle, norms_page
from slowmate.server.events.queries.sections import Participant, SectionRows, has_norms, participant
from slowmate.server.events.queries.start_lists import stated_norms
from slowmate.server.events.text import kind_words
from slowmate.words import say_goals, score


@dataclass(frozen=True, slots=True)
class StartListLine:
    number: int
    who: Participant
    team: str
    board: int | None
    rating: str
    """The rating the player starts with."""
    rated_by: Clause | None
    """The clause that gives it, where it is not the published rating."""
    whites: int
    blacks: int
    needed: tuple[str, ...]
    """For each title open in the section the score that makes a norm; empty where it is not open to the player."""
    is_mine: bool


@dataclass(frozen=True, slots=True)
class StartListPage:
    titles: tuple[NormTitle, ...]
    seats: tuple[StartListLine, ...]
    has_teams: bool
    average: str
    category: str
    leads_to: tuple[str, ...]
    """What places and scores lead to, a sentence each."""


def _score(needed: Fraction | None) -> str:
    return "" if needed is None else score(needed)


def start_list_page(rows: SectionRows, *, me: int | None = None) -> StartListPage:
    """Return the players of a section in the order of their numbers."""
    norms = norms_page(rows, is_whole=False) if has_norms(rows) else None
    white = Counter(pairing.white_id for pairing in rows.pairings)
    black = Counter(pairing.black_id for pairing in rows.pairings)
    fixed = stated_norms(rows) if norms else {}
    titles = [title.short for title in norms.titles] if norms else []
    seats = tuple(
        StartListLine(
            number=seat.number or row,
            who=participant(seat),
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
        norms.titles if norms else (),
        seats,
        bool(rows.record.teams),
        norms.average if norms else "",
        norms.category if norms else "",
        tuple(say_goals(goals(rows.record), translate=gettext, name_kind=kind_words)),
    )
