"""The worker's loop: deadlines every few seconds, mail, digests, lists, housekeeping, and a heartbeat for monitoring.

Everything it does may be done by several workers at once, and again after one was killed in the middle: the sweep is
idempotent, mail is leased, and the rest deletes what is old.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from threading import Event
from time import monotonic

from django.contrib.sessions.models import Session
from django.db import connections

from slowmate.server.jobs import events, lists, mail, titles
from slowmate.server.jobs.models import Pulse
from slowmate.server.jobs.sweep import sweep
from slowmate.server.mail.models import Mail
from slowmate.server.site import clock

log = logging.getLogger(__name__)

TICK = 2.0
"""Seconds between two rounds of jobs."""
MAIL_TIME_SLICE = 20.0
"""Seconds that mail may take at a time: however slow a mail server is, clocks are checked in between."""
MAX_RETRY_PAUSE = 60.0
"""Seconds, at most, before a job that failed is tried again."""
RETENTION = timedelta(days=60)
"""The retention of mail that was sent or dropped."""


def record_heartbeat(name: str) -> None:
    """Say that a kind of work has just run."""
    Pulse.objects.update_or_create(name=name, defaults={"at": clock.now()})


def look_at_clocks(should_continue: Callable[[], bool]) -> None:
    """Record deadlines that have passed, with heartbeats in between: a long list after downtime is work, not
    silence."""

    def between() -> bool:
        record_heartbeat("sweep")
        return should_continue()

    happened = sweep(at=clock.now(), should_continue=between)
    record_heartbeat("sweep")
    if happened:
        log.info("clocks looked at", extra={"games": happened})


def send_mail(should_continue: Callable[[], bool]) -> None:
    until = monotonic() + MAIL_TIME_SLICE
    sent = mail.send_due(at=clock.now(), should_continue=lambda: should_continue() and monotonic() < until)
    record_heartbeat("mail")
    if sent:
        log.info("mail sent", extra={"mails": sent})


def send_digests(should_continue: Callable[[], bool]) -> None:
    mail.send_digests(at=clock.now(), should_continue=should_continue)


def take_steps(should_continue: Callable[[], bool]) -> None:
    """Take the steps that are due in events."""
    taken = events.look_at_events(at=clock.now(), should_continue=should_continue)
    record_heartbeat("events")
    if taken:
        log.info("steps of events taken", extra={"steps": taken})


def look_at_rights(_go_on: Callable[[], bool]) -> None:
    """Record the rights that results give, as far as they are certain, and those that have expired."""
    last = Pulse.objects.filter(name="rights").values_list("at", flat=True).first()
    events.look_at_rights(at=clock.now(), since=last)
    record_heartbeat("rights")


def look_for_norms(should_continue: Callable[[], bool]) -> None:
    """Search sections that have ended for norms and titles."""
    number = titles.look_at_ended(at=clock.now(), should_continue=should_continue)
    if number:
        log.info("norms looked for", extra={"sections": number})


def look_at_titles(should_continue: Callable[[], bool]) -> None:
    """Update norms and titles that a corrected result or a new rating list has changed."""
    at = clock.now()
    last = Pulse.objects.filter(name="titles").values_list("at", flat=True).first()
    titles.look_at_changed(at=at, since=last, should_continue=should_continue)
    Pulse.objects.update_or_create(name="titles", defaults={"at": at})


def prepare_lists(should_continue: Callable[[], bool]) -> None:
    """Prepare rating lists whose window has closed, with heartbeats in between: each takes seconds."""

    def between() -> bool:
        record_heartbeat("sweep")
        return should_continue()

    made = lists.prepare(at=clock.now(), should_continue=between)
    if made:
        log.info("lists prepared", extra={"lists": [f"{row.pool} {row.period}" for row in made]})


def housekeeping(_go_on: Callable[[], bool]) -> None:
    """Delete sessions that have expired and mail that was settled long ago."""
    at = clock.now()
    Session.objects.filter(expire_date__lt=at).delete()
    settled_before(at - RETENTION)


def settled_before(instant: datetime) -> int:
    """Delete mail that was sent or dropped before an instant; how many."""
    old = Mail.objects.filter(made__lt=instant).exclude(sent=None, dropped="")
    return old.delete()[0]


@dataclass(slots=True)
class Job:
    """Something done every so often; when it fails it waits longer each time, and the others go on."""

    name: str
    do: Callable[[Callable[[], bool]], None]
    every: float
    next: float = 0.0
    failures: int = 0

    def run_if_due(self, should_continue: Callable[[], bool]) -> None:
        if monotonic() < self.next:
            return
        try:
            self.do(should_continue)
        except Exception:
            self.failures += 1
            log.exception("background work failed", extra={"job": self.name, "failures": self.failures})
            connections.close_all()  # it may be the connection that is broken
        else:
            self.failures = 0
        self.next = monotonic() + min(self.every * 2**self.failures, max(self.every, MAX_RETRY_PAUSE))


def jobs() -> list[Job]:
    return [
        Job("sweep", look_at_clocks, every=3),
        Job("mail", send_mail, every=3),
        Job("digests", send_digests, every=60),
        Job("events", take_steps, every=20),
        Job("rights", look_at_rights, every=600),
        Job("norms", look_for_norms, every=20),
        Job("titles", look_at_titles, every=600),
        Job("lists", prepare_lists, every=3600),
        Job("house", housekeeping, every=3600),
    ]


def run(stop: Event, *, is_orphan: Callable[[], bool] = lambda: False) -> None:
    """Work until *stop* is set, or until the server this worker belongs to is gone."""

    def should_continue() -> bool:
        return not (stop.is_set() or is_orphan())

    log.info("worker started")
    todo = jobs()
    while should_continue():
        for job in todo:
            if should_continue():
                job.run_if_due(should_continue)
        stop.wait(TICK)
    log.info("worker stopped")


def run_once() -> None:
    """Do what is due now, once."""
    for job in jobs():
        job.do(lambda: True)
