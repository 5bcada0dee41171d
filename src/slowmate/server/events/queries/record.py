"""A section as the core speaks of it: tables, norms, chances, downloads and `slowmate verify` are computed from it."""

from collections.abc import Iterable, Sequence
from datetime import date

from django.db.models import QuerySet

from slowmate import records
from slowmate.records import Result, Status
from slowmate.server.events.models import Event, Pairing, Seat, Section
from slowmate.server.games.models import Game

WITH_EVENT = ("event__series", "director__player")
"""What `record_of` reads of a section beside its own row."""


def sections_with_event() -> "QuerySet[Section]":
    return Section.objects.select_related(*WITH_EVENT)


def seats_of(section: Section) -> "QuerySet[Seat]":
    """In the order of the numbers drawn; before the draw, by rating."""
    return section.seats.order_by("number", "-rating", "name", "pk")


def pairings_of(section: Section) -> "QuerySet[Pairing]":
    """With what tables read of their games; their order is that of the draw."""
    rows = Pairing.objects.filter(section=section).select_related("game").defer("game__snapshot")
    return rows.order_by("pk")


def record_of(section: Section) -> records.Event:
    """A section by its rows: two queries, whatever its size."""
    return record(section, list(seats_of(section)), list(pairings_of(section)))


def record(section: Section, seats: Sequence[Seat], pairings: Iterable[Pairing]) -> records.Event:
    """The same of rows at hand. Players are known by the number of their page, sections by theirs."""
    event = section.event
    ids = {seat.pk: str(seat.player_id) for seat in seats}
    return records.Event(
        name=name_of(section),
        kind=event.kind_of,
        start=section.start,
        players=tuple(player_of_seat(seat) for seat in seats),
        games=tuple(_pairing(pairing, ids) for pairing in pairings),
        games_per_pairing=event.games_per_pairing,
        director=_director(section),
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


def result_of(game: Game | None) -> Result | None:
    """How a game ended; None while it runs or has not begun."""
    return Result(game.result) if game is not None and game.result else None


def _pairing(pairing: Pairing, ids: dict[int, str]) -> records.Pairing:
    game = pairing.game
    return records.Pairing(
        white=ids[pairing.white_id],
        black=ids[pairing.black_id],
        result=result_of(game),
        board=pairing.board,
        ended=_day(game),
    )


def _day(game: Game | None) -> date | None:
    return game.finished.date() if game is not None and game.finished else None


def _director(section: Section) -> records.Director | None:
    player = getattr(section.director, "player", None)
    return records.Director(player.name, player.title or None) if player is not None else None
