"""Forms on the page of a game."""

from collections.abc import Callable
from functools import wraps

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext_lazy

from slowmate.server.site.sign_in import UNSENT, login_required

GONE_ON = gettext_lazy("The game has gone on since you looked. Look again before you move.")
"""The message for a move sent from an older page of the game."""


def form_of_game(view: Callable[[HttpRequest, int], HttpResponse]) -> Callable[..., HttpResponseBase]:
    """Let a view take a form on the page of a game. Other requests, as after signing in, see the game."""

    @login_required
    @wraps(view)
    def answer(request: HttpRequest, pk: int) -> HttpResponse:
        if request.method == "POST":
            return view(request, pk)
        unsent = {UNSENT: 1} if UNSENT in request.GET else None
        return redirect(reverse("game", args=[pk], query=unsent))

    return answer
