"""Allauth's addresses. What changes an account is done whole, with the mail that tells of it, or not at all."""

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any

from allauth.urls import urlpatterns
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, URLResolver

WHOLE = {
    "account_signup",
    "account_email",
    "account_confirm_email",
    "account_change_password",
    "account_set_password",
    "account_reset_password_from_key",
    "mfa_activate_totp",
    "mfa_deactivate_totp",
    "mfa_generate_recovery_codes",
}


def _whole(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Let a view write in one transaction; requests that only read open none and block nobody."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.method != "POST":
            return view(request, *args, **kwargs)
        with transaction.atomic():
            return view(request, *args, **kwargs)

    return answer


def _make_whole(patterns: Sequence[URLPattern | URLResolver]) -> None:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            _make_whole(pattern.url_patterns)
        elif pattern.name in WHOLE:
            pattern.callback = _whole(pattern.callback)


_make_whole(urlpatterns)
