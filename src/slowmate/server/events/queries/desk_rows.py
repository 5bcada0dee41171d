"""The rows that wait for those who run events, approve of them, settle sections, choose, or are delegates."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import lru_cache

from django.db.models import Count, Exists, F, IntegerField, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from slowmate.events.entry.routes import FINAL
from slowmate.events.kinds import FILLED_FROM_A_QUEUE
from slowmate.events.organising.cycles import last_announcement
from slowmate.events.organising.offices import Actor
from slowmate.events.organising.sizes import SIZES
from slowmate.events.running.consequences import Step
from slowmate.events.running.vacancies import FILLED_BY
from slowmate.server.accounts.models import User
from slowmate.server.events.models import Consequence, Event, EventEntry, Section
from slowmate.server.events.permissions import (
    HELD,
    may_choose,
    may_confirm_entry,
    may_fill_vacancies,
    runs,
)
from slowmate.server.events.queries import federations
from slowmate.server.events.queries.due import sections_over_time
from slowmate.server.events.queries.unfinished import unfinished_games
from slowmate.server.events.queries.vacancies import Vacancies, finals_to_fill, vacancies_of
from slowmate.server.people.models import Office, Player
from slowmate.server.people.permissions import holds, player_of
from slowmate.server.site import clock
from slowmate.server.site.rules import NOTHING

State = Event.State
OWN_STEP = (State.ANNOUNCED, State.CLOSED, State.PROPOSED, State.CONFIRMED)
"""States in which the next step is that of those who run the event."""
LIVE = (*OWN_STEP, State.OPEN, State.POSTED, State.RUNNING, State.FINISHED)
REMIND_BEFORE = timedelta(days=30)
"""Before the last day on which a Final can be announced."""
SECTION_SIZE = SIZES["master-norm"].normal or 0
"""How many wait for a section of a norm tournament."""
CHOOSE = (Actor.TTC, Actor.NTTC, Actor.EXECUTIVE_BOARD)
"""Offices that choose between equals."""
IS_QUEUE = Q(kind__in=FILLED_FROM_A_QUEUE)


# -- events -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EventRow:
    """An event that waits, with its numbers."""

    event: Event
    entrants: int
    sections: int


@dataclass(frozen=True, slots=True)
class EntriesRow:
    """An event with the entries that wait for the decision of those who run it."""

    event: Event
    entries: list[EventEntry]


def _own(person: User) -> "QuerySet[Event]":
    return runs.rows(person).filter(state__in=LIVE) if runs.among(person) != NOTHING else Event.objects.none()


def _number_of(rows: "QuerySet[Section] | QuerySet[EventEntry]") -> Coalesce:
    counted = rows.order_by().values("event").annotate(n=Count("pk", distinct=True)).values("n")
    return Coalesce(Subquery(counted, output_field=IntegerField()), 0)


def _entrants() -> Coalesce:
    states = (EventEntry.State.ACCEPTED, EventEntry.State.WAITING)
    return _number_of(EventEntry.objects.filter(event=OuterRef("pk"), state__in=states))


def events_to_step(person: User, _at: datetime) -> "QuerySet[Event]":
    """Return the events whose next step is due; a queue that is open fills by itself."""
    rows = _own(person).filter(Q(state=State.ANNOUNCED) | (Q(state__in=OWN_STEP) & ~IS_QUEUE))
    return rows.order_by("start", "pk")


def events_with_empty_seats(person: User, _at: datetime) -> "QuerySet[Event]":
    """Return the events whose start lists are posted and from which somebody has withdrawn since."""
    withdrawn = EventEntry.objects.filter(
        event=OuterRef("pk"), state=EventEntry.State.WITHDRAWN, seats__section__state=Section.State.POSTED
    )
    return _own(person).filter(Exists(withdrawn), state=State.POSTED).order_by("start", "pk")


def events_to_cut(person: User, _at: datetime) -> "QuerySet[Event]":
    """Return the queues in which enough wait for a section."""
    rows = _own(person).filter(IS_QUEUE, state__in=(State.OPEN, State.CLOSED)).alias(waiting=_entrants())
    return rows.filter(waiting__gte=SECTION_SIZE).order_by("start", "pk")


def finals_to_announce(person: User, at: datetime) -> "QuerySet[Event]":
    """Return the Finals that are planned and not announced, from a month before the last day for it on."""
    if runs.among(person) == NOTHING:
        return Event.objects.none()
    latest = _latest_start(at.date() + REMIND_BEFORE)
    return runs.rows(person).filter(state=State.DRAFT, kind=FINAL, start__lte=latest).order_by("start", "pk")


@dataclass(frozen=True, slots=True)
class FinalRow:
    """A Final with vacant places, and who of those that come next the person may admit."""

    event: Event
    vacancies: Vacancies
    next: Player | None


def finals_to_fill_for(person: User, _at: datetime) -> list[Event]:
    """Return the Finals with vacant places that are a person's to fill, as long as players can enter."""
    kinds = [kind for kind, power in FILLED_BY.items() if holds(person, HELD[power.actors[0]])]
    return finals_to_fill(kinds) if kinds else []


