"""Who asks, and how."""

from collections.abc import Callable
from functools import wraps

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from slowmate.server.models import User


def account(request: HttpRequest) -> User:
    """The account that is signed in; views that call it are behind `login_required`."""
    if not isinstance(request.user, User):
        raise PermissionDenied
    return request.user


def form_of_game(view: Callable[[HttpRequest, int], HttpResponse]) -> Callable[[HttpRequest, int], HttpResponse]:
    """A form on the page of a game. Whoever comes to its address otherwise, as after signing in, sees the game."""

    @login_required
    @wraps(view)
    def answer(request: HttpRequest, pk: int) -> HttpResponse:
        return view(request, pk) if request.method == "POST" else redirect("game", pk)

    return answer
