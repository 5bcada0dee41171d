"""Rights as they are stored: what a player has, and the Table of Qualifiers."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby

from django.db.models import Case, F, Q, QuerySet, When

from slowmate.events.entry.right import SERIES, Right, RightState, Turn
from slowmate.events.entry.routes import ROUTES
from slowmate.events.organising.offices import Actor
from slowmate.rulebook import Clause
from slowmate.server.events import models
from slowmate.server.events.text import kind_words, until_words
from slowmate.server.people.models import Player
from slowmate.server.people.validators import FORMER
from slowmate.server.site.folding import folded

STAGES: tuple[str, ...] = tuple(
    dict.fromkeys(
        [kind for series in SERIES.values() for kind in reversed(series) if any(route.to == kind for route in ROUTES)]
    )
)
"""Kinds of event that results give a right to, the highest of each series first."""
OPEN = (RightState.OPEN.value, RightState.DEFERRED.value)


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
    """Open rights of players, by stage, what runs out first before others (1.0.6); nobody's who has left for good."""
    rows = models.Right.objects.filter(Q(expires=None) | Q(expires__gte=on), player__isnull=False, state__in=OPEN)
    rows = rows.exclude(player__name=FORMER)
    if asked.stage:
        rows = rows.filter(to=asked.stage)
    if asked.federation:
        rows = rows.filter(player__federation=asked.federation)
    for word in folded(asked.words).split():
        rows = rows.filter(player__folded__contains=word)
    highest_first = Case(*(When(to=kind, then=number) for number, kind in enumerate(STAGES)), default=len(STAGES))
    ordered = rows.order_by(highest_first, F("expires").asc(nulls_last=True), "player__folded", "pk")
    return ordered.select_related("player", "section__event")


@dataclass(frozen=True, slots=True)
class Qualifier:
    """One line of the table."""

    row: models.Right
    player: Player
    clause: Clause
    until: str


@dataclass(frozen=True, slots=True)
class Stage:
    """One kind of event, and who has a right to enter it."""

    kind: str
    name: str
    lines: list[Qualifier]


def by_stage(rows: Sequence[models.Right]) -> list[Stage]:
    """Rights in the order of `qualifiers`, with a heading for each kind of event."""
    return [
        Stage(
            kind,
            kind_words(kind),
            [
                Qualifier(row, row.player, Clause.parse(row.clause), until_words(row))
                for row in rights
                if row.player is not None
            ],
        )
        for kind, rights in groupby(rows, key=lambda row: row.to)
    ]
