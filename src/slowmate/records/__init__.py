"""The plain values that every package uses."""

from slowmate.records.errors import BadInput
from slowmate.records.events import (
    UNDATED,
    Director,
    Event,
    ExtraPoints,
    FurtherTieBreak,
    Pairing,
    Player,
    PromotionPlan,
    Scoring,
    Status,
    Team,
    Unplayed,
)
from slowmate.records.fide import ClockSetting, FideCategory, FideTerms
from slowmate.records.kinds import KINDS, Family, Kind, not_a_kind
from slowmate.records.results import Result
from slowmate.records.seats import Seat, is_holder, seated, seats

__all__ = [
    "KINDS",
    "UNDATED",
    "BadInput",
    "ClockSetting",
    "Director",
    "Event",
    "ExtraPoints",
    "Family",
    "FideCategory",
    "FideTerms",
    "FurtherTieBreak",
    "Kind",
    "Pairing",
    "Player",
    "PromotionPlan",
    "Result",
    "Scoring",
    "Seat",
    "Status",
    "Team",
    "Unplayed",
    "is_holder",
    "not_a_kind",
    "seated",
    "seats",
]
