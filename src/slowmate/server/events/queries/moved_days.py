"""The day of an event that was moved last, as its correction is judged."""

from datetime import date

from slowmate.events.procedures import MovedDay
from slowmate.server.accounts.models import User
from slowmate.server.events.models import Decision, Event

MOVES = {"extend": "deadline", "postpone": "start"}
"""The steps that move a day, and which."""


def last_move(event: Event) -> Decision | None:
    """Return the decision by which a day was moved last, unless it was corrected."""
    rows = event.decisions.filter(what__in=MOVES, section=None, superseded_by=None)
    return rows.order_by("-at", "-pk").first()


def moved_day(move: Decision, event: Event, person: User) -> MovedDay:
    """Return a moved day with what has happened since."""
    entries = event.entries
    changed = entries.filter(made__gt=move.at) | entries.filter(settled__gt=move.at)
    return MovedDay(
        before=date.fromisoformat(move.facts["old"]),
        moved_to=date.fromisoformat(move.facts["new"]),
        is_by_same=move.by_id == person.pk,
        changed_since=changed.count(),
    )
