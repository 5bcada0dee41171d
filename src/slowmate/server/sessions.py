"""Who is signed in, by two statements that are written once: every request of a signed-in person asks them."""

from allauth.account.auth_backends import AuthenticationBackend
from django.contrib.sessions.backends.db import SessionStore as DatabaseSessions
from django.contrib.sessions.models import Session
from django.db import connection
from django.utils import timezone

from slowmate.server.columns import Columns, row_of
from slowmate.server.models import Player, User

_SESSION, _USER, _PLAYER = Columns(Session), Columns(User), Columns(Player)
_FIND_SESSION = f"SELECT {_SESSION.named()} FROM django_session WHERE session_key = %s AND expire_date > %s"  # noqa: S608
_FIND_USER = f"""
    SELECT {_USER.named("account")}, {_PLAYER.named("player")}
    FROM slowmate_user AS account LEFT JOIN slowmate_player AS player ON player.user_id = account.id
    WHERE account.id = %s
"""  # noqa: S608 - column names


class SessionStore(DatabaseSessions):
    """Django's sessions in the database."""

    def _get_session_from_db(self) -> Session | None:
        now = connection.ops.adapt_datetimefield_value(timezone.now())
        found = row_of(_FIND_SESSION, self.session_key, now)
        if found is None:
            self._session_key = None
            return None
        return _SESSION.read(found)


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
