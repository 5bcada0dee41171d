"""Where and when somebody was signed in, for the list of their sessions."""

from collections.abc import Callable
from datetime import timedelta

from allauth.account.adapter import get_adapter
from allauth.usersessions.models import UserSession
from django.db import DatabaseError, InterfaceError
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from slowmate.server.site.error_pages import is_database_away

MAX_USER_AGENT_LENGTH = UserSession._meta.get_field("user_agent").max_length
"""What is kept of the name that a browser gives itself."""
SEEN_EVERY = timedelta(minutes=5)
"""Who is seen again within this time is not written down again: a page that is read takes no lock to write."""


def sessions_seen(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Note whence each session is used and when last. Pages are read even where nothing can be written."""

    def answer(request: HttpRequest) -> HttpResponse:
        if request.user.is_authenticated and request.session.session_key and not _is_noted(request):
            try:
                UserSession.objects.create_from_request(request)
            except (DatabaseError, InterfaceError) as wrong:
                if not is_database_away(wrong):
                    raise
        return get_response(request)

    return answer


def _is_noted(request: HttpRequest) -> bool:
    row = UserSession.objects.filter(session_key=request.session.session_key).first()
    return (
        row is not None
        and row.user_id == request.user.pk
        and row.ip == get_adapter().get_client_ip(request)
        and row.user_agent == request.META.get("HTTP_USER_AGENT", "")[:MAX_USER_AGENT_LENGTH]
        and timezone.now() - row.last_seen_at < SEEN_EVERY
    )
