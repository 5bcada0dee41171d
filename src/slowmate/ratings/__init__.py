"""Rating systems on one columnar engine: periods, lists, explanations and forecasts."""

from slowmate.ratings.columns import GameColumns, OutcomeColumns, PeriodContext, PlayerColumns
from slowmate.ratings.forecast import Forecast, forecast
from slowmate.ratings.notebook import Comparison, compare, history, rate_list
from slowmate.ratings.periods import Period
from slowmate.ratings.systems import SYSTEMS, System, explain, rate

__all__ = [
    "SYSTEMS",
    "Comparison",
    "Forecast",
    "GameColumns",
    "OutcomeColumns",
    "Period",
    "PeriodContext",
    "PlayerColumns",
    "System",
    "compare",
    "explain",
    "forecast",
    "history",
    "rate",
    "rate_list",
]
