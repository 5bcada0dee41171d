"""What follows from the result of a section, as it is stored for settling."""

from collections.abc import Sequence

from django.db.models import QuerySet

from slowmate.server.events.models import Consequence, Section
from slowmate.server.people.models import Player


def standing_consequences(section: Section) -> "QuerySet[Consequence]":
    """Return the consequences of a section that were neither dismissed nor made void by a corrected result."""
    rows = section.consequences.exclude(state=Consequence.State.DISMISSED).exclude(is_void=True)
    return rows.order_by("pk")


def consequences_to_settle(section: Section) -> list[Consequence]:
    """Return all consequences of a section, with their players and decisions."""
    return list(section.consequences.select_related("player", "right", "decision__by__player").order_by("pk"))


def players_sharing(rows: Sequence[Consequence]) -> dict[int, Player]:
    """Return the players who share something of these consequences, by their numbers."""
    return Player.objects.in_bulk([int(player) for player in {player for row in rows for player in row.sharing}])
