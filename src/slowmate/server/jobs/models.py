"""The pulse of background work."""

from django.db import models


class Pulse(models.Model):
    """When each kind of background work last ran, for `/healthz`."""

    name = models.CharField(max_length=30, primary_key=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.name} {self.at:%Y-%m-%d %H:%M:%S}"
