"""Links to the regulations of the event that a game belongs to."""

from django.urls import reverse

from slowmate.server.games.queries.origin import GameOrigin


def regulations_link(origin: GameOrigin) -> str:
    """Return the address of an event's regulations; empty where there is no event."""
    return f"{reverse('event', args=[origin.event_id])}#announcement" if origin.event_id else ""
