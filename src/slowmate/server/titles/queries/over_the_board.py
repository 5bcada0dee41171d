"""Events over the board: their norms, our players in them, and their forms."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from django.db.models import QuerySet

from slowmate.events.running.standings import standings
from slowmate.formats.documents import Page, report_pages, result_pages
from slowmate.formats.event_json import event_of
from slowmate.formats.reading import Node
from slowmate.formats.trf import report_of, write_trf
from slowmate.records import Event, Player
from slowmate.rulebook import Fact, NoEdition, Requirement
from slowmate.server.people import models as people
from slowmate.server.people.queries import players_named
from slowmate.server.titles.models import Norm, OverTheBoardEvent
from slowmate.titles.fide.forms import NormMade, title_result, tournament_report
from slowmate.titles.norms import norms
from slowmate.titles.reports import NormReport, PlayerNorms

CACHE_SIZE = 64
"""Events whose norms a process caches."""


@dataclass(frozen=True, slots=True)
class EventNorms:
    """An event and its norms; no report if we hold no regulations of its day."""

    event: Event
    report: NormReport | None

    @property
    def norms_made(self) -> Sequence[NormMade]:
        """The norms that the report to FIDE names."""
        return tournament_report(self.event, self.report).value.norms if self.report else ()


def event_norms(row: OverTheBoardEvent) -> EventNorms:
    """Return an event with its norms, cached by its record."""
    return _cached_norms(json.dumps(row.record))


@lru_cache(maxsize=CACHE_SIZE)
def _cached_norms(text: str) -> EventNorms:
    event = event_of(Node(json.loads(text), (), text, "EVENT"))
    try:
        return EventNorms(event, norms(event))
    except NoEdition:
        return EventNorms(event, None)


def record_of(row: OverTheBoardEvent) -> Event:
    """Return the event as a record of the core."""
    return event_norms(row).event


def events_over_the_board() -> "QuerySet[OverTheBoardEvent]":
    return OverTheBoardEvent.objects.order_by("-start", "name", "pk").defer("record")


# -- the page ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OverTheBoardLine:
    """One player of an event. *ours* is the matched player here, *titles* are those of the norms made."""

    place: str
    player: Player
    points: Fact
    games: int
    titles: tuple[str, ...]
    ours: people.Player | None


@dataclass(frozen=True, slots=True)
class EventPage:
    event: Event
    lines: tuple[OverTheBoardLine, ...]
    requirements: tuple[Requirement, ...]
    is_governed: bool
    registered: Mapping[tuple[int, str], Norm]


def event_page(row: OverTheBoardEvent) -> EventPage:
    """Return the page of an event: two queries, however many play in it."""
    norms = event_norms(row)
    event, report = norms.event, norms.report
    ours = {match.key: match.player for match in row.known_players.select_related("player")}
    made: dict[str, list[str]] = {}
    for norm in norms.norms_made:
        made.setdefault(norm.player.id, []).append(norm.title)
    by_id = {player.id: player for player in event.players}
    lines = tuple(
        OverTheBoardLine(
            str(line.place),
            by_id[line.id],
            line.points,
            line.games,
            tuple(made.get(line.id, ())),
            ours.get(line.id),
        )
        for line in _table(event)
        if line.id in by_id
    )
    rows = Norm.objects.filter(over_the_board=row, state__in=("proposed", "confirmed"))
    return EventPage(
        event=event,
        lines=lines,
        requirements=report.requirements if report else (),
        is_governed=report is not None,
        registered={(norm.player_id, norm.title): norm for norm in rows},
    )


@dataclass(frozen=True, slots=True)
class _Place:
    place: int
    id: str
    points: Fact
    games: int


def _table(event: Event) -> list[_Place]:
    """Return the players in the order of places; of a team event by individual score."""
    if not event.kind.teams:
        return [_Place(line.place, line.id, line.points, line.games) for line in standings(event).value]
    played = {player.number: player for player in report_of(event).players}
    order = sorted(played.values(), key=lambda player: (-(player.points or 0), player.number))
    ids = {number: player.id for number, player in enumerate(event.players, 1)}
    return [
        _Place(place, ids[player.number], player.points or 0, sum(bool(game.opponent) for game in player.rounds))
        for place, player in enumerate(order, 1)
        if player.number in ids
    ]


# -- who is who -------------------------------------------------------------------------------------------------------


def match_players(event: Event) -> dict[str, people.Player]:
    """Return our players in an event by their keys there: by FIDE number, else the only one of that name who fits.

    Federation and year of birth tell namesakes apart; ambiguous players are left out until an official matches them.
    """
    numbers = [player.fide_id for player in event.players if player.fide_id]
    by_number = {candidate.fide_id: candidate for candidate in people.Player.objects.filter(fide_id__in=numbers)}
    matches: dict[str, people.Player] = {}
    for player in event.players:
        candidate = by_number.get(player.fide_id) if player.fide_id else None
        candidate = candidate or _by_name(player)
        if candidate is not None and candidate not in matches.values():
            matches[player.id] = candidate
    return matches


def _by_name(player: Player) -> people.Player | None:
    year = player.born.year if player.born else player.birth_year
    fits = [
        candidate
        for candidate in players_named(player.name.replace(",", " "))[:10]
        if (not candidate.federation or not player.federation or candidate.federation == player.federation)
        and (not candidate.birth_year or not year or candidate.birth_year == year)
        and (not candidate.fide_id or not player.fide_id)
    ]
    return fits[0] if len(fits) == 1 else None


# -- forms ------------------------------------------------------------------------------------------------------------


def it1_of(row: OverTheBoardEvent, key: str, title: str, *, issued: date) -> Page | None:
    """Return IT1 of a norm; None if we hold no regulations of its day. `Refused` if the norm was not made."""
    norms = event_norms(row)
    if norms.report is None:
        return None
    result = title_result(norms.event, norms.report, player=key, title=title, issued=issued)
    return result_pages(result.value, result.grounds, issued=issued)


def it3_of(row: OverTheBoardEvent, *, issued: date) -> Page:
    norms = event_norms(row)
    ruling = tournament_report(norms.event, norms.report)
    return report_pages(ruling.value, ruling.grounds, issued=issued)


def as_trf(row: OverTheBoardEvent) -> bytes:
    """Return the event as a report file, to be corrected or sent to FIDE."""
    return write_trf(report_of(record_of(row)))


def line_of(report: NormReport, key: str) -> PlayerNorms:
    return next(line for line in report.players if line.id == key)
