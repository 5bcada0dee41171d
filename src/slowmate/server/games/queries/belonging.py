"""What a game belongs to: a section of an event, a challenge, an event of which an archive tells no more than the name,
or nothing, where a director arranged it.

Everything that names it asks here: lists, pages, mails, PGN, the API, calendars, searches.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils.translation import pgettext

from slowmate.server.games.models import Game
from slowmate.server.site.folding import folded

SECTION = "pairing__section"
"""From a game to its section, if it is played in one."""
WITH_BELONGING = ("challenge", f"{SECTION}__event")
"""What `belonging_of` reads of a game beside its row: for `select_related`."""
COLUMNS = (
    *(f"{SECTION}__event_id", f"{SECTION}__event__name", f"{SECTION}_id", f"{SECTION}__name"),
    "challenge__games",
    "event_key",
)
"""The same for lists, in the order in which `from_columns` takes them."""
CHALLENGE, MATCH, ARRANGED = "challenge", "match", "arranged"
ARCHIVE = "archive/"
"""What the kind of a game begins with of whose event only the name is known."""


@dataclass(frozen=True, slots=True)
class Belonging:
    """What a game belongs to; as text, its words."""

    event_id: int | None = None
    event: str | None = None
    section_id: int | None = None
    section: str | None = None
    games: int | None = None
    """Of the challenge that it came of, one or two."""
    archive: str = ""
    """What an archive calls its event, where it has no table here."""

    def __str__(self) -> str:
        return self.words

    @property
    def kind(self) -> str:
        """By which games are looked for: the number of an event, or one of the words above."""
        if self.event_id is not None:
            return str(self.event_id)
        if self.archive:
            return f"{ARCHIVE}{self.archive}"
        return ARRANGED if self.games is None else MATCH if self.games > 1 else CHALLENGE

    @property
    def label(self) -> str:
        """For programs, in no language but that of the names; empty where a director arranged the game."""
        if self.event:
            return named(self.event, self.section or "")
        return self.archive or {CHALLENGE: "Challenge", MATCH: "Match", ARRANGED: ""}[self.kind]

    @property
    def words(self) -> str:
        """For people."""
        if self.event:
            return named(self.event, self.section or "")
        return self.archive or kind_words(self.kind)

    @property
    def event_link(self) -> str:
        return reverse("event", args=[self.event_id]) if self.event_id else ""

    @property
    def regulations_link(self) -> str:
        """Where the event says what its regulations are; empty where there is no event."""
        return f"{self.event_link}#announcement" if self.event_id else ""

    @property
    def section_link(self) -> str:
        return reverse("section", args=[self.section_id]) if self.section_id else ""


def named(event: str, section: str) -> str:
    """A section as it is called where it stands alone; that of an event that has but one may have no name."""
    return f"{event}, {section}" if section else event


def kind_words(kind: str) -> str:
    """Where a game is of no event."""
    words = {
        CHALLENGE: pgettext("label of a game", "Challenge"),
        MATCH: pgettext("label of a game", "Match"),
        ARRANGED: pgettext("label of a game", "Arranged game"),
    }
    return words[kind]


def belonging_of(game: Game) -> Belonging:
    """What a game belongs to: no query, if it was read `WITH_BELONGING`."""
    pairing = getattr(game, "pairing", None)
    if pairing is not None:
        section = pairing.section
        return Belonging(section.event_id, section.event.name, section.pk, section.name)
    if game.challenge is not None:
        return Belonging(games=game.challenge.games)
    return Belonging(archive=game.event_key)


def from_columns(values: Sequence[Any]) -> Belonging:
    """The same of a game that was read as `COLUMNS`."""
    event, name, section, section_name, games, key = values
    return Belonging(event, name, section, section_name, games, "" if event or games else key)


def of_kind(rows: "QuerySet[Game]", kind: str) -> "QuerySet[Game]":
    """Of some games those of a kind, as `Belonging.kind` writes it; none, if nothing is of that kind."""
    if kind in _WITHOUT_EVENT:
        return rows.filter(_WITHOUT_EVENT[kind])
    if kind.startswith(ARCHIVE):
        return rows.filter(_of_archive(kind.removeprefix(ARCHIVE)))
    is_number = kind.isascii() and kind.isdigit() and len(kind) < 19  # of a number that databases know
    return rows.filter(pairing__section__event=int(kind)) if is_number else rows.none()


_WITHOUT_EVENT = {
    CHALLENGE: Q(challenge__games=1),
    MATCH: Q(challenge__games__gt=1),
    ARRANGED: Q(challenge=None, pairing=None, event_key=""),
}


def _of_archive(name: str) -> Q:
    return Q(challenge=None, pairing=None, event_key=name)


def found_in(rows: "QuerySet[Game]") -> list[Belonging]:
    """All that some games belong to, each once: one query."""
    values: Iterable[Any] = rows.order_by().values_list(*COLUMNS).distinct()
    return sorted({from_columns(found) for found in values}, key=lambda found: (not found.event, folded(found.words)))


def kinds_in(found: Iterable[Belonging]) -> list[tuple[str, str]]:
    """The events of what games belong to, and what is none: what they are looked for by, and the words of it."""
    return list({one.kind: one.event or one.words for one in found}.items())


def that_say(found: Iterable[Belonging], word: str) -> Q:
    """Games that belong to something whose words contain a word, folded as people look for it."""
    fitting = [one for one in found if word in folded(one.words)]
    asked = Q(pairing__section__in=[one.section_id for one in fitting if one.section_id])
    for one in fitting:
        if not one.section_id:
            asked |= _of_archive(one.archive) if one.archive else _WITHOUT_EVENT[one.kind]
    return asked
