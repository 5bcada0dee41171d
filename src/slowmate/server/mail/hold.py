"""Mail after a restore: it is held until an administrator lets it go.

A backup is restored to rehearse, or because a server was lost. What waited in it has most likely been sent by the
server it was taken from; what comes about later is news, but not from a rehearsal.
"""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Max

from slowmate.server.mail.models import Hold, Mail

FROM_BACKUP = "it waited in the backup that was restored"


@dataclass(frozen=True, slots=True)
class HeldMail:
    """Since when mail is held, how much of it waits, and how much of that came with the backup."""

    since: datetime
    waiting: int
    from_backup: int


def begin(*, at: datetime) -> None:
    """Hold all mail from now on."""
    newest = Mail.objects.aggregate(newest=Max("pk"))["newest"] or 0
    with transaction.atomic():
        Hold.objects.all().delete()
        Hold.objects.create(since=at, newest=newest)


def is_held() -> bool:
    return Hold.objects.exists()


def held() -> HeldMail | None:
    """Return the mail that is held; None if none is."""
    hold = Hold.objects.first()
    if hold is None:
        return None
    waiting = Mail.objects.filter(sent=None, dropped="")
    return HeldMail(hold.since, waiting.count(), waiting.filter(pk__lte=hold.newest).count())


def release(*, with_backup: bool = False) -> HeldMail | None:
    """Release mail; return what was held until now. Mail of the backup is dropped, unless it is to go *with_backup*."""
    with transaction.atomic():
        hold = Hold.objects.select_for_update().first()
        if hold is None:
            return None
        released = held()
        if not with_backup:
            old = Mail.objects.filter(sent=None, dropped="", pk__lte=hold.newest)
            old.filter(user=None).delete()  # nothing of a stranger is kept
            old.update(dropped=FROM_BACKUP, leased=None, link="")
        hold.delete()
    return released
