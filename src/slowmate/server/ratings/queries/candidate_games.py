"""The games that a list may contain, as columns: finished or reported in its window."""

from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from typing import Any

import polars as pl
from django.db.models import Q, QuerySet

from slowmate.formats.rating_csv import RESULTS, START_FLAGS
from slowmate.formats.rating_events import adjusted
from slowmate.ratings.columns import EXTRA_NAMES
from slowmate.ratings.periods import AnyPeriod, closes_on, counted_on
from slowmate.server.games.models import Game
from slowmate.server.ratings.models import Adjustment, RatingList
from slowmate.server.ratings.queries.inputs import FIDE, batches, midnight

GAME: Mapping[str, Any] = {
    "game": pl.Int64,
    "white": pl.Int64,
    "black": pl.Int64,
    "score": pl.Float64,
    "date": pl.Date,
    "reported": pl.Date,
    "event": pl.String,
    "kind": pl.String,
    "level": pl.Float64,
    "reflection_moves": pl.Int64,
    "reflection_days": pl.Int64,
    "postal": pl.Int64,
    "agreed": pl.Int64,
    "scheveningen": pl.Int64,
    "between_countries": pl.Float64,
    "white_start": pl.Float64,
    "black_start": pl.Float64,
    "white_by_level": pl.Float64,
    "black_by_level": pl.Float64,
    "white_original": pl.Int64,
    "black_original": pl.Int64,
}
COLUMNS = (
    *("pk", "white_id", "black_id", "result", "is_void", "finished", "reported", "event_key", "event_kind", "level"),
    *("reflection_moves", "reflection_days", "is_postal", "is_agreed", "is_scheveningen", "white_start", "black_start"),
    *("is_between_countries", "white_by_level", "black_by_level", "white_original_id", "black_original_id"),
    *("over_the_board", "is_rated"),
)
OVER_THE_BOARD = ("event_type", *(name for name in EXTRA_NAMES if name != "date"))


def candidate_games(pool: str, period: AnyPeriod) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Return the finished games that a list may contain: the rated, and the unrated of events, which are left out."""
    several = _of_months(pool, period) if pool.startswith(FIDE) else _of_window(pool, period)
    rows = [row for some in several for row in some.order_by("pk").values_list(*COLUMNS)]
    if not pool.startswith(FIDE):
        rows = [row for row in map(_on_its_day, rows) if period.results_from <= _day(row) <= period.results_until]
    return _frame([row for row in rows if row[-1]], pool), _frame([row for row in rows if not row[-1]], pool)


def in_columns(rows: "QuerySet[Game]", pool: str) -> pl.DataFrame:
    """Return some games as columns, finished or running, players by their numbers."""
    return _frame(list(rows.order_by("pk").values_list(*COLUMNS)), pool)


def _finished(pool: str) -> "QuerySet[Game]":
    return Game.objects.filter(Q(is_rated=True) | ~Q(event_kind=""), pool=pool, finished__isnull=False)


def _within(period: AnyPeriod, last: date) -> Q:
    """Filter games finished in the window, or reported up to a day."""
    begins, ends = midnight(period.results_from), midnight(period.results_until + timedelta(days=1))
    finished = Q(reported=None, finished__gte=begins, finished__lt=ends)
    return finished | Q(reported__gte=period.results_from, reported__lte=last)


def _of_window(pool: str, period: AnyPeriod) -> "tuple[QuerySet[Game], ...]":
    return (_finished(pool).filter(_within(period, closes_on(period))),)


def _of_months(pool: str, period: AnyPeriod) -> "Iterable[QuerySet[Game]]":
    """Yield the games of whole events that are over, as FIDE's lists take them."""
    inside = _finished(pool).filter(_within(period, period.results_until))
    keys = set(inside.exclude(event_key="").values_list("event_key", flat=True))
    yield inside.filter(event_key="")
    for some in batches(sorted(keys)):
        going_on = Game.objects.filter(event_key__in=some, over_the_board__isnull=False, finished__isnull=True)
        over = set(some) - set(going_on.values_list("event_key", flat=True))
        yield _finished(pool).filter(event_key__in=over, over_the_board__isnull=False)


