"""Who is signed in, by two statements that are written once: every request of a signed-in person asks them."""

import json
from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from django.contrib.sessions.backends.db import SessionStore as DatabaseSessions
from django.utils import timezone

from slowmate.server.columns import Columns, instant, row_of
from slowmate.server.models import Player, User

_USER, _PLAYER = Columns(User), Columns(Player)
_FIND_SESSION = "SELECT session_data FROM django_session WHERE session_key = %s AND expire_date > %s"
_FIND_USER = f"""
    SELECT {_USER.named("account")}, {_PLAYER.named("player")}
    FROM slowmate_user AS account LEFT JOIN slowmate_player AS player ON player.user_id = account.id
    WHERE account.id = %s
"""  # noqa: S608 - column names


class SessionStore(DatabaseSessions):
    """Django's sessions in the database, as JSON: whoever can write there needs no session."""

    def load(self) -> dict[str, Any]:
        found = row_of(_FIND_SESSION, self.session_key, instant(timezone.now()))
        if found is None:
            self._session_key = None
            return {}
        return self.decode(found[0])

    def encode(self, session_dict: dict[str, Any]) -> str:
        return json.dumps(session_dict)

    def decode(self, session_data: bytes | str) -> dict[str, Any]:
        try:
            found = json.loads(session_data)
        except ValueError:
            return {}
        return found if isinstance(found, dict) else {}


class Backend(AuthenticationBackend):  # type: ignore[misc]  # allauth is untyped
    """Allauth's way to sign in; the account comes with its player."""

    def get_user(self, user_id: int) -> User | None:
        found = row_of(_FIND_USER, user_id)
        if found is None:
            return None
        user = _USER.read(found[: len(_USER)])
        if found[len(_USER)] is not None:
            _PLAYER.read(found[len(_USER) :]).user = user  # and so the account knows its player
        return user if self.user_can_authenticate(user) else None
