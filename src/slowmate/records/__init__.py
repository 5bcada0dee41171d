"""The plain values every package speaks."""

from slowmate.records.errors import BadInput
from slowmate.records.events import Director, Event, FurtherTieBreak, Pairing, Player, PromotionPlan, Status, Team
from slowmate.records.fide import ClockSetting, FideCategory, FideTerms
from slowmate.records.kinds import KINDS, Family, Kind
from slowmate.records.results import Result

__all__ = [
    "KINDS",
    "BadInput",
    "ClockSetting",
    "Director",
    "Event",
    "Family",
    "FideCategory",
    "FideTerms",
    "FurtherTieBreak",
    "Kind",
    "Pairing",
    "Player",
    "PromotionPlan",
    "Result",
    "Status",
    "Team",
]
