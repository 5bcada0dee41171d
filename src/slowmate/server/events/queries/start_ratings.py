"""The ratings with which the players of an event would start, and what the Ratings Commissioner set before the start
lists."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Q, QuerySet

from slowmate import records
from slowmate.events.organising.start_ratings import (
    Adjustment,
    CountedRatings,
    counted_ratings,
    ratings_at_start,
    unrated,
)
from slowmate.rulebook import Refused, Ruling
from slowmate.server.events.models import Decision, Event, EventEntry, Section
from slowmate.server.events.queries.frozen_players import frozen_players
from slowmate.server.people.models import Player

SET_START_RATING = "set start rating"
"""The name of the decision."""
BEFORE_POSTING = (Event.State.CLOSED, Event.State.PROPOSED, Event.State.CONFIRMED)
IN = (EventEntry.State.ACCEPTED, EventEntry.State.WAITING, EventEntry.State.SEATED)
"""Entries whose players may stand on a start list."""


def adjustments_of(event: Event) -> dict[str, Adjustment]:
    """Return the start ratings that were set for players of an event, by the players' numbers; the last one counts."""
    rows = Decision.objects.filter(event=event, what=SET_START_RATING).order_by("at", "pk")
    return {
        str(row.player_id): Adjustment(row.facts["old"], row.facts["new"], row.reason, row.at.date()) for row in rows
    }


def counted(event: Event, players: Sequence[records.Player], *, start: date) -> CountedRatings:
    """Return the ratings by which players are divided into sections: those with which they would start."""
    return counted_ratings(players, event.kind_of, start=start, announced=event.level, adjusted=adjustments_of(event))


def to_be_posted() -> "QuerySet[Event]":
    """Return the events whose start lists are still to be posted, the next one first.

    Norm tournaments belong to them while players wait, because they post lists section by section.
    """
    unposted = Q(sections__state__in=(Section.State.PROPOSED, Section.State.CONFIRMED), sections__seats__isnull=False)
    rows = Event.objects.filter(Q(state__in=BEFORE_POSTING) | (Q(state=Event.State.OPEN) & unposted))
    return rows.distinct().order_by("start", "pk")


def players_to_start(event: Event) -> list[Player]:
    """Return the players of an event who are on no posted start list yet, by name."""
    posted = Section.objects.filter(event=event).exclude(state__in=(Section.State.PROPOSED, Section.State.CONFIRMED))
    entries = event.entries.filter(state__in=IN, player__isnull=False).exclude(seats__section__in=posted)
    return list(Player.objects.filter(entries__in=entries).distinct().order_by("name", "pk"))


@dataclass(frozen=True, slots=True)
class StartRating:
    """A player before the start list, and the rating they would start with; None if the rules give none."""

    player: Player
    frozen: records.Player
    ruling: Ruling[int] | None
    is_unrated: bool

    @property
    def rating(self) -> int | None:
        return self.ruling.value if self.ruling else None


def start_ratings(event: Event) -> list[StartRating]:
    """Return the start ratings of everybody who may stand on the start lists, those without a rating first."""
    players = players_to_start(event)
    frozen = frozen_players(players, event, start=event.start)
    rulings = _rulings(event, list(frozen.values()))
    lines = [
        StartRating(
            player,
            frozen[player.pk],
            rulings.get(str(player.pk)),
            is_unrated=bool(unrated([frozen[player.pk]])),
        )
        for player in players
    ]
    return sorted(lines, key=lambda line: (line.ruling is not None, not line.is_unrated, line.player.name))


def _rulings(event: Event, players: Sequence[records.Player]) -> Mapping[str, Ruling[int]]:
    adjusted = adjustments_of(event)
    start, kind = event.start, event.kind_of
    try:
        return ratings_at_start(players, kind, start=start, announced=event.level, adjusted=adjusted)
    except Refused:
        rated = [player for player in players if player.id in adjusted or not unrated([player])]
        return ratings_at_start(rated, kind, start=start, adjusted=adjusted)
