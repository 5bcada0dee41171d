"""Rights to rating lists: of the Ratings Commissioner, except to adjust their own rating."""

from slowmate.server.accounts.models import User
from slowmate.server.accounts.permissions import Person
from slowmate.server.people.models import Office, Player
from slowmate.server.people.permissions import holds


def may_keep_lists(person: Person, thing: object = None) -> bool:  # noqa: ARG001 - the same for every list
    """Let the ratings office preview, prepare again, publish and revise lists."""
    return holds(person, Office.Kind.RATINGS)


def may_adjust_rating(person: Person, player: Player) -> bool:
    return may_keep_lists(person) and isinstance(person, User) and player.user_id != person.pk