FINISHED, REPORTED, POSTAL = (COLUMNS.index(name) for name in ("finished", "reported", "is_postal"))


def _on_its_day(row: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return a game with the day that decides in which list it counts."""
    if row[REPORTED] is None:
        return row
    finished = row[FINISHED].date()
    day = counted_on(finished=finished, reported=row[REPORTED], postal=row[POSTAL]).value
    return (*row[:REPORTED], None if day == finished else day, *row[REPORTED + 1 :])


def first_counting_day(rows: "QuerySet[Game]") -> date | None:
    """Return the first day on which a list takes one of these games; None if none has finished."""
    finished = rows.filter(finished__isnull=False).values_list("finished", "reported", "is_postal")
    days = [
        ended.date()
        if reported is None
        else counted_on(finished=ended.date(), reported=reported, postal=is_postal).value
        for ended, reported, is_postal in finished
        if ended is not None
    ]
    return min(days, default=None)


def _day(row: tuple[Any, ...]) -> date:
    day: date = row[REPORTED] or row[FINISHED].date()
    return day


def _frame(rows: list[tuple[Any, ...]], pool: str) -> pl.DataFrame:
    """Return games as columns, players by their numbers."""
    names = dict(zip(COLUMNS, zip(*rows, strict=True), strict=True)) if rows else dict.fromkeys(COLUMNS, ())
    score = [
        None if void else RESULTS.get(result) for result, void in zip(names["result"], names["is_void"], strict=True)
    ]
    frame = pl.DataFrame(
        {
            "game": names["pk"],
            "white": names["white_id"],
            "black": names["black_id"],
            "score": score,
            "date": [value.date() if value else None for value in names["finished"]],
            "reported": names["reported"],
            "event": [value or None for value in names["event_key"]],
            "kind": [value or None for value in names["event_kind"]],
            **{name: names[name] for name in ("level", "reflection_moves", "reflection_days")},
            **{name: [int(value) for value in names[f"is_{name}"]] for name in ("postal", "agreed", "scheveningen")},
            "between_countries": _numbers(names["is_between_countries"]),
            **{name: names[name] for name in ("white_start", "black_start")},
            **{name: _numbers(names[name]) for name in START_FLAGS},
            **{f"{colour}_original": names[f"{colour}_original_id"] for colour in ("white", "black")},
        },
        schema=dict(GAME),
    )
    if not pool.startswith(FIDE):
        return frame
    extras = [value or {} for value in names["over_the_board"]]
    more = [pl.Series(name, [value.get(name) for value in extras], strict=False) for name in OVER_THE_BOARD]
    typed = [column.cast(pl.String if column.name == "event_type" else pl.Float64) for column in more]
    return frame.with_columns(column for column in typed if column.null_count() < len(column))


def _numbers(flags: Iterable[bool | None]) -> list[float | None]:
    return [None if flag is None else float(flag) for flag in flags]


def with_start_ratings(games: pl.DataFrame, row: RatingList) -> pl.DataFrame:
    """Return the games with the start ratings adjusted by the Ratings Commissioner, those of one event last."""
    for adjustment in start_ratings(row):
        if adjustment.value is not None:
            games = adjusted(
                games, adjustment.player_id, adjustment.value, since=adjustment.since, event=adjustment.event_key
            )
    return games


def start_ratings(row: RatingList) -> list[Adjustment]:
    """Return the start ratings in force for a list: the last decision for each player and event up to it."""
    decided = Adjustment.objects.filter(
        kind=Adjustment.Kind.START_RATING, list__pool=row.pool, list__valid_from__lte=row.valid_from
    ).exclude(list__period=row.period, list__revision__gt=row.revision)
    last = {(adjustment.player_id, adjustment.event_key): adjustment for adjustment in decided.order_by("made", "pk")}
    return sorted(
        (adjustment for adjustment in last.values() if not adjustment.is_withdrawn),
        key=lambda adjustment: (bool(adjustment.event_key), adjustment.pk),
    )
