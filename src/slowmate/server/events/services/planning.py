"""Planning an event and announcing it; moving its days with a reason; what the Board and other offices say to it."""

from dataclasses import asdict, dataclass, field
from datetime import date, datetime

from django.db import transaction
from django.utils.translation import gettext as _

from slowmate.events.entry.right import series_of
from slowmate.events.kinds import FILLED_FROM_A_QUEUE, Open, left_open, needs_approval
from slowmate.events.organising.cycles import cup_round_ends
from slowmate.events.organising.offices import Acting, Actor
from slowmate.events.organising.reflection import is_event_rated
from slowmate.events.procedures import is_later, is_not_yet_started
from slowmate.play.terms import Transmission
from slowmate.records import KINDS, Family, Kind, PromotionPlan
from slowmate.rulebook import NoEdition
from slowmate.server.accounts.models import User
from slowmate.server.events.models import Event, EventEntry, Section, Series
from slowmate.server.events.permissions import (
    ACTORS,
    federations_of,
    may_agree_to_rating,
    may_cancel,
    plans_as,
    rating_office,
)
from slowmate.server.events.queries import step_rulings
from slowmate.server.events.regulations import Regulations, check, plain, regulations_from
from slowmate.server.events.services import news, rights
from slowmate.server.events.services.locking import (
    LONGEST_REASON,
    by_whoever_runs,
    event_to_run,
    locked_event,
    require_as_seen,
    required_reason,
)
from slowmate.server.events.services.steps import By, by_server, decide, step_event, step_section
from slowmate.server.site.errors import NotAllowed, Stale, Unfit

