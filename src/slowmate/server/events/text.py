"""Words for what events are, and how far they have come, in the reader's language."""

from datetime import date
from fractions import Fraction
from typing import Protocol

from django.utils.translation import gettext, ngettext

from slowmate.play.terms import Transmission
from slowmate.records import KINDS, Family
from slowmate.server.site import clock
from slowmate.server.site.text import day, word
from slowmate.words import score

TRANSMISSIONS = {one.value for one in Transmission}


def kind_words(slug: str) -> str:
    """What kind of event it is."""
    return word("kind", slug)


def family_words(family: Family) -> str:
    """The type of tournament a kind belongs to, as section 0.1 has them."""
    return {
        Family.CHAMPIONSHIP: gettext("Championships"),
        Family.PROMOTION: gettext("Promotion tournaments"),
        Family.CUP: gettext("Cups"),
        Family.NORM: gettext("Norm tournaments"),
        Family.CHAMPIONS_LEAGUE: gettext("Champions League"),
        Family.SPECIAL: gettext("Special tournaments"),
        Family.FIDE: gettext("Over the board"),
    }[family]


def kinds_by_family() -> list[tuple[str, list[tuple[str, str]]]]:
    """Every kind of event, for choosing one: types in the order of the rules, each with its kinds."""
    return [
        (family_words(family), [(kind.slug, kind_words(kind.slug)) for kind in KINDS.values() if kind.family is family])
        for family in Family
    ]


def mode_words(transmission: str) -> str:
    """How moves travel."""
    return word("transmission", transmission)


def modes() -> list[tuple[str, str]]:
    return [(one.value, mode_words(one.value)) for one in Transmission]


def shared_place(place: int, sharing: int) -> str:
    """A place as it is written; several who share it have them all: 2–3."""
    return f"{place}–{place + sharing - 1}" if sharing > 1 else str(place)


def points_of_games(points: Fraction, games: int) -> str:
    """What somebody scored: 7½ from 12."""
    return gettext("%(points)s from %(games)d") % {"points": score(points), "games": games}


def games_running(number: int) -> str:
    return ngettext("%(n)d game is still running", "%(n)d games are still running", number) % {"n": number}


class Dated(Protocol):
    """What has a start and perhaps an end: an event, or a section."""

    @property
    def start(self) -> date: ...

    @property
    def ended(self) -> date | None: ...


def dates_of(one: Dated) -> str:
    """When something is played: from when, and once it is over until when."""
    if one.ended:
        return f"{day(one.start)} – {day(one.ended)}"
    words = gettext("since %(day)s") if one.start <= clock.now().date() else gettext("starts on %(day)s")
    return words % {"day": day(one.start)}
