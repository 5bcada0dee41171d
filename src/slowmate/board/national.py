"""The letters of the men in the languages of those who write moves, and what a move means that is written with them.

On record are English letters alone (Appendix A.2). Here a text is only put into English before it is read, for a player
who looks at their move again before it is made, and a move of the record is shown with the letters that its reader has
chosen. What can be read with those, or as it stands, is never read otherwise, and what two languages read as different
legal moves is left as it stands.
"""

import re

from slowmate.board.moves import UnreadableMove
from slowmate.board.position import Position

Letters = tuple[str, str, str, str, str]
"""King, queen, rook, bishop, knight."""
ENGLISH: Letters = ("K", "Q", "R", "B", "N")
FIGURINES: Letters = ("♔", "♕", "♖", "♗", "♘")
_SOUTHERN: Letters = ("R", "D", "T", "A", "C")
_NORTHERN: Letters = ("K", "D", "T", "L", "S")
_CZECH: Letters = ("K", "D", "V", "S", "J")
LETTERS: dict[str, Letters] = {
    "ca": _SOUTHERN,
    "cs": _CZECH,
    "da": _NORTHERN,
    "de": _NORTHERN,
    "es": _SOUTHERN,
    "et": ("K", "L", "V", "O", "R"),
    "fi": ("K", "D", "T", "L", "R"),
    "fr": ("R", "D", "T", "F", "C"),
    "hr": _NORTHERN,
    "hu": ("K", "V", "B", "F", "H"),
    "is": ("K", "D", "H", "B", "R"),
    "it": _SOUTHERN,
    "lt": ("K", "V", "B", "R", "Ž"),
    "lv": ("K", "D", "T", "L", "Z"),
    "nb": _NORTHERN,
    "nl": ("K", "D", "T", "L", "P"),
    "pl": ("K", "H", "W", "G", "S"),
    "pt": ("R", "D", "T", "B", "C"),
    "ro": ("R", "D", "T", "N", "C"),
    "ru": ("Кр", "Ф", "Л", "С", "К"),
    "sk": _CZECH,
    "sl": _NORTHERN,
    "sv": _NORTHERN,
    "uk": ("Кр", "Ф", "Т", "С", "К"),
}
"""The letters of the men by the code of the language."""
_SETS = tuple(dict.fromkeys(LETTERS.values()))
_SOLID = ("♚", "♛", "♜", "♝", "♞")
_DRAWN = str.maketrans(
    {sign: letter for signs in (FIGURINES, _SOLID) for sign, letter in zip(signs, ENGLISH, strict=True)}
    | {"♙": "", "♟": ""}
)
_PARTS = re.compile(
    r"(?P<piece>[^\W\d_]{0,2}?)(?P<rest>[a-h]?[1-8]?[-x:]?[a-h][1-8])(?P<sign>[=/(]?)(?P<promotion>[^\W\d_]?)(?P<end>\W*)\Z"
)
_OF_MEN = re.compile("[KQRBN]")
_LONGEST = 20


def with_letters(text: str, letters: Letters) -> str:
    """Put moves printed in English into other letters for the men; numbers and the rest stay as they stand."""
    return text if letters == ENGLISH else _OF_MEN.sub(lambda letter: letters[ENGLISH.index(letter[0])], text)


def in_english(position: Position, text: str, *, own: Letters = ENGLISH) -> str:
    """Put a move into English letters; return any other text as it stands.

    It may have the letters of another language, drawn men, or capitals for files as in E4. The reader's *own* letters
    are tried first.
    """
    text = text.translate(_DRAWN)
    if len(text) > _LONGEST:
        return text
    for first in (_read_with(own, text), text):
        if first and _legal_move(position, first):
            return first
    readings: dict[str, str] = {}
    for reading in _readings(text):
        move = _legal_move(position, reading)
        if move:
            readings.setdefault(move, reading)
    return next(iter(readings.values())) if len(readings) == 1 else text


def line_in_english(position: Position, moves: tuple[str, ...], *, own: Letters = ENGLISH) -> tuple[str, ...]:
    """Put the moves of a line into English letters; from the first that cannot be read on, they stay as they stand."""
    readings: list[str] = []
    for text in moves:
        reading = in_english(position, text, own=own)
        readings.append(reading)
        move = _legal_move(position, reading)
        if not move:
            break
        position = position.play_uci(move)
    return (*readings, *moves[len(readings) :])


def _legal_move(position: Position, text: str) -> str:
    """Return the stored form of the legal move that a text means in English; empty where it means none."""
    try:
        return position.parse(text, numeric=True).uci
    except UnreadableMove:
        return ""


def _readings(text: str) -> list[str]:
    """Return what a text would be in English in the letters of each language, or with its capitals ignored."""
    in_each = (_read_with(letters, text) for letters in _SETS)
    return [text.lower(), _read_with(ENGLISH, text.lower()), text[:1] + text[1:].lower(), *filter(None, in_each)]


def _read_with(letters: Letters, text: str) -> str:
    """Return the text in English if its letters were these; empty where they are not."""
    parts = _PARTS.match(text)
    if not parts:
        return ""
    piece = parts["piece"] if parts["piece"] not in tuple("abcdefgh") else ""
    names = {letter.lower(): english for letter, english in zip(letters, ENGLISH, strict=True)}
    moved = names.get(piece.lower(), "")
    promoted = names.get(parts["promotion"].lower(), "")
    if bool(piece) != bool(moved) or bool(parts["promotion"]) != bool(promoted):
        return ""
    return f"{moved}{parts['rest']}{parts['sign']}{promoted}{parts['end']}"
