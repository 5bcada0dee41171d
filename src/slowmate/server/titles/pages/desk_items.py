"""What waits on the desk for the Qualifications Commissioner, the Executive Board and Congress, in words."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _

from slowmate.rulebook import Ground
from slowmate.rulebook.stored_grounds import ground_from, grounds_from
from slowmate.server.accounts.models import User
from slowmate.server.people.models import Player
from slowmate.server.site.desk_items import BulkAction, DeskAction, DeskItem, DeskSource, Urgency
from slowmate.server.site.text import day
from slowmate.server.titles.models import Application, Norm, TitleAward
from slowmate.server.titles.permissions import may_keep_titles, may_report_event, may_report_to_congress
from slowmate.server.titles.queries import desk_rows
from slowmate.server.titles.queries.desk_rows import FOR_BOARD, states_for
from slowmate.server.titles.queries.register_lists import PLAYER_TITLES
from slowmate.server.titles.text import case_words, points, route_words, short_title

NORM, TITLE, APPLICATION = "norm", "title", "application"
MAX_GROUNDS = 6


def desk_links(person: User) -> list[tuple[str, str]]:
    """Return where the desk leads those who keep titles."""
    links = [(_("Titles and norms"), reverse("titles"))] if may_keep_titles(person) else []
    if states_for(person):
        links.append((_("Applications for titles"), reverse("title-applications")))
    if may_report_to_congress(person):
        links.append((_("Report to Congress"), reverse("titles-report")))
    if may_report_event(person):
        links.append((_("Events over the board"), reverse("over-the-board")))
    return links


def _result(norms: Sequence[Norm], _at: datetime) -> DeskItem:
    """Return all titles that one result is a norm for, under the best of them."""
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
        actions=(
            DeskAction(_("Confirm"), reverse("norm-act", args=[norm.pk, "confirm"]), {}),
            DeskAction(
                _("Do not confirm"),
                reverse("norm-act", args=[norm.pk, "dismiss"]),
                {},
                _("The result of %(score)s points, where %(needed)s were needed, is no norm: ") % facts,
            ),
        ),
        bulk=BulkAction(_("Confirm the ticked norms"), reverse("norms-confirm"), "norm"),
        bulk_value=str(norm.pk),
    )


def _naming(player: Player, kept: Sequence[dict[str, object]]) -> tuple[Ground, ...]:
    """Grounds as they were kept, with the name of the player where they have their number."""
    grounds, about = grounds_from(kept), {"player": str(player.name)}
    of_him = (str(player.pk), player.pk)
    return tuple(
        replace(ground, facts={**ground.facts, **about}) if ground.facts.get("player") in of_him else ground
        for ground in grounds
    )


def _award(award: TitleAward, _at: datetime) -> DeskItem:
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
        actions=award_actions(award),
    )


def _award_words(award: TitleAward) -> str:
    if award.is_void:
        return _("A title that no longer follows: %(title)s")
    if award.confirmed_by == FOR_BOARD and award.recommended is None:
        return _("A title to recommend: %(title)s")
    return _("A title to confirm: %(title)s")


def award_actions(award: TitleAward) -> tuple[DeskAction, ...]:
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


def _application(row: Application, _at: datetime) -> DeskItem:
    grounds = [(ground_from(plain), plain.get("holds", True), plain.get("binding", True)) for plain in row.grounds]
    against = [ground for ground, holds, binding in grounds if binding and not holds]
    others = [ground for ground, holds, _binding in grounds if holds]
    return DeskItem(
        key=f"{APPLICATION}-{row.pk}",
        kind=APPLICATION,
        kind_words=_("Applications for titles"),
        since=row.made,
        urgency=Urgency.ASKED,
        words=_("%(player)s: %(case)s") % {"player": row.player.name, "case": case_words(row.case, row.title)},
        link=reverse("title-application", args=[row.pk]),
        players=(str(row.player.name),),
        grounds=tuple((*against, *others)[:MAX_GROUNDS]),
    )


SOURCES = (
    DeskSource(desk_rows.results_to_confirm, _result, desk_rows.load_results),
    DeskSource(desk_rows.awards_to_decide, _award),
    DeskSource(desk_rows.applications_to_decide, _application),
)
