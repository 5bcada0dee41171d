"""Plan and announce an event, move its days with a reason, cancel it, agree to rate it."""

from dataclasses import asdict
from datetime import date, datetime
from enum import Enum

from django.db import transaction
from django.utils.translation import gettext as _

from slowmate.events.entry.right import series_of
from slowmate.events.kinds import FILLED_FROM_A_QUEUE, Open, left_open, needs_approval
from slowmate.events.organising.cycles import cup_round_ends
from slowmate.events.organising.offices import Acting, Actor
from slowmate.events.organising.reflection import is_event_rated
from slowmate.events.procedures import is_later, is_not_yet_started
from slowmate.records import KINDS, Family, Kind
from slowmate.rulebook import NoEdition, Refused, Ruling
from slowmate.server.accounts.models import User
from slowmate.server.events.choices import CHOICES, Plan, StoredIn, default_of, value_of
from slowmate.server.events.models import Event, EventEntry, Section, Series
from slowmate.server.events.permissions import (
    ACTORS,
    federations_of,
    may_agree_to_rating,
    may_call_off,
    may_cancel,
    plans_as,
    rating_office,
)
from slowmate.server.events.queries import step_rulings
from slowmate.server.events.queries.rating_agreement import NOT_HELD, rating_agreement
from slowmate.server.events.regulations import check, plain, regulations_from
from slowmate.server.events.services import news, rights
from slowmate.server.events.services.days import require_time_to_post
from slowmate.server.events.services.locking import (
    LONGEST_REASON,
    by_whoever_runs,
    event_to_run,
    locked_event,
    require_as_seen,
    required_reason,
)
from slowmate.server.events.services.steps import By, by_server, decide, step_event, step_section
from slowmate.server.games.models import Game
from slowmate.server.site.days import require_possible_day
from slowmate.server.site.errors import NotAllowed, Stale, Unfit


def plan(chosen: Plan, *, actor: User, at: datetime, after: Event | None = None) -> Event:
    """Save the draft of an event, which nobody else sees until it is announced. *after* is the stage before it."""
    kind = _kind(chosen)
    planner = plans_as(actor, kind)
    if planner is None:
        raise NotAllowed
    event = Event(planned_by=actor, made=at, kind=kind.slug, previous=after)
    if planner is Actor.ORGANISER:
        event.organiser = actor
    if planner is Actor.DELEGATE:
        event.federation = _federation(chosen, actor)
    write_choices(event, chosen)
    event.needs_approval = needs_approval(kind, run_by=planner)
    with transaction.atomic():
        event.series = _series(chosen, kind)
        event.save()
    return event


def change(pk: int, chosen: Plan, *, actor: User, seen: str | None = None) -> Event:
    """Change a draft; an announced event has steps of its own, each with a reason."""
    with transaction.atomic():
        event = event_to_run(pk, actor=actor, seen=seen)
        if event.state != Event.State.DRAFT:
            raise Stale(_("This event is announced: its plan is not changed any more."))
        kind = _kind(chosen)
        if kind.slug != event.kind:
            raise Unfit(_("The kind of an event stays as it was planned."), field="kind")
        write_choices(event, chosen)
        event.series = _series(chosen, kind)
        event.save()
    return event


def _kind(chosen: Plan) -> Kind:
    kind = KINDS.get(chosen.kind)
    if kind is None or kind.family is Family.FIDE:
        raise Unfit(_("There is no such kind of event."), field="kind")
    if kind.teams:
        raise Unfit(_("Events of teams cannot be planned here yet."), field="kind")
    return kind


def _federation(chosen: Plan, actor: User) -> str:
    """Return whose event it is: the only federation of a delegate, or the one that the plan names."""
    federations = federations_of(actor)
    if chosen.federation in federations:
        return chosen.federation
    if chosen.federation or len(federations) != 1:
        raise Unfit(_("Name a federation whose delegate you are."), field="federation")
    return federations[0]


def _series(chosen: Plan, kind: Kind) -> Series | None:
    if chosen.number is None:
        return None
    return Series.objects.get_or_create(family=series_of(kind.slug), number=chosen.number)[0]


# -- the choices of a plan --------------------------------------------------------------------------------------------


def write_choices(event: Event, chosen: Plan) -> None:
    """Check a plan and write its choices to the row of the event, which is not saved; federation and series are not."""
    start = chosen.deadline if event.is_filled_from_a_queue else chosen.start
    if start is None:
        raise Unfit(_("Say when it starts."), field="start")
    try:
        left = left_open(event.kind_of, start=start)
    except NoEdition as missing:
        raise Unfit(_("No edition of the rules that we hold governs that day."), field="start") from missing
    _require_fitting(chosen, left)
    _require_dates(chosen, start)
    check(chosen.regulations, start=start, transmission=chosen.transmission)
    for row in CHOICES:
        if row.stored_in is StoredIn.EVENT:
            value = value_of(chosen, row)
            setattr(event, row.name, value.value if isinstance(value, Enum) else value)
    event.name, event.start, event.deadline = chosen.name.strip(), start, chosen.deadline
    event.planned_end = chosen.planned_end if Open.END in left else cup_round_ends(start).value
    event.regulations = plain(chosen.regulations)
    event.promotion = asdict(chosen.promotion) if chosen.promotion else None
    event.is_rated = _is_rated(event)


