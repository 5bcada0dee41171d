"""What the rules fix for an event on the server, from its own row: no query."""

from slowmate import records
from slowmate.events.kinds import Profile, profile
from slowmate.records import Family
from slowmate.rulebook import NoEdition
from slowmate.server.events.models import Event


def profile_of(event: Event) -> Profile | None:
    """Return what the rules fix for an event; None over the board, and for a day for which we hold no rules."""
    if event.kind_of.family is Family.FIDE:
        return None
    try:
        return profile(event.kind_of, start=event.start).value
    except NoEdition:
        return None


def blank_record(event: Event) -> records.Event:
    """Return an event without players, as the core speaks of it."""
    return records.Event(event.name, event.kind_of, event.start, (), (), **event.recorded_choices())
