"""The rating lists of the demo: the first came with the archive, every later one is computed from the demo's games."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta

from slowmate.ratings.periods import Period
from slowmate.records import Result
from slowmate.server.accounts.models import User
from slowmate.server.archives.services.imported_games import ImportedGame, write
from slowmate.server.demo.people import Person
from slowmate.server.games.models import Game
from slowmate.server.games.rating import RatingTerms
from slowmate.server.people.models import Player
from slowmate.server.ratings.queries import lists
from slowmate.server.ratings.services.history import make_lists
from slowmate.server.ratings.services.list_import import import_list, published_at
from slowmate.server.ratings.services.list_preparation import revise
from slowmate.server.ratings.services.publication import publish

FIRST = Period(2016, 1)
POOLS = (Game.Pool.CHESS, Game.Pool.CHESS960)


def bring(players: Sequence[Player], people: Sequence[Person]) -> None:
    """Import the federation's first list, as it was published elsewhere."""
    import_list(
        Game.Pool.CHESS,
        FIRST,
        {
            player.pk: {
                "rating": person.rating,
                "games": person.rating_games,
                "points": person.rating_games / 2,
                "opponents_sum": float(person.rating * person.rating_games),
                "published": True,
                "last_game": date(2015, 11, 1),
            }
            for player, person in zip(players, people, strict=True)
            if person.rating is not None
        },
    )


def publish_until(day: date) -> None:
    """Publish every list whose day of publication has come."""
    for pool in POOLS:
        while (period := lists.next_period(pool)) is not None and published_at(period).date() <= day:
            list(make_lists(period, published=published_at, pool=pool))


def correct(commissioner: User, white: Player, black: Player, *, at: datetime) -> None:
    """Revise a list in which a game had been forgotten, and those after it; the newest revision waits."""
    newest, row = (lists.published(Game.Pool.CHESS)[number] for number in (0, 2))
    forgotten = ImportedGame(
        white=white.pk,
        black=black.pk,
        result=Result.BLACK_WINS,
        starts=row.results_from - timedelta(days=300),
        ended=row.results_until - timedelta(days=9),
        rating=RatingTerms(is_rated=True, event_kind="open", event_key="Jubilee match by post"),
    )
    write((forgotten,), source="a letter to the office")
    reason = "A game that had finished in time was missing."
    later = lists.published(Game.Pool.CHESS).filter(valid_from__gt=row.valid_from).order_by("valid_from")
    for old_list in (row, *later):
        made = revise(old_list, reason, actor=commissioner, at=at)
        if made.valid_from < newest.valid_from:
            publish(made, version=made.version, actor=commissioner, at=at)
        reason = "The list before it has been revised."
