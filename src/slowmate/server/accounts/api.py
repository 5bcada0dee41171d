"""Who asks, and with which token."""

from datetime import timedelta

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from ninja.errors import Throttled
from ninja.security import HttpBearer

from slowmate.server.accounts.models import Token, User
from slowmate.server.accounts.permissions import Person
from slowmate.server.accounts.services import tokens
from slowmate.server.site import clock
from slowmate.server.site.problems import WrongScope


class ReadToken(HttpBearer):
    """Any personal token."""

    def authenticate(self, request: HttpRequest, token: str) -> Token | None:  # noqa: ARG002 - ninja passes it
        token_row = tokens.find(token)
        if token_row is None:
            return None
        at = clock.now()
        if tokens.count(token_row, at=at) > tokens.PER_MINUTE:
            window = at.replace(second=0) + timedelta(minutes=1)
            raise Throttled(wait=max(1, int((window - at).total_seconds())))
        return token_row


class ScopedToken(ReadToken):
    """A personal token that may do more than read: what its scope names, and nothing else."""

    scope: Token.Scope

    def authenticate(self, request: HttpRequest, token: str) -> Token | None:
        token_row = super().authenticate(request, token)
        if token_row is not None and token_row.scope != self.scope:
            raise WrongScope(self.scope)
        return token_row


class PlayToken(ScopedToken):
    scope = Token.Scope.PLAY


class EnterToken(ScopedToken):
    """It enters events, for its owner or for a player of their federation."""

    scope = Token.Scope.ENTER


class OfficialToken(ScopedToken):
    """It acts in the offices of its owner."""

    scope = Token.Scope.OFFICIAL


class CaseToken(ReadToken):
    """It opens cases and takes their steps: for its owner, or in the owner's offices."""

    def authenticate(self, request: HttpRequest, token: str) -> Token | None:
        token_row = super().authenticate(request, token)
        if token_row is not None and token_row.scope not in (Token.Scope.PLAY, Token.Scope.OFFICIAL):
            raise WrongScope(Token.Scope.PLAY)
        return token_row


class NoToken(HttpBearer):
    """What anybody may see needs none; a token that is given must be good."""

    def __call__(self, request: HttpRequest) -> AnonymousUser | None:
        return None if "Authorization" in request.headers else AnonymousUser()

    def authenticate(self, request: HttpRequest, token: str) -> None:
        raise NotImplementedError  # never asked: there is no token


READ = ReadToken()
PLAY = PlayToken()
ENTER = EnterToken()
OFFICIAL = OfficialToken()
CASES = CaseToken()
ANYBODY = [READ, NoToken()]


def person(request: HttpRequest) -> Person:
    """Return the owner of the token; nobody where there is none. A session in a browser counts for nothing here."""
    used = getattr(request, "auth", None)
    return used.user if isinstance(used, Token) else AnonymousUser()


def account(request: HttpRequest) -> User:
    """Return the account of the token, where one is required."""
    owner = person(request)
    if not isinstance(owner, User):
        raise WrongScope(Token.Scope.READ)
    return owner
