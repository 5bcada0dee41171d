"""News of titles: who holds a new one."""

from dataclasses import dataclass
from datetime import date, datetime

from django.urls import reverse
from django.utils.translation import gettext

from slowmate.server.events.text import title_words
from slowmate.server.people.models import Player
from slowmate.server.site.news import NewsItem
from slowmate.server.site.text import day
from slowmate.server.titles.models import TitleAward
from slowmate.server.titles.queries.news import recent_awards

MAX_NEWS = 20


def news(*, at: datetime) -> list[NewsItem]:
    """Return the news of titles confirmed lately, the newest first: one query."""
    return [_item(row) for row in recent_awards(at=at)[:MAX_NEWS]]


@dataclass(frozen=True, slots=True)
class NewTitle:
    """A title confirmed lately, for the front page."""

    player: Player
    title: str
    on: date
    """The day it was confirmed."""
    link: str


def new_titles(number: int, *, at: datetime) -> list[NewTitle]:
    """Return the newest titles: one query."""
    return [
        NewTitle(
            row.player,
            title_words(row.title, row.number),
            (row.settled or row.found).date(),
            reverse("award", args=[row.pk]),
        )
        for row in recent_awards(at=at)[:number]
    ]


def _item(row: TitleAward) -> NewsItem:
    facts = {"player": row.player.name, "title": title_words(row.title, row.number)}
    words = gettext("Valid from %(day)s.") % {"day": day(row.valid_from or row.earned)}
    return NewsItem(
        f"award-{row.pk}",
        row.settled or row.found,
        gettext("A new title: %(player)s, %(title)s") % facts,
        f"{row.source}. {words}" if row.source else words,
        reverse("award", args=[row.pk]),
    )
