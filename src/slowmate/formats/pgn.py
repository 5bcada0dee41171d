"""PGN in and out: a game's tags, main line, comments and variations, and the stamps of correspondence play.

Moves of the main line are checked under the Laws as they are read; variations are kept as they are written. The
stamps are ``[%clk H:MM:SS]`` (time left after the move) and ICCF's ``[%ccsnt 2018.10.02,12:56]`` (when the move was
sent, taken as UTC). An offer of a draw is ``(=)`` after the move, written as a comment. Castling is written ``O-O`` and
promotion ``=Q``, as PGN wants it.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time

from slowmate.board import Colour, IllegalPosition, Move, Occurrences, Position, UnreadableMove
from slowmate.board.line import Line
from slowmate.board.notation import LETTERS, OFFER, pgn_spelling
from slowmate.formats.pgn_text import RawGame, Token, TokenKind, split_games, tokens
from slowmate.records import BadInput, Result
from slowmate.rulebook import Clause, clause
from slowmate.rulebook.applies import applies

SEVEN_TAGS = {
    "Event": "?",
    "Site": "?",
    "Date": "????.??.??",
    "Round": "?",
    "White": "?",
    "Black": "?",
    "Result": "*",
}
WIDTH = 79
SHOWN = 40
MOST_PLIES = 12_000
"""More than any game that is played: a limit on the time one game can take to read."""
MATE = clause("ICCF-LAWS-2019 5.1.1")
STALEMATE = clause("ICCF-LAWS-2019 5.2.1")
DEAD = clause("ICCF-LAWS-2019 5.2.2")

_CHESS960 = frozenset({"chess960", "fischerandom", "fischerrandom", "fischerrandomchess"})
_ORTHODOX = frozenset({"", "standard", "chess", "normal", "fromposition", "thematic", "?"})
_STAMP = re.compile(
    r"\[%(?:clk\s+(?P<hours>\d{1,6}):(?P<minutes>[0-5]\d):(?P<seconds>[0-5]\d)"
    r"|ccsnt\s+(?P<day>\d{4}\.\d\d\.\d\d)(?:,\s?(?P<clock>\d\d:\d\d(?::\d\d)?))?)\s*\]"
)
_WHOLE = re.compile(r"[{(]?\[%\w+ [^\s\]]+\][})]?|\S+")
"""The text that stays on one line: a word, or a stamp with the value in it."""
_NAGS = {"!": "$1", "?": "$2", "!!": "$3", "??": "$4", "!?": "$5", "?!": "$6"}
_RESULTS = {"1-0": Result.WHITE_WINS, "0-1": Result.BLACK_WINS, "1/2-1/2": Result.DRAW, "½-½": Result.DRAW}
_ENDS = ("*", *_RESULTS)
_UNMARKED = {
    "double-default": Result.BOTH_LOSE,
    "cancelled": Result.CANCELLED,
    "colours-reversed": Result.CANCELLED,
}
"""Results for which PGN has no mark, by what the Termination tag then says; the first of each is written."""


class IllegalGame(ValueError):
    """A game that cannot stand: what is wrong, in which game of the file, at which ply."""

    def __init__(
        self, why: str, *, raw: RawGame, ply: int = 0, move: str | None = None, clause: Clause | None = None
    ) -> None:
        super().__init__(why)
        self.why, self.game, self.line, self.tags = why, raw.number, raw.line, raw.tags
        self.ply, self.move, self.clause = ply, move, clause

    def __str__(self) -> str:
        return f"game {self.game}, ply {self.ply}: {self.why}"


@dataclass(frozen=True, slots=True)
class Variation:
    """Moves that were not played, as they were written."""

    text: str


@dataclass(frozen=True, slots=True)
class PgnMove:
    """One move of the main line with what was written about it. *sent* is a day where no time of day was given."""

    move: Move
    algebraic: str
    offer: bool = False
    sent: datetime | date | None = None
    clock: int | None = None
    """Seconds left after the move."""
    nags: tuple[str, ...] = ()
    notes: tuple[str | Variation, ...] = ()
    """Comments and variations in their order."""


@dataclass(frozen=True, slots=True)
class PgnGame:
    """One legal game. *result* None is a running game."""

    tags: Mapping[str, str] = field(hash=False)
    start: Position
    moves: tuple[PgnMove, ...]
    result: Result | None
    final: Position
    occurrences: Occurrences = field(repr=False)
    preface: tuple[str | Variation, ...] = ()
    number: int = field(default=1, compare=False)
    line: int = field(default=1, compare=False)


def read_games(pieces: Iterable[str]) -> Iterator[PgnGame | IllegalGame]:
    """Yield the games of a file in their order; for one that is not legal, the reason. Reading goes on after it.

    `BadInput` if the text has no game at all.
    """
    number = 0
    for number, raw in enumerate(split_games(pieces), 1):
        try:
            game = read_game(raw)
            if number == 1 and not (raw.tags or game.moves or "".join(raw.moves).rstrip().endswith(_ENDS)):
                raise BadInput("this is no PGN: neither tags nor moves nor a result", line=raw.line)
            yield game
        except IllegalGame as wrong:
            if number == 1 and not raw.is_tagged and wrong.ply <= 1 and wrong.clause in {None, LETTERS}:
                raise BadInput(f"this is no PGN: {wrong.why}", line=raw.line) from None
            yield wrong
    if number == 0:
        raise BadInput("there is no game in it")


def read_game(raw: RawGame) -> PgnGame:
    """Read one game from its text; raise `IllegalGame` for one that is not legal."""
    if raw.broken:
        raise IllegalGame(raw.broken, raw=raw)
    start = _start(raw)
    read = _Line(raw, start)
    for token in tokens("".join(raw.moves)):
        read.take(token)
    return PgnGame(
        tags=raw.tags,
        start=start,
        moves=tuple(read.moves),
        result=_result(raw, read.result),
        final=read.line.position,
        occurrences=read.line.occurrences,
        preface=tuple(read.preface),
        number=raw.number,
        line=raw.line,
    )


@applies(clause("ICCF-LAWS-2019 2.3b"))
def _start(raw: RawGame) -> Position:
    """Return the starting position: the orthodox one, or that of the FEN, which a Chess960 game must carry."""
    variant = re.sub(r"[\s_-]", "", raw.tags.get("Variant", "")).lower()
    fen = raw.tags.get("FEN")
    if variant not in _ORTHODOX | _CHESS960:
        raise IllegalGame("the Laws know chess and Chess960 only; the Variant tag names another game", raw=raw)
    if fen is None:
        if variant in _CHESS960:
            raise IllegalGame("a Chess960 game needs its starting position in the FEN tag", raw=raw)
        return Position.initial()
    try:
        return Position.from_fen(fen, chess960=variant in _CHESS960)
    except IllegalPosition as wrong:
        raise IllegalGame(f"the FEN tag: {wrong.why}", raw=raw, clause=wrong.clause) from None


def _result(raw: RawGame, marker: str | None) -> Result | None:
    """Return the result the moves end with; else that of the tag, or what the Termination tag says of it.

    A double default has no mark of its own: some write 0-0 in the tag.
    """
    tag = raw.tags.get("Result", "*").strip()
    if marker in _RESULTS:
        return _RESULTS[marker]
    if tag == "0-0":
        return Result.BOTH_LOSE
    return _RESULTS.get(tag) or _UNMARKED.get(raw.tags.get("Termination", "").strip())


class _Line:
    """The main line while it is read: its moves, and the comments so far."""

    __slots__ = ("line", "moves", "preface", "raw", "result", "sent")

    def __init__(self, raw: RawGame, start: Position) -> None:
        self.raw, self.line = raw, Line(start)
        self.moves: list[PgnMove] = []
        self.preface: list[str | Variation] = []
        self.result: str | None = None
        self.sent: datetime | date | None = None

    def take(self, token: Token) -> None:
        """Add one token; `IllegalGame` if it does not fit."""
        if token.kind is TokenKind.BROKEN:
            raise self._refusal(token.text, None)
        if token.kind is TokenKind.MOVE:
            self._play(token.text)
        elif token.kind is TokenKind.RESULT:
            if self.result is not None:
                raise self._refusal("the game has a second result", token.text)
            self.result = token.text
        elif token.kind is TokenKind.COMMENT:
            self._comment(token.text)
        elif token.kind is TokenKind.VARIATION:
            self._note(Variation(token.text))
        elif self.moves:
            last = self.moves[-1]
            nags = last.nags if token.kind is TokenKind.OFFER else (*last.nags, _NAGS.get(token.text, token.text))
            self.moves[-1] = replace(last, nags=nags, offer=last.offer or token.kind is TokenKind.OFFER)

    def _play(self, text: str) -> None:
        if self.result is not None:
            raise self._refusal(f"a move after the result {self.result}", text)
        if len(self.moves) == MOST_PLIES:
            raise self._refusal(f"a game of more than {MOST_PLIES:,} plies", text)
        if self.line.is_insufficient:
            raise self._refusal("a move after the game was drawn: no mate is possible", text, cited=DEAD)
        try:
            move, algebraic = self.line.play(text)
        except UnreadableMove as wrong:
            raise self._why_not(text, wrong) from None
        self.moves.append(PgnMove(move, algebraic))

    def _why_not(self, text: str, wrong: UnreadableMove) -> IllegalGame:
        position = self.line.position
        if position.is_checkmate:
            return self._refusal("a move after checkmate", text, cited=MATE)
        if position.is_stalemate:
            return self._refusal("a move after stalemate", text, cited=STALEMATE)
        return self._refusal(wrong.why, text, cited=wrong.clause)

    def _comment(self, text: str) -> None:
        if not self.moves:
            self._note(text)
            return
        last = self.moves[-1]
        for stamp in _STAMP.finditer(text):
            if stamp["hours"]:
                seconds = (int(stamp["hours"]) * 60 + int(stamp["minutes"])) * 60 + int(stamp["seconds"])
                last = replace(last, clock=seconds)
            else:
                last = replace(last, sent=self._sent_at(stamp))
        note = " ".join(_STAMP.sub(" ", text).split())
        if note == OFFER or note.endswith(f" {OFFER}"):
            note, last = note.removesuffix(OFFER).rstrip(), replace(last, offer=True)
        self.moves[-1] = replace(last, notes=(*last.notes, note)) if note else last

    def _sent_at(self, stamp: re.Match[str]) -> datetime | date:
        """Return when a move was sent; refuse an instant before that of the move it answers."""
        try:
            year, month, day = map(int, stamp["day"].split("."))
            sent: datetime | date = date(year, month, day)
            if stamp["clock"]:
                sent = datetime.combine(sent, time.fromisoformat(stamp["clock"]), UTC)
        except ValueError:
            raise self._refusal(f"{stamp[0]} is not a date", None) from None
        if self.sent and _is_before(sent, self.sent):
            raise self._refusal(
                f"sent {_stamp_text(sent)}, before the move it answers, which was sent {_stamp_text(self.sent)}", None
            )
        self.sent = sent
        return sent

    def _note(self, note: str | Variation) -> None:
        if self.moves:
            self.moves[-1] = replace(self.moves[-1], notes=(*self.moves[-1].notes, note))
        else:
            self.preface.append(note)

    def _refusal(self, why: str, text: str | None, *, cited: Clause | None = None) -> IllegalGame:
        """Return the refusal of the next move; without *text*, of a comment on the last move."""
        if text is not None:
            return IllegalGame(why, raw=self.raw, ply=len(self.moves) + 1, move=text[:SHOWN], clause=cited)
        last = self.moves[-1].algebraic if self.moves else None
        return IllegalGame(why, raw=self.raw, ply=len(self.moves), move=last, clause=cited)


def _is_before(sent: datetime | date, earlier: datetime | date) -> bool:
    if isinstance(sent, datetime) and isinstance(earlier, datetime):
        return sent < earlier
    return _day(sent) < _day(earlier)


def _day(sent: datetime | date) -> date:
    return sent.date() if isinstance(sent, datetime) else sent


def _stamp_text(sent: datetime | date) -> str:
    """Write an instant or a day as the stamp does."""
    return f"{sent:%Y.%m.%d,%H:%M:%S}" if isinstance(sent, datetime) else f"{sent:%Y.%m.%d}"


# writing


def write_game(game: PgnGame) -> str:
    """Write a game as PGN: the seven tags, the others in their order, and the moves in lines of up to 79 characters."""
    lines = [f'[{name} "{_escaped(value)}"]' for name, value in _tags(game).items()]
    return "\n".join([*lines, "", *_wrapped([*_words(game), _marker(game)]), ""]) + "\n"


def movetext(game: PgnGame) -> str:
    """Write the moves of a game with their numbers and comments on one line, without the result."""
    return " ".join(_words(game))


def write_games(games: Iterable[PgnGame]) -> Iterator[str]:
    """Return the games of a file as text, each with the empty line that keeps it from the next."""
    return map(write_game, games)


def _marker(game: PgnGame) -> str:
    """Return the result as PGN marks it: there are no others than these."""
    return game.result.value if game.result and game.result in _RESULTS.values() else "*"


@applies(clause("ICCF-LAWS-2019 8.5a"))
def _tags(game: PgnGame) -> dict[str, str]:
    """Return all tags: the result as it is known, and the starting position where it is not the orthodox one."""
    tags = {name: game.tags.get(name, unknown) for name, unknown in SEVEN_TAGS.items()}
    tags["Result"] = _marker(game)
    tags |= {name: value for name, value in game.tags.items() if name not in tags}
    reasons = [words for words, result in _UNMARKED.items() if result is game.result]
    if reasons and tags.get("Termination") not in reasons:
        tags["Termination"] = reasons[0]
    if game.start.is_chess960:
        tags["Variant"] = "Chess960"
    if game.start.is_chess960 or game.start != Position.initial():
        tags |= {"SetUp": "1", "FEN": game.start.fen}
    return tags


def _escaped(value: str) -> str:
    return " ".join(value.split()).replace("\\", "\\\\").replace('"', '\\"')


def _words(game: PgnGame) -> Iterator[str]:
    """Yield the words of the moves, each of which stays whole on a line."""
    yield from _notes(game.preface)
    number, white = game.start.fullmove, game.start.turn is Colour.WHITE
    resumed = True
    for played in game.moves:
        if white:
            yield f"{number}."
        elif resumed:
            yield f"{number}..."
        yield pgn_spelling(played.algebraic)
        yield from played.nags
        comments = list(_notes((*_stamps(played), *played.notes)))
        yield from comments
        resumed = bool(comments)
        number += not white
        white = not white


@applies(clause("ICCF-LAWS-2019 A.12"))
def _stamps(played: PgnMove) -> Iterator[str]:
    """Yield the stamps and the offer, as one comment: in PGN an offer outside a comment would open a variation."""
    stamps = []
    if played.sent is not None:
        stamps.append(f"[%ccsnt {_stamp_text(played.sent)}]")
    if played.clock is not None:
        minutes, seconds = divmod(played.clock, 60)
        stamps.append(f"[%clk {minutes // 60}:{minutes % 60:02}:{seconds:02}]")
    if played.offer:
        stamps.append(OFFER)
    if stamps:
        yield " ".join(stamps)


def _notes(notes: Iterable[str | Variation]) -> Iterator[str]:
    for note in notes:
        text = f"({note.text})" if isinstance(note, Variation) else f"{{{note.replace('}', ')')}}}"
        yield from _WHOLE.findall(text)


def _wrapped(words: Iterable[str]) -> Iterator[str]:
    line = ""
    for word in words:
        if line and len(line) + 1 + len(word) > WIDTH and word[0] != "%":  # a line that begins with % is skipped
            yield line
            line = word
        else:
            line = f"{line} {word}" if line else word
    yield line
