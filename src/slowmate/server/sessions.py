"""Who is signed in, by one statement that is written once: every request of a signed-in person asks it; and what is
said to him on the next page."""

import json
from collections.abc import Sequence
from functools import cached_property
from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from django.contrib import auth
from django.contrib.auth.models import AnonymousUser
from django.contrib.messages.storage.base import BaseStorage
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.sessions.backends.db import SessionStore as DatabaseSessions
from django.core.signing import TimestampSigner, get_cookie_signer
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from slowmate.server.columns import Columns, attach, instant, row_of
from slowmate.server.models import Player, User

_USER, _PLAYER = Columns(User), Columns(Player)
_ACCOUNT = f"{_USER.named('account')}, {_PLAYER.named('player')}"
_FIND_SESSION = f"""
    SELECT session.session_data, {_ACCOUNT}
    FROM django_session AS session
    LEFT JOIN usersessions_usersession AS listed ON listed.session_key = session.session_key
    LEFT JOIN slowmate_user AS account ON account.id = listed.user_id
    LEFT JOIN slowmate_player AS player ON player.user_id = account.id
    WHERE session.session_key = %s AND session.expire_date > %s
"""  # noqa: S608 - column names
_FIND_USER = f"""
    SELECT {_ACCOUNT}
    FROM slowmate_user AS account LEFT JOIN slowmate_player AS player ON player.user_id = account.id
    WHERE account.id = %s
"""  # noqa: S608 - column names


def _account(found: Sequence[Any]) -> User | None:
    """An account with its player, as a statement found them."""
    if found[0] is None:
        return None
    user = _USER.read(found[: len(_USER)])
    if found[len(_USER)] is not None:
        attach(_PLAYER.read(found[len(_USER) :]), "user", user)  # and so the account knows its player
    return user


class SessionStore(DatabaseSessions):
    """Django's sessions in the database, as JSON: whoever can write there needs no session."""

    owner: User | None = None
    """The account that the list of sessions names, found on the way; `signed_in` asks whether it is the session's."""

    def load(self) -> dict[str, Any]:
        found = row_of(_FIND_SESSION, self.session_key, instant(timezone.now()))
        if found is None:
            self._session_key = None
            return {}
        self.owner = _account(found[1:])
        return self.decode(found[0])

    def encode(self, session_dict: dict[str, Any]) -> str:
        return json.dumps(session_dict)

    def decode(self, session_data: bytes | str) -> dict[str, Any]:
        try:
            found = json.loads(session_data)
        except ValueError:
            return {}
        return found if isinstance(found, dict) else {}


class Messages(CookieStorage):
    """What is to be said on the next page, in a cookie; few requests have any, and only they need its signature."""

    def __init__(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        BaseStorage.__init__(self, request, *args, **kwargs)

    @cached_property
    def signer(self) -> TimestampSigner:
        return get_cookie_signer(salt=self.key_salt)


class Backend(AuthenticationBackend):  # type: ignore[misc]  # allauth is untyped
    """Allauth's way to sign in; the account comes with its player."""

    def get_user(self, user_id: int) -> User | None:
        found = row_of(_FIND_USER, user_id)
        user = _account(found) if found is not None else None
        return user if user is not None and self.user_can_authenticate(user) else None


def signed_in(request: HttpRequest) -> User | AnonymousUser:
    """The account of a request: what Django finds, without another statement where the session's owner is known."""
    session: Any = request.session
    account, claims = session.get(auth.SESSION_KEY), session.get(auth.HASH_SESSION_KEY)
    owner: User | None = getattr(session, "owner", None)
    if (
        owner is not None
        and owner.is_active
        and account == str(owner.pk)
        and session.get(auth.BACKEND_SESSION_KEY) == BACKEND
        and constant_time_compare(claims or "", owner.get_session_auth_hash())
    ):
        return owner
    return auth.get_user(request)


BACKEND = f"{Backend.__module__}.{Backend.__qualname__}"
