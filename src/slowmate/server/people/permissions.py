"""Who plays as whom, and who holds which office."""

from datetime import date

from django.db.models import Q, QuerySet

from slowmate.server.accounts.models import User
from slowmate.server.accounts.permissions import Person
from slowmate.server.people.models import Office, Player
from slowmate.server.site import clock


def player_of(person: Person) -> Player | None:
    """The player an account plays as."""
    return getattr(person, "player", None) if person.is_authenticated else None


def holds(person: Person, *kinds: Office.Kind, on: date | None = None) -> bool:
    """Whether a person holds one of these offices on a day (today, if none is named)."""
    if not isinstance(person, User) or not person.is_active:
        return False
    day = on or clock.now().date()
    return any(office.kind in kinds and office.is_held(on=day) for office in person.offices.all())


def holders(kind: Office.Kind, *, on: date | None = None) -> "QuerySet[User]":
    """Return those who hold an office on a day (today, if none is named): `holds` of one kind, as a query."""
    day = on or clock.now().date()
    offices = Office.objects.filter(Q(ends=None) | Q(ends__gte=day), kind=kind, begins__lte=day)
    return User.objects.filter(is_active=True, pk__in=offices.values("user"))


def former_directors() -> "QuerySet[Office]":
    """Return the offices of former directors. Whoever is named for a game or a section was a director once."""
    return Office.objects.filter(kind=Office.Kind.DIRECTOR).exclude(user__in=holders(Office.Kind.DIRECTOR))


def holds_direction(person: Person) -> bool:
    """Whether somebody is a tournament director today."""
    return holds(person, Office.Kind.DIRECTOR)


def may_change_player(person: Person, player: Player) -> bool:
    return isinstance(person, User) and player.user_id == person.pk


def may_give_offices(person: Person, office: Office | None = None) -> bool:  # noqa: ARG001 - the same for every office
    return isinstance(person, User) and (person.is_administrator or holds(person, Office.Kind.EXECUTIVE_BOARD))


def may_keep_accounts(person: Person, player: Player | None = None) -> bool:
    """Whether somebody may correct the name and block the account of a player: an administrator, not of themselves."""
    if not isinstance(person, User) or not (person.is_active and person.is_administrator):
        return False
    return player is None or player.user_id != person.pk


def may_use_desk(person: Person, thing: object = None) -> bool:  # noqa: ARG001 - it is one's own desk
    return holds(person, *Office.Kind.with_work())
