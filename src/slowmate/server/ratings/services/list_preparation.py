"""Prepare a list: collect and compute it without locks, then write all of it or nothing.

Until it is published a list may be prepared again: by another worker, after a crash, or after an adjustment. From the
same input it comes out the same.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any

import polars as pl
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from slowmate.ratings.chosen import LeftOut
from slowmate.ratings.periods import AnyPeriod
from slowmate.rulebook.stored_grounds import plain_ground
from slowmate.server.accounts.models import User
from slowmate.server.accounts.services import journal
from slowmate.server.mail import outbox
from slowmate.server.people.models import Office
from slowmate.server.people.permissions import holders
from slowmate.server.ratings.models import ListEntry, ListInput, RatingList
from slowmate.server.ratings.permissions import may_keep_lists
from slowmate.server.ratings.queries import inputs, lists
from slowmate.server.ratings.queries.input_files import InputFiles, collect_input
from slowmate.server.ratings.queries.players_before import WHO, people
from slowmate.server.site.errors import NotAllowed, Stale, Unfit

"""The kind of mail."""
MAX_PREPARED = 8
"""Lists of a pool that may wait for publication; no more are prepared until one is published."""


def prepare_next(pool: str, *, at: datetime) -> RatingList | None:
    """Prepare the next list of a pool if its window has closed; return None if there is none."""
    period = lists.next_period(pool)
    if period is None or not lists.has_closed(period, on=at.date()):
        return None
    waiting = RatingList.objects.filter(pool=pool, state=RatingList.State.PREPARED, revision=1)
    return prepare(pool, period, at=at) if waiting.count() < MAX_PREPARED else None


def prepare(pool: str, period: AnyPeriod, *, at: datetime, everybody: pl.DataFrame | None = None) -> RatingList | None:
    """Prepare a list for the first time; return None if another process has.

    *everybody* is the result of `people`, to be reused when many lists are prepared.
    """
    row = RatingList(pool=pool, previous=lists.before(pool, period), **_when(pool, period))
    return _write(row, at=at, everybody=everybody)


def revise(former: RatingList, reason: str, *, actor: User, at: datetime) -> RatingList:
    """Prepare the next revision of a published list from the present data."""
    if not may_keep_lists(actor):
        raise NotAllowed
    if not reason.strip():
        raise Unfit(_("Say why the list is revised."), field="reason")
    if former.is_imported:
        raise Unfit(_("This list was published elsewhere; what it was made from is not known here."))
    newest = lists.published(former.pool).filter(period=former.period).first()
    if newest != former:
        raise Stale(_("There is a later revision of this list."))
    row = RatingList(
        pool=former.pool,
        revision=former.revision + 1,
        supersedes=former,
        reason=reason.strip(),
        previous=lists.before(former.pool, former.when),
        **_when(former.pool, former.when),
    )
    made = _write(row, at=at, actor=actor)
    if made is None:
        raise Stale(_("This list is being revised already."))
    return made


def discard(row: RatingList, *, actor: User, at: datetime) -> None:
    """Discard a prepared revision in which nothing was adjusted."""
    if not may_keep_lists(actor):
        raise NotAllowed
    with transaction.atomic():
        prepared = locked(row)
        if prepared.revision == 1 or prepared.adjustments.exists():
            raise Unfit(_("Only a revision in which nothing was adjusted can be given up."))
        facts = {"pool": prepared.pool, "period": prepared.period, "revision": prepared.revision}
        journal.write("revision given up", about(prepared), actor=actor, at=at, facts=facts)
        prepared.delete()


def prepare_again(row: RatingList, *, actor: User, at: datetime) -> RatingList:
    """Recompute a prepared list from the present data, and those prepared after it."""
    if not may_keep_lists(actor):
        raise NotAllowed
    return refresh(row, at=at, actor=actor)


def refresh(row: RatingList, *, at: datetime, actor: User | None) -> RatingList:
    """Recompute a prepared list, and the later ones, which begin with it. The caller has checked the right."""
    row.previous = lists.before(row.pool, row.when)
    made = _write(row, at=at, actor=actor)
    if made is None:
        raise Stale(_("The list has changed since you looked."))
    later = RatingList.objects.filter(
        pool=row.pool, state=RatingList.State.PREPARED, revision=1, valid_from__gt=row.valid_from
    )
    following = later.order_by("valid_from").first()
    if following is not None:
        refresh(following, at=at, actor=None)  # continues with those after it
    return made


def locked(row: RatingList) -> RatingList:
    """Lock a prepared list; `Stale` if it has been published."""
    rows = RatingList.objects.select_for_update().filter(pk=row.pk, state=RatingList.State.PREPARED)
    prepared = rows.first()
    if prepared is None:
        raise Stale(_("The list has been published."))
    return prepared


def about(row: RatingList) -> str:
    """Return the name of a list in the journal."""
    return f"list/{row.pk}"


def _when(pool: str, period: AnyPeriod) -> dict[str, Any]:
    return {
        "period": str(period),
        "rules": lists.rules_of(pool, period),
        "results_from": period.results_from,
        "results_until": period.results_until,
        "valid_from": period.valid_from,
    }


def _write(
    row: RatingList, *, at: datetime, actor: User | None = None, everybody: pl.DataFrame | None = None
) -> RatingList | None:
    """Collect, compute and write a list; return None if another process was faster."""
    everybody = people() if everybody is None else everybody
    files = collect_input(row, everybody)
    stored = ListInput(players_csv=files.players_csv, games_csv=files.games_csv)
    listed = inputs.outcome(inputs.read(row, stored, by_item_5=inputs.by_item_5(row)))
    entries, before = inputs.rows_of(listed, everybody.select("id", *WHO)), inputs.published_before(row)
    for entry in entries:
        entry["is_new"] = inputs.is_new(entry, before)
    try:
        with transaction.atomic():
            if not _save(row, files, entries, at=at):
                return None
            stored.list = row
            stored.save(force_insert=True)
            with without_garbage_collection():
                ListEntry.objects.bulk_create(ListEntry(list_id=row.pk, **entry) for entry in entries)
            facts = {"pool": row.pool, "period": row.period, "revision": row.revision, "version": row.version}
            journal.write("list prepared", about(row), actor=actor, at=at, facts=facts)
            _tell_commissioners(row, actor, at=at)
    except IntegrityError:
        if RatingList.objects.filter(pool=row.pool, period=row.period, revision=row.revision).exists():
            return None
        raise
    return row


def _tell_commissioners(row: RatingList, actor: User | None, *, at: datetime) -> None:
    """Tell the Ratings Commissioner, once, of a list that the worker has prepared."""
    if actor is not None:
        return  # who has it computed looks at it themselves
    facts = {"list": row.pk, "pool": row.pool, "period": row.period, "players": row.players, "games": row.games}
    for commissioner in holders(Office.Kind.RATINGS, on=at.date()):
        outbox.tell(commissioner, "list-prepared", f"{about(row)}/prepared/{commissioner.pk}", at=at, facts=facts)


@contextmanager
def without_garbage_collection() -> Iterator[None]:
    """Suspend garbage collection while many rows are made: it would take a third of the time."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def _save(row: RatingList, files: InputFiles, entries: list[dict[str, Any]], *, at: datetime) -> bool:
    """Save the row of the list: a new one, or the existing one if its version is still the one read."""
    row.prepared = at
    row.players, row.games = len(entries), files.games
    row.shown = sum(item["rank"] is not None for item in entries)
    row.left_out = [_left_out(item) for item in files.left_out]
    if not row.pk:
        row.save(force_insert=True)
        return True
    version_read, row.version = row.version, row.version + 1
    names = ("previous", "prepared", "players", "games", "shown", "left_out", "version")
    unchanged = RatingList.objects.filter(pk=row.pk, version=version_read, state=RatingList.State.PREPARED)
    if not unchanged.update(**{name: getattr(row, name) for name in names}):
        return False
    ListEntry.objects.filter(list=row).delete()
    ListInput.objects.filter(list=row).delete()
    return True


def _left_out(left_out: LeftOut) -> dict[str, Any]:
    return {"games": left_out.games, **plain_ground(left_out.ground)}
