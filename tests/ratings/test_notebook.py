"""Lists, histories and comparisons for notebooks: ids and results in, the same kind of table out."""

import subprocess
import sys
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from slowmate.ratings import compare, history, rate, rate_list
from slowmate.records import BadInput

PLAYERS: dict[str, list[Any]] = {
    "id": ["a", "b", "c"],
    "name": ["Ann", "Bob", "Cy"],
    "rating": [2200.0, 2300.0, None],
    "games": [50, 100, None],
    "club": ["north", None, "south"],
}
GAMES: dict[str, list[Any]] = {
    "white": ["a", "b", "c"],
    "black": ["b", "c", "a"],
    "result": ["1-0", "1/2-1/2", "0-0"],
    "date": ["2017-03-01", "2017-06-01", "2017-06-02"],
}


def arrays(columns: dict[str, list[Any]]) -> dict[str, Any]:
    numbers = ("rating", "games")
    return {
        name: np.array([np.nan if one is None and name in numbers else one for one in values])
        for name, values in columns.items()
    }


KINDS: dict[str, Any] = {"polars": pl.DataFrame, "pandas": pd.DataFrame, "arrow": pa.table, "mapping": arrays}


@pytest.mark.parametrize("kind", KINDS)
def test_a_list_is_a_table_of_the_same_kind_with_names(kind: str) -> None:
    made = KINDS[kind]
    found = rate_list(made(PLAYERS), made(GAMES), "iccf-2017")
    assert isinstance(found, type(made(PLAYERS)))
    plain = (
        found.to_pydict()
        if kind == "arrow"
        else {name: list(found[name]) for name in ("name", "club", "rating", "period_games")}
    )
    expected = rate(
        {"rating": np.array([2200.0, 2300.0, np.nan]), "games": np.array([50.0, 100.0, np.nan])},
        {"white": np.array([0, 1]), "black": np.array([1, 2]), "score": np.array([1.0, 0.5])},
        "iccf-2017",
    )
    assert plain["name"] == ["Ann", "Bob", "Cy"]
    assert plain["rating"] == expected["rating"].tolist()
    assert plain["period_games"] == [1, 2, 1]
    assert plain["club"][0] == "north"


def test_a_history_is_one_long_table_each_list_by_the_rules_of_its_day() -> None:
    found = history(pl.DataFrame(PLAYERS), pl.DataFrame(GAMES), "2017/1..2017/4")
    assert found.columns[:5] == ["period", "valid_from", "rules", "id", "name"]
    assert found["period"].unique(maintain_order=True).to_list() == ["2017/1", "2017/2", "2017/3", "2017/4"]
    assert found.filter(pl.col("id") == "a")["rules"].to_list() == ["iccf-2016", *["iccf-2017"] * 3]
    ann = found.filter(pl.col("id") == "a")["rating"].to_list()
    assert ann[:2] == [2200, 2200]
    assert ann[2] == ann[3] == 2210
    assert found.filter(pl.col("id") == "c")["rating"].to_list()[:3] == [None, None, None]


@pytest.mark.clause("FIDE-RATING-2017 10.2", "FIDE-RATING-2017 10.3")
def test_two_systems_are_compared_player_by_player() -> None:
    one, two = (rate_list(pl.DataFrame(PLAYERS), pl.DataFrame(GAMES), rules) for rules in ("iccf-2016", "iccf-2017"))
    found = compare(one, two)
    rows = {row["id"]: row for row in found.table.iter_rows(named=True)}
    assert rows["a"]["name"] == "Ann"
    assert rows["a"]["change"] == rows["a"]["after"] - rows["a"]["before"]
    assert found.drift is not None
    assert found.drift.players == 3
    assert found.drift.mean_after - found.drift.mean_before == pytest.approx(
        sum(row["change"] for row in rows.values()) / 3
    )
    changes = [abs(row["change"]) for row in found.table.iter_rows(named=True)]
    assert changes == sorted(changes, reverse=True)


def test_players_on_one_list_only_have_no_change() -> None:
    one = pl.DataFrame({"id": ["1", "2"], "rating": [2000, None]})
    two = pl.DataFrame({"id": ["3"], "rating": [2100]})
    found = compare(one, two)
    assert found.drift is None
    assert found.table["change"].to_list() == [None, None, None]
    assert sorted(found.table["id"]) == ["1", "2", "3"]


