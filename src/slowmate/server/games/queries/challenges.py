"""Open and declined challenges."""

from datetime import datetime, timedelta

from django.db.models import QuerySet

from slowmate.server.games.models import Challenge
from slowmate.server.people.models import Player

DECLINED_SHOWN = timedelta(days=7)
"""The time for which the page shows a declined challenge."""


def open_rows() -> "QuerySet[Challenge]":
    """Return the open challenges, latest first."""
    rows = Challenge.objects.filter(state=Challenge.State.OPEN).select_related("challenger", "opponent")
    return rows.order_by("-made", "-pk")


def recently_declined(player: Player, *, at: datetime) -> "QuerySet[Challenge]":
    """Return a player's challenges that were declined in the last days, latest first."""
    since = at - DECLINED_SHOWN
    rows = Challenge.objects.filter(challenger=player, state=Challenge.State.DECLINED, answered__gt=since)
    return rows.select_related("opponent").order_by("-answered", "-pk")
