"""News of titles: who holds a new one."""

from datetime import datetime, timedelta

from django.urls import reverse
from django.utils.translation import gettext

from slowmate.server.events.text import title_words
from slowmate.server.people.validators import FORMER
from slowmate.server.site.news import NewsItem
from slowmate.server.site.text import day
from slowmate.server.titles.models import TitleAward

RECENT = timedelta(days=90)
"""What is older is no news."""
MOST = 20


def news(*, at: datetime) -> list[NewsItem]:
    """Titles that were confirmed lately, newest first: one query."""
    rows = TitleAward.objects.filter(state=TitleAward.State.CONFIRMED, settled__gte=at - RECENT, settled__lte=at)
    rows = rows.exclude(player__name=FORMER).select_related("player").order_by("-settled", "-pk")
    return [_item(row) for row in rows[:MOST]]


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
