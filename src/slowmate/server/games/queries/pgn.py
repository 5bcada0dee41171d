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
from slowmate.server.games.queries.origin import WITH_ORIGIN, origin_of
from slowmate.server.games.queries.page import positions_of, seen_by
from slowmate.server.people.models import Player

MODES = {
    Transmission.SERVER: "Server",
    Transmission.POST: "PM",
    Transmission.EMAIL: "EM",
    Transmission.FAX: "Fax",
}
"""How moves travel; PGN's own words for paper mail and electronic mail."""
ENDS: dict[str, str] = {
    Termination.TIME: "time forfeit",
    Termination.SILENCE: "abandoned",
    Termination.DEFAULT: "rules infraction",
    Termination.ADJUDICATION: "adjudication",
}
"""Ends that PGN tells from a normal one."""
DAY = 24 * 60 * 60
WITH_SEATS = (*WITH_ORIGIN, "pairing__white", "pairing__black")
"""What `pgn_of` reads of a game beside its row and players: for `select_related`."""


def time_control(control: TimeControl) -> str:
    """As PGN writes it, in seconds: moves/time, time+increment; "?" for what it has no form for."""
    match control:
        case Classic():
            return f"{control.moves}/{control.days * DAY}"
        case Fischer():
            return f"{control.days * DAY}+{control.increment * DAY}"
        case FixedDays():
            return f"1/{control.days * DAY}"
        case _:
            return "?"


AT_ONCE = 100
"""Games of a long file that are read together."""


def pgns_of(rows: "QuerySet[Game]", person: Person) -> Iterator[PgnGame]:
    """Many games, in the order of *rows*: two queries for a hundred of them."""
    games = rows.select_related("white", "black", *WITH_SEATS)
    for part in batched(games.iterator(chunk_size=AT_ONCE), AT_ONCE):
        kept: dict[int, list[Any]] = {game.pk: [] for game in part}
        events = GameEvent.objects.filter(game__in=kept).order_by("game_id", "number")
        for game_id, data in events.values_list("game_id", "data"):
            kept[game_id].append(data)
        for game in part:
            yield pgn_of(game, person, kept[game.pk])


def finished_pgn(rows: "QuerySet[Game]", person: Person) -> Iterator[str]:
    """The finished ones among some games, one after the other; cancelled ones were not played."""
    for game in pgns_of(rows.filter(status=Game.Status.FINISHED).exclude(result=Result.CANCELLED), person):
        yield write_game(game) + "\n"


def batched(games: Iterable[Game], size: int) -> Iterator[list[Game]]:
    """So many at a time, the last ones as they are."""
    rest = iter(games)
    while part := list(islice(rest, size)):
        yield part


def pgn_of(row: Game, person: Person, kept: Sequence[Any] | None = None) -> PgnGame:
    """The game with correspondence tags and the time each move was sent; *kept* as `seen_by` has it."""
    seen = seen_by(row, person, kept)
    terms = seen.state.terms
    last = positions_of(seen.state, len(seen.moves))[-1]
    tags = {
        **_belonging(row),
        "Site": "Slowmate",
        "Date": f"{row.starts:%Y.%m.%d}",
        "White": row.white.name,
        "Black": row.black.name,
        "GameId": str(row.pk),
        "Mode": MODES[terms.transmission],
        "TimeControl": time_control(terms.time_control),
        "Termination": ENDS.get(row.termination, "normal") if row.result else "unterminated",
    }
    for colour, player in (("White", row.white), ("Black", row.black)):
        tags |= _player(row, colour, player)
    result = Result(row.result) if row.result else None
    if result in {Result.BOTH_LOSE, Result.CANCELLED}:
        tags["Termination"] = row.termination  # PGN has no mark for such a result
    moves = tuple(PgnMove(Move(line.uci), line.algebraic, offer=line.offer, sent=line.made) for line in seen.moves)
    return PgnGame(tags, seen.state.start, moves, result, last, Occurrences.start(last))


def _belonging(row: Game) -> dict[str, str]:
    """Of which event and section it is. All of a section play at once: a round is there only where two meet twice."""
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
    """Title and rating of a player: in an event those of its start list."""
    pairing = getattr(row, "pairing", None)
    seat = getattr(pairing, colour.lower(), None)
    known = seat if seat is not None and seat.player_id == player.pk else player
    if seat is not None and known is player:  # a substitute is not on the list: as he was when he took the board
        known = next((one for one in seat.holdings.all() if one.player_id == player.pk), player)
    tags = {"Title": known.title, "Elo": str(known.rating or ""), "IccfID": player.iccf_id or ""}
    return {f"{colour}{name}": value for name, value in tags.items() if value}
