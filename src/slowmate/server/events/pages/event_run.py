"""The page of whoever runs an event: how far it has come, what comes next, who may, and what the rules say to it."""

from dataclasses import dataclass
from datetime import date, timedelta

from django.urls import reverse
from django.utils.translation import gettext as _

from slowmate.events.procedures import EVENT
from slowmate.rulebook import Ground, Ruling
from slowmate.server.accounts.models import User
from slowmate.server.accounts.permissions import Person
from slowmate.server.events.models import Case, Event, EventEntry
from slowmate.server.events.permissions import (
    may_agree_to_rating,
    may_approve,
    may_cancel,
    may_see_event,
    office_of,
    runs,
)
from slowmate.server.events.queries import step_rulings
from slowmate.server.events.queries.entries import numbers_by_state
from slowmate.server.events.text import office_words
from slowmate.server.people.models import Office
from slowmate.server.people.permissions import holds
from slowmate.server.site.text import day

State = Event.State
PATH = (
    State.DRAFT,
    State.ANNOUNCED,
    State.OPEN,
    State.CLOSED,
    State.PROPOSED,
    State.CONFIRMED,
    State.POSTED,
    State.RUNNING,
    State.FINISHED,
    State.SETTLED,
)
QUEUE_PATH = (
    State.DRAFT,
    State.ANNOUNCED,
    State.OPEN,
    State.CLOSED,
    State.RUNNING,
    State.FINISHED,
    State.SETTLED,
)
DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Stage:
    """One state on the way of an event."""

    words: str
    is_past: bool
    is_now: bool


@dataclass(frozen=True, slots=True)
class Ahead:
    """A step that can be taken: what it is called, what it does, what the rules ask of it, and how it is asked for.

    *form* is what has to be filled in: a later ``day`` with a reason, or a ``reason``; *link* a page of its own.
    """

    what: str
    words: str
    about: str = ""
    ruling: Ruling[bool] | None = None
    form: str = ""
    link: str = ""
    label: str = ""
    """What the day is, that is filled in."""
    initial: date | None = None
    is_danger: bool = False

    @property
    def may(self) -> bool:
        return self.ruling is None or self.ruling.value

    @property
    def asks_day(self) -> bool:
        return self.form in ("day", "start")

    @property
    def asks_reason(self) -> bool:
        return self.form in ("day", "reason")

    @property
    def grounds(self) -> tuple[Ground, ...]:
        return self.ruling.grounds if self.ruling else ()


@dataclass(frozen=True, slots=True)
class RunPage:
    """All that whoever runs an event needs to know, and to do."""

    stages: tuple[Stage, ...]
    waits_for: str
    """What happens by itself next, if anything does."""
    main: Ahead | None
    others: tuple[Ahead, ...]
    office: str
    entries: tuple[tuple[str, int], ...]
    """How many entries are in each state, in the words of the states."""
    asked: int
    """Entries about which the announcement leaves the decision to whoever runs the event."""
    application: Case | None


def may_open(person: Person, event: Event) -> bool:
    """Whoever runs an event, and the offices that have a word in it."""
    if runs(person, event):
        return True
    if holds(person, Office.Kind.WORLD_DIRECTOR, Office.Kind.CONGRESS):
        return event.needs_approval and step_rulings.approval_of(event) is not None
    return may_see_event(person, event) and (may_cancel(person, event) or _may_agree(person, event))


def _may_agree(person: Person, event: Event) -> bool:
    return not event.is_rated and may_agree_to_rating(person, event)


def run_page(event: Event, person: User, *, on: date) -> RunPage:
    path = QUEUE_PATH if event.is_filled_from_a_queue else PATH
    here = path.index(State(event.state)) if event.state in path else -1
    stages = tuple(
        Stage(str(state.label), is_past=number < here, is_now=number == here) for number, state in enumerate(path)
    )
    own = _own_steps(event, on) if runs(person, event) else []
    steps = [*own, *_of_other_offices(event, person)]
    main = own[0] if own else None
    numbers = numbers_by_state(event)
    return RunPage(
        stages=stages,
        waits_for=_by_itself(event),
        main=main,
        others=tuple(step for step in steps if step is not main),
        office=office_words(office_of(event).value),
        entries=tuple((str(state.label), numbers[state.value]) for state in EventEntry.State if state.value in numbers),
        asked=numbers.get(EventEntry.State.ASKED, 0),
        application=step_rulings.approval_of(event) if event.needs_approval else None,
    )


def _by_itself(event: Event) -> str:
    """What the server does next without being asked."""
    if event.state == State.OPEN and event.deadline:
        return _("Entries close by themselves after %(day)s.") % {"day": day(event.deadline)}
    if event.state == State.POSTED:
        return _("All games start by themselves on %(day)s.") % {"day": day(event.start)}
    if event.state == State.RUNNING:
        return _("A section ends by itself with its last final result.")
    return ""


def _own_steps(event: Event, on: date) -> list[Ahead]:
    """What whoever runs an event can do in its state, what is most likely meant first."""
    found = {
        State.DRAFT: _of_draft,
        State.ANNOUNCED: _of_announced,
        State.OPEN: _of_open,
        State.CLOSED: _of_closed,
        State.PROPOSED: _of_proposed,
        State.CONFIRMED: _of_confirmed,
        State.POSTED: _of_posted,
    }.get(State(event.state))
    steps = found(event, on) if found else []
    return steps + [one for one in _moving(event, on) if (event.state, one.what) in EVENT]


