"""Sending the mail that waits: leased, so that a worker killed in the middle loses none and others do not repeat it.

A mail is claimed for a few minutes before it is handed to the mail server, and marked as sent afterwards. A
worker killed between the two leaves a lease that expires, and the mail goes again, with the same Message-ID, by which
mail programs recognise the second copy. Each cause has one row (*key* is unique), so nothing else can send it twice.
"""

import logging
from collections.abc import Callable
from datetime import UTC, datetime, time, timedelta
from smtplib import SMTPDataError, SMTPException, SMTPRecipientsRefused, SMTPResponseException
from typing import TYPE_CHECKING

from django.contrib.auth import get_user_model
from django.core.mail import get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext_noop

from slowmate.server.mail.letters import DIGEST, Letters, goes_at_once, is_about_account, letter, why_not, with_readers
from slowmate.server.mail.models import Mail, MailMode
from slowmate.server.site import clock

if TYPE_CHECKING:
    from slowmate.server.accounts.models import User

log = logging.getLogger(__name__)

BATCH = 20
LEASE = timedelta(minutes=10)
"""The lease of a worker on a batch; the mail server may take `EMAIL_TIMEOUT` for each mail."""
TRIES = 8
"""The most tries of a mail: with the pauses below, for about a day and a half."""
FIRST_PAUSE = timedelta(minutes=2)
MAX_RETRY_PAUSE = timedelta(hours=12)
DIGEST_HOUR = 7
"""The hour of the reader's morning at which the daily mail is written."""
LONGEST_REASON = 200

WANTS_NONE = gettext_noop("the person wants no mail")


def send_due(*, at: datetime, letters: Letters, should_continue: Callable[[], bool] = lambda: True) -> int:
    """Send what waits; how many were sent. Ends early when the mail server does not answer or *should_continue*, asked
    after each mail, says so."""
    sent = 0
    while should_continue() and (batch := _claim(at, letters)):
        done, is_reachable = _send(batch, letters, should_continue, at=at)
        sent += done
        if not is_reachable:
            break
    return sent


def waiting(*, at: datetime, letters: Letters) -> "QuerySet[Mail]":
    """Return what may be sent now, oldest first: mail for each event, what cannot wait, and daily mail that is
    written."""
    return (
        Mail.objects.filter(sent=None, dropped="", due__lte=at)
        .filter(Q(leased=None) | Q(leased__lte=at))
        .exclude(~Q(kind__in=goes_at_once(letters)), user__mail_mode=MailMode.DIGEST)
        .order_by("due", "pk")
    )


def _claim(at: datetime, letters: Letters) -> list[Mail]:
    """Take a batch for this worker alone, until the lease runs out."""
    with transaction.atomic():
        locked = waiting(at=at, letters=letters).select_for_update(skip_locked=True, of=("self",))
        keys = list(locked.values_list("pk", flat=True)[:BATCH])
        batch = list(with_readers(Mail.objects.filter(pk__in=keys)).order_by("due", "pk"))
        Mail.objects.filter(pk__in=keys).update(leased=at + LEASE, tries=F("tries") + 1)
        for mail in batch:
            mail.leased, mail.tries = at + LEASE, mail.tries + 1
    return batch


def _send(
    batch: list[Mail], letters: Letters, should_continue: Callable[[], bool], *, at: datetime
) -> tuple[int, bool]:
    """Send a batch over one connection; return how many went, and whether the mail server can be reached."""
    mails = _still_wanted(batch, letters)
    connection = get_connection()
    sent = 0
    try:
        for number, mail in enumerate(mails):
            failure = _deliver(mail, letters, connection)
            if failure is None:
                _settle(mail, sent=at)
                sent += 1
            is_reachable = failure is None or _failed(mail, failure, at=at)
            if not (is_reachable and should_continue()):
                for other in mails[number + 1 :]:
                    _give_back(other)
                return sent, is_reachable
    finally:
        _close(connection)
    return sent, True


def _still_wanted(batch: list[Mail], letters: Letters) -> list[Mail]:
    """Return mail that is still news to a person who wants mail; drop the rest."""
    reasons = {mail.pk: why_not(mail, letters) if _may_be_sent(mail, letters) else WANTS_NONE for mail in batch}
    for reason in {*reasons.values()} - {""}:
        dropped = [key for key, why in reasons.items() if why == reason]
        Mail.objects.filter(pk__in=dropped).update(dropped=reason, leased=None)
    return [mail for mail in batch if not reasons[mail.pk]]


def _may_be_sent(mail: Mail, letters: Letters) -> bool:
    return is_about_account(mail, letters) or (mail.user is not None and mail.user.mail_mode != MailMode.NONE)


