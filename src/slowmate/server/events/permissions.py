"""Who runs an event, who directs its sections, who enters for whom, and who may see what of it."""

from slowmate.events.kinds import who_may_run
from slowmate.events.organising.offices import Acting, Actor, tournament_office
from slowmate.events.organising.reflection import rating_power
from slowmate.records import Family, Kind
from slowmate.server.accounts.models import User
from slowmate.server.accounts.permissions import Person
from slowmate.server.events.models import Case, Event, EventEntry, Section
from slowmate.server.people.models import Office, Player
from slowmate.server.people.permissions import holds, holds_direction, player_of
from slowmate.server.site import clock

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
    """Whose event it is: the organiser's, where somebody else runs it than the commissioner of its kind.

    Over the board there is no such commissioner.
    """
    is_own = event.organiser_id is not None or bool(event.federation) or event.kind_of.family is Family.FIDE
    return Actor.ORGANISER if is_own else tournament_office(event.kind_of)


def runs(person: Person, event: Event) -> bool:
    """Whether somebody runs an event: its commissioner in office; its organiser, or the delegate of its federation.

    Nobody runs an event as organiser without holding the office of one.
    """
    if not isinstance(person, User):
        return False
    office = office_of(event)
    if office is not Actor.ORGANISER:
        return holds(person, HELD[office])
    if event.organiser_id is not None:
        return event.organiser_id == person.pk and holds(person, Office.Kind.ORGANISER, Office.Kind.DELEGATE)
    return is_delegate_of(person, event.federation)


def plans_as(person: Person, kind: Kind) -> Actor | None:
    """As what somebody may plan an event of a kind, the commissioner first; None if he may not."""
    if kind.teams:
        return None
    held = (actor for actor in who_may_run(kind) if holds(person, HELD[actor]))
    return next(held, None)


def may_plan(person: Person, kind: Kind) -> bool:
    return plans_as(person, kind) is not None


def federations_of(person: Person) -> list[str]:
    """The federations whose delegate somebody is today."""
    if not isinstance(person, User) or not person.is_active:
        return []
    today = clock.now().date()
    offices = (one for one in person.offices.all() if one.kind == Office.Kind.DELEGATE and one.is_held(on=today))
    return sorted({office.federation for office in offices})


def may_approve(person: Person, event: Event) -> bool:
    """The World Tournament Director approves of events that others run; not of his own."""
    return event.needs_approval and holds(person, Office.Kind.WORLD_DIRECTOR) and not runs(person, event)


def may_cancel(person: Person, event: Event) -> bool:
    """The Executive Board cancels an event that was announced."""
    return event.state != Event.State.DRAFT and holds(person, Office.Kind.EXECUTIVE_BOARD)


def rating_office(event: Event) -> Office.Kind:
    """Whose agreement 9.2 asks for; where Congress or the Board may give it, the Board's."""
    return HELD[rating_power(event.kind_of, start=event.start).actors[0]]


def may_agree_to_rating(person: Person, event: Event) -> bool:
    return event.state != Event.State.DRAFT and holds(person, rating_office(event))


def may_settle(person: Person, section: Section) -> bool:
    """Whoever runs the event carries out what follows from its sections."""
    return runs(person, section.event)


def may_open_again(person: Person, section: Section) -> bool:
    """The Appeals Commission, when it corrects a result of a section that is over; nobody who plays in it."""
    return holds(person, Office.Kind.APPEALS) and not plays_in(person, section)


def plays_in(person: Person, section: Section) -> bool:
    """Whether somebody has a seat of a section, or had one before he was replaced."""
    player = player_of(person)
    if player is None:
        return False
    if section.seats.filter(player=player).exists():
        return True
    return section.event.kind_of.teams and player.holdings.filter(seat__section=section).exists()


def acting_for(event: Event) -> Acting:
    """As what whoever runs an event takes its steps."""
    return Acting(office_of(event))


def is_delegate_of(person: Person, federation: str) -> bool:
    """Whether somebody is the delegate of that federation today."""
    return bool(federation) and federation in federations_of(person)


def may_see_event(person: Person, event: Event) -> bool:
    """A draft is for whoever plans it; from its announcement on an event is public."""
    return event.state != Event.State.DRAFT or runs(person, event)


def may_run_event(person: Person, event: Event) -> bool:
    return runs(person, event)


