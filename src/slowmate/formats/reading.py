"""Reading JSON so that whatever is wrong is named by file, line and field."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from enum import Enum
from fractions import Fraction
from typing import Any, TypeVar

from slowmate.records import BadInput

E = TypeVar("E", bound=Enum)

MAX_BYTES = 16 * 1024 * 1024
MOST_POINTS = 1_000_000
YEARS = range(1800, 2200)
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{},:]|[^\s\[\]{},:"]+', re.DOTALL)


def parse_json(data: bytes, *, file: str, what: str, limit: int = MAX_BYTES) -> "Node":
    """Parse a document that should be one JSON object."""
    if len(data) > limit:
        raise BadInput(f"{len(data):,} bytes is too large for {what}; the limit is {limit:,}", file=file)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise BadInput("not UTF-8 text; save the file as UTF-8", file=file, line=line) from None
    if not text.strip():
        raise BadInput(f"the file is empty; expected {what} as JSON", file=file)
    try:
        value = json.loads(text, parse_constant=_refuse_constant)
    except json.JSONDecodeError as error:
        raise BadInput(f"not JSON: {error.msg.lower()} at column {error.colno}", file=file, line=error.lineno) from None
    except (RecursionError, ValueError) as error:
        why = "nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise BadInput(f"not JSON we can read: {why}", file=file, line=1) from None
    if not isinstance(value, dict):
        raise BadInput(f"{what} is a JSON object, written {{...}}, not {_name(value)}", file=file, line=1)
    return Node(value, (), text, file)


def day_of(text: str) -> date:
    """Parse a day such as 2018-03-01 in a possible year of play; raise `ValueError` that says what is wrong."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise ValueError(f"{text!r} is not a date; write it as 2018-03-01") from None
    if day.year not in YEARS:
        raise ValueError(f"{text} is not between {YEARS.start} and {YEARS.stop - 1}")
    return day


SEX_WORDS = {
    **dict.fromkeys(("f", "w", "female", "woman", "women", "girl", "žena", "ž", "frau", "femme", "mujer"), "f"),
    **dict.fromkeys(("m", "male", "man", "men", "boy", "muž", "mann", "homme", "hombre"), "m"),
}
"""What tables of other programs write, in small letters: FIDE's lists have F, M and w."""


def sex_of(text: str) -> str:
    """Parse a sex, `f` or `m`, from a letter or a word in small or capital letters; "" of an empty text.

    Raise `ValueError` that says what is wrong.
    """
    word = text.strip().lower()
    if word and word not in SEX_WORDS:
        raise ValueError(f"{text[:40]!r} is not one of f, m; F, M, W, female, male and the like are read as well")
    return SEX_WORDS.get(word, "")


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not a number")


def _name(value: object) -> str:
    names = {dict: "an object", list: "a list", str: "text", bool: "true or false", type(None): "null"}
    return names.get(type(value), "a number")


