"""What is kept. What must never be false is a constraint of the database."""

from slowmate.server.models.correspondence import Analysis, Message, Note, Report
from slowmate.server.models.games import Challenge, Game, GameEvent, LeavePeriod
from slowmate.server.models.journal import Entry
from slowmate.server.models.outbox import Mail, Pulse
from slowmate.server.models.people import Office, Player, Token, User
from slowmate.server.models.pictures import Picture

__all__ = [
    "Analysis",
    "Challenge",
    "Entry",
    "Game",
    "GameEvent",
    "LeavePeriod",
    "Mail",
    "Message",
    "Note",
    "Office",
    "Picture",
    "Player",
    "Pulse",
    "Report",
    "Token",
    "User",
]
