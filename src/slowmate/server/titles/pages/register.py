"""The register of norms and titles: the lines of its lists, and the pages of a norm and of a title."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date

from slowmate.rulebook.stored_grounds import grounds_from
from slowmate.server.accounts.permissions import Person
from slowmate.server.events.pages.rendered_grounds import RenderedGround, render_grounds
from slowmate.server.events.queries.record import names_in
from slowmate.server.events.queries.reviews import review_flag
from slowmate.server.events.text import title_words
from slowmate.server.people.models import Player, TitleHeld
from slowmate.server.people.permissions import player_of
from slowmate.server.site.desk_items import DeskAction
from slowmate.server.titles.models import Norm, TitleAward
from slowmate.server.titles.pages.desk_items import award_actions
from slowmate.server.titles.permissions import is_own, may_recommend_award, may_settle_award, may_settle_norm
from slowmate.server.titles.queries.desk_rows import FOR_BOARD
from slowmate.server.titles.queries.register import certificate_name
from slowmate.server.titles.queries.register_lists import (
    PLAYER_TITLES,
    Result,
    of_same_result,
    result_of,
    title_rank,
    titles_by_result,
)
from slowmate.server.titles.text import body_words, points, route_words, short_title


@dataclass(frozen=True, slots=True)
class TitleLine:
    """A title that a player holds, as lists show it."""

    player: Player
    title: str
    number: int
    short: str
    confirmed: date
    source: str
    award: TitleAward | None
    """The award with its grounds, if this server made it."""
    ladies: str
    """The ladies' name of the title, if the certificate has it."""
    is_under_review: bool = False
    """A result on which it rests was corrected, and what follows is not decided yet."""


def title_lines(rows: Sequence[TitleHeld]) -> list[TitleLine]:
    """Return titles as lines."""
    return [_title_line(row) for row in rows]


def _title_line(row: TitleHeld) -> TitleLine:
    award: TitleAward | None = getattr(row, "award", None)
    ladies = ""
    if award is not None:
        award.player = row.player
        name = certificate_name(award)
        ladies = name if name != row.title else ""
    short = short_title(row.title, row.number)
    reviewed = getattr(row, "is_under_review", False)
    return TitleLine(row.player, row.title, row.number, short, row.confirmed, row.source, award, ladies, reviewed)


@dataclass(frozen=True, slots=True)
class RegisteredNorm:
    """A norm as lists show it; *others* are the other titles that the same result is a norm for."""

    norm: Norm
    score: str
    needed: str
    others: tuple[str, ...] = ()


def norm_lines(rows: Sequence[Norm]) -> list[RegisteredNorm]:
    """Return norms as lines, each with the other norms of its result: one more query."""
    titles = titles_by_result(rows)
    return [_norm_line(row, titles[result_of(row)]) for row in rows]


def _norm_line(row: Norm, titles: Collection[str]) -> RegisteredNorm:
    others = tuple(title for title in PLAYER_TITLES if title != row.title and title in titles)
    return RegisteredNorm(row, points(row.score), points(row.needed), others)


def norms_of_player(player: Player) -> list[RegisteredNorm]:
    """Return the highest norm of each result of a player, the latest first: one query."""
    live = player.norms.filter(state__in=Norm.LIVE).annotate(is_under_review=review_flag("section"))
    rows = list(live.order_by("-earned", "pk"))
    titles: dict[Result, list[str]] = defaultdict(list)
    for row in rows:
        titles[result_of(row)].append(row.title)
    highest = {result: min(map(title_rank, several)) for result, several in titles.items()}
    return [_norm_line(row, titles[result_of(row)]) for row in rows if title_rank(row.title) == highest[result_of(row)]]


@dataclass(frozen=True, slots=True)
class NormPage:
    """A norm with its grounds, and what a reader may do with it."""

    norm: Norm
    words: str
    score: str
    needed: str
    who: str
    others: list[Norm]
    """The other norms of the same result."""
    grounds: list[RenderedGround]
    awards: list[TitleAward]
    instead: Norm | None
    """The norm that superseded it."""
    may_settle: bool
    is_own: bool

    @property
    def is_confirmed(self) -> bool:
        return self.norm.state == Norm.State.CONFIRMED and self.norm.settled is not None


@dataclass(frozen=True, slots=True)
class AwardPage:
    """A title with its norms and grounds, and what a reader may do with it."""

    award: TitleAward
    words: str
    ladies: str
    route: str
    who: str
    norms: list[RegisteredNorm]
    grounds: list[RenderedGround]
    ways: tuple[DeskAction, ...]
    """What the reader may do with it."""
    is_own: bool


def norm_page(norm: Norm, person: Person) -> NormPage:
    """Return the page of a norm for a reader."""
    others = sorted(of_same_result(norm).exclude(pk=norm.pk), key=lambda other: PLAYER_TITLES.index(other.title))
    awards = norm.awards.filter(state__in=TitleAward.LIVE).order_by("earned", "pk")
    is_open = norm.state == Norm.State.PROPOSED
    return NormPage(
        norm,
        title_words(norm.title),
        points(norm.score),
        points(norm.needed),
        body_words(norm.confirmed_by),
        others,
        _grounds_of(norm.grounds, norm.player, norm),
        list(awards),
        getattr(norm, "superseded_by", None),
        is_open and may_settle_norm(person, norm),
        is_own(person, norm.player) if player_of(person) else False,
    )


def award_page(award: TitleAward, person: Person) -> AwardPage:
    """Return the page of a title for a reader."""
    norms = award.norms.select_related("player", "section").order_by("earned", "pk")
    name = certificate_name(award)
    return AwardPage(
        award,
        title_words(award.title, award.number),
        title_words(name) if name != award.title else "",
        route_words(award.route),
        body_words(award.confirmed_by),
        norm_lines(list(norms)),
        _grounds_of(award.grounds, award.player),
        award_actions(award) if _may_deal(person, award) else (),
        is_own(person, award.player),
    )


def _may_deal(person: Person, award: TitleAward) -> bool:
    if award.state == TitleAward.State.CONFIRMED:
        return award.is_void and may_settle_award(person, award)
    if award.state != TitleAward.State.PROPOSED:
        return False
    if award.confirmed_by == FOR_BOARD and award.recommended is None:
        return may_recommend_award(person, award)
    return may_settle_award(person, award)


def _grounds_of(grounds: Sequence[dict[str, object]], player: Player, norm: Norm | None = None) -> list[RenderedGround]:
    """Render grounds with the names of the players they may be about."""
    names = {str(player.pk): str(player.name)}
    if norm is not None and norm.section is not None:
        names |= names_in(norm.section)
    return render_grounds(grounds_from(grounds), names)
