"""A norm and a title as their own pages show them, with all they rest on."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from slowmate.rulebook.kept import grounds_from
from slowmate.server.accounts.permissions import Person
from slowmate.server.events.pages.rendered_grounds import RenderedGround, render_grounds
from slowmate.server.events.queries.record import names_in
from slowmate.server.events.text import title_words
from slowmate.server.people.models import Player
from slowmate.server.people.permissions import player_of
from slowmate.server.people.validators import FORMER
from slowmate.server.site.desk_items import DeskAction
from slowmate.server.titles.models import Norm, TitleAward
from slowmate.server.titles.permissions import is_his, may_recommend_award, may_settle_award, may_settle_norm
from slowmate.server.titles.queries.listing import OF_PLAYERS, NormLine, norm_lines
from slowmate.server.titles.queries.register import certificate_name
from slowmate.server.titles.queries.waiting import FOR_BOARD, award_ways
from slowmate.server.titles.text import body_words, points, route_words


@dataclass(frozen=True, slots=True)
class NormPage:
    norm: Norm
    words: str
    score: str
    needed: str
    who: str
    others: list[Norm]
    """What else the same result is a norm for."""
    grounds: list[RenderedGround]
    awards: list[TitleAward]
    instead: Norm | None
    """The norm that took its place."""
    may_settle: bool
    is_own: bool

    @property
    def is_confirmed(self) -> bool:
        return self.norm.state == Norm.State.CONFIRMED and self.norm.settled is not None


@dataclass(frozen=True, slots=True)
class AwardPage:
    award: TitleAward
    words: str
    ladies: str
    route: str
    who: str
    norms: list[NormLine]
    grounds: list[RenderedGround]
    ways: tuple[DeskAction, ...]
    """What whoever looks at it may do with it."""
    is_own: bool


def find_norm(pk: int) -> Norm | None:
    """A norm of the register: public, but those of whoever has left for good."""
    rows = Norm.objects.select_related("player__user", "section__event", "settled_by__player", "supersedes")
    return rows.exclude(player__name=FORMER).filter(pk=pk).first()


def of_same_result(norm: Norm) -> "QuerySet[Norm]":
    """All norms that one result of a player was found to be, in the same state."""
    same = {"player": norm.player_id, "event": norm.event, "started": norm.started, "state": norm.state}
    return Norm.objects.filter(**same).order_by("pk")


def norm_page(norm: Norm, person: Person) -> NormPage:
    others = sorted(of_same_result(norm).exclude(pk=norm.pk), key=lambda one: OF_PLAYERS.index(one.title))
    awards = norm.awards.filter(state__in=TitleAward.LIVE).order_by("earned", "pk")
    is_open = norm.state == Norm.State.PROPOSED
    return NormPage(
        norm,
        title_words(norm.title),
        points(norm.score),
        points(norm.needed),
        body_words(norm.confirmed_by),
        others,
        _told(norm.grounds, norm.player, norm),
        list(awards),
        getattr(norm, "superseded_by", None),
        is_open and may_settle_norm(person, norm),
        is_his(person, norm.player) if player_of(person) else False,
    )


def find_award(pk: int) -> TitleAward | None:
    rows = TitleAward.objects.select_related(
        "player__user", "section__event", "settled_by__player", "recommended_by__player"
    )
    return rows.exclude(player__name=FORMER).filter(pk=pk).first()


def award_page(award: TitleAward, person: Person) -> AwardPage:
    norms = award.norms.select_related("player", "section").order_by("earned", "pk")
    name = certificate_name(award)
    return AwardPage(
        award,
        title_words(award.title, award.number),
        title_words(name) if name != award.title else "",
        route_words(award.route),
        body_words(award.confirmed_by),
        norm_lines(list(norms)),
        _told(award.grounds, award.player),
        award_ways(award) if _may_deal(person, award) else (),
        is_his(person, award.player),
    )


def _may_deal(person: Person, award: TitleAward) -> bool:
    if award.state == TitleAward.State.CONFIRMED:
        return award.is_void and may_settle_award(person, award)
    if award.state != TitleAward.State.PROPOSED:
        return False
    if award.confirmed_by == FOR_BOARD and award.recommended is None:
        return may_recommend_award(person, award)
    return may_settle_award(person, award)


def _told(grounds: Sequence[dict[str, object]], player: Player, norm: Norm | None = None) -> list[RenderedGround]:
    """With the names of the players of its section, whom grounds may be about."""
    names = {str(player.pk): str(player.name)}
    if norm is not None and norm.section is not None:
        names |= names_in(norm.section)
    return render_grounds(grounds_from(grounds), names)
