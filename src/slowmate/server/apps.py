"""The one Django app of the product."""

from django.apps import AppConfig


class ServerConfig(AppConfig):
    name = "slowmate.server"
    label = "slowmate"
    verbose_name = "Slowmate"
    default_auto_field = "django.db.models.BigAutoField"
