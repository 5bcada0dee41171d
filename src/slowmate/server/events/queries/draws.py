"""A draw as everybody may verify it: the file of `slowmate draw --verify`."""

from dataclasses import replace
from datetime import date
from typing import Any

from slowmate.events.organising.draw import PublishedDraw, published, start_position
from slowmate.formats.draw_json import draw_json
from slowmate.server.events.models import Draw, Pairing, Seat, Section
from slowmate.server.events.queries.division import field_of
from slowmate.server.people.models import Player


def drawn(draw: Draw, *, start: date) -> PublishedDraw:
    """Everything that follows from a draw, for whoever may know its seed."""
    return published(field_of(draw, start=start), seed=draw.seed)


def replaced(draw: Draw) -> dict[str, str]:
    """Who sits where somebody else was drawn, by whom was drawn; nobody (empty) where a seat stays empty."""
    found: dict[str, str] = {}
    for before, after in draw.replacements:
        first = next((one for one, now in found.items() if now == before), before)
        found[first] = after
    return found


def as_played(draw: Draw, *, start: date) -> PublishedDraw:
    """A draw as it is played here: numbers and colours are those of the rows, to be compared with what was drawn.

    Where somebody took another's seat, the one who was drawn is named; a seat that stays empty is as it was drawn.
    """
    told = drawn(draw, start=start)
    others = replaced(draw)
    first = {now: before for before, now in others.items() if now}
    empty = {before for before, now in others.items() if not now}
    numbers = [list(section) for section in told.sections]
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
    pairings = (*played, *(one for one in told.pairings if {one[1], one[2]} & empty))
    positions = field_of(draw, start=start).positions
    return replace(
        told,
        commitment=draw.commitment,
        sections=tuple(tuple(section) for section in numbers),
        pairings=pairings,
        positions=tuple(start_position(one, positions, seed=draw.seed).value for one in pairings) if positions else (),
    )


def draw_file(section: Section) -> dict[str, Any] | None:
    """The draw that a section came of: before its start list is posted the commitment and the entrants alone.

    None where nothing was drawn here. Beside what the file needs it says who has taken whose seat since.
    """
    return None if section.draw is None else file_of(section.draw, start=section.start)


def file_of(draw: Draw, *, start: date) -> dict[str, Any]:
    """A draw as a file, as far as it may be known: whom it binds from the day entries close, what was drawn later."""
    hidden = PublishedDraw(draw.commitment, None, field_of(draw, start=start))
    found = draw_json(as_played(draw, start=start) if draw.revealed else hidden)
    names = dict(Player.objects.filter(pk__in=[int(one["id"]) for one in found["entrants"]]).values_list("pk", "name"))
    for entrant in found["entrants"]:
        entrant["name"] = names.get(int(entrant["id"]), entrant["id"])
    if draw.revealed is None:
        found["exchanges"] = []
    else:
        found["replacements"] = [list(pair) for pair in draw.replacements]
    return found
