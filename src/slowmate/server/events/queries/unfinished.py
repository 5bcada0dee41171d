"""Work of directors that is left in sections which are over: it comes before what follows from their results."""

from collections.abc import Collection
from datetime import datetime

from django.db.models import Count, Exists, OuterRef

from slowmate.server.correspondence.models import Report
from slowmate.server.events.models import Pairing
from slowmate.server.games.queries.ends import is_to_note


def unfinished_games(sections: Collection[int], *, at: datetime) -> dict[int, int]:
    """Count by section the games with an end to take note of, or with a request or report that is not answered."""
    if not sections:
        return {}
    is_asked = Exists(Report.objects.filter(game=OuterRef("game"), settled=None))
    rows = Pairing.objects.filter(is_to_note(at, "game__") | is_asked, section__in=sections)
    return dict(rows.order_by().values_list("section").annotate(n=Count("game", distinct=True)))
