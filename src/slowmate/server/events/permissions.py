"""Rights in events: running them, directing sections, entering players, and seeing what is not public."""

from collections.abc import Sequence
from functools import partial, reduce
from operator import or_

from django.db.models import Q, QuerySet

from slowmate.events.kinds import who_may_run
from slowmate.events.organising.offices import Acting, Actor, tournament_office
from slowmate.events.organising.reflection import rating_power
from slowmate.events.running.vacancies import FILLED_BY
from slowmate.records import KINDS, Family, Kind
from slowmate.server.accounts.models import User
from slowmate.server.accounts.permissions import Person
from slowmate.server.events.models import Case, Consequence, Event, EventEntry, Section
from slowmate.server.people.models import Office, Player
from slowmate.server.people.permissions import former_directors, holds, holds_direction, player_of
from slowmate.server.site import clock
from slowmate.server.site.rules import NOTHING, Rule

ACTORS: dict[Office.Kind, Actor] = {
    Office.Kind.DIRECTOR: Actor.DIRECTOR,
    Office.Kind.ORGANISER: Actor.ORGANISER,
    Office.Kind.TITLE_TOURNAMENTS: Actor.TTC,
    Office.Kind.NON_TITLE_TOURNAMENTS: Actor.NTTC,
    Office.Kind.WORLD_DIRECTOR: Actor.WTD,
    Office.Kind.RATINGS: Actor.RATINGS,
    Office.Kind.QUALIFICATIONS: Actor.QUALIFICATIONS,
    Office.Kind.DELEGATE: Actor.DELEGATE,
    Office.Kind.CAPTAIN: Actor.CAPTAIN,
    Office.Kind.EXECUTIVE_BOARD: Actor.EXECUTIVE_BOARD,
    Office.Kind.APPEALS: Actor.APPEALS,
    Office.Kind.FINANCE: Actor.FINANCE,
    Office.Kind.CONGRESS: Actor.CONGRESS,
    Office.Kind.ARBITRATION: Actor.ARBITRATION,
}
"""The offices of this server as the rules name them."""
HELD: dict[Actor, Office.Kind] = {actor: kind for kind, actor in ACTORS.items()}


def office_of(event: Event) -> Actor:
    """Return whose event it is: the organiser's if another person or federation runs it than the commissioner.

    Over the board there is no such commissioner.
    """
    is_own = event.organiser_id is not None or bool(event.federation) or event.kind_of.family is Family.FIDE
    return Actor.ORGANISER if is_own else tournament_office(event.kind_of)


def _runs(person: Person, event: Event) -> bool:
    if not isinstance(person, User):
        return False
    office = office_of(event)
    if office is not Actor.ORGANISER:
        return holds(person, HELD[office])
    if event.organiser_id is not None:
        return event.organiser_id == person.pk and holds(person, *ORGANISE)
    return is_delegate_of(person, event.federation)


def _run_by(person: Person) -> Q:
    conditions = [NOTHING]
    for actor, kinds in _KINDS_OF.items():
        if holds(person, HELD[actor]):
            conditions.append(Q(organiser=None, federation="", kind__in=kinds))
    if holds(person, *ORGANISE):
        conditions.append(Q(organiser=person))
    if federations := [code for code in federations_of(person) if code]:
        conditions.append(Q(organiser=None, federation__in=federations))
    return _any(conditions)


def _any(conditions: Sequence[Q]) -> Q:
    """Join conditions by *or*."""
    meaningful = [condition for condition in conditions if condition != NOTHING]
    return reduce(or_, meaningful) if meaningful else NOTHING


ORGANISE = (Office.Kind.ORGANISER, Office.Kind.DELEGATE)
"""Offices whose holders run events as organisers. Nobody does without one of these."""
_KINDS_OF: dict[Actor, list[str]] = {
    actor: [slug for slug, kind in KINDS.items() if kind.family is not Family.FIDE and tournament_office(kind) is actor]
    for actor in (Actor.TTC, Actor.NTTC)
}
"""The kinds of event that each tournament commissioner runs."""

runs = Rule(Event, _runs, _run_by)
"""The right to run an event: of its commissioner in office, its organiser, or the delegate of its federation."""


def plans_as(person: Person, kind: Kind) -> Actor | None:
    """Return the part in which a person may plan an event of a kind, the commissioner first; None if they may not."""
    if kind.teams:
        return None
    held = (actor for actor in who_may_run(kind) if holds(person, HELD[actor]))
    return next(held, None)


def may_plan(person: Person, kind: Kind) -> bool:
    return plans_as(person, kind) is not None


def federations_of(person: Person) -> list[str]:
    """Return the federations whose delegate a person is today."""
    if not isinstance(person, User) or not person.is_active:
        return []
    today = clock.now().date()
    offices = (row for row in person.offices.all() if row.kind == Office.Kind.DELEGATE and row.is_held(on=today))
    return sorted({office.federation for office in offices})


