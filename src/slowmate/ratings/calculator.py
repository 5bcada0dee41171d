"""One player and some results, as people try them out: what the games would bring, K, a performance.

The systems themselves answer: a player and their opponents are a period of their own.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from slowmate.ratings.columns import EVENT_TYPES, Column
from slowmate.ratings.fide import explain as fide
from slowmate.ratings.fide.eligible import FideList
from slowmate.ratings.iccf import elo, explain_elo
from slowmate.ratings.systems import SYSTEMS, explain, rate
from slowmate.records import BadInput
from slowmate.rulebook import Ruling

PLAYER = "0"
"""The id of the player themselves; their opponents are 1, 2, ..."""
WITH_COEFFICIENT = ("iccf-2016", "iccf-2017", "fide-2017")
"""The systems that have a K; that of 2023 has RD instead."""
WITH_PERFORMANCE = ("iccf-2016", "iccf-2017")
"""The systems in which a performance is a part of the ratings; FIDE's belongs to titles."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """The player's numbers before the games; None is unknown, but a rating of None is unrated."""

    rating: float | None = None
    rd: float | None = None
    games: int | None = None
    points: float | None = None
    opponents_sum: float | None = None
    fide_rating: float | None = None
    birth_year: int | None = None
    has_reached_2400: bool = False
    has_reached_2300: bool = False


@dataclass(frozen=True, slots=True)
class Met:
    """A game against an opponent with a published rating: their rating, the score, and for 2023 their RD."""

    rating: float
    score: float
    rd: float | None = None


@dataclass(frozen=True, slots=True)
class Calculated:
    """The rating after the games (None: still none) and RD, with every step."""

    old_rating: int | None
    rating: int | None
    rd: int | None
    games: int | None
    ruling: Ruling[int | None]


def after_games(
    own: Figures, met: Sequence[Met], rules: str, *, year: int | None = None, fide_list: FideList = FideList.STANDARD
) -> Calculated:
    """Compute what the games bring by a system. *year* and *fide_list* are asked for by FIDE's alone."""
    players, games = _players(own, met), _games(met)
    options: dict[str, Any] = {"list": fide_list.value} if rules == "fide-2017" else {}
    rated = rate(players, games, rules, year=year, kernel="numpy", options=options)
    old, rating, rd, behind = (_whole(rated[name][0]) for name in ("old_rating", "rating", "rd", "games"))
    return Calculated(old, rating, rd, behind, explain(players, games, 0, rules, year=year, options=options))


def _players(own: Figures, met: Sequence[Met]) -> dict[str, Column]:
    opponents = len(met)
    columns: dict[str, list[float | None]] = {
        "rating": [own.rating, *(opponent.rating for opponent in met)],
        "rd": [own.rd, *(opponent.rd for opponent in met)],
        "games": [own.games if own.rating is not None or own.games else 0, *[None] * opponents],
        "points": [own.points, *[None] * opponents],
        "opponents_sum": [own.opponents_sum, *[None] * opponents],
        "fide_rating": [own.fide_rating, *[None] * opponents],
        "birth_year": [own.birth_year, *[None] * opponents],
        "has_reached_2400": [float(own.has_reached_2400), *[0.0] * opponents],
        "has_reached_2300": [float(own.has_reached_2300), *[0.0] * opponents],
    }
    numbers = {name: np.array(values, dtype=np.float64) for name, values in columns.items()}
    return {"id": np.array([str(number) for number in range(opponents + 1)], dtype=object), **numbers}


def _games(met: Sequence[Met]) -> dict[str, Column]:
    rows = np.arange(1, len(met) + 1)
    return {
        "white": np.zeros(len(met), np.int64),
        "black": rows,
        "score": np.array([opponent.score for opponent in met], dtype=np.float64),
        "event": np.ones(len(met), np.int64),
        "event_type": np.full(len(met), EVENT_TYPES.index("swiss"), np.int8),
    }


def _whole(value: float) -> int | None:
    return None if np.isnan(value) else int(value)


def coefficient(
    own: Figures, rules: str, *, year: int | None = None, played: int = 0, fide_list: FideList = FideList.STANDARD
) -> Ruling[float]:
    """Return K: what a point more than expected brings. *year*, games *played* in the period and list are FIDE's."""
    if rules not in WITH_COEFFICIENT:
        raise BadInput(f"{rules!r} has no K; one of {', '.join(WITH_COEFFICIENT)} has", field="rules")
    if own.rating is None:
        raise BadInput("missing; without a rating there is no K", field="rating")
    if rules != "fide-2017":
        games = elo.ESTABLISHED_GAMES if own.games is None else own.games
        return explain_elo.coefficient(own.rating, games, SYSTEMS[rules].edition)
    return fide.coefficient(
        int(own.rating),
        games=own.games,
        birth_year=own.birth_year,
        year=year,
        has_reached_2400=own.has_reached_2400,
        has_reached_2300=own.has_reached_2300,
        fide_list=fide_list,
        played=played,
    )


def performance(ratings: Sequence[int], half_points: int, rules: str) -> Ruling[int]:
    """Return item 5 for a score against opponents of these ratings."""
    if rules not in WITH_PERFORMANCE:
        raise BadInput(f"{rules!r} knows none; one of {', '.join(WITH_PERFORMANCE)} does", field="rules")
    return explain_elo.performance(ratings, half_points, SYSTEMS[rules].edition)
