"""Forecasts of the next list: the rating after each result that a player's running games can still have.

Every result is rated by the system itself: the player is copied once for each, and all copies are rated as one period,
each with its own results against the same opponents. That is exact, because a period is computed from the values
before it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from slowmate.ratings.columns import (
    NOTHING_KNOWN,
    Flags,
    Floats,
    GameColumns,
    Ints,
    PeriodContext,
    PlayerColumns,
    Table,
    column_names,
    game_columns,
    player_columns,
)
from slowmate.ratings.exact import half_up
from slowmate.ratings.systems import System, system
from slowmate.records import BadInput

ALL_WAYS_UP_TO = 7
"""Running games up to which every result is rated; beyond, four ways for each score."""
RUNNING = -1


@dataclass(frozen=True, slots=True)
class GameForecast:
    """One running game: the list's rating if this game alone ends that way, and the expected score if there is one."""

    opponent: int
    as_white: bool
    expected: float | None
    win: int | None
    draw: int | None
    loss: int | None


@dataclass(frozen=True, slots=True)
class ScoreForecast:
    """The lowest and highest rating that a score from the running games can bring; often the same."""

    points: float
    lowest: int | None
    highest: int | None


@dataclass(frozen=True, slots=True)
class Forecast:
    """*now* is the rating if no running game ended. *break_even*: the least score with which it is sure not to fall.

    *expected_rating* is read off the scores at *expected_score*, between half points in proportion. All games are taken
    to end within the period.
    """

    old_rating: int | None
    now: int | None
    games: tuple[GameForecast, ...]
    scores: tuple[ScoreForecast, ...]
    expected_score: float | None
    expected_rating: float | None
    break_even: float | None


def forecast(
    players: Table,
    games: Table,
    running: Table,
    player: int,
    rules: str = "iccf-2023",
    *,
    year: int | None = None,
    level: float = NOTHING_KNOWN,
    by_item_5: Flags | None = None,
    options: Mapping[str, Any] | None = None,
) -> Forecast:
    """Forecast the rating of a row of *players*: *games* are the period's finished ones, *running* those still played.

    All arguments are as for `rate`, but *running* has no scores. Games of other players are left out.
    """
    columns = player_columns(players)
    if not 0 <= player < len(columns):
        raise BadInput(f"{player} is not a row of the {len(columns)} players", field="player")
    finished = game_columns(games, len(columns))
    still = game_columns(_without_result(running), len(columns))
    context = PeriodContext(rules, year, level, "numpy", by_item_5, options or {})
    return forecast_columns(system(rules), columns, finished, still, context, player)


def _without_result(table: Table) -> dict[str, Any]:
    names = [name for name in column_names(table) if name != "score"]
    if not {"white", "black"} <= set(names):
        raise BadInput("white and black are needed", field="running")
    return {**{name: table[name] for name in names}, "score": np.full(len(table["white"]), 0.5)}


def forecast_columns(
    chosen: System,
    players: PlayerColumns,
    finished: GameColumns,
    running: GameColumns,
    context: PeriodContext,
    row: int,
) -> Forecast:
    """Forecast as `forecast` does, on columns that have been read already."""
    finished, running = _of(finished, row), _of(running, row)
    count = len(running)
    singles = np.full((1 + 3 * count, count), RUNNING, np.int8)
    for game in range(count):
        singles[1 + 3 * game : 4 + 3 * game, game] = (2, 1, 0)
    ways = _ways(players, running, row)
    ratings = _rate_copies(chosen, players, finished, running, context, row, np.concatenate([singles, ways]))
    alone, scored = ratings[: len(singles)], ratings[len(singles) :]
    totals = ways.sum(axis=1)
    scores = tuple(
        ScoreForecast(half / 2, _whole(scored[totals == half].min()), _whole(scored[totals == half].max()))
        for half in range(2 * count + 1)
    )
    expected = chosen.expect(players, _without_substitutes(running, row), context, row)
    total = float(expected.sum())
    old = _whole(float(players.rating[row]))
    return Forecast(
        old_rating=old,
        now=_whole(float(alone[0])),
        games=tuple(_game(running, row, game, alone, expected) for game in range(count)),
        scores=scores,
        expected_score=None if np.isnan(total) else total,
        expected_rating=None if np.isnan(total) else _between(scores, total),
        break_even=next(
            (s.points for s in scores if old is not None and s.lowest is not None and s.lowest >= old), None
        ),
    )


def _game(running: GameColumns, row: int, game: int, alone: Floats, expected: Floats) -> GameForecast:
    as_white = bool(_is_white(running, row)[game])
    win, draw, loss = (_whole(float(alone[1 + 3 * game + result])) for result in range(3))
    opponent = int(running.black[game] if as_white else running.white[game])
    score = None if np.isnan(expected[game]) else float(expected[game])
    return GameForecast(opponent, as_white, score, win, draw, loss)


def _whole(value: float) -> int | None:
    return None if np.isnan(value) else int(half_up(np.array(value)))


