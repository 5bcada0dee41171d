"""What many games cost on DuckDB: time, memory and bytes a game, from made-up games in Parquet and CSV files.

Each measurement is one `slowmate rate --engine duckdb` in a process of its own, so its processor time and its peak of
memory are its own. `python -m bench.scale 1000000 10000000 50000000` measures those numbers of games; docs/scale.md
tells what they mean for a billion.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter

import numpy as np
import polars as pl

PLAYERS = 20_000
PART = 10_000_000
RULES = ("iccf-2023", "iccf-2017")
WORDS = np.array(["0-1", "1/2-1/2", "1-0"])
MEMORY = "2GB"


def write_files(folder: Path, games: int, kind: str) -> tuple[Path, list[Path]]:
    """Players, and games in files of at most ten million."""
    lots = np.random.default_rng(2024)
    players = folder / "players.csv"
    pl.DataFrame(
        {
            "id": np.arange(PLAYERS),
            "rating": np.clip(np.round(lots.normal(2000, 250, PLAYERS)), 800, 2800).astype(int),
            "rd": lots.integers(30, 250, PLAYERS),
            "games": lots.integers(30, 400, PLAYERS),
        }
    ).write_csv(players)
    paths = []
    for number, start in enumerate(range(0, games, PART)):
        size = min(PART, games - start)
        white = lots.integers(0, PLAYERS, size, dtype=np.int32)
        part = pl.DataFrame(
            {
                "white": white,
                "black": (white + lots.integers(1, PLAYERS, size, dtype=np.int32)) % PLAYERS,
                "result": pl.Series(WORDS[lots.choice(3, size, p=[0.2, 0.6, 0.2])]).cast(pl.Categorical),
                "date": np.datetime64("2023-09-01") + lots.integers(0, 91, size),
            }
        )
        paths.append(folder / f"games-{number}.{kind}")
        if kind == "parquet":
            part.write_parquet(paths[-1])
        else:
            part.write_csv(paths[-1])
    return players, paths


def measure(games: int, rules: str, kind: str) -> dict[str, float]:
    """Seconds, processor seconds and peak memory of one run, and the size of its files."""
    with tempfile.TemporaryDirectory(prefix="bench-") as name:
        folder = Path(name)
        players, paths = write_files(folder, games, kind)
        command = [
            str(Path(sys.executable).parent / "slowmate"),
            "rate",
            "--engine",
            "duckdb",
            "--memory",
            MEMORY,
            "--rules",
            rules,
        ]
        command += ["--period", "2024/1", "--players", str(players), "--games", *map(str, paths)]
        command += ["--format", "csv", "--out", str(folder / "list.csv")]
        started = perf_counter()
        process = subprocess.Popen(command)
        _, status, usage = os.wait4(process.pid, 0)
        seconds = perf_counter() - started
        if status:
            raise RuntimeError(f"{' '.join(command)} failed")
        return {
            "seconds": seconds,
            "processor": usage.ru_utime + usage.ru_stime,
            "peak": usage.ru_maxrss * 1024,
            "file": sum(path.stat().st_size for path in paths) / games,
        }


def rows(games: int, rules: str, kind: str) -> list[tuple[str, str]]:
    found = measure(games, rules, kind)
    time = f"{found['seconds']:.1f} s ({found['processor']:.1f} s of processor)"
    space = f"peak {found['peak'] / 2**20:.0f} MiB, {found['file']:.1f} bytes a game in files"
    return [(f"duckdb, {rules}, {games:,} games, {kind}", f"{time}, {space}")]


def run() -> list[tuple[str, str]]:
    """Rows of what was measured and the result, small enough for every day."""
    return [row for rules in RULES for row in rows(1_000_000, rules, "parquet")]


if __name__ == "__main__":
    for many in [int(word) for word in sys.argv[1:]] or [1_000_000]:
        for each in RULES:
            for what, result in rows(many, each, "parquet"):
                print(f"{what}: {result}", flush=True)
    for what, result in rows(1_000_000, "iccf-2023", "csv"):
        print(f"{what}: {result}", flush=True)
