"""Recently published lists, and the top of the newest one."""

from datetime import datetime, timedelta

from slowmate.server.ratings.models import ListEntry, RatingList

NEWS_PERIOD = timedelta(days=90)
MAX_NEWS = 20


def recent_lists(*, at: datetime) -> list[tuple[RatingList, ListEntry | None]]:
    """Return the lists published here lately with their first players, the newest first: two queries."""
    lists = RatingList.objects.filter(state=RatingList.State.PUBLISHED, is_imported=False)
    recent = lists.filter(published__gte=at - NEWS_PERIOD, published__lte=at).order_by("-published", "-pk")[:MAX_NEWS]
    rows = list(recent)
    first = {entry.list_id: entry for entry in ListEntry.objects.filter(list__in=rows, rank=1).order_by("-pk")}
    return [(row, first.get(row.pk)) for row in rows]
