"""Games that ended by themselves, of which the director takes note."""

from datetime import datetime, timedelta

from django.db.models import Q

from slowmate.play.laws.results import Termination

NOTE_WITHIN = timedelta(days=30)
"""The time for which an end waits for a note."""
BY_THEMSELVES = (Termination.TIME.value, Termination.SILENCE.value)


def is_to_note(at: datetime, game: str = "") -> Q:
    """Return the condition for games whose end waits for a note. *game* is the way to the game, as "game__"."""
    return Q(**{f"{game}finished__gt": at - NOTE_WITHIN, f"{game}noted": None, f"{game}termination__in": BY_THEMSELVES})
