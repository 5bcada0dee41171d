"""Who may see a case: its parties, and the offices that take its steps. Whose turn it is: `case_turns` of events."""

from typing import Any

from django.db.models import Q, QuerySet

from slowmate.events.organising.offices import Actor, Procedure
from slowmate.events.procedures import PROCEDURES
from slowmate.server.accounts.models import User
from slowmate.server.accounts.permissions import Person
from slowmate.server.events.models import Case, CaseParty
from slowmate.server.events.permissions import HELD, federations_of, may_direct_section, runs, sections_of_player
from slowmate.server.events.queries.case_turns import CORRECTION, OfficeHolders, steps_of
from slowmate.server.people.models import Office
from slowmate.server.people.permissions import holds, player_of
from slowmate.server.site.rules import NOTHING, Rule

OF_EVENTS = (Actor.TTC, Actor.NTTC, Actor.ORGANISER)
"""Offices that see the cases of their own events, and no others."""


def concerns(person: User) -> Q:
    """Return the condition of the cases that a person is a party to, or has opened."""
    return Q(pk__in=_of_party(person))


def _actors(procedure: Procedure) -> set[Actor]:
    return {actor for step in procedure.values() for actor in step.actors}


def _cases_seen_by(person: Person) -> Q:
    if not isinstance(person, User) or not person.is_active:
        return NOTHING
    if holds(person, Office.Kind.EXECUTIVE_BOARD):
        return ~NOTHING
    return concerns(person) | Q(pk__in=_of_office(person))


def _of_party(person: User) -> "QuerySet[Case, Any]":
    """Return the cases to which a person is a party, by themselves, their team or their federation."""
    condition, player = Q(opened_by=person) | Q(team__captain=person), player_of(person)
    parties = NOTHING
    if player is not None:
        condition |= Q(player=player)
        condition |= Q(procedure=CORRECTION, section__in=sections_of_player(player).values("pk"))
        parties = Q(player=player)
    if federations := [code for code in federations_of(person) if code]:
        parties = parties | Q(federation__in=federations)
    if parties != NOTHING:
        condition |= Q(pk__in=CaseParty.objects.filter(parties).order_by().values("case"))
    return Case.objects.filter(condition).order_by().values("pk")


def _of_office(person: User) -> "QuerySet[Case, Any]":
    """Return the cases of procedures in which a person's offices take steps, and those of sections they direct."""
    condition = NOTHING
    for name, procedure in PROCEDURES.items():
        actors = _actors(procedure)
        if any(holds(person, HELD[actor]) for actor in actors if actor in HELD and actor not in _NARROWED):
            condition |= Q(procedure=name)
            continue
        own = NOTHING
        if actors & set(OF_EVENTS):
            own = runs.through("event", person) | runs.through("section__event", person)
        if own != NOTHING:
            condition |= Q(procedure=name) & own
    directed = may_direct_section.through("section", person)
    if directed != NOTHING:
        condition |= directed
    return Case.objects.filter(condition).order_by().values("pk")


_NARROWED = {*OF_EVENTS, Actor.DIRECTOR, Actor.DELEGATE, Actor.CAPTAIN, Actor.PLAYER}
"""Parts in which one sees only cases of one's own event, section, federation or team."""


def _sees(person: Person, case: Case) -> bool:
    return may_see_case.rows(person).filter(pk=case.pk).exists()


may_see_case: Rule[Case] = Rule(Case, _sees, _cases_seen_by)
"""Parties see their cases, offices those in which they take steps; the Board, which is the last to decide, all."""


def may_take_step(person: Person, case: Case, holders: OfficeHolders | None = None) -> bool:
    """Let those on turn take the next step of a case: where an office is empty or barred, the one that is next."""
    return isinstance(person, User) and bool(steps_of(person, case, holders))
