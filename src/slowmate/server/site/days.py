"""The days that people can mean when they give one: the same for every form, operation and service."""

from datetime import date, datetime

from django.utils.translation import gettext as _

from slowmate.rulebook import EDITIONS
from slowmate.rulebook.calendar import Years, years_after
from slowmate.server.site import clock
from slowmate.server.site.text import day as day_words

FIRST_DAY = min(edition.begins for edition in EDITIONS.values())
"""The first day of the first edition that we hold: no rule decides anything about an earlier one."""
YEARS_AHEAD = Years(5)
"""Events are planned two or three years ahead; a day after five is a typing error."""


def last_day(today: date) -> date:
    """Return the last day that anybody can mean on a day."""
    return years_after(today, YEARS_AHEAD)


def require_possible_day(value: date) -> None:
    """Raise `ValueError`, in the reader's words, for a day that nobody can mean today."""
    day = value.date() if isinstance(value, datetime) else value
    last = last_day(clock.now().date())
    if not FIRST_DAY <= day <= last:
        words = _("Give a day from %(first)s to %(last)s.")
        raise ValueError(words % {"first": day_words(FIRST_DAY), "last": day_words(last)})
