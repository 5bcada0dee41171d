"""Offices: given and ended, with dates, by an administrator or the Executive Board; each act is journalled."""

from datetime import date, datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from slowmate.server.models import Game, Office, Player, User
from slowmate.server.permissions import holds_direction, may_give_offices, player_of
from slowmate.server.queries.directors import unfinished
from slowmate.server.refusals import NotAllowed, Unfit
from slowmate.server.services import journal


def give(
    player: Player,
    kind: str,
    *,
    begins: date,
    ends: date | None = None,
    federation: str = "",
    actor: User,
    at: datetime,
) -> Office:
    """Give a person an office from a day on, until a day or until it is ended. A delegate is of a federation."""
    if not may_give_offices(actor):
        raise NotAllowed
    holder, federation = player.user, federation.upper()
    if holder is None or not holder.is_active:
        raise Unfit(_("An office needs an account: this player has none."), field="player")
    if kind not in Office.Kind.values:
        raise Unfit(_("There is no such office."), field="kind")
    if (kind == Office.Kind.DELEGATE) != bool(federation):
        raise Unfit(_("A delegate is of a federation; other offices are of none."), field="federation")
    if ends is not None and ends < begins:
        raise Unfit(_("The last day comes before the first."), field="ends")
    with transaction.atomic():
        User.objects.select_for_update().get(pk=holder.pk)
        _require_no_other(holder, kind, federation, begins=begins, ends=ends)
        office = Office.objects.create(user=holder, kind=kind, federation=federation, begins=begins, ends=ends)
        journal.write("office given", f"office/{office.pk}", actor=actor, at=at, facts=_facts(office, player))
    return office


def end(office: Office, *, last: date, actor: User, at: datetime, successor: User | None = None) -> int:
    """End an office: *last* is the last day it is held. Yesterday at the earliest: what was decided stays decided.

    *successor*: the director to whom a director's games that are not over go at once; how many did. Without one they
    stay his while he is in office, and are any director's then.
    """
    if not may_give_offices(actor, office):
        raise NotAllowed
    if last < max(office.begins, at.date() - timedelta(days=1)):
        raise Unfit(_("An office ends yesterday at the earliest, and not before it began."), field="last")
    with transaction.atomic():
        office = Office.objects.select_for_update(of=("self",)).select_related("user").get(pk=office.pk)
        if office.ends is not None and office.ends <= last:
            raise Unfit(_("It ends by then already."), field="last")
        office.ends = last
        office.save(update_fields=["ends"])
        facts = _facts(office, player_of(office.user))
        journal.write("office ended", f"office/{office.pk}", actor=actor, at=at, facts=facts)
        return 0 if successor is None else _hand_over(office, successor, actor=actor, at=at)


def _hand_over(office: Office, successor: User, *, actor: User, at: datetime) -> int:
    """Name another director for games; those he plays in himself stay as they are."""
    if office.kind != Office.Kind.DIRECTOR or successor.pk == office.user_id or not holds_direction(successor):
        raise Unfit(_("Games go to another director who is in office."), field="successor")
    holder, player = player_of(office.user), player_of(successor)
    rows = unfinished(office.user)
    if player is not None:
        rows = rows.exclude(Q(white=player) | Q(black=player))
    handed = list(rows.select_for_update().order_by("pk").values_list("pk", flat=True))
    Game.objects.filter(director=office.user, pk__in=handed).update(director=successor)
    facts = {"from": holder.pk if holder else None, "to": player.pk if player else None, "games": handed}
    journal.write("games handed over", f"office/{office.pk}", actor=actor, at=at, facts=facts)
    return len(handed)


def _require_no_other(holder: User, kind: str, federation: str, *, begins: date, ends: date | None) -> None:
    for other in holder.offices.filter(kind=kind, federation=federation):
        if (ends is None or other.begins <= ends) and (other.ends is None or other.ends >= begins):
            raise Unfit(_("The person holds this office then already."))


def _facts(office: Office, holder: Player | None) -> dict[str, object]:
    return {
        "kind": office.kind,
        "federation": office.federation,
        "holder": holder.pk if holder else None,
        "begins": office.begins.isoformat(),
        "ends": office.ends.isoformat() if office.ends else None,
    }
