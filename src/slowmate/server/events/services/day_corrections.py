"""Put right a deadline or a start that was moved to a wrong day by mistake, while nobody is hurt by it."""

from datetime import date, datetime

from django.db import transaction
from django.utils.translation import gettext as _

from slowmate.events.organising.cycles import cup_round_ends
from slowmate.events.procedures import may_correct_day
from slowmate.records import Family
from slowmate.rulebook import Refused
from slowmate.server.accounts.models import User
from slowmate.server.events.models import Event, Section
from slowmate.server.events.queries.moved_days import MOVES, last_move, moved_day
from slowmate.server.events.services import news
from slowmate.server.events.services.days import require_time_to_post
from slowmate.server.events.services.locking import by_whoever_runs, event_to_run, required_reason
from slowmate.server.events.services.steps import step_event
from slowmate.server.site.errors import Stale


def correct(pk: int, day: date, *, reason: str, actor: User, at: datetime, seen: str | None = None) -> Event:
    """Correct the day that was moved last, with a reason; everybody who has entered is told."""
    with transaction.atomic():
        event = event_to_run(pk, actor=actor, seen=seen)
        move = last_move(event)
        if move is None:
            raise Stale(_("No day of this event was moved, or it was corrected already."))
        field = MOVES[move.what]
        by = by_whoever_runs(
            event, actor, at, reason=required_reason(reason), old=move.facts["new"], new=str(day), moved=field
        )
        guard = may_correct_day(moved_day(move, event, actor), day, on=at.date(), start=event.start)
        if not guard.value:
            raise Refused(*guard.grounds)
        setattr(event, field, day)
        if event.deadline is not None and not event.is_filled_from_a_queue:
            require_time_to_post(event.deadline, event.start, field="day")
        if field == "start" and event.planned_end is not None and event.kind_of.family is Family.CUP:
            event.planned_end = cup_round_ends(day).value
        decision = step_event(event, "correct the day", by, guards={"mistake": guard})
        decision.supersedes = move
        decision.save(update_fields=["supersedes"])
        event.save(update_fields=["start", "deadline", "planned_end"])
        if field == "start":
            event.sections.filter(state__in=(Section.State.PROPOSED, Section.State.CONFIRMED)).update(start=day)
        news.moved(event, "event-day-corrected", by)
    return event
