"""Admit the next player to a vacant place of a Final (1.4.4/1, 1.6.3/1)."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from slowmate.events.organising.offices import Acting, record_decision
from slowmate.events.running.vacancies import FILLED_BY
from slowmate.rulebook import Ruling
from slowmate.server.accounts.models import User
from slowmate.server.events.models import Event, Grant
from slowmate.server.events.permissions import may_fill_vacancies
from slowmate.server.events.queries.vacancies import has_vacancies, vacancies_of
from slowmate.server.events.services import notices
from slowmate.server.events.services.locking import locked_event, required_reason
from slowmate.server.events.services.steps import By, decide, name_of
from slowmate.server.site.errors import NotAllowed, Stale, Unfit


def admit(pk: int, player: int, *, reason: str, actor: User, at: datetime) -> Event:
    """Give the player who comes next the right to enter a Final with a vacant place; they are told."""
    with transaction.atomic():
        event = locked_event(pk)
        if not may_fill_vacancies(actor, event):
            raise NotAllowed
        vacancies = vacancies_of(event) if has_vacancies(event) else None
        if vacancies is None or not vacancies.vacant:
            raise Stale(_("No place of this event is vacant."))
        line = next((line for line in vacancies.players if line.player.pk == player), None)
        if line is None or line.has_entered or line.is_admitted:
            raise Stale(_("This player does not come next, or is admitted already."))
        if not may_fill_vacancies(actor, event, line.player):
            raise Unfit(_("Nobody decides their own case: somebody else in your office does."))
        power = FILLED_BY[event.kind]
        words = required_reason(reason)
        name = name_of(actor)
        decided = record_decision(power, actor=power.actors[0], by=name, on=at.date(), reason=words, start=event.start)
        row = Grant.objects.create(
            player=line.player,
            kind=event.kind,
            cycle=event.cycle,
            on=at.date(),
            reference=f"{power.clause.address} {event.pk}/{player} {event.name}"[:80],
            made_by=actor,
        )
        grounds = (*vacancies.ruling.grounds, *decided.grounds)
        by = By(Acting(power.actors[0]), at, actor, words, {"player": player, "reference": row.reference})
        decide("admit to a vacant place", by, Ruling(True, grounds), event=event, player_id=player)
        notices.granted(row, at=at)
    return event