def may_see_section(person: Person, section: Section) -> bool:
    """Sections are public once they are confirmed; before, they are proposals of whoever runs the event."""
    return section.state != Section.State.PROPOSED or runs(person, section.event)


def may_see_entries(person: Person, event: Event) -> bool:
    """What players asked and what is missing of it: for whoever runs the event."""
    return runs(person, event)


def shown_entries(person: Person, event: Event) -> tuple[EventEntry.State, ...]:
    """In which states the names of those who entered are shown to somebody.

    Whoever is seated stands on a public list. Whoever was accepted does so once entries are closed, since a draw that
    anybody can verify names all who are drawn; before, an entry is its player's and the office's business.
    """
    if runs(person, event):
        return (*EventEntry.LIVE, EventEntry.State.SEATED)
    is_closed = event.state not in (Event.State.DRAFT, Event.State.ANNOUNCED, Event.State.OPEN)
    return (EventEntry.State.SEATED, EventEntry.State.ACCEPTED) if is_closed else (EventEntry.State.SEATED,)


def may_see_entry(person: Person, entry: EventEntry) -> bool:
    """An entry is the business of its player, of his federation's delegate, and of whoever runs the event."""
    return may_withdraw_entry(person, entry) or runs(person, entry.event)


def may_decide_entry(person: Person, entry: EventEntry) -> bool:
    """Whoever runs the event admits, refuses, and notes what was paid; not of himself."""
    return runs(person, entry.event) and not _is(person, entry.player)


def may_confirm_entry(person: Person, entry: EventEntry) -> bool:
    """The delegate gives his word for a player of his federation, other than himself."""
    return entry.player is not None and may_nominate_player(person, entry.player)


def may_enter_player(person: Person, player: Player) -> bool:
    """A player for himself, the delegate for a player of his federation."""
    return _is(person, player) or is_delegate_of(person, player.federation)


def may_withdraw_entry(person: Person, entry: EventEntry) -> bool:
    return entry.player is not None and may_enter_player(person, entry.player)


def may_read_record(person: Person, player: Player) -> bool:
    """All that entries are judged by, bars and bonds among it, is for the player alone."""
    return _is(person, player)


def may_nominate(person: Person, federation: str) -> bool:
    return is_delegate_of(person, federation)


def may_nominate_player(person: Person, player: Player) -> bool:
    """The delegate names players of his own federation, and not himself."""
    return is_delegate_of(person, player.federation) and not _is(person, player)


def may_grant(person: Person, player: Player | None = None) -> bool:
    """The Executive Board gives what the rules do not; none of its members to himself."""
    return holds(person, Office.Kind.EXECUTIVE_BOARD) and not _is(person, player)


def may_place_substitute(person: Person, section: Section, player: Player | None = None) -> bool:
    """The director of a team event places substitutes; not himself."""
    return section.event.kind_of.teams and may_direct_section(person, section) and not _is(person, player)


def may_decide_status(person: Person, case: Case) -> bool:
    """Replacement status: first the director of the section, then the Qualifications Commissioner; nobody his own."""
    if case.section is None or _is(person, case.player):
        return False
    if case.state == "requested":
        return may_direct_section(person, case.section)
    return holds(person, Office.Kind.QUALIFICATIONS)


def _is(person: Person, player: Player | None) -> bool:
    return player is not None and player_of(person) == player


def party_of(entry: EventEntry) -> dict[str, str]:
    """Whose an entry is, by their part in its procedure."""
    player = entry.player
    return {"player": str(player.pk), "federation": player.federation} if player else {}


def acting_for_player(person: User, player: Player) -> Acting:
    """As what somebody deals with what is his own, or a player's of his federation."""
    if _is(person, player):
        return Acting(Actor.PLAYER, str(player.pk))
    return Acting(Actor.DELEGATE, player.federation)


def via_of(person: User, player: Player) -> str:
    """The federation through which somebody enters a player; empty: he enters himself."""
    return "" if _is(person, player) else player.federation


def may_direct_section(person: Person, section: Section) -> bool:
    """The director named for a section; where none is in office, any; never one who has a seat in it."""
    if not isinstance(person, User) or not holds_direction(person):
        return False
    is_his = section.director_id == person.pk or section.director is None or not holds_direction(section.director)
    return is_his and not plays_in(person, section)
