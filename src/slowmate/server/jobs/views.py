"""`/healthz`, for programs that watch the server."""

from django.conf import settings
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from slowmate.server.jobs.health import look
from slowmate.server.site import clock


@never_cache
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:  # noqa: ARG001 - Django passes it
    """Answer 200 when database and worker are well, else 503 with what is wrong."""
    health = look(at=clock.now())
    answer = {
        "status": "ok" if health.is_well else "unwell",
        "version": settings.SLOWMATE_VERSION,
        "checks": health.checks,
        "wrong": health.wrong,
    }
    return JsonResponse(answer, status=200 if health.is_well else 503)
