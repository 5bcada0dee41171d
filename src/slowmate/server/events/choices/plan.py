"""A plan: the choices of one event, before they are written."""

from dataclasses import MISSING, dataclass, fields
from datetime import date
from typing import Any

from slowmate.play.terms import Transmission
from slowmate.records import PromotionPlan
from slowmate.server.events.choices.row import Choice, StoredIn
from slowmate.server.events.regulations import Regulations


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What the planner of an event decides; the defaults are what nobody has to say."""

    kind: str
    name: str
    start: date | None
    deadline: date
    regulations: Regulations
    number: int | None = None
    federation: str = ""
    planned_end: date | None = None
    transmission: Transmission = Transmission.SERVER
    words: str = ""
    fee: int | None = None
    currency: str = "EUR"
    places: int | None = None
    preferred_size: int | None = None
    games_per_pairing: int = 1
    level: int | None = None
    final_places: int = 2
    is_acknowledged: bool = True
    is_shown_live: bool = False
    ties_broken: bool = True
    promotion: PromotionPlan | None = None


DEFAULTS = {field.name: field.default for owner in (Regulations, Plan) for field in fields(owner)}


def default_of(row: Choice) -> Any:
    """Return the value of a choice if nobody chooses."""
    default = DEFAULTS.get(row.name, MISSING)
    return None if default is MISSING else default


def value_of(plan: Plan, row: Choice) -> Any:
    """Return what a plan says of a choice; None of the numbers of the time control, which is checked as a whole."""
    match row.stored_in:
        case StoredIn.REGULATIONS:
            return getattr(plan.regulations, row.name)
        case StoredIn.PROMOTION:
            return getattr(plan.promotion, row.name, None)
        case StoredIn.CONTROL:
            return None
        case _:
            return getattr(plan, row.name)
