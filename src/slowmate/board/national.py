"""The letters of the men in the languages of those who write moves, and what a move means that is written with them.

On record are English letters alone (Appendix A.2). Here a text is only put into English before it is read, for a player
who looks at his move again before it is made. What can be read as it stands is never read otherwise, and what two
languages read as different legal moves is left as it stands.
"""

import re

from slowmate.board.moves import UnreadableMove
from slowmate.board.position import Position

ENGLISH = "KQRBN"
LETTERS: dict[str, tuple[str, str, str, str, str]] = {
    "Catalan, Italian, Spanish": ("R", "D", "T", "A", "C"),
    "Croatian, Danish, German, Norwegian, Slovene, Swedish": ("K", "D", "T", "L", "S"),
    "Czech, Slovak": ("K", "D", "V", "S", "J"),
    "Dutch": ("K", "D", "T", "L", "P"),
    "Estonian": ("K", "L", "V", "O", "R"),
    "Finnish": ("K", "D", "T", "L", "R"),
    "French": ("R", "D", "T", "F", "C"),
    "Hungarian": ("K", "V", "B", "F", "H"),
    "Icelandic": ("K", "D", "H", "B", "R"),
    "Latvian": ("K", "D", "T", "L", "Z"),
    "Lithuanian": ("K", "V", "B", "R", "Ž"),
    "Polish": ("K", "H", "W", "G", "S"),
    "Portuguese": ("R", "D", "T", "B", "C"),
    "Romanian": ("R", "D", "T", "N", "C"),
    "Russian": ("Кр", "Ф", "Л", "С", "К"),
    "Ukrainian": ("Кр", "Ф", "Т", "С", "К"),
}
"""King, queen, rook, bishop, knight."""
_PARTS = re.compile(
    r"(?P<piece>[^\W\d_]{0,2}?)(?P<rest>[a-h]?[1-8]?[-x:]?[a-h][1-8])(?P<sign>[=/(]?)(?P<promotion>[^\W\d_]?)(?P<end>\W*)\Z"
)
_LONGEST = 20


def in_english(position: Position, text: str) -> str:
    """A move with the letters of another language, or with capitals for files as in E4, in English letters; any other
    text as it stands."""
    if len(text) > _LONGEST or _meant(position, text):
        return text
    found: dict[str, str] = {}
    for reading in _readings(text):
        move = _meant(position, reading)
        if move:
            found.setdefault(move, reading)
    return next(iter(found.values())) if len(found) == 1 else text


def line_in_english(position: Position, moves: tuple[str, ...]) -> tuple[str, ...]:
    """The moves of a line, one after the other; from the first that cannot be read on, as they stand."""
    found: list[str] = []
    for text in moves:
        reading = in_english(position, text)
        found.append(reading)
        move = _meant(position, reading)
        if not move:
            break
        position = position.play_uci(move)
    return (*found, *moves[len(found) :])


def _meant(position: Position, text: str) -> str:
    """The stored form of the legal move that a text means in English; empty where it means none."""
    try:
        return position.parse(text, numeric=True).uci
    except UnreadableMove:
        return ""


def _readings(text: str) -> list[str]:
    """What a text would be in English if its letters were those of each language, or its capitals of no meaning."""
    readings = [text.lower(), text[:1] + text[1:].lower()]
    parts = _PARTS.match(text)
    if not parts:
        return readings
    piece = parts["piece"] if parts["piece"] not in tuple("abcdefgh") else ""
    for letters in LETTERS.values():
        names = {letter.lower(): english for letter, english in zip(letters, ENGLISH, strict=True)}
        moved = names.get(piece.lower(), "")
        promoted = names.get(parts["promotion"].lower(), "")
        if bool(piece) == bool(moved) and bool(parts["promotion"]) == bool(promoted):
            readings.append(f"{moved}{parts['rest']}{parts['sign']}{promoted}{parts['end']}")
    return readings
