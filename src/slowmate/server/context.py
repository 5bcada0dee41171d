"""What every template knows."""

from django.conf import settings
from django.http import HttpRequest


def site(request: HttpRequest) -> dict[str, object]:
    return {"version": settings.SLOWMATE_VERSION, "demo": settings.SLOWMATE_DEMO, "path": request.path}
