"""Visitors without an account: forms that need no token, and pages that a proxy may keep.

A token costs a cookie, and a page with a cookie is one person's own. So the forms of the footer have none: what they
change is a cookie of the visitor's own browser, and a form from elsewhere is refused by its origin.
"""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.views.decorators.csrf import csrf_exempt

PROXY_KEEPS_SECONDS = 60
"""How long a proxy may answer with a public page; browsers ask each time."""
WITH_KEYS = "/accounts/"
"""The beginning of addresses that may hold a secret of one person."""


def choice_of_visitor(view: Callable[[HttpRequest], HttpResponseBase]) -> Callable[[HttpRequest], HttpResponseBase]:
    """Take a form without a token, if it comes from a page of ours."""

    @wraps(view)
    def answer(request: HttpRequest) -> HttpResponseBase:
        if not _is_from_here(request):
            raise PermissionDenied
        return view(request)

    return csrf_exempt(answer)


def _is_from_here(request: HttpRequest) -> bool:
    """Return whether a browser says that a form is ours; old browsers say nothing."""
    origin = request.headers.get("Origin")
    if origin is not None:
        return urlsplit(origin).netloc == request.get_host() or origin == settings.SLOWMATE_URL
    return request.headers.get("Sec-Fetch-Site", "same-origin") == "same-origin"


def may_be_shared(request: HttpRequest, response: HttpResponse) -> bool:
    """Return whether an answer is a public page, the same for every visitor who has chosen nothing."""
    return (
        request.method in ("GET", "HEAD")
        and response.status_code == HTTPStatus.OK
        and response.get("Content-Type", "").startswith("text/html")
        and not response.cookies
        and not any(request.headers.get(name) for name in ("Cookie", "Authorization"))
        and not request.path.startswith(WITH_KEYS)
    )
