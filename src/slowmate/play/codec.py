"""Events and games as plain JSON values and back, as a server stores them. Names of types and fields never change.

Instants are ISO 8601 in UTC, days ISO dates, spans of time whole seconds. Facts of grounds have their type:
``{"instant": ...}``, ``{"day": ...}``, ``{"seconds": ...}``, ``{"fraction": ...}``.
"""

import json
import types
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from datetime import date, datetime, timedelta
from enum import Enum
from functools import cache, lru_cache
from typing import Any, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from slowmate.board.moves import Colour
from slowmate.board.position import Position
from slowmate.play import clocks
from slowmate.play import events as ev
from slowmate.play.chain import Chain
from slowmate.play.evolve import restored
from slowmate.play.game import Game, Side
from slowmate.play.latest import remembers_latest
from slowmate.play.terms import Terms
from slowmate.records import BadInput
from slowmate.rulebook import Ground
from slowmate.rulebook.stored_grounds import ground_from, instant, plain_ground

Plain = dict[str, Any]
T = TypeVar("T")

EVENT_TYPES: dict[str, type] = {
    "arranged": ev.Arranged,
    "started": ev.Started,
    "move-made": ev.MoveMade,
    "receipt-stated": ev.ReceiptStated,
    "offer-declined": ev.OfferDeclined,
    "claim-made": ev.ClaimMade,
    "claim-rejected": ev.ClaimRejected,
    "ended": ev.Ended,
    "result-corrected": ev.ResultCorrected,
    "result-confirmed": ev.ResultConfirmed,
    "leave-taken": ev.LeaveTaken,
    "leave-ended": ev.LeaveEnded,
    "leave-granted": ev.LeaveGranted,
    "long-reflection-announced": ev.LongReflectionAnnounced,
    "reminded": ev.Reminded,
    "clock-refilled": ev.ClockRefilled,
    "conditionals-set": ev.ConditionalsSet,
    "conditionals-dropped": ev.ConditionalsDropped,
    "clocks-stopped": ev.ClocksStopped,
    "clocks-restarted": ev.ClocksRestarted,
    "clock-set": ev.ClockSet,
    "penalised": ev.Penalised,
    "misconduct-found": ev.MisconductFound,
    "adjudication-called": ev.AdjudicationCalled,
    "adjudication-called-off": ev.AdjudicationCalledOff,
    "illegal-move-found": ev.IllegalMoveFound,
    "irregularity-dismissed": ev.IrregularityDismissed,
    "position-reinstated": ev.PositionReinstated,
    "scoresheet-requested": ev.ScoresheetRequested,
    "scoresheet-handed-in": ev.ScoresheetHandedIn,
    "reconstruction-opened": ev.ReconstructionOpened,
    "game-reconstructed": ev.GameReconstructed,
    "game-reported": ev.GameReported,
    "handed-over": ev.HandedOver,
    "imported": ev.Imported,
    "ruled": ev.Ruled,
}
CONTROL_TYPES: dict[str, type] = {
    "classic": clocks.Classic,
    "fischer": clocks.Fischer,
    "fixed-days": clocks.FixedDays,
    "triple-block": clocks.TripleBlock,
    "unrecorded": clocks.Unrecorded,
}
_NAMES = {kind: name for names in (EVENT_TYPES, CONTROL_TYPES) for name, kind in names.items()}
_DAMAGE = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""Exceptions that reading damaged data raises."""
_PLAIN_TYPES = frozenset({type(None), bool, int, str})
_SECOND = timedelta(seconds=1)
_SIDES = ("white", "black")
_compact = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False, check_circular=False).encode
_REBUILT = ("terms", "start", "position", "moves", "occurrences", "anchor")
_STORED_FIELDS: dict[type, tuple[str, ...]] = {
    Game: tuple(part.name for part in fields(Game) if part.name not in (*_REBUILT, *_SIDES, "last")),
    Side: tuple(part.name for part in fields(Side)),
}


@remembers_latest
def event_to_json(event: ev.Event) -> Plain:
    """Return an event as a plain dictionary, with its stable name under ``type``. Do not change the dictionary.

    It is made once for both places that store a move: as an event, and as the last move of its game.
    """
    made: Plain = _plain(event)
    return made


def event_from_json(plain: Mapping[str, Any]) -> ev.Event:
    """Return the event of `event_to_json`; raise `BadInput` if it is not one."""
    if not isinstance(plain, Mapping):
        raise BadInput(f"{plain!r} is no event of a game")
    kind = EVENT_TYPES.get(str(plain.get("type")))
    if kind is None:
        raise BadInput(f"{plain.get('type')!r} is no event of a game", field="type")
    try:
        return cast("ev.Event", _reader(kind)(plain))
    except _DAMAGE as wrong:
        raise BadInput(f"this is no event as it was stored: {wrong!r}") from wrong


def game_to_text(game: Game) -> str:
    """Return a snapshot of a game as JSON: a server reads and writes one at every move.

    How often positions occurred is counted again on reading, and empty fields are left out. The terms are stored in
    full, for defaults may change.
    """
    snapshot = {
        "terms": _terms_to_text(game.terms),
        "white": _filled(game.white),
        "black": _filled(game.black),
        "moves": " ".join(game.moves),
        "anchor": game.anchor.numbers,
    }
    if game.last is not None:
        snapshot["last"] = event_to_json(game.last)
    return _compact(snapshot | _filled(game))


def game_from_text(text: str) -> Game:
    """Return the game of `game_to_text`. Only the moves since the last capture or pawn move are replayed."""
    try:
        plain = json.loads(text)
        terms, start = _terms_from_text(plain["terms"])
        if "mark" in (plain.get("turn") or {}):
            plain["turn"] = _turn_from_sums(plain, is_server=terms.transmission.is_server)
        parts = {name: read(plain[name]) for name, read in _game_parts() if name in plain}
        moves = plain["moves"].split()
        anchor = Position.from_numbers(plain["anchor"], chess960=start.is_chess960)
        position, occurrences = restored(anchor, moves[_plies(anchor) - _plies(start) :])
        return Game(
            terms=terms,
            start=start,
            position=position,
            moves=Chain.of(moves),
            occurrences=occurrences,
            anchor=anchor,
            **parts,
        )
    except _DAMAGE as wrong:
        raise BadInput(f"this is no game as it was stored: {wrong!r}") from wrong


def terms_from_text(text: str) -> Terms:
    """Return the terms of the game of `game_to_text`, without replaying anything."""
    try:
        return _terms_from_text(json.loads(text)["terms"])[0]
    except _DAMAGE as wrong:
        raise BadInput(f"this is no game as it was stored: {wrong!r}") from wrong


def _turn_from_sums(plain: Plain, *, is_server: bool) -> Plain:
    """Convert a turn of the old format, sums up to a mark; stopped time is taken to lie before the mark."""
    turn, mark = plain["turn"], instant(plain["turn"]["mark"])
    since = (mark - _seconds(turn["stopped"])).isoformat()
    is_stopped, is_known = bool(plain.get("stops") or plain.get("outcome")), is_server or not plain["moves"]
    return {
        "began": turn["began"],
        "received": turn["began"] if is_known else None,
        "stops": [{"since": since, "until": turn["mark"]}] if turn["stopped"] and not is_stopped else [],
        "stopped_since": since if is_stopped else None,
    }


def _filled(value: Game | Side) -> Plain:
    """Return the fields that are not empty, without those that have a form of their own."""
    return {name: _plain(part) for name in _STORED_FIELDS[type(value)] if (part := getattr(value, name))}


def control_to_json(control: clocks.TimeControl) -> Plain:
    """Return a time control as a plain dictionary, with its stable name under ``type``."""
    made: Plain = _plain(control)
    return made


def control_from_json(plain: Mapping[str, Any]) -> clocks.TimeControl:
    """Return the time control of `control_to_json`; raise `BadInput` if it is not one, or a number is impossible."""
    try:
        return cast("clocks.TimeControl", _reader(clocks.TimeControl)(plain))
    except _DAMAGE as wrong:
        raise BadInput(f"this is no time control: {wrong}", field="control") from wrong


@cache
def _game_parts() -> tuple[tuple[str, Callable[[Any], Any]], ...]:
    return tuple((name, _reader(hint)) for name, hint in _hints(Game).items() if name not in _REBUILT)


@lru_cache(maxsize=4096)
def _terms_to_text(terms: Terms) -> str:
    return _compact(_plain(terms))


@lru_cache(maxsize=4096)
def _terms_from_text(text: str) -> tuple[Terms, Position]:
    """Return terms and their starting position: the same for all games of an event."""
    terms = _reader(Terms)(json.loads(text))
    return terms, terms.start_position()


def _plies(position: Position) -> int:
    """Return the number of the half-move to be played."""
    return 2 * position.fullmove + (position.turn is Colour.BLACK)


# values to plain ones


def _plain(value: object) -> Any:  # noqa: ANN401 - JSON
    kind: type = type(value)
    if kind in _PLAIN_TYPES:  # nearly every value is one
        return value
    return _writer(kind)(value)


@cache
def _writer(kind: type) -> Callable[[Any], Any]:
    """Return a function that makes values of a type plain; made once for each type, as `_reader` is."""
    if issubclass(kind, Enum):
        return lambda value: value.value
    if issubclass(kind, str):
        return str
    if issubclass(kind, date):  # and datetime
        return lambda value: value.isoformat()
    if issubclass(kind, timedelta):
        return lambda value: value // _SECOND
    if issubclass(kind, tuple):
        return lambda value: [_plain(item) for item in value]
    if issubclass(kind, Ground):
        return plain_ground
    named = {"type": _NAMES[kind]} if kind in _NAMES else {}
    names = tuple(_hints(kind))  # type: ignore[arg-type]  # a dataclass by now
    return lambda value: named | {name: _plain(getattr(value, name)) for name in names}


# and back


@cache
def _hints(kind: type) -> dict[str, Any]:
    hints = get_type_hints(kind)
    return {part.name: hints[part.name] for part in fields(kind)}


@cache
def _reader(hint: Any) -> Callable[[Any], Any]:  # noqa: ANN401 - types
    """Return a function that reads values of a type, made once for each: a server reads a game at every move."""
    if get_origin(hint) in (Union, types.UnionType):
        return _one_of(get_args(hint))
    if get_origin(hint) is tuple:
        item = _reader(get_args(hint)[0])
        return lambda plain: tuple(map(item, _list(plain)))
    if hint in _READERS:
        return _READERS[hint]
    if is_dataclass(hint):
        return _fields(hint)  # type: ignore[arg-type]  # a dataclass, not an instance of one
    if isinstance(hint, type) and issubclass(hint, Enum):
        return hint
    raise TypeError(f"nothing of {hint!r} is stored")


def _fields(kind: type) -> Callable[[Mapping[str, Any]], Any]:
    parts = tuple((name, _reader(hint)) for name, hint in _hints(kind).items())
    return lambda plain: kind(**{name: read(plain[name]) for name, read in parts if name in plain})


def _one_of(hints: tuple[Any, ...]) -> Callable[[Any], Any]:
    """Return a reader of a value that may be missing, or of a time control, which names its own type."""
    named = {name: _reader(kind) for name, kind in CONTROL_TYPES.items() if kind in hints}
    others = tuple(_reader(hint) for hint in hints if hint is not type(None) and hint not in CONTROL_TYPES.values())

    def read(plain: Any) -> Any:  # noqa: ANN401 - JSON and types
        if plain is None:
            if type(None) not in hints:
                raise TypeError("a value is missing")
            return None
        if named:
            return named[plain["type"]](plain)
        (reader,) = others
        return reader(plain)

    return read


def _exactly(kind: type[T]) -> Callable[[object], T]:
    def check(plain: object) -> T:
        if type(plain) is not kind:
            raise TypeError(f"{plain!r} is not {kind.__name__}")
        return plain

    return check


_list = _exactly(list)
_whole = _exactly(int)


def _seconds(plain: object) -> timedelta:
    return timedelta(seconds=_whole(plain))


_READERS: dict[Any, Callable[[Any], Any]] = {
    str: _exactly(str),
    int: _exactly(int),
    bool: _exactly(bool),
    datetime: instant,
    date: date.fromisoformat,
    timedelta: _seconds,
    Ground: ground_from,
}
