"""Norms and titles: looked for in sections that are over, and wherever a result or a rating list has changed them."""

import logging
from collections.abc import Callable, Iterable
from datetime import datetime

from slowmate.server.ratings.models import RatingList
from slowmate.server.titles.queries import pending_sections
from slowmate.server.titles.services import award_sync
from slowmate.server.titles.services.norm_search import search_section

log = logging.getLogger(__name__)
BATCH_SIZE = 200
"""Players whose titles are updated in one transaction."""


def look_at_ended(*, at: datetime, should_continue: Callable[[], bool] = lambda: True) -> int:
    """Look at the sections that have ended; how many. Killed in between, the next look goes on with what is left."""
    return _each(pending_sections.sections_to_search().values_list("pk", flat=True), at, should_continue)


def look_at_changed(*, at: datetime, since: datetime | None, should_continue: Callable[[], bool] = lambda: True) -> int:
    """Look again at sections that were corrected and, after a rating list, at everybody who has norms."""
    changed = _each(pending_sections.changed_sections().values_list("pk", flat=True), at, should_continue)
    lists = RatingList.objects.filter(state=RatingList.State.PUBLISHED)
    if since is None or lists.filter(published__gte=since).exists():
        players = list(pending_sections.players_with_norms())
        for first in range(0, len(players), BATCH_SIZE):
            if should_continue():
                award_sync.sync_awards(players[first : first + BATCH_SIZE], at=at)
    return changed


def _each(numbers: Iterable[int], at: datetime, should_continue: Callable[[], bool]) -> int:
    number = 0
    for pk in list(numbers):
        if not should_continue():
            break
        try:
            number += search_section(pk, at=at)
        except Exception:
            log.exception("the norms of a section could not be looked for", extra={"section": pk})
    return number
