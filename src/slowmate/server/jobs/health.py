"""Whether the server is well: its database answers, and a worker has checked the clocks and the mail lately."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.db import DatabaseError, connection
from django.db.utils import InterfaceError

from slowmate.server.games.models import Game
from slowmate.server.jobs.mail import LETTERS
from slowmate.server.jobs.models import Pulse
from slowmate.server.mail import delivery, hold
from slowmate.server.mail.models import Mail

LATE = timedelta(seconds=60)
"""A worker that has not been heard of for so long is not well; deadlines would be late."""
MAIL_LATE = timedelta(minutes=30)
MAIL_FAILING = timedelta(minutes=10)


@dataclass(slots=True)
class Health:
    """The checks, and what is wrong, in words for those who watch the server."""

    checks: dict[str, str] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)

    @property
    def is_well(self) -> bool:
        return not self.wrong

    def note(self, name: str, answer: str, *, well: bool) -> None:
        self.checks[name] = answer
        if not well:
            self.wrong.append(f"{name}: {answer}")


def look(*, at: datetime) -> Health:
    """Ask the database, the worker's pulse, and how late deadlines and mail are."""
    health = Health()
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        pulses = dict(Pulse.objects.values_list("name", "at"))
        overdue = Game.objects.filter(due__lt=at - LATE).count()
        unsent = delivery.waiting(at=at - MAIL_LATE, letters=LETTERS).filter(tries=0).count()
        failing = _failing(at)
        held = hold.held()
    except (DatabaseError, InterfaceError) as wrong:
        health.note("database", f"does not answer ({type(wrong).__name__})", well=False)
        return health
    health.note("database", "ok", well=True)
    for name in ("sweep", "mail"):
        last = pulses.get(name)
        if last is None:
            health.note(f"worker: {name}", "has never run", well=False)
        else:
            ago = at - last  # from the future where the clock was set back: nobody knows when it ran
            words = f"ran {int(ago.total_seconds())} s ago" if ago >= -LATE else "ran in the future: the clock was set"
            health.note(f"worker: {name}", words, well=abs(ago) <= LATE)
    health.note("deadlines", f"{overdue} more than a minute late", well=overdue == 0)
    if held is not None:  # somebody wants it so: no reason to start the server again
        health.note("mail", _held_words(held), well=True)
        return health
    health.note("mail", f"{unsent} not tried for half an hour", well=unsent == 0)
    health.note(
        "mail server", f"{failing} tried in vain for ten minutes, and nothing was sent since", well=failing == 0
    )
    return health


def _held_words(held: hold.HeldMail) -> str:
    since = f"held since a backup was restored at {held.since:%Y-%m-%d %H:%M} UTC"
    return f"{since}, {held.waiting} waiting; 'slowmate manage release-mail' lets it go"


def _failing(at: datetime) -> int:
    """Count mail that was tried in vain, if none has gone since: then the mail server fails, not a person's address."""
    tried = Mail.objects.filter(sent=None, dropped="", tries__gt=0, made__lt=at - MAIL_FAILING)
    oldest = tried.order_by("made").values_list("made", flat=True).first()
    return 0 if oldest is None or Mail.objects.filter(sent__gt=oldest).exists() else tried.count()
