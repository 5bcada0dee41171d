"""The choices of an event: everything that its announcement may say, one row each, and the plan made of them.

The form, the check of a plan, a draft's initial values, the row that is written and the page of the event go over
`CHOICES`. To add a field of an event: docs/architecture.md, "How to add".
"""

from slowmate.server.events.choices.event_rows import EVENT_ROWS
from slowmate.server.events.choices.plan import Plan, default_of, value_of
from slowmate.server.events.choices.play_rows import PLAY_ROWS
from slowmate.server.events.choices.row import GROUPS, Choice, Group, StoredIn, Widget, option_text

CHOICES = tuple(row for group in GROUPS for row in (*EVENT_ROWS, *PLAY_ROWS) if row.group is group)
"""In the order in which the form asks."""

__all__ = [
    "CHOICES",
    "GROUPS",
    "Choice",
    "Group",
    "Plan",
    "StoredIn",
    "Widget",
    "default_of",
    "option_text",
    "value_of",
]
