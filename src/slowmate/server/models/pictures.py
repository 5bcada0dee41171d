"""Players' pictures: in a table of their own, because a player's row is read at every request."""

from django.db import models

from slowmate.server.models.people import Player


class Picture(models.Model):
    """A player's picture as it is shown: a small square WebP."""

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="+")
    image = models.BinaryField()
    digest = models.CharField(max_length=16)
    """Of the image: part of its address, so that browsers may keep it for ever."""
    changed = models.DateTimeField()

    def __str__(self) -> str:
        return f"picture of {self.player_id}"
