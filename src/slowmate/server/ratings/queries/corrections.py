"""Results corrected after the publication of their list, which the commissioner may then revise."""

from datetime import UTC
from typing import Any

from django.db.models import Case, Exists, OuterRef, QuerySet, When
from django.db.models.functions import Coalesce, TruncDate

from slowmate.server.games.models import Game, GameEvent
from slowmate.server.ratings.models import RatingList
from slowmate.server.ratings.queries.inputs import FIDE

FINISHED = TruncDate("game__finished", tzinfo=UTC)
DAY = Case(When(game__is_postal=True, then=FINISHED), default=Coalesce("game__reported", FINISHED))
"""The day that decides in which list a game counts."""


def lists_with_corrections() -> "QuerySet[RatingList]":
    """Return our published lists with results corrected since, and without a prepared revision."""
    rows = RatingList.objects.filter(state=RatingList.State.PUBLISHED, is_imported=False, superseded_by__isnull=True)
    own = _corrections(*(OuterRef(name) for name in ("published", "pool", "results_from", "results_until")))
    return rows.exclude(pool__startswith=FIDE).filter(Exists(own))


def corrected_games(row: RatingList) -> "QuerySet[Game]":
    """Return the games of a list whose results were corrected after its publication."""
    if row.published is None or row.is_imported or row.pool.startswith(FIDE):
        return Game.objects.none()
    own = _corrections(row.published, row.pool, row.results_from, row.results_until)
    return Game.objects.filter(pk__in=own.values("game_id")).select_related("white", "black").order_by("pk")


def _corrections(since: Any, pool: Any, first: Any, last: Any) -> "QuerySet[GameEvent]":
    """Return the corrections after an instant among the rated games of the list of some days."""
    rows = GameEvent.objects.filter(type="result-corrected", at__gt=since, game__pool=pool, game__is_rated=True)
    return rows.annotate(day=DAY).filter(day__gte=first, day__lte=last)
