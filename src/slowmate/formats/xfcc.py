"""Xfcc, the web service by which correspondence chess programs fetch games and send moves: requests in, answers out.

It is SOAP 1.1 with two operations. A request is known by the first element in its Body, whatever its namespaces,
prefixes and SOAPAction are, as clients differ in all of them. An answer is written as the clients search it with
regular expressions: elements without prefixes and attributes, `soap:` for the envelope alone.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from enum import StrEnum
from xml.parsers.expat import ExpatError, ParserCreate
from xml.sax.saxutils import escape

NAMESPACE = "http://www.bennedik.com/webservices/XfccBasic"
CONTENT_TYPE = "text/xml; charset=utf-8"
ENVELOPE = "http://schemas.xmlsoap.org/soap/envelope/"
DEEPEST = 8
"""Elements inside one another that a request may have; four are needed."""
_UNPRINTABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_TRUE = frozenset({"1", "true"})


class Code(StrEnum):
    """The outcome of a request, in the words of the protocol."""

    SUCCESS = "Success"
    SERVER_ERROR = "ServerError"
    AUTHENTICATION_FAILED = "AuthenticationFailed"
    INVALID_GAME_ID = "InvalidGameID"
    NOT_YOUR_GAME = "NotYourGame"
    NOT_YOUR_TURN = "NotYourTurn"
    INVALID_MOVE_NUMBER = "InvalidMoveNumber"
    INVALID_MOVE = "InvalidMove"
    AMBIGUOUS = "MoveIsAmbigous"  # so the protocol spells it
    NO_DRAW_WAS_OFFERED = "NoDrawWasOffered"
    LOST_ON_TIME = "LostOnTime"
    ON_LEAVE = "YouAreOnLeave"
    UNAVAILABLE = "FeatureUnavailable"


class GameResult(StrEnum):
    """The result of a game. A default is sent as a win: clients do not agree which of the two WhiteDefaulted means."""

    ONGOING = "Ongoing"
    WHITE_WINS = "WhiteWins"
    BLACK_WINS = "BlackWins"
    DRAW = "Draw"
    WHITE_WIN_ADJUDICATED = "WhiteWinAdjudicated"
    BLACK_WIN_ADJUDICATED = "BlackWinAdjudicated"
    DRAW_ADJUDICATED = "DrawAdjudicated"
    BOTH_DEFAULTED = "BothDefaulted"
    ADJUDICATION_PENDING = "AdjudicationPending"


class NoRequest(ValueError):
    """The refusal of a body that is no request of this protocol."""


@dataclass(frozen=True, slots=True)
class Request:
    """An operation with its fields by name; one that was left out is empty."""

    operation: str
    fields: Mapping[str, str] = field(hash=False)

    def text(self, name: str) -> str:
        return self.fields.get(name, "").strip()

    def says(self, name: str) -> bool:
        """Decide whether a switch is set: clients write 1 or true."""
        return self.text(name).lower() in _TRUE

    def number(self, name: str) -> int | None:
        """Parse a number; None where there is none, or one beyond any game."""
        text = self.text(name)
        return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


@dataclass(frozen=True, slots=True, kw_only=True)
class XfccGame:
    """A game as it is sent to one of its players."""

    id: int
    white: str
    black: str
    event: str
    site: str
    is_my_turn: bool
    has_white: bool
    mine: timedelta
    """The time that the player who asks has left."""
    opponents: timedelta
    moves: str
    """With a comment after the last move: Scid stumbles over moves without."""
    is_draw_offered: bool
    result: GameResult
    event_date: str
    more: Mapping[str, str] = field(default_factory=dict, hash=False)
    """Further elements by name; empty ones are left out."""


def read_request(body: bytes) -> Request:
    """Read the request in a body, or raise `NoRequest`. Document types and entities of one's own are refused."""
    read = _Reader()
    parser = ParserCreate(namespace_separator=" ")
    parser.StartDoctypeDeclHandler = read.doctype
    parser.StartElementHandler, parser.EndElementHandler = read.start, read.end
    parser.CharacterDataHandler = read.text
    try:
        parser.Parse(_decode(body), True)  # noqa: FBT003 - the last part
    except ExpatError as wrong:
        raise NoRequest(f"this is no XML: {wrong}") from None
    if not read.operation:
        raise NoRequest("there is no operation in a soap:Body")
    return Request(read.operation, read.fields)


