"""What came from where: the one thing that the server remembers of an archive beside the rows it brought."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _


class Origin(models.Model):
    """A row that an archive brought, or matched: *key* is what its source knows it by, so that it is brought once.

    Written in the transaction of the row itself: whatever is killed goes on where its last batch ended.
    """

    class Kind(models.TextChoices):
        PLAYER = "player", _("player")
        EVENT = "event", _("event")
        GAME = "game", _("game")

    source = models.CharField(max_length=60)
    """What the archive is called; its ids are its own. Games are known by what they are, whoever brings them."""
    kind = models.CharField(max_length=12, choices=Kind)
    key = models.CharField(max_length=32)
    """A digest: of an id, of who somebody is, of what happened in a game. No name can be read in it."""
    row = models.PositiveBigIntegerField()
    """The number of the player, section or game."""
    digest = models.CharField(max_length=32, blank=True)
    """Of an event: of all that its file says, for another file that says otherwise."""

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["kind", "source", "key"], name="brought_once")]
        indexes: ClassVar = [
            models.Index(
                fields=["row"], name="origins_of_a_player", condition=models.Q(kind="player")
            )  # games are not looked up by their origin
        ]

    def __str__(self) -> str:
        return f"{self.source}: {self.kind} {self.row}"
