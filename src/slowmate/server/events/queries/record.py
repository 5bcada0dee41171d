"""A section as the core speaks of it: tables, norms, chances, downloads and `slowmate verify` are computed from it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime
from typing import NamedTuple, Protocol

from django.db.models import Prefetch, QuerySet

from slowmate import records
from slowmate.records import Result, Status
from slowmate.server.events.models import Event, Pairing, Seat, SeatHolding, Section
from slowmate.server.people.models import Player

WITH_EVENT = ("event__series", "director__player", "draw")
"""What `record_of` reads of a section beside its own row."""
ARBITER = "IA"


def sections_with_event() -> "QuerySet[Section]":
    return Section.objects.select_related(*WITH_EVENT).prefetch_related("director__player__titles")


def seats_of(section: Section) -> "QuerySet[Seat]":
    """In the order of the numbers drawn; before the draw, by rating. Each with its team, if it is of one, and with
    whoever has taken it since."""
    return seats_in([section]).order_by("number", "-rating", "name", "pk")


def seats_in(sections: Sequence[Section]) -> "QuerySet[Seat]":
    """The seats of sections, each with its team and substitutes: one query, and another where teams play."""
    rows = Seat.objects.filter(section__in=sections)
    if not any(section.event.kind_of.teams for section in sections):
        return rows
    return rows.select_related("team").prefetch_related(Prefetch("holdings", SeatHolding.objects.order_by("pk")))


def holders(seat: Seat, event: Event) -> list[Seat | SeatHolding]:
    """Everybody who sat on a seat, in their order: the player of the start list, then substitutes, who take boards of
    teams alone. No query, if it was read by `seats_in`."""
    return [seat, *seat.holdings.all()] if event.kind_of.teams else [seat]


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

    @property
    def white_id(self) -> int | None: ...

    @property
    def black_id(self) -> int | None: ...


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
    white_id: int | None
    black_id: int | None


class PlayedPairing(NamedTuple):
    """A pairing where many sections are read at once."""

    white_id: int
    black_id: int
    board: int | None
    game: PlayedGame


def records_of(sections: Sequence[Section]) -> dict[int, records.Event]:
    """Many sections by their numbers: two queries, and one where teams play, however many there are. They have been
    read with their events."""
    seats: dict[int, list[Seat]] = {section.pk: [] for section in sections}
    pairings: dict[int, list[PlayedPairing]] = {section.pk: [] for section in sections}
    for seat in seats_in(sections).order_by("number", "-rating", "name", "pk"):
        seats[seat.section_id].append(seat)
    columns = ("section_id", "white_id", "black_id", "board")
    of_game = ("game__result", "game__finished", "game__white_id", "game__black_id")
    rows = Pairing.objects.filter(section__in=sections).order_by("pk").values_list(*columns, *of_game)
    for section, white, black, board, result, *more in rows:
        pairings[section].append(PlayedPairing(white, black, board, PlayedGame(result or "", *more)))
    return {section.pk: record(section, seats[section.pk], pairings[section.pk]) for section in sections}


def record_of(section: Section) -> records.Event:
    """A section by its rows: two queries, and one where teams play, whatever its size."""
    return record(section, list(seats_of(section)), list(pairings_of(section)))


def record(section: Section, seats: Sequence[Seat], pairings: Iterable[Paired]) -> records.Event:
    """The same of rows at hand. Players are known by the number of their page, sections by theirs."""
    event = section.event
    sat = {seat.pk: holders(seat, event) for seat in seats}
    alone = {pk: str(several[0].player_id) for pk, several in sat.items() if len(several) == 1}
    return records.Event(
        name=name_of(section),
        kind=event.kind_of,
        start=section.start,
        players=tuple(player for seat in seats for player in _players(seat, sat[seat.pk])),
        games=tuple(_pairing(pairing, sat, alone) for pairing in pairings),
        teams=_teams(seats),
        director=director_of(section),
        start_list=section.posted,
        end=section.ended,
        federation=event.federation or None,
        id=str(section.pk),
        **event.recorded_choices(),
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


def names_in(section: Section) -> dict[str, str]:
    """Everybody who sat in a section, by their number: two queries."""
    rows = (section.seats, SeatHolding.objects.filter(seat__section=section))
    return {str(pk): str(name) for several in rows for pk, name in several.values_list("player_id", "name")}


def _players(seat: Seat, sat: Sequence[Seat | SeatHolding]) -> list[records.Player]:
    """Everybody who sat on a seat: substitutes replace the player of the start list."""
    first = player_of_seat(seat)
    substitutes = (one for one in sat if isinstance(one, SeatHolding))
    return [
        first,
        *(
            replace(
                _frozen(one),
                replaces=first,
                has_replacement_status=one.has_replacement_status,
                replaces_since=one.begins,
            )
            for one in substitutes
        ),
    ]


def player_of_seat(seat: Seat) -> records.Player:
    """A player as they were when the start list was posted, with a title that came just after it."""
    frozen = _frozen(seat)
    if not seat.later_title:
        return frozen
    return replace(frozen, later_title=seat.later_title, later_title_date=seat.later_title_date)


def _frozen(seat: Seat | SeatHolding) -> records.Player:
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


def _pairing(
    pairing: Paired, sat: Mapping[int, Sequence[Seat | SeatHolding]], alone: Mapping[int, str]
) -> records.Pairing:
    """A game with the ids of its players: mostly those who have their seats *alone*, so that nobody has to be found."""
    game, white, black = pairing.game, alone.get(pairing.white_id), alone.get(pairing.black_id)
    return records.Pairing(
        white=white or str(who_plays(sat[pairing.white_id], game.white_id if game else None).player_id),
        black=black or str(who_plays(sat[pairing.black_id], game.black_id if game else None).player_id),
        result=result_of(game),
        board=pairing.board,
        ended=_day(game),
    )


def who_plays(sat: Sequence[Seat | SeatHolding], player: int | None) -> Seat | SeatHolding:
    """Return the holder of a seat who played a game; where it has no players yet, the present holder."""
    return next((holder for holder in sat if holder.player_id == player), sat[-1])


def _day(game: Played | None) -> date | None:
    return game.finished.date() if game is not None and game.finished else None


def director_of(section: Section) -> records.Director | None:
    """As the rules look at them: what matters of their titles is whether they are an arbiter."""
    player: Player | None = getattr(section.director, "player", None)
    if player is None:
        return None
    return records.Director(player.name, ARBITER if is_arbiter(player) else player.title or None)


def is_arbiter(player: Player) -> bool:
    return player.title == ARBITER or any(held.title == ARBITER for held in player.titles.all())
