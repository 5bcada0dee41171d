"""Adjustments of the Ratings Commissioner in a prepared list: start ratings (9.4), and item 5 instead of item 6."""

from datetime import date, datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from slowmate.ratings.columns import MAX_RATING
from slowmate.ratings.iccf.items import item_5_instead
from slowmate.ratings.period_list import WITH_LEVELS
from slowmate.ratings.start import adjusted_start_rating
from slowmate.rulebook import Refused, Ruling
from slowmate.rulebook.stored_grounds import plain_grounds
from slowmate.server.accounts.models import User
from slowmate.server.accounts.services import journal
from slowmate.server.mail import outbox
from slowmate.server.people.models import Office, Player
from slowmate.server.ratings.models import Adjustment, RatingList
from slowmate.server.ratings.permissions import may_adjust_rating
from slowmate.server.ratings.queries import adjustments
from slowmate.server.ratings.services.list_preparation import about, locked, refresh
from slowmate.server.site.errors import NotAllowed, Unfit

ADJUSTED = "rating-adjusted"
"""The kind of the mail to the player and to the delegates of the player's federation."""


def start_rating(
    row: RatingList,
    player: Player,
    value: int,
    *,
    reason: str,
    actor: User,
    at: datetime,
    since: date | None = None,
    event: str = "",
) -> Adjustment:
    """Set another start rating, in games of this and later lists that finish on *since* or later."""
    _require_right(actor, player)
    begins = since or row.results_from
    if begins < row.results_from:
        raise Unfit(_("Games of earlier lists are rated already."), field="since")
    if begins > at.date():
        raise Unfit(_("This day has not come yet."), field="since")
    if not 1 <= value <= MAX_RATING:
        raise Unfit(_("A rating lies between 1 and %(most)d.") % {"most": MAX_RATING}, field="value")
    old = adjustments.start_rating_of(row, player, event=event)
    try:
        ruling: Ruling[Any] = adjusted_start_rating(old, value, reason=reason, on=begins)
    except Refused as refused:
        raise Unfit(_("Say why: an adjustment has to be justified."), field="reason") from refused
    kind = Adjustment.Kind.START_RATING
    return _decide(row, player, kind, ruling, reason, actor=actor, at=at, value=value, since=begins, event_key=event)


def item_5(row: RatingList, player: Player, *, reason: str, actor: User, at: datetime) -> Adjustment:
    """Apply item 5 instead of item 6, where the sum of changes is obviously inappropriate (2016 and 2017)."""
    _require_right(actor, player)
    if row.rules not in WITH_LEVELS:
        raise Unfit(_("The rules of this list have no item 5."), field="kind")
    if not reason.strip():
        raise Unfit(_("Say why: an adjustment has to be justified."), field="reason")
    games = adjustments.games_before(row, player)
    if games is None:
        raise Unfit(_("This player has no games in this list."), field="player")
    ruling = item_5_instead(games, reason=reason, edition=row.edition)
    since = row.results_from
    return _decide(row, player, Adjustment.Kind.ITEM_5, ruling, reason, actor=actor, at=at, since=since)


def withdraw(decided: Adjustment, row: RatingList, *, reason: str, actor: User, at: datetime) -> Adjustment:
    """Withdraw an adjustment from this list on; it stays on record."""
    _require_right(actor, decided.player)
    if not reason.strip():
        raise Unfit(_("Say why: an adjustment has to be justified."), field="reason")
    if decided not in adjustments.in_force(row):
        raise Unfit(_("It is no longer valid."))
    since = max(decided.since, row.results_from)
    return _decide(
        row, decided.player, decided.kind, None, reason,
        actor=actor, at=at, since=since, event_key=decided.event_key, is_withdrawn=True,
    )  # fmt: skip


def _require_right(actor: User, player: Player) -> None:
    if not may_adjust_rating(actor, player):
        raise NotAllowed


def _decide(
    row: RatingList,
    player: Player,
    kind: str,
    ruling: Ruling[Any] | None,
    reason: str,
    *,
    actor: User,
    at: datetime,
    **fields: Any,
) -> Adjustment:
    """Record the decision, notify people, and recompute the list."""
    grounds = ruling.grounds if ruling else ()
    with transaction.atomic():
        prepared = locked(row)
        made = Adjustment.objects.create(
            list=prepared,
            player=player,
            kind=kind,
            reason=reason.strip(),
            grounds=plain_grounds(grounds),
            by=actor,
            made=at,
            **fields,
        )
        facts = {"player": player.pk, "kind": kind, "value": made.value, "withdrawn": made.is_withdrawn}
        journal.write("rating adjusted", about(prepared), actor=actor, at=at, facts=facts, grounds=grounds)
        _tell(made, prepared, at=at)
        refresh(prepared, at=at, actor=None)
    return made


def _tell(made: Adjustment, row: RatingList, *, at: datetime) -> None:
    """Notify the player, and of item 5 also the delegates of the federation, as item 16 requires."""
    player = made.player
    facts = {"player": player.pk, "what": made.kind, "value": made.value, "reason": made.reason}
    facts |= {"period": row.period, "pool": row.pool, "withdrawn": made.is_withdrawn}
    readers = [player.user] if player.user else []
    if made.kind == Adjustment.Kind.ITEM_5 and player.federation:
        held = Office.objects.filter(kind=Office.Kind.DELEGATE, federation=player.federation).select_related("user")
        readers += [office.user for office in held if office.is_held(on=at.date()) and office.user != player.user]
    for reader in readers:
        outbox.tell(reader, "rating-adjusted", f"adjustment/{made.pk}/{reader.pk}", at=at, facts=facts)
