"""Fields that several forms share: a length of time, a time zone, moves as people write them."""

import csv
import re
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import cache
from importlib.resources import files
from itertools import groupby
from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from slowmate.formats.pgn_text import TokenKind, split_games, tokens
from slowmate.server.site.days import require_possible_day
from slowmate.server.site.digits import parse_positive_int
from slowmate.server.site.folding import folded

MOVE_NUMBER = re.compile(r"^(?:\d{1,3})?[.…]+")
RESULTS = frozenset({"1-0", "0-1", "1/2-1/2", "½-½", "*"})
LONGEST_PGN = 200_000
"""Characters, or bytes of a file: a game of the greatest length with a comment on every move is far below it."""
_MOST = {"days": 3650, "hours": 23, "minutes": 59}


class TimeWidget(forms.MultiWidget):
    """Days, hours and minutes side by side, each with its name."""

    template_name = "site/time_widget.html"
    use_fieldset = True

    def __init__(self) -> None:
        made: dict[str, forms.Widget | type[forms.Widget]] = {
            name: forms.NumberInput(attrs={"min": 0, "max": most, "inputmode": "numeric"})
            for name, most in _MOST.items()
        }
        super().__init__(made)

    def decompress(self, value: timedelta | None) -> list[int | None]:
        if value is None:
            return [None, None, None]
        seconds = max(0, int(value.total_seconds()))
        return [seconds // 86_400, seconds % 86_400 // 3600, seconds % 3600 // 60]


class TimeField(forms.MultiValueField):
    """A length of time; nothing where nothing was filled in."""

    def __init__(self, **options: Any) -> None:
        parts = tuple(
            forms.IntegerField(required=False, min_value=0, max_value=most, localize=False) for most in _MOST.values()
        )
        super().__init__(parts, widget=TimeWidget(), require_all_fields=False, **options)

    def compress(self, data_list: list[int | None]) -> timedelta | None:
        if not data_list or all(part is None for part in data_list):
            return None
        days, hours, minutes = (part or 0 for part in data_list)
        return timedelta(days=days, hours=hours, minutes=minutes)


@dataclass(frozen=True, slots=True)
class TypedGame:
    """A game typed or sent in a file: its moves, and the result if there is one."""

    moves: tuple[str, ...]
    result: str = ""


def typed_game(text: str) -> TypedGame:
    """Return the moves of a text: moves as people write them, or a game in PGN without its tags, comments, offers and
    variations. `ValueError`, in the reader's words, if they cannot be told apart."""
    games = list(split_games(text.replace("…", "...").splitlines(keepends=True)))
    if len(games) > 1:
        raise ValueError(_("There are several games in it. Give the moves of this game only."))
    read = list(tokens("".join(games[0].moves))) if games else []
    if any(game.broken for game in games) or any(token.kind is TokenKind.BROKEN for token in read):
        raise ValueError(_("It cannot be read: a tag, a comment or a variation is not closed."))
    marks = [token.text for token in read if token.kind is TokenKind.RESULT]
    tag = games[0].tags.get("Result", "") if games else ""
    result = (marks or [tag])[-1].replace("½-½", "1/2-1/2")
    moves = tuple(_with_its_capital(token.text) for token in read if token.kind is TokenKind.MOVE)
    return TypedGame(moves, "" if result == "*" else result)


def _with_its_capital(move: str) -> str:
    """Write the piece of a move as a capital. No file is called n, r, q or k, so that nf3 can only be the knight; b
    stays, because it may be a pawn."""
    return move[0].upper() + move[1:] if move[0] in "nrqk" else move


def typed_moves(text: str) -> tuple[str, ...]:
    """Return the moves of a text as people write them; what cannot be told apart stays word by word, to be refused."""
    try:
        return typed_game(text).moves
    except ValueError:
        return tuple(text.split())


def typed_move(text: str) -> str:
    """Return one move as people write it, without its number (23... Nf5); a text that is no move stays as it is."""
    words = (MOVE_NUMBER.sub("", word) for word in text.split())
    moves = [_with_its_capital(word) for word in words if word and word not in RESULTS]
    return " ".join(moves) or text.strip()


class GameWidget(forms.MultiWidget):
    """Moves in a box, or a file with them."""

    template_name = "site/game_widget.html"
    use_fieldset = True

    def __init__(self) -> None:
        box = forms.Textarea(attrs={"rows": 6, "spellcheck": "false"})
        super().__init__({"": box, "file": forms.FileInput(attrs={"accept": ".pgn,.txt,text/plain"})})

    def decompress(self, value: str | None) -> list[str | None]:
        return [value, None]


class GameField(forms.MultiValueField):
    """All moves of a game: typed, pasted as PGN, or in a PGN file, which then counts instead of what is in the box."""

    def __init__(self, **options: Any) -> None:
        parts = (
            forms.CharField(required=False, max_length=LONGEST_PGN),
            forms.FileField(required=False, max_length=120, allow_empty_file=True),
        )
        super().__init__(parts, widget=GameWidget(), require_all_fields=False, **options)

    def compress(self, data_list: list[Any]) -> TypedGame:
        text, file = data_list or ("", None)
        if isinstance(file, UploadedFile):
            text = _text_of(file)
        try:
            game = typed_game(text or "")
        except ValueError as wrong:
            raise forms.ValidationError(str(wrong)) from None
        if file and not game.moves:
            raise forms.ValidationError(_("There are no moves in the file."))
        return game


def _text_of(file: "UploadedFile[bytes]") -> str:
    """Read a file as text. PGN is defined in Latin-1, and mostly written in UTF-8."""
    if (file.size or 0) > LONGEST_PGN:
        raise forms.ValidationError(_("The file is too large for one game: 200 KB at most."))
    data: bytes = file.read()
    if b"\0" in data:
        raise forms.ValidationError(_("That is no text. Send the game as a PGN file."))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


class MoveField(forms.CharField):
    """One move, numbered or not."""

    def clean(self, value: str | None) -> str:
        return typed_move(super().clean(value))


class DayField(forms.DateField):
    def __init__(self, **options: Any) -> None:
        super().__init__(widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"), **options)

    def clean(self, value: Any) -> date | None:
        day: date | None = super().clean(value)
        _require_possible(day)
        return day


def _require_possible(moment: date | None) -> None:
    """Refuse a day or an instant that nobody can mean."""
    if moment is not None:
        try:
            require_possible_day(moment)
        except ValueError as impossible:
            raise forms.ValidationError(str(impossible)) from None


class InstantField(forms.DateTimeField):
    """A day and a time in the reader's own zone, to the minute."""

    def __init__(self, **options: Any) -> None:
        widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
        super().__init__(widget=widget, **options)

    def clean(self, value: Any) -> datetime | None:
        try:
            instant: datetime | None = super().clean(value)
        except OverflowError:  # a day at the end of the calendar, in a zone that is beyond it
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid") from None
        _require_possible(instant)
        return instant


MAX_ROWS_SENT = 1000


class RowNumberField(forms.CharField):
    """The number of a row; *missing* where none was sent, or something that is no number."""

    def __init__(self, *, missing: int | None = 0, **options: Any) -> None:
        super().__init__(required=False, widget=forms.HiddenInput(), **options)
        self.missing = missing

    def clean(self, value: Any) -> int | None:
        number = parse_positive_int(str(value or ""))
        return self.missing if number is None else number


class RowNumbersField(forms.Field):
    """The numbers of the rows that were ticked; what is no number is left out."""

    def __init__(self, **options: Any) -> None:
        super().__init__(required=False, widget=forms.MultipleHiddenInput(), **options)

    def clean(self, value: Any) -> list[int]:
        numbers = (parse_positive_int(text) for text in (value or [])[:MAX_ROWS_SENT])
        return [number for number in numbers if number is not None]


class TypedTextField(forms.Field):
    """A text exactly as it was typed, cut to *max_length*: what reads it says what is wrong with it."""

    def __init__(self, max_length: int, **options: Any) -> None:
        super().__init__(required=False, **options)
        self.max_length = max_length

    def clean(self, value: Any) -> str:
        return (value or "")[: self.max_length]


class SentFileField(forms.Field):
    """A file as it was sent, None where there is none: what reads it says what is wrong with it."""

    widget = forms.FileInput

    def __init__(self, **options: Any) -> None:
        super().__init__(required=False, **options)


class SeenField(forms.CharField):
    """The state in which the page showed what a step is about; None where the page did not say."""

    def __init__(self, **options: Any) -> None:
        super().__init__(required=False, widget=forms.HiddenInput(), empty_value=None, **options)


DATA = files("slowmate.server") / "data"
NO_PLACES = frozenset({"localtime", "Factory", "posixrules"})
"""Names among the time zones that mean nothing to people."""


REGIONS = {
    "Europe": _("Europe"),
    "Atlantic": _("Atlantic"),
    "Africa": _("Africa"),
    "America": _("America"),
    "Asia": _("Asia"),
    "Australia": _("Australia"),
    "Pacific": _("Pacific"),
}


@cache
def _rows(file: str) -> tuple[dict[str, str], ...]:
    """Return the rows of a table of names: beside the English one a column for each language that we have."""
    with (DATA / file).open(encoding="utf-8") as table:
        return tuple(csv.DictReader(table))


def _language() -> str:
    return (get_language() or "").partition("-")[0]


def _zones() -> list[Any]:
    """Return the usual time zones by region, after UTC, in the reader's language."""
    regions = groupby((row["zone"] for row in _rows("zones.csv")), key=lambda zone: zone.partition("/")[0])
    listed = (
        (REGIONS[region], sorted(((zone, place_words(zone)) for zone in zones), key=lambda named: folded(named[1])))
        for region, zones in regions
    )
    return [("UTC", "UTC"), *listed]


def place_words(zone: str) -> str:
    """Name the place of a time zone in the reader's language, as far as we have it."""
    return _places(_language()).get(zone) or zone.partition("/")[2].replace("_", " ") or zone


@cache
def _places(language: str) -> dict[str, str]:
    return {row["zone"]: row.get(language, "") for row in _rows("zones.csv")}


@cache
def _known_zones() -> frozenset[str]:
    """Return all time zones; cached, because they are read from many files."""
    return frozenset(available_timezones() - NO_PLACES)


class ZoneField(forms.ChoiceField):
    """A time zone; UTC where none is given. The usual ones are listed, and any other is taken that a browser names."""

    def __init__(self, **options: Any) -> None:
        words = _("All times and deadlines are shown in it. UTC is the time of Greenwich, without summer time.")
        super().__init__(
            **{"label": _("Time zone"), "help_text": words, "initial": "UTC", "required": False, **options},
            choices=_zones,
        )

    def keep(self, zone: str) -> None:
        """Offer also a zone that is not listed, so that it is shown as it is."""
        if zone != "UTC" and all(zone != row["zone"] for row in _rows("zones.csv")):
            self.choices = [(zone, zone.replace("_", " ")), *_zones()]

    def valid_value(self, value: str) -> bool:
        return value in _known_zones() or super().valid_value(value)

    def clean(self, value: str | None) -> str:
        return super().clean(value) or "UTC"


def federations() -> dict[str, str]:
    """Return the chess federations of the world: names by code in the reader's language, in the order of the names.

    The codes are FIDE's, which ICCF uses too. They were checked against FIDE's own list of federations, as lichess has
    it, and against an older one of the Irish Chess Union; which of them are members of ICCF changes from congress to
    congress, and is not stored here.
    """
    return _federations_in(_language())


@cache
def _federations_in(language: str) -> dict[str, str]:
    names = {row["code"]: row.get(language) or row["name"] for row in _rows("federations.csv")}
    return dict(sorted(names.items(), key=lambda named: folded(named[1])))


def _federations() -> list[Any]:
    return [("", _("none")), *((code, f"{name} ({code})") for code, name in federations().items())]


class FederationField(forms.ChoiceField):
    """A federation, by its code."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"label": _("Federation"), "required": False, **options}, choices=_federations)

    def keep(self, code: str) -> None:
        """Offer also a federation that is not in the table, so that it is not lost."""
        if code and code not in federations():
            self.choices = [*_federations(), (code, code)]

    def to_python(self, value: str | None) -> str:
        code: str = super().to_python(value)
        return code.strip().upper()
