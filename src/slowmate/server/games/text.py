"""Words about games in the reader's language, which several slices use."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from django.utils.translation import gettext, pgettext

from slowmate.server.site.folding import folded

if TYPE_CHECKING:
    from slowmate.server.games.queries.origin import GameOrigin

URGENT = timedelta(days=2)
DUE_SOON = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class TimeUrgency:
    """The urgency of a game: *step* for the style sheet, *words* beside its colour."""

    step: str
    words: str


def time_urgency(left: timedelta) -> TimeUrgency:
    """Return how urgent a game is by the time that is left: urgent under two days, soon under seven, else calm."""
    if left < URGENT:
        return TimeUrgency("urgent", gettext("urgent"))
    return TimeUrgency("soon", gettext("soon")) if left < DUE_SOON else TimeUrgency("calm", gettext("no hurry"))


def origin_words(origin: "GameOrigin") -> str:
    """Name what a game belongs to."""
    return origin.name or _kind_words(origin.kind)


def _kind_words(kind: str) -> str:
    """Name the kind of a game that belongs to no event."""
    words = {
        "challenge": pgettext("label of a game", "Challenge"),
        "match": pgettext("label of a game", "Match"),
        "arranged": pgettext("label of a game", "Arranged game"),
    }
    return words[kind]


def sorted_origins(origins: "Iterable[GameOrigin]") -> "list[GameOrigin]":
    """Sort origins by name, those with an event of ours first."""
    return sorted(origins, key=lambda origin: (not origin.event, folded(origin_words(origin))))


def origin_choices(origins: "Iterable[GameOrigin]") -> list[tuple[str, str]]:
    """Return the choices of a filter by event: the kind that is filtered by, and its words; each once."""
    return list({origin.kind: origin.event or origin_words(origin) for origin in origins}.items())


def origins_named(origins: "Iterable[GameOrigin]", word: str) -> "list[GameOrigin]":
    """Return the origins whose words contain a word, which is folded as in every search."""
    return [origin for origin in origins if word in folded(origin_words(origin))]
