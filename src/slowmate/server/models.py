"""Where Django finds the models: each slice has its own. What must never be false is a constraint of the database."""

from slowmate.server.accounts.models import Entry, Token, User
from slowmate.server.correspondence.models import Analysis, Message, Note, Report
from slowmate.server.games.models import Challenge, Document, Game, GameEvent, LeaveInGame, LeavePeriod
from slowmate.server.jobs.models import Pulse
from slowmate.server.mail.models import Hold, Mail
from slowmate.server.people.models import Office, Picture, Player

__all__ = [
    "Analysis",
    "Challenge",
    "Document",
    "Entry",
    "Game",
    "GameEvent",
    "Hold",
    "LeaveInGame",
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
