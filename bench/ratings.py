"""Speed and memory of the rating systems, as ratios in one run on made-up games.

What is counted: a kernel is `rate(...)` on arrays, checks included, after one call to compile it; the literal loop is
`bench._ratings_literal`, serial compiled code of the printed formulas over the same arrays. The command line is
`main([...])` in this process, from CSV files to a CSV file: imports, and the compiler's loading, are not counted.
Every figure is the best of several runs.
"""

import tempfile
import tracemalloc
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
import polars as pl

from bench._ratings_literal import literal
from slowmate.cli.main import main
from slowmate.ratings import rate

PLAYERS, GAMES = 20_000, 1_000_000
SIZES = (10_000, 100_000, 1_000_000, 10_000_000)
SYSTEMS = ("iccf-2023", "iccf-2017", "iccf-2016", "fide-2017")
PERIOD_NAMES = ("white", "black", "score")


def period(games: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """Rated players and random games between them."""
    lots = np.random.default_rng(2024)
    white = lots.integers(0, PLAYERS, games)
    players = {
        "rating": np.clip(np.round(lots.normal(2000, 250, PLAYERS)), 800, 2800),
        "rd": lots.integers(30, 250, PLAYERS).astype(np.float64),
        "games": lots.integers(30, 400, PLAYERS),
        "birth_year": np.full(PLAYERS, 1970.0),
    }
    played = {
        "white": white,
        "black": (white + lots.integers(1, PLAYERS, games)) % PLAYERS,
        "score": lots.choice([0.0, 0.5, 1.0], games, p=[0.2, 0.6, 0.2]),
    }
    return players, played


def best(work: Callable[[], object], times: int = 7) -> float:
    """The shortest of several runs, in seconds."""
    found = []
    for _ in range(times):
        started = perf_counter()
        work()
        found.append(perf_counter() - started)
    return min(found)


def run() -> list[tuple[str, str]]:
    """Rows of what was measured and the result."""
    players, games = period(GAMES)
    arrays = players["rating"], players["rd"], *(games[name] for name in PERIOD_NAMES)

    def plain() -> object:
        return literal(*arrays)

    for rules in SYSTEMS:
        rate(players, games, rules)
    plain()
    loop = best(plain)
    rows = [("literal serial loop, iccf-2023, a million games", f"{GAMES / loop / 1e6:.1f} M games a second")]
    kernel = {rules: best(partial(rate, players, games, rules)) for rules in SYSTEMS}
    for rules, seconds in kernel.items():
        wanted = 1.0 if rules == "iccf-2023" else 4.0
        rows.append((f"rate, {rules} / literal loop (at most {wanted:g})", _ratio(seconds, loop, wanted)))
    numpy = best(lambda: rate(players, games, kernel="numpy"), 3)
    rows.append(("rate, iccf-2023, NumPy alone / literal loop", f"{numpy / loop:.2f}"))
    rows += _growth() + [_memory(rules) for rules in SYSTEMS]
    rows += [_command_line(players, games, rules, kernel[rules]) for rules in ("iccf-2023", "iccf-2017")]
    return rows


def _ratio(one: float, other: float, limit: float) -> str:
    return f"{one / other:.2f}{'' if one / other <= limit else '  (over)'}"


def _growth() -> list[tuple[str, str]]:
    """Nanoseconds a game from ten thousand to ten million games: level is linear."""
    rows = []
    for size in SIZES:
        players, games = period(size)
        cells = [f"{rules} {_nanoseconds(players, games, rules):.0f}" for rules in SYSTEMS]
        rows.append((f"ns a game, {size:,} games", ", ".join(cells)))
    return rows


def _nanoseconds(players: dict[str, Any], games: dict[str, Any], rules: str) -> float:
    rate(players, games, rules)
    return best(lambda: rate(players, games, rules), 3) / len(games["score"]) * 1e9


def _memory(rules: str) -> tuple[str, str]:
    """What `rate` itself takes at its peak, beyond the games' own columns, which are counted in."""
    players, games = period(GAMES)
    rate(players, games, rules)
    tracemalloc.start()
    rate(players, games, rules)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    own = sum(games[name].nbytes for name in PERIOD_NAMES)
    return f"bytes a game at the peak, {rules} (at most 200)", f"{(own + peak) / GAMES:.0f}"


def _command_line(players: dict[str, Any], games: dict[str, Any], rules: str, kernel: float) -> tuple[str, str]:
    words = np.array(["0-1", "1/2-1/2", "1-0"])[(games["score"] * 2).astype(int)]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder)
        pl.DataFrame({"id": np.arange(PLAYERS), **players}).write_csv(path / "p.csv")
        pl.DataFrame({"white": games["white"], "black": games["black"], "result": words}).write_csv(path / "g.csv")
        files = ["--players", str(path / "p.csv"), "--games", str(path / "g.csv"), "--out", str(path / "out.csv")]
        seconds = best(lambda: main(["rate", "--rules", rules, *files, "--format", "csv"]), 7)
    return f"command line, CSV to CSV, {rules} / kernel (at most 10)", _ratio(seconds, kernel, 10.0)
