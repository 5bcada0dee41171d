"""What waits on the desk for those who run events, approve of them, settle sections, or are delegates: in words."""

from collections.abc import Callable, Iterable
from datetime import UTC, date, datetime, time, timedelta

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from slowmate.events.entry.decision import pending_grounds
from slowmate.events.organising.cycles import last_announcement
from slowmate.rulebook.stored_grounds import grounds_from
from slowmate.server.accounts.models import User
from slowmate.server.events.models import Consequence, Event, EventEntry, Section
from slowmate.server.events.pages.section_run import settlement_words
from slowmate.server.events.pages.step_previews import unfinished_words
from slowmate.server.events.permissions import federations_of, may_grant, may_open_any
from slowmate.server.events.queries import desk_rows
from slowmate.server.events.queries.plans import may_plan_any
from slowmate.server.events.queries.record import name_of
from slowmate.server.ratings.permissions import may_keep_lists
from slowmate.server.site.desk_items import DeskAction, DeskItem, DeskSource, Urgency
from slowmate.server.site.text import day

State = Event.State
DUE_SOON = timedelta(days=14)
DAY = timedelta(days=1)
MAX_FACTS = 20


def desk_links(person: User) -> list[tuple[str, str]]:
    """Return where the desk leads those who plan events, delegates, the Board, Appeals and the Ratings Commissioner."""
    plans = [(_("Plan an event"), reverse("event-plan"))] if may_plan_any(person) else []
    words = _("Nominations of %(federation)s")
    nominations = [
        (words % {"federation": code}, reverse("federation-nominations", args=[code]))
        for code in federations_of(person)
        if code
    ]
    grants = [(_("Decisions of the Board about entries"), reverse("grants"))] if may_grant(person) else []
    over = [(_("Events that are over"), reverse("events", query={"state": "finished"}))] if may_open_any(person) else []
    ratings = [(_("Start ratings before the start lists"), reverse("start-ratings"))] if may_keep_lists(person) else []
    return plans + nominations + grants + over + ratings


# -- events -----------------------------------------------------------------------------------------------------------


def _event_item(
    row: desk_rows.EventRow, kind: str, kind_words: str, urgency: Urgency, words: str, page: str
) -> DeskItem:
    event = row.event
    return DeskItem(
        key=f"{kind}-{event.pk}",
        kind=kind,
        kind_words=kind_words,
        since=_midnight(_since(event)),
        is_since_day=True,
        urgency=urgency,
        words=words,
        link=reverse(page, args=[event.pk]),
        event_id=event.pk,
        event=event.name,
        facts=tuple(_facts(row)),
    )


def _since(event: Event) -> date:
    """Return since when it waits: what is not open yet since it was announced, all else since entries ended.

    They end with the day of the deadline, so that the day after it is the first.
    """
    if event.state in (State.DRAFT, State.ANNOUNCED):
        return event.announced or event.made.date()
    if event.is_filled_from_a_queue:
        return event.deadline or event.start
    return event.deadline + DAY if event.deadline else event.start


def _facts(row: desk_rows.EventRow) -> Iterable[tuple[str, str]]:
    is_queue = row.event.is_filled_from_a_queue
    if row.entrants:
        yield _("Entrants"), str(row.entrants)
    if row.sections and not is_queue:
        yield _("Sections"), str(row.sections)
    if not is_queue:
        yield _("Start"), day(row.event.start)


_NEXT_STEPS: dict[Event.State, tuple[Callable[[], str], str]] = {
    State.ANNOUNCED: (lambda: _("Announced; entries are not open yet"), "event-run"),
    State.CLOSED: (lambda: _("Entries are closed: divide into sections"), "event-run-sections"),
    State.PROPOSED: (lambda: _("Sections are proposed: confirm them"), "event-run-sections"),
    State.CONFIRMED: (lambda: _("Sections are confirmed: name directors, post the start lists"), "event-run-post"),
}


