"""Norm tournaments: entries stay open, and whenever enough wait, a section is cut from the queue."""

from datetime import date, datetime

from django.db import transaction
from django.utils.translation import gettext as _

from slowmate import records
from slowmate.events.organising.planning import Cut, cut
from slowmate.rulebook import Refused, Ruling
from slowmate.server.accounts.models import User
from slowmate.server.events.models import Event, EventEntry, Seat, Section
from slowmate.server.events.queries import step_rulings
from slowmate.server.events.queries.division import division_of, plain_entrants
from slowmate.server.events.queries.frozen_players import frozen_players
from slowmate.server.events.services import entries
from slowmate.server.events.services.consequences import finish_event
from slowmate.server.events.services.dividing import confirm_seats, new_draw, new_seat, seatable, section_name
from slowmate.server.events.services.locking import (
    by_whoever_runs,
    event_to_run,
    locked_event,
    required_reason,
    section_to_run,
)
from slowmate.server.events.services.steps import By, by_server, decide, step_event, step_section
from slowmate.server.site.errors import Stale, Unfit

CUT_IN = (Event.State.OPEN, Event.State.CLOSED)


def next_section(event: Event, by: By, *, start: date) -> tuple[Ruling[Cut | None], list[EventEntry]]:
    """Return the next section that would be cut from a queue if it started on a day, and the entries considered."""
    rows = seatable(event, by, start=start)
    players = frozen_players([entry.player for entry in rows if entry.player], event, start=start)
    return cut([players[entry.player_id or 0] for entry in rows], event.kind_of, start=start), rows


def cut_section(pk: int, start: date, *, actor: User, at: datetime, waiting: int | None = None) -> Section:
    """Cut a section from the queue: it is proposed, with a draw and a start of its own.

    *waiting* is the number of sections that the page showed, so that two people who press at once cut one.
    """
    with transaction.atomic():
        event = event_to_run(pk, actor=actor)
        if not event.is_filled_from_a_queue or event.state not in CUT_IN:
            raise Stale(_("No section can be cut from this event now."))
        if waiting is not None and waiting != event.sections.count():
            raise Stale(_("Somebody has just cut a section. This is the current state."))
        if start <= at.date():
            raise Unfit(_("A section starts on a day to come."), field="start")
        by = by_whoever_runs(event, actor, at)
        ruling, rows = next_section(event, by, start=start)
        if ruling.value is None:
            raise Refused(*ruling.grounds)
        section = _write(event, ruling.value.players, rows, start, at)
        decide("cut", by, ruling, event=event, section=section)
    return section


def _write(
    event: Event, players: tuple[records.Player, ...], rows: list[EventEntry], start: date, at: datetime
) -> Section:
    committed = new_draw(event, at)
    committed.entrants, committed.sizes = plain_entrants(event, players, start=start), [len(players)]
    committed.save()
    number = event.sections.count() + 1
    section = Section.objects.create(
        event=event, draw=committed, number=number, name=section_name(event, number, number), start=start
    )
    by_player = {str(entry.player_id): entry for entry in rows}
    Seat.objects.bulk_create(new_seat(section, by_player[player.id], player) for player in players)
    return section


def confirm_section(pk: int, *, actor: User, at: datetime, seen: str | None = None) -> Section:
    """Confirm a section that was cut: its players are seated."""
    with transaction.atomic():
        section = section_to_run(pk, actor=actor, seen=seen)
        event = section.event
        _require_cut(event)
        by = by_whoever_runs(event, actor, at)
        division = division_of(event, [section])
        step_section(section, "confirm", by, guards={"sizes": step_rulings.sizes(division.judgement)})
        confirm_seats(event, division.seats, by, start=section.start)
    return section


def undo_section(pk: int, *, reason: str, actor: User, at: datetime, seen: str | None = None) -> Event:
    """Undo a section before its start list is posted: its players go back to their old places in the queue."""
    with transaction.atomic():
        section = section_to_run(pk, actor=actor, seen=seen)
        event = section.event
        _require_cut(event)
        if section.state not in (Section.State.PROPOSED, Section.State.CONFIRMED) or section.draw is None:
            raise Stale(_("This section cannot be given up any more."))
        by = by_whoever_runs(event, actor, at, reason=required_reason(reason))
        if section.state == Section.State.CONFIRMED:
            step_section(section, "change", by)
        for seat in section.seats.select_related("entry__event__series", "entry__player__user"):
            if seat.entry is not None and seat.entry.state == EventEntry.State.SEATED:
                entries.unseat(seat.entry, by)
        section.seats.all().delete()
        decide("give up", by, event=event, section=section)
    return event


def _require_cut(event: Event) -> None:
    if not event.is_filled_from_a_queue:
        raise Stale(_("Sections of this event are confirmed together."))


def play_out(pk: int, *, at: datetime) -> bool:
    """Let the sections of a norm tournament be played out once entries are closed and too few wait; whether it did."""
    with transaction.atomic():
        event = locked_event(pk)
        if event.state != Event.State.CLOSED or not event.is_filled_from_a_queue or not event.sections.exists():
            return False
        if event.sections.filter(state__in=("proposed", "confirmed", "posted"), seats__isnull=False).exists():
            return False
        guard = step_rulings.queue(event, on=event.start)
        if not guard.value:
            return False
        step_event(event, "play out", by_server(at), guards={"queue": guard})
        finish_event(event, by_server(at), guard.grounds)
    return True
