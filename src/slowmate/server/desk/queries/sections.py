"""The sections somebody directs, with a light for each game: what waits for him, what to watch, what runs well."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Case, Exists, F, OuterRef, Q, QuerySet, Value, When
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from slowmate.server.accounts.models import User
from slowmate.server.desk.queries.desk import SILENT
from slowmate.server.events.models import Section
from slowmate.server.events.permissions import may_direct_section
from slowmate.server.events.queries.record import name_of
from slowmate.server.games.models import Game, LeaveInGame
from slowmate.server.games.text import URGENT
from slowmate.server.people.permissions import holds_direction
from slowmate.server.site.text import result, span

AT_ONCE = 25
"""Sections on one page."""
COLUMNS = (
    *("pairing__section_id", "pk", "white__name", "black__name", "status", "result", "awaits_director"),
    *("on_move__name", "deadline", "last_move_at", "starts"),
)


class Step(StrEnum):
    """What a light says to a director; the style sheet knows them by these names."""

    STOP = "stop"
    """Something waits for his decision."""
    WATCH = "watch"
    """A flag is about to fall, or somebody is silent."""
    WELL = "well"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Light:
    """One light, with its words: colours say nothing alone."""

    step: Step
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
    """What the player on move has left; empty where nothing ends by itself."""
    silence: str
    """How long he has not moved; empty where nobody has to."""

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
    """He is named for it; else nobody in office is."""

    @property
    def finished(self) -> int:
        return sum(game.light.step is Step.OVER for game in self.games)

    @property
    def lights(self) -> list[Light]:
        """How many games have which light, in words; those that are over have none."""
        numbers = Counter(game.light.step for game in self.games)
        words = {
            Step.STOP: ngettext("%(n)d waits for you", "%(n)d wait for you", numbers[Step.STOP]),
            Step.WATCH: ngettext("%(n)d to watch", "%(n)d to watch", numbers[Step.WATCH]),
            Step.WELL: ngettext("%(n)d runs well", "%(n)d run well", numbers[Step.WELL]),
        }
        return [Light(step, text % {"n": numbers[step]}) for step, text in words.items() if numbers[step]]


def directed_sections(person: User) -> "QuerySet[Section]":
    """The sections a director directs, those first in which a game waits for him, then running ones: those he is named
    for, and of the others that run those of nobody in office; none in which he plays."""
    if not holds_direction(person):
        return Section.objects.none()
    shown = (Section.State.RUNNING, Section.State.POSTED, Section.State.FINISHED)
    named = Q(director=person, state__in=shown) | Q(state=Section.State.RUNNING)
    rows = may_direct_section.rows(person).filter(named).select_related("event")
    order = Case(*(When(state=state, then=Value(place)) for place, state in enumerate(shown)))
    waiting = Exists(Game.objects.filter(pairing__section=OuterRef("pk"), awaits_director=True))
    return rows.order_by(waiting.desc(), order, "-start", "event__name", "number")


def page_of_sections(person: User, number: str | None, *, at: datetime) -> "Page[Any]":
    """One page of them, in a constant number of queries however many games there are."""
    page: Page[Any] = Paginator(directed_sections(person), AT_ONCE).get_page(number)
    page.object_list = lit(list(page.object_list), person, at=at)
    return page


def lit(sections: Sequence[Section], person: User, *, at: datetime) -> list[LitSection]:
    """Sections with the lights of their games: two queries."""
    games: dict[int, list[LitGame]] = defaultdict(list)
    for game in _games(Game.objects.filter(pairing__section__in=sections), at):
        games[game.section].append(game)
    return [
        LitSection(section, name_of(section), _worst_first(games[section.pk]), section.director_id == person.pk)
        for section in sections
    ]


def _worst_first(games: Iterable[LitGame]) -> list[LitGame]:
    order = list(Step)
    return sorted(games, key=lambda game: (order.index(game.light.step), game.pk))


def _games(rows: "QuerySet[Game]", at: datetime) -> Iterable[LitGame]:
    away = dict(
        LeaveInGame.objects.filter(game__in=rows, begins__lte=at, ends__gt=at, player=F("game__on_move")).values_list(
            "game_id", "last"
        )
    )
    for values in rows.order_by().values_list(*COLUMNS):
        yield _lit_game(*values, away=away, at=at)


def _lit_game(
    section: int,
    pk: int,
    white: str,
    black: str,
    status: str,
    ended: str,
    awaits: bool,  # noqa: FBT001 - a column
    on_move: str | None,
    deadline: datetime | None,
    last_move_at: datetime | None,
    starts: datetime,
    *,
    away: Mapping[int, date],
    at: datetime,
) -> LitGame:
    still = at - (last_move_at or starts) if on_move else timedelta(0)
    left = deadline - at if deadline else None
    return LitGame(
        section=section,
        pk=pk,
        white=white,
        black=black,
        on_move=on_move or "",
        light=_light(status, ended, awaits=awaits, left=left, still=still, is_away=pk in away),
        clock=span(left) if left is not None and left > timedelta(0) else "",
        silence=_days(still) if on_move and still.days else "",
    )


def _light(status: str, ended: str, *, awaits: bool, left: timedelta | None, still: timedelta, is_away: bool) -> Light:
    """What stops a game comes first, then the clock, then silence; time on leave is none."""
    if awaits:
        return Light(Step.STOP, _("waits for your decision"))
    if status == Game.Status.FINISHED:
        return Light(Step.OVER, result(ended))
    if status == Game.Status.WAITING:
        return Light(Step.WELL, _("not started"))
    if is_away:
        return Light(Step.WELL, _("on leave"))
    if left is not None and left < URGENT:
        return Light(Step.WATCH, _("the flag is about to fall"))
    if still >= SILENT:
        return Light(Step.WATCH, _("silent for %(days)s") % {"days": _days(still)})
    return Light(Step.WELL, _("in play"))


def _days(time: timedelta) -> str:
    return ngettext("%(n)d day", "%(n)d days", time.days) % {"n": time.days}