def _decode(body: bytes) -> str:
    """Decode UTF-8, or else Windows Latin: Scid says the one and sends the other."""
    try:
        return body.decode("utf-8-sig")
    except UnicodeDecodeError:
        return body.decode("cp1252", errors="replace")


class _Reader:
    """The first element of the Body and the elements in it, while a document is parsed."""

    __slots__ = ("fields", "operation", "place", "value")

    def __init__(self) -> None:
        self.place: list[str] = []
        self.operation = ""
        self.fields: dict[str, str] = {}
        self.value: list[str] = []

    def doctype(self, *_declared: object) -> None:
        raise NoRequest("a request declares no document type")

    def start(self, name: str, _attributes: object) -> None:
        self.place.append(name.rpartition(" ")[2])
        self.value = []
        if len(self.place) > DEEPEST:
            raise NoRequest("elements too deep in one another")
        if len(self.place) == 3 and self.place[:2] == ["Envelope", "Body"] and not self.operation:
            self.operation = self.place[2]

    def end(self, _name: str) -> None:
        if len(self.place) == 4 and self.place[:3] == ["Envelope", "Body", self.operation]:
            self.fields.setdefault(self.place[3], "".join(self.value))
        self.place.pop()
        self.value = []

    def text(self, data: str) -> None:
        self.value.append(data)


def games_answer(games: Iterable[XfccGame]) -> str:
    elements = "".join(f"<XfccGame>{_elements(_fields_of(game))}</XfccGame>" for game in games)
    return _envelope(_response("GetMyGames", elements))


def move_answer(code: Code) -> str:
    return _envelope(_response("MakeAMove", code.value))


def fault(code: Code, *, is_clients: bool = True) -> str:
    """Write a refusal of the whole request: the client's fault, or the server's."""
    side = "Client" if is_clients else "Server"
    elements = f"<faultcode>soap:{side}</faultcode><faultstring>{code.value}</faultstring>"
    return _envelope(f"<soap:Fault>{elements}</soap:Fault>")


def _fields_of(game: XfccGame) -> dict[str, str]:
    plain = {
        "id": str(game.id),
        "white": game.white,
        "black": game.black,
        "event": game.event,
        "site": game.site,
        "myTurn": _switch(is_on=game.is_my_turn),
        "hasWhite": _switch(is_on=game.has_white),
        **_clock("Player", game.mine),
        **_clock("Opponent", game.opponents),
        "moves": game.moves,
        "drawOffered": _switch(is_on=game.is_draw_offered),
        "result": game.result.value,
        "eventDate": game.event_date,
    }
    return {**plain, **{name: text for name, text in game.more.items() if text}}


def _clock(whose: str, left: timedelta) -> dict[str, str]:
    """Return the whole minutes that are left, without a sign or leading zeros."""
    minutes = max(0, int(left.total_seconds())) // 60
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    return {f"days{whose}": str(days), f"hours{whose}": str(hours), f"minutes{whose}": str(minutes)}


def _switch(*, is_on: bool) -> str:
    return "true" if is_on else "false"


def plain(text: str) -> str:
    """Return a text that may stand in a tag or a comment of PGN: Scid writes names and messages there as they come."""
    return " ".join(text.translate(str.maketrans('{}"\\', "()'/")).split())


def _elements(values: Mapping[str, str]) -> str:
    return "".join(f"<{name}>{escape(_UNPRINTABLE.sub('', text))}</{name}>" for name, text in values.items())


def _response(operation: str, result: str) -> str:
    elements = f"<{operation}Result>{result}</{operation}Result>"
    return f'<{operation}Response xmlns="{NAMESPACE}">{elements}</{operation}Response>'


def _envelope(body: str) -> str:
    xml = "http://www.w3.org/2001/XMLSchema"
    return (
        '<?xml version="1.0" encoding="utf-8"?>'
        f'<soap:Envelope xmlns:soap="{ENVELOPE}" xmlns:xsi="{xml}-instance" xmlns:xsd="{xml}">'
        f"<soap:Body>{body}</soap:Body></soap:Envelope>"
    )
