"""The page that runs an event: how far it has come, the steps that can be taken, and what the rules say to each."""

from dataclasses import dataclass
from datetime import date, timedelta

from django.urls import reverse
from django.utils.translation import gettext as _

from slowmate.events.organising.offices import Actor
from slowmate.events.procedures import EVENT
from slowmate.rulebook import Ground, Ruling
from slowmate.server.accounts.models import User
from slowmate.server.accounts.permissions import Person
from slowmate.server.events.models import Case, Event, EventEntry
from slowmate.server.events.permissions import (
    may_agree_to_rating,
    may_cancel,
    may_fill_vacancies,
    may_see_event,
    office_of,
    runs,
)
from slowmate.server.events.queries import step_rulings
from slowmate.server.events.queries.approved_plans import approval_of, approved_case, changed_since
from slowmate.server.events.queries.case_turns import steps_of
from slowmate.server.events.queries.entries import numbers_by_state
from slowmate.server.events.queries.moved_days import last_move
from slowmate.server.events.queries.rating_agreement import NOT_HELD, rating_agreement
from slowmate.server.events.queries.vacancies import has_vacancies
from slowmate.server.events.services.approving import may_apply
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
class EventStage:
    """One state on the way of an event."""

    words: str
    is_past: bool
    is_now: bool


@dataclass(frozen=True, slots=True)
class StepOffer:
    """A step that can be taken: its name, what it does, what the rules say to it, and its form.

    *form* is what has to be filled in: a later ``day`` with a reason, or a ``reason``; *link* a page of its own.
    """

    what: str
    words: str
    about: str = ""
    ruling: Ruling[bool] | None = None
    form: str = ""
    link: str = ""
    label: str = ""
    """The label of the day."""
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
class EventRunPage:
    """The state of an event, and all that can be done with it."""

    stages: tuple[EventStage, ...]
    waits_for: str
    """What the server does next by itself; empty if nothing."""
    main: StepOffer | None
    others: tuple[StepOffer, ...]
    office: str
    entries: tuple[tuple[str, int], ...]
    """How many entries are in each state, in the words of the states."""
    asked: int
    """Entries that wait for the decision of the office that runs the event."""
    application: Case | None
    who_cancels: str
    """Who can cancel it, for those who run it and cannot; empty: nothing to say."""


APPROVE = (Office.Kind.WORLD_DIRECTOR, Office.Kind.CONGRESS, Office.Kind.EXECUTIVE_BOARD)
"""Offices that decide on applications for approval; the Board where the other is empty or barred."""


def may_see_run_page(person: Person, event: Event) -> bool:
    """Whether a person runs an event, or holds an office that takes part in decisions on it."""
    if runs(person, event):
        return True
    if event.needs_approval and holds(person, *APPROVE) and approval_of(event) is not None:
        return True
    return may_see_event(person, event) and (may_cancel(person, event) or _may_agree(person, event))


def _may_agree(person: Person, event: Event) -> bool:
    is_open = not event.is_rated and event.state not in NOT_HELD and may_agree_to_rating(person, event)
    return is_open and rating_agreement(event).value


def run_page(event: Event, person: User, *, on: date) -> EventRunPage:
    path = QUEUE_PATH if event.is_filled_from_a_queue else PATH
    here = path.index(State(event.state)) if event.state in path else -1
    stages = tuple(
        EventStage(str(state.label), is_past=number < here, is_now=number == here) for number, state in enumerate(path)
    )
    own = _own_steps(event, person, on) if runs(person, event) else []
    steps = [*own, *_of_other_offices(event, person)]
    main = own[0] if own else None
    numbers = numbers_by_state(event)
    return EventRunPage(
        stages=stages,
        waits_for=_by_itself(event),
        main=main,
        others=tuple(step for step in steps if step is not main),
        office=office_words(office_of(event).value),
        entries=tuple((str(state.label), numbers[state.value]) for state in EventEntry.State if state.value in numbers),
        asked=numbers.get(EventEntry.State.ASKED, 0),
        application=approval_of(event) if event.needs_approval else None,
        who_cancels=_who_cancels(event, person),
    )


