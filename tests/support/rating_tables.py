"""Rating periods made up by lot: players and games as columns, with whatever a file may leave unknown."""

from typing import Any

import numpy as np
import polars as pl

Columns = dict[str, Any]


def random_players(lots: np.random.Generator, many: int, *, unknown: float = 0.3) -> Columns:
    """Players of whom a part of the values is unknown (NaN)."""

    def some(values: np.ndarray, share: float = unknown) -> np.ndarray:
        return np.where(lots.random(many) < share, np.nan, values.astype(float))

    games = some(lots.integers(0, 110, many))
    known = np.nan_to_num(games)
    points = some(np.floor(known * lots.random(many) * 2) / 2)
    points = np.where(np.isnan(games), np.nan, points)
    return {
        "id": np.arange(many),
        "rating": some(lots.integers(1500, 2650, many), unknown / 2),
        "rd": some(lots.integers(30, 251, many)),
        "games": games,
        "points": points,
        "opponents_sum": np.where(np.isnan(points), np.nan, known * lots.integers(1800, 2400, many)),
        "fide_rating": some(lots.integers(1500, 2650, many), 0.5),
        "start_rating": some(lots.integers(1500, 2650, many), 0.5),
    }


def random_games(lots: np.random.Generator, many: int, players: int, *, with_options: bool = True) -> Columns:
    """Games between them; *with_options*: some with start ratings, levels of their events and substitutes."""
    white = lots.integers(0, players, many)
    black = (white + lots.integers(1, players, many)) % players
    games: Columns = {"white": white, "black": black, "score": lots.integers(0, 3, many) / 2}
    if with_options:
        levels = lots.choice([1800.0, 2200.0, 2450.0], many)
        games["level"] = np.where(lots.random(many) < 0.5, np.nan, levels)
        for colour in ("white", "black"):
            start = lots.integers(1500, 2650, many).astype(float)
            games[f"{colour}_start"] = np.where(lots.random(many) < 0.8, np.nan, start)
            original = np.where(lots.random(many) < 0.1, lots.integers(0, players, many), -1)
            games[f"{colour}_original"] = np.where((original == white) | (original == black), -1, original)
    return games


def frame(columns: Columns) -> pl.DataFrame:
    """Columns as a table for an engine: NaN and -1 for nobody become null, scores become White's half points."""
    table = pl.DataFrame({name: pl.Series(name, values, nan_to_null=True) for name, values in columns.items()})
    nobody = [name for name in table.columns if name.endswith("_original")]
    table = table.with_columns(pl.when(pl.col(name) >= 0).then(pl.col(name)).alias(name) for name in nobody)
    if "score" in table.columns:
        table = table.with_columns((pl.col("score") * 2).cast(pl.Int64).alias("half_points")).drop("score")
    return table
