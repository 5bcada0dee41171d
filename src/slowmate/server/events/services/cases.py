"""Cases: opened, and taken from step to step, by the table of their procedure in the core.

A procedure that takes more than one step has a `CaseRules`: what guards its steps, what they do besides, and what the
journal calls them. Everything else is the same for all, and stands here: the locks, whose turn it is, the step itself,
its record, the journal, and a letter to everybody concerned.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from slowmate.events.organising.offices import Acting, take_step
from slowmate.rulebook import Ground, Ruling
from slowmate.rulebook.stored_grounds import plain_grounds
from slowmate.server.accounts.models import User
from slowmate.server.events.models import Case, CaseParty, CaseStep, Event, Section, Team
from slowmate.server.events.queries.case_turns import acting_in, core_case, has_part, procedure_of
from slowmate.server.events.services import case_letters
from slowmate.server.events.services.locking import LONGEST_REASON, locked_event, locked_section, required_reason
from slowmate.server.events.services.steps import By, decide
from slowmate.server.people.models import Player
from slowmate.server.site.errors import NotAllowed, Stale

Guards = Mapping[str, Ruling[bool]]
Asks = Mapping[str, Any]
Effect = Callable[[Case, By, Asks], Iterable[Ground]]
"""What a step does besides changing the state, in its transaction, with what its form asked; more grounds for it."""


class Outdated(Stale):
    """What was shown of a case is not what would be done: it is found anew, and shown again."""


def _no_guards(_case: Case, _at: datetime) -> Guards:
    return {}


@dataclass(frozen=True, slots=True)
class CaseRules:
    """How cases of one procedure are taken from step to step."""

    procedure: str
    """A key of `slowmate.events.procedures.PROCEDURES`."""
    guards: Callable[[Case, datetime], Guards] = _no_guards
    """The rulings that guard the steps, all of them, by the names the core has for them."""
    effects: Mapping[str, Effect] = field(default_factory=dict)
    """What steps do, by their names."""
    need_reason: Collection[str] = ()
    """Steps for which a reason is required."""
    ends: Collection[str] = ()
    """States in which a case is closed although the server may take it further; states without a step are ends."""
    in_journal: Mapping[str, str] = field(default_factory=dict)
    """What the journal of the event calls a step, by its name; a step without a line is not in the journal."""
    is_public: bool = True
    """Whether everybody may read the decisions in the journal."""
    letters: Callable[[Case, CaseStep], None] = case_letters.step_taken
    """What is written to whom after a step."""
    refresh: Callable[[Case, datetime], None] | None = None
    """Finds anew what is shown of a case, where a step has raised `Outdated`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewCase:
    """What a case is about when it is opened."""

    state: str
    event: Event | None = None
    section: Section | None = None
    player: Player | None = None
    team: Team | None = None
    parties: Mapping[str, str] = field(default_factory=dict)
    """The ids of the parties by their part, as the core's procedure names them."""
    federations: Mapping[str, str] = field(default_factory=dict)
    """The federations among them, by their part."""
    players: Sequence[Player] = ()
    """Players who are parties beside *player*."""
    facts: Mapping[str, Any] = field(default_factory=dict)
    """What later steps judge, as it is now."""
    until: date | None = None


def open_case(rules: CaseRules, new: NewCase, action: str, by: By, grounds: Iterable[Ground] = ()) -> Case:
    """Open a case with its first step, in the caller's transaction, which has locked what the case is about."""
    case = start_case(rules, new, by)
    step = record_step(rules, case, action, by, Ruling(True, tuple(grounds)))
    rules.letters(case, step)
    return case


def start_case(rules: CaseRules, new: NewCase, by: By) -> Case:
    """Make a case and its parties; its first step is still to be recorded (`record_step`)."""
    case = Case.objects.create(
        procedure=rules.procedure,
        state=new.state,
        event=new.event or (new.section.event if new.section else None),
        section=new.section,
        player=new.player,
        team=new.team,
        parties=dict(new.parties),
        facts=dict(new.facts),
        until=new.until,
        opened=by.at,
        opened_by=by.user,
    )
    add_parties(case, new.players, new.federations)
    return case


