"""FIDE's rating list as FIDE publishes it: text in columns, or XML; one list, or standard, rapid and blitz in one file.

The columns of the text lie where its header says. A file is read as it comes, a player at a time, however long it is.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from xml.parsers import expat

from slowmate.formats.reading import SEX_WORDS
from slowmate.records import BadInput

COLUMNS = {
    "ID Number": "id",
    "Name": "name",
    "Fed": "federation",
    "Sex": "sex",
    "Tit": "title",
    "WTit": "w_title",
    "OTit": "o_title",
    "FOA": "foa",
    "SRtng": "standard",
    "SGm": "standard_games",
    "SK": "standard_k",
    "RRtng": "rapid",
    "RGm": "rapid_games",
    "Rk": "rapid_k",
    "RK": "rapid_k",
    "BRtng": "blitz",
    "BGm": "blitz_games",
    "BK": "blitz_k",
    "Gms": "standard_games",
    "K": "standard_k",
    "B-day": "born",
    "Born": "born",
    "Flag": "flag",
}
"""Our names of FIDE's headers; a month such as FEB18 heads the ratings of a list that stands alone."""
ELEMENTS = {
    "fideid": "id",
    "name": "name",
    "country": "federation",
    "sex": "sex",
    "title": "title",
    "w_title": "w_title",
    "birthday": "born",
    "flag": "flag",
    "rating": "standard",
    "games": "standard_games",
    "rapid_rating": "rapid",
    "rapid_games": "rapid_games",
    "blitz_rating": "blitz",
    "blitz_games": "blitz_games",
}
PLAYER = "player"
LISTS = ("standard", "rapid", "blitz")
MOST_RATING = 4000
LONGEST = 10_000
"""Letters that a line or a field may have."""
MONTHS = ("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC")
_MONTH = re.compile(rf"({'|'.join(MONTHS)})(\d\d)", re.IGNORECASE)
_HEADING = re.compile(r"ID ?Number|\S+")


@dataclass(frozen=True, slots=True)
class FideListed:
    """One player's entry: of each list it has (*ratings*, *games*) a rating, None where there is none."""

    line: int
    fide_id: str
    name: str
    federation: str
    sex: str
    title: str
    birth_year: int | None
    is_active: bool
    ratings: Mapping[str, int | None]
    games: Mapping[str, int | None]


@dataclass(frozen=True, slots=True)
class FideHeader:
    """The head of a text: where its columns lie, and of which month (2018-02) the list is, if it says so."""

    columns: tuple[tuple[str, int, int | None], ...]
    period: str | None


def looks_like_fide_list(start: bytes) -> bool:
    """Decide whether a file that begins so is FIDE's list."""
    head = start.lstrip(b"\xef\xbb\xbf \t\r\n")
    return b"<playerslist" in head[:2000].lower() or re.match(rb"ID ?Number\s", head) is not None


def header_of(line: str, *, file: str) -> FideHeader:
    """Read the columns of the text from its first line."""
    headings = [(match[0], match.start()) for match in _HEADING.finditer(line)]
    named, period = list[tuple[str, int, int | None]](), None
    for (heading, begins), (_, ends) in zip(headings, [*headings[1:], ("", len(line) + LONGEST)], strict=True):
        month = _MONTH.fullmatch(heading)
        if month:
            period = f"20{month[2]}-{MONTHS.index(month[1].upper()) + 1:02d}"
        name = "standard" if month else COLUMNS.get("ID Number" if heading == "IDNumber" else heading)
        if name is not None:
            named.append((name, begins, ends))
    missing = {"id", "name", "standard"} - {name for name, _, _ in named}
    if missing:
        raise BadInput(f"no column for {', '.join(sorted(missing))} in the header", file=file, line=1)
    return FideHeader(tuple(named), period)


def read_text_list(lines: Iterable[str], *, file: str) -> Iterator[FideListed | BadInput]:
    """Yield the players of a list in columns; for a line that cannot be read, what is wrong with it."""
    header: FideHeader | None = None
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        if header is None:
            header = header_of(line.rstrip("\r\n"), file=file)
            continue
        fields = {name: line[begins:ends].strip() for name, begins, ends in header.columns}
        yield _player(fields, file=file, line=number)


def read_xml_list(pieces: Iterable[bytes], *, file: str) -> Iterator[FideListed | BadInput]:
    """Yield the players of a list in XML; `BadInput` where it is not XML, or has entities of its own."""
    reader = _XmlReader(file)
    for piece in pieces:
        yield from reader.feed(piece)
    yield from reader.feed(b"", is_last=True)


class _XmlReader:
    """A player's fields while they are read."""

    def __init__(self, file: str) -> None:
        self.file, self.players = file, list[FideListed | BadInput]()
        self.fields: dict[str, str] | None = None
        self.line, self.name, self.text = 0, "", list[str]()
        self.parser = expat.ParserCreate()
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._characters
        self.parser.EntityDeclHandler = self._refuse

    def feed(self, piece: bytes, *, is_last: bool = False) -> list[FideListed | BadInput]:
        try:
            self.parser.Parse(piece, is_last)
        except expat.ExpatError as wrong:
            why = f"not XML: {expat.ErrorString(wrong.code)}"
            raise BadInput(why, file=self.file, line=wrong.lineno) from None
        players, self.players = self.players, []
        return players

    def _start(self, name: str, _attributes: Mapping[str, str]) -> None:
        if name == PLAYER:
            self.fields, self.line = {}, self.parser.CurrentLineNumber
        self.name, self.text = name, []

    def _characters(self, text: str) -> None:
        if self.fields is not None and len(self.text) < LONGEST:
            self.text.append(text)

    def _end(self, name: str) -> None:
        if self.fields is None:
            return
        if name == PLAYER:
            self.players.append(_player(self.fields, file=self.file, line=self.line))
            self.fields = None
        elif name in ELEMENTS and name == self.name:
            self.fields[ELEMENTS[name]] = "".join(self.text).strip()

    def _refuse(self, *_declared: Any) -> None:  # noqa: ANN401 - as expat hands it over
        raise BadInput("has entities of its own; FIDE's list has none", file=self.file, line=1)


def _player(fields: Mapping[str, str], *, file: str, line: int) -> FideListed | BadInput:
    if not fields.get("id", "").isdecimal():
        return BadInput(f"{fields.get('id', '')[:20]!r} is not a FIDE number", file=file, line=line, field="ID Number")
    try:
        ratings = {name: _number(fields[name], name) for name in LISTS if name in fields}
        games = {name: _number(fields.get(f"{name}_games", ""), f"{name} games") for name in ratings}
        born = _number(fields.get("born", "")[-4:], "B-day", most=2200)
    except BadInput as wrong:
        return BadInput(wrong.why, file=file, line=line, field=wrong.field)
    return FideListed(
        line=line,
        fide_id=fields["id"].lstrip("0") or "0",
        name=" ".join(fields.get("name", "").split()),
        federation=fields.get("federation", "").upper(),
        sex=SEX_WORDS.get(fields.get("sex", "").lower(), ""),
        title=fields.get("title", "").upper(),
        birth_year=born if born and born > 1800 else None,
        is_active="i" not in fields.get("flag", "").lower(),
        ratings={name: value or None for name, value in ratings.items()},
        games=games,
    )


def _number(text: str, field: str, *, most: int = MOST_RATING) -> int | None:
    if not text:
        return None
    if not text.isdecimal() or int(text) > most:
        raise BadInput(f"{text[:20]!r} is not a whole number up to {most}", field=field)
    return int(text)
