"""The sections of one player: those they play in and those they have played in, with place and score."""

from collections.abc import Sequence
from datetime import date
from fractions import Fraction
from typing import NamedTuple

from django.db.models import Q, QuerySet

from slowmate import records
from slowmate.server.accounts.models import User
from slowmate.server.accounts.permissions import Person
from slowmate.server.events.models import Seat, SeatHolding
from slowmate.server.events.permissions import may_see_section
from slowmate.server.events.queries.record import records_of
from slowmate.server.events.queries.section_cache import table_of
from slowmate.server.events.queries.sections import OVER, offices
from slowmate.server.people.models import Player


def seats_of_player(player: Player) -> "QuerySet[Seat]":
    """Return the seats that a player has, had before a substitute took them, or took as a substitute."""
    return _with_sections(_seats_of(player))


def _seats_of(player: Player) -> "QuerySet[Seat]":
    holdings = SeatHolding.objects.filter(player=player).values("seat")
    return Seat.objects.filter(Q(player=player) | Q(pk__in=holdings))


def _with_sections(rows: "QuerySet[Seat]") -> "QuerySet[Seat]":
    return rows.select_related("section__event__series", "section__director__player")


class SeatNumbers(NamedTuple):
    """The numbers of a player's seats, the latest first: in sections that run or are to start, and that are over."""

    playing: list[int]
    over: list[int]


def seat_numbers(player: Player) -> SeatNumbers:
    """Read them in one query of few columns, however many; `visible_seats` reads those that are shown."""
    columns = ("pk", "section_id", "section__state", "section__start", "section__ended")
    rows = list(_seats_of(player).values_list(*columns, named=True))
    playing = [row for row in rows if row.section__state not in OVER]
    over = [row for row in rows if row.section__state in OVER]
    playing.sort(key=lambda row: (row.section__start, row.section_id), reverse=True)
    over.sort(key=lambda row: (row.section__ended or date.min, row.section_id), reverse=True)
    return SeatNumbers([row.pk for row in playing], [row.pk for row in over])


def visible_seats(numbers: Sequence[int], person: Person) -> list[Seat]:
    """Read seats by their numbers, in that order, as far as a person may see them: one query."""
    if isinstance(person, User):
        offices(person)
    seats = {seat.pk: seat for seat in _with_sections(Seat.objects.filter(pk__in=numbers))}
    return [seats[pk] for pk in numbers if pk in seats and may_see_section(person, seats[pk].section)]


def records_of_seats(seats: Sequence[Seat]) -> dict[int, records.Event]:
    """Read the sections of some seats by their numbers: three queries at most, however many there are."""
    return records_of([seat.section for seat in seats])


class PlayerScore(NamedTuple):
    """What a player has scored in a section."""

    points: Fraction
    games: int
    """That are over and count."""
    running: int


def score_of(event: records.Event, player: str) -> PlayerScore:
    points, games, running = Fraction(0), 0, 0
    for game in event.games:
        if player not in (game.white, game.black):
            continue
        if game.result is None:
            running += 1
        elif game.result.counts:
            games += 1
            points += event.scoring.of(game.result)[game.white != player]
    return PlayerScore(points, games, running)


class SharedPlace(NamedTuple):
    """A place, and how many share it."""

    place: int
    sharing: int


def place_of(event: records.Event, side: str) -> SharedPlace | None:
    """Return the place of a player or a team; None before a game is over."""
    if not any(game.result is not None for game in event.games):
        return None
    lines = table_of(event).value
    place = next((line.place for line in lines if line.id == side), None)
    return None if place is None else SharedPlace(place, sum(line.place == place for line in lines))
