"""Steps of the procedures of events, sections and entries: the core says who may take them and where they lead.

A service locks the row, asks `step` with the rulings that guard the step, and gets the decision to keep. Nothing else
changes the state of an event, a section or an entry.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from slowmate.events.organising.offices import Acting, Actor, Case, Procedure, take_step
from slowmate.events.procedures import ENTRY, EVENT, SECTION
from slowmate.rulebook import Ruling
from slowmate.rulebook.stored_grounds import plain_grounds
from slowmate.server.accounts.models import User
from slowmate.server.events.models import Decision, Event, EventEntry, Section
from slowmate.server.events.permissions import office_of, party_of
from slowmate.server.people.permissions import player_of

Guards = Mapping[str, Ruling[bool]]


@dataclass(frozen=True, slots=True)
class By:
    """The user who takes a step, their part, the time and the reason; *user* None is the server itself."""

    acting: Acting
    at: datetime
    user: User | None = None
    reason: str = ""
    facts: Mapping[str, Any] | None = None


def by_server(at: datetime) -> By:
    return By(Acting(Actor.SERVER), at)


def name_of(user: User) -> str:
    """Return the name of a user for a decision."""
    player = player_of(user)
    return player.name if player else user.email


def step_event(event: Event, action: str, by: By, *, guards: Guards | None = None) -> Decision:
    """Take a step with an event whose row is locked; `Refused` if it is not its turn or not theirs."""
    case = Case(event.state, event.start, {}, office_of(event))
    event.state, ruling = _step(EVENT, case, action, by, guards)
    event.save(update_fields=["state"])
    return decide(action, by, ruling, event=event)


def step_section(section: Section, action: str, by: By, *, guards: Guards | None = None) -> Decision:
    """Take a step with a section, and record the decision."""
    case = Case(section.state, section.start, {}, office_of(section.event))
    section.state, ruling = _step(SECTION, case, action, by, guards)
    section.save(update_fields=["state", "ended"])
    return decide(action, by, ruling, event=section.event, section=section)


def step_entry(entry: EventEntry, action: str, by: By, *, guards: Guards | None = None) -> Decision:
    """Take a step with an entry, and record the decision; the player and their federation are its parties."""
    case = Case(entry.state, entry.event.start, party_of(entry), office_of(entry.event))
    entry.state, ruling = _step(ENTRY, case, action, by, guards)
    entry.settled = by.at
    entry.save(update_fields=["state", "settled"])
    return decide(action, by, ruling, event=entry.event, entry=entry, is_public=False)


def _step(procedure: Procedure, case: Case, action: str, by: By, guards: Guards | None) -> tuple[str, Ruling[Case]]:
    ruling = take_step(procedure, case, action, by=by.acting, rulings=guards)
    return ruling.value.state, ruling


def decide(
    what: str,
    by: By,
    ruling: Ruling[Any] | None = None,
    *,
    event: Event | None = None,
    section: Section | None = None,
    entry: EventEntry | None = None,
    player_id: int | None = None,
    is_public: bool = True,
) -> Decision:
    """Keep a decision with its grounds, in the transaction of what it decides."""
    return Decision.objects.create(
        what=what,
        office=by.acting.actor.value,
        by=by.user,
        at=by.at,
        reason=by.reason,
        facts=dict(by.facts or {}),
        grounds=plain_grounds(ruling.grounds) if ruling else [],
        event=event,
        section=section,
        entry=entry,
        player_id=player_id or (entry.player_id if entry else None),
        is_public=is_public,
    )
