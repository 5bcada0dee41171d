"""What belongs to a game besides the game: private notes and analysis, messages, reports."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from slowmate.play.events import Misconduct
from slowmate.server.accounts.models import User
from slowmate.server.games.models import Game
from slowmate.server.people.models import Player

MISCONDUCT = [
    (Misconduct.WORDS.value, _("objectionable words")),
    (Misconduct.ABUSE.value, _("abusive behaviour")),
    (Misconduct.OFFERS.value, _("draw offers again and again")),
    (Misconduct.SLOW_PLAY.value, _("extremely slow play in a lost position")),
    (Misconduct.WITHDRAWAL.value, _("silent or unacceptable withdrawal")),
    (Misconduct.COLLUSION.value, _("collusion")),
]
"""What an opponent can be reported for, as players read it."""


class Note(models.Model):
    """A player's private notes on one game: nobody else ever sees them."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="notes")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    text = models.TextField(max_length=20_000, blank=True)
    changed = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["game", "player"], name="one_note_a_player_and_game")]

    def __str__(self) -> str:
        return f"note on {self.game_id}"


class Analysis(models.Model):
    """A saved variation of a player's analysis board: moves from the start of the game, in stored form."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="analyses")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    name = models.CharField(max_length=80, blank=True)
    from_ply = models.PositiveSmallIntegerField()
    """How many moves of the game were played when the variation leaves it."""
    moves = models.CharField(max_length=2000)
    comment = models.CharField(max_length=500, blank=True)
    made = models.DateTimeField()

    class Meta:
        indexes: ClassVar = [models.Index(fields=["game", "player"], name="analysis_by_game")]

    def __str__(self) -> str:
        return self.name or f"analysis of {self.game_id}"


class Message(models.Model):
    """A message between the players of a game. The director reads it only after a report."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="messages")
    sender = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    text = models.TextField(max_length=2000)
    sent = models.DateTimeField()
    read = models.DateTimeField(null=True)
    """When the opponent of the sender first saw it on the page of the game."""

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["game", "sent"], name="messages_by_game"),
            models.Index(fields=["game"], name="messages_not_read", condition=models.Q(read__isnull=True)),
        ]

    def __str__(self) -> str:
        return f"message in {self.game_id}"


class Report(models.Model):
    """Something in a game that a player asks the director to look at, or to decide."""

    class Kind(models.TextChoices):
        LEAVE = "leave", _("I need extra leave")
        ADJUDICATION = "adjudication", _("The game should be adjudicated")
        RESULT = "result", _("The result is wrong")
        REPORT = "report", _("My opponent's conduct")
        OTHER = "other", _("Something else")

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="reports")
    message = models.ForeignKey(Message, on_delete=models.SET_NULL, null=True, blank=True, related_name="reports")
    by = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=12, choices=Kind, default=Kind.REPORT)
    misconduct = models.CharField(max_length=60, choices=MISCONDUCT, blank=True)
    """What the opponent is reported for, if the player says so."""
    text = models.TextField(max_length=2000)
    made = models.DateTimeField()
    settled = models.DateTimeField(null=True)
    settled_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    answer = models.TextField(max_length=2000, blank=True)

    class Meta:
        indexes: ClassVar = [models.Index(fields=["settled", "made"], name="reports_to_settle")]

    def __str__(self) -> str:
        return f"report on {self.game_id}"
