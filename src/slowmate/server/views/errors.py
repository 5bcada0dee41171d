"""Pages for what is not there, and for what is broken."""

import sys

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from slowmate.server.api.problems import problem

TRY_AGAIN = 30
"""Seconds after which it is worth asking a database again that did not answer."""


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001 - Django passes it
    return render(request, "not_found.html", status=404)


def failed(request: HttpRequest) -> HttpResponse:
    """A fault of ours; while the database is away, one that passes. Nothing here may ask the database."""
    is_away = isinstance(sys.exception(), OperationalError | InterfaceError)
    status = 503 if is_away else 500
    if request.path.startswith("/api/"):
        title = _("The database does not answer; try again soon.") if is_away else _("Something went wrong")
        answer = problem(status, title)
    else:
        answer = HttpResponse(render_to_string("failed.html", {"is_away": is_away}), status=status)
    if is_away:
        answer["Retry-After"] = str(TRY_AGAIN)
    return answer
