"""What a row of the table of choices says."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any

from django.utils.translation import gettext_lazy as _

from slowmate.events.choices import Bounds
from slowmate.events.kinds import Open


class Widget(Enum):
    """How the form asks."""

    TEXT = "a line of text"
    LONG_TEXT = "several lines of text"
    DAY = "a day"
    NUMBER = "a whole number"
    CHECKBOX = "yes or no"
    SELECT = "one of several, in a list"
    RADIO = "one of several, side by side"


class StoredIn(Enum):
    """Where an event keeps a choice."""

    EVENT = "the column of the same name"
    REGULATIONS = "the field of the same name of `Regulations`"
    CONTROL = "the time control, which is made of its numbers"
    PROMOTION = "the field of the same name of `records.PromotionPlan`"
    SERVICE = "what services/planning.py makes of it"


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """The fields of a form under one heading; *is_folded* until somebody needs them."""

    heading: Any
    hint: Any = ""
    is_folded: bool = False


WHAT = Group(_("What it is"))
WHEN = Group(_("When"))
PLAY = Group(_("How it is played"))
NUMBERS = Group(
    _("Numbers of the time control, leave and silence"),
    _("For a time that is not in the list, and for leave and silence of your own. Empty: as usual."),
    is_folded=True,
)
CLAIMS = Group(_("Claims and notation"), is_folded=True)
PLAYERS = Group(_("Who plays"))
CONSEQUENCES = Group(_("What follows"))
GROUPS = (WHAT, WHEN, PLAY, NUMBERS, CLAIMS, PLAYERS, CONSEQUENCES)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Choice:
    """One thing that the announcement of an event may say."""

    name: str
    """Of the form's field, and of the place where it is stored."""
    label: Any
    """Text for people, translated when it is shown, as are all texts below."""
    widget: Widget
    group: Group
    stored_in: StoredIn = StoredIn.EVENT
    hint: Any = ""
    open: Open | None = None
    """The form asks only if the rules leave this open for the kind; None: it always asks."""
    required_if: Open | None = None
    """It has to be said if the rules leave this open; *missing* says so."""
    is_required: bool = False
    """No plan without it, whatever the kind; *missing* says so."""
    missing: Any = ""
    bounds: Bounds | None = None
    """Of a number."""
    max_length: int | None = None
    """Of a text, in characters."""
    options: tuple[tuple[Any, Any], ...] = ()
    """Of a list: each value with its words; None is the empty line."""
    heading: Any = ""
    announce: Callable[[Any], str] | None = None
    """What the page of the event says of a value, under the *heading*; None: the page says it in another place."""


def option_text(value: Any) -> str:
    """Return a value of a list as a form sends it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(int(value))
    return str(value.value if isinstance(value, Enum) else value)
