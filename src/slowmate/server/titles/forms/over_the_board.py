"""An event over the board: sent as a file, or typed in, players first and then the results, round by round."""

import json
from collections.abc import Iterator, Sequence
from datetime import date
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from slowmate.formats.event_json import read_event
from slowmate.records import KINDS, Event, Result
from slowmate.server.people.forms import PlayerField
from slowmate.server.people.models import Player
from slowmate.server.site.fields import DayField
from slowmate.titles.fide.titles import FideTitle

LARGEST = 1_000_000
MAX_PLAYERS_TYPED = 24
MAX_ROUNDS_TYPED = 23
"""The limit for an event typed in; larger ones come as files."""
BY_HAND = ("fide-round-robin", "fide-double-round-robin", "fide-swiss")
COLUMNS = ("name", "federation", "title", "rating", "fide_id", "sex", "born")
RESULTS = (
    ("", "–"),
    (Result.WHITE_WINS.value, "1\N{NON-BREAKING HYPHEN}0"),
    (Result.DRAW.value, "½\N{NON-BREAKING HYPHEN}½"),
    (Result.BLACK_WINS.value, "0\N{NON-BREAKING HYPHEN}1"),
    (Result.WHITE_WINS_BY_FORFEIT.value, "+ / −"),
    (Result.BLACK_WINS_BY_FORFEIT.value, "− / +"),
    (Result.BOTH_FORFEIT.value, "− / −"),
)


class FileForm(forms.Form):
    """A report of an event."""

    file = forms.FileField(
        label=_("Tournament report (TRF) or EVENT.json"),
        max_length=120,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".trf,.txt,.json,text/plain,application/json"}),
    )

    def clean_file(self) -> tuple[str, bytes]:
        file: UploadedFile[bytes] = self.cleaned_data["file"]
        if (file.size or 0) > LARGEST:
            raise forms.ValidationError(_("The file is larger than 1 MB."))
        return str(file.name or "file"), file.read()


class ByHandForm(forms.Form):
    """The data of an event, and its players."""

    name = forms.CharField(label=_("Name of the event"), max_length=160)
    kind = forms.ChoiceField(
        label=_("System"), choices=[(slug, KINDS[slug].name.removeprefix("FIDE ")) for slug in BY_HAND]
    )
    rounds = forms.IntegerField(
        label=_("Rounds (of a Swiss; in a round robin they follow from the players)"),
        required=False,
        min_value=1,
        max_value=MAX_ROUNDS_TYPED,
    )
    city = forms.CharField(label=_("Place"), max_length=80, required=False)
    federation = forms.RegexField(label=_("Federation"), regex=r"^[A-Za-z]{3}$", required=False, max_length=3)
    start = DayField(label=_("First day"))
    end = DayField(label=_("Last day"))
    rate_of_play = forms.CharField(
        label=_("Rate of play"), max_length=80, required=False, help_text=_("Minutes and seconds a move, as 90+30.")
    )
    arbiter = forms.CharField(label=_("Chief arbiter"), max_length=120, required=False)
    arbiter_title = forms.ChoiceField(
        label=_("Title of the arbiter"), required=False, choices=[("", "–"), ("IA", "IA"), ("FA", "FA"), ("NA", "NA")]
    )
    players = forms.CharField(
        label=_("Players, one a line"),
        max_length=8000,
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false"}),
        help_text=_(
            "Family name, first name; federation; title; rating; FIDE number; sex (f or m); date of birth. "
            "What is not known stays empty: Nováková, Eva; CZE; WIM; 2250; 309001; f; 1990-02-01"
        ),
    )

    def clean_players(self) -> list[dict[str, Any]]:
        lines = [line for line in self.cleaned_data["players"].splitlines() if line.strip()]
        if not 2 <= len(lines) <= MAX_PLAYERS_TYPED:
            message = _("Between 2 and %(most)d players can be typed in; send the report of a larger event as a file.")
            raise forms.ValidationError(message, params={"most": MAX_PLAYERS_TYPED})
        return [_player(number, line) for number, line in enumerate(lines, 1)]

    def clean(self) -> dict[str, Any]:
        answers = super().clean() or {}
        start, end = answers.get("start"), answers.get("end")
        if start and end and end < start:
            self.add_error("end", _("The last day is before the first."))
        if answers.get("kind") == "fide-swiss" and not answers.get("rounds") and "rounds" not in self.errors:
            self.add_error("rounds", _("Say how many rounds there were."))
        return answers


def _player(number: int, line: str) -> dict[str, Any]:
    """Read one line of the players; errors name its number."""
    parts = [part.strip() for part in line.replace("\t", ";").split(";")]
    said = dict(zip(COLUMNS, parts, strict=False))
    where = {"line": number}
    if len(parts) > len(COLUMNS) or not said["name"]:
        raise forms.ValidationError(
            _("Line %(line)d: a player is a name and six more values, between semicolons."), params=where
        )
    if (sex := said.get("sex", "").lower()) not in ("", "f", "m"):
        raise forms.ValidationError(_("Line %(line)d: the sex is f or m."), params=where)
    if (title := said.get("title", "").upper()) not in ("", *FideTitle):
        raise forms.ValidationError(_("Line %(line)d: that is not a title of FIDE."), params=where)
    rating, born = said.get("rating", ""), said.get("born", "")
    if rating and not (rating.isdecimal() and 1 <= int(rating[:5]) <= 3500):
        raise forms.ValidationError(_("Line %(line)d: the rating is not a number from 1 to 3500."), params=where)
    if born:
        try:
            date.fromisoformat(born)
        except ValueError:
            message = _("Line %(line)d: write the date of birth as 1990-02-01.")
            raise forms.ValidationError(message, params=where) from None
    values = {
        "id": str(number),
        "name": said["name"][:120],
        "federation": said.get("federation", "").upper()[:3],
        "title": title,
        "rating": int(rating) if rating else None,
        "fide_id": said.get("fide_id", "")[:12],
        "sex": sex,
        "born": born,
    }
    return {name: value for name, value in values.items() if value}


