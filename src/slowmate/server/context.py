"""What every template knows."""

from django.conf import settings
from django.db.models import prefetch_related_objects
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from slowmate.server import clock
from slowmate.server.models import User
from slowmate.server.permissions import Person, may_use_desk
from slowmate.server.queries.desk import number_waiting
from slowmate.server.views.who import way_back

THEME = "theme"
"""The cookie of a visitor's choice between light and dark."""


def shows_mail() -> bool:
    """Whether this is a demonstration that keeps its mail as files, for everybody to read."""
    return bool(settings.SLOWMATE_DEMO and settings.EMAIL_FILE_PATH)


def site(request: HttpRequest) -> dict[str, object]:
    return {
        "version": settings.SLOWMATE_VERSION,
        "name": settings.SLOWMATE_NAME,
        "demo": settings.SLOWMATE_DEMO,
        "demo_mail": shows_mail(),
        "theme": _theme(request),
        "themes": User.Theme.choices,
        "way_back": SimpleLazyObject(lambda: way_back(request)),
        "has_desk": SimpleLazyObject(lambda: _has_desk(request.user)),
        "desk_number": SimpleLazyObject(lambda: _desk_number(request.user)),
    }


def _theme(request: HttpRequest) -> str:
    chosen = request.user.theme if isinstance(request.user, User) else request.COOKIES.get(THEME, "")
    return chosen if chosen in User.Theme.values else User.Theme.SYSTEM.value


def _has_desk(person: Person) -> bool:
    """Whether somebody holds an office; read once, so that what else depends on it costs no query."""
    if isinstance(person, User):
        prefetch_related_objects([person], "offices")
    return may_use_desk(person)


def _desk_number(person: Person) -> int:
    """How much waits for a director, for his pages alone: templates ask after they know that he has a desk."""
    return number_waiting(person, at=clock.now()) if isinstance(person, User) else 0
