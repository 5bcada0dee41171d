"""Rights as they are stored: what a player has, the Table of Qualifiers, and what does not agree with the ledger."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import groupby

from django.db.models import F, Q, QuerySet

from slowmate.events.entry.entrants import Entrant
from slowmate.events.entry.right import SERIES, Right, RightState, Turn
from slowmate.events.entry.rights import ledger
from slowmate.events.entry.routes import ROUTES
from slowmate.events.organising.offices import Actor
from slowmate.records import KINDS
from slowmate.rulebook import Clause
from slowmate.server.events import models
from slowmate.server.events.models import Seat
from slowmate.server.events.queries.entrant import entrants_of
from slowmate.server.events.queries.results import PLAYED
from slowmate.server.people.models import Player
from slowmate.server.site.folding import folded

STAGES: tuple[str, ...] = tuple(
    dict.fromkeys(
        [kind for series in SERIES.values() for kind in reversed(series) if any(route.to == kind for route in ROUTES)]
    )
)
"""Kinds of event that results give a right to, the highest of each series first."""
OPEN = (RightState.OPEN.value, RightState.DEFERRED.value)
LOOKED_AT = 200
"""Players whose rights are compared at a time."""


def right_of(row: models.Right) -> Right:
    """A stored right as the core knows it; *used* is told by the use that was not given back."""
    return Right(
        holder=str(row.player_id) if row.player_id else row.federation,
        to=row.to,
        clause=Clause.parse(row.clause),
        source=row.source,
        event=row.event,
        started=row.started,
        cycle=row.cycle,
        earned=row.earned,
        expires=row.expires,
        half=row.is_half,
        free=row.is_free,
        turn=Turn(row.turn),
        state=RightState(row.state),
        used=next((use.start for use in row.uses.all() if use.given_back is None), None),
        deferred=tuple(row.deferred),
        office=Actor(row.office) if row.office else None,
        of_federation=row.player_id is None,
    )


def rights_of(players: Collection[int]) -> "QuerySet[models.Right]":
    """All rights of players, whatever became of them: the latest first, and what runs out first before others."""
    rows = models.Right.objects.filter(player__in=players).select_related("section__event").prefetch_related("uses")
    return rows.order_by(F("earned").desc(nulls_first=True), F("expires").asc(nulls_last=True), "pk")


def held(players: Collection[int]) -> dict[str, list[Right]]:
    """The rights of players that results gave them, by their numbers as the core writes them: oldest first."""
    found: dict[str, list[Right]] = defaultdict(list)
    rows = models.Right.objects.filter(player__in=players, earned__isnull=False).prefetch_related("uses")
    for row in rows.order_by("earned", "pk"):
        found[str(row.player_id)].append(right_of(row))
    return found


# -- the Table of Qualifiers ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Sought:
    """What of the table is shown: one stage, one federation, words of the name."""

    stage: str = ""
    federation: str = ""
    words: str = ""

    def __bool__(self) -> bool:
        return bool(self.stage or self.federation or self.words)


def sought(query: Mapping[str, str]) -> Sought:
    """What an address asks for; a stage that is none is no stage."""
    stage = query.get("stage", "")
    return Sought(
        stage if stage in STAGES else "", query.get("federation", "")[:3].upper(), query.get("q", "").strip()[:80]
    )


def qualifiers(asked: Sought, *, on: date) -> "QuerySet[models.Right]":
    """Open rights of players, by stage, what runs out first before others (1.0.6)."""
    rows = models.Right.objects.filter(Q(expires=None) | Q(expires__gte=on), player__isnull=False, state__in=OPEN)
    if asked.stage:
        rows = rows.filter(to=asked.stage)
    if asked.federation:
        rows = rows.filter(player__federation=asked.federation)
    for word in folded(asked.words).split():
        rows = rows.filter(player__folded__contains=word)
    ordered = rows.order_by("to", F("expires").asc(nulls_last=True), "player__folded", "pk")
    return ordered.select_related("player", "section__event")


@dataclass(frozen=True, slots=True)
class Stage:
    """One kind of event, and who has a right to enter it."""

    kind: str
    name: str
    rights: list[models.Right]


def by_stage(rows: Sequence[models.Right]) -> list[Stage]:
    """Rights in the order of `qualifiers`, with a heading for each kind of event."""
    return [Stage(kind, KINDS[kind].name, list(rights)) for kind, rights in groupby(rows, key=lambda row: row.to)]


# -- as the ledger has them -------------------------------------------------------------------------------------------


def of_ledger(entrant: Entrant, *, on: date) -> tuple[Right, ...]:
    """What the core says a player has earned by a day; what has expired is open in the rows until a job ages it."""
    return ledger(entrant, on=on).value


def is_same(row: Right, right: Right, *, on: date) -> bool:
    """Whether a stored right is what the ledger says. That one has run out by a day may not be written down yet."""
    aged = (
        replace(row, state=RightState.EXPIRED)
        if row.state is RightState.OPEN and row.expires is not None and row.expires < on
        else row
    )
    return aged == right


def wrong_rights(told: Callable[[int], None], *, on: date) -> Iterator[tuple[int, str]]:
    """Players whose stored rights are not those that their results have earned, and what differs.

    Of running sections only what is used is compared: what is certain there is written down now and then.
    """
    kinds = {kind for route in ROUTES for kind in route.kinds}
    played = Seat.objects.filter(section__event__kind__in=kinds, section__state__in=PLAYED).values("player")
    people = Player.objects.filter(Q(pk__in=played) | Q(rights__isnull=False)).distinct().order_by("pk")
    after = 0
    while players := list(people.filter(pk__gt=after)[:LOOKED_AT]):
        entrants = entrants_of(players, on=on, whole=True)
        rows: dict[int, list[models.Right]] = defaultdict(list)
        for row in rights_of([player.pk for player in players]):
            rows[row.player_id or 0].append(row)
        for player in players:
            what = "; ".join(_differences(rows[player.pk], of_ledger(entrants[player.pk], on=on), on))
            if what:
                yield player.pk, what
        after = players[-1].pk
        told(len(players))


def _differences(rows: Sequence[models.Right], earned: Sequence[Right], on: date) -> Iterator[str]:
    unsettled = {row.source for row in rows if row.section and row.section.state != "settled"}
    stored = {right.id: right for right in map(right_of, rows)}
    for right in earned:
        row = stored.pop(right.id, None)
        if row is None:
            if right.earned is not None and right.source not in unsettled and _is_settled(right):
                yield f"no row for {right.to} from {right.event}"
        elif not (right.is_provisional and row.state is RightState.OPEN) and not is_same(row, right, on=on):
            yield f"{right.to} from {right.event}: {_what_differs(row, right)}"
    for row in stored.values():
        if row.state is not RightState.LOST and not row.is_provisional:
            yield f"{row.to} from {row.event} is not earned"


def _is_settled(right: Right) -> bool:
    found = models.Section.objects.filter(pk=int(right.source)).values_list("state", flat=True)
    return list(found) == [models.Section.State.SETTLED]


def _what_differs(row: Right, right: Right) -> str:
    names = [name for name in Right.__slots__ if getattr(row, name) != getattr(right, name)]
    return ", ".join(names)
