"""A game of the server as PGN, as much of it as the person may see."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from django.db.models import QuerySet

from slowmate.board import Move, Occurrences
from slowmate.formats.pgn import PgnGame, PgnMove, write_game
from slowmate.play.clocks import Classic, Fischer, FixedDays, TimeControl
from slowmate.play.laws.results import Termination
from slowmate.play.terms import Transmission
from slowmate.records import Result
from slowmate.server.accounts.permissions import Person
from slowmate.server.games.models import Game, GameEvent
from slowmate.server.games.queries.game import positions_of, visible_game
from slowmate.server.games.queries.origin import WITH_ORIGIN, origin_of
from slowmate.server.people.models import Player

MODES = {
    Transmission.SERVER: "Server",
    Transmission.POST: "PM",
    Transmission.EMAIL: "EM",
    Transmission.FAX: "Fax",
}
"""Transmission of moves, in PGN's own words for paper mail and electronic mail."""
ENDS: dict[str, str] = {
    Termination.TIME: "time forfeit",
    Termination.SILENCE: "abandoned",
    Termination.DEFAULT: "rules infraction",
    Termination.ADJUDICATION: "adjudication",
}
"""Ends that PGN tells from a normal one."""
DAY = 24 * 60 * 60
WITH_SEATS = (*WITH_ORIGIN, "pairing__white", "pairing__black")
"""Relations of a game besides its players that `pgn_of` reads, for `select_related`."""


def time_control(control: TimeControl) -> str:
    """Write a time control as PGN does, in seconds: moves/time, time+increment; "?" where it has no form."""
    match control:
        case Classic():
            return f"{control.moves}/{control.days * DAY}"
        case Fischer():
            return f"{control.days * DAY}+{control.increment * DAY}"
        case FixedDays():
            return f"1/{control.days * DAY}"
        case _:
            return "?"


BATCH_SIZE = 100
"""Games of a long file that are read together."""


def pgns_of(rows: "QuerySet[Game]", person: Person) -> Iterator[PgnGame]:
    """Yield many games in the order of *rows*: two queries for a hundred of them."""
    games = rows.select_related("white", "black", *WITH_SEATS)
    for part in batched(games.iterator(chunk_size=BATCH_SIZE), BATCH_SIZE):
        events_of: dict[int, list[Any]] = {game.pk: [] for game in part}
        events = GameEvent.objects.filter(game__in=events_of).order_by("game_id", "number")
        for game_id, data in events.values_list("game_id", "data"):
            events_of[game_id].append(data)
        for game in part:
            yield pgn_of(game, person, events_of[game.pk])


def finished_pgn(rows: "QuerySet[Game]", person: Person) -> Iterator[str]:
    """Yield the finished ones among some games; cancelled ones were not played."""
    for game in pgns_of(rows.filter(status=Game.Status.FINISHED).exclude(result=Result.CANCELLED), person):
        yield write_game(game) + "\n"


def batched(games: Iterable[Game], size: int) -> Iterator[list[Game]]:
    """Yield lists of *size* games, the last one with the rest."""
    rest = iter(games)
    while part := list(islice(rest, size)):
        yield part


def pgn_of(row: Game, person: Person, events_data: Sequence[Any] | None = None) -> PgnGame:
    """Return the game with correspondence tags and the time each move was sent.

    *events_data* as `visible_game` takes it.
    """
    visible = visible_game(row, person, events_data)
    terms = visible.state.terms
    last = positions_of(visible.state, len(visible.moves))[-1]
    tags = {
        **_event_tags(row),
        "Site": "Slowmate",
        "Date": f"{row.starts:%Y.%m.%d}",
        "White": row.white.name,
        "Black": row.black.name,
        "GameId": str(row.pk),
        "Mode": MODES[terms.transmission],
        "TimeControl": time_control(terms.time_control),
        "Termination": ENDS.get(row.termination, "normal") if row.result else "unterminated",
    }
    if row.finished is not None:
        tags["EndDate"] = f"{row.finished:%Y.%m.%d}"
    for colour, player in (("White", row.white), ("Black", row.black)):
        tags |= _player(row, colour, player)
    result = Result(row.result) if row.result else None
    if result in {Result.BOTH_LOSE, Result.CANCELLED}:
        tags["Termination"] = row.termination  # PGN has no mark for such a result
    moves = tuple(PgnMove(Move(line.uci), line.algebraic, offer=line.offer, sent=line.made) for line in visible.moves)
    return PgnGame(tags, visible.state.start, moves, result, last, Occurrences.start(last))


def _event_tags(row: Game) -> dict[str, str]:
    """Return the tags of event and section. A round is there only where two players meet twice."""
    origin, pairing = origin_of(row), getattr(row, "pairing", None)
    if pairing is None:
        return {"Event": origin.label or "?", "Round": "-"}
    section = pairing.section
    is_double = section.event.games_per_pairing > 1
    tags = {"Event": section.event.name, "Round": str(pairing.game_number) if is_double else "-"}
    if section.name:
        tags["Section"] = section.name
    if pairing.board:
        tags["Board"] = str(pairing.board)
    return tags | {"EventDate": f"{section.start:%Y.%m.%d}"}


def _player(row: Game, colour: str, player: Player) -> dict[str, str]:
    """Return the tags of a player's title and rating: in an event those of its start list."""
    pairing = getattr(row, "pairing", None)
    seat = getattr(pairing, colour.lower(), None)
    source = seat if seat is not None and seat.player_id == player.pk else player
    if seat is not None and source is player:  # a substitute is not on the list: as they were when they took the board
        source = next((holding for holding in seat.holdings.all() if holding.player_id == player.pk), player)
    rating = source.rating if isinstance(source, Player) else source.published_rating
    tags = {"Title": source.title, "Elo": str(rating or ""), "IccfID": player.iccf_id or ""}
    return {f"{colour}{name}": value for name, value in tags.items() if value}
