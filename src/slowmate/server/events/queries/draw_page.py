"""The draw of a section for people: what was bound when, what came of it, and whether drawing again gives the same."""

from collections import Counter
from dataclasses import dataclass
from datetime import date, datetime
from functools import lru_cache

from slowmate.events.organising.draw import PublishedDraw, commitment
from slowmate.server.events.models import Draw
from slowmate.server.events.pages.section_table import Named
from slowmate.server.events.queries.draws import drawn, replaced
from slowmate.server.events.queries.sections import SectionRows
from slowmate.server.people.models import Player

KEPT = 32
"""Draws that a process keeps: drawing a large stage again takes a second."""


@dataclass(frozen=True, slots=True)
class DrawPage:
    """A draw. *seed* is empty until the start lists are posted; then *is_same* says whether it gives this section."""

    commitment: str
    seed: str
    made: datetime
    revealed: datetime | None
    entrants: tuple[Named, ...]
    exchanges: tuple[tuple[Named, Named], ...]
    replacements: tuple[tuple[Named, Named | None], ...]
    is_bound: bool
    """The seed has the commitment that was published before."""
    is_same: bool


def draw_page(rows: SectionRows) -> DrawPage | None:
    """The draw that a section came of; None where nothing was drawn here. One query."""
    draw = rows.section.draw
    if draw is None:
        return None
    is_open = draw.revealed is not None
    people = _people(draw)
    nobody: dict[str, str] = {}
    return DrawPage(
        commitment=draw.commitment,
        seed=draw.seed if is_open else "",
        made=draw.made,
        revealed=draw.revealed,
        entrants=tuple(people[str(one["id"])] for one in draw.entrants),
        exchanges=tuple((people[one], people[other]) for one, other in draw.exchanges) if is_open else (),
        replacements=tuple(
            (people[one], people.get(other)) for one, other in (replaced(draw) if is_open else nobody).items()
        ),
        is_bound=is_open and commitment(draw.seed) == draw.commitment,
        is_same=is_open and _is_same(rows, draw),
    )


def _people(draw: Draw) -> dict[str, Named]:
    """Everybody a draw names; one who is no player here by what the draw says of him."""
    ids = {str(one["id"]) for one in draw.entrants} | {one for pair in draw.replacements for one in pair if one}
    known = Player.objects.filter(pk__in=[int(one) for one in ids if one.isdigit()])
    found = {one: Named(0, one) for one in ids}
    columns = ("pk", "name", "title", "federation", "rating")
    return found | {str(row[0]): Named(*row) for row in known.values_list(*columns)}


def _is_same(rows: SectionRows, draw: Draw) -> bool:
    """Whether numbers and colours of a section are those that follow from the seed, after seats changed hands."""
    told = _drawn_again(draw.pk, draw.seed, rows.section.start)
    now = replaced(draw)
    ids = {seat.pk: str(seat.player_id) for seat in rows.seats}
    seated = [ids[seat.pk] for seat in rows.seats]
    for turn, numbers in enumerate(told.sections, 1):
        if [now.get(one, one) for one in numbers] == seated:
            pairs = Counter(
                (now.get(white, white), now.get(black, black)) for of, white, black in told.pairings if of == turn
            )
            return pairs == Counter((ids[one.white_id], ids[one.black_id]) for one in rows.pairings)
    return False


@lru_cache(maxsize=KEPT)
def _drawn_again(pk: int, seed: str, start: date) -> PublishedDraw:  # noqa: ARG001 - part of what it is kept by
    return drawn(Draw.objects.select_related("event").get(pk=pk), start=start)