def _by_itself(event: Event) -> str:
    """Say what the server does next by itself."""
    if event.state == State.OPEN and event.deadline:
        return _("Entries close by themselves after %(day)s.") % {"day": day(event.deadline)}
    if event.state == State.POSTED:
        return _("All games start by themselves on %(day)s.") % {"day": day(event.start)}
    if event.state == State.RUNNING:
        return _("A section ends by itself with its last final result.")
    return ""


def _own_steps(event: Event, person: User, on: date) -> list[StepOffer]:
    """Return the steps of the office that runs an event in its state, the most likely first."""
    steps_of_state = {
        State.DRAFT: _of_draft,
        State.ANNOUNCED: _of_announced,
        State.OPEN: _of_open,
        State.CLOSED: _of_closed,
        State.PROPOSED: _of_proposed,
        State.CONFIRMED: _of_confirmed,
        State.POSTED: _of_posted,
    }.get(State(event.state))
    steps = steps_of_state(event, on) if steps_of_state else []
    if has_vacancies(event):
        link = reverse("event-vacancies", args=[event.pk])
        steps.append(StepOffer("vacancies", _("Fill vacant places"), link=link))
    steps += [step for step in _moving(event, on) if (event.state, step.what) in EVENT]
    return [*steps, *_correcting(event, person), *_calling_off(event)]


def _correcting(event: Event, person: User) -> list[StepOffer]:
    """Offer the correction of a day to the person who moved it."""
    move = last_move(event)
    if move is None or move.by_id != person.pk or (event.state, "correct the day") not in EVENT:
        return []
    words = (
        _("The start was moved to a wrong day")
        if move.what == "postpone"
        else _("The deadline was moved to a wrong day")
    )
    return [
        StepOffer(
            "correct",
            words,
            _("A typing error is put right while nobody has entered since; everybody who has entered is told."),
            form="day",
            label=_("The right day"),
            initial=date.fromisoformat(move.facts["old"]),
        )
    ]


def _of_draft(event: Event, on: date) -> list[StepOffer]:
    change = StepOffer("change", _("Change the plan"), link=reverse("event-change", args=[event.pk]))
    announce = StepOffer(
        "announce",
        _("Announce it and open entries"),
        _("From then on everybody sees it, and its plan is not changed any more."),
        step_rulings.announcement(event, on=on),
    )
    later = StepOffer("announce-only", _("Announce it; entries open later"), "", announce.ruling)
    about_draft = _("Nobody else has seen it. It cannot be brought back.")
    throw = StepOffer("throw-away", _("Throw the draft away"), about_draft, is_danger=True)
    if event.needs_approval and (event.approved is None or changed_since(approved_case(event), event)):
        if may_apply(approval_of(event), event):
            link = reverse("event-apply", args=[event.pk])
            about = _("An international event that is not ICCF's own is approved before it is announced.")
            if event.approved is not None:
                about = _("Its plan is not the one that was approved. Take the changes back, or apply for them.")
            return [StepOffer("apply", _("Apply for approval"), about, link=link), change, throw]
        return [change, throw]
    return [announce, change, later, throw]


def _of_announced(_event: Event, _on: date) -> list[StepOffer]:
    return [StepOffer("open", _("Open entries"), _("Players enter from now on."))]


def _of_open(event: Event, on: date) -> list[StepOffer]:
    entries = StepOffer("entries", _("Look at the entries"), link=reverse("event-entries", args=[event.pk]))
    if event.is_filled_from_a_queue:
        return [_cut(event, on), entries]
    return [entries]


def _of_closed(event: Event, on: date) -> list[StepOffer]:
    if event.is_filled_from_a_queue:
        return [_cut(event, on)]
    about = _("Sizes to choose from, averages, federations, norms; players can be exchanged before you confirm.")
    return [
        StepOffer("sections", _("Divide into sections"), about, link=reverse("event-run-sections", args=[event.pk]))
    ]


