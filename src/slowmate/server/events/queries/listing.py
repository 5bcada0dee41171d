"""Events as they are looked for: open for entry, about to start, running, finished; by kind, year, federation, mode."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Count, F, Max, Min, Q, QuerySet
from django.utils.translation import gettext, ngettext, pgettext

from slowmate.events.entry.decision import Answer
from slowmate.server.accounts.permissions import Person
from slowmate.server.events.models import Event, EventEntry, Section
from slowmate.server.events.permissions import PUBLIC_EVENTS, PUBLIC_SECTIONS, may_see_event
from slowmate.server.events.text import dates_of, kind_words, mode_words
from slowmate.server.people.models import Player
from slowmate.server.site.folding import folded
from slowmate.server.site.text import day

State = Event.State
STAGES: dict[str, tuple[str, ...]] = {
    "open": (State.OPEN, State.ANNOUNCED),
    "coming": (State.CLOSED, State.PROPOSED, State.CONFIRMED, State.POSTED),
    "running": (State.RUNNING,),
    "finished": (State.FINISHED, State.SETTLED, State.CANCELLED, State.LAPSED),
    "draft": (State.DRAFT,),
}
"""The parts of the list of events. What was called off stands with what is over, and says so."""
_ORDER = {
    "open": (F("deadline").asc(nulls_last=True), "start", "pk"),
    "coming": ("start", "pk"),
    "running": ("-start", "-pk"),
    "finished": ("-start", "-pk"),
    "draft": ("start", "pk"),
}
LIVE = (*EventEntry.LIVE, EventEntry.State.SEATED)
"""Entries that count for something."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which events are looked for."""

    kind: str = ""
    year: int | None = None
    federation: str = ""
    mode: str = ""
    words: str = ""

    def __bool__(self) -> bool:
        return bool(self.kind or self.year or self.federation or self.mode or self.words)


EVERYTHING = Wanted()


def visible_events(person: Person) -> "QuerySet[Event]":
    """Return the events that somebody may see."""
    return may_see_event.rows(person)


def found_events(person: Person, wanted: Wanted = EVERYTHING) -> "QuerySet[Event]":
    """Those of the events that somebody may see that are looked for."""
    rows = visible_events(person)
    if wanted.kind:
        rows = rows.filter(kind=wanted.kind)
    if wanted.year:
        rows = rows.filter(start__gte=date(wanted.year, 1, 1), start__lte=date(wanted.year, 12, 31))
    if wanted.federation:
        rows = rows.filter(federation=wanted.federation)
    if wanted.mode:
        rows = rows.filter(transmission=wanted.mode)
    for one in folded(wanted.words).split():
        rows = rows.filter(folded__contains=one)
    return rows


