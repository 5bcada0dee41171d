"""Titles that were confirmed lately."""

from datetime import datetime, timedelta

from django.db.models import QuerySet

from slowmate.server.people.validators import FORMER
from slowmate.server.titles.models import TitleAward

NEWS_PERIOD = timedelta(days=90)


def recent_awards(*, at: datetime) -> "QuerySet[TitleAward]":
    """Return the titles confirmed lately, the newest first, without those of deleted accounts."""
    rows = TitleAward.objects.filter(state=TitleAward.State.CONFIRMED, settled__gte=at - NEWS_PERIOD, settled__lte=at)
    return rows.exclude(player__name=FORMER).select_related("player").order_by("-settled", "-pk")
