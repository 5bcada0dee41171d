"""What waits for whoever runs events, approves of them, settles sections or chooses between equals, for the desk."""

from collections.abc import Callable, Iterable
from datetime import UTC, date, datetime, time, timedelta

from django.db.models import Case as When_
from django.db.models import Count, Exists, IntegerField, OuterRef, Q, QuerySet, Subquery, Sum, Value, When
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from slowmate.events.entry.routes import FINAL
from slowmate.events.kinds import FILLED_FROM_A_QUEUE
from slowmate.events.organising.cycles import last_announcement
from slowmate.events.organising.offices import Actor
from slowmate.events.organising.sizes import SIZES
from slowmate.events.running.consequences import Step
from slowmate.server.accounts.models import User
from slowmate.server.events.models import Case, Consequence, Event, EventEntry, Section
from slowmate.server.events.pages.section_run import settlement_words
from slowmate.server.events.permissions import HELD, may_approve, may_choose, runs
from slowmate.server.events.queries.due import sections_over_time
from slowmate.server.events.queries.plans import may_plan_any
from slowmate.server.events.queries.record import name_of
from slowmate.server.events.queries.waiting_delegate import number_for_delegate, waiting_for_delegate, ways_of_delegate
from slowmate.server.events.queries.waiting_status import has_word, requests_for, waiting_requests
from slowmate.server.people.models import Office
from slowmate.server.people.permissions import holds, player_of
from slowmate.server.site.desk_items import DeskAction, DeskItem, Urgency
from slowmate.server.site.rules import NOTHING
from slowmate.server.site.text import day

State = Event.State
TO_DO = (State.ANNOUNCED, State.CLOSED, State.PROPOSED, State.CONFIRMED)
"""States in which the next step is that of whoever runs the event."""
LIVE = (*TO_DO, State.OPEN, State.POSTED, State.RUNNING, State.FINISHED)
SOON = timedelta(days=14)
REMINDED = timedelta(days=30)
"""Before the last day on which a Final can be announced."""
LEAST = SIZES["master-norm"].normal or 0
"""How many wait for a section of a norm tournament."""
CHOOSE = (Actor.TTC, Actor.NTTC, Actor.EXECUTIVE_BOARD)
"""Offices that choose between equals."""
MOST_FACTS = 20
MOST = 200
"""Of a kind, at most so many are listed."""


# -- how much ---------------------------------------------------------------------------------------------------------


def number_waiting(person: User, *, at: datetime) -> int:
    """How much waits: one query for what somebody runs, and one for each other office that he holds."""
    own = runs.among(person)
    number = 0
    if own != NOTHING:
        rows = _looked_at(own)
        number = rows.aggregate(n=Coalesce(Sum("steps"), 0) + Coalesce(Sum("over"), 0) + Coalesce(Sum("cut"), 0))["n"]
        number += len(_finals_to_announce(own, at))
    if holds(person, Office.Kind.WORLD_DIRECTOR):
        number += _applications(person).count()
    number += sum(len(_questions_of(actor, person)) for actor in CHOOSE if holds(person, HELD[actor]))
    if holds(person, Office.Kind.DIRECTOR):
        number += _sections_over_time(person, at).count()
    if has_word(person):
        number += requests_for(person).count()
    return int(number) + number_for_delegate(person)


def _looked_at(own: Q) -> "QuerySet[Event]":
    """Events that somebody runs with what there is to do in each: *steps* of its own, sections *over*, and *cut*."""
    asked = EventEntry.objects.filter(event=OuterRef("pk"), state=EventEntry.State.ASKED)
    emptied = EventEntry.objects.filter(
        event=OuterRef("pk"), state=EventEntry.State.WITHDRAWN, seats__section__state=Section.State.POSTED
    )
    over = _number_of(Section.objects.filter(event=OuterRef("pk"), state=Section.State.FINISHED))
    queue = _number_of(
        EventEntry.objects.filter(event=OuterRef("pk"), state__in=(EventEntry.State.ACCEPTED, EventEntry.State.WAITING))
    )
    made_up = _number_of(Section.objects.filter(event=OuterRef("pk"), seats__isnull=False))
    unready = _number_of(_unready(Section.objects.filter(event=OuterRef("pk"))))
    is_queue = Q(kind__in=FILLED_FROM_A_QUEUE)
    rows = Event.objects.filter(own, state__in=LIVE).annotate(
        has_asked=Exists(asked), has_emptied=Exists(emptied), over=over, queue=queue, made_up=made_up, unready=unready
    )
    return rows.annotate(
        steps=_one(Q(state__in=TO_DO) & ~is_queue)
        + _one(Q(state=State.ANNOUNCED) & is_queue)
        + _one(Q(has_asked=True))
        + _one(Q(state=State.POSTED, has_emptied=True)),
        cut=_one(is_queue & Q(state__in=(State.OPEN, State.CLOSED), queue__gte=LEAST))
        + When_(When(is_queue, then="unready"), default=Value(0), output_field=IntegerField()),
    )


