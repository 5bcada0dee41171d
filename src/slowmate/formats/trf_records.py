"""TRF, the tournament report file of FIDE: liberal in reading, exact in writing, and nothing is lost between.

Reads the files of 2006, 2016 and 2026 and the pairing programs' extensions: lines may end in CR, LF or CRLF, the text
may be UTF-8 (with a mark or without) or Windows Latin; titles may be one letter; points, ranks and trailing columns may
be missing. Players and teams become values; every other line, known to us or not, is kept as it stands, in its place.
Writes UTF-8 with CRLF, each field in its columns. What the records mean as an event is `slowmate.formats.trf`.
"""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeAlias, cast

from slowmate.formats.reading import MAX_BYTES
from slowmate.formats.trf_columns import (
    HEADERS,
    LAYOUTS,
    NATIONAL,
    PLAYER,
    TEAM_2006,
    TEAM_2026,
    TrfValue,
    first_shifted,
    read_row,
    write_row,
)
from slowmate.records import BadInput

PLAYED = frozenset("1=0")
FORFEITS = frozenset("+-")
SHORT = frozenset("WDL")
"""Over before both had moved: they score, and are not rated."""
BYES = frozenset("HFUZ")
OPEN = frozenset("*X")
"""Results of games that are not decided yet."""
RESULTS = PLAYED | FORFEITS | SHORT | BYES | OPEN | {""}

ONE_LETTER = {"g": "GM", "m": "IM", "f": "FM", "c": "CM", "wg": "WGM", "wm": "WIM", "wf": "WFM", "wc": "WCM"}
"""Titles as the files of 2006 write them."""
LINE_END = "\r\n"


@dataclass(frozen=True, slots=True)
class TrfGame:
    """A player's round. *opponent* 0 is a bye written 0000, None is blank; *colour* is w, b, - or empty."""

    opponent: int | None = None
    colour: str = ""
    result: str = ""

    @property
    def is_blank(self) -> bool:
        return self == _BLANK


_BLANK = TrfGame()


@dataclass(frozen=True, slots=True)
class TrfPlayer:
    """A line 001. *born* is text, since days and months are often unknown; *line* is where it was read."""

    number: int
    name: str = ""
    sex: str = ""
    title: str = ""
    rating: int | None = None
    federation: str = ""
    fide_number: str = ""
    born: str = ""
    points: Fraction | None = None
    rank: int | None = None
    rounds: tuple[TrfGame, ...] = ()
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class TrfTeam:
    """A line 310, or 013 of the older files, which has only name and players (*number* is None)."""

    number: int | None
    name: str
    players: tuple[int, ...]
    nickname: str = ""
    strength: int | None = None
    match_points: Fraction | None = None
    game_points: Fraction | None = None
    rank: int | None = None
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class TrfLine:
    """Any other line, as it stands: a header, a comment, a bye, an extension, or something we do not know."""

    text: str
    line: int = field(default=0, compare=False)

    @property
    def tag(self) -> str:
        return self.text[:3]

    @property
    def value(self) -> str:
        return self.text[4:].strip()

    @property
    def is_header(self) -> bool:
        return self.tag in HEADERS


TrfRecord: TypeAlias = TrfPlayer | TrfTeam | TrfLine


@dataclass(frozen=True, slots=True)
class TrfReport:
    """A whole file: its records in their order."""

    records: tuple[TrfRecord, ...]

    @property
    def players(self) -> tuple[TrfPlayer, ...]:
        return tuple(record for record in self.records if isinstance(record, TrfPlayer))

    @property
    def teams(self) -> tuple[TrfTeam, ...]:
        """The teams; those of 2026 where a file has both kinds of record."""
        teams = tuple(record for record in self.records if isinstance(record, TrfTeam))
        return tuple(team for team in teams if team.number is not None) or teams

    def lines(self, tag: str) -> tuple[TrfLine, ...]:
        return tuple(record for record in self.records if isinstance(record, TrfLine) and record.tag == tag)

    def header(self, tag: str) -> str:
        """Return the text of the first header of that number that says something, or nothing."""
        return next((line.value for line in self.lines(tag) if line.value), "")


def looks_like_trf(data: bytes) -> bool:
    """Decide whether one of the first lines has a record's number: a player, or a header with text."""
    start = decode(data[:65536])
    return any(_is_ours(line) for line in start.splitlines()[:200])


def _is_ours(line: str) -> bool:
    return line[3:4].isspace() and (line[:3] == "001" or line[:3] in HEADERS)


def decode(data: bytes) -> str:
    """Decode UTF-8 if it can be, else Windows Latin (whose holes are read as Latin-1): what the programs in use
    write.
    """
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        pass
    try:
        return data.decode("cp1252")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def read_trf_report(data: bytes, *, file: str) -> TrfReport:
    """Read every line of a file, or refuse it with the line and the columns that are wrong."""
    if len(data) > MAX_BYTES:
        raise BadInput(f"{len(data):,} bytes is too large for a TRF file; the limit is {MAX_BYTES:,}", file=file)
    lines = decode(data).replace("\r\n", "\n").replace("\r", "\n").removesuffix("\n").split("\n")
    if not any(_is_ours(f"{line} ") for line in lines):
        raise BadInput("not a TRF file: no line begins with 001 or the number of a header", file=file, line=1)
    report = TrfReport(tuple(_record(line.rstrip(), file, number) for number, line in enumerate(lines, 1)))
    seen: set[int] = set()
    for player in report.players:
        if player.number in seen:
            field_ = PLAYER.fields[0].label
            raise BadInput(f"{player.number} is used twice", file=file, line=player.line, field=field_)
        seen.add(player.number)
    return report


