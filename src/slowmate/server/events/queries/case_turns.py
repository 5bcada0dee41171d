"""Whose turn it is in a case: the players, captains and offices that take its next steps, and who stands in for them.

The core's procedure names an office. Nobody decides about themselves or a case that they are a party to: where an
office is empty, or all who hold it are barred, the next office decides (`next_offices` of the core).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.db.models import Q, QuerySet

from slowmate.events.organising.offices import (
    WHO_RUNS_IT,
    Acting,
    Actor,
    Procedure,
    ProcedureStep,
    entitled_to,
    next_offices,
    tournament_office,
)
from slowmate.events.organising.offices import Case as CoreCase
from slowmate.events.procedures import PROCEDURES
from slowmate.server.accounts.models import User
from slowmate.server.events.models import Case, Event
from slowmate.server.events.permissions import HELD, may_direct_section, office_of, runs
from slowmate.server.people.models import Office, Player
from slowmate.server.people.permissions import player_of
from slowmate.server.site import clock

CORRECTION = "correction"
"""As `slowmate.events.procedures.PROCEDURES` names it."""


@dataclass(frozen=True, slots=True)
class Turn:
    """An office, player or captain who can take steps of a case now."""

    actions: tuple[str, ...]
    actor: Actor
    users: tuple[User, ...]
    """Who can take them; nobody, where the office and all that follow it are empty or barred."""
    stands_in_for: Actor | None = None
    player: Player | None = None
    federation: str = ""
    team_id: int | None = None


class OfficeHolders:
    """The holders of all offices today, read once for several cases."""

    @cached_property
    def _offices(self) -> dict[tuple[str, str], list[User]]:
        today, by_office = clock.now().date(), dict[tuple[str, str], list[User]]()
        rows = Office.objects.filter(Q(ends=None) | Q(ends__gte=today), begins__lte=today, user__is_active=True)
        for office in rows.select_related("user__player").prefetch_related("user__offices").order_by("pk"):
            by_office.setdefault((office.kind, office.federation), []).append(office.user)
        return by_office

    def of(self, kind: Office.Kind, federation: str = "") -> list[User]:
        """Return the holders of an office; of delegates, those of a federation."""
        if kind == Office.Kind.DELEGATE:
            return list(dict.fromkeys(self._offices.get((kind, federation), []))) if federation else []
        several = (users for (held, _federation), users in self._offices.items() if held == kind)
        return list(dict.fromkeys(user for users in several for user in users))


def procedure_of(case: Case) -> Procedure:
    return PROCEDURES[case.procedure]


def event_of(case: Case) -> Event | None:
    """Return the event that a case is about: its own, or that of its section."""
    return case.event or (case.section.event if case.section else None)


def core_case(case: Case) -> CoreCase:
    """Return a case as the core knows it; the start of its event governs, else the day it was opened."""
    event = event_of(case)
    start = case.section.start if case.section else event.start if event else case.opened.date()
    return CoreCase(
        case.state,
        start,
        dict(case.parties),
        office_of(event) if event else None,
        tournament_office(event.kind_of) if event else None,
    )


def players_in(case: Case) -> list[Player]:
    """Return the players who are parties to a case."""
    others = [party.player for party in case.other_parties.all() if party.player]
    return list(dict.fromkeys([*([case.player] if case.player else []), *others]))


def federation_of(case: Case, part: str) -> str:
    """Return the federation that has a part in a case."""
    rows = [party.federation for party in case.other_parties.all() if party.part == part]
    return rows[0] if rows else case.parties.get(part, "")


def is_barred(user: User, case: Case, actor: Actor) -> bool:
    """Return whether a user may not decide in an office: it is their own case, or they opened it in another part."""
    if actor in (Actor.PLAYER, Actor.CAPTAIN):
        return False
    player, event = player_of(user), event_of(case)
    if player is not None and player in players_in(case):
        return True
    if "organiser" in case.parties and actor is not Actor.ORGANISER and event is not None and runs(user, event):
        return True  # they or others for them have applied
    steps = sorted(case.steps.all(), key=lambda step: step.number)
    opened_as = steps[0].office if steps else ""
    return case.opened_by_id == user.pk and opened_as != actor.value


def users_of(actor: Actor, case: Case, parts: Sequence[str], holders: OfficeHolders) -> list[User]:
    """Return the users who hold a part in a case today, barred ones too."""
    event = event_of(case)
    match actor:
        case Actor.SERVER:
            return []
        case Actor.PLAYER:
            return [case.player.user] if case.player is not None and case.player.user is not None else []
        case Actor.CAPTAIN:
            return [case.team.captain] if case.team is not None and case.team.captain is not None else []
        case Actor.DIRECTOR:
            section, directors = case.section, holders.of(Office.Kind.DIRECTOR)
            return [user for user in directors if section is None or may_direct_section(user, section)]
        case Actor.ORGANISER if event is not None and event.organiser_id is not None:
            kinds = (Office.Kind.ORGANISER, Office.Kind.DELEGATE)
            offices = [user for kind in kinds for user in holders.of(kind, event.federation)]
            return [user for user in dict.fromkeys(offices) if user.pk == event.organiser_id]
        case Actor.ORGANISER:
            return holders.of(Office.Kind.DELEGATE, event.federation) if event is not None else []
        case Actor.DELEGATE:
            codes = [federation_of(case, part) for part in parts]
            return [user for code in codes for user in holders.of(Office.Kind.DELEGATE, code)]
    return holders.of(HELD[actor])


def turns_of(case: Case, holders: OfficeHolders | None = None) -> list[Turn]:
    """Return who can take the next steps of a case, an office once with all its steps; none of a closed case."""
    if case.closed is not None:
        return []
    holders = holders or OfficeHolders()
    found: dict[tuple[Actor, Actor | None, str], Turn] = {}
    for (state, action), step in procedure_of(case).items():
        if state != case.state or step.actors == (Actor.SERVER,):
            continue
        for turn in _turns(case, action, step, holders):
            key = (turn.actor, turn.stands_in_for, turn.federation)
            before = found.get(key)
            found[key] = Turn((*before.actions, action), *_rest(turn)) if before else turn
    return list(found.values())


def _rest(turn: Turn) -> tuple[Actor, tuple[User, ...], Actor | None, Player | None, str, int | None]:
    return turn.actor, turn.users, turn.stands_in_for, turn.player, turn.federation, turn.team_id


def _turns(case: Case, action: str, step: ProcedureStep, holders: OfficeHolders) -> Iterable[Turn]:
    """Yield who takes one step: each office that the rules name for it, or the one that stands in."""
    of_case = core_case(case)
    for actor in entitled_to(step, of_case):
        if actor is Actor.SERVER:
            continue
        offices = (actor, *next_offices(actor, of_case))
        present = ((office, _may(office, case, step, holders)) for office in offices)
        office, users = next(((office, users) for office, users in present if users), (actor, []))
        is_delegate = actor is Actor.DELEGATE
        yield Turn(
            (action,),
            office,
            tuple(users),
            stands_in_for=actor if office is not actor else None,
            player=case.player if actor is Actor.PLAYER else None,
            federation=next((federation_of(case, part) for part in step.parties), "") if is_delegate else "",
            team_id=case.team_id if actor is Actor.CAPTAIN else None,
        )


def _may(actor: Actor, case: Case, step: ProcedureStep, holders: OfficeHolders) -> list[User]:
    users = users_of(actor, case, step.parties, holders)
    return [user for user in users if not is_barred(user, case, actor)]


def acting_in(user: User, case: Case, action: str, holders: OfficeHolders | None = None) -> Acting | None:
    """Return the part in which a user takes a step of a case now; None if it is not theirs."""
    for turn in turns_of(case, holders):
        if action in turn.actions and user in turn.users:
            step = procedure_of(case)[case.state, action]
            return Acting(turn.actor, _acts_for(step, case), turn.stands_in_for)
    return None


def steps_of(user: User, case: Case, holders: OfficeHolders | None = None) -> tuple[str, ...]:
    """Return the steps of a case that a user can take now."""
    return tuple(action for turn in turns_of(case, holders) if user in turn.users for action in turn.actions)


def _acts_for(step: ProcedureStep, case: Case) -> str | None:
    """Return the id of the party for whom a step is taken, as the core's case names it."""
    parts = ("organiser",) if step.actors == WHO_RUNS_IT and "organiser" in case.parties else step.parties
    return next((case.parties[part] for part in parts if part in case.parties), None)


def has_part(user: User, case: Case, action: str, holders: OfficeHolders | None = None) -> bool:
    """Return whether a step of a case is a user's to take, in whatever state."""
    holders, of_case = holders or OfficeHolders(), core_case(case)
    return any(
        user in users_of(office, case, step.parties, holders) and not is_barred(user, case, office)
        for (_state, name), step in procedure_of(case).items()
        if name == action
        for actor in entitled_to(step, of_case)
        for office in (actor, *next_offices(actor, of_case))
    )


WITH_SUBJECTS = (
    "event__series",
    "event__organiser",
    "section__event__series",
    "section__event__organiser",
    "section__director",
    "player__user",
    "team__captain",
    "opened_by__player",
)
"""What is asked of every case: what it is about, and who its parties are."""


def cases_with_subjects() -> "QuerySet[Case]":
    """Return all cases with their subjects, parties and steps: a constant number of queries."""
    rows = Case.objects.select_related(*WITH_SUBJECTS)
    return rows.prefetch_related("other_parties__player__user", "steps__by__player", "section__director__offices")