def of_stage(rows: "QuerySet[Event]", stage: str) -> "QuerySet[Event]":
    """One part of the list, in its order."""
    return rows.filter(state__in=STAGES[stage]).order_by(*_ORDER[stage])


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the list of events: those that are shown of it, and how many there are in all."""

    stage: str
    words: str
    rows: "Sequence[Event]"
    number: int

    @property
    def more(self) -> int:
        """How many are not shown."""
        return self.number - len(self.rows)


def overview(rows: "QuerySet[Event]", *, first: int) -> list[Part]:
    """Every part that has events, with the first of them."""
    counts = counted(rows)
    return [
        Part(stage, stage_words(stage), list(of_stage(rows, stage)[:first]), number)
        for stage, number in counts.items()
        if number
    ]


def stage_words(stage: str) -> str:
    return {
        "open": gettext("Open for entry"),
        "coming": gettext("About to start"),
        "running": pgettext("of events", "Running"),
        "finished": pgettext("of events", "Finished"),
        "draft": gettext("Being planned"),
    }[stage]


def counted(rows: "QuerySet[Event]") -> dict[str, int]:
    """How many events each part has: one query."""
    states = dict(rows.order_by().values_list("state").annotate(Count("pk")))
    return {stage: sum(states.get(state, 0) for state in of) for stage, of in STAGES.items()}


def years() -> list[int]:
    """From the newest year in which an event starts to the oldest."""
    found = Event.objects.filter(PUBLIC_EVENTS).aggregate(first=Min("start"), last=Max("start"))
    if found["first"] is None:
        return []
    return list(range(found["last"].year, found["first"].year - 1, -1))


@dataclass(frozen=True, slots=True)
class ListedEvent:
    """One line of a list of events."""

    pk: int
    name: str
    kind: str
    state: str
    stage: str
    federation: str
    mode: str
    start: date
    deadline: date | None
    when: str
    """What of its dates matters now: until when one enters, when it starts, since when it runs."""
    days_left: str
    """Until entries close; empty where they are not open."""
    size: str
    """How large it is: entries while it is open, else sections."""
    answer: str
    """Whether the reader may enter, or that he has; empty for whoever does not play here."""
    is_yes: bool
    """He may enter, or has."""


def listed(rows: Sequence[Event], answers: Mapping[int, Answer], *, me: Player | None, on: date) -> list[ListedEvent]:
    """Lines for these events: three queries, however many they are.

    *answers* are those of the rules to the player *me*, by event: whether he may enter it.
    """
    ids = [event.pk for event in rows]
    sections, entries = section_counts(ids), entry_counts(ids)
    mine = (
        set(EventEntry.objects.filter(player=me, event__in=ids, state__in=LIVE).values_list("event", flat=True))
        if me
        else set()
    )
    return [
        _listed(
            event,
            sections.get(event.pk, (0, 0)),
            entries.get(event.pk, 0),
            answers.get(event.pk),
            has_entered=event.pk in mine,
            on=on,
        )
        for event in rows
    ]


def section_counts(ids: Iterable[int]) -> dict[int, tuple[int, int]]:
    """How many sections each event has that are public, and how many of them are over."""
    over = Q(state__in=(Section.State.FINISHED, Section.State.SETTLED))
    rows = Section.objects.filter(event__in=ids).filter(PUBLIC_SECTIONS).order_by()
    return {
        event: (all_, done)
        for event, all_, done in rows.values_list("event").annotate(number=Count("pk"), over=Count("pk", filter=over))
    }


def entry_counts(ids: Iterable[int]) -> dict[int, int]:
    """How many have entered each event and are still in it, or seated."""
    rows = EventEntry.objects.filter(event__in=ids, state__in=LIVE).order_by()
    return dict(rows.values_list("event").annotate(Count("pk")))


def stage_of(event: Event) -> str:
    return next(stage for stage, states in STAGES.items() if event.state in states)


def days_left(event: Event, *, on: date) -> str:
    """Until when entries are open, as people count; empty where they are not open or nothing ends them."""
    if event.state != State.OPEN or event.deadline is None:
        return ""
    left = (event.deadline - on).days
    if left < 0:
        return gettext("closes now")
    return ngettext("%(n)d day left", "%(n)d days left", left) % {"n": left} if left else gettext("last day")


def _listed(
    event: Event, sections: tuple[int, int], entries: int, answer: Answer | None, *, has_entered: bool, on: date
) -> ListedEvent:
    number, over = sections
    return ListedEvent(
        pk=event.pk,
        name=event.name,
        kind=kind_words(event.kind),
        state=str(State(event.state).label),
        stage=stage_of(event),
        federation=event.federation,
        mode=mode_words(event.transmission),
        start=event.start,
        deadline=event.deadline,
        when=_when(event, on=on),
        days_left=days_left(event, on=on),
        size=_size(event, number, over, entries),
        answer=_answer(answer, has_entered=has_entered) if event.state == State.OPEN else "",
        is_yes=answer is Answer.MAY or has_entered,
    )


def _size(event: Event, sections: int, over: int, entries: int) -> str:
    if event.state == State.RUNNING and sections > 1:
        return gettext("%(over)d of %(n)d sections finished") % {"over": over, "n": sections}
    if sections:
        return ngettext("%(n)d section", "%(n)d sections", sections) % {"n": sections}
    if event.state == State.OPEN and event.places is not None and entries >= event.places:
        return gettext("%(n)d entries, a waiting list") % {"n": entries}
    return ngettext("%(n)d entry", "%(n)d entries", entries) % {"n": entries} if entries else gettext("no entries yet")


def _when(event: Event, *, on: date) -> str:
    if event.state in (State.CANCELLED, State.LAPSED):
        return gettext("%(state)s; it was to start on %(day)s") % {
            "state": State(event.state).label,
            "day": day(event.start),
        }
    if event.state == State.ANNOUNCED:
        return gettext("entries are not open yet")
    if event.state == State.OPEN and event.deadline:
        return gettext("entries until %(day)s") % {"day": day(event.deadline)}
    if event.state == State.OPEN:
        return gettext("entries stay open")
    if event.ended or event.state == State.RUNNING or event.start > on:
        return dates_of(event)
    return day(event.start)


def _answer(answer: Answer | None, *, has_entered: bool) -> str:
    """What the rules say to a player about an event, in a few words."""
    if has_entered:
        return gettext("you have entered")
    if answer is None:
        return ""
    return {
        Answer.MAY: gettext("you may enter"),
        Answer.MAY_NOT: gettext("you may not enter"),
        Answer.ANNOUNCEMENT: gettext("the announcement decides whether you may enter"),
    }[answer]