def may_cancel(person: Person, event: Event) -> bool:
    """Let the Executive Board cancel an event that was announced."""
    return event.state != Event.State.DRAFT and holds(person, Office.Kind.EXECUTIVE_BOARD)


def may_call_off(person: Person, event: Event) -> bool:
    """Let organisers, and delegates for their federation, call off an event of their own that was announced."""
    is_own = office_of(event) is Actor.ORGANISER
    return event.state != Event.State.DRAFT and is_own and runs(person, event)


def rating_office(event: Event) -> Office.Kind:
    """Return the office whose agreement 9.2 asks for; where Congress or the Board may give it, the Board."""
    return HELD[rating_power(event.kind_of, start=event.start).actors[0]]


def may_agree_to_rating(person: Person, event: Event) -> bool:
    return event.state != Event.State.DRAFT and holds(person, rating_office(event))


def _settles(person: Person, section: Section) -> bool:
    return runs(person, section.event)


may_settle = Rule(Section, _settles, partial(runs.through, "event"))
"""Let those who run the event carry out what follows from its sections."""


def who_chooses(question: Consequence) -> Actor:
    """Return the office that decides who of equals has what not all of them can have."""
    return Actor(question.office) if question.office else tournament_office(question.section.event.kind_of)


def may_choose(person: Person, question: Consequence) -> bool:
    """Let the holder of the office choose, unless they are one of the equals."""
    player = player_of(person)
    is_one = player is not None and str(player.pk) in question.sharing
    return holds(person, HELD[who_chooses(question)]) and not is_one


def may_open_any(person: Person) -> bool:
    """Let the Appeals Commission reopen sections that are over, to correct a result."""
    return holds(person, Office.Kind.APPEALS)


def may_open_again(person: Person, section: Section) -> bool:
    """Let the Appeals Commission reopen a section, unless they play in it."""
    return may_open_any(person) and not plays_in(person, section)


def plays_in(person: Person, section: Section) -> bool:
    """Return whether a person has a seat in a section, or had one before a substitute took it."""
    player = player_of(person)
    return player is not None and sections_of_player(player).filter(pk=section.pk).exists()


def sections_of_player(player: Player | None) -> "QuerySet[Section]":
    """Return the sections in which a player has a seat, or has taken one."""
    taken = Q(seats__player=player) | Q(seats__holdings__player=player)
    return Section.objects.filter(taken if player else NOTHING).order_by()


def acting_for(event: Event) -> Acting:
    """Return the part in which those who run an event take its steps."""
    return Acting(office_of(event))


def is_delegate_of(person: Person, federation: str) -> bool:
    """Return whether a person is the delegate of that federation today."""
    return bool(federation) and federation in federations_of(person)


PUBLIC_EVENTS = ~Q(state=Event.State.DRAFT) & ~Q(state=Event.State.CANCELLED, announced=None)
"""Events that were announced; a draft that was thrown away never was."""
PUBLIC_SECTIONS = ~Q(state=Section.State.PROPOSED)


def _sees_event(person: Person, event: Event) -> bool:
    is_thrown_away = event.state == Event.State.CANCELLED and event.announced is None
    return (event.state != Event.State.DRAFT and not is_thrown_away) or runs(person, event)


def _events_seen_by(person: Person) -> Q:
    return _any([PUBLIC_EVENTS, runs.among(person)])


may_see_event = Rule(Event, _sees_event, _events_seen_by)
"""Let those who plan a draft see it; announced events are public."""


may_run_event = runs


def _sees_section(person: Person, section: Section) -> bool:
    return section.state != Section.State.PROPOSED or runs(person, section.event)


def _sections_seen_by(person: Person) -> Q:
    return _any([PUBLIC_SECTIONS, runs.through("event", person)])


may_see_section = Rule(Section, _sees_section, _sections_seen_by)
"""Let all see confirmed sections; before, they are proposals of those who run the event."""


def may_see_entries(person: Person, event: Event) -> bool:
    """Let those who run the event see what players entered and what is missing."""
    return runs(person, event)


def shown_entries(person: Person, event: Event) -> tuple[EventEntry.State, ...]:
    """Return the states of entries whose names are shown to a person.

    Seated players appear on a public list. Accepted ones do so once entries are closed, since a verifiable draw names
    all entrants; before, an entry is visible to its player and the office alone.
    """
    if runs(person, event):
        return (*EventEntry.LIVE, EventEntry.State.SEATED)
    is_closed = event.state not in (Event.State.DRAFT, Event.State.ANNOUNCED, Event.State.OPEN)
    return (EventEntry.State.SEATED, EventEntry.State.ACCEPTED) if is_closed else (EventEntry.State.SEATED,)


