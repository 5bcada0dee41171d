"""What FIDE's table 8.1b expects of a player's games, for forecasts."""

import numpy as np

from slowmate.ratings.columns import Floats, GameColumns, PeriodContext, PlayerColumns
from slowmate.ratings.fide_tables import limited, probability


def expect(players: PlayerColumns, games: GameColumns, context: PeriodContext, row: int) -> Floats:
    """The expected score of each game of a player; NaN where he or his opponent has no rating."""
    del context
    opponents = players.rating[np.where(games.white == row, games.black, games.white)]
    difference = np.floor(players.rating[row] + 0.5) - np.floor(opponents + 0.5)
    unknown = np.isnan(difference)
    expected = probability(limited(np.where(unknown, 0, difference).astype(np.int64))) / 100
    return np.where(unknown, np.nan, expected)
