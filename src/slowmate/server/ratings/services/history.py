"""The lists of a federation's past, prepared and published one after the other, each in its own transaction."""

from collections.abc import Callable, Iterator
from datetime import datetime

from slowmate.ratings.periods import AnyPeriod
from slowmate.server.accounts.models import User
from slowmate.server.games.models import Game
from slowmate.server.ratings.models import RatingList
from slowmate.server.ratings.queries import lists
from slowmate.server.ratings.queries.players_before import people
from slowmate.server.ratings.services.list_preparation import prepare
from slowmate.server.ratings.services.publication import issue


def make_lists(
    until: AnyPeriod,
    *,
    published: Callable[[AnyPeriod], datetime],
    pool: str = Game.Pool.CHESS,
    actor: User | None = None,
) -> Iterator[RatingList]:
    """Prepare and publish every list up to one, beginning after the last; yield each.

    *published* returns the instant of publication. No mail is sent. An interrupted run continues where it stopped.
    """
    everybody = people()
    while True:
        for row in _prepared(pool):
            yield issue(row, version=row.version, actor=actor, at=published(row.when), tells=False)
        period = lists.next_period(pool)
        if period is None or period.valid_from > until.valid_from:
            return
        prepare(pool, period, at=published(period), everybody=everybody)


def _prepared(pool: str) -> list[RatingList]:
    """Return the prepared lists that are not published."""
    rows = RatingList.objects.filter(pool=pool, state=RatingList.State.PREPARED, revision=1)
    return list(rows.order_by("valid_from"))
