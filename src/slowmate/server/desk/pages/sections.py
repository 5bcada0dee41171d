"""The sections a person directs, with a light for each game: what waits for them, what to watch, what runs well."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from django.core.paginator import Page, Paginator
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from slowmate.server.accounts.models import User
from slowmate.server.desk.queries.desk import SILENT
from slowmate.server.desk.queries.sections import DirectedGame, directed_sections, games_of
from slowmate.server.events.models import Section
from slowmate.server.events.queries.record import name_of
from slowmate.server.games.models import Game
from slowmate.server.games.text import time_urgency
from slowmate.server.site.text import result, span

PAGE_SIZE = 25


class LightKind(StrEnum):
    """Lights for directors; the style sheet has these names."""

    STOP = "stop"
    """Something waits for their decision."""
    WATCH = "watch"
    """A flag is about to fall, or a player is silent."""
    WELL = "well"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Light:
    """One light, with its words: colours say nothing alone."""

    kind: LightKind
    words: str


@dataclass(frozen=True, slots=True)
class LitGame:
    """A game of a section as its director looks over it."""

    section: int
    pk: int
    white: str
    black: str
    on_move: str
    light: Light
    clock: str
    """The time the player on move has left; empty where nothing ends by itself."""
    silence: str
    """The time the player on move has taken; empty if nobody has to move."""

    @property
    def names(self) -> str:
        return f"{self.white} – {self.black}"


@dataclass(frozen=True, slots=True)
class LitSection:
    """A section with the lights of its games, those first that want something."""

    section: Section
    name: str
    games: Sequence[LitGame]
    is_own: bool
    """The director is named for it; else nobody in office is."""

    @property
    def finished(self) -> int:
        return sum(game.light.kind is LightKind.OVER for game in self.games)

    @property
    def lights(self) -> list[Light]:
        """The number of games by light, in words; finished games have none."""
        numbers = Counter(game.light.kind for game in self.games)
        words = {
            LightKind.STOP: ngettext("%(n)d waits for you", "%(n)d wait for you", numbers[LightKind.STOP]),
            LightKind.WATCH: ngettext("%(n)d to watch", "%(n)d to watch", numbers[LightKind.WATCH]),
            LightKind.WELL: ngettext("%(n)d runs well", "%(n)d run well", numbers[LightKind.WELL]),
        }
        return [Light(kind, text % {"n": numbers[kind]}) for kind, text in words.items() if numbers[kind]]


def page_of_sections(person: User, number: str | None, *, at: datetime) -> "Page[Any]":
    """Return one page of sections, in a constant number of queries however many games there are."""
    page: Page[Any] = Paginator(directed_sections(person), PAGE_SIZE).get_page(number)
    page.object_list = lit(list(page.object_list), person, at=at)
    return page


def lit(sections: Sequence[Section], person: User, *, at: datetime) -> list[LitSection]:
    """Return sections with the lights of their games: two queries."""
    games: dict[int, list[LitGame]] = defaultdict(list)
    for game in games_of(sections, at=at):
        games[game.section].append(_lit_game(game, at=at))
    return [
        LitSection(section, name_of(section), _worst_first(games[section.pk]), section.director_id == person.pk)
        for section in sections
    ]


def _worst_first(games: Iterable[LitGame]) -> list[LitGame]:
    order = list(LightKind)
    return sorted(games, key=lambda game: (order.index(game.light.kind), game.pk))


def _lit_game(game: DirectedGame, *, at: datetime) -> LitGame:
    silence = at - (game.last_move_at or game.starts) if game.on_move else timedelta(0)
    left = game.deadline - at if game.deadline else None
    return LitGame(
        section=game.section,
        pk=game.pk,
        white=game.white,
        black=game.black,
        on_move=game.on_move or "",
        light=_light(game, left=left, silence=silence),
        clock=span(left) if left is not None and left > timedelta(0) else "",
        silence=_days(silence) if game.on_move and silence.days else "",
    )


def _light(game: DirectedGame, *, left: timedelta | None, silence: timedelta) -> Light:
    """Return what stops a game first, then the clock, then silence; time on leave is none."""
    if game.awaits_director:
        return Light(LightKind.STOP, _("waits for your decision"))
    if game.status == Game.Status.FINISHED:
        return Light(LightKind.OVER, result(game.result))
    if game.status == Game.Status.WAITING:
        return Light(LightKind.WELL, _("not started"))
    if game.is_away:
        return Light(LightKind.WELL, _("on leave"))
    urgency = time_urgency(left, game.control) if left is not None else None
    if urgency is not None and urgency.is_urgent:
        return Light(LightKind.WATCH, _("the flag is about to fall"))
    if silence >= SILENT:
        return Light(LightKind.WATCH, _("silent for %(days)s") % {"days": _days(silence)})
    return Light(LightKind.WELL, _("in play"))


def _days(time: timedelta) -> str:
    return ngettext("%(n)d day", "%(n)d days", time.days) % {"n": time.days}
