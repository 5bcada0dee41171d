"""What `rate` takes and gives: arrays, Polars, pandas and Arrow tables; and what it refuses."""

from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from slowmate.ratings import SYSTEMS, explain, rate
from slowmate.records import BadInput

NAMES = [
    "id", "rating", "rd", "games", "points", "opponents_sum", "old_rating", "old_rd", "change", "period_games",
    "published", "fixed", "exact_rating", "exact_rd",
]  # fmt: skip
PLAYERS: dict[str, Any] = {"rating": [2200.0, 2300.0, None], "rd": [60.0, None, None], "games": [50, 100, None]}
GAMES: dict[str, Any] = {"white": [0, 1, 2], "black": [1, 0, 0], "score": [1.0, 0.5, 0.0]}


def arrays(table: dict[str, list[Any]]) -> dict[str, Any]:
    return {name: np.array([np.nan if value is None else value for value in values]) for name, values in table.items()}


@pytest.mark.parametrize(
    "make", [pl.DataFrame, pd.DataFrame, pa.table, lambda table: pd.DataFrame(table).convert_dtypes()]
)
@pytest.mark.parametrize("rules", ["iccf-2016", "iccf-2017", "iccf-2023"])
def test_every_kind_of_table_gives_the_same(make: Any, rules: str) -> None:
    wanted = rate(arrays(PLAYERS), {name: np.array(values) for name, values in GAMES.items()}, rules)
    found = rate(make(PLAYERS), make(GAMES), rules)
    assert list(found) == NAMES
    for name in NAMES:
        assert np.array_equal(found[name], wanted[name], equal_nan=True), name


def test_the_columns_are_arrays_of_numbers() -> None:
    found = rate(arrays(PLAYERS), {name: np.array(values) for name, values in GAMES.items()})
    assert found["rating"].dtype == np.float64
    assert found["games"].dtype == np.int64
    assert found["published"].dtype == np.bool_
    assert found["id"].tolist() == [0, 1, 2]
    assert rate({**arrays(PLAYERS), "id": np.array(["a", "b", "c"])}, GAMES)["id"].tolist() == ["a", "b", "c"]


@pytest.mark.parametrize(
    ("players", "games", "field"),
    [
        ({"games": [1, 2]}, {}, "players.rating"),
        ({"rating": [2000.0, -5.0]}, {}, "players.rating"),
        ({"rating": [2000.0, 1e9]}, {}, "players.rating"),
        ({"rating": ["a", "b"]}, {}, "players.rating"),
        ({"rating": [2000.0, 2000.0], "rd": [1.0]}, {}, "players.rd"),
        ({}, {"white": [0, 2]}, "games.white"),
        ({}, {"black": [-1, 0]}, "games.black"),
        ({}, {"black": [0, 0]}, "games.black"),
        ({}, {"white": [0.5, 1]}, "games.white"),
        ({}, {"score": [0.7, 1]}, "games.score"),
        ({}, {"score": [2.0, 1]}, "games.score"),
        ({}, {"score": [np.nan, 1]}, "games.score"),
        ({}, {"score": [1.0]}, "games"),
        ({}, {"white_start": [1e9, 1]}, "games.white_start"),
        ({}, {"white_start": [2000.0]}, "games.white_start"),
        ({}, {"white_original": [5, -1]}, "games.white_original"),
    ],
)
def test_what_cannot_be_rated_is_refused_by_its_column(players: Any, games: Any, field: str) -> None:
    good = {"rating": [2000.0, 2100.0]} if not players else {}
    played = {"white": [0, 1], "black": [1, 0], "score": [1.0, 0.5], **games}
    with pytest.raises(BadInput) as refused:
        rate({**good, **players}, {name: np.array(values) for name, values in played.items()})
    assert refused.value.field == field


@pytest.mark.parametrize("name", ["white", "black", "score"])
def test_a_missing_column_of_games_is_named(name: str) -> None:
    games = {key: np.array(values) for key, values in GAMES.items() if key != name}
    with pytest.raises(BadInput) as refused:
        rate(arrays(PLAYERS), games)
    assert refused.value.field == f"games.{name}"


def test_rules_we_do_not_hold_are_refused() -> None:
    with pytest.raises(BadInput, match=", ".join(SYSTEMS)):
        rate(arrays(PLAYERS), GAMES, "elo-1970")
    with pytest.raises(BadInput, match="not a row"):
        explain(arrays(PLAYERS), GAMES, 3)
