"""Offices: given and ended, with dates, by an administrator or the Executive Board; each act is journalled."""

from datetime import date, datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from slowmate.server.accounts.models import User
from slowmate.server.accounts.services import journal
from slowmate.server.mail import outbox
from slowmate.server.people.models import Office, Player
from slowmate.server.people.permissions import may_give_offices, player_of
from slowmate.server.site.errors import NotAllowed, Unfit


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
        if holder != actor:
            outbox.tell(holder, "office-given", f"office/{office.pk}/given", at=at, facts={"office": office.pk})
        journal.write("office given", f"office/{office.pk}", actor=actor, at=at, facts=_facts(office, player))
    return office


def end(office: Office, *, last: date, actor: User, at: datetime) -> None:
    """End an office: *last* is the last day it is held. Yesterday at the earliest: what was decided stays decided."""
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
