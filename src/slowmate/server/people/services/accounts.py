"""Names and accounts, put right by an administrator: each act is journalled with its reason."""

from datetime import datetime

from allauth.usersessions.models import UserSession
from django.db import transaction
from django.utils.translation import gettext as _

from slowmate.server.accounts.models import User
from slowmate.server.accounts.services import journal
from slowmate.server.people.models import Player
from slowmate.server.people.permissions import may_keep_accounts
from slowmate.server.people.validators import FORMER
from slowmate.server.site.errors import NotAllowed, Unfit


def correct_name(player: Player, name: str, *, reason: str, actor: User, at: datetime) -> None:
    """Give a player another name: on all pages at once; published lists and certificates keep what they say."""
    if not may_keep_accounts(actor, player):
        raise NotAllowed
    if player.name == FORMER:
        raise Unfit(_("A player who left without a name stays without one."), field="name")
    if name == player.name:
        raise Unfit(_("That is the name already."), field="name")
    with transaction.atomic():
        player = Player.objects.select_for_update(of=("self",)).get(pk=player.pk)
        facts = {"before": player.name, "after": name, "reason": reason}
        player.name = name
        player.save(update_fields=["name", "folded"])
        journal.write("name corrected", f"player/{player.pk}", actor=actor, at=at, facts=facts)


def block(player: Player, *, reason: str, actor: User, at: datetime) -> None:
    """Let nobody sign in to an account any more: its sessions end, its tokens and offices count no more.

    Games go on, and their clocks run: what becomes of them is for the director.
    """
    _set_active(player, is_active=False, what="account blocked", reason=reason, actor=actor, at=at)


def unblock(player: Player, *, reason: str, actor: User, at: datetime) -> None:
    _set_active(player, is_active=True, what="account let in again", reason=reason, actor=actor, at=at)


def _set_active(player: Player, *, is_active: bool, what: str, reason: str, actor: User, at: datetime) -> None:
    if not may_keep_accounts(actor, player):
        raise NotAllowed
    if player.user_id is None:
        raise Unfit(_("This player has no account."))
    with transaction.atomic():
        user = User.objects.select_for_update().get(pk=player.user_id)
        if user.is_administrator:
            raise Unfit(_("An administrator cannot be blocked: the operator of the server has to end that role first."))
        if user.is_active == is_active:
            raise Unfit(_("Nothing to change: it is so already."))
        user.is_active = is_active
        user.save(update_fields=["is_active"])
        if not is_active:
            for session in UserSession.objects.filter(user=user):
                session.end()
        journal.write(what, f"player/{player.pk}", actor=actor, at=at, facts={"reason": reason})