def _record(text: str, file: str, number: int) -> TrfRecord:
    tag, separated = text[:3], not text[3:4].strip()
    if tag == "001" and separated:
        return _player(text, file, number)
    if tag in ("013", "310") and separated:
        return _team(text, file, number)
    return TrfLine(text, number)


def _player(text: str, file: str, line: int) -> TrfPlayer:
    shifted = first_shifted(text, PLAYER)
    if shifted is not None:
        why = f"{text[shifted - 1]!r} stands between two fields; the line is shifted, or a field runs over"
        raise BadInput(why, file=file, line=line, field=f"column {shifted}")
    fields, groups = read_row(text, PLAYER, file=file, number=line)
    number = fields["starting number"]
    if not isinstance(number, int) or number < 1:
        raise BadInput("a player needs a number from 1 on", file=file, line=line, field=PLAYER.fields[0].label)
    title = str(fields["title"])
    rounds = [_game(group, index, file, line) for index, group in enumerate(groups)]
    return TrfPlayer(
        number=number,
        name=str(fields["name"]),
        sex=str(fields["sex"]).lower(),
        title=ONE_LETTER.get(title.lower(), title.upper()),
        rating=cast("int | None", fields["rating"]),
        federation=str(fields["federation"]),
        fide_number=str(fields["FIDE number"]),
        born=str(fields["birth date"]),
        points=cast("Fraction | None", fields["points"]),
        rank=cast("int | None", fields["rank"]),
        rounds=_trimmed(rounds),
        line=line,
    )


def _game(group: tuple[TrfValue, ...], index: int, file: str, line: int) -> TrfGame:
    opponent, colour, result = cast("tuple[int | None, str, str]", group)
    columns = [column.moved(index * PLAYER.step) for column in PLAYER.repeated]
    colour, result = colour.lower(), result.upper()
    if colour not in ("w", "b", "-", ""):
        raise BadInput(f"{colour!r} is not a colour: w, b or -", file=file, line=line, field=columns[1].label)
    if result not in RESULTS:
        allowed = " ".join(sorted(RESULTS - {""}))
        raise BadInput(f"{result!r} is not a result: {allowed}", file=file, line=line, field=columns[2].label)
    return TrfGame(opponent, colour, result)


def _trimmed(rounds: list[TrfGame]) -> tuple[TrfGame, ...]:
    while rounds and rounds[-1].is_blank:
        rounds.pop()
    return tuple(rounds)


def _team(text: str, file: str, line: int) -> TrfTeam:
    fields, groups = read_row(text, LAYOUTS[text[:3]], file=file, number=line)
    players = tuple(group[0] for group in groups if group[0])
    return TrfTeam(
        number=cast("int | None", fields.get("number")),
        name=str(fields["name"]),
        players=cast("tuple[int, ...]", players),
        nickname=str(fields.get("nickname", "")),
        strength=cast("int | None", fields.get("strength")),
        match_points=cast("Fraction | None", fields.get("match points")),
        game_points=cast("Fraction | None", fields.get("game points")),
        rank=cast("int | None", fields.get("rank")),
        line=line,
    )


def line_fields(line: TrfLine, *, file: str) -> tuple[dict[str, TrfValue], list[tuple[TrfValue, ...]]]:
    """Read the fields of a line with known columns, and its repeated groups; a federation's tag is a rating's."""
    layout = LAYOUTS.get(line.tag)
    if layout is None and line.tag.isalpha() and line.tag.isupper():
        layout = NATIONAL
    if layout is None:
        raise KeyError(line.tag)
    return read_row(line.text, layout, file=file, number=line.line)


def trf_line(tag: str, fields: dict[str, TrfValue], groups: tuple[tuple[TrfValue, ...], ...] = ()) -> TrfLine:
    """Build a line of a record with known columns, such as a bye (240) or a forbidden pairing (260)."""
    return TrfLine(write_row(tag, LAYOUTS[tag], fields, groups))


def header_line(tag: str, text: str) -> TrfLine:
    """Build a header with its text; a line break in it becomes a blank."""
    return TrfLine(f"{tag} {' '.join(text.split())}".rstrip())


def write_trf(report: TrfReport) -> bytes:
    """Write the file of a report. `BadInput` names the field of a player or team that does not fit its columns."""
    return "".join(f"{_text(record)}{LINE_END}" for record in report.records).encode()


def _text(record: TrfRecord) -> str:
    if isinstance(record, TrfLine):
        return record.text
    if isinstance(record, TrfTeam):
        return _team_text(record)
    fields: dict[str, TrfValue] = {
        "starting number": record.number,
        "sex": record.sex,
        "title": record.title,
        "name": record.name,
        "rating": record.rating,
        "federation": record.federation,
        "FIDE number": record.fide_number,
        "birth date": record.born,
        "points": record.points,
        "rank": record.rank,
    }
    games: list[tuple[TrfValue, ...]] = [
        ("0000" if game.opponent == 0 else game.opponent, game.colour, game.result) for game in record.rounds
    ]
    return write_row("001", PLAYER, fields, tuple(games))


def _team_text(team: TrfTeam) -> str:
    players: tuple[tuple[TrfValue, ...], ...] = tuple((player,) for player in team.players)
    if team.number is None:
        return write_row("013", TEAM_2006, {"name": team.name}, players)
    fields: dict[str, TrfValue] = {
        "number": team.number,
        "name": team.name,
        "nickname": team.nickname,
        "strength": team.strength,
        "match points": team.match_points,
        "game points": team.game_points,
        "rank": team.rank,
    }
    return write_row("310", TEAM_2026, fields, players)