FEWEST, MOST = 3, 30
"""Players of a section that an announcement may ask for."""
LARGEST_FEE = 100_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What whoever plans an event decides: what the rules leave open for its kind, and nothing else."""

    kind: str
    name: str
    start: date | None
    deadline: date
    regulations: Regulations
    number: int | None = None
    federation: str = ""
    planned_end: date | None = None
    transmission: Transmission = Transmission.SERVER
    words: str = ""
    fee: int | None = None
    currency: str = "EUR"
    places: int | None = None
    preferred_size: int | None = None
    games_per_pairing: int = 1
    level: int | None = None
    final_places: int = 2
    is_acknowledged: bool = True
    is_shown_live: bool = False
    ties_broken: bool = True
    promotion: PromotionPlan | None = field(default=None)


def plan(wanted: Plan, *, actor: User, at: datetime, after: Event | None = None) -> Event:
    """Keep the draft of an event; only whoever runs it sees it until it is announced. *after*: the stage before it."""
    kind = _kind(wanted)
    whose = plans_as(actor, kind)
    if whose is None:
        raise NotAllowed
    event = Event(planned_by=actor, made=at, kind=kind.slug, previous=after)
    if whose is Actor.ORGANISER:
        event.organiser = actor
    if whose is Actor.DELEGATE:
        event.federation = _federation(wanted, actor)
    _write(event, wanted, kind)
    event.needs_approval = needs_approval(kind, run_by=whose)
    with transaction.atomic():
        event.series = _series(wanted, kind)
        event.save()
    return event


def change(pk: int, wanted: Plan, *, actor: User, seen: str | None = None) -> Event:
    """Change a draft. What was announced is changed by its own steps, each with a reason."""
    with transaction.atomic():
        event = event_to_run(pk, actor=actor, seen=seen)
        if event.state != Event.State.DRAFT:
            raise Stale(_("This event is announced: its plan is not changed any more."))
        kind = _kind(wanted)
        if kind.slug != event.kind:
            raise Unfit(_("The kind of an event stays as it was planned."), field="kind")
        _write(event, wanted, kind)
        event.series = _series(wanted, kind)
        event.save()
    return event


def _kind(wanted: Plan) -> Kind:
    kind = KINDS.get(wanted.kind)
    if kind is None or kind.family is Family.FIDE:
        raise Unfit(_("There is no such kind of event."), field="kind")
    if kind.teams:
        raise Unfit(_("Events of teams cannot be planned here yet."), field="kind")
    return kind


def _federation(wanted: Plan, actor: User) -> str:
    """Whose event it is: of several federations that somebody is the delegate of, the one he names."""
    held = federations_of(actor)
    if wanted.federation in held:
        return wanted.federation
    if wanted.federation or len(held) != 1:
        raise Unfit(_("Name a federation whose delegate you are."), field="federation")
    return held[0]


def _series(wanted: Plan, kind: Kind) -> Series | None:
    if wanted.number is None:
        return None
    return Series.objects.get_or_create(family=series_of(kind.slug), number=wanted.number)[0]


def _write(event: Event, wanted: Plan, kind: Kind) -> None:
    start = wanted.deadline if kind.slug in FILLED_FROM_A_QUEUE else wanted.start
    if start is None:
        raise Unfit(_("Say when it starts."), field="start")
    try:
        asked = left_open(kind, start=start)
    except NoEdition as missing:
        raise Unfit(_("No edition of the rules that we hold governs that day."), field="start") from missing
    _require_fitting(wanted, asked, start)
    check(wanted.regulations, start=start, transmission=wanted.transmission)
    event.name, event.start, event.deadline, event.words = wanted.name.strip(), start, wanted.deadline, wanted.words
    event.planned_end = wanted.planned_end if Open.END in asked else cup_round_ends(start).value
    event.transmission, event.regulations = wanted.transmission.value, plain(wanted.regulations)
    event.fee, event.currency = wanted.fee, wanted.currency
    event.places, event.preferred_size = wanted.places, wanted.preferred_size
    event.games_per_pairing, event.level = wanted.games_per_pairing, wanted.level
    event.final_places, event.is_acknowledged = wanted.final_places, wanted.is_acknowledged
    event.is_shown_live, event.ties_broken = wanted.is_shown_live, wanted.ties_broken
    event.promotion = asdict(wanted.promotion) if wanted.promotion else None
    event.is_rated = _is_rated(event)


def _is_rated(event: Event) -> bool:
    control = regulations_from(event.regulations).time_control
    return is_event_rated(
        event.kind_of, control, start=event.start, by_post=event.by_post, agreed=event.is_agreed
    ).value


def _require_fitting(wanted: Plan, asked: frozenset[Open], start: date) -> None:
    """`Unfit` with the field that says what the rules fix, or leaves out what they leave open."""
    fixed = _("The rules fix this for the kind of event: leave it empty.")
    said = {
        "number": (Open.NUMBER, wanted.number is not None),
        "transmission": (Open.BY_POST, wanted.transmission is not Transmission.SERVER),
        "preferred_size": (Open.SIZE, wanted.preferred_size is not None),
        "places": (Open.PLACES, wanted.places is not None),
        "games_per_pairing": (Open.GAMES, wanted.games_per_pairing != 1),
        "level": (Open.LEVEL, wanted.level is not None),
        "ties_broken": (Open.TIES, not wanted.ties_broken),
        "up": (Open.PROMOTION, wanted.promotion is not None),
        "planned_end": (Open.END, wanted.planned_end is not None),
        "fen": (Open.POSITION, wanted.regulations.fen is not None),
        "positions": (Open.POSITIONS, wanted.regulations.positions is not None),
    }
    for name, (what, is_said) in said.items():
        if is_said and what not in asked:
            raise Unfit(fixed, field=name)
    for name, what, words in (
        ("fen", Open.POSITION, _("Say from which position the games start.")),
        ("positions", Open.POSITIONS, _("Say which games start alike.")),
        ("number", Open.NUMBER, _("Say which number of the series it belongs to.")),
        ("preferred_size", Open.SIZE_NEEDED, _("Say how many play in a section.")),
    ):
        if what in asked and not said[name][1]:
            raise Unfit(words, field=name)
    _require_numbers(wanted, start)


def _require_numbers(wanted: Plan, start: date) -> None:
    if not wanted.name.strip():
        raise Unfit(_("An event needs a name."), field="name")
    if wanted.deadline > start:
        raise Unfit(_("Entries end before the start, or on its day."), field="deadline")
    if wanted.planned_end is not None and wanted.planned_end <= start:
        raise Unfit(_("The planned end comes after the start."), field="planned_end")
    if wanted.preferred_size is not None and not FEWEST <= wanted.preferred_size <= MOST:
        why = _("A section has %(least)d to %(most)d players.") % {"least": FEWEST, "most": MOST}
        raise Unfit(why, field="preferred_size")
    if wanted.places is not None and wanted.places < FEWEST:
        raise Unfit(_("There are at least %(n)d places.") % {"n": FEWEST}, field="places")
    if wanted.fee is not None and wanted.fee > LARGEST_FEE:
        raise Unfit(_("That is no fee."), field="fee")
    if wanted.promotion and not (wanted.promotion.up or wanted.promotion.best_of_rest):
        raise Unfit(_("Say how many of a section go on."), field="up")


# -- announcing -------------------------------------------------------------------------------------------------------


def announce(pk: int, *, actor: User, at: datetime, opens: bool = True, seen: str | None = None) -> Event:
    """Announce an event: from now on everybody sees it. *opens*: entries are open at once."""
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
    """Give more time for entries, with a reason; where they were closed they are open again."""
    with transaction.atomic():
        event = event_to_run(pk, actor=actor, seen=seen)
        old = event.deadline or event.start
        by = by_whoever_runs(event, actor, at, reason=required_reason(reason), old=str(old), new=str(deadline))
        step_event(event, "extend", by, guards={"later": is_later(old, deadline, start=event.start)})
        if event.is_filled_from_a_queue:
            event.start = max(event.start, deadline)
        if deadline > event.start:
            raise Unfit(_("Entries end before the start, or on its day: postpone the start first."), field="deadline")
        if deadline < at.date():
            raise Unfit(_("That day is past."), field="deadline")
        event.deadline = deadline
        event.save(update_fields=["deadline", "start"])
        news.moved(event, "event-extended", by)
    return event


def postpone(pk: int, start: date, *, reason: str, actor: User, at: datetime, seen: str | None = None) -> Event:
    """Move the start of an event to a later day, with a reason. Start lists that were posted are posted again."""
    with transaction.atomic():
        event = event_to_run(pk, actor=actor, seen=seen)
        by = by_whoever_runs(event, actor, at, reason=required_reason(reason), old=str(event.start), new=str(start))
        if event.is_filled_from_a_queue:
            raise Unfit(_("Each section of this event has a start of its own."), field="start")
        later = is_later(event.start, start, start=event.start)
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
    """The sections of an event whose start lists are posted are confirmed again, until they are posted anew."""
    for section in event.sections.select_for_update(of=("self",)).filter(state=Section.State.POSTED):
        section.event = event
        guard = is_not_yet_started(section.start, on=by.at.date())
        step_section(section, "change", by, guards={"not started": guard})
        section.posted = None
        section.save(update_fields=["posted"])


def lapse(pk: int, *, at: datetime) -> bool:
    """Let an event go whose approval has lapsed because its start was put off for too long; whether it has."""
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
    """The Executive Board cancels an event before it starts: what entries used up is given back."""
    with transaction.atomic():
        event = locked_event(pk)
        if not may_cancel(actor, event):
            raise NotAllowed
        require_as_seen(event.state, seen)
        by = By(Acting(Actor.EXECUTIVE_BOARD), at, actor, required_reason(reason))
        step_event(event, "cancel", by)
        told = list(
            event.entries.filter(state__in=(*EventEntry.LIVE, EventEntry.State.SEATED)).select_related(
                "player__user", "event__series"
            )
        )
        for entry in told:
            if entry.state == EventEntry.State.SEATED:
                rights.give_back(entry, by)
        news.cancelled(event, told, by)
    return event


def agree_to_rating(pk: int, *, actor: User, at: datetime, reason: str = "") -> Event:
    """The office that 9.2 names agrees that an event is rated, before its start lists are posted."""
    with transaction.atomic():
        event = locked_event(pk)
        if not may_agree_to_rating(actor, event):
            raise NotAllowed
        if event.is_agreed or event.is_rated or event.state not in BEFORE_POSTING:
            raise Stale(_("That cannot be decided any more."))
        event.is_agreed = True
        control = regulations_from(event.regulations).time_control
        ruling = is_event_rated(event.kind_of, control, start=event.start, by_post=event.by_post, agreed=True)
        event.is_rated = ruling.value
        event.save(update_fields=["is_agreed", "is_rated"])
        by = By(Acting(ACTORS[rating_office(event)]), at, actor, reason.strip()[:LONGEST_REASON])
        decide("agree to rating", by, ruling, event=event)
    return event


BEFORE_POSTING = (
    Event.State.ANNOUNCED,
    Event.State.OPEN,
    Event.State.CLOSED,
    Event.State.PROPOSED,
    Event.State.CONFIRMED,
)