def _deliver(mail: Mail, letters: Letters, connection: BaseEmailBackend) -> Exception | None:
    """Hand one mail to the mail server; what went wrong, if anything did."""
    try:
        message = letter(mail, letters)
        message.connection = connection
        message.send()
    except (OSError, SMTPException) as failure:
        return failure
    except Exception as failure:  # a mail that cannot be written must not keep the others
        log.exception("a mail could not be written", extra={"mail": mail.pk, "kind": mail.kind})
        return failure
    return None


def _settle(mail: Mail, *, sent: datetime | None = None, dropped: str = "") -> None:
    """Mark mail as sent or dropped and delete its private link; mail without an account is deleted altogether."""
    if mail.user is None:
        mail.delete()
        return
    mail.sent, mail.dropped, mail.leased, mail.link = sent, dropped[:LONGEST_REASON], None, ""
    mail.save(update_fields=["sent", "dropped", "leased", "link"])


def _give_back(mail: Mail) -> None:
    """Release mail that was not tried: the next worker may take it, and the try does not count."""
    mail.leased, mail.tries = None, mail.tries - 1
    mail.save(update_fields=["leased", "tries"])


def _failed(mail: Mail, failure: Exception, *, at: datetime) -> bool:
    """Keep what went wrong: for good, or to be tried again later; whether the mail server is worth asking again."""
    words = " ".join(f"{type(failure).__name__}: {failure}".split())
    if is_final(failure):
        _settle(mail, dropped=f"refused: {words}")
        log.warning("mail refused for good", extra={"mail": mail.pk, "kind": mail.kind, "why": words})
        return True
    if mail.tries >= TRIES:
        _settle(mail, dropped=f"given up after {mail.tries} tries: {words}")
        log.warning("mail given up", extra={"mail": mail.pk, "kind": mail.kind, "why": words})
    else:
        mail.leased, mail.due = None, at + pause_after(mail.tries)
        mail.save(update_fields=["leased", "due"])
        log.warning("mail to be tried again", extra={"mail": mail.pk, "tries": mail.tries, "why": words})
    return isinstance(failure, SMTPRecipientsRefused | SMTPDataError) or not isinstance(failure, OSError)


def pause_after(tries: int) -> timedelta:
    """Return the pause after so many tries, longer after each: 2 minutes, 8, 32, about 2 hours, then 12 hours."""
    pause: timedelta = FIRST_PAUSE * 4 ** (tries - 1)
    return min(pause, MAX_RETRY_PAUSE)


def is_final(failure: Exception) -> bool:
    """Return whether the mail server said that it will never take this mail (5xx), rather than not now (4xx)."""
    if isinstance(failure, SMTPRecipientsRefused):
        return all(500 <= code < 600 for code, _ in failure.recipients.values())
    if isinstance(failure, SMTPResponseException):
        return 500 <= failure.smtp_code < 600 and isinstance(failure, SMTPDataError)
    return False


def _close(connection: BaseEmailBackend) -> None:
    try:
        connection.close()
    except (OSError, SMTPException):
        log.info("the mail server hung up first")


# one mail a day


def send_digests(*, at: datetime, letters: Letters, should_continue: Callable[[], bool] = lambda: True) -> int:
    """Write the daily mail of everybody who wants one and has something new; how many were written."""
    pending = Mail.objects.filter(sent=None, dropped="", user__mail_mode=MailMode.DIGEST)
    pending = pending.exclude(kind__in=goes_at_once(letters))
    written = 0
    for user in get_user_model().objects.filter(pk__in=pending.values("user")).order_by("pk").iterator():
        if not should_continue():
            break
        written += write_digest(user, letters, at=at)
    return written


def write_digest(user: "User", letters: Letters, *, at: datetime) -> bool:
    """Collect what waits for one person into one mail, at seven in their morning: what comes later waits for the next.

    A worker that was away at seven writes it as soon as it is back.
    """
    zone = clock.zone(user.zone)
    today = at.astimezone(zone).date()
    seven = datetime.combine(today, time(DIGEST_HOUR), zone).astimezone(UTC)
    if at < seven:
        return False
    key = f"digest/{user.pk}/{today.isoformat()}"
    with transaction.atomic():
        locked = get_user_model().objects.select_for_update().get(pk=user.pk)
        if Mail.objects.filter(key=key).exists():
            return False
        news = Mail.objects.select_for_update().filter(user=locked, sent=None, dropped="", made__lt=seven)
        news = news.exclude(kind__in=goes_at_once(letters))
        collected = list(news.order_by("made", "pk").values_list("pk", flat=True))
        if not collected:
            return False
        Mail.objects.create(user=locked, kind=DIGEST, key=key, facts={"mails": collected}, made=at, due=at)
        Mail.objects.filter(pk__in=collected).update(dropped=f"told in {key}")
        locked.last_digest = at
        locked.save(update_fields=["last_digest"])
    return True
