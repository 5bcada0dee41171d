"""Who asks."""

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from slowmate.server.models import User


def account(request: HttpRequest) -> User:
    """The account that is signed in; views that call it are behind `login_required`."""
    if not isinstance(request.user, User):
        raise PermissionDenied
    return request.user
