"""The public register: titles by year, norms, champions; and a single norm or title of it."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from django.db.models import Case, Exists, IntegerField, OuterRef, Q, QuerySet, Value, When

from slowmate.server.events.queries.reviews import open_corrections, review_flag
from slowmate.server.people.models import TitleHeld
from slowmate.server.people.validators import FORMER
from slowmate.server.site.filters import Filter, contains_words
from slowmate.server.titles.models import Norm, TitleAward
from slowmate.titles.levels import LADIES, TITLES

PLAYER_TITLES = (*TITLES, *LADIES)
AWARDED = (*PLAYER_TITLES, "IA")
"""Titles by which lists are filtered, best first."""


AWARD_REVIEW = Exists(
    open_corrections().filter(Q(section=OuterRef("section")) | Q(section__norms__awards=OuterRef("pk"))).order_by()
)
TITLE_REVIEW = Exists(
    open_corrections()
    .filter(Q(section=OuterRef("award__section")) | Q(section__norms__awards=OuterRef("award__pk")))
    .order_by()
)
"""Whether a title rests on a place or a norm of a section whose results were corrected, until that is decided."""


@dataclass(frozen=True, slots=True)
class RegisterFilter(Filter):
    """The filter of the register: a year, a title, a federation, words of the name."""

    year: int | None = None
    title: str = ""
    federation: str = ""
    words: str = ""


def _of_players(chosen: RegisterFilter) -> Q:
    condition = ~Q(player__name=FORMER) & contains_words("player__folded", chosen.words)
    return condition & Q(player__federation=chosen.federation) if chosen.federation else condition


def _in_year(column: str, year: int | None) -> Q:
    """Filter by a range of days, which an index answers."""
    return Q(**{f"{column}__gte": date(year, 1, 1), f"{column}__lte": date(year, 12, 31)}) if year else Q()


# -- titles -----------------------------------------------------------------------------------------------------------


def titles(chosen: RegisterFilter) -> "QuerySet[TitleHeld]":
    """Return titles that are held, the latest first, without those of deleted accounts."""
    rows = TitleHeld.objects.filter(_of_players(chosen), _in_year("confirmed", chosen.year))
    if chosen.title:
        rows = rows.filter(title=chosen.title)
    rows = rows.annotate(is_under_review=TITLE_REVIEW)
    return rows.select_related("player", "award").order_by("-confirmed", "player__folded", "pk")


def years_of_titles() -> list[int]:
    """Return the years in which titles were awarded, the latest first."""
    return [day.year for day in TitleHeld.objects.dates("confirmed", "year", order="DESC")]


def champions() -> "QuerySet[TitleHeld]":
    """Return the champions by title, the latest championship first."""
    rows = TitleHeld.objects.filter(number__gt=0).exclude(player__name=FORMER)
    rows = rows.annotate(is_under_review=TITLE_REVIEW)
    return rows.select_related("player", "award").order_by("-title", "-number", "player__folded", "pk")


# -- norms ------------------------------------------------------------------------------------------------------------


def _rank(column: str = "title") -> Case:
    whens = (When(**{column: title}, then=Value(number)) for number, title in enumerate(PLAYER_TITLES))
    return Case(*whens, default=Value(len(PLAYER_TITLES)), output_field=IntegerField())


def norms(chosen: RegisterFilter, *, each: bool = False) -> "QuerySet[Norm]":
    """Return norms that stand, the latest first.

    Of one result only the highest, unless the filter names a title or *each* is set.
    """
    rows = Norm.objects.filter(_of_players(chosen), _in_year("earned", chosen.year), state__in=Norm.LIVE)
    if chosen.title:
        rows = rows.filter(title=chosen.title)
    elif not each:
        rows = _highest(rows)
    rows = rows.annotate(is_under_review=review_flag("section"))
    return rows.select_related("player", "section").order_by("-earned", "player__folded", "pk")


def _highest(rows: "QuerySet[Norm]") -> "QuerySet[Norm]":
    same = Norm.objects.filter(
        player=OuterRef("player"), event=OuterRef("event"), started=OuterRef("started"), state__in=Norm.LIVE
    )
    higher = same.annotate(rank=_rank()).filter(rank__lt=OuterRef("rank"))
    return rows.annotate(rank=_rank()).filter(~Exists(higher))


def years_of_norms() -> list[int]:
    """Return the years in which norms were made, the latest first."""
    return [day.year for day in Norm.objects.filter(state__in=Norm.LIVE).dates("earned", "year", order="DESC")]


Result = tuple[int, str, date]
"""A player, an event and its first day."""


def result_of(row: Norm) -> Result:
    return row.player_id, row.event, row.started


def titles_by_result(rows: Iterable[Norm]) -> dict[Result, list[str]]:
    """Return all titles that the results of some norms are norms for: one query."""
    titles: dict[Result, list[str]] = defaultdict(list)
    same = Norm.objects.filter(player__in={row.player_id for row in rows}, state__in=Norm.LIVE)
    for player, event, started, title in same.values_list("player_id", "event", "started", "title"):
        titles[player, event, started].append(title)
    return titles


def title_rank(title: str) -> int:
    """Return the place of a title, the best first, as `_rank` does in a query."""
    return PLAYER_TITLES.index(title) if title in PLAYER_TITLES else len(PLAYER_TITLES)


# -- one of them ------------------------------------------------------------------------------------------------------


def find_norm(pk: int) -> Norm | None:
    """Return a norm of the register; None also if the player has deleted their account."""
    rows = Norm.objects.select_related("player__user", "section__event", "settled_by__player", "supersedes")
    rows = rows.annotate(is_under_review=review_flag("section"))
    return rows.exclude(player__name=FORMER).filter(pk=pk).first()


def of_same_result(norm: Norm) -> "QuerySet[Norm]":
    """Return all norms of the same result in the same state."""
    same = {"player": norm.player_id, "event": norm.event, "started": norm.started, "state": norm.state}
    return Norm.objects.filter(**same).order_by("pk")


def find_award(pk: int) -> TitleAward | None:
    """Return a title of the register; None also if the player has deleted their account."""
    rows = TitleAward.objects.select_related(
        "player__user", "section__event", "settled_by__player", "recommended_by__player"
    ).annotate(is_under_review=AWARD_REVIEW)
    return rows.exclude(player__name=FORMER).filter(pk=pk).first()
