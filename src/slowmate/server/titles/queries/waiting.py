"""What waits for the Qualifications Commissioner and for the Executive Board, as the desk asks for it."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from itertools import groupby

from django.db.models import F, Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from slowmate.rulebook import Ground
from slowmate.rulebook.kept import grounds_from
from slowmate.server.accounts.models import User
from slowmate.server.people.models import Office, Player
from slowmate.server.people.permissions import holds
from slowmate.server.site.desk_items import BulkAction, DeskAction, DeskItem, Urgency
from slowmate.server.site.text import day
from slowmate.server.titles.models import Norm, TitleAward
from slowmate.server.titles.permissions import may_keep_titles, may_recommend_award, may_settle_award, may_settle_norm
from slowmate.server.titles.queries.register_lists import PLAYER_TITLES
from slowmate.server.titles.text import points, route_words, short_title
from slowmate.titles.iccf.confirmation import ConfirmingBody

NORM, TITLE = "norm", "title"
FOR_BOARD = ConfirmingBody.COMMISSIONER_FOR_BOARD


def waiting(person: User, *, at: datetime) -> list[DeskItem]:  # noqa: ARG001 - however long it has waited
    """Norms and titles that were found, and titles that no longer follow: each result and each title on a line."""
    found: list[DeskItem] = []
    if may_keep_titles(person):
        norms = _norms(person).select_related("player", "section__event").order_by("found", "player", "event", "pk")
        results = groupby(norms, key=lambda norm: (norm.player_id, norm.event, norm.started))
        found += [_of_norms(list(several)) for _result, several in results]
    awards = _awards(person).select_related("player", "section__event").order_by("found", "pk")
    return found + [_of_award(award) for award in (awards if _has_office(person) else ())]


def number_waiting(person: User, *, at: datetime) -> int:  # noqa: ARG001
    if not _has_office(person):
        return 0
    titles = _awards(person).order_by().values_list("player_id", "title", "earned", "pk")
    if not may_keep_titles(person):
        return titles.count()
    results = _norms(person).order_by().values_list("player_id", "event", "started").distinct()
    return titles.union(results.annotate(one=F("player_id")), all=True).count()


def ways_of(person: User) -> list[tuple[str, str]]:
    """Where the desk leads the commissioner."""
    return [(_("Titles and norms"), reverse("titles"))] if may_keep_titles(person) else []


def _has_office(person: User) -> bool:
    return holds(person, Office.Kind.QUALIFICATIONS, Office.Kind.EXECUTIVE_BOARD)


def _norms(person: User) -> "QuerySet[Norm]":
    """Return the norms that wait for somebody."""
    return may_settle_norm.rows(person).filter(state=Norm.State.PROPOSED)


def _awards(person: User) -> "QuerySet[TitleAward]":
    """Return the titles that wait for somebody. Those before Congress are decided with their application."""
    proposed, by_board = Q(state=TitleAward.State.PROPOSED), Q(confirmed_by=FOR_BOARD)
    to_confirm = Q(confirmed_by=ConfirmingBody.COMMISSIONER) | (by_board & Q(recommended__isnull=False))
    to_settle = (proposed & to_confirm) | Q(state=TitleAward.State.CONFIRMED, is_void=True)
    to_recommend = proposed & Q(recommended__isnull=True)
    return TitleAward.objects.filter(
        (may_settle_award.among(person) & to_settle) | (may_recommend_award.among(person) & to_recommend)
    )


def _of_norms(norms: Sequence[Norm]) -> DeskItem:
    """All titles that one result is a norm for, under the best of them."""
    norm = min(norms, key=lambda one: PLAYER_TITLES.index(one.title))
    titles = [title for title in PLAYER_TITLES if title in {one.title for one in norms}]
    facts = {"score": points(norm.score), "needed": points(norm.needed), "titles": ", ".join(titles)}
    return DeskItem(
        key=f"{NORM}-{norm.pk}",
        kind=NORM,
        kind_words=_("Norms"),
        since=norm.found,
        urgency=Urgency.ASKED,
        words=_("A norm to confirm: %(title)s") % {"title": norm.title},
        link=reverse("norm", args=[norm.pk]),
        event_id=norm.section.event_id if norm.section else None,
        event=norm.section.event.name if norm.section else norm.event,
        players=(str(norm.player.name),),
        facts=(
            (_("Titles"), facts["titles"]),
            (_("Score"), facts["score"]),
            (_("Needed"), facts["needed"]),
            (_("Games that count"), str(norm.counted)),
            (_("Made on"), day(norm.earned)),
        ),
        grounds=_naming(norm.player, norm.grounds),
        ways=(
            DeskAction(_("Confirm"), reverse("norm-act", args=[norm.pk, "confirm"]), {}),
            DeskAction(
                _("Do not confirm"),
                reverse("norm-act", args=[norm.pk, "dismiss"]),
                {},
                _("The result of %(score)s points, where %(needed)s were needed, is no norm: ") % facts,
            ),
        ),
        together=BulkAction(_("Confirm the ticked norms"), reverse("norms-confirm"), "norm"),
        ticked=str(norm.pk),
    )


def _naming(player: Player, kept: Sequence[dict[str, object]]) -> tuple[Ground, ...]:
    """Grounds as they were kept, with the name of the player where they have his number."""
    grounds, about = grounds_from(kept), {"player": str(player.name)}
    of_him = (str(player.pk), player.pk)
    return tuple(
        replace(ground, facts={**ground.facts, **about}) if ground.facts.get("player") in of_him else ground
        for ground in grounds
    )


def _of_award(award: TitleAward) -> DeskItem:
    title = short_title(award.title, award.number)
    return DeskItem(
        key=f"{TITLE}-{award.pk}",
        kind=TITLE,
        kind_words=_("Titles"),
        since=award.found,
        urgency=Urgency.NEWS if award.is_void else Urgency.ASKED,
        words=_award_words(award) % {"title": title},
        link=reverse("award", args=[award.pk]),
        event_id=award.section.event_id if award.section else None,
        event=award.section.event.name if award.section else "",
        players=(str(award.player.name),),
        facts=(
            (_("Title"), title),
            (_("Earned"), f"{route_words(award.route)}, {day(award.earned)}"),
            (_("Rests on"), award.source),
        ),
        grounds=_naming(award.player, award.grounds),
        ways=award_ways(award),
    )


def _award_words(award: TitleAward) -> str:
    if award.is_void:
        return _("A title that no longer follows: %(title)s")
    if award.confirmed_by == FOR_BOARD and award.recommended is None:
        return _("A title to recommend: %(title)s")
    return _("A title to confirm: %(title)s")


def award_ways(award: TitleAward) -> tuple[DeskAction, ...]:
    """What its office can do with a title."""

    def to(what: str) -> str:
        return reverse("award-act", args=[award.pk, what])

    if award.is_void:
        drafted = _("It was confirmed by the results as they stood then.")
        return (DeskAction(_("Let it stand"), to("keep"), {}, drafted),)
    if award.confirmed_by == FOR_BOARD and award.recommended is None:
        return (DeskAction(_("Recommend"), to("recommend"), {}),)
    drafted = _("The title does not follow from %(source)s: ") % {"source": award.source}
    return (DeskAction(_("Confirm"), to("confirm"), {}), DeskAction(_("Do not confirm"), to("dismiss"), {}, drafted))