def _is_rated(event: Event) -> bool:
    control = regulations_from(event.regulations).time_control
    return is_event_rated(
        event.kind_of, control, start=event.start, by_post=event.by_post, agreed=event.is_agreed
    ).value


def _require_fitting(chosen: Plan, left: frozenset[Open]) -> None:
    """Raise `Unfit` for a choice that the rules fix, that is missing, or that is out of its bounds."""
    for row in CHOICES:
        value = value_of(chosen, row)
        if value == default_of(row):
            if row.required_if in left or (row.is_required and row.missing):
                raise Unfit(str(row.missing), field=row.name)
            continue
        if row.open is not None and row.open not in left:
            raise Unfit(_("The rules fix this for the kind of event: leave it empty."), field=row.name)
        if row.bounds is not None and value not in row.bounds:
            bounds = {"least": row.bounds.least, "most": row.bounds.most}
            raise Unfit(_("Choose a number from %(least)d to %(most)d.") % bounds, field=row.name)
    if chosen.promotion and not (chosen.promotion.up or chosen.promotion.best_of_rest):
        raise Unfit(_("Say how many of a section go on."), field="up")


def _require_dates(chosen: Plan, start: date) -> None:
    if not chosen.name.strip():
        raise Unfit(_("An event needs a name."), field="name")
    for name, day in (("deadline", chosen.deadline), ("start", start), ("planned_end", chosen.planned_end)):
        if day is not None:
            _require_possible(day, name)
    if chosen.kind not in FILLED_FROM_A_QUEUE:
        require_time_to_post(chosen.deadline, start)
    if chosen.planned_end is not None and chosen.planned_end <= start:
        raise Unfit(_("The planned end comes after the start."), field="planned_end")


def _require_possible(day: date, field: str) -> None:
    """Raise `Unfit` for a day that nobody can mean."""
    try:
        require_possible_day(day)
    except ValueError as impossible:
        raise Unfit(str(impossible), field=field) from None


# -- announcing -------------------------------------------------------------------------------------------------------


def announce(pk: int, *, actor: User, at: datetime, opens: bool = True, seen: str | None = None) -> Event:
    """Announce an event, so that everybody sees it; *opens* its entries at once."""
    with transaction.atomic():
        event = event_to_run(pk, actor=actor, seen=seen)
        event.announced = at.date()
        guard = step_rulings.announcement(event, on=at.date())
        step_event(event, "announce", by_whoever_runs(event, actor, at), guards={"announcement": guard})
        event.save(update_fields=["announced"])
        if opens:
            step_event(event, "open entries", by_whoever_runs(event, actor, at))
    return event


def open_entries(pk: int, *, actor: User, at: datetime, seen: str | None = None) -> Event:
    with transaction.atomic():
        event = event_to_run(pk, actor=actor, seen=seen)
        step_event(event, "open entries", by_whoever_runs(event, actor, at))
    return event


# -- moving days ------------------------------------------------------------------------------------------------------


def extend(pk: int, deadline: date, *, reason: str, actor: User, at: datetime, seen: str | None = None) -> Event:
    """Extend the time for entries, with a reason; closed entries open again."""
    with transaction.atomic():
        event = event_to_run(pk, actor=actor, seen=seen)
        old = event.deadline or event.start
        by = by_whoever_runs(event, actor, at, reason=required_reason(reason), old=str(old), new=str(deadline))
        _require_possible(deadline, "deadline")
        step_event(event, "extend", by, guards={"later": is_later(old, deadline, start=event.start)})
        if event.is_filled_from_a_queue:
            event.start = max(event.start, deadline)
        if not event.is_filled_from_a_queue:
            require_time_to_post(deadline, event.start)
        if deadline < at.date():
            raise Unfit(_("That day is past."), field="deadline")
        event.deadline = deadline
        event.save(update_fields=["deadline", "start"])
        news.moved(event, "event-extended", by)
    return event


def postpone(pk: int, start: date, *, reason: str, actor: User, at: datetime, seen: str | None = None) -> Event:
    """Postpone the start of an event, with a reason. Posted start lists are withdrawn, to be posted again."""
    with transaction.atomic():
        event = event_to_run(pk, actor=actor, seen=seen)
        by = by_whoever_runs(event, actor, at, reason=required_reason(reason), old=str(event.start), new=str(start))
        if event.is_filled_from_a_queue:
            raise Unfit(_("Each section of this event has a start of its own."), field="start")
        _require_possible(start, "start")
        later = is_later(event.start, start, start=event.start)
        if not later.value:
            raise Refused(*later.grounds)
        if event.state == Event.State.POSTED:
            _take_back_lists(event, by)
        event.start = start
        if event.planned_end is not None and event.kind_of.family is Family.CUP:
            event.planned_end = cup_round_ends(start).value
        step_event(event, "postpone", by, guards={"later": later})
        event.save(update_fields=["start", "planned_end"])
        event.sections.filter(state__in=("proposed", "confirmed")).update(start=start)
        news.moved(event, "event-postponed", by)
    return event


