"""Personal tokens for programs: made, found, counted, ended. Only a hash is kept."""

from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from secrets import token_urlsafe

from django.db import transaction
from django.db.models import Case, F, Value, When
from django.utils.translation import gettext as _

from slowmate.server.accounts.models import Token, User
from slowmate.server.accounts.permissions import may_use_token
from slowmate.server.accounts.services import journal
from slowmate.server.site.errors import NotAllowed, Unfit

BEGINS = "slowmate_"
"""So that a token is recognised where it does not belong: in a public repository, in a log."""
MAX_TOKENS = 20
PER_MINUTE = 300
"""Requests a minute with one token."""
MADE, ENDED = "token made", "token ended"
"""What the journal says of tokens."""


@dataclass(frozen=True, slots=True)
class Made:
    """A new token, and its text, which is never to be had again."""

    token: Token
    text: str


def make(user: User, name: str, *, scope: str, at: datetime) -> Made:
    """Make a token: 256 random bits, of which only the hash is kept."""
    name = name.strip()
    if not name:
        raise Unfit(_("Name the program that will use it."), field="name")
    if scope not in Token.Scope.values:
        raise Unfit(_("Choose what the token may do."), field="scope")
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)  # two at once would both find room
        if user.tokens.count() >= MAX_TOKENS:
            raise Unfit(_("You have %(n)d tokens; end one first.") % {"n": MAX_TOKENS})
        secret = token_urlsafe(32)
        text = BEGINS + secret
        token = Token.objects.create(
            user=user, name=name[:60], scope=scope, prefix=secret[:6], digest=_digest(text), made=at
        )
        facts = {"name": token.name, "scope": scope}
        journal.write(MADE, f"token/{token.pk}", actor=user, at=at, facts=facts)
    return Made(token, text)


def end(token: Token, *, actor: User, at: datetime) -> None:
    """End a token: from now on it opens nothing."""
    if not may_use_token(actor, token):
        raise NotAllowed
    with transaction.atomic():
        journal.write(ENDED, f"token/{token.pk}", actor=actor, at=at, facts={"name": token.name})
        token.delete()


def end_all(user: User, *, at: datetime) -> None:
    """End every token of an account, as a new password does: whoever took the old one may have made some."""
    for token in user.tokens.order_by("pk"):
        end(token, actor=user, at=at)


def find(text: str) -> Token | None:
    """Return the token with this text, if it exists and its account is active.

    The search is by its hash: how long that takes says nothing about any token's text.
    """
    if not text.startswith(BEGINS) or len(text) > 100:
        return None
    rows = Token.objects.select_related("user__player").filter(user__is_active=True)
    return rows.filter(digest=_digest(text)).first()


def count(token: Token, *, at: datetime) -> int:
    """Note that a token is used; how many requests it has made in this minute, over all processes."""
    minute = at.replace(second=0, microsecond=0)
    again = When(window=minute, then=F("requests") + 1)
    rows = Token.objects.filter(pk=token.pk)
    rows.update(used=at, requests=Case(again, default=Value(1)), window=minute)
    return rows.values_list("requests", flat=True).first() or 0


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()
