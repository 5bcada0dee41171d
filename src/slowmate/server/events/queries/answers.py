"""Whether a player may enter: what the rules answer him about many events at once."""

from collections.abc import Sequence
from datetime import date

from slowmate.events.entry.decision import Answer, may_enter
from slowmate.rulebook import NoEdition
from slowmate.server.events.models import Event
from slowmate.server.events.queries.entrant import entrants_of
from slowmate.server.events.queries.target import target_of
from slowmate.server.people.models import Player


def answers(player: Player | None, events: Sequence[Event], *, on: date) -> dict[int, Answer]:
    """The answer to a player about each of these events that is open for entry, by its number.

    What is known of him is read once, however many they are. Teams are entered by their captains.
    """
    asked = [event for event in events if event.state == Event.State.OPEN and not event.kind_of.teams]
    if player is None or not asked:
        return {}
    entrant = entrants_of([player], on=on)[player.pk]
    found: dict[int, Answer] = {}
    for event in asked:
        try:
            found[event.pk] = may_enter(entrant, target_of(event), on=on).value.answer
        except NoEdition:
            continue
    return found
