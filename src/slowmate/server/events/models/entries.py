"""Entries, with what allows them (nominations, grants) and what prevents them (bars, bonds)."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from slowmate.server.accounts.models import User
from slowmate.server.events.models.plan import Event
from slowmate.server.events.models.teams import Team
from slowmate.server.people.models import Player


class EventEntry(models.Model):
    """An entry, from asking until its player sits. What they may is asked of the core; the answer stands here."""

    class State(models.TextChoices):
        """The states of the procedure of an entry (`slowmate.events.procedures.ENTRY`)."""

        ASKED = "asked", _("asked")
        PENDING = "pending", _("waits for what is missing")
        ACCEPTED = "accepted", _("accepted")
        SEATED = "seated", _("seated")
        WAITING = "waiting", _("on the waiting list")
        WITHDRAWN = "withdrawn", _("withdrawn")
        REFUSED = "refused", _("refused")

    LIVE: ClassVar = (State.ASKED, State.PENDING, State.ACCEPTED, State.WAITING)
    """Entries that may still lead to a seat."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="entries", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="entries", db_index=False)
    team = models.ForeignKey(Team, on_delete=models.PROTECT, null=True, related_name="entries")
    state = models.CharField(max_length=10, choices=State, default=State.ASKED)
    made = models.DateTimeField()
    made_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    via = models.CharField(max_length=3, blank=True)
    """The federation whose delegate made it; empty: the player themselves."""
    answer = models.CharField(max_length=24)
    """May, or that the announcement or the commissioner decides."""
    route = models.CharField(max_length=60, blank=True)
    """The clause of the way in."""
    uses = models.JSONField(default=list)
    """The uses of rights when the player is seated."""
    grounds = models.JSONField(default=list)
    pending = models.JSONField(default=list)
    """Open conditions: payment, bond, the delegate's confirmation."""
    fee = models.PositiveIntegerField(default=0)
    paid = models.PositiveIntegerField(default=0)
    bond = models.PositiveIntegerField(default=0)
    bond_paid = models.PositiveIntegerField(default=0)
    words = models.CharField(max_length=500, blank=True)
    """The player's message to the office that runs the event."""
    settled = models.DateTimeField(null=True)
    """When its state last changed."""

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(player__isnull=False, team__isnull=True) | Q(player__isnull=True, team__isnull=False),
                name="an_entry_is_a_players_or_a_teams",
            ),
            models.UniqueConstraint(
                fields=["event", "player"],
                name="one_open_entry_of_a_player",
                condition=Q(state__in=("asked", "pending", "accepted", "waiting")),
            ),
            models.UniqueConstraint(
                fields=["event", "team"],
                name="one_open_entry_of_a_team",
                condition=Q(state__in=("asked", "pending", "accepted", "waiting")),
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["event", "state", "made"], name="entries_of_an_event"),
            models.Index(fields=["player", "-made"], name="entries_of_a_player"),
        ]

    def __str__(self) -> str:
        return f"{self.player or self.team}: {self.event}"


class Nomination(models.Model):
    """A player named by their federation for a year; used up by a seat, given back by nothing."""

    federation = models.CharField(max_length=3)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="nominations")
    kind = models.CharField(max_length=40, blank=True)
    """The kind of event they are named for; empty: their rating says which stage of the World Championship."""
    year = models.PositiveSmallIntegerField()
    on = models.DateField()
    rating = models.PositiveSmallIntegerField(null=True)
    """Their rating of that day; None: unrated."""
    has_statement = models.BooleanField(default=False)
    words = models.CharField(max_length=500, blank=True)
    withdrawn = models.DateTimeField(null=True)
    made_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["federation", "player", "kind", "year"],
                name="one_nomination_of_a_player",
                condition=Q(withdrawn__isnull=True),
            )
        ]
        indexes: ClassVar = [models.Index(fields=["federation", "year"], name="nominations_of_a_year")]

    def __str__(self) -> str:
        return f"{self.federation} {self.year}: {self.player}"


class Grant(models.Model):
    """A right that the Executive Board gave."""

    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="grants")
    kind = models.CharField(max_length=40)
    cycle = models.PositiveSmallIntegerField(null=True)
    on = models.DateField()
    reference = models.CharField(max_length=80, unique=True)
    is_free_place = models.BooleanField(default=False)
    made_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")

    def __str__(self) -> str:
        return self.reference


class Bar(models.Model):
    """A time in which a player may not enter: from a day until (not including) another."""

    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="bars")
    since = models.DateField()
    until = models.DateField(null=True)
    clause = models.CharField(max_length=60)
    reason = models.CharField(max_length=500, blank=True)
    case = models.ForeignKey("slowmate.Case", on_delete=models.PROTECT, null=True, related_name="bars")

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(until__isnull=True) | Q(until__gt=models.F("since")), name="a_bar_ends_after_it_begins"
            )
        ]

    def __str__(self) -> str:
        return f"{self.player} until {self.until}"


class Bond(models.Model):
    """Money that a player left as a pledge for playing on, and what became of it."""

    class State(models.TextChoices):
        OWED = "owed", _("owed")
        HELD = "held", _("held")
        REFUNDED = "refunded", _("given back")
        FORFEITED = "forfeited", _("forfeited")

    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="bonds")
    since = models.DateField()
    """The withdrawal after which it is owed."""
    federation = models.CharField(max_length=3, blank=True)
    entry = models.ForeignKey(EventEntry, on_delete=models.PROTECT, null=True, related_name="bonds")
    amount = models.PositiveIntegerField(default=0)
    state = models.CharField(max_length=10, choices=State, default=State.OWED)
    ended_regularly = models.DateField(null=True)
    """The day a tournament under bond ended regularly, if one did."""

    def __str__(self) -> str:
        return f"{self.player}: {self.amount}"
