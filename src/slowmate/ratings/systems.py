"""The rating systems in one plain table, and `rate`: one period under one of them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from slowmate.ratings.columns import (
    NOTHING_KNOWN,
    OUTCOME_NAMES,
    Column,
    Flags,
    Floats,
    GameColumns,
    OutcomeColumns,
    PeriodContext,
    PlayerColumns,
    Table,
    column,
    column_names,
    game_columns,
    player_columns,
)
from slowmate.ratings.fide import expected, period
from slowmate.ratings.fide import explain as fide_explain
from slowmate.ratings.iccf import elo, explain_elo, explain_glickman, glickman
from slowmate.records import BadInput
from slowmate.rulebook import Ruling

Update = Callable[[PlayerColumns, GameColumns, PeriodContext], OutcomeColumns]
Expect = Callable[[PlayerColumns, GameColumns, PeriodContext, int], Floats]
Explain = Callable[[PlayerColumns, GameColumns, PeriodContext, int], Ruling[int | None]]


@dataclass(frozen=True, slots=True)
class System:
    """A rating system: its edition, the update of one period, and the explanation of one player's number.

    `explain` is given the row of the player; it uses the functions of `update`, so that both say the same.
    `expect` gives the expected score of each of a player's games, for forecasts; NaN where there is none.
    """

    edition: str
    update: Update
    explain: Explain
    expect: Expect


def system(rules: str) -> System:
    """Return the system of a name such as `iccf-2023`."""
    if rules not in SYSTEMS:
        raise BadInput(f"{rules!r} is not one of {', '.join(SYSTEMS)}", field="rules")
    return SYSTEMS[rules]


def rate(
    players: Table,
    games: Table,
    rules: str = "iccf-2023",
    *,
    year: int | None = None,
    level: float = NOTHING_KNOWN,
    kernel: Literal["auto", "numpy", "numba"] = "auto",
    by_item_5: Flags | None = None,
    options: Mapping[str, Any] | None = None,
) -> dict[str, Column]:
    """Rate one period: columns of players and games in, the players' new columns out.

    Players: `rating` (NaN unrated) and any other columns of players.csv. Games: `white` and `black` as rows of the
    players, `score` as White's points; optional `white_start`, `black_start`, `white_original`, `black_original` (rows,
    -1 no player), `level`, `event`, `event_type`. The answer has the columns of the JSON, with NaN for null. See
    `PeriodContext` for the arguments.
    """
    chosen = system(rules)
    columns = player_columns(players)
    context = PeriodContext(rules, year, level, kernel, by_item_5, options or {})
    outcome = chosen.update(columns, game_columns(games, len(columns)), context)
    ids = column(players, "id") if "id" in column_names(players) else np.arange(len(columns))
    answer = {name: getattr(outcome, name) for name in OUTCOME_NAMES}
    if not np.isnan(outcome.games).any():
        answer["games"] = outcome.games.astype(np.int64)
    return {"id": ids, **{name: values for name, values in answer.items() if values is not None}}


def explain(
    players: Table,
    games: Table,
    player: int,
    rules: str = "iccf-2023",
    *,
    year: int | None = None,
    level: float = NOTHING_KNOWN,
    by_item_5: Flags | None = None,
    options: Mapping[str, Any] | None = None,
) -> Ruling[int | None]:
    """Explain the rating of a row of *players*: the new rating and every step with its clause.

    Arguments and numbers are those of `rate`. None: the player has no rating after the period either.
    """
    columns = player_columns(players)
    if not 0 <= player < len(columns):
        raise BadInput(f"{player} is not a row of the {len(columns)} players", field="player")
    ids = [str(player_id) for player_id in column(players, "id")] if "id" in column_names(players) else None
    context = PeriodContext(rules, year, level, "auto", by_item_5, options or {}, ids)
    return system(rules).explain(columns, game_columns(games, len(columns)), context, player)


SYSTEMS: dict[str, System] = {
    "iccf-2016": System("ICCF-TR-2016", elo.update_2016, explain_elo.explain_2016, elo.expect_2016),
    "iccf-2017": System("ICCF-TR-2017", elo.update_2017, explain_elo.explain_2017, elo.expect_2017),
    "iccf-2023": System("ICCF-RATING-2023", glickman.update, explain_glickman.explain, glickman.expect),
    "fide-2017": System("FIDE-RATING-2017", period.update, fide_explain.explain, expected.expect),
}
