"""The facts about the reader's desk that every template has."""

from django.db.models import prefetch_related_objects
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from slowmate.server.accounts.models import User
from slowmate.server.accounts.permissions import Person
from slowmate.server.desk.pages.desk_page import number_waiting
from slowmate.server.people.permissions import may_use_desk
from slowmate.server.site import clock


def desk(request: HttpRequest) -> dict[str, object]:
    return {
        "has_desk": SimpleLazyObject(lambda: _has_desk(request.user)),
        "desk_number": SimpleLazyObject(lambda: _desk_number(request.user)),
    }


def _has_desk(person: Person) -> bool:
    """Return whether a person holds an office; offices are read once for all that depends on them."""
    if isinstance(person, User):
        prefetch_related_objects([person], "offices")
    return may_use_desk(person)


def _desk_number(person: Person) -> int:
    """Return the number of items that wait for a person in their offices; 0 without a desk."""
    return number_waiting(person, at=clock.now()) if isinstance(person, User) and _has_desk(person) else 0
