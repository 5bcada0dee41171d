"""Decisions on entries: those who run the event admit, refuse and note what was paid, delegates confirm."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from slowmate.events.entry.fees import FREE_ENTRY
from slowmate.events.organising.offices import Case, take_step
from slowmate.events.procedures import may_take_out
from slowmate.rulebook import Refused
from slowmate.server.accounts.models import User
from slowmate.server.events.models import Bond, Event, EventEntry
from slowmate.server.events.permissions import (
    acting_for,
    acting_for_player,
    may_confirm_entry,
    may_decide_entry,
    may_run_event,
    office_of,
    party_of,
)
from slowmate.server.events.services import notices
from slowmate.server.events.services.entries import ask_again, go_on, locked_entry, move_up, wait_if_full
from slowmate.server.events.services.locking import LONGEST_REASON, locked_event
from slowmate.server.events.services.steps import By, decide, step_entry
from slowmate.server.site.errors import NotAllowed, Stale, Unfit

State = EventEntry.State
TAKEN_OUT_IN = (State.PENDING, State.ACCEPTED, State.WAITING)


def admit(entry: EventEntry, by: By) -> None:
    """Admit an entry on which the office that runs the event decides; a fee comes first. Both rows are locked."""
    _require_asked(entry)
    entry_ruling = ask_again(entry, at=by.at)
    if not entry_ruling.value.pending:
        step_entry(entry, "admit", by)
        wait_if_full(entry, at=by.at)
        notices.entries_changed([entry], at=by.at)
        return
    decide("admit", by, entry_ruling, event=entry.event, entry=entry, is_public=False)
    go_on(entry, at=by.at)


def refuse(entry: EventEntry, by: By) -> None:
    """Refuse an entry on which the office that runs the event decides, with a reason."""
    if not by.reason.strip():
        raise Unfit(_("Say why: the player is told."), field="reason")
    _require_asked(entry)
    step_entry(entry, "refuse", by)
    notices.entries_changed([entry], at=by.at, reason=by.reason)


def take_out(entry: EventEntry, by: By) -> None:
    """Take out an entry that was accepted, waits or lacks something, with a reason; the next one moves up."""
    if not by.reason.strip():
        raise Unfit(_("Say why: the player is told."), field="reason")
    if entry.state not in TAKEN_OUT_IN:
        raise Stale(_("This entry has been decided already."))
    ruling = may_take_out(len(entry.uses))
    if not ruling.value:
        raise Refused(*ruling.grounds)
    step_entry(entry, "take out", by, guards={"no right is used": ruling})
    notices.entries_changed([entry], at=by.at, reason=by.reason)
    move_up(entry.event, at=by.at)


def _require_asked(entry: EventEntry) -> None:
    if entry.state != State.ASKED:
        raise Stale(_("This entry has been decided already."))


def note_payment(entry: EventEntry, by: By) -> None:
    """Note that the fee was paid in full."""
    _require(entry, "payment")
    entry.paid = entry.fee
    entry.save(update_fields=["paid"])
    _note_decision(entry, "payment", by)


def note_bond(entry: EventEntry, by: By) -> None:
    """Note that the bond was paid in full; it is held until the event has ended for them."""
    _require(entry, "bond")
    entry.bond_paid = entry.bond
    entry.save(update_fields=["bond_paid"])
    owed = Bond.objects.select_for_update().filter(player=entry.player, state=Bond.State.OWED).order_by("-since")
    bond = owed.first()
    if bond is not None:
        bond.entry, bond.amount, bond.state = entry, entry.bond, Bond.State.HELD
        bond.save(update_fields=["entry", "amount", "state"])
    _note_decision(entry, "bond", by)


def let_in_without_bond(entry: EventEntry, by: By) -> None:
    """Let a player in who owes a bond where double the fee is nothing: by the Tournament Office."""
    _require(entry, "office")
    if not by.reason.strip():
        raise Unfit(_("Say why: it is kept with the entry."), field="reason")
    _note_decision(entry, "office", by)


def verify_identity(entry: EventEntry, by: By) -> None:
    """Record that a player from a country without a federation has proved who they are."""
    _require(entry, "identity")
    _note_decision(entry, "identity", by, "verify identity")


def confirm(pk: int, *, actor: User, at: datetime) -> EventEntry:
    """Confirm a free entry, by the delegate of the player's federation (4.5)."""
    with transaction.atomic():
        entry = locked_entry(pk)
        if entry.player is None or not may_confirm_entry(actor, entry):
            raise NotAllowed
        _require(entry, "delegate")
        _note_decision(entry, "delegate", By(acting_for_player(actor, entry.player), at, actor), "confirm")
    return entry


def _require(entry: EventEntry, what: str) -> None:
    """Raise `Stale` unless an entry waits for what is to be noted."""
    if entry.state != State.PENDING or what not in entry.pending:
        raise Stale(_("The entry does not wait for that any more."))


def _note_decision(entry: EventEntry, what: str, by: By, step: str | None = None) -> None:
    """Store a decision, and look at the entry again. *step* is that of a free entry's own procedure."""
    ruling = None
    if step is not None:
        case = Case("pending", entry.event.start, party_of(entry), office_of(entry.event))
        ruling = take_step(FREE_ENTRY, case, step, by=by.acting)
    decide(what, by, ruling, event=entry.event, entry=entry, is_public=False)
    go_on(entry, at=by.at)


# -- several at once --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Done:
    """The outcome of a decision on several entries at once."""

    done: int
    passed_over: int
    """Entries that did not wait for it any more."""
    refused: tuple[Refused, ...] = ()
    is_own: bool = False
    """One entry is the actor's own: another person has to decide on it."""


DEALINGS: dict[str, Callable[[EventEntry, By], None]] = {
    "admit": admit,
    "refuse": refuse,
    "take-out": take_out,
    "payment": note_payment,
    "bond": note_bond,
    "identity": verify_identity,
    "office": let_in_without_bond,
}
"""The decisions on entries, by their names in forms and programs."""


def deal_with(event: Event, what: str, pks: Collection[int], *, reason: str = "", actor: User, at: datetime) -> Done:
    """Do one thing with several entries of an event, each in its turn; pass over those it is too late for."""
    if not may_run_event(actor, event):
        raise NotAllowed
    if what not in DEALINGS:
        raise Unfit(_("Choose what to do with the ticked entries."), field="what")
    done, late, refused, is_own = 0, 0, [], False
    with transaction.atomic():
        locked_event(event.pk)
        own = set(event.entries.filter(pk__in=pks).values_list("pk", flat=True))
        if own != set(pks):
            raise NotAllowed
        for pk in sorted(own):
            try:
                _deal(pk, what, By(acting_for(event), at, actor, reason.strip()[:LONGEST_REASON]))
                done += 1
            except NotAllowed:
                is_own = True
            except Stale:
                late += 1
            except Refused as why:
                refused.append(why)
    return Done(done, late, tuple(refused), is_own)


def _deal(pk: int, what: str, by: By) -> None:
    with transaction.atomic():
        entry = locked_entry(pk)
        if by.user is None or not may_decide_entry(by.user, entry):
            raise NotAllowed
        DEALINGS[what](entry, by)
