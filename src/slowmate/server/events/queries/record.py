"""A section as the core speaks of it: tables, norms, chances, downloads and `slowmate verify` are computed from it."""

from collections.abc import Iterable, Sequence
from datetime import date, datetime
from typing import NamedTuple, Protocol

from django.db.models import QuerySet

from slowmate import records
from slowmate.records import Result, Status
from slowmate.server.events.models import Event, Pairing, Seat, Section
from slowmate.server.people.models import Player

WITH_EVENT = ("event__series", "director__player", "draw")
"""What `record_of` reads of a section beside its own row."""
ARBITER = "IA"


def sections_with_event() -> "QuerySet[Section]":
    return Section.objects.select_related(*WITH_EVENT).prefetch_related("director__player__titles")


def seats_of(section: Section) -> "QuerySet[Seat]":
    """In the order of the numbers drawn; before the draw, by rating. Each with its team, if it is of one."""
    return section.seats.select_related("team").order_by("number", "-rating", "name", "pk")


def pairings_of(section: Section) -> "QuerySet[Pairing]":
    """With what tables read of their games; their order is that of the draw."""
    rows = Pairing.objects.filter(section=section).select_related("game").defer("game__snapshot")
    return rows.order_by("pk")


class Played(Protocol):
    """What tables read of a game."""

    @property
    def result(self) -> str: ...

    @property
    def finished(self) -> datetime | None: ...


class Paired(Protocol):
    """What tables read of a pairing, whichever way it was read."""

    @property
    def white_id(self) -> int: ...

    @property
    def black_id(self) -> int: ...

    @property
    def board(self) -> int | None: ...

    @property
    def game(self) -> Played | None: ...


class PlayedGame(NamedTuple):
    result: str
    finished: datetime | None


class PlayedPairing(NamedTuple):
    """A pairing where many sections are read at once."""

    white_id: int
    black_id: int
    board: int | None
    game: PlayedGame


def records_of(sections: Sequence[Section]) -> dict[int, records.Event]:
    """Many sections by their numbers: two queries, however many there are. They have been read with their events."""
    seats: dict[int, list[Seat]] = {section.pk: [] for section in sections}
    pairings: dict[int, list[PlayedPairing]] = {section.pk: [] for section in sections}
    found = Seat.objects.filter(section__in=sections).select_related("team")
    for seat in found.order_by("number", "-rating", "name", "pk"):
        seats[seat.section_id].append(seat)
    columns = ("section_id", "white_id", "black_id", "board", "game__result", "game__finished")
    rows = Pairing.objects.filter(section__in=sections).order_by("pk").values_list(*columns)
    for section, white, black, board, result, finished in rows:
        pairings[section].append(PlayedPairing(white, black, board, PlayedGame(result or "", finished)))
    return {section.pk: record(section, seats[section.pk], pairings[section.pk]) for section in sections}


def record_of(section: Section) -> records.Event:
    """A section by its rows: two queries, whatever its size."""
    return record(section, list(seats_of(section)), list(pairings_of(section)))


def record(section: Section, seats: Sequence[Seat], pairings: Iterable[Paired]) -> records.Event:
    """The same of rows at hand. Players are known by the number of their page, sections by theirs."""
    event = section.event
    ids = {seat.pk: str(seat.player_id) for seat in seats}
    return records.Event(
        name=name_of(section),
        kind=event.kind_of,
        start=section.start,
        players=tuple(player_of_seat(seat) for seat in seats),
        games=tuple(_pairing(pairing, ids) for pairing in pairings),
        teams=_teams(seats),
        games_per_pairing=event.games_per_pairing,
        director=director_of(section),
        ties_broken=event.ties_broken,
        start_list=section.posted,
        cycle=event.cycle,
        end=section.ended,
        federation=event.federation or None,
        id=str(section.pk),
        is_acknowledged=event.is_acknowledged,
        final_places=event.final_places,
        promotion=plan_of(event),
    )


def _teams(seats: Sequence[Seat]) -> tuple[records.Team, ...]:
    """The teams of a section in the order of their first seats, each with its players by board."""
    teams = {seat.team_id: seat.team for seat in seats if seat.team is not None}
    boards = sorted(seats, key=lambda seat: (seat.board or 0, seat.number or 0, seat.pk))
    return tuple(
        records.Team(
            str(team.pk),
            team.name,
            tuple(str(seat.player_id) for seat in boards if seat.team_id == team.pk),
            team.federation or None,
        )
        for team in teams.values()
    )


def name_of(section: Section) -> str:
    """What a section is called wherever it stands alone."""
    return f"{section.event.name}, {section.name}" if section.name else section.event.name


def plan_of(event: Event) -> records.PromotionPlan | None:
    return records.PromotionPlan(**event.promotion) if event.promotion else None


def player_of_seat(seat: Seat) -> records.Player:
    """A player as he was when the start list was posted."""
    return records.Player(
        id=str(seat.player_id),
        name=seat.name,
        federation=seat.federation or None,
        sex=seat.sex or None,
        birth_year=seat.birth_year,
        title=seat.title or None,
        rating=seat.rating,
        games=seat.rating_games,
        fide_rating=seat.fide_rating,
        status=Status(seat.status),
        title_date=seat.title_date,
        last_rating=seat.last_rating,
        withdrawn_on=seat.withdrawn_on,
    )


def result_of(game: Played | None) -> Result | None:
    """How a game ended; None while it runs or has not begun."""
    return Result(game.result) if game is not None and game.result else None


def _pairing(pairing: Paired, ids: dict[int, str]) -> records.Pairing:
    game = pairing.game
    return records.Pairing(
        white=ids[pairing.white_id],
        black=ids[pairing.black_id],
        result=result_of(game),
        board=pairing.board,
        ended=_day(game),
    )


def _day(game: Played | None) -> date | None:
    return game.finished.date() if game is not None and game.finished else None


def director_of(section: Section) -> records.Director | None:
    """As the rules look at him: what matters of his titles is whether he is an arbiter."""
    player: Player | None = getattr(section.director, "player", None)
    if player is None:
        return None
    return records.Director(player.name, ARBITER if is_arbiter(player) else player.title or None)


def is_arbiter(player: Player) -> bool:
    return player.title == ARBITER or any(held.title == ARBITER for held in player.titles.all())