def load_finals(rows: Iterable[Event], person: User) -> Iterable[FinalRow]:
    for event in rows:
        vacancies = vacancies_of(event)
        players = (line.player for line in vacancies.to_admit)
        yield FinalRow(event, vacancies, next((who for who in players if may_fill_vacancies(person, event, who)), None))


@lru_cache(maxsize=8)
def _latest_start(until: date) -> date:
    """Return the latest start of a Final that can be announced until that day at the latest."""
    start = until
    while last_announcement(start + timedelta(days=1)) <= until:
        start += timedelta(days=1)
    return start


def load_events(rows: "QuerySet[Event]", _person: User) -> Iterable[EventRow]:
    made_up = _number_of(Section.objects.filter(event=OuterRef("pk"), seats__isnull=False))
    for event in rows.annotate(entrants=_entrants(), made_up=made_up).select_related("series"):
        yield EventRow(event, event.entrants, event.made_up)


def events_with_entries(person: User, _at: datetime) -> "QuerySet[Event]":
    """Return the events in which entries wait for a decision."""
    asked = EventEntry.objects.filter(event=OuterRef("pk"), state=EventEntry.State.ASKED)
    return _own(person).filter(Exists(asked)).order_by("start", "pk")


def load_entries(rows: "QuerySet[Event]", _person: User) -> list[EntriesRow]:
    events = {event.pk: EntriesRow(event, []) for event in rows.select_related("series")}
    entries = EventEntry.objects.filter(event__in=events, state=EventEntry.State.ASKED).select_related("player")
    for entry in entries.order_by("made", "pk"):
        events[entry.event_id].entries.append(entry)
    return [row for row in events.values() if row.entries]


def questions(person: User, _at: datetime) -> list[Consequence]:
    """Return the questions about equals that somebody has to answer; one for all who share it."""
    found: dict[tuple[int, str, tuple[str, ...]], Consequence] = {}
    for actor in CHOOSE:
        rows = Consequence.objects.filter(what=Step.ASK.value, state=Consequence.State.PROPOSED, office=actor.value)
        if actor is not Actor.EXECUTIVE_BOARD:  # of their own events, those who run them are asked with the section
            rows = rows.exclude(section__event__organiser=None, section__event__federation="")
        if holds(person, HELD[actor]):
            for row in rows.select_related("section__event__series", "player").order_by("pk"):
                if may_choose(person, row):
                    found.setdefault((row.section.event_id, row.value, tuple(row.sharing)), row)
    return list(found.values())


# -- sections ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SettlingRow:
    """A section that is over, with the steps that follow from it and are open."""

    section: Section
    steps: list[Consequence]
    own: int | None
    """The player of the person who looks, who carries nothing out for themselves."""
    unfinished: int = 0
    """The games on which the director still has work: that comes first."""

    @property
    def possible(self) -> list[Consequence]:
        """The steps that can be carried out: not of those about whom a question is open, nor for oneself."""
        questioned = {step.player_id for step in self.steps if step.what == Step.ASK.value}
        return [
            step
            for step in self.steps
            if step.player_id not in questioned
            and not step.is_void
            and (step.player_id is None or step.player_id != self.own)
        ]


def sections_to_prepare(person: User, _at: datetime) -> "QuerySet[Section]":
    """Return the sections that were cut from a queue and are not yet posted."""
    rows = Section.objects.filter(
        event__in=_own(person).filter(IS_QUEUE).values("pk"),
        state__in=(Section.State.PROPOSED, Section.State.CONFIRMED),
        seats__isnull=False,
    )
    return rows.select_related("event__series").distinct().order_by("start", "pk")


def sections_to_settle(person: User, _at: datetime) -> "QuerySet[Section]":
    """Return the sections that are over and not settled."""
    rows = Section.objects.filter(event__in=_own(person).values("pk"), state=Section.State.FINISHED)
    return rows.select_related("event__series").order_by(F("ended").asc(), "pk")


def load_settling(sections_over: "QuerySet[Section]", person: User) -> list[SettlingRow]:
    player = player_of(person)
    rows = list(sections_over)
    unfinished = unfinished_games([section.pk for section in rows], at=clock.now())
    own = player.pk if player else None
    sections = {section.pk: SettlingRow(section, [], own, unfinished.get(section.pk, 0)) for section in rows}
    is_open = Q(state=Consequence.State.PROPOSED) | Q(state=Consequence.State.DONE, is_void=True)
    steps = Consequence.objects.filter(is_open, section__in=sections).select_related("player").order_by("pk")
    for step in steps:
        sections[step.section_id].steps.append(step)
    return list(sections.values())


def rounds_over_time(person: User, at: datetime) -> "QuerySet[Section]":
    """Return the rounds of cups whose time is over, for their directors."""
    if not holds(person, Office.Kind.DIRECTOR):
        return Section.objects.none()
    return sections_over_time(on=at.date()).filter(director=person).select_related("event__series")


# -- entries and requests ---------------------------------------------------------------------------------------------


def entries_to_confirm(person: User, _at: datetime) -> "QuerySet[EventEntry]":
    """Return the free entries that wait for a delegate's word; none of their own."""
    condition = may_confirm_entry.among(person)
    return EventEntry.objects.none() if condition == NOTHING else federations.entries_to_confirm(condition)
