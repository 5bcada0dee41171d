"""Rights with a life, and what entries used up: each at most once."""

from typing import ClassVar

from django.db import models
from django.db.models import Q

from slowmate.events.entry.right import RightState
from slowmate.server.events.models.entries import EventEntry, Grant, Nomination
from slowmate.server.events.models.sections import Section
from slowmate.server.people.models import Player


class Right(models.Model):
    """A right to enter an event: `slowmate.events.entry.right.Right` as a row. The core's ledger is its check."""

    player = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="rights")
    federation = models.CharField(max_length=3, blank=True)
    """Whose it is, where it is a federation's."""
    to = models.CharField(max_length=40)
    series = models.CharField(max_length=40)
    clause = models.CharField(max_length=60)
    section = models.ForeignKey(Section, on_delete=models.PROTECT, null=True, related_name="rights")
    source = models.CharField(max_length=60)
    """The section that gave it, by its number here; of what was imported, as its archive names it."""
    event = models.CharField(max_length=160)
    """The name of that section, as people know it."""
    started = models.DateField()
    cycle = models.PositiveSmallIntegerField(null=True)
    earned = models.DateField(null=True)
    """None while the event that gives it still runs."""
    expires = models.DateField(null=True)
    is_half = models.BooleanField(default=False)
    is_free = models.BooleanField(default=False)
    turn = models.CharField(max_length=16)
    state = models.CharField(max_length=10, default=RightState.OPEN.value)
    deferred = models.JSONField(default=list)
    office = models.CharField(max_length=40, blank=True)
    """The office that decides on a right from a shared place."""

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(player__isnull=False, federation="") | (Q(player__isnull=True) & ~Q(federation="")),
                name="a_right_has_one_holder",
            ),
            models.UniqueConstraint(
                fields=["player", "source", "series"],
                name="one_right_of_a_player_from_one_event",
                condition=Q(player__isnull=False) & ~Q(state="referred"),
            ),
            models.UniqueConstraint(
                fields=["federation", "source", "series"],
                name="one_right_of_a_federation_from_one_event",
                condition=Q(player__isnull=True) & ~Q(state="referred"),
            ),
        ]
        indexes: ClassVar = [models.Index(fields=["to", "state", "expires"], name="table_of_qualifiers")]

    def __str__(self) -> str:
        return f"{self.player or self.federation}: {self.to}"


class RightUse(models.Model):
    """A use of a right by an entry when its player was seated; *given_back* if the seat was given up in time."""

    entry = models.ForeignKey(EventEntry, on_delete=models.PROTECT, related_name="used")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="right_uses")
    of = models.CharField(max_length=12)
    """A value of `slowmate.events.entry.right.UseOf`."""
    right = models.ForeignKey(Right, on_delete=models.PROTECT, null=True, related_name="uses")
    nomination = models.ForeignKey(Nomination, on_delete=models.PROTECT, null=True, related_name="uses")
    grant = models.ForeignKey(Grant, on_delete=models.PROTECT, null=True, related_name="uses")
    kind = models.CharField(max_length=40)
    start = models.DateField()
    year = models.PositiveSmallIntegerField()
    cycle = models.PositiveSmallIntegerField(null=True)
    clause = models.CharField(max_length=60)
    at = models.DateTimeField()
    given_back = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(of="right", right__isnull=False, nomination__isnull=True, grant__isnull=True)
                | Q(of="nomination", right__isnull=True, nomination__isnull=False, grant__isnull=True)
                | Q(of="grant", right__isnull=True, nomination__isnull=True, grant__isnull=False)
                | Q(of__in=("yearly", "champion"), right__isnull=True, nomination__isnull=True, grant__isnull=True),
                name="a_use_names_what_it_used",
            ),
            models.UniqueConstraint(
                fields=["right"], name="a_right_is_used_once", condition=Q(right__isnull=False, given_back__isnull=True)
            ),
            models.UniqueConstraint(
                fields=["nomination"],
                name="a_nomination_is_used_once",
                condition=Q(nomination__isnull=False, given_back__isnull=True),
            ),
            models.UniqueConstraint(
                fields=["grant"], name="a_grant_is_used_once", condition=Q(grant__isnull=False, given_back__isnull=True)
            ),
            models.UniqueConstraint(
                fields=["player", "kind", "year"],
                name="once_a_year",
                condition=Q(of="yearly", given_back__isnull=True),
            ),
            models.UniqueConstraint(
                fields=["player"], name="a_champion_asks_once", condition=Q(of="champion", given_back__isnull=True)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.of} by {self.player}"
