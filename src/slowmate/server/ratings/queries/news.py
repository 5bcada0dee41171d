"""News of rating lists: which was published, or revised and why; and the newest one for the front page."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.translation import gettext, ngettext

from slowmate.server.games.models import Game
from slowmate.server.ratings.models import ListEntry, RatingList
from slowmate.server.ratings.queries.lists import newest
from slowmate.server.ratings.queries.table import ListedEntry, Wanted, listed, rows
from slowmate.server.ratings.text import list_address
from slowmate.server.site.news import NewsItem
from slowmate.server.site.text import day

RECENT = timedelta(days=90)
"""What is older is no news."""
MOST = 20


def news(*, at: datetime) -> list[NewsItem]:
    """Lists that were published here lately, newest first: two queries."""
    lists = RatingList.objects.filter(state=RatingList.State.PUBLISHED, is_imported=False)
    recent = list(lists.filter(published__gte=at - RECENT, published__lte=at).order_by("-published", "-pk")[:MOST])
    first = {entry.list_id: entry for entry in ListEntry.objects.filter(list__in=recent, rank=1).order_by("-pk")}
    return [_item(row, first.get(row.pk)) for row in recent]


def _item(row: RatingList, first: ListEntry | None) -> NewsItem:
    told = [ngettext("%(n)d player.", "%(n)d players.", row.shown) % {"n": row.shown}]
    if first is not None and first.name:
        told.append(gettext("First: %(player)s, %(rating)d.") % {"player": first.name, "rating": first.rating})
    told.append(gettext("Valid from %(day)s.") % {"day": day(row.valid_from)})
    facts = {"period": row.period, "pool": Game.Pool(row.pool).label}
    title = gettext("Rating list %(period)s (%(pool)s)") % facts
    if row.reason:
        title = gettext("Rating list %(period)s (%(pool)s), revised") % facts
        told.insert(0, row.reason.rstrip(".") + ".")
    address = list_address(row, named=row.revision > 1)
    return NewsItem(f"list-{row.pk}", row.published or row.prepared, title, " ".join(told), address)


@dataclass(frozen=True, slots=True)
class NewestList:
    """The list that counts now, with those on top of it."""

    period: str
    link: str
    number: int
    best: tuple[ListedEntry, ...]


def newest_list(number: int) -> NewestList | None:
    """The newest list of ordinary chess; None before there is one. Two queries."""
    row = newest()
    if row is None:
        return None
    best = listed(list(rows(row, Wanted())[:number]), row, named=False)
    return NewestList(row.period, list_address(row), row.shown, tuple(best))
