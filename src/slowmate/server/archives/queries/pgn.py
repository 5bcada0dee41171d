"""Games of PGN files for the import: their keys, players, days and results."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache

from slowmate.board import Occurrences, Position
from slowmate.formats.pgn import IllegalGame, PgnGame, read_game
from slowmate.formats.pgn_text import RawGame, TokenKind, tokens
from slowmate.play import Termination, Transmission
from slowmate.records import BadInput, Result
from slowmate.server.archives.queries.player_matcher import ArchivePerson, key_of, words_of
from slowmate.server.games.queries.pgn import ENDS, MODES

KNOWN_BY = ("Event", "EventDate", "Date", "EndDate", "Round", "Board", "Section", "Result", "FEN", "Variant")
"""The tags that distinguish games with the same players and moves."""
PLAYERS = ("White", "Black")
_SIGNS = str.maketrans("0", "O", "+#!?=x-:")
_UNKNOWN = re.compile(r"[?\s]*\Z")
_MODES = {words.casefold(): mode for mode, words in MODES.items()} | {
    "email": Transmission.EMAIL,
    "post": Transmission.POST,
}
_ENDS = {words: Termination(one) for one, words in ENDS.items()}


@dataclass(frozen=True, slots=True)
class ArchiveGame:
    """One game of a file."""

    line: int
    what: str
    events: tuple[str, ...]
    """The names that the table of its event may have: that of its section, as EVENT.json says it, before its own."""
    white: ArchivePerson
    black: ArchivePerson
    result: Result
    starts: date
    ended: date
    is_dated: bool
    """False: only the year or month is known, so that no list can have it."""
    moves: tuple[str, ...]
    read: tuple[Position, Occurrences]
    termination: Termination
    transmission: Transmission
    fen: str | None
    chess960: int | None


def game_key(raw: RawGame) -> str:
    """Return the key of a game without reading its moves as chess; signs, numbers and comments do not matter."""
    tags = raw.tags
    moves = [token.text.translate(_SIGNS) for token in tokens("".join(raw.moves)) if token.kind is TokenKind.MOVE]
    people = [part for colour in PLAYERS for part in (words_of(tags.get(colour, "")), tags.get(f"{colour}FideId", ""))]
    return key_of(*people, *(" ".join(tags.get(name, "").split()) for name in KNOWN_BY), " ".join(moves))


def read_archive_game(raw: RawGame, *, file: str) -> ArchiveGame | BadInput:
    """Return a game, or what is wrong with it."""
    try:
        return _archive_game(read_game(raw))
    except IllegalGame as wrong:
        at = f"ply {wrong.ply}, {wrong.move}: " if wrong.move else ""
        return BadInput(f"{at}{wrong.why}", file=file, line=raw.line)
    except BadInput as wrong:
        return BadInput(wrong.why, file=file, line=raw.line, field=wrong.field)


def _archive_game(game: PgnGame) -> ArchiveGame:
    tags = game.tags
    if game.result is None or not game.result.counts:
        raise BadInput("no result; games are brought when they are over", field="Result")
    ended, is_dated = _ended(game)
    starts = min(_day(tags.get("EventDate", ""))[0] or ended, _day(tags.get("Date", ""))[0] or ended, ended)
    fen, number = _start(game.start)
    return ArchiveGame(
        line=game.line,
        what=f"{tags.get('White', '?')} – {tags.get('Black', '?')}",
        events=_event_names(tags),
        white=_person(game, "White"),
        black=_person(game, "Black"),
        result=game.result,
        starts=starts,
        ended=ended,
        is_dated=is_dated,
        moves=tuple(played.move.uci for played in game.moves),
        read=(game.final, game.occurrences),
        termination=_termination(game),
        transmission=_MODES.get(tags.get("Mode", "").strip().casefold(), Transmission.SERVER),
        fen=fen,
        chess960=number,
    )


def _event_names(tags: Mapping[str, str]) -> tuple[str, ...]:
    event, section = tags.get("Event", ""), tags.get("Section", "")
    if _UNKNOWN.match(event):
        return ()
    return (event,) if _UNKNOWN.match(section) else (f"{event}, {section}", event)


def _ended(game: PgnGame) -> tuple[date, bool]:
    """Return the day a game ended, by the tag EndDate, the last move stamp or the tag Date, and whether it is exact."""
    ended, is_whole = _day(game.tags.get("EndDate", ""))
    if ended is not None:
        return ended, is_whole
    sent = next((move.sent for move in reversed(game.moves) if move.sent is not None), None)
    if sent is not None:
        return (sent.date() if isinstance(sent, datetime) else sent), True
    played, is_whole = _day(game.tags.get("Date", ""))
    if played is None:
        raise BadInput("no day; when was it played? such as 2018.10.02", field="Date")
    return played, is_whole


@cache
def _day(text: str) -> tuple[date | None, bool]:
    """Return a day such as 2018.10.02 and whether it is complete; 2018.??.?? gives the first day."""
    year, month, day, *_ = (*re.split(r"[.\-/]", text.strip()), "", "", "")
    if not (year.isdecimal() and len(year) == 4):
        return None, False
    is_whole = month.isdecimal() and day.isdecimal()
    try:
        return date(int(year), int(month) if month.isdecimal() else 1, int(day) if is_whole else 1), is_whole
    except ValueError:
        return None, False


def _person(game: PgnGame, colour: str) -> ArchivePerson:
    tags = game.tags
    name = " ".join(tags.get(colour, "").split())[:120]
    if _UNKNOWN.match(name):
        raise BadInput("no name", field=colour)
    federation = next((tags[tag] for tag in (f"{colour}Fed", f"{colour}Country", f"{colour}Team") if tag in tags), "")
    return ArchivePerson(
        name=name,
        federation=federation.upper() if len(federation) == 3 and federation.isalpha() else "",
        iccf_id=_number(tags.get(f"{colour}IccfID", "") or tags.get(f"{colour}ICCFID", "")),
        fide_id=_number(tags.get(f"{colour}FideId", "")),
    )


def _number(text: str) -> str:
    return text.strip() if text.strip().isdecimal() and len(text.strip()) <= 12 else ""


def _termination(game: PgnGame) -> Termination:
    """Return how a game ended, by the board or else by the file."""
    if game.moves and game.moves[-1].algebraic.endswith("#"):
        return Termination.CHECKMATE
    words = game.tags.get("Termination", "").strip().casefold()
    if game.result is Result.BOTH_LOSE:
        return Termination.DOUBLE_DEFAULT
    return _ENDS.get(words, Termination.REPORTED)


def _start(position: Position) -> tuple[str | None, int | None]:
    """Return the FEN of the start, or its Chess960 number; neither for the usual start."""
    if position.is_chess960:
        number = _numbers().get(position.key)
        if number is None:
            raise BadInput("no starting position of Chess960", field="FEN")
        return None, number
    return (None if position == Position.initial() else position.fen), None


@cache
def _numbers() -> dict[tuple[int, ...], int]:
    return {Position.chess960(number).key: number for number in range(960)}
