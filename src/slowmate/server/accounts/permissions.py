"""Who somebody is, and whose tokens are whose."""

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from slowmate.server.accounts.models import Token, User

Person = User | AnonymousUser


def may_use_token(person: Person, token: Token) -> bool:
    return isinstance(person, User) and token.user_id == person.pk


def account(request: HttpRequest) -> User:
    """The account that is signed in; views that call it are behind `login_required`."""
    if not isinstance(request.user, User):
        raise PermissionDenied
    return request.user