def may_see_entry(person: Person, entry: EventEntry) -> bool:
    """Let the player, the delegate of their federation, and those who run the event see an entry."""
    return may_withdraw_entry(person, entry) or runs(person, entry.event)


def may_decide_entry(person: Person, entry: EventEntry) -> bool:
    """Let those who run the event decide on an entry and note payments; not on their own."""
    return runs(person, entry.event) and not _is(person, entry.player)


def _confirms_entry(person: Person, entry: EventEntry) -> bool:
    return entry.player is not None and may_nominate_player(person, entry.player)


def _entries_confirmed_by(person: Person) -> Q:
    federations = [code for code in federations_of(person) if code]
    if not federations:
        return NOTHING
    own, theirs = player_of(person), Q(player__federation__in=federations)
    return theirs if own is None else theirs & ~Q(player=own)


may_confirm_entry = Rule(EventEntry, _confirms_entry, _entries_confirmed_by)
"""Let the delegate confirm entries of players of their federation, other than themselves."""


def may_enter_player(person: Person, player: Player) -> bool:
    """Let players enter themselves, and delegates the players of their federation."""
    return _is(person, player) or is_delegate_of(person, player.federation)


def may_withdraw_entry(person: Person, entry: EventEntry) -> bool:
    return entry.player is not None and may_enter_player(person, entry.player)


def may_read_record(person: Person, player: Player) -> bool:
    """Let only the player read what entries are judged by, bars and bonds included."""
    return _is(person, player)


def may_nominate(person: Person, federation: str) -> bool:
    return is_delegate_of(person, federation)


def may_nominate_player(person: Person, player: Player) -> bool:
    """Let the delegate nominate players of their own federation, and not themselves."""
    return is_delegate_of(person, player.federation) and not _is(person, player)


def may_grant(person: Person, player: Player | None = None) -> bool:
    """Let the Executive Board give what the rules do not; none of its members to themselves."""
    return holds(person, Office.Kind.EXECUTIVE_BOARD) and not _is(person, player)


def may_fill_vacancies(person: Person, event: Event, player: Player | None = None) -> bool:
    """Let the office that the rules name admit players to vacant places of a Final; nobody themselves."""
    power = FILLED_BY.get(event.kind)
    return power is not None and holds(person, HELD[power.actors[0]]) and not _is(person, player)


def _directs_section(person: Person, section: Section) -> bool:
    if not isinstance(person, User) or not holds_direction(person):
        return False
    is_named = section.director_id == person.pk or section.director is None or not holds_direction(section.director)
    return is_named and not plays_in(person, section)


def _sections_directed_by(person: Person) -> Q:
    if not holds_direction(person):
        return NOTHING
    left = Q(director=None) | Q(director__in=former_directors().values("user"))
    named, player = Q(director=person) | left, player_of(person)
    return named if player is None else named & ~Q(pk__in=sections_of_player(player).values("pk"))


may_direct_section = Rule(Section, _directs_section, _sections_directed_by)
"""The director named for a section; where none is in office, any; never one who has a seat in it."""


def may_place_substitute(person: Person, section: Section, player: Player | None = None) -> bool:
    """Let the director of a team event place substitutes; not themselves."""
    return section.event.kind_of.teams and may_direct_section(person, section) and not _is(person, player)


def _decides_status(person: Person, case: Case) -> bool:
    if case.section is None or _is(person, case.player):
        return False
    if case.state == "requested":
        return may_direct_section(person, case.section)
    return holds(person, Office.Kind.QUALIFICATIONS)


def _status_decided_by(person: Person) -> Q:
    conditions = [NOTHING]
    if holds_direction(person):
        conditions.append(Q(state="requested") & may_direct_section.through("section", person))
    if holds(person, Office.Kind.QUALIFICATIONS):
        conditions.append(~Q(state="requested") & ~Q(section=None))
    condition, own = _any(conditions), player_of(person)
    return condition if own is None or condition == NOTHING else condition & ~Q(player=own)


may_decide_status = Rule(Case, _decides_status, _status_decided_by)
"""Replacement status: first the director of the section, then the Qualifications Commissioner; nobody their own."""


def _is(person: Person, player: Player | None) -> bool:
    return player is not None and player_of(person) == player


def party_of(entry: EventEntry) -> dict[str, str]:
    """Return the parties of an entry, by their part in its procedure."""
    player = entry.player
    return {"player": str(player.pk), "federation": player.federation} if player else {}


def acting_for_player(person: User, player: Player) -> Acting:
    """Return the part in which a person acts for themselves, or for a player of their federation."""
    if _is(person, player):
        return Acting(Actor.PLAYER, str(player.pk))
    return Acting(Actor.DELEGATE, player.federation)


def via_of(person: User, player: Player) -> str:
    """Return the federation through which a person enters a player; empty: they enter themselves."""
    return "" if _is(person, player) else player.federation
