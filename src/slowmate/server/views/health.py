"""`/healthz`: for whoever watches the server."""

from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_safe


@require_safe
def healthz(request: HttpRequest) -> JsonResponse:  # noqa: ARG001 - Django passes it
    return JsonResponse({"status": "ok"})
