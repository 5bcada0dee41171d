"""REST under `/api/`: thin over the same services and queries as the pages. Described at `/api/openapi.json`."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, URLResolver
from django.views.decorators.http import require_safe
from ninja import NinjaAPI
from ninja.openapi.schema import OpenAPISchema
from ninja.operation import Operation

from slowmate import __version__
from slowmate.server.api import games, people, postal, problems, rulebook

DESCRIPTION = """\
Correspondence chess for programs. Make a personal token under your settings and send it as `Authorization: Bearer …`.
A token reads, or reads and plays. What anybody may see needs none. Errors are `application/problem+json`; where the
rules refuse something (409) they name the clause and the facts it was applied to. Times are UTC, lengths are seconds.
"""


class Api(NinjaAPI):
    """Ninja's API, with errors described as what they are, and answers that no cache keeps."""

    _described: OpenAPISchema | None = None

    def get_openapi_schema(self, **kwargs: Any) -> OpenAPISchema:
        """The description; it takes long to make and never changes, so it is made once."""
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

    def _get_urls(self) -> list[URLResolver | URLPattern]:
        """Ninja's addresses; a method that one does not take is answered with a problem too."""
        found = super()._get_urls()
        for pattern in found:
            if isinstance(pattern, URLPattern):
                pattern.callback = problems.with_problems(pattern.callback)
        return found

    def create_temporal_response(self, request: HttpRequest) -> HttpResponse:
        response = super().create_temporal_response(request)
        response["Cache-Control"] = "private, no-store"
        return response


def _correct(operation: dict[str, Any]) -> None:
    for status, answer in operation["responses"].items():
        if int(status) >= 400:
            answer["content"] = {problems.MEDIA_TYPE: answer["content"]["application/json"]}
    names = [name for each in operation.get("security", ()) for name in each]
    operation["security"] = [{"token": []}, {}] if "NoToken" in names else [{"token": []}]
    operation["x-scope"] = "play" if "PlayToken" in names else "none" if "NoToken" in names else "read"


api = Api(
    title="Slowmate",
    version=__version__,
    description=DESCRIPTION,
    openapi_url="/openapi.json",
    docs_url=None,
    docs_decorator=require_safe,
    urls_namespace="api",
)
api.add_router("/games", games.router)
api.add_router("/games", postal.router)
api.add_router("", people.router)
api.add_router("", rulebook.router)
problems.register(api)
