"""Words about games in the reader's language, which several slices use."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Literal

from django.utils.translation import gettext, ngettext, pgettext

from slowmate.play.clocks import TimeControl
from slowmate.server.site.folding import folded

if TYPE_CHECKING:
    from slowmate.server.games.queries.origin import GameOrigin

SOON_SHARE = 4
"""A game is due soon when less is left than this part of what its clocks open with: a fourth."""
MAX_SOON = timedelta(days=7)
MAX_URGENT = timedelta(days=2)
"""Of games whose time control gives less, the same part of what is soon there."""


@dataclass(frozen=True, slots=True)
class TimeUrgency:
    """The urgency of a game: *step* for the style sheet and programs, *words* beside its colour."""

    step: Literal["soon", "urgent"]
    words: str

    @property
    def is_urgent(self) -> bool:
        return self.step == "urgent"


def time_urgency(left: timedelta, control: TimeControl | None) -> TimeUrgency | None:
    """Return how urgent a game is by the time that is left, measured against its time control; None: there is no hurry.

    Three days are little of fifty and all of a game of three days a move. A *control* that is not known counts as slow.
    """
    soon = min(MAX_SOON, control.opening().left / SOON_SHARE) if control is not None else MAX_SOON
    if left < soon * (MAX_URGENT / MAX_SOON):
        return TimeUrgency("urgent", gettext("urgent"))
    return TimeUrgency("soon", gettext("soon")) if left < soon else None


def moves_recorded(plies: int) -> str:
    """Say how many moves of a finished game are recorded."""
    moves = (plies + 1) // 2
    return ngettext("%(n)d move", "%(n)d moves", moves) % {"n": moves} if moves else gettext("without moves")


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
