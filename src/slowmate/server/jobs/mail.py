"""The mail of every slice, written and sent."""

from collections.abc import Callable
from datetime import datetime

from slowmate.server.accounts import letters as accounts
from slowmate.server.cases import letters as cases
from slowmate.server.correspondence import letters as correspondence
from slowmate.server.desk import letters as desk
from slowmate.server.events import letters as events
from slowmate.server.games import letters as games
from slowmate.server.games.services import stale_mail
from slowmate.server.mail import delivery, hold
from slowmate.server.mail.letters import Letters
from slowmate.server.people import letters as people
from slowmate.server.ratings import letters as ratings
from slowmate.server.titles import letters as titles

TABLES = (
    *(accounts.LETTERS, people.LETTERS, games.LETTERS, correspondence.LETTERS),
    *(ratings.LETTERS, events.LETTERS, titles.LETTERS, cases.LETTERS, desk.LETTERS),
)
LETTERS: Letters = {name: kind for table in TABLES for name, kind in table.items()}
"""Every kind of mail."""


def send_due(*, at: datetime, should_continue: Callable[[], bool] = lambda: True) -> int:
    """Send what waits and is still news; how many were sent: none while mail is held."""
    if hold.is_held():
        return 0
    stale_mail.drop_answered(delivery.waiting(at=at, letters=LETTERS))
    return delivery.send_due(at=at, letters=LETTERS, should_continue=should_continue)


def send_digests(*, at: datetime, should_continue: Callable[[], bool] = lambda: True) -> int:
    """Write the daily mail of everybody who wants one; how many were written: none while mail is held."""
    if hold.is_held():
        return 0
    return delivery.send_digests(at=at, letters=LETTERS, should_continue=should_continue)
