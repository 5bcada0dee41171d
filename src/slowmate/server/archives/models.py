"""The origins of imported rows."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _


class Origin(models.Model):
    """A row that was imported or matched: *key* identifies it in its source, so that it is imported once.

    Written in the transaction of the row itself: whatever is killed goes on where its last batch ended.
    """

    class Kind(models.TextChoices):
        PLAYER = "player", _("player")
        EVENT = "event", _("event")
        GAME = "game", _("game")

    source = models.CharField(max_length=60)
    """The name of the archive, whose ids are its own. Games are identified by content, in every archive."""
    kind = models.CharField(max_length=12, choices=Kind)
    key = models.CharField(max_length=32)
    """A digest of an id, a person's data, or a game. No name can be read in it."""
    row = models.PositiveBigIntegerField()
    """The number of the player, section or game."""
    digest = models.CharField(max_length=32, blank=True)
    """A digest of an event's file, to recognise a file with other content."""

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["kind", "source", "key"], name="brought_once")]
        indexes: ClassVar = [
            models.Index(
                fields=["row"], name="origins_of_a_player", condition=models.Q(kind="player")
            )  # games are not looked up by their origin
        ]

    def __str__(self) -> str:
        return f"{self.source}: {self.kind} {self.row}"
