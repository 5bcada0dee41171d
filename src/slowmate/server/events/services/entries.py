"""Entries from asking until the seat: the core says who may enter, by which way, and what that uses up.

Every service locks the event first, so that two entries for the last place, or an entry while entries close, come one
after the other.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime

from django.db import transaction
from django.utils.translation import gettext as _

from slowmate.events.entry.decision import Answer, EntryDecision, entry_counts, may_enter
from slowmate.events.entry.entrants import Entrant
from slowmate.events.entry.target import Target
from slowmate.events.procedures import deadline_has_passed, has_room, is_full, is_not_yet_started
from slowmate.events.running.section8.application import cost_before_start
from slowmate.formats.entrant_writing import use_as_json
from slowmate.rulebook import Ground, Refused, Ruling
from slowmate.rulebook.stored_grounds import plain_grounds
from slowmate.server.accounts.models import User
from slowmate.server.events.models import Event, EventEntry, Section
from slowmate.server.events.permissions import (
    acting_for_player,
    may_enter_player,
    may_see_event,
    may_withdraw_entry,
    via_of,
)
from slowmate.server.events.queries.entrants import entrants_of, target_of
from slowmate.server.events.queries.entries import live_entry, places_taken, waiting_list
from slowmate.server.events.queries.entry_preview import mark_of
from slowmate.server.events.services import notices, rights
from slowmate.server.events.services.locking import locked_event
from slowmate.server.events.services.steps import By, by_server, decide, step_entry
from slowmate.server.people.models import Player
from slowmate.server.site.errors import NotAllowed, Stale, Unfit

State = EventEntry.State
BY_OTHERS = frozenset({"delegate", "identity", "office"})
"""Conditions that others confirm before an entry counts; the rest is paid."""


class NotSeated(Refused):
    """Some of those who were to be seated may no longer enter; *refused* says who and why."""

    def __init__(self, refused: Sequence[tuple[EventEntry, tuple[Ground, ...]]]) -> None:
        super().__init__(*(ground for _entry, grounds in refused for ground in grounds))
        self.refused = tuple(refused)


# -- asking -----------------------------------------------------------------------------------------------------------


def ruling(player: Player, event: Event, *, on: date, via: str = "") -> Ruling[EntryDecision]:
    """Return the ruling on an entry on a day; write nothing.

    *via* is the federation whose delegate asks; empty: the player themselves.
    """
    entrants = entrants_of([player], on=on, to=event.kind, via=[player.pk] if via else ())
    return may_enter(_waiting(entrants[player.pk], event), target_of(event), on=on)


def _waiting(entrant: Entrant, event: Event) -> Entrant:
    """Return an entrant of a queue without their starts in norm events: those count on the day their section is cut."""
    return replace(entrant, norm_starts=()) if event.is_filled_from_a_queue else entrant


def enter(event: Event, player: Player, *, words: str = "", seen: str = "", actor: User, at: datetime) -> EventEntry:
    """Enter a player, by themselves or by the delegate of their federation; `Refused` if the rules do not allow it.

    *seen* is the mark of the preview on which the entry was decided (`queries.entry_preview`): if it has changed,
    nothing is done.
    """
    if not may_enter_player(actor, player) or not may_see_event(actor, event):
        raise NotAllowed
    acting, via = acting_for_player(actor, player), via_of(actor, player)
    with transaction.atomic():
        event = locked_event(event.pk)
        entry_ruling = ruling(player, event, on=at.date(), via=via)
        if entry_ruling.value.answer is Answer.MAY_NOT:
            raise Refused(*entry_ruling.grounds)
        _require_open(event)
        _require_no_other(event, player)
        if seen and seen != mark_of(entry_ruling.value):
            raise Stale(_("What the rules say has changed since you looked. Look again, then decide."))
        entry = EventEntry(event=event, player=player, made=at, made_by=actor, via=via, words=words.strip()[:500])
        _note(entry, entry_ruling)
        entry.save()
        decide("enter", By(acting, at, actor), entry_ruling, event=event, entry=entry, is_public=False)
        _go_on(entry, entry_ruling, at=at)
    return entry


def locked_entry(pk: int) -> EventEntry:
    """Lock an entry and its event, the event first, as everywhere."""
    event = EventEntry.objects.values_list("event", flat=True).filter(pk=pk).first()
    if event is None:
        raise NotAllowed
    locked_event(event)
    rows = EventEntry.objects.select_for_update(of=("self",)).select_related("event__series", "player__user")
    return rows.get(pk=pk)


def _require_open(event: Event) -> None:
    if event.state == Event.State.OPEN:
        return
    if event.state == Event.State.ANNOUNCED:
        raise Unfit(_("Entries for this event are not open yet."))
    raise Unfit(_("Entries for this event are closed."))


def _require_no_other(event: Event, player: Player) -> None:
    """Raise `Stale` if the player has an entry already."""
    other = live_entry(event, player)
    if other is not None and other.state == State.SEATED:
        raise Stale(_("This player has a seat in the event already."))
    if other is not None:
        raise Stale(_("There is an entry of this player already."))


def _note(entry: EventEntry, entry_ruling: Ruling[EntryDecision]) -> None:
    """Keep on the entry what the rules say of it."""
    decision = entry_ruling.value
    events = {right.source: right.event for right in decision.consumes}
    entry.answer, entry.route = decision.answer.value, str(decision.route or "")
    entry.uses = [use_as_json(use) | {"event": events.get(use.reference or "")} for use in decision.uses]
    entry.grounds = plain_grounds(entry_ruling.grounds)
    entry.fee, entry.bond, entry.pending = decision.fee, decision.bond, list(decision.pending)


# -- going on ---------------------------------------------------------------------------------------------------------


def ask_again(entry: EventEntry, *, at: datetime) -> Ruling[EntryDecision]:
    """Return the ruling on an entry made before: by what was paid since, and what offices have confirmed."""
    if entry.player is None:
        raise Unfit(_("Teams cannot be entered here."))
    entrants = entrants_of([entry.player], on=at.date(), to=entry.event.kind, made=[entry])
    entrant = _waiting(entrants[entry.player.pk], entry.event)
    entry_ruling = _asked_again(entry, entrant, target_of(entry.event), cut=at.date())
    confirmed = set(entry.decisions.filter(what__in=BY_OTHERS).values_list("what", flat=True))
    pending = tuple(what for what in entry_ruling.value.pending if what not in confirmed)
    return Ruling(replace(entry_ruling.value, pending=pending), entry_ruling.grounds)


def _asked_again(entry: EventEntry, entrant: Entrant, target: Target, *, cut: date) -> Ruling[EntryDecision]:
    """Return the ruling on an entry of an earlier day, with what matters on another."""
    return may_enter(entrant, target, on=entry.made.date(), paid=entry.paid + entry.bond_paid, cut=cut)


def go_on(entry: EventEntry, *, at: datetime) -> None:
    """Look at an entry once more after something that it waited for has come; both rows are locked."""
    entry_ruling = ask_again(entry, at=at)
    entry.pending, entry.bond = list(entry_ruling.value.pending), entry_ruling.value.bond
    entry.save(update_fields=["pending", "bond"])
    _go_on(entry, entry_ruling, at=at)


def _go_on(entry: EventEntry, entry_ruling: Ruling[EntryDecision], *, at: datetime) -> None:
    """Step an entry as far as it goes by itself: accepted if nothing is missing, and with a place if there is one."""
    before, server = entry.state, by_server(at)
    admitted = _is_admitted(entry, entry_ruling)
    counts = entry_counts(entry_ruling, admitted=admitted)
    if counts.value:
        step_entry(entry, "accept", server, guards={"may enter": counts})
        wait_if_full(entry, at=at)
    elif (entry_ruling.value.allowed or admitted) and entry.state == State.ASKED:
        step_entry(entry, "wait for what is missing", server)
    if entry.state != before or before == State.ASKED:
        notices.entries_changed([entry], at=at)


def _is_admitted(entry: EventEntry, entry_ruling: Ruling[EntryDecision]) -> bool:
    """Return whether the office that runs the event has admitted an entry on which it decides."""
    is_left_open = entry_ruling.value.answer.needs_decision
    return is_left_open and entry.decisions.filter(what="admit").exists()


def wait_if_full(entry: EventEntry, *, at: datetime) -> None:
    """Put an accepted entry on the waiting list if all places are taken."""
    places = entry.event.places
    if places is None:
        return
    full = is_full(places, places_taken(entry.event) - 1)
    if full.value:
        step_entry(entry, "wait for a place", by_server(at), guards={"full": full})


def move_up(event: Event, *, at: datetime) -> None:
    """Give free places to those who wait for one, in the order of entry, until sections are proposed."""
    if event.places is None or event.state not in (Event.State.OPEN, Event.State.CLOSED):
        return
    moved = []
    for entry in waiting_list(event).select_for_update(of=("self",)).select_related("event__series", "player__user"):
        room = has_room(event.places, places_taken(event))
        if not room.value:
            break
        step_entry(entry, "move up", by_server(at), guards={"place free": room})
        moved.append(entry)
    notices.entries_changed(moved, at=at)


# -- leaving ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Cost:
    """The cost of withdrawing an entry on a day, with its grounds."""

    fee_lost: bool = False
    right_lost: bool = False
    grounds: tuple[Ground, ...] = ()


def cost_of_withdrawing(entry: EventEntry, *, on: date) -> Cost:
    """Return what withdrawing costs: nothing until the start list is posted; then the fee and what was used up."""
    section = _section_of(entry)
    if section is None or section.posted is None:
        return Cost()
    cost = cost_before_start(on=on, start_list=section.posted, start=section.start)
    return Cost(bool(cost.value["fee_lost"]), bool(cost.value["right_lost"]), cost.grounds)


def may_still_withdraw(entry: EventEntry, *, on: date) -> Ruling[bool]:
    """Rule whether an entry can still be withdrawn: until play begins where its player is seated. Leaving an event that
    runs is another thing, for which the player applies (8.1)."""
    section = _section_of(entry)
    if entry.state != State.SEATED:
        return Ruling(True, ())
    return is_not_yet_started(section.start if section else entry.event.start, on=on)


def _section_of(entry: EventEntry) -> Section | None:
    seat = entry.seats.select_related("section").order_by("-pk").first()
    return seat.section if seat and entry.state == State.SEATED else None


def withdraw(pk: int, *, actor: User, at: datetime) -> EventEntry:
    """Withdraw an entry: the player, or the delegate of their federation, until play begins."""
    with transaction.atomic():
        entry = locked_entry(pk)
        if entry.player is None or not may_withdraw_entry(actor, entry):
            raise NotAllowed
        if entry.state in (State.WITHDRAWN, State.REFUSED):
            raise Stale(_("This entry is over already."))
        not_started = may_still_withdraw(entry, on=at.date())
        if not not_started.value:  # what withdrawing would have cost before is no answer
            raise Refused(*not_started.grounds)
        cost = cost_of_withdrawing(entry, on=at.date())
        guards = {"not started": Ruling(True, (*cost.grounds, *not_started.grounds))}
        by = By(acting_for_player(actor, entry.player), at, actor)
        step_entry(entry, "withdraw", by, guards=guards)
        if not cost.right_lost:
            rights.give_back(entry, by)
        notices.entries_changed([entry], at=at)
        move_up(entry.event, at=at)
    return entry


def lapse_unpaid(event: Event, *, at: datetime) -> list[EventEntry]:
    """Lapse the entries that still wait for something after the deadline; the event's row is locked."""
    if event.deadline is None:
        return []
    guard = {"deadline": deadline_has_passed(event.deadline, on=at.date(), start=event.start)}
    rows = event.entries.select_for_update(of=("self",)).filter(state=State.PENDING)
    lapsed = list(rows.select_related("event__series", "player__user").order_by("made", "pk"))
    for entry in lapsed:
        step_entry(entry, "lapse", by_server(at), guards=guard)
    notices.entries_changed(lapsed, at=at)
    return lapsed


