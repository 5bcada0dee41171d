"""Queueing mail, in the transaction of its cause; the worker sends it."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime
from typing import TYPE_CHECKING, Any

from slowmate.server.mail.models import Mail, MailMode

if TYPE_CHECKING:
    from slowmate.server.accounts.models import User
    from slowmate.server.games.models import Game


_is_silenced: ContextVar[bool] = ContextVar("mail is silenced", default=False)


@contextmanager
def silenced() -> Iterator[None]:
    """Queue no mail within: the caller writes one letter about all that is done there."""
    token = _is_silenced.set(True)
    try:
        yield
    finally:
        _is_silenced.reset(token)


def queue(mails: Iterable[Mail]) -> None:
    """Queue mail that was made. The same thing is never told twice: a key that is taken is left as it is."""
    if not _is_silenced.get():
        Mail.objects.bulk_create(mails, ignore_conflicts=True)


def tell(
    user: "User",
    kind: str,
    key: str,
    *,
    at: datetime,
    facts: dict[str, Any] | None = None,
    game: "Game | None" = None,
) -> None:
    """Queue one mail for a user, unless they want none. *kind* is in the table of a slice (`letters`)."""
    if wants_mail(user):
        queue([Mail(user=user, kind=kind, key=key, game=game, facts=facts or {}, made=at, due=at)])


def wants_mail(user: "User | None") -> bool:
    return user is not None and user.mail_mode != MailMode.NONE
