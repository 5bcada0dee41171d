"""The same expression on Spark, run locally: the list that the arrays give. Needs Java: `make test-scale`."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import ibis
import numpy as np
import polars as pl
import pytest
from pyspark.sql import SparkSession

from slowmate.ratings import rate
from slowmate.ratings.engines.expressions import partial_sums, update
from tests.support.rating_tables import frame, random_games, random_players

# PySpark, Ibis and pandas warn of each other's old names; what we ask of them is the list
pytestmark = pytest.mark.filterwarnings("ignore")
PLAYERS = 250
EXACT = ("exact_rating", "exact_rd")


@pytest.fixture(scope="module")
def spark() -> Iterator[Any]:
    session = (
        SparkSession.builder.master("local[2]")
        .appName("slowmate")
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.sql.shuffle.partitions", "4")
        .config("spark.sql.session.timeZone", "UTC")
        .getOrCreate()
    )
    session.sparkContext.setLogLevel("ERROR")
    yield ibis.pyspark.connect(session)
    session.stop()


def stored(spark: Any, folder: Path, name: str, table: pl.DataFrame) -> Any:
    """A table as several Parquet files, so that the engine has something to split."""
    (folder / name).mkdir()
    for part in range(3):
        table[part::3].write_parquet(folder / name / f"{part}.parquet")
    return spark.read_parquet(folder / name)


def collected(spark: Any, expression: Any) -> pl.DataFrame:
    found = pl.from_arrow(spark.to_pyarrow(expression))
    assert isinstance(found, pl.DataFrame)
    return found


@pytest.mark.parametrize(
    ("rules", "with_options"),
    [("iccf-2016", True), ("iccf-2017", True), ("iccf-2017", False), ("iccf-2023", True), ("iccf-2023", False)],
)
def test_spark_gives_the_list_of_the_arrays(spark: Any, tmp_path: Path, rules: str, with_options: bool) -> None:
    lots = np.random.default_rng(len(rules) + with_options)
    players = random_players(lots, PLAYERS)
    games = random_games(lots, 4000, PLAYERS, with_options=with_options)
    people = stored(spark, tmp_path, "players", frame(players))
    played = stored(spark, tmp_path, "games", frame(games))
    listed = collected(spark, update(people, played, rules).order_by("id"))
    assert len(listed) == PLAYERS
    for name, values in rate(players, games, rules).items():
        seen = listed[name].cast(pl.Float64).fill_null(np.nan).to_numpy()
        tolerance = 1e-12 if name in EXACT else 0
        np.testing.assert_allclose(seen, np.asarray(values, float), rtol=tolerance, atol=0, err_msg=name)


def test_the_sums_are_those_of_duckdb(spark: Any, tmp_path: Path) -> None:
    """2017 adds whole numbers made of whole numbers. 2023 adds whole numbers made of exponentials, which engines round
    differently in the last place: by less than anything that is published.
    """
    lots = np.random.default_rng(3)
    tables = {"players": frame(random_players(lots, PLAYERS)), "games": frame(random_games(lots, 3000, PLAYERS))}
    here = ibis.duckdb.connect()
    for name, table in tables.items():
        here.create_table(name, table)
    players, games = (stored(spark, tmp_path, name, table) for name, table in tables.items())
    for rules in ("iccf-2017", "iccf-2023"):
        ours = here.to_polars(partial_sums(here.table("players"), here.table("games"), rules)).sort("player")
        theirs = collected(spark, partial_sums(players, games, rules)).sort("player")
        assert ours["player"].to_list() == theirs["player"].to_list()
        for name in ours.columns:
            one, two = (each[name].cast(pl.Float64).to_numpy() for each in (ours, theirs))
            if rules == "iccf-2017" or not name.startswith("d"):
                np.testing.assert_array_equal(one, two, err_msg=name)
            elif name.endswith("coarse"):
                fine = name.replace("coarse", "fine")
                one, two = (
                    each[name].cast(pl.Float64).to_numpy() / 2.0**26 + each[fine].cast(pl.Float64).to_numpy() / 2.0**62
                    for each in (ours, theirs)
                )
                np.testing.assert_allclose(one, two, rtol=1e-12, atol=1e-13, err_msg=name)
    here.disconnect()
