"""Norms in the register: entered with their grounds, confirmed or dismissed, superseded when they no longer hold.

Nothing here judges whether a result is a norm: the core has found it (`norm_search`), or an archive says so. A norm
that the rules let the server confirm is confirmed as it is registered.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from fractions import Fraction

from django.db import transaction
from django.utils.translation import gettext as _

from slowmate.events.organising.offices import Acting, Actor
from slowmate.rulebook import Ground, NoEdition, Ruling
from slowmate.rulebook.stored_grounds import grounds_from, plain_grounds
from slowmate.server.accounts.models import User
from slowmate.server.events.models import Section
from slowmate.server.events.services.locking import required_reason
from slowmate.server.events.services.steps import By, by_server, decide
from slowmate.server.people.models import Player
from slowmate.server.site.errors import NotAllowed, Stale
from slowmate.server.titles.models import Norm, OverTheBoardEvent
from slowmate.server.titles.permissions import may_settle_norm
from slowmate.server.titles.queries.register_check import decimal, grown
from slowmate.server.titles.services import award_sync, certificates, notices
from slowmate.titles.iccf.awards import NormRecord
from slowmate.titles.iccf.confirmation import ConfirmingBody, norm_confirmed_by

State = Norm.State
MAX_EVENT_LENGTH = 160


@dataclass(frozen=True, slots=True, kw_only=True)
class NormEntry:
    """A norm to register: the core's record of it, where it was made, and its grounds.

    Without *confirmed_by* the rules of its day say who confirms it.
    """

    record: NormRecord
    edition: str = ""
    section: Section | None = None
    over_the_board: OverTheBoardEvent | None = None
    score: Fraction | None = None
    needed: Fraction | None = None
    grounds: Sequence[Ground] = ()
    confirmed_by: ConfirmingBody | None = None
    growth: Sequence[tuple[date, int]] = ()
    supersedes: Norm | None = None

    @property
    def event(self) -> str:
        """The name of the event, as long as the register has it."""
        return self.record.event[:MAX_EVENT_LENGTH]


def register(player: Player, entry: NormEntry, *, at: datetime) -> Norm:
    """Register a norm once for a player, event and title; return the row that stands already, if there is one.

    The server confirms it where the rules of the day it was made let it; otherwise it waits for an office. The caller
    has locked the section or event, and syncs the player's titles when all norms are registered.
    """
    same = Norm.objects.filter(player=player, title=entry.record.title, state__in=Norm.LIVE)
    by_event = {"event": entry.event, "started": entry.record.start}
    same = same.filter(section=entry.section) if entry.section else same.filter(**by_event)
    with transaction.atomic():
        standing = same.first()
        if standing is not None:
            return standing
        row = _new_row(player, entry, at)
        row.save(force_insert=True)
        if row.state == State.CONFIRMED:
            _decide(row, by_server(at))
    return row


def _new_row(player: Player, entry: NormEntry, at: datetime) -> Norm:
    """Return the row of a norm, not saved yet: confirmed where the rules let the server confirm it."""
    record, ruling = entry.record, _who_confirms(entry)
    is_confirmed = ruling.value is ConfirmingBody.SERVER
    return Norm(
        player=player,
        title=record.title,
        section=entry.section,
        over_the_board=entry.over_the_board,
        event=entry.event,
        started=record.start,
        earned=record.earned,
        rules=entry.edition,
        confirmed_by=ruling.value.value,
        games=record.games,
        overscore=record.overscore,
        growth=grown(entry.growth),
        gm_games=record.gm_games,
        sim_games=record.sim_games,
        is_chess960=record.chess960,
        is_before_daytona=record.before_daytona,
        score=None if entry.score is None else decimal(entry.score),
        needed=None if entry.needed is None else decimal(entry.needed),
        grounds=plain_grounds((*entry.grounds, *ruling.grounds)),
        found=at,
        supersedes=entry.supersedes,
        state=State.CONFIRMED if is_confirmed else State.PROPOSED,
        settled=at if is_confirmed else None,
    )


def import_norm(player: Player, record: NormRecord, *, source: str, at: datetime, edition: str = "") -> Norm:
    """Add a norm from an archive, confirmed where it comes from (*source*).

    To import it again changes nothing. The caller syncs the titles when all norms are imported (`award_sync`).
    """
    with transaction.atomic():
        body = ConfirmingBody.COMMISSIONER
        row = register(player, NormEntry(record=record, edition=edition, confirmed_by=body), at=at)
        if row.state == State.PROPOSED and not row.source and row.found == at and row.section_id is None:
            row.source = source[:160]
            row.save(update_fields=["source"])
            _settle(row, State.CONFIRMED, By(Acting(Actor.SERVER), at, reason=source[:500]))
    return row


def confirm(numbers: Iterable[int], *, actor: User, at: datetime, reason: str = "") -> list[Norm]:
    """Confirm proposed norms, and propose the titles that follow from them."""
    with transaction.atomic():
        rows = _to_settle(numbers, actor)
        for row in rows:
            _settle(row, State.CONFIRMED, _by(actor, at, reason.strip()[:500]))
        certificates.issue_for_norms(rows, at=at, actor=actor)
        notices.norms_confirmed(rows, at=at)
        award_sync.sync_awards([row.player for row in rows], at=at)
    return rows


def dismiss(numbers: Iterable[int], *, actor: User, at: datetime, reason: str) -> list[Norm]:
    """Dismiss proposed norms, with a reason that the player reads."""
    words = required_reason(reason)[:500]
    with transaction.atomic():
        rows = _to_settle(numbers, actor)
        for row in rows:
            _settle(row, State.DISMISSED, _by(actor, at, words))
        certificates.issue_for_norms(rows, at=at, actor=actor)
        notices.norms_gone(rows, words, at=at)
    return rows


def supersede(row: Norm, *, reason: str, at: datetime) -> None:
    """Supersede a norm whose results have changed. The caller has locked its section or event."""
    _settle(row, State.SUPERSEDED, By(Acting(Actor.SERVER), at, reason=reason[:500]))


def _who_confirms(entry: NormEntry) -> Ruling[ConfirmingBody]:
    """Return the body that confirms a norm: as given, or by the rules of its day; before the first of them, the
    commissioner."""
    if entry.confirmed_by is not None:
        return Ruling(entry.confirmed_by, ())
    try:
        return norm_confirmed_by(entry.record.title, on=entry.record.earned)
    except NoEdition:
        return Ruling(ConfirmingBody.COMMISSIONER, ())


def _to_settle(numbers: Iterable[int], actor: User) -> list[Norm]:
    """Return proposed norms, locked: the players first, as every writer of titles does."""
    chosen = set(numbers)
    waiting = Norm.objects.filter(pk__in=chosen)
    players = sorted(set(waiting.values_list("player_id", flat=True)))
    list(Player.objects.select_for_update(of=("self",), no_key=True).filter(pk__in=players).order_by("pk"))
    rows = list(waiting.select_for_update(of=("self",)).select_related("player__user", "section__event").order_by("pk"))
    if not rows or not all(may_settle_norm(actor, row) for row in rows):
        raise NotAllowed
    if len(rows) != len(chosen) or any(row.state != State.PROPOSED for row in rows):
        raise Stale(_("This was decided already, or does not follow any more."))
    return rows


def _by(actor: User, at: datetime, reason: str) -> By:
    return By(Acting(Actor.QUALIFICATIONS), at, actor, reason)


def _settle(row: Norm, state: str, by: By) -> None:
    row.state, row.settled, row.settled_by, row.reason = state, by.at, by.user, by.reason
    row.save(update_fields=["state", "settled", "settled_by", "reason"])
    _decide(row, by)


def _decide(row: Norm, by: By) -> None:
    """Record the decision that brought a norm into its state."""
    event = row.section.event if row.section else None
    ruling = Ruling(True, grounds_from(row.grounds))
    by = By(by.acting, by.at, by.user, by.reason, {"norm": row.pk, "title": row.title})
    decide(DECIDED[State(row.state)], by, ruling, event=event, section=row.section, player_id=row.player_id)
    if row.state != State.CONFIRMED:
        certificates.withdraw(row, reason=by.reason, at=by.at, actor=by.user)


DECIDED = {
    State.CONFIRMED: "confirm a norm",
    State.DISMISSED: "dismiss a norm",
    State.SUPERSEDED: "supersede a norm",
}
"""What the decision is called in journals."""