def add_parties(case: Case, players: Iterable[Player], federations: Mapping[str, str] | None = None) -> None:
    """Add parties to a case, each once."""
    have = {party.player_id for party in case.other_parties.all()} | {case.player_id}
    new = {player.pk: player for player in players if player.pk not in have}
    rows = [CaseParty(case=case, player=new[pk]) for pk in sorted(new)]
    rows += [CaseParty(case=case, part=part, federation=code) for part, code in (federations or {}).items() if code]
    CaseParty.objects.bulk_create(rows)


def locked_case(pk: int, procedure: str) -> Case:
    """Lock a case, and before it what it is about: its section and event, or its event."""
    about = Case.objects.filter(pk=pk, procedure=procedure).values_list("section", "event").first()
    if about is None:
        raise NotAllowed
    section_pk, event_pk = about
    section = locked_section(section_pk) if section_pk else None
    event = section.event if section else locked_event(event_pk) if event_pk else None
    rows = Case.objects.select_for_update(of=("self",)).select_related("player__user", "team__captain")
    case = rows.get(pk=pk)
    if section is not None:
        case.section = section
    if event is not None:
        case.event = event
    return case


def take(
    rules: CaseRules,
    pk: int,
    action: str,
    *,
    actor: User,
    at: datetime,
    reason: str = "",
    seen: int | None = None,
    asks: Asks | None = None,
) -> Case:
    """Take a step of a case: the right, the turn, the guards, what the step does, its record and its letters.

    *seen* is how many steps the case had when the actor saw it. *asks* is what the form of the step asked. Raises
    `NotAllowed` where the step is not the actor's, `Stale` where it is not its turn, `Refused` by a guard.
    """
    try:
        return _take(rules, pk, action, actor, at, reason, seen, asks or {})
    except Outdated:
        if rules.refresh is not None:
            with transaction.atomic():
                rules.refresh(locked_case(pk, rules.procedure), at)
        raise


def _take(
    rules: CaseRules, pk: int, action: str, actor: User, at: datetime, reason: str, seen: int | None, asks: Asks
) -> Case:
    with transaction.atomic():
        case = locked_case(pk, rules.procedure)
        acting = _acting(case, action, actor)
        number = case.steps.count()
        if seen is not None and seen != number:
            raise Stale(_("Somebody has just taken another step here. This is the current state; look, then decide."))
        words = required_reason(reason) if action in rules.need_reason else reason.strip()[:LONGEST_REASON]
        by = By(acting, at, actor, words, {"case": case.pk})
        before = core_case(case)
        ruling = take_step(
            procedure_of(case), before, action, by=acting, rulings=rules.guards(case, at), override=words
        )
        case.state, case.until = ruling.value.state, None
        case.closed = at if is_end(case, rules) else None
        case.save(update_fields=["state", "closed", "until"])
        effect = rules.effects.get(action)
        more = tuple(effect(case, by, asks)) if effect else ()
        step = record_step(rules, case, action, by, Ruling(True, (*ruling.grounds, *more)))
        rules.letters(case, step)
    return case


def _acting(case: Case, action: str, actor: User) -> Acting:
    """Return the part in which the actor takes a step; `Stale` if it is not its turn, `NotAllowed` if not theirs."""
    acting = acting_in(actor, case, action) if case.closed is None else None
    if acting is not None:
        return acting
    if has_part(actor, case, action) and (case.closed is not None or (case.state, action) not in procedure_of(case)):
        raise Stale(_("This was decided already, or it is now for another office to decide."))
    raise NotAllowed


def is_end(case: Case, rules: CaseRules) -> bool:
    """Return whether a case is closed in its state: no step leads on, or none that people take."""
    return case.state in rules.ends or not any(state == case.state for state, _action in procedure_of(case))


def record_step(rules: CaseRules, case: Case, action: str, by: By, ruling: Ruling[Any]) -> CaseStep:
    """Keep a step of a case, and its decision in the journal of the event, in the caller's transaction."""
    step = CaseStep.objects.create(
        case=case,
        number=case.steps.count() + 1,
        action=action,
        office=by.acting.actor.value,
        of=by.acting.of or "",
        by=by.user,
        at=by.at,
        reason=by.reason,
        grounds=plain_grounds(ruling.grounds),
    )
    if what := rules.in_journal.get(action):
        with_case = By(by.acting, by.at, by.user, by.reason, {**(by.facts or {}), "case": case.pk})
        decide(
            what,
            with_case,
            ruling,
            event=case.event,
            section=case.section,
            player_id=case.player_id,
            is_public=rules.is_public,
        )
    return step
