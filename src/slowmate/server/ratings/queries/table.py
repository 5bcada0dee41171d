"""A list as people look through it: whom they look for, in which order, page by page; and the lists around it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from django.db.models import Exists, F, OuterRef, QuerySet
from django.utils.translation import gettext_lazy as _

from slowmate.server.games.models import Game
from slowmate.server.ratings.models import ListEntry, RatingList
from slowmate.server.site.folding import folded

SORTS = {
    "rank": ("rank", "player_id"),
    "name": ("player__folded", "player_id"),
    "federation": ("federation", "rank", "player_id"),
    "games": ("-games", "player_id"),
    "rd": (F("rd").asc(nulls_last=True), "player_id"),
    "change": (F("change").desc(nulls_last=True), "player_id"),
}
"""What a list is sorted by, the best or the first on top."""
SHOWS = {"": _("Whole list"), "gains": _("Biggest gains"), "new": _("New")}
TITLES = ("GM", "SIM", "IM", "CCM", "CCE", "LGM", "LIM")
"""In their order; others follow as they come."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What somebody looks for in a list. *is_inactive_too*: with those whom it does not show because they are not
    active."""

    words: str = ""
    federation: str = ""
    title: str = ""
    sex: str = ""
    is_inactive_too: bool = False
    show: str = ""
    sort: str = "rank"


def rows(of: RatingList, wanted: Wanted) -> "QuerySet[ListEntry]":
    """The entries of a list that somebody looks for, in his order."""
    found = ListEntry.objects.filter(list=of).select_related("player")
    found = found.filter(published=True, rating__isnull=False) if wanted.is_inactive_too else _shown(found)
    for name in ("federation", "title", "sex"):
        value = getattr(wanted, name)
        found = found.filter(**{name: value}) if value else found
    for word in folded(wanted.words).split():
        found = found.filter(player__folded__contains=word)
    if wanted.show == "new":
        found = new_in(of, found)
    if wanted.show == "gains":
        return found.filter(change__gt=0).order_by("-change", "player_id")
    if wanted.is_inactive_too and wanted.sort == "rank":
        return found.order_by("-rating", "player_id")
    return found.order_by(*SORTS[wanted.sort])


def _shown(found: "QuerySet[ListEntry]") -> "QuerySet[ListEntry]":
    return found.filter(rank__isnull=False)


def new_in(of: RatingList, found: "QuerySet[ListEntry]") -> "QuerySet[ListEntry]":
    """Of some entries, those whose rating the list before did not publish."""
    before = ListEntry.objects.filter(list=of.previous_id, player=OuterRef("player"), published=True)
    return found.filter(~Exists(before), period_games__gt=0)


def choices(of: RatingList) -> tuple[list[str], list[str]]:
    """The federations and titles that those have whom the list shows, each once."""
    shown = ListEntry.objects.filter(list=of, rank__isnull=False)
    federations = shown.exclude(federation="").order_by("federation").values_list("federation", flat=True).distinct()
    titles = set(shown.exclude(title="").order_by().values_list("title", flat=True).distinct())
    return list(federations), sorted(titles, key=lambda one: (TITLES.index(one) if one in TITLES else 99, one))


@dataclass(frozen=True, slots=True)
class Shelf:
    """All lists that are published, and where one stands among them.

    *revisions* are those of its period. *years* are the lists that count, the latest first, by the year of their
    validity."""

    pools: Sequence[tuple[str, str]]
    years: Sequence[tuple[int, Sequence[RatingList]]]
    revisions: Sequence[RatingList] = field(default=())
    earlier: RatingList | None = None
    later: RatingList | None = None

    @property
    def has_revisions(self) -> bool:
        """Whether addresses have to say which revision they mean."""
        return len(self.revisions) > 1


ON_SHELF = ("pk", "pool", "period", "revision", "rules", "valid_from", "published", "supersedes_id", "reason")


def shelf(pool: str, of: RatingList | None = None) -> Shelf:
    """The lists of a pool, and which other pools have some."""
    published = RatingList.objects.filter(state=RatingList.State.PUBLISHED)
    with_lists = set(published.order_by().values_list("pool", flat=True).distinct())
    pools = [(value, str(label)) for value, label in Game.Pool.choices if value in with_lists]
    mine = list(published.filter(pool=pool).order_by("-valid_from", "-revision").only(*ON_SHELF))
    counting = _counting(mine)
    by_year = [
        (year, sorted(some, key=lambda one: one.valid_from))
        for year, some in groupby(counting, key=lambda one: one.valid_from.year)
    ]
    if of is None:
        return Shelf(pools, by_year)
    return Shelf(
        pools,
        by_year,
        [one for one in mine if one.period == of.period],
        next((one for one in counting if one.valid_from < of.valid_from), None),
        next((one for one in reversed(counting) if one.valid_from > of.valid_from), None),
    )


def _counting(rows: Iterable[RatingList]) -> list[RatingList]:
    """Of each period the newest revision, which comes first."""
    found: dict[str, RatingList] = {}
    for one in rows:
        found.setdefault(one.period, one)
    return list(found.values())
