"""Mail about entries, nominations and rights, queued in the transaction of its cause."""

from collections.abc import Iterable
from datetime import datetime

from slowmate.server.events.models import EventEntry, Grant, Nomination, Right
from slowmate.server.mail import outbox
from slowmate.server.mail.models import Mail

KINDS: dict[str, str] = {
    EventEntry.State.ASKED: "entry-received",
    EventEntry.State.PENDING: "entry-received",
    EventEntry.State.ACCEPTED: "entry-accepted",
    EventEntry.State.WAITING: "entry-waiting",
    EventEntry.State.SEATED: "entry-seated",
    EventEntry.State.REFUSED: "entry-refused",
    EventEntry.State.WITHDRAWN: "entry-withdrawn",
}
"""The mail to a player when their entry reaches a state."""


def entries_changed(entries: Iterable[EventEntry], *, at: datetime, reason: str = "") -> None:
    """Tell players with an account how their entries stand now; delegates tell the others themselves."""
    mails = []
    for entry in entries:
        user = entry.player.user if entry.player else None
        if user is not None and outbox.wants_mail(user):
            facts = {"entry": entry.pk, "state": entry.state, "reason": reason}
            key = f"entry/{entry.pk}/{entry.state}/{at.isoformat()}"
            mails.append(Mail(user=user, kind=KINDS[entry.state], key=key, facts=facts, made=at, due=at))
    outbox.queue(mails)


def nominated(nomination: Nomination, *, at: datetime) -> None:
    user = nomination.player.user
    if user is not None:
        key, facts = f"nomination/{nomination.pk}", {"nomination": nomination.pk}
        outbox.tell(user, "nominated", key, at=at, facts=facts)


def granted(grant: Grant, *, at: datetime) -> None:
    user = grant.player.user
    if user is not None:
        outbox.tell(user, "granted", f"grant/{grant.pk}", at=at, facts={"grant": grant.pk})


def right_earned(right: Right, *, at: datetime) -> None:
    """Queue mail about a right once, when its event is over; a right that is certain before is shown on the page."""
    user = right.player.user if right.player else None
    if user is not None:
        outbox.tell(user, "right-earned", f"right/{right.pk}/earned", at=at, facts={"right": right.pk})


def rights_run_out(rights: Iterable[Right], *, at: datetime) -> None:
    """Queue mail about rights that run out, once for each last day."""
    mails = [
        Mail(
            user=right.player.user,
            kind="right-expires",
            key=f"right/{right.pk}/until/{right.expires}",
            facts={"right": right.pk},
            made=at,
            due=at,
        )
        for right in rights
        if right.player is not None and outbox.wants_mail(right.player.user)
    ]
    outbox.queue(mails)
