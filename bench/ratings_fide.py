"""Speed of FIDE's rules where events matter, as ratios to the literal loop of iccf-2023 in the same run.

Round robins of ten players, all of them rated, or one in twenty not; and the same games as Swiss events.
"""

from functools import partial
from typing import Any

import numpy as np

from bench._ratings_literal import literal
from bench.ratings import PLAYERS, best, period
from slowmate.ratings import rate

EVENTS = 22_222
IN_EVENT = 10


def round_robins() -> dict[str, Any]:
    """A million games in complete round robins."""
    lots = np.random.default_rng(7)
    first = lots.integers(0, PLAYERS - IN_EVENT, EVENTS)
    pairs = np.array([(one, two) for one in range(IN_EVENT) for two in range(one)])
    white = (first[:, None] + pairs[:, 0]).ravel()
    return {
        "white": white,
        "black": (first[:, None] + pairs[:, 1]).ravel(),
        "score": lots.choice([0.0, 0.5, 1.0], len(white), p=[0.2, 0.6, 0.2]),
        "event": np.repeat(np.arange(EVENTS), len(pairs)),
    }


def run() -> list[tuple[str, str]]:
    """Rows of what was measured and the result."""
    players, _ = period(1000)
    games = round_robins()
    unrated = {**players, "rating": players["rating"].copy(), "games": players["games"].astype(float)}
    unrated["rating"][::20] = np.nan
    unrated["games"][::20] = 0
    arrays = players["rating"], players["rd"], games["white"], games["black"], games["score"]
    literal(*arrays)
    loop = best(lambda: literal(*arrays))
    rows = []
    for what, people, code in (
        ("round robins, all rated", players, 0),
        ("round robins, one in twenty unrated", unrated, 0),
        ("Swiss events, all rated", players, 1),
        ("Swiss events, one in twenty unrated", unrated, 1),
    ):
        played = {**games, "event_type": np.full(len(games["white"]), code, np.int8)}
        seconds = best(partial(rate, people, played, "fide-2017"), 3)
        rows.append((f"rate, fide-2017, a million games, {what} / literal loop", f"{seconds / loop:.2f}"))
    return rows