def _unready(rows: "QuerySet[Section]") -> "QuerySet[Section]":
    """Sections that were cut and are not yet posted."""
    return rows.filter(state__in=(Section.State.PROPOSED, Section.State.CONFIRMED), seats__isnull=False).distinct()


def _number_of(rows: "QuerySet[Section] | QuerySet[EventEntry]") -> Coalesce:
    counted = rows.order_by().values("event").annotate(n=Count("pk", distinct=True)).values("n")
    return Coalesce(Subquery(counted, output_field=IntegerField()), 0)


def _one(condition: Q) -> When_:
    return When_(When(condition, then=Value(1)), default=Value(0), output_field=IntegerField())


# -- what -------------------------------------------------------------------------------------------------------------


def waiting(person: User, *, at: datetime) -> list[DeskItem]:
    """Everything that waits for somebody in his offices, as far as it concerns events."""
    found: list[DeskItem] = []
    own = runs.among(person)
    if own != NOTHING:
        found += _of_events(list(_looked_at(own).select_related("series").order_by("start", "pk")[:MOST]), at)
        found += _sections_over(own, person)
        found += [_to_announce(final, at) for final in _finals_to_announce(own, at)]
    if holds(person, Office.Kind.WORLD_DIRECTOR):
        found += [_application(case) for case in _applications(person)[:MOST]]
    for actor in CHOOSE:
        if holds(person, HELD[actor]):
            found += [_question(row) for row in _questions_of(actor, person)]
    found += [_over_time(section) for section in _sections_over_time(person, at)[:MOST]]
    return found + waiting_requests(person) + waiting_for_delegate(person)


def _finals_to_announce(own: Q, at: datetime) -> list[Event]:
    """Finals that are planned and not announced, from a month before the last day for it on."""
    drafts = Event.objects.filter(own, state=State.DRAFT, kind=FINAL).order_by("start", "pk")
    return [final for final in drafts if last_announcement(final.start) <= at.date() + REMINDED]


def _to_announce(final: Event, at: datetime) -> DeskItem:
    latest = last_announcement(final.start)
    is_late = latest < at.date()
    words = (
        _("It is too late to announce it for its start: plan a later one")
        if is_late
        else _("Announce it by %(day)s, four months before its start") % {"day": day(latest)}
    )
    urgency = Urgency.STOPS if is_late else Urgency.ASKED
    return _item(final, "announce", _("Events to run"), urgency, words, "event-run")


def _sections_over_time(person: User, at: datetime) -> "QuerySet[Section]":
    """Rounds of cups whose time is over, for their directors."""
    rows = sections_over_time(on=at.date()) if holds(person, Office.Kind.DIRECTOR) else Section.objects.none()
    return rows.filter(director=person).select_related("event__series")


def _over_time(section: Section) -> DeskItem:
    return DeskItem(
        key=f"round-{section.pk}",
        kind="round",
        kind_words=_("Rounds whose time is over"),
        since=_midnight(section.event.planned_end or section.start),
        urgency=Urgency.ASKED,
        words=_("Its two years are over: call what still runs to adjudication"),
        link=reverse("section-run", args=[section.pk]),
        event_id=section.event_id,
        event=name_of(section),
        ways=(
            DeskAction(
                _("Call all games to adjudication"), reverse("section-act", args=[section.pk, "adjudicate"]), {}
            ),
        ),
    )


def _of_events(events: list[Event], at: datetime) -> Iterable[DeskItem]:
    """What there is to do in events that somebody runs: two more queries, however many there are."""
    asked: dict[int, list[EventEntry]] = {event.pk: [] for event in events}
    rows = EventEntry.objects.filter(event__in=asked, state=EventEntry.State.ASKED).select_related("player")
    for entry in rows.order_by("made", "pk"):
        asked[entry.event_id].append(entry)
    by_number = {event.pk: event for event in events if event.is_filled_from_a_queue}
    for event in events:
        if asked[event.pk]:
            yield _entries_asked(event, asked[event.pk])
        yield from _of_event(event, at)
    for section in _unready(Section.objects.filter(event__in=by_number)).order_by("start", "pk"):
        section.event = by_number[section.event_id]
        yield _section_to_prepare(section)


