"""The tables of events. What must never be false is a constraint of the database."""

from slowmate.server.events.models.acts import Case, CaseParty, CaseStep, Consequence, Decision, Violation
from slowmate.server.events.models.entries import Bar, Bond, EventEntry, Grant, Nomination
from slowmate.server.events.models.plan import RECORDED_COLUMNS, Event, Series
from slowmate.server.events.models.rights import Right, RightUse
from slowmate.server.events.models.sections import Draw, Pairing, Seat, SeatHolding, Section
from slowmate.server.events.models.teams import Team, TeamPlayer

__all__ = [
    "RECORDED_COLUMNS",
    "Bar",
    "Bond",
    "Case",
    "CaseParty",
    "CaseStep",
    "Consequence",
    "Decision",
    "Draw",
    "Event",
    "EventEntry",
    "Grant",
    "Nomination",
    "Pairing",
    "Right",
    "RightUse",
    "Seat",
    "SeatHolding",
    "Section",
    "Series",
    "Team",
    "TeamPlayer",
    "Violation",
]
