"""The update of a period on DuckDB: the list that the arrays give, to the last published number."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import ibis
import numpy as np
import polars as pl
import pytest

from slowmate.cli.main import main
from slowmate.ratings import rate
from slowmate.ratings.engines.expressions import partial_sums, update
from slowmate.ratings.iccf import items
from slowmate.records import BadInput
from tests.support.rating_tables import Columns, frame, random_games, random_players

# Ibis 12 calls DuckDB's Arrow functions by their old names
pytestmark = pytest.mark.filterwarnings(
    "ignore:fetch_arrow:DeprecationWarning", "ignore:fetch_record:DeprecationWarning"
)
EXACT = ("exact_rating", "exact_rd")


@pytest.fixture
def duckdb() -> Any:
    connection = ibis.duckdb.connect()
    yield connection
    connection.disconnect()


def period(seed: int, games: int = 4000, *, with_options: bool = True) -> tuple[Columns, Columns]:
    lots = np.random.default_rng(seed)
    return random_players(lots, 250), random_games(lots, games, 250, with_options=with_options)


def assert_same_list(found: pl.DataFrame, expected: Columns) -> None:
    for name, values in expected.items():
        seen = found[name].cast(pl.Float64).fill_null(np.nan).to_numpy()
        tolerance = 1e-12 if name in EXACT else 0
        np.testing.assert_allclose(seen, np.asarray(values, float), rtol=tolerance, atol=0, err_msg=name)


@pytest.mark.parametrize(
    ("rules", "with_options"), [("iccf-2016", True), ("iccf-2017", True), ("iccf-2023", True), ("iccf-2023", False)]
)
def test_duckdb_gives_the_list_of_the_arrays(duckdb: Any, rules: str, with_options: bool) -> None:
    players, games = period(len(rules) + with_options, with_options=with_options)
    duckdb.create_table("players", frame(players))
    duckdb.create_table("games", frame(games))
    listed = duckdb.to_polars(update(duckdb.table("players"), duckdb.table("games"), rules).order_by("id"))
    assert_same_list(listed, rate(players, games, rules))


def test_the_ties_of_2017_are_among_what_was_compared() -> None:
    """Changes that end in a half of the fourth decimal occur in such data: rounding them is what was compared."""
    players, games = period(9, with_options=False)
    how = items.arithmetic("ICCF-TR-2017")
    rated = ~np.isnan(players["rating"][games["white"]]) & ~np.isnan(players["rating"][games["black"]])
    own, other = (players["rating"][games[side]][rated] for side in ("white", "black"))
    k = items.k_units(own, np.nan_to_num(players["games"][games["white"]][rated], nan=80.0), how)
    product = k * (games["score"][rated] * how.result_units - items.expected_units(own, other, how))
    assert (np.abs(product) % how.divisor == how.divisor / 2).sum() > 10


@pytest.mark.parametrize("rules", ["iccf-2017", "iccf-2023"])
def test_partial_sums_simply_add(duckdb: Any, rules: str) -> None:
    players, games = period(5, 1500, with_options=False)
    table = frame(games)
    people = duckdb.create_table("players", frame(players))
    parts = [duckdb.create_table(f"part_{at}", table[at::3]) for at in range(3)]
    whole = duckdb.create_table("whole", table.sample(fraction=1.0, shuffle=True, seed=1))

    def sums(part: Any) -> pl.DataFrame:
        found: pl.DataFrame = duckdb.to_polars(partial_sums(people, part, rules))
        return found.with_columns(pl.all().cast(pl.Int64))

    added = pl.concat([sums(part) for part in parts]).group_by("player").sum().sort("player")
    assert added.equals(sums(whole).sort("player").select(added.columns))


def test_rules_that_cannot_be_expressed_are_refused(duckdb: Any) -> None:
    people = duckdb.create_table("players", frame({"id": np.arange(2), "rating": np.array([2000.0, 2000.0])}))
    games = duckdb.create_table("games", frame({"white": [0], "black": [1], "score": [1.0]}))
    with pytest.raises(BadInput, match="fide-2017 cannot be expressed"):
        update(people, games, "fide-2017")


# The command line


PLAYERS = """id,name,rating,games
a,Ann,2000,50
b,Ben,2100,50
c,Cat,,
 d ,Dan,1900,12
"""
GAMES = """white,black,result,date
a,b,1-0,2023-09-01
b,a,1/2-1/2,2023-11-30
c,a,0-1,2023-10-01
b,c,0-0,2023-10-02
d,a,1-0,2023-12-01
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "p.csv").write_text(PLAYERS)
    (tmp_path / "g.csv").write_text(GAMES)
    return tmp_path


def run(folder: Path, *arguments: str, engine: str = "duckdb", games: str = "g.csv", players: str = "p.csv") -> int:
    files = ["--players", str(folder / players), "--games", *(str(folder / name) for name in games.split())]
    out = ["--format", "csv", "--out", str(folder / f"{engine}.csv")]
    rules = [] if "--rules" in arguments else ["--rules", "iccf-2023"]
    return main(["rate", "--engine", engine, *files, *out, *rules, *arguments])


