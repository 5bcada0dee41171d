"""News of rating lists: published or revised ones, and the newest one for the front page."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext, ngettext

from slowmate.server.games.models import Game
from slowmate.server.ratings.models import ListEntry, RatingList
from slowmate.server.ratings.pages.table import ListedEntry, listed_entries
from slowmate.server.ratings.queries.lists import newest
from slowmate.server.ratings.queries.news import recent_lists
from slowmate.server.ratings.queries.table import ListFilter, rows
from slowmate.server.ratings.text import list_address
from slowmate.server.site.news import NewsItem
from slowmate.server.site.text import day


def news(*, at: datetime) -> list[NewsItem]:
    """Return the news of lists published here lately, the newest first: two queries."""
    return [_item(row, first) for row, first in recent_lists(at=at)]


def _item(row: RatingList, first: ListEntry | None) -> NewsItem:
    sentences = [ngettext("%(n)d player.", "%(n)d players.", row.shown) % {"n": row.shown}]
    if first is not None and first.name:
        sentences.append(gettext("First: %(player)s, %(rating)d.") % {"player": first.name, "rating": first.rating})
    sentences.append(gettext("Valid from %(day)s.") % {"day": day(row.valid_from)})
    facts = {"period": row.period, "pool": Game.Pool(row.pool).label}
    title = gettext("Rating list %(period)s (%(pool)s)") % facts
    if row.reason:
        title = gettext("Rating list %(period)s (%(pool)s), revised") % facts
        sentences.insert(0, row.reason.rstrip(".") + ".")
    address = list_address(row, named=row.revision > 1)
    return NewsItem(f"list-{row.pk}", row.published or row.prepared, title, " ".join(sentences), address)


@dataclass(frozen=True, slots=True)
class NewestList:
    """The list that counts now, with its best players."""

    period: str
    link: str
    number: int
    best: tuple[ListedEntry, ...]


def newest_list(number: int) -> NewestList | None:
    """Return the newest list of ordinary chess with so many players; None before there is one. Two queries."""
    row = newest()
    if row is None:
        return None
    best = listed_entries(list(rows(row, ListFilter())[:number]), row, named=False)
    return NewestList(row.period, list_address(row), row.shown, tuple(best))