def _between(scores: tuple[ScoreForecast, ...], points: float) -> float | None:
    middles = [None if s.lowest is None or s.highest is None else (s.lowest + s.highest) / 2 for s in scores]
    values = [value for value in middles if value is not None]
    if len(values) < len(middles):
        return None
    return float(np.interp(points, [s.points for s in scores], values))


def _of(games: GameColumns, row: int) -> GameColumns:
    """Return the games of one player, including those in which they were substituted."""
    mine = (games.white == row) | (games.black == row)
    for original in (games.white_original, games.black_original):
        if original is not None:
            mine = mine | (original == row)
    return _take(games, np.flatnonzero(mine))


def _is_white(games: GameColumns, row: int) -> Flags:
    """Return whether the player, or their substitute, has White."""
    white: Flags = games.white == row
    return white if games.white_original is None else white | (games.white_original == row)


def _without_substitutes(games: GameColumns, row: int) -> GameColumns:
    """Return the games without substitutes, so that each has an expected score for the player."""
    is_white = _is_white(games, row)
    white, black = np.where(is_white, row, games.white), np.where(is_white, games.black, row)
    return replace(games, white=white, black=black, white_original=None, black_original=None)


def _take(games: GameColumns, at: Ints) -> GameColumns:
    columns = {f.name: getattr(games, f.name) for f in fields(games) if f.name != "extra"}
    parts: dict[str, Any] = {name: None if values is None else values[at] for name, values in columns.items()}
    return GameColumns(**parts, extra={name: values[at] for name, values in games.extra.items()})


def _ways(players: PlayerColumns, running: GameColumns, row: int) -> NDArray[np.int8]:
    """Return results to try, one row each, in half points: all of them, or four for each total.

    The four give the points to the lowest or to the highest rated opponents, in wins or in draws as far as they go.
    """
    count = len(running)
    if count <= ALL_WAYS_UP_TO:
        return np.array(list(product((0, 1, 2), repeat=count)), np.int8).reshape(3**count, count)
    opponents = np.where(_is_white(running, row), running.black, running.white)
    order = np.argsort(np.nan_to_num(players.rating[opponents]), kind="stable")
    ways = []
    for by_rating in (order, order[::-1]):
        for first in (2, 1):
            for total in range(2 * count + 1):
                way, points_left = np.zeros(count, np.int8), total
                for most in (first, 2):
                    for game in by_rating:
                        more = min(most - int(way[game]), points_left) if way[game] < most else 0
                        way[game] += more
                        points_left -= more
                ways.append(way)
    return np.array(ways, np.int8)


def _rate_copies(
    chosen: System, players: PlayerColumns, finished: GameColumns, running: GameColumns, context: PeriodContext,
    row: int, results: NDArray[np.int8],
) -> Floats:  # fmt: skip
    """Rate the player under each row of *results* (White's or Black's half points are their own)."""
    copies, size = len(results), len(players)
    many = {f.name: np.concatenate([getattr(players, f.name), np.repeat(getattr(players, f.name)[row], copies)])
            for f in fields(players)}  # fmt: skip
    copy_of_finished = np.repeat(np.arange(copies), len(finished))
    first = _moved(_take(finished, np.tile(np.arange(len(finished)), copies)), row, size + copy_of_finished)
    copy, game = np.nonzero(results != RUNNING)
    scored = results[copy, game]
    second = _take(running, game)
    second = replace(second, half_points=np.where(_is_white(second, row), scored, 2 - scored).astype(np.int8))
    games = _joined(first, _moved(second, row, size + copy))
    marks = context.by_item_5
    marks = None if marks is None else np.concatenate([marks, np.repeat(marks[row], copies)])
    outcome = chosen.update(PlayerColumns(**many), games, replace(context, by_item_5=marks, ids=None))
    return outcome.rating[size:]


def _moved(games: GameColumns, row: int, to: Ints) -> GameColumns:
    """Replace one player's row in the games, game by game; each copy's events are its own."""
    changed: dict[str, Any] = {
        name: None if values is None else np.where(values == row, to, values)
        for name in ("white", "black", "white_original", "black_original")
        for values in (getattr(games, name),)
    }
    event = games.event
    if event is not None and len(event):
        changed["event"] = event + (to - to.min()) * (int(event.max()) + 1)
    return replace(games, **changed)


def _joined(first: GameColumns, other: GameColumns) -> GameColumns:
    parts: dict[str, Any] = {}
    for f in fields(first):
        if f.name == "extra":
            continue
        a, b = getattr(first, f.name), getattr(other, f.name)
        if a is None and b is None:
            parts[f.name] = None
            continue
        a = np.full(len(first), _missing(f.name), b.dtype) if a is None else a
        b = np.full(len(other), _missing(f.name), a.dtype) if b is None else b
        parts[f.name] = np.concatenate([a, b])
    shared = set(first.extra) & set(other.extra)
    return GameColumns(**parts, extra={name: np.concatenate([first.extra[name], other.extra[name]]) for name in shared})


def _missing(name: str) -> float:
    return np.nan if name.endswith("start") or name == "level" else -1
