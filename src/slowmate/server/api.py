"""REST under `/api/`: thin over the same services and queries as the pages. Described at `/api/openapi.json`."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe
from ninja import NinjaAPI
from ninja.openapi.schema import OpenAPISchema
from ninja.operation import Operation

from slowmate import __version__
from slowmate.server.accounts.services import tokens
from slowmate.server.cases import api as cases
from slowmate.server.correspondence import api as correspondence
from slowmate.server.events.api import entries, events, federations, nominations, rights, sections, substitutes
from slowmate.server.games.api import games, me, postal
from slowmate.server.people import api as people
from slowmate.server.ratings import api as ratings
from slowmate.server.rulebook import api as rulebook
from slowmate.server.site import problems
from slowmate.server.titles import api as titles

DESCRIPTION = """\
Correspondence chess for programs. Make a personal token under your settings and send it as `Authorization: Bearer …`.
A token reads; by its scope it also plays, enters events, or acts in offices. What anybody may see needs none. Errors
are `application/problem+json`; where the rules refuse something (409) they name the clause and the facts it was applied
to. Times are UTC, lengths are seconds.
"""


class Api(NinjaAPI):
    """Ninja's API, with errors described as what they are, and answers that no cache keeps."""

    _described: OpenAPISchema | None = None

    def get_openapi_schema(self, **kwargs: Any) -> OpenAPISchema:
        """Return the description; it takes long to make and never changes, so it is cached."""
        if self._described is None:
            self._described = self._describe(**kwargs)
        return self._described

    def _describe(self, **kwargs: Any) -> OpenAPISchema:
        schema = super().get_openapi_schema(**kwargs)
        for operations in schema["paths"].values():
            for operation in operations.values():
                _correct(operation)
        schema["components"]["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
        return schema

    def get_openapi_operation_id(self, operation: Operation) -> str:
        return operation.view_func.__name__

    def create_temporal_response(self, request: HttpRequest) -> HttpResponse:
        response = super().create_temporal_response(request)
        response["Cache-Control"] = "private, no-store"
        return response


SCOPES = {
    "NoToken": "none",
    "PlayToken": "play",
    "EnterToken": "enter",
    "OfficialToken": "official",
    "CaseToken": "play",
}
"""The scope that an address requires of a token; other addresses take every token."""


def _correct(operation: dict[str, Any]) -> None:
    for status, answer in operation["responses"].items():
        if int(status) >= 400:
            answer["content"] = {problems.MEDIA_TYPE: answer["content"]["application/json"]}
    names = [name for each in operation.get("security", ()) for name in each]
    operation["security"] = [{"token": []}, {}] if "NoToken" in names else [{"token": []}]
    operation["x-scope"] = next((scope for door, scope in SCOPES.items() if door in names), "read")


def _read_only(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Let a view be read without proof of origin; nothing that is sent to it could be forged."""
    return csrf_exempt(require_safe(view))


api = Api(
    title="Slowmate",
    version=__version__,
    description=DESCRIPTION,
    openapi_url="/openapi.json",
    docs_url=None,
    docs_decorator=_read_only,
    urls_namespace="api",
)
api.add_router("/games", games.router)
api.add_router("/games", postal.router)
api.add_router("/games", correspondence.router)
api.add_router("", people.router)
api.add_router("", events.router)
api.add_router("", sections.router)
api.add_router("", substitutes.router)
api.add_router("/ratings", ratings.router)
api.add_router("", ratings.players)
api.add_router("", entries.router)
api.add_router("", rights.router)
api.add_router("", nominations.router)
api.add_router("", federations.router)
api.add_router("", me.router)
api.add_router("", titles.router)
api.add_router("", cases.router)
api.add_router("", rulebook.router)
problems.register(api)


@_read_only
def reference(request: HttpRequest) -> HttpResponse:
    """Show the reference of the API, read from its description."""
    schema = api.get_openapi_schema()
    scopes = {
        "play": _("token that plays"),
        "enter": _("token that enters events"),
        "official": _("token that acts in offices"),
        "read": _("any token"),
        "none": _("no token needed for what is public"),
    }
    operations = [
        {
            **operation,
            "method": method.upper(),
            "path": path,
            "scope_words": scopes[operation["x-scope"]],
            "words": operation.get("description", "").replace("`", ""),
        }
        for path, methods in schema["paths"].items()
        for method, operation in methods.items()
    ]
    context = {"operations": operations, "kinds": _kinds(), "per_minute": tokens.PER_MINUTE}
    return render(request, "accounts/api_reference.html", context)


def _kinds() -> list[tuple[str, int, str]]:
    """Return what each kind of problem means: its name in the `type`, its status, and words."""
    words = {
        "unreadable": _("The body is not JSON."),
        "unauthorised": _("No token, or one that is not good."),
        "forbidden": _("You may see it, but may not do that with it."),
        "scope": _("The token was made for something else: the answer names the scope that is needed."),
        "not-found": _("It does not exist, or you may not see it."),
        "method": _("The address does not take this method."),
        "refused": _("The rules do not allow it: clause, facts and grounds say why."),
        "stale": _("The game or the entry has gone on since you looked: look again, then decide."),
        "length": _("The request does not say how long it is: send Content-Length."),
        "too-large": _("The body is too large."),
        "too-long": _("The address is too long."),
        "media-type": _("Send JSON: this kind of body is not read here."),
        "unfit": _("A value is not valid: errors says which."),
        "too-many": _("Too many requests in this minute: wait as long as Retry-After says."),
    }
    statuses: dict[str, Any] = {kind: status for status, kind in problems.KINDS.items()}
    statuses |= {"scope": 403, "stale": 409}
    return [(kind, statuses[kind], text) for kind, text in words.items()]
