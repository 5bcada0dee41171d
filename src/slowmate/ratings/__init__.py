"""Rating systems on one columnar engine: periods, lists, explanations and forecasts."""

from importlib import import_module
from typing import TYPE_CHECKING

from slowmate.ratings.columns import GameColumns, OutcomeColumns, PeriodContext, PlayerColumns
from slowmate.ratings.forecast import Forecast, forecast
from slowmate.ratings.periods import Period
from slowmate.ratings.systems import SYSTEMS, System, explain, rate

if TYPE_CHECKING:
    from slowmate.ratings.notebook import Comparison, compare, history, rate_list

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

_OF_TABLES = frozenset({"Comparison", "compare", "history", "rate_list"})


def __getattr__(name: str) -> object:
    """Load what needs Polars on first use, since Polars takes longer to load than most commands run."""
    if name in _OF_TABLES:
        return getattr(import_module("slowmate.ratings.notebook"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
