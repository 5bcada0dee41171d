"""The rating lists of the demo: the first came with the archive, every later one is computed from the demo's games."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, time

from slowmate.ratings.periods import AnyPeriod, Period, published_on
from slowmate.server.accounts.models import User
from slowmate.server.demo.people import Person
from slowmate.server.games.models import Game
from slowmate.server.people.models import Player
from slowmate.server.ratings.models import ListEntry, RatingList
from slowmate.server.ratings.queries import lists
from slowmate.server.ratings.services.history import make_lists
from slowmate.server.ratings.services.preparing import revise
from slowmate.server.ratings.services.publishing import publish

FIRST = Period(2016, 1)
POOLS = (Game.Pool.CHESS, Game.Pool.CHESS960)
FIXED = 30


def bring(players: Sequence[Player], people: Sequence[Person]) -> None:
    """The list that the federation brought along, as it was published elsewhere."""
    rated = [(player, one) for player, one in zip(players, people, strict=True) if one.rating is not None]
    row = RatingList.objects.create(
        pool=Game.Pool.CHESS,
        period=str(FIRST),
        rules="iccf-2016",
        results_from=FIRST.results_from,
        results_until=FIRST.results_until,
        valid_from=FIRST.valid_from,
        prepared=_at(FIRST),
        is_imported=True,
        players=len(rated),
        shown=len(rated),
    )
    ranked = sorted(rated, key=lambda pair: -(pair[1].rating or 0))
    ListEntry.objects.bulk_create(
        ListEntry(
            list=row,
            player=player,
            name=player.name,
            federation=player.federation,
            title=player.title,
            sex=player.sex,
            rank=rank,
            rating=one.rating,
            games=one.rating_games,
            points=one.rating_games / 2,
            opponents_sum=float((one.rating or 0) * one.rating_games),
            published=True,
            fixed=one.rating_games >= FIXED,
            exact_rating=float(one.rating or 0),
            last_game=date(2015, 11, 1),
        )
        for rank, (player, one) in enumerate(ranked, 1)
    )
    row.state, row.published = RatingList.State.PUBLISHED, _at(FIRST)
    row.save(update_fields=["state", "published"])


def publish_until(day: date) -> None:
    """Every list whose day of publication has come."""
    for pool in POOLS:
        while (period := lists.next_period(pool)) is not None and _published(period) <= day:
            list(make_lists(period, published=_at, pool=pool))


def _published(period: AnyPeriod) -> date:
    return published_on(period).value if isinstance(period, Period) else period.valid_from


def _at(period: AnyPeriod) -> datetime:
    return datetime.combine(_published(period), time(9), UTC)


def correct(commissioner: User, game: Game, *, at: datetime) -> None:
    """A list that had to be revised: a result was reported late."""
    row = lists.published(Game.Pool.CHESS)[2]
    game.reported = row.results_until
    game.save(update_fields=["reported"])
    made = revise(row, "A result reported in time was missing.", actor=commissioner, at=at)
    publish(made, version=made.version, actor=commissioner, at=at)