# -- seats ------------------------------------------------------------------------------------------------------------


def seat(event: Event, entries: Sequence[EventEntry], by: By, *, start: date) -> None:
    """Seat the players of entries, in the caller's transaction with the event locked: each is asked about once more.

    What an entry uses up is used now. `NotSeated` names entries that may no longer be seated; then nothing is written.
    """
    rulings = _ask_at_cut(event, entries, _locked_players(entries), by, start)
    refused = _refused(rulings)
    if refused:
        raise NotSeated(refused)
    for entry, entry_ruling in rulings:
        step_entry(entry, "seat", by, guards={"may enter": Ruling(True, entry_ruling.grounds)})
        rights.use(entry, entry_ruling.value.uses, entry_ruling.value.consumes, by)
    notices.entries_changed(entries, at=by.at)


def no_longer_seatable(
    event: Event, entries: Sequence[EventEntry], by: By, *, start: date
) -> list[tuple[EventEntry, tuple[Ground, ...]]]:
    """Return the entries that could not be seated today in a section that starts on a day, and why; write nothing."""
    return _refused(
        _ask_at_cut(event, entries, {entry.player.pk: entry.player for entry in entries if entry.player}, by, start)
    )


def _refused(
    rulings: Sequence[tuple[EventEntry, Ruling[EntryDecision]]],
) -> list[tuple[EventEntry, tuple[Ground, ...]]]:
    return [(entry, entry_ruling.grounds) for entry, entry_ruling in rulings if not _may_sit(entry, entry_ruling.value)]


