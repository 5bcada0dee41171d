"""The list of events: open for entry, about to start, running, finished."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import QuerySet
from django.utils.translation import gettext, ngettext, pgettext

from slowmate.events.entry.decision import Answer
from slowmate.server.events.models import Event
from slowmate.server.events.queries.events import (
    counts_by_stage,
    entered_events,
    entry_counts,
    events_of_stage,
    section_counts,
    stage_of,
)
from slowmate.server.events.text import dates_of, kind_words, mode_words
from slowmate.server.people.models import Player
from slowmate.server.site.text import day

State = Event.State


@dataclass(frozen=True, slots=True)
class EventListPart:
    """A part of the list of events: those that are shown of it, and how many there are in all."""

    stage: str
    words: str
    rows: Sequence[Event]
    number: int

    @property
    def more(self) -> int:
        """How many are not shown."""
        return self.number - len(self.rows)


def event_list_parts(rows: "QuerySet[Event]", *, first: int) -> list[EventListPart]:
    """Return every part that has events, with the *first* of them."""
    counts = counts_by_stage(rows)
    return [
        EventListPart(stage, stage_words(stage), list(events_of_stage(rows, stage)[:first]), number)
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
    """The date that matters now: the end of entries, the start, or both ends of play."""
    days_left: str
    """Until entries close; empty where they are not open."""
    size: str
    """How large it is: entries while it is open, else sections."""
    answer: str
    """Whether the reader may enter, or has entered; empty for a reader who does not play here."""
    is_yes: bool
    """The reader may enter, or has entered."""


def listed_events(
    rows: Sequence[Event], answers: Mapping[int, Answer], *, me: Player | None, on: date
) -> list[ListedEvent]:
    """Return a line for each of these events: three queries, however many there are.

    *answers* are those of the rules to the player *me*, by event (`queries.events.entry_answers`).
    """
    ids = [event.pk for event in rows]
    sections, entries, entered = section_counts(ids), entry_counts(ids), entered_events(me, ids)
    return [
        _line(
            event,
            sections.get(event.pk, (0, 0)),
            entries.get(event.pk, 0),
            answers.get(event.pk),
            has_entered=event.pk in entered,
            on=on,
        )
        for event in rows
    ]


def days_left(event: Event, *, on: date) -> str:
    """Say for how long entries are open; empty where they are not open or nothing ends them."""
    if event.state != State.OPEN or event.deadline is None:
        return ""
    left = (event.deadline - on).days
    if left < 0:
        return gettext("closes now")
    return ngettext("%(n)d day left", "%(n)d days left", left) % {"n": left} if left else gettext("last day")


def _line(
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
    """Say in a few words what the rules answer a player about an event."""
    if has_entered:
        return gettext("you have entered")
    if answer is None:
        return ""
    return {
        Answer.MAY: gettext("you may enter"),
        Answer.MAY_NOT: gettext("you may not enter"),
        Answer.ANNOUNCEMENT: gettext("the announcement decides whether you may enter"),
        Answer.COMMISSIONER: gettext("the commissioner decides whether you may enter"),
    }[answer]