@pytest.mark.parametrize(
    ("players", "games", "why"),
    [
        ({"rating": [1]}, GAMES, "players.id: missing"),
        ({"id": ["a"]}, {"white": [], "black": [], "result": []}, "players.rating: missing"),
        ({"id": ["a", "a"], "rating": [1, 2]}, GAMES, "'a' is used twice"),
        (PLAYERS, GAMES | {"white": ["a", "x", "c"]}, "games.white: 'x' is not the id of a player (row 1)"),
        (PLAYERS, GAMES | {"result": ["1-0", "won", "0-0"]}, "games.result: 'won' is not one of 1-0"),
        (PLAYERS, {"white": ["a"], "black": ["b"]}, "games.result: missing"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named(players: dict[str, Any], games: dict[str, Any], why: str) -> None:
    with pytest.raises(BadInput) as refused:
        rate_list(pl.DataFrame(players), pl.DataFrame(games, strict=False), "iccf-2017")
    assert why in str(refused.value)


def test_rules_come_from_the_day_of_an_iccf_list_only() -> None:
    assert rate_list(pl.DataFrame(PLAYERS), pl.DataFrame(GAMES), period="2017/3")["rating"].to_list()[0] == 2210
    with pytest.raises(BadInput, match="rules: missing"):
        rate_list(pl.DataFrame(PLAYERS), pl.DataFrame(GAMES), period="2017-07")


NUMBERED = {
    "polars": pl.DataFrame,
    "pandas": pd.DataFrame,
    "arrow": pa.table,
    "mapping": lambda columns: {name: np.array(values) for name, values in columns.items()},
}


@pytest.mark.parametrize("kind", NUMBERED)
def test_ids_that_are_numbers_stay_numbers(kind: str) -> None:
    """So that the list can be joined with the table it was made from."""
    made: Any = NUMBERED[kind]
    players = made({"id": [101, 102, 103], "rating": [2200, 2300, 2400], "games": [50, 60, 70]})
    games = made({"white": [101, 102], "black": [102, 103], "result": ["1-0", "0-1"], "date": ["2017-03-01"] * 2})
    for found in (
        rate_list(players, games, "iccf-2017"),
        history(players, games, "2017/3..2017/3"),
        compare(rate_list(players, games, "iccf-2016"), rate_list(players, games, "iccf-2017")).table,
    ):
        ids = [one.as_py() if kind == "arrow" else one for one in found["id"]]
        assert sorted(ids) == [101, 102, 103]


@pytest.mark.parametrize("kind", ["pandas", "mapping"])
def test_a_column_of_numbers_in_which_some_are_missing_still_names_players(kind: str) -> None:
    """pandas and NumPy make fractions of such a column: who was replaced is 103.0 in one game and NaN in the other."""
    made: Any = NUMBERED[kind]
    players = made({"id": [101, 102, 103], "rating": [2200, 2300, 2400], "games": [50, 60, 70]})
    plain = {"white": [101, 102], "black": [102, 101], "result": ["1-0", "0-1"]}
    replaced = {**plain, "black_original": [np.nan, 103.0]}
    words = {**plain, "black_original": [None, "103"]}
    expected = rate_list(
        pl.DataFrame({name: list(players[name]) for name in ("id", "rating", "games")}),
        pl.DataFrame(words),
        "iccf-2017",
    )
    found = rate_list(players, made(replaced), "iccf-2017")
    assert list(found["rating"]) == expected["rating"].to_list()
    with pytest.raises(BadInput, match=r"'103\.5' is not the id of a player"):
        rate_list(players, made({**plain, "black_original": [np.nan, 103.5]}), "iccf-2017")


def test_what_is_no_table_is_refused() -> None:
    with pytest.raises(BadInput, match="NoneType is no table"):
        rate_list(None, pl.DataFrame(GAMES), "iccf-2017")


def test_whoever_rates_no_tables_does_not_wait_for_polars() -> None:
    asked = "import sys, slowmate.cli.game, slowmate.cli.standings; print('polars' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, check=True, text=True)
    assert done.stdout == "False\n"


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("players", "games", "why"),
    [
        ({"rating": ["2200", "high", None]}, {}, r"players.rating: 'high' is not a number \(row 1\)"),
        ({"id": ["a", None, "c"]}, {}, r"players.id: empty; every player has an id \(row 1\)"),
        ({"last_game": ["2017-01-01", "soon", None]}, {}, "players.last_game: 'soon' is not a date; write it as 2023-"),
        ({}, {"date": ["2017-03-01", "1.2.2017", None]}, r"games.date: '1.2.2017' is not a date; .* \(row 1\)"),
        ({}, {"kind": ["open", "opn", None]}, r"games.kind: 'opn' is not a kind .* did you mean open\? \(row 1\)"),
    ],
)
def test_what_is_wrong_is_named_by_table_column_and_row(
    kind: str, players: dict[str, list[Any]], games: dict[str, list[Any]], why: str
) -> None:
    made = KINDS[kind] if kind != "mapping" else dict
    with pytest.raises(BadInput, match=why):
        rate_list(made({**PLAYERS, **players}), made({**GAMES, **games}), "iccf-2017")


@pytest.mark.parametrize("kind", KINDS)
def test_an_empty_list_is_compared_with_another_one(kind: str) -> None:
    nobody = KINDS[kind]({name: [] for name in PLAYERS})
    assert compare(nobody, KINDS[kind](PLAYERS)).drift is None
    with pytest.raises(BadInput, match=r"after\.id: 'a' is used twice"):
        compare(nobody, KINDS[kind]({**PLAYERS, "id": ["a", "a", "c"]}))
