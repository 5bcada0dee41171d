"""When a session was last seen: written down now and then, for at every request it would double a move's work."""

from time import monotonic
from typing import Any

from allauth.usersessions.middleware import UserSessionsMiddleware
from django.http import HttpRequest, HttpResponse

EVERY = 300.0
"""Seconds between two notes of the same session, in one process."""
_MOST = 10_000
_noted: dict[str, float] = {}


class SeldomUserSessions(UserSessionsMiddleware):  # type: ignore[misc]  # allauth is untyped
    """Allauth's list of sessions, kept up to date every few minutes."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        session: Any = getattr(request, "session", None)
        key = getattr(session, "session_key", None) or ""
        now = monotonic()
        if key and now - _noted.get(key, -EVERY) < EVERY:
            quick: HttpResponse = self.get_response(request)
            return quick
        if len(_noted) >= _MOST:
            _noted.clear()
        if key:
            _noted[key] = now
        seen: HttpResponse = super().__call__(request)
        return seen
