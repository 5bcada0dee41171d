"""The facts about the server and the request that every template has."""

from django.conf import settings
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject
from django.utils.translation import get_language, get_language_info

from slowmate.server.site.sign_in import UNSENT, way_back


def site(request: HttpRequest) -> dict[str, object]:
    return {
        "version": settings.SLOWMATE_VERSION,
        "name": settings.SLOWMATE_NAME,
        "way_back": SimpleLazyObject(lambda: way_back(request)),
        "other_languages": SimpleLazyObject(_other_languages),
        "was_unsent": SimpleLazyObject(lambda: _was_unsent(request)),
    }


def _other_languages() -> list[tuple[str, str]]:
    """Return the languages that the reader could choose instead, each by its own name."""
    codes = [code for code, _name in settings.LANGUAGES if code != get_language()]
    return [(code, get_language_info(code)["name_local"]) for code in codes]


def _was_unsent(request: HttpRequest) -> bool:
    """Return whether a person has signed in after sending a form without a session, which did nothing."""
    return request.user.is_authenticated and request.method == "GET" and UNSENT in request.GET
