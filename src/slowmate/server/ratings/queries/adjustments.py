"""The adjustments of a list, and the values before them."""

import polars as pl

from slowmate.server.people.models import Player
from slowmate.server.ratings.models import Adjustment, ListEntry, RatingList
from slowmate.server.ratings.queries import inputs
from slowmate.server.ratings.queries.candidate_games import start_ratings


def in_force(row: RatingList) -> list[Adjustment]:
    """Return every adjustment in force for a list."""
    return [*start_ratings(row), *_item_5(row)]


def _item_5(row: RatingList) -> list[Adjustment]:
    chosen = inputs.by_item_5(row)
    decided = Adjustment.objects.filter(
        kind=Adjustment.Kind.ITEM_5, list__pool=row.pool, list__period=row.period, player__in=chosen
    )
    last = {adjustment.player_id: adjustment for adjustment in decided.order_by("made", "pk")}
    return list(last.values())


def start_rating_of(row: RatingList, player: Player, *, event: str = "") -> int | None:
    """Return a player's start rating in the games of a list, or of one event; None if there is not exactly one."""
    data = inputs.of_list(row)
    games, place = data.basis.games, data.players.row(str(player.pk))
    if place is None:
        return None
    starts = set()
    for colour in ("white", "black"):
        if f"{colour}_start" in games.columns:
            own_games = games.filter(pl.col(colour) == place)
            if event and "event" in games.columns:
                own_games = own_games.filter(pl.col("event") == event)
            starts |= set(own_games[f"{colour}_start"].drop_nulls())
    return int(starts.pop()) if len(starts) == 1 else None


def games_before(row: RatingList, player: Player) -> int | None:
    """Return the number of games behind a player's rating before a list; None if the player is not in it."""
    entry = ListEntry.objects.filter(list=row, player=player).first()
    return None if entry is None or entry.games is None else entry.games - entry.period_games
