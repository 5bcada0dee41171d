"""A draw as everybody may verify it: the file of `slowmate draw --verify`."""

from datetime import date
from typing import Any

from slowmate.events.organising.draw import PublishedDraw, published
from slowmate.formats.draw_json import draw_json
from slowmate.server.events.models import Draw, Section
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


def draw_file(section: Section) -> dict[str, Any] | None:
    """The draw that a section came of: before its start list is posted the commitment and the entrants alone.

    None where nothing was drawn here. Beside what the file needs it says who has taken whose seat since.
    """
    draw = section.draw
    if draw is None:
        return None
    start = section.start
    told = (
        drawn(draw, start=start) if draw.revealed else PublishedDraw(draw.commitment, None, field_of(draw, start=start))
    )
    found = draw_json(told)
    names = dict(Player.objects.filter(pk__in=[int(one["id"]) for one in found["entrants"]]).values_list("pk", "name"))
    for entrant in found["entrants"]:
        entrant["name"] = names.get(int(entrant["id"]), entrant["id"])
    if draw.revealed is None:
        found["exchanges"] = []
    else:
        found["replacements"] = [list(pair) for pair in draw.replacements]
    return found
