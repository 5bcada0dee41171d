"""Pages for what is not there, and for what is broken."""

import sys

from django.core.exceptions import RequestDataTooBig
from django.db import DatabaseError, InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext as _

from slowmate.server.site import problems
from slowmate.server.site.problems import problem
from slowmate.server.site.sign_in import SignInFirst, sign_in

LIMITED_FOR = 300
"""Seconds after which the longest of allauth's limits on tries has passed."""
TRY_AGAIN = 30
"""Seconds after which it is worth asking a database again that did not answer."""


FORMS = {"application/x-www-form-urlencoded", "multipart/form-data"}


def is_for_programs(request: HttpRequest) -> bool:
    """Return whether the address is one of the API, whose errors are problems."""
    return request.path.startswith("/api/")


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    if is_for_programs(request):
        return problems.not_found(request)
    if isinstance(exception, SignInFirst):
        return sign_in(request)
    return render(request, "site/not_found.html", status=404)


def wrong_method(request: HttpRequest, allowed: str) -> HttpResponse:
    """Answer a page request to an address that only takes forms; programs get a problem."""
    if is_for_programs(request):
        return problems.wrong_method(allowed)
    answer = render(request, "site/405.html", status=405)
    answer["Allow"] = allowed
    return answer


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer what Django refuses to read: a host that is not ours, a broken form, a body that is too large."""
    return turned_away(request, 413 if isinstance(exception, RequestDataTooBig) else 400)


def turned_away(request: HttpRequest, status: int) -> HttpResponse:
    """Answer a request that is refused unread: with a page where a person may have chosen a large picture, with a
    problem to programs, with one line to what no browser sends."""
    language = translation.get_language_from_request(request)
    with translation.override(language):
        why = {
            400: _("The request could not be read."),
            411: _("The request does not say how long it is: send Content-Length."),
            413: _("The request is too large."),
            414: _("The address is too long: look for fewer words."),
            415: _("Send JSON: this kind of body is not read here."),
        }[status]
        if is_for_programs(request):
            return problem(status, why)
        if status == 413 and request.content_type in FORMS:
            return HttpResponse(render_to_string("site/413.html", {"LANGUAGE_CODE": language}), status=413)
    return HttpResponse(why, status=status, content_type="text/plain; charset=utf-8")


def unproved(request: HttpRequest, reason: str = "") -> HttpResponse:  # noqa: ARG001 - Django passes it, for developers
    """Answer a form that does not prove that it comes from a page of ours: most often the session has ended since."""
    is_signed_out = not request.user.is_authenticated and "/accounts/" not in request.path
    return render(request, "site/signed_out.html" if is_signed_out else "403.html", status=403)


def too_many(request: HttpRequest) -> HttpResponse:
    """Answer where attempts to sign in, to sign up or to get a new password are over the limit."""
    response = render(request, "429.html", status=429)
    response["Retry-After"] = str(LIMITED_FOR)
    return response


READ_ONLY = "25006"
"""PostgreSQL's error for a write while it is read-only: on a standby, or with a full disk."""


def is_database_away(wrong: BaseException | None) -> bool:
    """Return whether an error means that the database does not work now, and will again."""
    if isinstance(wrong, OperationalError | InterfaceError):
        return True
    return isinstance(wrong, DatabaseError) and getattr(wrong.__cause__, "sqlstate", "") == READ_ONLY


def failed(request: HttpRequest) -> HttpResponse:
    """Answer after an error of ours, or while the database is away. Nothing here may use the database."""
    is_away = is_database_away(sys.exception())
    status = 503 if is_away else 500
    if is_for_programs(request):
        title = _("The database does not answer; try again soon.") if is_away else _("Something went wrong")
        answer = problem(status, title)
    else:
        answer = HttpResponse(render_to_string("site/failed.html", {"is_away": is_away}), status=status)
    if is_away:
        answer["Retry-After"] = str(TRY_AGAIN)
    return answer