def _step(row: desk_rows.EventRow, at: datetime) -> DeskItem:
    words, page = _NEXT_STEPS[State(row.event.state)]
    left = row.event.start - at.date()
    urgency = Urgency.STOPS if left <= timedelta(0) else Urgency.ASKED if left <= DUE_SOON else Urgency.DUE
    return _event_item(row, "step", _("Events to run"), urgency, words(), page)


def _empty_seat(row: desk_rows.EventRow, _at: datetime) -> DeskItem:
    words = _("A seat is empty; it cannot start so")
    return _event_item(row, "seat", _("Start lists"), Urgency.STOPS, words, "event-run-post")


def _cut(row: desk_rows.EventRow, _at: datetime) -> DeskItem:
    words = _("%(n)d wait: a section can be cut") % {"n": row.entrants}
    return _event_item(row, "cut", _("Sections"), Urgency.DUE, words, "event-run")


def _announce(row: desk_rows.EventRow, at: datetime) -> DeskItem:
    latest = last_announcement(row.event.start)
    is_late = latest < at.date()
    words = (
        _("It is too late to announce it for its start: plan a later one")
        if is_late
        else _("Announce it by %(day)s, four months before its start") % {"day": day(latest)}
    )
    urgency = Urgency.STOPS if is_late else Urgency.ASKED
    return _event_item(row, "announce", _("Events to run"), urgency, words, "event-run")


def _vacancies(row: desk_rows.FinalRow, _at: datetime) -> DeskItem:
    event, vacancies = row.event, row.vacancies
    words = ngettext("%(n)d place of the Final is vacant", "%(n)d places of the Final are vacant", vacancies.vacant)
    link = reverse("event-vacancies", args=[event.pk])
    facts = [
        (_("Places"), str(vacancies.places)),
        (_("Entrants"), str(vacancies.taken)),
        (_("Start"), day(event.start)),
    ]
    admit = _("Admit %(player)s") % {"player": row.next.name} if row.next else ""
    return DeskItem(
        key=f"vacancies-{event.pk}",
        kind="vacancies",
        kind_words=_("Vacant places"),
        since=_midnight(event.announced or event.made.date()),
        is_since_day=True,
        urgency=Urgency.DUE,
        words=words % {"n": vacancies.vacant},
        link=link,
        event_id=event.pk,
        event=event.name,
        players=tuple(str(line.player.name) for line in vacancies.to_admit),
        facts=tuple(facts),
        actions=(DeskAction(admit, link, {"player": str(row.next.pk)}, reason=""),) if row.next else (),
    )


def _entries(row: desk_rows.EntriesRow, _at: datetime) -> DeskItem:
    event, entries = row.event, row.entries
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


# -- sections ---------------------------------------------------------------------------------------------------------


def _prepare(section: Section, _at: datetime) -> DeskItem:
    proposed, confirmed = _("A section was cut: confirm it"), _("A section is confirmed: director and start list")
    return DeskItem(
        key=f"section-{section.pk}",
        kind="cut",
        kind_words=_("Sections"),
        since=_midnight(section.start),
        is_since_day=True,
        urgency=Urgency.DUE,
        words=proposed if section.state == Section.State.PROPOSED else confirmed,
        link=reverse("section-run", args=[section.pk]),
        event_id=section.event_id,
        event=name_of(section),
        facts=((_("Start"), day(section.start)),),
    )


def _settle(row: desk_rows.SettlingRow, _at: datetime) -> DeskItem:
    section, steps = row.section, row.steps
    number = len(steps)
    words = ngettext("%(n)d step follows from a result", "%(n)d steps follow from the results", number) % {"n": number}
    return DeskItem(
        key=f"settle-{section.pk}",
        kind="settle",
        kind_words=_("Sections that are over"),
        since=_midnight(section.ended or section.start),
        is_since_day=True,
        urgency=Urgency.LATER if row.unfinished else Urgency.ASKED if steps else Urgency.DUE,
        words=words if steps else _("Over; nothing is left to be carried out"),
        link=reverse("section-run", args=[section.pk]),
        event_id=section.event_id,
        event=name_of(section),
        players=tuple(dict.fromkeys(step.player.name for step in steps if step.player)),
        facts=(
            (_("Ended"), day(section.ended or section.start)),
            *(((_("First"), unfinished_words(row.unfinished)),) if row.unfinished else ()),
            *((step.player.name if step.player else "", settlement_words(step)) for step in steps[:MAX_FACTS]),
        ),
        actions=() if row.unfinished else tuple(_settling_actions(row)),
    )