def _cut(event: Event, on: date) -> StepOffer:
    """Offer the next section of a queue, with how many wait."""
    queue = step_rulings.queue(event, on=on + DAY)
    return StepOffer(
        "cut",
        _("Cut a section"),
        _("The first thirteen who wait; entries stay open."),
        Ruling(not queue.value, queue.grounds),
        form="start",
        label=_("Start of the section"),
        initial=on + 30 * DAY,
    )


def _of_proposed(event: Event, _on: date) -> list[StepOffer]:
    link = reverse("event-run-sections", args=[event.pk])
    return [StepOffer("sections", _("Look at the proposal, and confirm it"), link=link)]


def _of_confirmed(event: Event, _on: date) -> list[StepOffer]:
    return [
        StepOffer(
            "post",
            _("Name directors and post the start lists"),
            _("Ratings, titles and federations are fixed then, and the seed of the draw is revealed."),
            link=reverse("event-run-post", args=[event.pk]),
        ),
        StepOffer("sections", _("Change the division"), link=reverse("event-run-sections", args=[event.pk])),
    ]


def _of_posted(event: Event, _on: date) -> list[StepOffer]:
    return [StepOffer("post", _("Look at the start lists"), link=reverse("event-run-post", args=[event.pk]))]


def _moving(event: Event, on: date) -> list[StepOffer]:
    """Offer a later deadline or start, in an emergency."""
    latest = max(event.deadline or on, on)
    steps = [
        StepOffer(
            "extend",
            _("Give more time for entries"),
            _("In an emergency, and only to a later day. Everybody who has entered is told why."),
            form="day",
            label=_("Entries until"),
            initial=latest + 7 * DAY,
        )
    ]
    if event.is_filled_from_a_queue:  # each of its sections has a day of its own
        return steps
    return [
        *steps,
        StepOffer(
            "postpone",
            _("Postpone the start"),
            _("In an emergency, and only to a later day. Start lists that were posted are posted again."),
            form="day",
            label=_("New start"),
            initial=event.start + 30 * DAY,
        ),
    ]


def _of_other_offices(event: Event, person: User) -> list[StepOffer]:
    """Return the steps of offices that do not run the event."""
    steps: list[StepOffer] = []
    case = approval_of(event) if event.needs_approval else None
    if case is not None and case.state in ("applied", "with Congress"):
        steps += _deciding_on(case, person)
    if _may_agree(person, event):
        steps.append(StepOffer("agree", _("Agree that it is rated"), form="reason"))
    if has_vacancies(event) and not runs(person, event) and may_fill_vacancies(person, event):
        link = reverse("event-vacancies", args=[event.pk])
        steps.append(StepOffer("vacancies", _("Fill vacant places"), link=link))
    if may_cancel(person, event) and (event.state, "cancel") in EVENT:
        about = _("What entries used up is given back. Everybody who has entered is told why.")
        steps.append(StepOffer("cancel", _("Cancel the event"), about, form="reason", is_danger=True))
    return steps


def _calling_off(event: Event) -> list[StepOffer]:
    """Offer to call off an event to those who run one of their own."""
    if (event.state, "call off") not in EVENT or office_of(event) is not Actor.ORGANISER:
        return []
    about = _("Before it starts. What entries used up is given back. Everybody who has entered is told why.")
    return [StepOffer("call-off", _("Call the event off"), about, form="reason", is_danger=True)]


def _who_cancels(event: Event, person: User) -> str:
    """Say who can cancel an event, to those who run it and cannot."""
    can_be = (event.state, "cancel") in EVENT
    if not can_be or may_cancel(person, event) or office_of(event) is Actor.ORGANISER or not runs(person, event):
        return ""
    return _("The Executive Board alone cancels an event of ICCF (1.0.11/3); you can postpone it.")


def _deciding_on(case: Case, person: User) -> list[StepOffer]:
    may_take = steps_of(person, case)
    steps = (
        StepOffer("approve", _("Approve"), form="reason"),
        StepOffer("refuse", _("Refuse"), form="reason", is_danger=True),
        StepOffer("refer", _("Refer to Congress"), form="reason"),
    )
    return [step for step in steps if step.what in may_take]
