"""The stage that comes after an event of a series, and who has qualified for it."""

from dataclasses import dataclass
from datetime import date

from slowmate.events.entry.right import SERIES
from slowmate.events.entry.rights import is_for
from slowmate.events.entry.target import Target
from slowmate.events.running.promotion import LEADS_TO
from slowmate.server.events.models import Consequence, Event, Right
from slowmate.server.events.queries.rights import OPEN, right_of
from slowmate.server.events.queries.target import target_of
from slowmate.server.events.text import kind_words
from slowmate.server.people.models import Player


@dataclass(frozen=True, slots=True)
class Next:
    """The stage after an *event*: its kind, what it may be called, and its number in the series."""

    event: Event
    kind: str
    words: str
    name: str
    number: int | None


def next_of(event: Event) -> Next | None:
    """The stage that follows an event; None after a final, and where no stage follows."""
    stages = next((kinds for kinds in SERIES.values() if event.kind in kinds), ())
    place = stages.index(event.kind) + 1 if stages else 0
    kind = stages[place] if stages and place < len(stages) else LEADS_TO.get(event.kind)
    if kind is None or event.kind in SERIES["classes"]:
        return None
    words = kind_words(kind)
    return Next(event, kind, words, f"{words} {event.cycle}" if event.cycle else words, event.cycle)


@dataclass(frozen=True, slots=True)
class Qualified:
    """Somebody who may enter an event by what he has played for: whence, by which clause, until when."""

    player: Player
    source: str
    clause: str
    until: date | None = None


def qualified_for(event: Event, *, on: date, most: int = 500) -> list[Qualified]:
    """Who has a right that can be used for an event, or was sent on to it by the plan of the stage before."""
    rows = Right.objects.filter(to=event.kind, state__in=OPEN, player__isnull=False).prefetch_related("uses")
    target = target_of(event)
    found = [
        Qualified(row.player, row.event, row.clause, row.expires)
        for row in rows.select_related("player").order_by("player__folded", "pk")[:most]
        if row.player and (row.expires is None or row.expires >= on) and _fits(row, target, on)
    ]
    sent = Consequence.objects.filter(
        section__event=event.previous_id, state=Consequence.State.DONE, value=event.kind, right=None, is_void=False
    )
    return found + [
        Qualified(row.player, str(row.section.event), row.clause)
        for row in sent.select_related("player", "section__event").order_by("player__folded", "pk")[:most]
        if row.player and event.previous_id is not None
    ]


def _fits(row: Right, target: Target, on: date) -> bool:
    return is_for(right_of(row), target, on=on)