def _locked_players(entries: Sequence[EventEntry]) -> dict[int, Player]:
    """Lock the players in the order of their numbers, so that two who seat the same people do not block each other."""
    ids = [entry.player_id for entry in entries if entry.player_id is not None]
    rows = Player.objects.select_for_update(of=("self",)).select_related("user").filter(pk__in=ids)
    return {player.pk: player for player in rows.order_by("pk")}


def _ask_at_cut(
    event: Event, entries: Sequence[EventEntry], players: dict[int, Player], by: By, start: date
) -> list[tuple[EventEntry, Ruling[EntryDecision]]]:
    """Return the ruling on each entry on the day the sections are made up."""
    day = by.at.date()
    entrants = entrants_of(list(players.values()), on=day, to=event.kind, made=entries)
    target = target_of(event, start=start)
    for entry in entries:
        entry.event, entry.player = event, players[entry.player_id or 0]
    return [(entry, _asked_again(entry, entrants[entry.player_id or 0], target, cut=day)) for entry in entries]


def _may_sit(entry: EventEntry, decision: EntryDecision) -> bool:
    """Return whether the rules let a player in, or they were admitted by the announcement: accepted or waiting."""
    return decision.answer is not Answer.MAY_NOT and entry.state in (State.ACCEPTED, State.WAITING)


def unseat(entry: EventEntry, by: By) -> None:
    """Put a seated player back to wait, before play begins; what their entry used up is given back."""
    start = section.start if (section := _section_of(entry)) else entry.event.start
    step_entry(entry, "put on the waiting list", by, guards={"not started": is_not_yet_started(start, on=by.at.date())})
    rights.give_back(entry, by)
    notices.entries_changed([entry], at=by.at)