def _settling_actions(row: desk_rows.SettlingRow) -> Iterable[DeskAction]:
    if number := len(row.possible):
        words = ngettext("Carry out %(n)d step", "Carry out %(n)d steps", number) % {"n": number}
        yield DeskAction(words, reverse("section-act", args=[row.section.pk, "carry-out"]), {"all": "1"})
    if not row.steps:
        link = reverse("section-act", args=[row.section.pk, "settle"])
        yield DeskAction(_("Settle the section"), link, {"seen": row.section.state})


def _over_time(section: Section, _at: datetime) -> DeskItem:
    link = reverse("section-act", args=[section.pk, "adjudicate"])
    return DeskItem(
        key=f"round-{section.pk}",
        kind="round",
        kind_words=_("Rounds whose time is over"),
        since=_midnight(section.event.planned_end or section.start),
        is_since_day=True,
        urgency=Urgency.ASKED,
        words=_("Its two years are over: call what still runs to adjudication"),
        link=reverse("section-run", args=[section.pk]),
        event_id=section.event_id,
        event=name_of(section),
        actions=(DeskAction(_("Call all games to adjudication"), link, {}),),
    )


def _question(row: Consequence, _at: datetime) -> DeskItem:
    section = row.section
    return DeskItem(
        key=f"question-{row.pk}",
        kind="question",
        kind_words=_("Equals to choose between"),
        since=_midnight(section.ended or section.start),
        is_since_day=True,
        urgency=Urgency.ASKED,
        words=_("Level after all tie-breaks: %(what)s") % {"what": row.value},
        link=reverse("section-run", args=[section.pk]),
        event_id=section.event_id,
        event=name_of(section),
        players=(row.player.name,) if row.player else (),
    )


# -- entries and requests ---------------------------------------------------------------------------------------------


def _confirm(entry: EventEntry, _at: datetime) -> DeskItem:
    name = entry.player.name if entry.player else ""
    return DeskItem(
        key=f"word-{entry.pk}",
        kind="word",
        kind_words=_("Entries to confirm"),
        since=entry.made,
        urgency=Urgency.ASKED,
        words=_("%(player)s enters free of charge") % {"player": name},
        link=reverse("entry", args=[entry.pk]),
        event_id=entry.event_id,
        event=entry.event.name,
        players=(name,),
        grounds=pending_grounds(grounds_from(entry.grounds)),
        actions=(DeskAction(_("Confirm for the federation"), reverse("entry-confirm", args=[entry.pk]), sends={}),),
    )


def _midnight(value: date) -> datetime:
    return datetime.combine(value, time(), UTC)


SOURCES = (
    DeskSource(desk_rows.events_to_step, _step, desk_rows.load_events),
    DeskSource(desk_rows.events_with_empty_seats, _empty_seat, desk_rows.load_events),
    DeskSource(desk_rows.events_to_cut, _cut, desk_rows.load_events),
    DeskSource(desk_rows.finals_to_announce, _announce, desk_rows.load_events),
    DeskSource(desk_rows.finals_to_fill_for, _vacancies, desk_rows.load_finals),
    DeskSource(desk_rows.events_with_entries, _entries, desk_rows.load_entries),
    DeskSource(desk_rows.sections_to_prepare, _prepare),
    DeskSource(desk_rows.sections_to_settle, _settle, desk_rows.load_settling),
    DeskSource(desk_rows.questions, _question),
    DeskSource(desk_rows.rounds_over_time, _over_time),
    DeskSource(desk_rows.entries_to_confirm, _confirm),
)
