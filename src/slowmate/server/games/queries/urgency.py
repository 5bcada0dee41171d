"""How urgent a game is by the time that is left: three steps, each with a word beside its colour."""

from dataclasses import dataclass
from datetime import timedelta

from django.utils.translation import gettext as _

URGENT = timedelta(days=2)
SOON = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class Urgency:
    """One of the steps: *step* for the style sheet, *words* for the reader."""

    step: str
    words: str


def urgency(left: timedelta) -> Urgency:
    """Urgent under two days, soon under seven, else calm."""
    if left < URGENT:
        return Urgency("urgent", _("urgent"))
    return Urgency("soon", _("soon")) if left < SOON else Urgency("calm", _("no hurry"))