def _of_draft(event: Event, on: date) -> list[Ahead]:
    change = Ahead("change", _("Change the plan"), link=reverse("event-change", args=[event.pk]))
    announce = Ahead(
        "announce",
        _("Announce it and open entries"),
        _("From then on everybody sees it, and its plan is not changed any more."),
        step_rulings.announcement(event, on=on),
    )
    later = Ahead("announce-only", _("Announce it; entries open later"), "", announce.ruling)
    if event.needs_approval and event.approved is None:
        case = step_rulings.approval_of(event)
        if case is None or case.state in ("refused", "lapsed"):
            link = reverse("event-apply", args=[event.pk])
            about = _("An international event that is not ICCF's own is approved before it is announced.")
            return [Ahead("apply", _("Apply for approval"), about, link=link), change]
        return [change]
    return [announce, change, later]


def _of_announced(_event: Event, _on: date) -> list[Ahead]:
    return [Ahead("open", _("Open entries"), _("Players enter from now on."))]


def _of_open(event: Event, on: date) -> list[Ahead]:
    entries = Ahead("entries", _("Look at the entries"), link=reverse("event-entries", args=[event.pk]))
    if event.is_filled_from_a_queue:
        return [_cut(event, on), entries]
    return [entries]


def _of_closed(event: Event, on: date) -> list[Ahead]:
    if event.is_filled_from_a_queue:
        return [_cut(event, on)]
    about = _("Sizes to choose from, averages, federations, norms; players can be exchanged before you confirm.")
    return [Ahead("sections", _("Divide into sections"), about, link=reverse("event-run-sections", args=[event.pk]))]


def _cut(event: Event, on: date) -> Ahead:
    """The next section of a queue, with how many wait."""
    queue = step_rulings.queue(event, on=on + DAY)
    return Ahead(
        "cut",
        _("Cut a section"),
        _("The first thirteen who wait; entries stay open."),
        Ruling(not queue.value, queue.grounds),
        form="start",
        label=_("Start of the section"),
        initial=on + 30 * DAY,
    )


def _of_proposed(event: Event, _on: date) -> list[Ahead]:
    link = reverse("event-run-sections", args=[event.pk])
    return [Ahead("sections", _("Look at the proposal, and confirm it"), link=link)]


def _of_confirmed(event: Event, _on: date) -> list[Ahead]:
    return [
        Ahead(
            "post",
            _("Name directors and post the start lists"),
            _("Ratings, titles and federations are fixed then, and the seed of the draw is revealed."),
            link=reverse("event-run-post", args=[event.pk]),
        ),
        Ahead("sections", _("Change the division"), link=reverse("event-run-sections", args=[event.pk])),
    ]


def _of_posted(event: Event, _on: date) -> list[Ahead]:
    return [Ahead("post", _("Look at the start lists"), link=reverse("event-run-post", args=[event.pk]))]


def _moving(event: Event, on: date) -> list[Ahead]:
    """A later deadline or start, in an emergency."""
    latest = max(event.deadline or on, on)
    found = [
        Ahead(
            "extend",
            _("Give more time for entries"),
            _("In an emergency, and only to a later day. Everybody who has entered is told why."),
            form="day",
            label=_("Entries until"),
            initial=latest + 7 * DAY,
        )
    ]
    if event.is_filled_from_a_queue:  # each of its sections has a day of its own
        return found
    return [
        *found,
        Ahead(
            "postpone",
            _("Postpone the start"),
            _("In an emergency, and only to a later day. Start lists that were posted are posted again."),
            form="day",
            label=_("New start"),
            initial=event.start + 30 * DAY,
        ),
    ]


def _of_other_offices(event: Event, person: User) -> list[Ahead]:
    """What somebody may say to an event that he does not run."""
    found: list[Ahead] = []
    case = step_rulings.approval_of(event) if event.needs_approval else None
    if case is not None and case.state in ("applied", "with Congress"):
        found += _deciding_on(event, case, person)
    if _may_agree(person, event) and event.state in (State.ANNOUNCED, State.OPEN, State.CLOSED, State.CONFIRMED):
        found.append(Ahead("agree", _("Agree that it is rated"), form="reason"))
    if may_cancel(person, event) and (event.state, "cancel") in EVENT:
        about = _("What entries used up is given back. Everybody who has entered is told why.")
        found.append(Ahead("cancel", _("Cancel the event"), about, form="reason", is_danger=True))
    return found


def _deciding_on(event: Event, case: Case, person: User) -> list[Ahead]:
    by_congress = case.state == "with Congress"
    is_his = holds(person, Office.Kind.CONGRESS) if by_congress else may_approve(person, event)
    if not is_his:
        return []
    found = [
        Ahead("approve", _("Approve"), form="reason"),
        Ahead("refuse", _("Refuse"), form="reason", is_danger=True),
    ]
    return found if by_congress else [*found, Ahead("refer", _("Refer to Congress"), form="reason")]
