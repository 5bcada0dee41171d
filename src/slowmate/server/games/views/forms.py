"""Forms that stand on the page of a game."""

from collections.abc import Callable
from functools import wraps

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse

from slowmate.server.site.sign_in import UNSENT, login_required


def form_of_game(view: Callable[[HttpRequest, int], HttpResponse]) -> Callable[..., HttpResponseBase]:
    """A form on the page of a game. Whoever comes to its address otherwise, as after signing in, sees the game."""

    @login_required
    @wraps(view)
    def answer(request: HttpRequest, pk: int) -> HttpResponse:
        if request.method == "POST":
            return view(request, pk)
        unsent = {UNSENT: 1} if UNSENT in request.GET else None
        return redirect(reverse("game", args=[pk], query=unsent))

    return answer
