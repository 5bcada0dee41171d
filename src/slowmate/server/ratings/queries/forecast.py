"""Forecasts of a player's rating from running games, by the newest list, the games since, and the rules of the next.

All games are treated as if they ended in time for the next list. Games played by a substitute are not counted.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

import polars as pl
from django.db.models import Q, QuerySet

from slowmate.ratings.forecast import Forecast, GameForecast
from slowmate.ratings.period_list import ListBasis, forecast_number, list_basis, with_games
from slowmate.ratings.periods import AnyPeriod, list_with_results
from slowmate.server.games.models import Game
from slowmate.server.games.queries.origin import WITH_ORIGIN, GameOrigin, origin_of
from slowmate.server.people.models import Player
from slowmate.server.ratings.models import RatingList
from slowmate.server.ratings.queries import lists
from slowmate.server.ratings.queries.candidate_games import in_columns, with_start_ratings
from slowmate.server.ratings.queries.input_files import by_row, columns, pool_of_kinds
from slowmate.server.ratings.queries.inputs import PLAYED, midnight, options_of
from slowmate.server.ratings.queries.players_before import some_before
from slowmate.server.site import clock


@dataclass(frozen=True, slots=True)
class ResultForecast:
    """The rating if one game alone ends with some result, and the change from the rating without it."""

    rating: int | None
    change: int | None


@dataclass(frozen=True, slots=True)
class GameOutlook:
    """A running game with the forecast of each result. *expected* is the player's expected score, if there is one."""

    game: Game
    opponent: Player
    as_white: bool
    expected: float | None
    win: ResultForecast
    draw: ResultForecast
    loss: ResultForecast

    @property
    def origin(self) -> GameOrigin:
        """The origin of the game."""
        return origin_of(self.game)

    @property
    def outcomes(self) -> tuple[ResultForecast, ResultForecast, ResultForecast]:
        return self.win, self.draw, self.loss


@dataclass(frozen=True, slots=True)
class PlayerForecast:
    """The forecast of a player's rating. *of* is the newest list, *period* the next one.

    *core* is the forecast of the core: the rating in the newest list, with the games finished since, by score, the
    expected rating, and the score that keeps it.
    """

    pool: str
    of: RatingList | None
    period: AnyPeriod
    rules: str
    finished: int
    games: Sequence[GameOutlook]
    core: Forecast

    @property
    def is_empty(self) -> bool:
        """Whether no rated game has ended since the list, and none is running."""
        return not self.finished and not self.games


def forecast_of(player: Player, at: datetime, *, pool: str = Game.Pool.CHESS) -> PlayerForecast:
    """Forecast a player's rating from all running games and those finished since the newest list."""
    rows = _rated(pool).filter(Q(white=player) | Q(black=player), finished__isnull=True)
    running = list(rows.select_related("white", "black", *WITH_ORIGIN).defer("snapshot").order_by("pk"))
    return _forecast(player, running, at, pool)


def of_game(game: Game, player: Player, at: datetime | None = None) -> GameOutlook | None:
    """Forecast what each result of one running game brings a player; None if the game is not rated."""
    if not game.is_rated or game.finished is not None:
        return None
    forecast = _forecast(player, [game], at or clock.now(), game.pool)
    return forecast.games[0] if forecast.games else None


def pools_of(player: Player) -> list[str]:
    """Return the pools in which a player has rated games running."""
    rows = Game.objects.filter(Q(white=player) | Q(black=player), is_rated=True, finished__isnull=True)
    pools = set(rows.order_by().values_list("pool", flat=True))
    return [pool for pool in Game.Pool.values if pool in pools]


def _rated(pool: str) -> "QuerySet[Game]":
    return Game.objects.filter(is_rated=True, pool=pool)


def _forecast(player: Player, running: Sequence[Game], at: datetime, pool: str) -> PlayerForecast:
    newest = lists.newest(pool)
    period = newest.when.successor if newest else list_with_results(reported=at.date()).value
    row = RatingList(
        pool=pool,
        period=str(period),
        rules=lists.rules_of(pool, period),
        previous=newest,
        valid_from=period.valid_from,
        results_from=period.results_from,
    )
    now, still, place = _bases(row, player, _finished(player, newest, pool), running)
    forecast = forecast_number(now, still.games, place)
    by_number = {game.pk: game for game in running}
    outlooks = [
        _outlook(by_number[pk], game_forecast, forecast.now)
        for pk, game_forecast in zip(still.games["game"], forecast.games, strict=True)
    ]
    return PlayerForecast(pool, newest, period, row.rules, len(now.games), outlooks, forecast)


def _finished(player: Player, newest: RatingList | None, pool: str) -> "QuerySet[Game]":
    """Return the games of a player that ended or were reported since the newest list."""
    rows = _rated(pool).filter(Q(white=player) | Q(black=player), finished__isnull=False, is_void=False)
    if newest is None:
        return rows
    since = midnight(newest.results_until + timedelta(days=1))
    later = Q(reported=None, finished__gte=since) | Q(reported__gt=newest.results_until)
    return rows.filter(later)


def _bases(
    row: RatingList, player: Player, finished: "QuerySet[Game]", running: Sequence[Game]
) -> tuple[ListBasis, ListBasis, int]:
    """Return the next list with the games finished so far, the same with the running games, and the player's row."""
    over = in_columns(finished, row.pool)
    going_on = in_columns(Game.objects.filter(pk__in=[game.pk for game in running]), row.pool)
    met = {pk for games in (over, going_on) for name in PLAYED for pk in games[name].drop_nulls()} | {player.pk}
    players = some_before(row, met)
    now = list_basis(
        row.rules,
        columns(players),
        by_row(with_start_ratings(over, row), players),
        period=None,
        of_pool=pool_of_kinds(row.pool),
        options=options_of(row.pool),
        needs_levels=False,
    )
    as_drawn = by_row(with_start_ratings(going_on, row), players).with_columns(pl.lit(0.5).alias("score"))
    still = with_games(now, as_drawn)
    place = players["id"].index_of(player.pk)
    return replace(now, period=row.when), still, int(place or 0)


def _outlook(game: Game, forecast: GameForecast, now: int | None) -> GameOutlook:
    def outcome(rating: int | None) -> ResultForecast:
        return ResultForecast(rating, None if rating is None or now is None else rating - now)

    opponent = game.black if forecast.as_white else game.white
    return GameOutlook(
        game,
        opponent,
        forecast.as_white,
        forecast.expected,
        outcome(forecast.win),
        outcome(forecast.draw),
        outcome(forecast.loss),
    )
