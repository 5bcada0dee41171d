"""The origin of a game: a section of an event, a challenge, an event of which an archive gives only the name, or
nothing, where a director arranged it.

Lists, pages, mails, PGN, the API, calendars and searches all read it here; `games.text` puts it into words.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, QuerySet

from slowmate.server.games.models import Game

SECTION = "pairing__section"
"""From a game to its section, if it is played in one."""
WITH_ORIGIN = ("challenge", f"{SECTION}__event")
"""Relations of a game that `origin_of` reads, for `select_related`."""
COLUMNS = (
    *(f"{SECTION}__event_id", f"{SECTION}__event__name", f"{SECTION}_id", f"{SECTION}__name"),
    "challenge__games",
    "event_key",
)
"""The same for lists, in the order in which `from_columns` takes them."""
CHALLENGE, MATCH, ARRANGED = "challenge", "match", "arranged"
ARCHIVE = "archive/"
"""The prefix of the kind of a game of which an archive gives only the event's name."""


@dataclass(frozen=True, slots=True)
class GameOrigin:
    """The event, challenge or arrangement that a game belongs to."""

    event_id: int | None = None
    event: str | None = None
    section_id: int | None = None
    section: str | None = None
    games: int | None = None
    """The number of games of its challenge, one or two."""
    archive: str = ""
    """The name of its event in an archive, where the event has no table here."""

    @property
    def kind(self) -> str:
        """The value of a filter of games: the number of an event, or one of the words above."""
        if self.event_id is not None:
            return str(self.event_id)
        if self.archive:
            return f"{ARCHIVE}{self.archive}"
        return ARRANGED if self.games is None else MATCH if self.games > 1 else CHALLENGE

    @property
    def name(self) -> str:
        """Its own name: that of the section or of the archive's event; empty for challenges and arranged games."""
        if self.event:
            return f"{self.event}, {self.section}" if self.section else self.event
        return self.archive

    @property
    def label(self) -> str:
        """The name for programs, untranslated; empty if a director arranged the game."""
        return self.name or {CHALLENGE: "Challenge", MATCH: "Match", ARRANGED: ""}[self.kind]


def origin_of(game: Game) -> GameOrigin:
    """Return what a game belongs to, without a query if it was read `WITH_ORIGIN`."""
    pairing = getattr(game, "pairing", None)
    if pairing is not None:
        section = pairing.section
        return GameOrigin(section.event_id, section.event.name, section.pk, section.name)
    if game.challenge is not None:
        return GameOrigin(games=game.challenge.games)
    return GameOrigin(archive=game.event_key)


def from_columns(values: Sequence[Any]) -> GameOrigin:
    """Make the origin of a game that was read as `COLUMNS`."""
    event, name, section, section_name, games, key = values
    return GameOrigin(event, name, section, section_name, games, "" if event or games else key)


def of_kind(rows: "QuerySet[Game]", kind: str) -> "QuerySet[Game]":
    """Filter games by a kind, as `GameOrigin.kind` writes it; none, if nothing is of that kind."""
    if kind in _WITHOUT_EVENT:
        return rows.filter(_WITHOUT_EVENT[kind])
    if kind.startswith(ARCHIVE):
        return rows.filter(_of_archive(kind.removeprefix(ARCHIVE)))
    is_number = kind.isascii() and kind.isdigit() and len(kind) < 19  # a number that databases can hold
    return rows.filter(pairing__section__event=int(kind)) if is_number else rows.none()


_WITHOUT_EVENT = {
    CHALLENGE: Q(challenge__games=1),
    MATCH: Q(challenge__games__gt=1),
    ARRANGED: Q(challenge=None, pairing=None, event_key=""),
}


def _of_archive(name: str) -> Q:
    return Q(challenge=None, pairing=None, event_key=name)


def origins_in(rows: "QuerySet[Game]") -> set[GameOrigin]:
    """Return what some games belong to, each origin once, in one query."""
    values: Iterable[Any] = rows.order_by().values_list(*COLUMNS).distinct()
    return {from_columns(columns) for columns in values}


def games_from(origins: Iterable[GameOrigin]) -> Q:
    """Return the condition that a game has one of these origins."""
    origins = list(origins)
    condition = Q(pairing__section__in=[origin.section_id for origin in origins if origin.section_id])
    for origin in origins:
        if not origin.section_id:
            condition |= _of_archive(origin.archive) if origin.archive else _WITHOUT_EVENT[origin.kind]
    return condition
