"""A list as people look through it: whom they look for, in which order, page by page; and the lists around it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from django.db.models import F, QuerySet
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext, pgettext

from slowmate.server.games.models import Game
from slowmate.server.people.models import Player
from slowmate.server.ratings.models import ListEntry, RatingList
from slowmate.server.ratings.text import explanation_address, list_address, signed
from slowmate.server.site.folding import folded

SORTS = {
    "rank": ("rank", "pk"),
    "name": ("folded", "rank", "pk"),
    "federation": ("federation", "rank", "pk"),
    "games": ("-games", "pk"),
    "rd": (F("rd").asc(nulls_last=True), "pk"),
    "change": (F("change").desc(nulls_last=True), "pk"),
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


def shows(of: RatingList) -> list[tuple[str, str]]:
    """What a list can be narrowed to; who is new on one that was brought is not known."""
    return [(value, str(words)) for value, words in SHOWS.items() if not (value == "new" and of.is_imported)]


def rows(of: RatingList, wanted: Wanted) -> "QuerySet[ListEntry]":
    """The entries of a list that somebody looks for, in his order."""
    found = ListEntry.objects.filter(list=of)
    found = found.filter(published=True, rating__isnull=False) if wanted.is_inactive_too else _shown(found)
    for name in ("federation", "title", "sex"):
        value = getattr(wanted, name)
        found = found.filter(**{name: value}) if value else found
    for word in folded(wanted.words).split():
        found = found.filter(folded__contains=word)
    if wanted.show == "new":
        found = found.filter(is_new=True)
    if wanted.show == "gains":
        return found.filter(change__gt=0).order_by("-change", "pk")
    if wanted.is_inactive_too and wanted.sort == "rank":
        return found.order_by("-rating", "pk")
    return found.order_by(*SORTS[wanted.sort])


def _shown(found: "QuerySet[ListEntry]") -> "QuerySet[ListEntry]":
    return found.filter(rank__isnull=False)


def choices(of: RatingList) -> tuple[list[str], list[str]]:
    """The federations and titles that those have whom the list shows, each once."""
    shown = ListEntry.objects.filter(list=of, rank__isnull=False)
    federations = shown.exclude(federation="").order_by("federation").values_list("federation", flat=True).distinct()
    titles = shown.exclude(title="").order_by("title").values_list("title", flat=True).distinct()
    return list(federations), sorted(titles, key=lambda one: (TITLES.index(one) if one in TITLES else 99, one))


@dataclass(frozen=True, slots=True)
class ListedEntry:
    """A line of a list, all of it as it is written."""

    number: int
    rank: str
    title: str
    name: str
    federation: str
    link: str
    rating: str
    explained: str
    """Where the rating is explained; empty where it is not known how it came about."""
    is_provisional: bool
    change: str
    rd: str
    games: str
    games_words: str
    new_games: str


def listed(entries: Sequence[ListEntry], of: RatingList, *, named: bool) -> Iterator[ListedEntry]:
    """The lines of a list. *named*: addresses say which revision it is."""
    former = _names([entry.player_id for entry in entries if not entry.name])
    new = pgettext("on a rating list", "new")
    before, after = ("", "") if of.is_imported else explanation_address(0, of, named=named).split("/0", 1)
    player = reverse("player", args=[0])[:-1]
    for entry in entries:
        games = entry.games or 0
        yield ListedEntry(
            number=entry.player_id,
            rank=str(entry.rank or "–"),
            title=entry.title,
            name=entry.name or former[entry.player_id],
            federation=entry.federation,
            link=f"{player}{entry.player_id}",
            rating=str(entry.rating),
            explained=f"{before}/{entry.player_id}{after}" if before else "",
            is_provisional=not entry.fixed,
            change=new if entry.change is None else signed(entry.change),
            rd=str(entry.rd or ""),
            games=str(games),
            games_words=ngettext("%(n)d game", "%(n)d games", games) % {"n": games},
            new_games=str(entry.period_games or ""),
        )


def _names(players: Sequence[int]) -> dict[int, str]:
    """What those are called now whom a list does not name any more."""
    return {one.pk: str(one.name) for one in Player.objects.filter(pk__in=players).only("name")} if players else {}


@dataclass(frozen=True, slots=True)
class Shelf:
    """All lists that are published, and where one stands among them.

    *revisions* are those of its period. *years* are the lists that count, the latest first, by the year of their
    validity. *newest* is the last of them where it is neither this one nor the *later* one after it."""

    pools: Sequence[tuple[str, str]]
    years: Sequence[tuple[str, Sequence[tuple[str, str]]]]
    """With the address of each."""
    revisions: Sequence[RatingList] = field(default=())
    earlier: RatingList | None = None
    later: RatingList | None = None
    newest: RatingList | None = None

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
        (str(year), [(one.period, list_address(one)) for one in sorted(some, key=lambda one: one.valid_from)])
        for year, some in groupby(counting, key=lambda one: one.valid_from.year)
    ]
    if of is None:
        return Shelf(pools, by_year)
    after = [one for one in counting if one.valid_from > of.valid_from]
    return Shelf(
        pools,
        by_year,
        [one for one in mine if one.period == of.period],
        next((one for one in counting if one.valid_from < of.valid_from), None),
        after[-1] if after else None,
        after[0] if len(after) > 1 else None,
    )


def _counting(rows: Iterable[RatingList]) -> list[RatingList]:
    """Of each period the newest revision, which comes first."""
    found: dict[str, RatingList] = {}
    for one in rows:
        found.setdefault(one.period, one)
    return list(found.values())
