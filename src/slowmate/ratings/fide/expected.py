"""The expected scores of a player's games by FIDE's table 8.1b, for forecasts."""

import numpy as np

from slowmate.ratings.columns import Floats, GameColumns, PeriodContext, PlayerColumns
from slowmate.ratings.exact import half_up
from slowmate.ratings.fide.tables import limited, probability


def expect(players: PlayerColumns, games: GameColumns, context: PeriodContext, row: int) -> Floats:
    """Return the expected score of each game of a player; NaN if they or their opponent has no rating."""
    del context
    opponents = players.rating[np.where(games.white == row, games.black, games.white)]
    difference = half_up(players.rating[row]) - half_up(opponents)
    unknown = np.isnan(difference)
    expected = probability(limited(np.where(unknown, 0, difference).astype(np.int64))) / 100
    return np.where(unknown, np.nan, expected)
