"""A section as files: PGN of its games, its table and start list as CSV, a tournament report, and its EVENT.json."""

import json

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.views.decorators.http import require_safe

from slowmate.server.events.models import Section
from slowmate.server.events.pages import section_files
from slowmate.server.events.queries.sections import find_section, rows_of
from slowmate.server.games.views.downloads import TYPE as PGN
from slowmate.server.site import spreadsheet
from slowmate.server.site.sign_in import hidden


def _find(request: HttpRequest, pk: int) -> Section:
    row = find_section(pk, request.user)
    if row is None:
        raise hidden(request)
    return row


def _named(response: HttpResponse | StreamingHttpResponse, name: str) -> None:
    response["Content-Disposition"] = f'attachment; filename="{name}"'


@require_safe
def pgn(request: HttpRequest, pk: int) -> StreamingHttpResponse:
    section = _find(request, pk)
    response = StreamingHttpResponse(section_files.pgn(section, request.user), content_type=PGN)
    _named(response, f"section-{pk}.pgn")
    return response


@require_safe
def csv(request: HttpRequest, pk: int) -> HttpResponse:
    response = HttpResponse(section_files.table_csv(rows_of(_find(request, pk))), content_type=spreadsheet.TYPE)
    _named(response, f"section-{pk}.csv")
    return response


@require_safe
def start_list(request: HttpRequest, pk: int) -> HttpResponse:
    rows = rows_of(_find(request, pk))
    response = HttpResponse(section_files.start_list_csv(rows), content_type=spreadsheet.TYPE)
    _named(response, f"start-list-{pk}.csv")
    return response


@require_safe
def trf(request: HttpRequest, pk: int) -> HttpResponse:
    response = HttpResponse(section_files.trf(rows_of(_find(request, pk))), content_type="text/plain; charset=utf-8")
    _named(response, f"section-{pk}.trf")
    return response


@require_safe
def event_json(request: HttpRequest, pk: int) -> HttpResponse:
    """Send the file that `slowmate standings` and `slowmate norms` read, indented for people."""
    text = json.dumps(section_files.event_json(rows_of(_find(request, pk))), ensure_ascii=False, indent=1)
    response = HttpResponse(text + "\n", content_type="application/json")
    _named(response, f"section-{pk}.json")
    return response
