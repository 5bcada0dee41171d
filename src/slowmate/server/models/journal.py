"""The journal of everything that is not a game's own event: who did what, when, by which clause."""

from typing import ClassVar

from django.db import models

from slowmate.server.models.people import User


class Entry(models.Model):
    """One act. Append-only. Games have their own events."""

    at = models.DateTimeField()
    actor = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    what = models.CharField(max_length=60)
    about = models.CharField(max_length=80)
    """The thing it was done to, as ``player/17`` or ``office/3``."""
    facts = models.JSONField(default=dict)
    grounds = models.JSONField(default=list)

    class Meta:
        ordering: ClassVar = ["-at", "-id"]
        indexes: ClassVar = [models.Index(fields=["about", "at"], name="journal_by_thing")]

    def __str__(self) -> str:
        return f"{self.what} {self.about}"