@dataclass(frozen=True, slots=True)
class Node:
    """An object of the document and the way to it; its methods read one field each, or refuse."""

    value: dict[str, Any]
    path: tuple[str | int, ...]
    text: str
    file: str

    def bad(self, key: str | None, why: str) -> BadInput:
        path = self.path if key is None else (*self.path, key)
        shown = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path).lstrip(".")
        return BadInput(why, file=self.file, line=_line_of(self.text, path), field=shown or None)

    def has(self, key: str) -> bool:
        return self.value.get(key) is not None

    def _required(self, key: str, types: type | tuple[type, ...], name: str) -> Any:  # noqa: ANN401 - JSON is any
        if key not in self.value:
            raise self.bad(key, f"missing; expected {name}")
        value = self.value[key]
        if not isinstance(value, types) or (isinstance(value, bool) and types is not bool):
            raise self.bad(key, f"expected {name}, not {_name(value)}")
        return value

    def text_of(self, key: str) -> str:
        """Read text, or a number taken as text: ids are often written as numbers."""
        value = str(self._required(key, (str, int), "text")).strip()
        if not value:
            raise self.bad(key, "empty; expected text")
        return value

    def exact_text(self, key: str) -> str:
        """Read text as it stands, with the spaces around it."""
        value: str = self._required(key, str, "text")
        return value

    def optional_text(self, key: str) -> str | None:
        return self.text_of(key) if self.has(key) and self.value[key] != "" else None

    def whole(self, key: str, *, least: int, most: int) -> int:
        value: int = self._required(key, int, "a whole number")
        if not least <= value <= most:
            raise self.bad(key, f"{value} is outside {least} to {most}")
        return value

    def optional_whole(self, key: str, *, least: int, most: int) -> int | None:
        return self.whole(key, least=least, most=most) if self.has(key) else None

    def optional_score(self, key: str) -> Fraction | None:
        """Read points: whole, or with a half."""
        if not self.has(key):
            return None
        value = self.optional_points(key, least=0)
        if value is None or (2 * value).denominator != 1:
            raise self.bad(key, f"{self.value[key]} is not a number of points, such as 7 or 7.5")
        return value

    def optional_points(self, key: str, *, least: int = -MOST_POINTS) -> Fraction | None:
        """Read points in decimals, exactly as they are written."""
        if not self.has(key):
            return None
        value = self._required(key, (int, float), "points such as 7.5")
        if not least <= value <= MOST_POINTS:
            raise self.bad(key, f"{value} is not a number of points, such as 7 or 7.5")
        return Fraction(str(value))

    def flag(self, key: str, *, default: bool) -> bool:
        return bool(self._required(key, bool, "true or false")) if self.has(key) else default

    def day(self, key: str) -> date:
        value = self._required(key, str, "a date such as 2018-03-01")
        try:
            return day_of(value)
        except ValueError as error:
            raise self.bad(key, str(error)) from None

    def optional_day(self, key: str) -> date | None:
        return self.day(key) if self.has(key) else None

    def end_day(self, *, start: date | None = None) -> date | None:
        """Read the field `end`, which may be missing and cannot be before `start`, or before a given *start*."""
        end, start = self.optional_day("end"), start or self.optional_day("start")
        if end is not None and start is not None and end < start:
            raise self.bad("end", f"{end} is before the start, {start}")
        return end

    def days(self, key: str) -> tuple[date | None, ...]:
        """Read a list of dates; null is a day that is not known."""
        values = self._required(key, list, "a list of dates")
        held = {str(number): value for number, value in enumerate(values)}
        node = Node(held, (*self.path, key), self.text, self.file)
        return tuple(node.optional_day(number) for number in held)

    def choice(self, key: str, kinds: type[E]) -> E:
        value = self._required(key, str, "text")
        for kind in kinds:
            if kind.value == value:
                return kind
        raise self.bad(key, f"{value!r} is not one of {', '.join(str(kind.value) for kind in kinds)}")

    def child(self, key: str) -> "Node":
        return Node(self._required(key, dict, "an object"), (*self.path, key), self.text, self.file)

    def children(self, key: str) -> "Iterator[Node]":
        values = self._required(key, list, "a list")
        for number, value in enumerate(values):
            path = (*self.path, key, number)
            if not isinstance(value, dict):
                shown = Node({}, path, self.text, self.file)
                raise shown.bad(None, f"expected an object, not {_name(value)}")
            yield Node(value, path, self.text, self.file)

    def list_of(self, key: str) -> list[Any]:
        """Return a list of any values."""
        values: list[Any] = self._required(key, list, "a list")
        return values

    def texts(self, key: str) -> tuple[str, ...]:
        values = self._required(key, list, "a list of ids")
        for value in values:
            if not isinstance(value, str | int) or isinstance(value, bool):
                raise self.bad(key, f"expected a list of ids, found {_name(value)} in it")
        return tuple(str(value) for value in values)


def listed(node: Node, key: str) -> tuple[Node, ...]:
    """Return the objects of a list that may be missing."""
    return tuple(node.children(key)) if node.has(key) else ()


def names(node: Node, key: str) -> tuple[str, ...]:
    """Return the texts of a list that may be missing."""
    return node.texts(key) if node.has(key) else ()


def _line_of(text: str, path: tuple[str | int, ...]) -> int:
    """Return the line on which a value begins, or that of the object it is missing from; *text* is valid JSON."""
    tokens = [(token.group(), token.start()) for token in _TOKEN.finditer(text)]
    at = 0
    for step in path:
        inner = _member(tokens, at, step)
        if inner is None:
            break
        at = inner
    return text.count("\n", 0, tokens[at][1]) + 1


def _member(tokens: list[tuple[str, int]], at: int, step: str | int) -> int | None:
    """Return the token at which a member of the object or list that begins at *at* begins."""
    opening, number, here = tokens[at][0], 0, at + 1
    while opening in "{[" and tokens[here][0] not in "}]":
        if tokens[here][0] == ",":
            here += 1
        key: str | int = number
        if opening == "{":
            key, here = json.loads(tokens[here][0]), here + 2
        if key == step:
            return here
        number, here = number + 1, _after(tokens, here)
    return None


def _after(tokens: list[tuple[str, int]], here: int) -> int:
    """Return the token behind the value that begins here."""
    depth = 0
    while True:
        depth += (tokens[here][0] in "{[") - (tokens[here][0] in "}]")
        here += 1
        if depth == 0:
            return here