def _take_back_lists(event: Event, by: By) -> None:
    """Set the sections with posted start lists back to confirmed."""
    for section in event.sections.select_for_update(of=("self",)).filter(state=Section.State.POSTED):
        section.event = event
        guard = is_not_yet_started(section.start, on=by.at.date())
        step_section(section, "change", by, guards={"not started": guard})
        section.posted = None
        section.save(update_fields=["posted"])


def lapse(pk: int, *, at: datetime) -> bool:
    """Lapse an event whose approval is void because its start was postponed for too long; return whether it lapsed."""
    with transaction.atomic():
        event = locked_event(pk)
        if event.state != Event.State.ANNOUNCED or not event.needs_approval:
            return False
        guard = step_rulings.lapsed(event, on=at.date())
        if not guard.value:
            return False
        by = by_server(at)
        step_event(event, "lapse", by, guards={"lapsed": guard})
        news.lapsed(event, by)
    return True


# -- what other offices say -------------------------------------------------------------------------------------------


def cancel(pk: int, *, reason: str, actor: User, at: datetime, seen: str | None = None) -> Event:
    """Cancel an event before it starts, by the Executive Board; entries get back the rights they used."""
    with transaction.atomic():
        event = locked_event(pk)
        if not may_cancel(actor, event):
            raise NotAllowed
        require_as_seen(event.state, seen)
        by = By(Acting(Actor.EXECUTIVE_BOARD), at, actor, required_reason(reason))
        step_event(event, "cancel", by)
        _let_entries_go(event, by)
    return event


def call_off(pk: int, *, reason: str, actor: User, at: datetime, seen: str | None = None) -> Event:
    """Call off an event before it starts, by the organiser or the federation that runs it."""
    with transaction.atomic():
        event = locked_event(pk)
        if not may_call_off(actor, event):
            raise NotAllowed
        require_as_seen(event.state, seen)
        by = by_whoever_runs(event, actor, at, reason=required_reason(reason))
        step_event(event, "call off", by)
        _let_entries_go(event, by)
    return event


def _let_entries_go(event: Event, by: By) -> None:
    """Give back the rights that entries of a cancelled event used, and tell everybody who has entered."""
    states = (*EventEntry.LIVE, EventEntry.State.SEATED)
    entries = list(event.entries.filter(state__in=states).select_related("player__user", "event__series"))
    for entry in entries:
        if entry.state == EventEntry.State.SEATED:
            rights.give_back(entry, by)
    news.cancelled(event, entries, by)


def throw_away(pk: int, *, actor: User, at: datetime, seen: str | None = None) -> Event:
    """Throw away a draft. One for whose approval somebody applied stays on record, seen by those who run it alone."""
    with transaction.atomic():
        event = event_to_run(pk, actor=actor, seen=seen)
        if event.state != Event.State.DRAFT:
            raise Stale(_("This event is announced: its plan is not changed any more."))
        cases = event.cases.select_for_update(of=("self",))
        if not cases.exists() and not event.decisions.exists() and not event.next_stages.exists():
            event.delete()
            return event
        cases.filter(closed=None).update(closed=at)
        step_event(event, "throw away", by_whoever_runs(event, actor, at))
    return event


def agree_to_rating(pk: int, *, actor: User, at: datetime, reason: str = "") -> Event:
    """Agree that an event is rated, by the office that 9.2 names, before the first list that would count its games."""
    with transaction.atomic():
        event = locked_event(pk)
        if not may_agree_to_rating(actor, event):
            raise NotAllowed
        if event.is_agreed or event.is_rated or event.state in NOT_HELD:
            raise Stale(_("That cannot be decided any more."))
        in_time = rating_agreement(event)
        if not in_time.value:
            raise Refused(*in_time.grounds)
        event.is_agreed = True
        control = regulations_from(event.regulations).time_control
        ruling = is_event_rated(event.kind_of, control, start=event.start, by_post=event.by_post, agreed=True)
        event.is_rated = ruling.value
        event.save(update_fields=["is_agreed", "is_rated"])
        Game.objects.filter(pairing__section__event=event).update(is_agreed=True, is_rated=event.is_rated)
        by = By(Acting(ACTORS[rating_office(event)]), at, actor, reason.strip()[:LONGEST_REASON])
        decide("agree to rating", by, Ruling(ruling.value, (*in_time.grounds, *ruling.grounds)), event=event)
    return event
