"""Rights as they are stored: the rights of a player, the Table of Qualifiers, and who has qualified for an event."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from datetime import date

from django.db.models import Case, F, Q, QuerySet, When

from slowmate.events.entry.right import SERIES, Right, RightState, Turn
from slowmate.events.entry.rights import is_for
from slowmate.events.entry.routes import ROUTES
from slowmate.events.entry.target import Target
from slowmate.events.organising.offices import Actor
from slowmate.rulebook import Clause
from slowmate.server.events import models
from slowmate.server.events.queries.entrants import target_of
from slowmate.server.events.queries.reviews import review_flag
from slowmate.server.people.models import Player
from slowmate.server.people.validators import FORMER
from slowmate.server.site.filters import Filter, contains_words

STAGES: tuple[str, ...] = tuple(
    dict.fromkeys(
        [kind for series in SERIES.values() for kind in reversed(series) if any(route.to == kind for route in ROUTES)]
    )
)
"""Kinds of event that results give a right to, the highest of each series first."""
OPEN = (RightState.OPEN.value, RightState.DEFERRED.value)


def right_of(row: models.Right) -> Right:
    """Return a stored right as the core knows it; it is used by a use that was not given back.

    It reads the row's section with its event: select them for many rows.
    """
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
        given_by=row.section.event.kind if row.section else "",
    )


def rights_of(players: Collection[int]) -> "QuerySet[models.Right]":
    """Return all rights of players, whatever became of them: the latest first, of these the first to expire."""
    rows = models.Right.objects.filter(player__in=players).select_related("section__event").prefetch_related("uses")
    rows = rows.annotate(is_under_review=review_flag("section"))
    return rows.order_by(F("earned").desc(nulls_first=True), F("expires").asc(nulls_last=True), "pk")


def earned_rights(players: Collection[int]) -> dict[str, list[Right]]:
    """Return the rights that results gave players, oldest first, by the numbers of the players as the core has them."""
    rights: dict[str, list[Right]] = defaultdict(list)
    rows = models.Right.objects.filter(player__in=players, earned__isnull=False).select_related("section__event")
    for row in rows.prefetch_related("uses").order_by("earned", "pk"):
        rights[str(row.player_id)].append(right_of(row))
    return rights


# -- the Table of Qualifiers ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class QualifierFilter(Filter):
    """Which rows of the table are shown: those of one stage, one federation, words of the name."""

    stage: str = ""
    federation: str = ""
    words: str = ""


def qualifiers(filters: QualifierFilter, *, on: date) -> "QuerySet[models.Right]":
    """Return the open rights of players, by stage, the first to expire first (1.0.6), without deleted accounts."""
    rows = models.Right.objects.filter(Q(expires=None) | Q(expires__gte=on), player__isnull=False, state__in=OPEN)
    rows = rows.filter(contains_words("player__folded", filters.words)).exclude(player__name=FORMER)
    if filters.stage:
        rows = rows.filter(to=filters.stage)
    if filters.federation:
        rows = rows.filter(player__federation=filters.federation)
    highest_first = Case(*(When(to=kind, then=number) for number, kind in enumerate(STAGES)), default=len(STAGES))
    ordered = rows.order_by(highest_first, F("expires").asc(nulls_last=True), "player__folded", "pk")
    return ordered.select_related("player", "section__event").annotate(is_under_review=review_flag("section"))


# -- who has qualified ------------------------------------------------------------------------------------------------

MAX_QUALIFIED = 500
"""Rights, and promotions, that are looked at for one event."""


@dataclass(frozen=True, slots=True)
class QualifiedPlayer:
    """A player who may enter an event by a result: from where, by which clause, until when."""

    player: Player
    source: str
    clause: str
    until: date | None = None


def qualified_for(event: models.Event, *, on: date) -> list[QualifiedPlayer]:
    """Return the players with a right for an event, and those promoted to it by the plan of the stage before."""
    rows = models.Right.objects.filter(to=event.kind, state__in=OPEN, player__isnull=False).prefetch_related("uses")
    target = target_of(event)
    with_right = [
        QualifiedPlayer(row.player, row.event, row.clause, row.expires)
        for row in rows.select_related("player", "section__event").order_by("player__folded", "pk")[:MAX_QUALIFIED]
        if row.player and (row.expires is None or row.expires >= on) and _fits(row, target, on)
    ]
    promoted = models.Consequence.objects.filter(
        section__event=event.previous_id,
        state=models.Consequence.State.DONE,
        value=event.kind,
        right=None,
        is_void=False,
    )
    return with_right + [
        QualifiedPlayer(row.player, str(row.section.event), row.clause)
        for row in promoted.select_related("player", "section__event").order_by("player__folded", "pk")[:MAX_QUALIFIED]
        if row.player and event.previous_id is not None
    ]


def _fits(row: models.Right, target: Target, on: date) -> bool:
    return is_for(right_of(row), target, on=on)
