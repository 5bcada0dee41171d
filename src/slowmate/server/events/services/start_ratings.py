"""The start ratings that the Ratings Commissioner sets before the start lists are posted."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from slowmate.events.organising.offices import Acting, Actor
from slowmate.ratings.columns import MAX_RATING
from slowmate.ratings.start import adjusted_start_rating
from slowmate.server.accounts.models import User
from slowmate.server.events.models import Decision, Event
from slowmate.server.events.queries import start_ratings
from slowmate.server.events.services.locking import locked_event, required_reason
from slowmate.server.events.services.steps import By, decide
from slowmate.server.ratings.permissions import may_adjust_rating, may_keep_lists
from slowmate.server.site.errors import NotAllowed, Stale, Unfit


def set_start_rating(pk: int, player_pk: int, rating: int, *, reason: str, actor: User, at: datetime) -> Decision:
    """Set the rating with which a player starts an event, in the place of the one that the rules give (9.4)."""
    if not may_keep_lists(actor):
        raise NotAllowed
    with transaction.atomic():
        event = locked_event(pk)
        if not start_ratings.to_be_posted().filter(pk=pk).exists():
            raise Stale(_("The start lists of this event are posted, or its entries are open still."))
        lines = {line.player.pk: line for line in start_ratings.start_ratings(event)}
        if player_pk not in lines:
            raise Unfit(_("Choose a player of this event whose start list is not posted."), field="player")
        line = lines[player_pk]
        if not may_adjust_rating(actor, line.player):
            raise Unfit(_("Nobody decides their own case."), field="player")
        if not 1 <= rating <= MAX_RATING:
            raise Unfit(_("A rating lies between 1 and %(most)d.") % {"most": MAX_RATING}, field="rating")
        old, why = line.rating, required_reason(reason)
        ruling = adjusted_start_rating(old, rating, reason=why, on=at.date())
        by = By(Acting(Actor.RATINGS), at, actor, why, facts={"old": old, "new": rating})
        is_public = event.state != Event.State.OPEN
        return decide(start_ratings.SET_START_RATING, by, ruling, event=event, player_id=player_pk, is_public=is_public)
