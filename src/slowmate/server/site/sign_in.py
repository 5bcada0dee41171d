"""Signing in: the page that asks for it, and the way back after it."""

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme

UNSENT = "unsent"
"""The parameter of the way back from a form that came without a session and did nothing."""


class SignInFirst(Http404):
    """Nothing here for strangers: they are asked to sign in, whether or not there is anything."""


def hidden(request: HttpRequest) -> Http404:
    """Return what to raise where there is nothing that the person may see."""
    return Http404() if request.user.is_authenticated else SignInFirst()


def login_required(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Ask people without an account to sign in before a view."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        return view(request, *args, **kwargs) if request.user.is_authenticated else sign_in(request)

    return answer


def sign_in(request: HttpRequest) -> HttpResponseRedirect:
    return redirect_to_login(way_back(request))


def way_back(request: HttpRequest) -> str:
    """Return where to go after signing in: the page asked for, or the one whose form was sent in vain."""
    if request.method in ("GET", "HEAD"):
        return request.get_full_path()
    page = urlsplit(request.headers.get("Referer", ""))
    if page.netloc != request.get_host() or not url_has_allowed_host_and_scheme(page.path, allowed_hosts=None):
        return _without_page(request)
    params = [(name, value) for name, value in parse_qsl(page.query) if name != UNSENT]
    return f"{page.path}?{urlencode([*params, (UNSENT, '1')])}"


def _without_page(request: HttpRequest) -> str:
    """Return the way back where the browser does not say on which page the form was."""
    match = request.resolver_match
    is_of_game = match is not None and (match.url_name or "").startswith("game-")
    name, args = ("game", [match.kwargs["pk"]]) if match and is_of_game else ("my-games", [])
    return reverse(name, args=args, query={UNSENT: 1})
