"""A draw as everybody may verify it: the file of `slowmate draw --verify`, and its summary on the page of a section."""

from collections import Counter
from dataclasses import dataclass, replace
from datetime import date, datetime
from functools import lru_cache
from typing import Any

from slowmate.events.organising.draw import PublishedDraw, commitment, published, start_position
from slowmate.formats.draw_json import draw_json
from slowmate.server.events.models import Draw, Pairing, Seat, Section
from slowmate.server.events.queries.division import field_of
from slowmate.server.events.queries.sections import Participant, SectionRows
from slowmate.server.people.models import Player


def drawn(draw: Draw, *, start: date) -> PublishedDraw:
    """Compute everything that follows from a draw and its seed."""
    return published(field_of(draw, start=start), seed=draw.seed)


def replacements_of(draw: Draw) -> dict[str, str]:
    """Return who sits where another player was drawn, by the player drawn; empty where a seat stays empty."""
    replacements: dict[str, str] = {}
    for before, after in draw.replacements:
        first = next((drawn for drawn, now in replacements.items() if now == before), before)
        replacements[first] = after
    return replacements


def as_played(draw: Draw, *, start: date) -> PublishedDraw:
    """Return a draw as it is played here: numbers and colours of the rows, to be compared with what was drawn.

    On a seat that another player took, the player drawn is named; a seat that stays empty is as it was drawn.
    """
    original = drawn(draw, start=start)
    replacements = replacements_of(draw)
    first = {now: before for before, now in replacements.items() if now}
    empty = {before for before, now in replacements.items() if not now}
    numbers = [list(section) for section in original.sections]
    seats = Seat.objects.filter(section__draw=draw, number__isnull=False).values_list(
        "section__number", "number", "player"
    )
    for section, number, player in seats:
        turn = section if len(numbers) > 1 else 1
        numbers[turn - 1][(number or 0) - 1] = first.get(str(player), str(player))
    played = [
        (section if len(numbers) > 1 else 1, first.get(str(white), str(white)), first.get(str(black), str(black)))
        for section, white, black in Pairing.objects.filter(section__draw=draw)
        .order_by("section__number", "pk")
        .values_list("section__number", "white__player", "black__player")
    ]
    pairings = (*played, *(pairing for pairing in original.pairings if {pairing[1], pairing[2]} & empty))
    positions = field_of(draw, start=start).positions
    return replace(
        original,
        commitment=draw.commitment,
        sections=tuple(tuple(section) for section in numbers),
        pairings=pairings,
        positions=tuple(start_position(pairing, positions, seed=draw.seed).value for pairing in pairings)
        if positions
        else (),
    )


def draw_file(section: Section) -> dict[str, Any] | None:
    """Return the draw of a section as a file: before its start list is posted the commitment and the entrants alone.

    None where nothing was drawn here. Beside what the file needs it says who has taken whose seat since.
    """
    return None if section.draw is None else file_of(section.draw, start=section.start)


def file_of(draw: Draw, *, start: date) -> dict[str, Any]:
    """Return a draw as a file, as far as it is public: the entrants once entries are closed, the draw itself later."""
    hidden = PublishedDraw(draw.commitment, None, field_of(draw, start=start))
    file = draw_json(as_played(draw, start=start) if draw.revealed else hidden)
    names = dict(
        Player.objects.filter(pk__in=[int(entrant["id"]) for entrant in file["entrants"]]).values_list("pk", "name")
    )
    for entrant in file["entrants"]:
        entrant["name"] = names.get(int(entrant["id"]), entrant["id"])
    if draw.revealed is None:
        file["exchanges"] = []
    else:
        file["replacements"] = [list(pair) for pair in draw.replacements]
    return file


# -- the summary on the page of a section -----------------------------------------------------------------------------

CACHED_DRAWS = 32
"""Draws that a process caches: repeating the draw of a large stage takes a second."""


@dataclass(frozen=True, slots=True)
class DrawSummary:
    """A draw. *seed* is empty until the start lists are posted; then *is_same* says whether it gives this section."""

    commitment: str
    seed: str
    made: datetime
    revealed: datetime | None
    entrants: tuple[Participant, ...]
    exchanges: tuple[tuple[Participant, Participant], ...]
    replacements: tuple[tuple[Participant, Participant | None], ...]
    is_bound: bool
    """The seed has the commitment that was published before."""
    is_same: bool


def draw_summary(rows: SectionRows) -> DrawSummary | None:
    """Return the draw of a section; None where nothing was drawn here. One query."""
    draw = rows.section.draw
    if draw is None:
        return None
    is_open = draw.revealed is not None
    people = _people(draw)
    replacements = replacements_of(draw) if is_open else {}
    return DrawSummary(
        commitment=draw.commitment,
        seed=draw.seed if is_open else "",
        made=draw.made,
        revealed=draw.revealed,
        entrants=tuple(people[str(entrant["id"])] for entrant in draw.entrants),
        exchanges=tuple((people[first], people[second]) for first, second in draw.exchanges) if is_open else (),
        replacements=tuple((people[before], people.get(after)) for before, after in replacements.items()),
        is_bound=is_open and commitment(draw.seed) == draw.commitment,
        is_same=is_open and _is_same(rows, draw),
    )


def _people(draw: Draw) -> dict[str, Participant]:
    """Return everybody a draw names; an entrant who is no player here by the id alone."""
    ids = {str(entrant["id"]) for entrant in draw.entrants} | {pk for pair in draw.replacements for pk in pair if pk}
    rows = Player.objects.filter(pk__in=[int(pk) for pk in ids if pk.isdigit()])
    columns = ("pk", "name", "title", "federation", "rating")
    players = {str(row[0]): Participant(*row) for row in rows.values_list(*columns)}
    return {pk: Participant(0, pk) for pk in ids} | players


def _is_same(rows: SectionRows, draw: Draw) -> bool:
    """Whether numbers and colours of a section follow from the seed, allowing for seats that changed hands."""
    again = _drawn_again(draw.pk, draw.seed, rows.section.start)
    now = replacements_of(draw)
    ids = {seat.pk: str(seat.player_id) for seat in rows.seats}
    seated = [ids[seat.pk] for seat in rows.seats]
    for turn, numbers in enumerate(again.sections, 1):
        if [now.get(player, player) for player in numbers] == seated:
            pairs = Counter(
                (now.get(white, white), now.get(black, black)) for of, white, black in again.pairings if of == turn
            )
            return pairs == Counter((ids[pairing.white_id], ids[pairing.black_id]) for pairing in rows.pairings)
    return False


@lru_cache(maxsize=CACHED_DRAWS)
def _drawn_again(pk: int, seed: str, start: date) -> PublishedDraw:  # noqa: ARG001 - the seed is part of the key
    return drawn(Draw.objects.select_related("event").get(pk=pk), start=start)
