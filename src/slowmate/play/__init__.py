"""One game under the Laws: commands in, events out; clocks, leave, offers, claims, results.

``decide(game, command, at=...)`` gives events or raises `Refused`; ``evolve(game, event)`` gives the next game.
"""

from slowmate.play import clocks, commands, events
from slowmate.play.codec import (
    control_from_json,
    control_to_json,
    event_from_json,
    event_to_json,
    game_from_text,
    game_to_text,
    terms_from_text,
)
from slowmate.play.decide import arrange, decide
from slowmate.play.evolve import evolve, fold
from slowmate.play.game import Game
from slowmate.play.imported import imported, imported_game
from slowmate.play.laws.flags import Due, Upcoming, clock_at, last_charge, next_instant, running_at
from slowmate.play.laws.leave import leave_left, open_leaves, require_days_ahead
from slowmate.play.laws.results import Outcome, Termination
from slowmate.play.terms import Notation, Terms, Transmission

__all__ = [
    "Due",
    "Game",
    "Notation",
    "Outcome",
    "Termination",
    "Terms",
    "Transmission",
    "Upcoming",
    "arrange",
    "clock_at",
    "clocks",
    "commands",
    "control_from_json",
    "control_to_json",
    "decide",
    "event_from_json",
    "event_to_json",
    "events",
    "evolve",
    "fold",
    "game_from_text",
    "game_to_text",
    "imported",
    "imported_game",
    "last_charge",
    "leave_left",
    "next_instant",
    "open_leaves",
    "require_days_ahead",
    "running_at",
    "terms_from_text",
]
