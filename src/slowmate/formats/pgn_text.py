"""The text of a PGN file: games apart, and each game's moves as tokens. Nothing here knows chess.

Games are taken one at a time from lines as they come; no game may be larger than `LARGEST`, so an archive of any size
is read in little memory. There is no recursion: nested variations are counted, not descended into.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum

LARGEST = 1_000_000
DEEPEST = 100
"""The deepest nesting of variations."""

_TAG = re.compile(r'\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]')
_TAG_LINE = re.compile(r'\s*\[\s*\w+\s+"')
_NEW_GAME = re.compile(r'\[Event\s+"')
_TOKEN = re.compile(
    r"(?P<comment>\{[^}]*\}?|;[^\n]*)"
    r"|(?P<offer>\(=\))"
    r"|(?P<open>\()"
    r"|(?P<close>\))"
    r"|(?P<nag>\$\d{1,3}|[!?]{1,2})"
    r"|(?P<result>(?:1-0|0-1|1/2-1/2|½-½|\*)(?![^\s(){};]))"
    r"|(?P<number>(?!0 - 0)(?:\d{1,3}\s*\.+|\d{1,3}(?=\s))|\.+)"
    r"|(?P<move>(?:[0Oo] - [0Oo](?: - [0Oo])?|[^\s(){};$!?.]+(?:\([QRBN]\))?[+#]*)(?:\s?e\.p\.|\sep\b)?[+#]*)"
    r"|(?P<other>\S)"
)


class TokenKind(Enum):
    """The kind of a token of the moves."""

    MOVE = "move"
    COMMENT = "comment"
    NAG = "nag"
    VARIATION = "variation"
    OFFER = "offer"
    RESULT = "result"
    BROKEN = "broken"
    """A token that cannot be read; the text says why."""


@dataclass(frozen=True, slots=True)
class Token:
    kind: TokenKind
    text: str


@dataclass(slots=True)
class RawGame:
    """One game as text: where it begins, its tags, and its moves."""

    number: int
    line: int
    tags: dict[str, str] = field(default_factory=dict)
    moves: list[str] = field(default_factory=list)
    size: int = 0
    broken: str | None = None
    """Why the text cannot be a game, if so."""
    _commenting: bool = False

    @property
    def is_empty(self) -> bool:
        return not self.tags and not any(piece.strip() for piece in self.moves)

    def add_tags(self, line: str) -> None:
        for match in _TAG.finditer(line):
            self.tags.setdefault(match[1], re.sub(r"\\(.)", r"\1", match[2]))
        rest = _TAG.sub("", line).strip()
        if rest.startswith("["):
            self.broken = self.broken or "a tag line that cannot be read"
        elif rest:
            self.add_moves(f"{rest}\n")

    def add_moves(self, piece: str) -> None:
        self.size += len(piece)
        if self.size > LARGEST:
            self.broken = f"more than {LARGEST:,} characters of moves and comments"
            self.moves.clear()
        elif self.broken is None:
            self.moves.append(piece)
        self._commenting = _comment_open(piece, inside=self._commenting)

    @property
    def is_commenting(self) -> bool:
        return self._commenting


def split_games(pieces: Iterable[str]) -> Iterator[RawGame]:
    """Yield the games of a text that comes in lines, or in pieces of very long lines."""
    game, line, at_start, blank = RawGame(1, 1), 1, True, True
    for piece in pieces:
        escaped = at_start and piece.startswith("%") and not game.is_commenting
        starts_tags = at_start and _TAG_LINE.match(piece)
        if starts_tags and game.is_commenting and blank and _NEW_GAME.match(piece):
            game.broken = game.broken or "a comment is not closed"
            game._commenting = False  # noqa: SLF001 - the splitter finds a lost game's end
        if starts_tags and not game.is_commenting and not escaped:
            repeated = "Event" in game.tags and _NEW_GAME.match(piece)
            if repeated or game.broken or any(text.strip() for text in game.moves):
                yield game
                game = RawGame(game.number + 1, line)
            elif not game.tags:
                game.line = line
            game.add_tags(piece)
        elif not escaped:
            game.add_moves(piece)
        if at_start:
            blank = not piece.strip()
        at_start = piece.endswith("\n")
        line += at_start
    if not game.is_empty or game.broken:
        yield game


def _comment_open(piece: str, *, inside: bool) -> bool:
    """Decide whether a comment in braces is open at the end of a piece of moves."""
    place = 0
    while True:
        if inside:
            place = piece.find("}", place)
            if place < 0:
                return True
            inside = False
        else:
            opening, rest = piece.find("{", place), piece.find(";", place)
            if opening < 0:
                return False
            if 0 <= rest < opening:
                end = piece.find("\n", rest)
                if end < 0:
                    return False
                place = end
                continue
            place, inside = opening, True
        place += 1


def tokens(moves: str) -> Iterator[Token]:
    """Yield the tokens of a game's moves, a variation with its whole content as one token, without move numbers."""
    depth, variation = 0, ""
    for match in _TOKEN.finditer(moves):
        kind, text = match.lastgroup or "other", match[0]
        if not depth and kind in ("number", "move"):  # nearly all
            if kind == "move":
                yield Token(TokenKind.MOVE, text)
            continue
        broken = _why_broken(kind, text, depth)
        if broken:
            yield Token(TokenKind.BROKEN, broken)
            return
        depth += (kind == "open") - (kind == "close")
        if kind == "close" and depth == 0:
            yield Token(TokenKind.VARIATION, variation)
            variation = ""
        elif kind == "open" and depth == 1:
            continue
        elif depth:
            variation = _joined(variation, f"{{{_comment(text)}}}" if kind == "comment" else " ".join(text.split()))
        else:
            yield Token(
                TokenKind.MOVE if kind == "other" else TokenKind(kind), _comment(text) if kind == "comment" else text
            )
    if depth:
        yield Token(TokenKind.BROKEN, "a variation is not closed")


def _why_broken(kind: str, text: str, depth: int) -> str | None:
    if kind == "open" and depth == DEEPEST:
        return f"variations are nested more than {DEEPEST} deep"
    if kind == "close" and depth == 0:
        return "a variation is closed that was not opened"
    if kind == "comment" and text[0] == "{" and text[-1] != "}":
        return "a comment is not closed"
    return None


def _comment(text: str) -> str:
    """Return the text of a comment in a form that can stand in braces."""
    words = text[1:-1] if text[0] == "{" else text[1:].replace("}", ")")
    return " ".join(words.split())


def _joined(before: str, text: str) -> str:
    return before + text if not before or before[-1] == "(" or text == ")" else f"{before} {text}"
