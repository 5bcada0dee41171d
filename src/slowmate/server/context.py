"""What every template knows."""

from django.conf import settings
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from slowmate.server.permissions import may_use_desk


def site(request: HttpRequest) -> dict[str, object]:
    return {
        "version": settings.SLOWMATE_VERSION,
        "name": settings.SLOWMATE_NAME,
        "demo": settings.SLOWMATE_DEMO,
        "has_desk": SimpleLazyObject(lambda: may_use_desk(request.user)),
    }
