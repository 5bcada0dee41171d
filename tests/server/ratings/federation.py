"""A small federation with rated games, for the tests of its lists."""

from dataclasses import dataclass
from datetime import UTC, datetime

from slowmate.server.accounts.models import User
from slowmate.server.jobs import lists as job
from slowmate.server.people.models import Office, Player
from slowmate.server.ratings.models import RatingList
from tests.support.people import person, rated_game

CLOSED = datetime(2023, 12, 1, 8, tzinfo=UTC)
"""The morning after the window of 2024/1."""


@dataclass(frozen=True, slots=True)
class Federation:
    """Three players, a commissioner, and the list of their games, prepared."""

    ada: User
    bo: User
    new: User
    keeper: User
    row: RatingList


def federation(*, ended: datetime = datetime(2023, 10, 1, tzinfo=UTC), at: datetime = CLOSED) -> Federation:
    """Ada (fixed) beats Bo (fixed), and loses to a newcomer who has no rating."""
    ada, bo, new = person("Ada"), person("Bo"), person("New")
    for user, rating, games in ((ada, 2300, 60), (bo, 2200, 60)):
        Player.objects.filter(pk=user.player.pk).update(rating=rating, rating_games=games, rating_deviation=60)
    Player.objects.filter(pk=new.player.pk).update(rating=None, federation="CZE")
    rated_game(ada, bo, ended=ended)
    rated_game(ada, new, ended=ended, loser="white")
    (row,) = job.prepare(at=at)
    return Federation(ada, bo, new, person("Rita", offices=(Office.Kind.RATINGS,)), row)
