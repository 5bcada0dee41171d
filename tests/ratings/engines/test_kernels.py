"""The compiled loops and NumPy give the same, bit by bit; without numba NumPy does it all."""

import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from slowmate.ratings import rate
from slowmate.ratings.engines import kernels

ICCF = ["iccf-2016", "iccf-2017", "iccf-2023"]


def period(games: int, *, players: int = 300) -> tuple[dict[str, Any], dict[str, Any]]:
    lots = np.random.default_rng(7)
    rating = np.where(lots.random(players) < 0.1, np.nan, lots.integers(900, 2800, players).astype(float))
    white = lots.integers(0, players, games)
    black = (white + lots.integers(1, players - 1, games)) % players
    original = np.where(lots.random(games) < 0.05, (white + players - 1) % players, -1)
    columns = {"rating": rating, "rd": lots.integers(30, 250, players), "games": lots.integers(0, 300, players)}
    played = {
        "white": white,
        "black": black,
        "score": lots.choice([0.0, 0.5, 1.0], games),
        "black_start": np.where(lots.random(games) < 0.2, lots.integers(1500, 2500, games), np.nan),
        "white_original": np.where(original == black, -1, original),
    }
    return columns, played


@pytest.mark.parametrize("rules", ICCF)
@pytest.mark.parametrize("games", [0, 1, 255, 256, 257, 70_000])
def test_the_compiled_loops_give_the_same_bits(rules: str, games: int) -> None:
    pytest.importorskip("numba", reason="the compiled loops are an extra, slowmate[fast]")
    players, played = period(games)
    plain = rate(players, played, rules, kernel="numpy")
    compiled = rate(players, played, rules, kernel="numba")
    assert [name for name in plain if not np.array_equal(plain[name], compiled[name], equal_nan=True)] == []


def test_numpy_takes_games_in_chunks_without_a_seam() -> None:
    players, played = period(70_000)
    whole = rate(players, played, "iccf-2023", kernel="numpy")
    order = np.random.default_rng(1).permutation(70_000)
    mixed = rate(players, {name: column[order] for name, column in played.items()}, "iccf-2023", kernel="numpy")
    assert np.array_equal(whole["exact_rating"], mixed["exact_rating"], equal_nan=True)


def test_small_periods_do_not_load_the_compiler() -> None:
    code = (
        "import sys, numpy as np; from slowmate.ratings import rate;"
        "rate({'rating': np.array([2000., 2000.])}, {'white': [0], 'black': [1], 'score': [1.]});"
        "sys.exit('numba' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_without_numba_large_periods_are_rated_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    players, played = period(2000)
    wanted = rate(players, played, "iccf-2023", kernel="numpy")
    monkeypatch.setattr(kernels, "WORTH_COMPILING", 1)
    monkeypatch.setattr(kernels, "_loops", lambda: None)
    found = rate(players, played, "iccf-2023")
    assert np.array_equal(found["exact_rating"], wanted["exact_rating"], equal_nan=True)
    with pytest.raises(ModuleNotFoundError, match=r"slowmate\[fast\]"):
        rate(players, played, "iccf-2023", kernel="numba")