def ways_of(person: User) -> list[tuple[str, str]]:
    """Where the desk leads whoever plans events, and delegates."""
    plans = [(_("Plan an event"), reverse("event-plan"))] if may_plan_any(person) else []
    return plans + ways_of_delegate(person)


def _of_event(event: Event, at: datetime) -> Iterable[DeskItem]:
    if event.state in TO_DO and not (event.is_filled_from_a_queue and event.state != State.ANNOUNCED):
        yield _step(event, at)
    if event.state == State.POSTED and getattr(event, "has_emptied", False):
        words = _("A seat is empty; it cannot start so")
        yield _item(event, "seat", _("Start lists"), Urgency.STOPS, words, "event-run-post")
    number = getattr(event, "queue", 0)
    if event.is_filled_from_a_queue and event.state in (State.OPEN, State.CLOSED) and number >= LEAST:
        words = _("%(n)d wait: a section can be cut") % {"n": number}
        yield _item(event, "cut", _("Sections"), Urgency.DUE, words, "event-run")


def _entries_asked(event: Event, entries: list[EventEntry]) -> DeskItem:
    words = ngettext("%(n)d entry waits for your word", "%(n)d entries wait for your word", len(entries))
    return DeskItem(
        key=f"entries-{event.pk}",
        kind="entries",
        kind_words=_("Entries"),
        since=entries[0].made,
        urgency=Urgency.ASKED,
        words=words % {"n": len(entries)},
        link=reverse("event-entries", args=[event.pk], query={"state": EventEntry.State.ASKED.value}),
        event_id=event.pk,
        event=event.name,
        players=tuple(entry.player.name for entry in entries if entry.player),
    )


_STEPS: dict[Event.State, tuple[Callable[[], str], str]] = {
    State.ANNOUNCED: (lambda: _("Announced; entries are not open yet"), "event-run"),
    State.CLOSED: (lambda: _("Entries are closed: divide into sections"), "event-run-sections"),
    State.PROPOSED: (lambda: _("Sections are proposed: confirm them"), "event-run-sections"),
    State.CONFIRMED: (lambda: _("Sections are confirmed: name directors, post the start lists"), "event-run-post"),
}


def _step(event: Event, at: datetime) -> DeskItem:
    words, page = _STEPS[State(event.state)]
    left = event.start - at.date()
    urgency = Urgency.STOPS if left <= timedelta(0) else Urgency.ASKED if left <= SOON else Urgency.DUE
    return _item(event, "step", _("Events to run"), urgency, words(), page)


def _item(event: Event, kind: str, kind_words: str, urgency: Urgency, words: str, page: str) -> DeskItem:
    return DeskItem(
        key=f"{kind}-{event.pk}",
        kind=kind,
        kind_words=kind_words,
        since=_midnight(_since(event)),
        urgency=urgency,
        words=words,
        link=reverse(page, args=[event.pk]),
        event_id=event.pk,
        event=event.name,
        facts=tuple(_facts(event)),
    )


def _since(event: Event) -> date:
    """Since when it waits: what is not open yet since it was announced, all else since its deadline."""
    if event.state in (State.DRAFT, State.ANNOUNCED):
        return event.announced or event.made.date()
    return event.deadline or event.start


def _facts(event: Event) -> Iterable[tuple[str, str]]:
    """What whoever runs an event wants to know before he opens it; its counts are those of `_looked_at`."""
    number, sections = getattr(event, "queue", 0), getattr(event, "made_up", 0)
    if number:
        yield _("Entrants"), str(number)
    if sections and not event.is_filled_from_a_queue:
        yield _("Sections"), str(sections)
    if not event.is_filled_from_a_queue:
        yield _("Start"), day(event.start)


def _section_to_prepare(section: Section) -> DeskItem:
    is_proposed = section.state == Section.State.PROPOSED
    return DeskItem(
        key=f"section-{section.pk}",
        kind="cut",
        kind_words=_("Sections"),
        since=_midnight(section.start),
        urgency=Urgency.DUE,
        words=_("A section was cut: confirm it")
        if is_proposed
        else _("A section is confirmed: director and start list"),
        link=reverse("section-run", args=[section.pk]),
        event_id=section.event_id,
        event=name_of(section),
        facts=((_("Start"), day(section.start)),),
    )


