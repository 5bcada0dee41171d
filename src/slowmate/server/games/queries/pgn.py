"""A game of the server as PGN, as much of it as the person may see."""

from slowmate.board import Move, Occurrences
from slowmate.formats.pgn import PgnGame, PgnMove
from slowmate.play.clocks import Classic, Fischer, FixedDays, TimeControl
from slowmate.play.laws.results import Termination
from slowmate.play.terms import Transmission
from slowmate.records import Result
from slowmate.server.accounts.permissions import Person
from slowmate.server.games.models import Game
from slowmate.server.games.queries.page import positions_of, seen_by

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


def pgn_of(row: Game, person: Person) -> PgnGame:
    """The game with correspondence tags and the time each move was sent."""
    seen = seen_by(row, person)
    terms = seen.state.terms
    last = positions_of(seen.state, len(seen.moves))[-1]
    tags = {
        "Event": row.label or "?",
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
        if player.title:
            tags[f"{colour}Title"] = player.title
        if player.rating:
            tags[f"{colour}Elo"] = str(player.rating)
        if player.iccf_id:
            tags[f"{colour}IccfID"] = player.iccf_id
    result = Result(row.result) if row.result else None
    if result in {Result.BOTH_LOSE, Result.CANCELLED}:
        tags["Termination"] = row.termination  # PGN has no mark for such a result
    moves = tuple(PgnMove(Move(line.uci), line.algebraic, offer=line.offer, sent=line.made) for line in seen.moves)
    return PgnGame(tags, seen.state.start, moves, result, last, Occurrences.start(last))
