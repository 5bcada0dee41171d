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
_LOOSE_TAG = re.compile(r'\[\s*(\w+)\s+"(.*)"\s*\]\s*\Z')
"""A tag alone on its line whose value has quotation marks that are not escaped."""
_TAG_LINE = re.compile(r'\s*\[\s*\w+\s+"')
_NEW_GAME = re.compile(r'\[Event\s+"')
_TOKEN = re.compile(
    r"(?P<comment>\{[^}]*\}?|;[^\n]*)"
    r"|(?P<offer>\(=\))"
    r"|(?P<open>\()"
    r"|(?P<close>\))"
    r"|(?P<nag>\$\d{1,3}|[!?]{1,2})"
    r"|(?P<result>(?:1-0|0-1|1/2-1/2|½-½|\*)(?![^\s(){};]))"
    r"|(?P<number>(?!0 - 0)(?:\d{1,3}\s*\.+|\d{4,5}\.+|\d{1,3}(?=\s))|\.+)"
    r"|(?P<move>(?:[0Oo] - [0Oo](?: - [0Oo])?|[^\s(){};$!?.]+(?:\([QRBN]\))?[+#]*)(?:\s?e\.p\.|\sep\b)?[+#]*)"
    r"|(?P<other>\S)"
)

_COMMENTS = re.compile(r"\{[^}]*\}|;[^\n]*")
_FIRST_MOVE = re.compile(r"\s*1\s*\.")
_OPENING = re.compile(r"\s*1\s*\.\s*(?:[a-h][34]|N[acfh]3|[1-8]{4})\b")
"""The first move of a game without tags, from the usual start."""
_MOVE_NUMBER = re.compile(r"\s*\d+\s*\.")
_RESULT_AT_END = re.compile(r"(?:^|[\s)}.])(?:1-0|0-1|1/2-1/2|½-½|\*)\Z")
_GAME = re.compile(r"\d+\s*\.|[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8]|[1-8]{4,5}\b|[O0]-[O0]|1-0|0-1|1/2-1/2|½-½|\*")
"""The beginning of a game without tags: a move number, a move, or a result."""
TAIL = 8
"""Lines at the end of a game among which its result is looked for."""
MAX_TAIL = 4096


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
    is_tagged: bool = False
    """A line of tags was there, even one that cannot be read."""
    has_text: bool = False
    """Moves or comments stand behind its tags."""
    _commenting: bool = False

    @property
    def is_empty(self) -> bool:
        return not self.tags and not any(piece.strip() for piece in self.moves)

    @property
    def is_preamble(self) -> bool:
        """Whether this is no game, but comments or a letter's headers before the first tag of one."""
        if self.is_tagged or self.broken:
            return False
        return not _GAME.match(_COMMENTS.sub(" ", "".join(self.moves)).strip())

    @property
    def is_over(self) -> bool:
        """Whether the result was the last thing besides comments."""
        if self.is_commenting or self.broken:
            return False
        text = "".join(self.moves[-TAIL:])[-MAX_TAIL:]
        return bool(_RESULT_AT_END.search(_COMMENTS.sub(" ", text).rstrip()))

    def is_followed_by(self, piece: str, *, after_blank: bool) -> bool:
        """Decide whether a line is no longer of this game: the first move of another one, or other text after it."""
        if _FIRST_MOVE.match(piece):
            return self.is_over
        text = piece.strip()
        is_text = bool(after_blank and text) and text[0] not in "{;(" and not _MOVE_NUMBER.match(text)
        return is_text and not _GAME.match(text) and self.is_over

    def close_comment(self) -> None:
        """End a comment that was not closed where another game begins; a game with such a comment is lost."""
        self._commenting = False
        if not self.is_preamble:
            self.broken = self.broken or "a comment is not closed"

    def begin(self, line: int) -> None:
        """Begin with the first tags in this line; comments before them are kept, a letter's headers are not."""
        self.line, self.has_text, self._commenting = line, False, False
        if _COMMENTS.sub(" ", "".join(self.moves)).strip():
            self.moves.clear()
            self.size = 0

    def add_tags(self, line: str) -> None:
        self.is_tagged = True
        for match in _TAG.finditer(line):
            self.tags.setdefault(match[1], re.sub(r"\\(.)", r"\1", match[2]))
        rest = _TAG.sub("", line).strip()
        if loose := _LOOSE_TAG.match(rest):
            self.tags.setdefault(loose[1], re.sub(r"\\(.)", r"\1", loose[2]))
        elif rest.startswith("["):
            self.broken = self.broken or "a tag line that cannot be read"
        elif rest:
            self.add_moves(f"{rest}\n")

    def add_moves(self, piece: str) -> None:
        self.size += len(piece)
        self.has_text = self.has_text or bool(piece.strip())
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
            game.close_comment()
        if starts_tags and not game.is_commenting and not escaped:
            repeated = "Event" in game.tags and _NEW_GAME.match(piece)
            if game.is_preamble:
                game.begin(line)
            elif repeated or game.has_text:
                yield game
                game = RawGame(game.number + 1, line)
            game.add_tags(piece)
        elif not escaped:
            if at_start and game.is_followed_by(piece, after_blank=blank):
                yield game
                game = RawGame(game.number + 1, line)
            elif at_start and _OPENING.match(piece) and not game.is_empty and game.is_preamble:
                game.begin(line)
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