def _sections_over(own: Q, person: User) -> list[DeskItem]:
    """Sections that are over and wait to be settled, with what follows from each."""
    numbers = Event.objects.filter(own, state__in=LIVE).values("pk")
    rows = Section.objects.filter(event__in=numbers, state=Section.State.FINISHED).select_related("event__series")
    sections = list(rows.order_by("ended", "pk")[:MOST])
    steps: dict[int, list[Consequence]] = {section.pk: [] for section in sections}
    left = Q(state=Consequence.State.PROPOSED) | Q(state=Consequence.State.DONE, is_void=True)
    for row in Consequence.objects.filter(left, section__in=sections).select_related("player").order_by("pk"):
        steps[row.section_id].append(row)
    return [_to_settle(section, steps[section.pk], person) for section in sections]


def _to_settle(section: Section, steps: list[Consequence], person: User) -> DeskItem:
    own = player_of(person)
    asked = {row.player_id for row in steps if row.what == Step.ASK.value}
    can = [row for row in steps if row.player_id not in asked and row.player != own and not row.is_void]
    link = reverse("section-run", args=[section.pk])
    words = ngettext("%(n)d step follows from a result", "%(n)d steps follow from the results", len(steps)) % {
        "n": len(steps)
    }
    ways = []
    if can:
        carry = ngettext("Carry out %(n)d step", "Carry out %(n)d steps", len(can)) % {"n": len(can)}
        ways.append(DeskAction(carry, reverse("section-act", args=[section.pk, "carry-out"]), {"all": "1"}))
    if not steps:
        settle = reverse("section-act", args=[section.pk, "settle"])
        ways.append(DeskAction(_("Settle the section"), settle, {"seen": section.state}))
    return DeskItem(
        key=f"settle-{section.pk}",
        kind="settle",
        kind_words=_("Sections that are over"),
        since=_midnight(section.ended or section.start),
        urgency=Urgency.ASKED if steps else Urgency.DUE,
        words=words if steps else _("Over; nothing is left to be carried out"),
        link=link,
        event_id=section.event_id,
        event=name_of(section),
        players=tuple(dict.fromkeys(row.player.name for row in steps if row.player)),
        facts=(
            (_("Ended"), day(section.ended or section.start)),
            *((row.player.name if row.player else "", settlement_words(row)) for row in steps[:MOST_FACTS]),
        ),
        ways=tuple(ways),
    )


def _applications(person: User) -> "QuerySet[Case]":
    """Return the applications that somebody may approve of."""
    rows = Case.objects.filter(may_approve.through("event", person), procedure="approval", state="applied", closed=None)
    return rows.select_related("event__series", "opened_by__player").order_by("opened", "pk")


def _application(case: Case) -> DeskItem:
    event = case.event
    if event is None:
        raise ValueError("an application is for an event")
    return DeskItem(
        key=f"approval-{case.pk}",
        kind="approval",
        kind_words=_("Applications for approval"),
        since=case.opened,
        urgency=Urgency.ASKED,
        words=_("An event waits for your approval"),
        link=reverse("event-run", args=[event.pk]),
        event_id=event.pk,
        event=event.name,
        facts=((_("Start"), day(event.start)),),
        ways=(
            DeskAction(_("Approve"), reverse("event-act", args=[event.pk, "approve"]), {}, reason=""),
            DeskAction(_("Refuse"), reverse("event-act", args=[event.pk, "refuse"]), {}, reason=""),
        ),
    )


def _questions_of(actor: Actor, person: User) -> list[Consequence]:
    """Questions that an office other than whoever runs the event has to answer; one for all who share it."""
    rows = Consequence.objects.filter(what=Step.ASK.value, state=Consequence.State.PROPOSED, office=actor.value)
    if actor is not Actor.EXECUTIVE_BOARD:
        rows = rows.exclude(section__event__organiser=None, section__event__federation="")
    found: dict[tuple[int, str, tuple[str, ...]], Consequence] = {}
    for row in rows.select_related("section__event__series", "player").order_by("pk"):
        if may_choose(person, row):
            found.setdefault((row.section.event_id, row.value, tuple(row.sharing)), row)
    return list(found.values())


def _question(row: Consequence) -> DeskItem:
    section = row.section
    return DeskItem(
        key=f"question-{row.pk}",
        kind="question",
        kind_words=_("Equals to choose between"),
        since=_midnight(section.ended or section.start),
        urgency=Urgency.ASKED,
        words=_("Level after all tie-breaks: %(what)s") % {"what": row.value},
        link=reverse("section-run", args=[section.pk]),
        event_id=section.event_id,
        event=name_of(section),
        players=(row.player.name,) if row.player else (),
    )


def _midnight(value: date) -> datetime:
    return datetime.combine(value, time(), UTC)
