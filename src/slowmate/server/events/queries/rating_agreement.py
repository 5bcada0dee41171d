"""Rule 9.2(c) and (d): until when an office may agree that an event is rated."""

from slowmate.events.organising.reflection import may_still_agree
from slowmate.rulebook import Ruling
from slowmate.server.events.models import Event
from slowmate.server.games.models import Game
from slowmate.server.ratings.queries import lists
from slowmate.server.ratings.queries.candidate_games import first_counting_day

NOT_HELD = (Event.State.DRAFT, Event.State.CANCELLED, Event.State.LAPSED)


def rating_agreement(event: Event) -> Ruling[bool]:
    """Return whether the agreement still comes before the first published list that would have counted a game."""
    day = first_counting_day(Game.objects.filter(pairing__section__event=event, is_void=False))
    rows = lists.published(event.pool).filter(results_from__lte=day, results_until__gte=day) if day else ()
    counted_by = next((row.period for row in rows), None)
    return may_still_agree(event.kind_of, start=event.start, counted_by=counted_by)
