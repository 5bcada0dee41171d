"""The events of one player: what he plays in, and what he has played in, with place and score."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import NamedTuple

from django.db.models import Q, QuerySet

from slowmate import records
from slowmate.server.accounts.models import User
from slowmate.server.accounts.permissions import Person
from slowmate.server.events.models import Seat, SeatHolding, Section
from slowmate.server.events.permissions import may_see_section
from slowmate.server.events.queries.record import name_of, records_of
from slowmate.server.events.queries.section_cache import table_of
from slowmate.server.events.queries.sections import offices
from slowmate.server.events.text import dates_of, kind_words, points_of_games, shared_place
from slowmate.server.people.models import Player

OVER = (Section.State.FINISHED, Section.State.SETTLED)


@dataclass(frozen=True, slots=True)
class PlayedSection:
    """A section as the page of one of its players shows it."""

    section_id: int
    event_id: int
    name: str
    kind: str
    dates: str
    stage: str
    """The state it is in, as programs are told it."""
    state: str
    is_over: bool
    rank: int | None
    """His place, or in a team event that of his team; none before a game is over. Equals have the same."""
    place: str
    """The same in words."""
    of: int
    """How many are placed."""
    score: str
    running: int
    points: Fraction
    games: int
    """That are over."""


def seats_of_player(player: Player) -> "QuerySet[Seat]":
    """The seats that he has, had before another took his place, or took himself in the place of another."""
    return _with_sections(_seats_of(player))


def _seats_of(player: Player) -> "QuerySet[Seat]":
    taken = SeatHolding.objects.filter(player=player).values("seat")
    return Seat.objects.filter(Q(player=player) | Q(pk__in=taken))


def _with_sections(rows: "QuerySet[Seat]") -> "QuerySet[Seat]":
    return rows.select_related("section__event__series", "section__director__player")


class Numbers(NamedTuple):
    """Seats of a player by their numbers, each the latest first: where he plays or is about to, and those in sections
    that are over."""

    playing: list[int]
    over: list[int]


def numbers_of(player: Player) -> Numbers:
    """One query of few columns, however often he has played: what is shown of them is read by `seats_seen`."""
    columns = ("pk", "section_id", "section__state", "section__start", "section__ended")
    rows = list(_seats_of(player).values_list(*columns, named=True))
    playing = [row for row in rows if row.section__state not in OVER]
    over = [row for row in rows if row.section__state in OVER]
    playing.sort(key=lambda row: (row.section__start, row.section_id), reverse=True)
    over.sort(key=lambda row: (row.section__ended or date.min, row.section_id), reverse=True)
    return Numbers([row.pk for row in playing], [row.pk for row in over])


def seats_seen(numbers: Sequence[int], person: Person) -> list[Seat]:
    """Seats by their numbers, in that order, as far as somebody may see them: one query."""
    if isinstance(person, User):
        offices(person)
    found = {seat.pk: seat for seat in _with_sections(Seat.objects.filter(pk__in=numbers))}
    return [found[pk] for pk in numbers if pk in found and may_see_section(person, found[pk].section)]


def tables_of(seats: Sequence[Seat]) -> dict[int, records.Event]:
    """The sections of some seats by their numbers: three queries at most, however many they are."""
    return records_of([seat.section for seat in seats])


def played(seats: Sequence[Seat], tables: Mapping[int, records.Event], player: Player) -> list[PlayedSection]:
    """These seats of a player as lines."""
    return [_line(seat, tables[seat.section_id], str(player.pk)) for seat in seats]


def _line(seat: Seat, event: records.Event, own: str) -> PlayedSection:
    section = seat.section
    points, games, running = _score(event, own)
    rank, place = _place(event, str(seat.team_id) if seat.team_id else own)
    return PlayedSection(
        section_id=section.pk,
        event_id=section.event_id,
        name=name_of(section),
        kind=kind_words(section.event.kind),
        dates=dates_of(section),
        stage=section.state,
        state=str(Section.State(section.state).label),
        is_over=section.state in OVER,
        rank=rank,
        place=place,
        of=len(event.teams or event.players),
        score=points_of_games(points, games),
        running=running,
        points=points,
        games=games,
    )


def _score(event: records.Event, own: str) -> tuple[Fraction, int, int]:
    """What a player has scored, from how many games, and how many of his still run."""
    points, games, running = Fraction(0), 0, 0
    for game in event.games:
        if own not in (game.white, game.black):
            continue
        if game.result is None:
            running += 1
        elif game.result.counts:
            games += 1
            points += event.scoring.of(game.result)[game.white != own]
    return points, games, running


def _place(event: records.Event, side: str) -> tuple[int | None, str]:
    if not any(game.result is not None for game in event.games):
        return None, ""
    lines = table_of(event).value
    place = next((line.place for line in lines if line.id == side), None)
    return place, shared_place(place, sum(line.place == place for line in lines)) if place is not None else ""
