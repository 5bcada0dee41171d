"""The entries of a list as readers filter and sort them, and the lists around it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from django.db.models import F, QuerySet

from slowmate.server.games.models import Game
from slowmate.server.people.models import Player
from slowmate.server.ratings.models import ListEntry, RatingList
from slowmate.server.site.filters import contains_words

SORTS = {
    "rank": ("rank", "pk"),
    "name": ("folded", "rank", "pk"),
    "federation": ("federation", "rank", "pk"),
    "games": ("-games", "pk"),
    "rd": (F("rd").asc(nulls_last=True), "pk"),
    "change": (F("change").desc(nulls_last=True), "pk"),
}
"""The orders of a list, the best or the first on top."""
PARTS = ("", "gains", "new")
"""The parts of a list that can be shown alone; the first is all of it."""
TITLES = ("GM", "SIM", "IM", "CCM", "CCE", "LGM", "LIM")
"""Titles in their order; others follow."""


@dataclass(frozen=True, slots=True)
class ListFilter:
    """The filter of a list. *is_inactive_too* adds the players it does not show because they are not active."""

    words: str = ""
    federation: str = ""
    title: str = ""
    sex: str = ""
    is_inactive_too: bool = False
    show: str = ""
    sort: str = "rank"


def rows(of: RatingList, chosen: ListFilter) -> "QuerySet[ListEntry]":
    """Return the entries of a list that a filter lets through, in its order."""
    entries = ListEntry.objects.filter(list=of)
    is_shown = {"published": True, "rating__isnull": False} if chosen.is_inactive_too else {"rank__isnull": False}
    entries = entries.filter(**is_shown)
    for name in ("federation", "title", "sex"):
        value = getattr(chosen, name)
        entries = entries.filter(**{name: value}) if value else entries
    entries = entries.filter(contains_words("folded", chosen.words))
    if chosen.show == "new":
        entries = entries.filter(is_new=True)
    if chosen.show == "gains":
        return entries.filter(change__gt=0).order_by("-change", "pk")
    if chosen.is_inactive_too and chosen.sort == "rank":
        return entries.order_by("-rating", "pk")
    return entries.order_by(*SORTS[chosen.sort])


def choices(of: RatingList) -> tuple[list[str], list[str]]:
    """Return the federations and titles of the players that the list shows, each once."""
    entries = ListEntry.objects.filter(list=of, rank__isnull=False)
    federations = entries.exclude(federation="").order_by("federation").values_list("federation", flat=True).distinct()
    titles = entries.exclude(title="").order_by("title").values_list("title", flat=True).distinct()
    return list(federations), sorted(titles, key=lambda title: (TITLES.index(title) if title in TITLES else 99, title))


def current_names(players: Sequence[int]) -> dict[int, str]:
    """Return the present names of players who are no longer named in a list."""
    return (
        {player.pk: str(player.name) for player in Player.objects.filter(pk__in=players).only("name")}
        if players
        else {}
    )


@dataclass(frozen=True, slots=True)
class Shelf:
    """All published lists of a pool, and the neighbours of one of them.

    *revisions* are those of its period. *years* are the lists that count by the year of their validity, the latest
    first. *newest* is the last of them, unless it is this one or the *later* one after it.
    """

    pools: Sequence[tuple[str, str]]
    years: Sequence[tuple[str, Sequence[RatingList]]]
    revisions: Sequence[RatingList] = field(default=())
    earlier: RatingList | None = None
    later: RatingList | None = None
    newest: RatingList | None = None

    @property
    def has_revisions(self) -> bool:
        """Whether addresses must name the revision."""
        return len(self.revisions) > 1


ON_SHELF = ("pk", "pool", "period", "revision", "rules", "valid_from", "published", "supersedes_id", "reason")


def shelf(pool: str, of: RatingList | None = None) -> Shelf:
    """Return the lists of a pool, and the other pools with lists."""
    published = RatingList.objects.filter(state=RatingList.State.PUBLISHED)
    with_lists = set(published.order_by().values_list("pool", flat=True).distinct())
    pools = [(value, str(label)) for value, label in Game.Pool.choices if value in with_lists]
    rows = list(published.filter(pool=pool).order_by("-valid_from", "-revision").only(*ON_SHELF))
    counting = _counting(rows)
    by_year = [
        (str(year), sorted(several, key=lambda row: row.valid_from))
        for year, several in groupby(counting, key=lambda row: row.valid_from.year)
    ]
    if of is None:
        return Shelf(pools, by_year)
    after = [row for row in counting if row.valid_from > of.valid_from]
    return Shelf(
        pools,
        by_year,
        [row for row in rows if row.period == of.period],
        next((row for row in counting if row.valid_from < of.valid_from), None),
        after[-1] if after else None,
        after[0] if len(after) > 1 else None,
    )


def _counting(rows: Iterable[RatingList]) -> list[RatingList]:
    """Return the newest revision of each period, which comes first in *rows*."""
    newest: dict[str, RatingList] = {}
    for row in rows:
        newest.setdefault(row.period, row)
    return list(newest.values())
