"""Sections: how far they have come, and everything that is computed of them, as the command line tells it."""

from datetime import date
from typing import Annotated, Any, Literal

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from ninja import Path, Router, Schema
from pydantic import Field

from slowmate.formats.norms_json import event_norms_json
from slowmate.formats.outlook_json import section_outlook_json
from slowmate.formats.standings_json import standings_json
from slowmate.server.accounts.api import ANYBODY, person
from slowmate.server.events.models import Section
from slowmate.server.events.pages import section_files
from slowmate.server.events.queries.draws import draw_file
from slowmate.server.events.queries.reviews import correction_of
from slowmate.server.events.queries.section_cache import consequences_of, norms_of, outlook_of, table_of
from slowmate.server.events.queries.sections import OVER, SectionRows, find_section, has_norms, rows_of, why_no_norms
from slowmate.server.games.api.games import AS_PGN, PGN
from slowmate.server.site import problems
from slowmate.server.site.paging import REFUSALS
from slowmate.server.site.shapes import LARGEST_ID, ground

router = Router(tags=["events"])

SectionId = Annotated[int, Path(ge=1, le=LARGEST_ID)]


class SectionOut(Schema):
    """A section."""

    id: int
    event: int
    name: str
    state: Literal["proposed", "confirmed", "posted", "running", "finished", "settled"]
    director: str | None
    director_id: int | None = Field(description="The number of the director's page.")
    start: date
    ended: date | None
    games: int
    finished: int = Field(description="How many of the games are over.")
    average: float | None
    category: str | None
    under_review: bool = Field(
        description="A result was corrected after it was settled; what follows is not decided yet."
    )


def _find(request: HttpRequest, section: int) -> Section:
    row = find_section(section, person(request))
    if row is None:
        raise Http404
    return row


def _rows(request: HttpRequest, section: int) -> SectionRows:
    return rows_of(_find(request, section))


@router.get("/sections/{int:section}", auth=ANYBODY, response={200: SectionOut, **REFUSALS}, summary="A section")
def section(request: HttpRequest, section: SectionId) -> SectionOut:
    rows = _rows(request, section)
    row, director = rows.section, getattr(rows.section.director, "player", None)
    report = norms_of(rows.record) if has_norms(rows) else None
    average = row.average if row.average is not None else report.average if report else None
    return SectionOut(
        id=row.pk,
        event=row.event_id,
        name=row.name,
        state=row.state,  # type: ignore[arg-type]  # what the column holds
        director=str(director.name) if director else None,
        director_id=director.pk if director else None,
        start=row.start,
        ended=row.ended,
        games=len(rows.pairings),
        finished=rows.finished,
        under_review=row.state in OVER and correction_of(row) is not None,
        average=float(average) if average is not None else None,
        category=row.category or (report.category if report else None),
    )


@router.get(
    "/sections/{int:section}/event.json",
    auth=ANYBODY,
    response={200: dict[str, Any], **REFUSALS},
    summary="A section as EVENT.json",
)
def section_event(request: HttpRequest, section: SectionId) -> Any:
    """Return the file for `slowmate standings` and `slowmate norms`; the `id` of a game is the number of its page.

    Sex and year of birth, which players tell the federation alone, are left out.
    """
    return section_files.event_json(_rows(request, section))


@router.get(
    "/sections/{int:section}/standings",
    auth=ANYBODY,
    response={200: dict[str, Any], **REFUSALS},
    summary="The table of a section",
)
def section_standings(request: HttpRequest, section: SectionId) -> Any:
    """Return what `slowmate standings --format json` makes of the section's event.json."""
    event = section_files.public_record(_rows(request, section).record)
    return standings_json(event, table_of(event), consequences_of(event))


@router.get(
    "/sections/{int:section}/norms",
    auth=ANYBODY,
    response={200: dict[str, Any], **REFUSALS},
    summary="The norms of a section",
)
def section_norms(request: HttpRequest, section: SectionId) -> Any:
    """Return what `slowmate norms --format json` makes of the section's event.json; 404 with grounds if none can be."""
    rows = _rows(request, section)
    if not has_norms(rows):
        raise Http404
    if missing := why_no_norms(rows):
        words = _("No norm can be made in this section.")
        return problems.problem(404, words, grounds=[ground(each) for each in missing])
    event = section_files.public_record(rows.record)
    return event_norms_json(event, norms_of(event))


@router.get(
    "/sections/{int:section}/outlook",
    auth=ANYBODY,
    response={200: dict[str, Any], **REFUSALS},
    summary="What a section still holds for everybody",
)
def section_outlook(request: HttpRequest, section: SectionId) -> Any:
    """Return best and worst places, with each right as certain, possible or gone, and the odds.

    The odds come from playing the running games `runs` times with lots from `seed`: same results, same odds.
    """
    rows = _rows(request, section)
    if not has_norms(rows):
        raise Http404
    return section_outlook_json(outlook_of(section_files.public_record(rows.record)))


@router.get(
    "/sections/{int:section}/draw",
    auth=ANYBODY,
    response={200: dict[str, Any], **REFUSALS},
    summary="The draw that a section came of",
)
def section_draw(request: HttpRequest, section: SectionId) -> Any:
    """Return the file for `slowmate draw --verify`: the division, and the seed once start lists are posted.

    Before that `seed` is null, and nothing drawn is shown. `replacements`: who has taken a seat since.
    """
    file = draw_file(_find(request, section))
    if file is None:
        raise Http404
    return file


@router.get(
    "/sections/{int:section}/games.pgn",
    auth=ANYBODY,
    response={**REFUSALS},
    openapi_extra=AS_PGN,
    summary="The finished games of a section",
)
def section_pgn(request: HttpRequest, section: SectionId) -> HttpResponse:
    """Return the games as PGN, without cancelled ones; both lost is written `*`, with a Termination."""
    row = _find(request, section)
    return HttpResponse("".join(section_files.pgn(row, person(request))), content_type=f"{PGN}; charset=utf-8")
