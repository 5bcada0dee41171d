"""Errors as `application/problem+json` (RFC 9457). What the rules refuse names its clause and facts."""

from typing import Any, Final

from django.core.exceptions import RequestDataTooBig
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from ninja import NinjaAPI, Schema
from ninja.errors import AuthenticationError, HttpError, Throttled, ValidationError
from pydantic import Field

from slowmate.rulebook import Refused
from slowmate.server.site.errors import NotAllowed, Stale, TooMany, Unfit
from slowmate.server.site.shapes import Ground, ground

MEDIA_TYPE: Final = "application/problem+json"


class FieldProblem(Schema):
    """One value that does not fit."""

    field: str
    why: str


class Problem(Schema):
    """Why a request was not carried out."""

    type: str = Field(description="A link to what this kind of problem means.")
    title: str
    status: int
    detail: str | None = None
    clause: str | None = Field(None, description="Where the rules refuse: the clause, by edition and address.")
    facts: dict[str, Any] | None = Field(None, description="What the clause was applied to.")
    grounds: list[Ground] | None = Field(None, description="All grounds of the refusal, in words too.")
    errors: list[FieldProblem] | None = None


class WrongScope(Exception):
    """The token is good, but may not do this: another *scope* is needed."""

    def __init__(self, scope: str) -> None:
        super().__init__(scope)
        self.scope = scope


KINDS: Final = {
    400: "unreadable",
    401: "unauthorised",
    403: "forbidden",
    404: "not-found",
    405: "method",
    409: "refused",
    411: "length",
    413: "too-large",
    414: "too-long",
    415: "media-type",
    422: "unfit",
    429: "too-many",
    500: "failed",
    503: "unavailable",
}


def problem(status: int, title: str, *, kind: str | None = None, **more: Any) -> HttpResponse:
    """Return an answer that says what is wrong."""
    body = Problem(type=f"/api/#{kind or KINDS[status]}", title=title, status=status, **more)
    answer = JsonResponse(body.model_dump(exclude_none=True, mode="json"), status=status, content_type=MEDIA_TYPE)
    answer["Cache-Control"] = "private, no-store"
    return answer


def refused(_request: HttpRequest, why: Refused) -> HttpResponse:
    first = ground(why.grounds[0])
    return problem(
        409,
        _("The rules do not allow it."),
        detail=first.words,
        clause=first.clause,
        facts=first.facts,
        grounds=[ground(each) for each in why.grounds],
    )


def stale(_request: HttpRequest, why: Stale) -> HttpResponse:
    return problem(409, _("It has gone on since you looked."), kind="stale", detail=str(why))


def unfit(_request: HttpRequest, why: Unfit) -> HttpResponse:
    errors = [FieldProblem(field=why.field, why=why.why)] if why.field else None
    return problem(422, _("What was sent does not fit."), detail=why.why, errors=errors)


def not_allowed(_request: HttpRequest, _why: NotAllowed) -> HttpResponse:
    return problem(403, _("You may not do that."))


def wrong_scope(_request: HttpRequest, why: WrongScope) -> HttpResponse:
    answer = problem(403, _("This token may not do that: make one with the scope “%s”.") % why.scope, kind="scope")
    answer["WWW-Authenticate"] = f'Bearer error="insufficient_scope", scope="{why.scope}"'
    return answer


def not_found(_request: HttpRequest, _why: Http404 | None = None) -> HttpResponse:
    return problem(404, _("It does not exist, or you may not see it."))


@csrf_exempt  # there is nothing here to be forged
def nothing(request: HttpRequest, rest: str) -> HttpResponse:  # noqa: ARG001 - whatever it was
    """Answer for an address under `/api/` that does not exist."""
    return not_found(request)


def wrong_method(allowed: str) -> HttpResponse:
    answer = problem(405, _("This address does not take that method."))
    answer["Allow"] = allowed
    return answer


def invalid(_request: HttpRequest, why: ValidationError) -> HttpResponse:
    errors = [FieldProblem(field=".".join(str(part) for part in error["loc"]), why=_why(error)) for error in why.errors]
    return problem(422, _("What was sent does not fit."), errors=errors)


def _why(error: dict[str, Any]) -> str:
    """Return our own words without the name of their kind, in the reader's language; those of the library as they
    are."""
    ours = error.get("ctx", {}).get("error") if error["type"] == "value_error" else None
    return str(ours or error["msg"])


def unauthorised(_request: HttpRequest, _why: AuthenticationError) -> HttpResponse:
    answer = problem(401, _("A token is needed: Authorization: Bearer …"))
    answer["WWW-Authenticate"] = 'Bearer realm="Slowmate"'
    return answer


def too_many(_request: HttpRequest, why: Throttled) -> HttpResponse:
    answer = problem(429, _("Too many requests with this token."))
    answer["Retry-After"] = str(why.wait or 60)
    return answer


def too_often(_request: HttpRequest, why: TooMany) -> HttpResponse:
    answer = problem(429, why.why)
    answer["Retry-After"] = str(why.wait)
    return answer


def too_large(_request: HttpRequest, _why: RequestDataTooBig) -> HttpResponse:
    return problem(413, _("The request is too large."))


def http_error(_request: HttpRequest, why: HttpError) -> HttpResponse:
    status = why.status_code if why.status_code in KINDS else 400
    return problem(status, _("The request could not be read."), detail=str(why))


def register(api: NinjaAPI) -> None:
    """Tell the API which answer each refusal gets."""
    handlers = {
        Refused: refused,
        Stale: stale,
        Unfit: unfit,
        TooMany: too_often,
        NotAllowed: not_allowed,
        WrongScope: wrong_scope,
        Http404: not_found,
        ValidationError: invalid,
        AuthenticationError: unauthorised,
        Throttled: too_many,
        RequestDataTooBig: too_large,
        HttpError: http_error,
    }
    for kind, handler in handlers.items():
        api.add_exception_handler(kind, handler)  # type: ignore[arg-type]  # each takes its own kind
