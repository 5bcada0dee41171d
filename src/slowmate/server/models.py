"""Where Django finds the models: each slice has its own. What must never be false is a constraint of the database."""

from slowmate.server.accounts.models import Entry, Token, User
from slowmate.server.correspondence.models import Analysis, Message, Note, Report
from slowmate.server.games.models import Challenge, Document, Game, GameEvent, LeaveInGame, LeavePeriod
from slowmate.server.jobs.models import Pulse
from slowmate.server.mail.models import Hold, Mail
from slowmate.server.people.models import Office, Picture, Player
from slowmate.server.ratings.models import Adjustment, ListEntry, ListInput, RatingList

__all__ = [
    "Adjustment",
    "Analysis",
    "Challenge",
    "Document",
    "Entry",
    "Game",
    "GameEvent",
    "Hold",
    "LeaveInGame",
    "LeavePeriod",
    "ListEntry",
    "ListInput",
    "Mail",
    "Message",
    "Note",
    "Office",
    "Picture",
    "Player",
    "Pulse",
    "RatingList",
    "Report",
    "Token",
    "User",
]
