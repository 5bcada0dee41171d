"""Which address shows what."""

from django.urls import path

from slowmate.server.views import health, rulebook

urlpatterns = [
    path("", rulebook.front, name="front"),
    path("rulebook", rulebook.search, name="rulebook"),
    path("rulebook/<str:edition>", rulebook.edition, name="edition"),
    path("rulebook/<str:edition>/<path:address>", rulebook.one, name="clause"),
    path("healthz", health.healthz, name="healthz"),
]
handler404 = "slowmate.server.views.errors.not_found"
