"""Teams of an event, and who stands on which board from when until when."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from slowmate.server.accounts.models import User
from slowmate.server.events.models.plan import Event
from slowmate.server.people.models import Player


class Team(models.Model):
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="teams")
    name = models.CharField(_("name"), max_length=120)
    federation = models.CharField(max_length=3, blank=True)
    """Whose team it is, where it is one's; a right it earns is the federation's."""
    captain = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, blank=True, related_name="teams_led")

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["event", "name"], name="one_team_of_a_name")]

    def __str__(self) -> str:
        return self.name


class TeamPlayer(models.Model):
    """A line of a roster: a player on a board, or in reserve, from a day until a day."""

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="roster")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    board = models.PositiveSmallIntegerField(null=True)
    """None: in reserve."""
    begins = models.DateField()
    ends = models.DateField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["team", "board"], name="one_player_a_board", condition=Q(ends__isnull=True, board__isnull=False)
            ),
            models.UniqueConstraint(
                fields=["team", "player"], name="a_player_once_in_a_team", condition=Q(ends__isnull=True)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.team} {self.board}: {self.player}"