class ResultsForm(forms.Form):
    """The games, a line each: who had White, who had Black, and the result. A round robin has its lines filled in."""

    def __init__(self, *args: Any, asked: dict[str, Any], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.asked = asked
        players = asked["players"]
        names = [("", "–"), *((player["id"], f"{player['id']} {player['name']}") for player in players)]
        self.lines = list(_pairings(asked["kind"], len(players), asked.get("rounds") or 0))
        for number, (_round, white, black) in enumerate(self.lines):
            for what, who in (("white", white), ("black", black)):
                self.fields[f"{what}-{number}"] = forms.ChoiceField(choices=names, required=False, initial=who)
            self.fields[f"result-{number}"] = forms.ChoiceField(choices=RESULTS, required=False)

    def rounds(self) -> "list[tuple[int, list[tuple[forms.BoundField, ...]]]]":
        """Return the fields, round by round."""
        by_round: dict[int, list[tuple[forms.BoundField, ...]]] = {}
        for number, (of, _white, _black) in enumerate(self.lines):
            row = tuple(self[f"{what}-{number}"] for what in ("white", "result", "black"))
            by_round.setdefault(of, []).append(row)
        return list(by_round.items())

    def clean(self) -> dict[str, Any]:
        answers = super().clean() or {}
        played: set[tuple[int, str]] = set()
        games: list[dict[str, Any]] = []
        for number, (of, _white, _black) in enumerate(self.lines):
            white, black, result = (answers.get(f"{what}-{number}", "") for what in ("white", "black", "result"))
            if not result and (not white or not black):
                continue
            game = {"line": number % 1000 + 1, "round": of}
            if not (white and black) or white == black:
                raise forms.ValidationError(_("Round %(round)d: a game is of two players."), params=game)
            if {(of, white), (of, black)} & played:
                raise forms.ValidationError(_("Round %(round)d: somebody plays twice in it."), params=game)
            played |= {(of, white), (of, black)}
            games.append({"white": white, "black": black, "round": of} | ({"result": result} if result else {}))
        if not any("result" in game for game in games):
            raise forms.ValidationError(_("No result is filled in."))
        self.games = games
        return answers

    def event(self) -> Event:
        """Return the event; `BadInput` if it cannot be one."""
        asked = self.asked
        said: dict[str, Any] = {
            "name": asked["name"],
            "kind": asked["kind"],
            "start": asked["start"].isoformat(),
            "end": asked["end"].isoformat(),
            "city": asked["city"],
            "federation": asked["federation"].upper(),
            "rate_of_play": asked["rate_of_play"],
            "rounds": max(of for of, _white, _black in self.lines),
            "players": asked["players"],
            "games": self.games,
        }
        if asked["arbiter"]:
            said["director"] = {"name": asked["arbiter"], "title": asked["arbiter_title"]}
        return read_event(json.dumps(said).encode(), file=gettext("the event"))


def _pairings(kind: str, players: int, rounds: int) -> Iterator[tuple[int, str, str]]:
    """Return round, White and Black of each line: of a round robin by the table of Berger, else empty."""
    if kind == "fide-swiss":
        yield from ((number, "", "") for number in range(1, rounds + 1) for _ in range(players // 2))
        return
    single = list(berger(players))
    yield from single
    if kind == "fide-double-round-robin":
        last = max(of for of, _white, _black in single)
        yield from ((of + last, black, white) for of, white, black in single)


def berger(players: int) -> Iterator[tuple[int, str, str]]:
    """Return the pairings of a round robin by the table of Berger: the last number stays, the others rotate."""
    size = players + players % 2
    half = size // 2
    for of in range(1, size):
        first = ((of - 1) * half) % (size - 1) + 1
        circle = [(first - 1 + step) % (size - 1) + 1 for step in range(size - 1)]
        pairs = [(circle[0], size) if of % 2 else (size, circle[0])]
        pairs += [(circle[step], circle[-step]) for step in range(1, half)]
        for white, black in pairs:
            if max(white, black) <= players:
                yield of, str(white), str(black)


class WhoForm(forms.Form):
    """The matches of an event's players with ours."""

    def __init__(self, *args: Any, players: Sequence[tuple[str, str]], known: dict[str, Player], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for key, name in players:
            initial = known[key].pk if key in known else ""
            self.fields[f"who-{key}"] = PlayerField(label=name, help_text="", required=False, initial=initial)

    def clean(self) -> dict[str, Any]:
        answers = super().clean() or {}
        self.who: dict[str, Player | None] = {name.removeprefix("who-"): player for name, player in answers.items()}
        return answers