@pytest.mark.parametrize("arguments", [("--rules", "iccf-2017"), ("--rules", "iccf-2023", "--period", "2024/1")])
def test_the_file_is_the_same_whichever_engine_wrote_it(folder: Path, arguments: tuple[str, ...]) -> None:
    assert run(folder, *arguments, engine="numpy") == 0
    assert run(folder, *arguments, engine="duckdb") == 0
    assert (folder / "duckdb.csv").read_text() == (folder / "numpy.csv").read_text()


def test_parquet_and_several_files_give_the_same(folder: Path) -> None:
    whole = pl.read_csv(folder / "g.csv", try_parse_dates=True)
    whole[:2].write_parquet(folder / "one.parquet")
    whole[2:].write_csv(folder / "two.csv")
    pl.read_csv(folder / "p.csv", infer_schema=False).write_parquet(folder / "p.parquet")
    assert run(folder, "--period", "2024/1", engine="numpy") == 0
    assert run(folder, "--period", "2024/1", games="one.parquet two.csv", players="p.parquet") == 0
    assert (folder / "duckdb.csv").read_text() == (folder / "numpy.csv").read_text()


def test_kinds_of_event_choose_the_pool_and_the_level_of_the_unrated(folder: Path) -> None:
    games = "white,black,result,kind\na,b,1-0,open-class\nc,a,1-0,master-class\nb,a,1-0,chess960\na,b,0-1,\n"
    (folder / "g.csv").write_text(games)
    for pool in ("chess", "chess960"):
        (folder / "numpy.csv").unlink(missing_ok=True)
        for engine in ("numpy", "duckdb"):
            assert run(folder, "--rules", "iccf-2017", "--pool", pool, engine=engine) == 0
        assert (folder / "duckdb.csv").read_text() == (folder / "numpy.csv").read_text()


@pytest.mark.parametrize(
    ("games", "line", "field", "why"),
    [
        ("white,black,result\na,b,1-0\na,z,1-0\n", 3, "black", "'z' is not the id of a player"),
        ("white,black,result\na,a,1-0\n", 2, "black", "plays against themselves"),
        ("white,black,result\na,b,1-0\na,b,2-0\n", 3, "result", "'2-0' is not one of 1-0, 0-1"),
        ("white,black,result\na,b,\n", 2, "result", "not one of 1-0, 0-1"),
        ("white,black,result\n,b,1-0\n", 2, "white", "empty"),
        ("white,black\na,b\n", 1, "result", "missing column"),
        ("white,black,result,date\na,b,1-0,2023-09-01\na,b,1-0,1.9.2023\n", 3, "date", "'1.9.2023' is not a date"),
        ("white,black,result,white_start\na,b,1-0,-5\n", 2, "white_start", "'-5' is not a rating"),
        ("white,black,result,black_original\na,b,1-0,q\n", 2, "black_original", "'q' is not the id"),
        ("white,black,result,kind\na,b,1-0,picnic\n", 2, "kind", "'picnic' is not a kind of event"),
        ("white,black,result\na,b,1-0\na,b", 3, None, "is the file cut?"),
        ("", 1, None, "empty"),
    ],
)
def test_bad_games_are_refused_by_line_and_field_and_nothing_is_written(
    folder: Path, capsys: pytest.CaptureFixture[str], games: str, line: int | None, field: str | None, why: str
) -> None:
    (folder / "g.csv").write_text(games)
    assert run(folder) == 2
    error = capsys.readouterr().err
    assert why in error
    assert error.count("\n") == 1
    assert f"{folder / 'g.csv'}" in error
    assert f": line {line}: " in error or line is None
    assert f": {field}: " in error or field is None
    assert not (folder / "duckdb.csv").exists()


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("--rules", "fide-2017"), "fide-2017 needs the numpy engine"),
        (("--rules", "iccf-2017", "--item-5", "a=why"), "--item-5: only the numpy engine"),
        (("--pool", "chess960"), "--pool: the games have no kind"),
        (("--period", "2024/1"), "missing column"),
        (("--memory", "much"), "--memory: 'much' is not a size"),
    ],
)
def test_what_the_engine_cannot_do_is_refused(
    folder: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], why: str
) -> None:
    (folder / "g.csv").write_text("white,black,result\na,b,1-0\n")
    assert run(folder, *arguments) == 2
    assert why in capsys.readouterr().err


def test_a_file_that_is_not_there_is_refused(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(folder, games="none.csv") == 2
    assert "none.csv: no such file" in capsys.readouterr().err


def test_the_ordinary_engine_does_without_duckdb() -> None:
    code = "import slowmate.cli.rate, sys; sys.exit('duckdb' in sys.modules or 'ibis' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
