"""Decisions about events, each with its ruling; cases and their steps; consequences of results."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from slowmate.server.accounts.models import User
from slowmate.server.events.models.entries import EventEntry
from slowmate.server.events.models.plan import Event
from slowmate.server.events.models.rights import Right
from slowmate.server.events.models.sections import Section
from slowmate.server.events.models.teams import Team
from slowmate.server.games.models import Game
from slowmate.server.people.models import Player


class Decision(models.Model):
    """A binding decision, with its grounds. Never edited: another one with a reason *supersedes* it.

    The journal of an event, a section and an entry is made of these.
    """

    event = models.ForeignKey(Event, on_delete=models.PROTECT, null=True, related_name="decisions", db_index=False)
    section = models.ForeignKey(Section, on_delete=models.PROTECT, null=True, related_name="decisions", db_index=False)
    entry = models.ForeignKey(EventEntry, on_delete=models.PROTECT, null=True, related_name="decisions")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="event_decisions")
    what = models.CharField(max_length=40)
    """The step of a procedure (``announce``, ``close entries``), or what was decided apart from one."""
    office = models.CharField(max_length=40)
    """The part of the actor: a value of `slowmate.events.organising.offices.Actor`."""
    by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    """Nobody: the server itself."""
    at = models.DateTimeField()
    reason = models.CharField(max_length=1000, blank=True)
    facts = models.JSONField(default=dict)
    grounds = models.JSONField(default=list)
    is_public = models.BooleanField(default=True)
    """An entry is its player's and the office's business until the start list."""
    supersedes = models.OneToOneField("self", on_delete=models.PROTECT, null=True, related_name="superseded_by")

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["event", "at"], name="decisions_of_an_event"),
            models.Index(fields=["section", "at"], name="decisions_of_a_section"),
            models.Index(fields=["what", "-at"], name="decisions_by_what"),
        ]

    def __str__(self) -> str:
        return f"{self.what} ({self.office})"


class Case(models.Model):
    """A procedure under way: withdrawal, silence, substitution, transfer, approval, appeal, correction."""

    procedure = models.CharField(max_length=40)
    """A name of `slowmate.events.procedures.PROCEDURES`."""
    state = models.CharField(max_length=40)
    event = models.ForeignKey(Event, on_delete=models.PROTECT, null=True, related_name="cases")
    section = models.ForeignKey(Section, on_delete=models.PROTECT, null=True, related_name="cases")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="cases")
    team = models.ForeignKey(Team, on_delete=models.PROTECT, null=True, related_name="cases")
    about = models.ForeignKey(Decision, on_delete=models.PROTECT, null=True, related_name="appeals")
    parties = models.JSONField(default=dict)
    """The ids of the parties by their part, as the core's procedures name them. Who they are: `CaseParty`."""
    facts = models.JSONField(default=dict)
    until = models.DateField(null=True)
    """The last day of the next step, where the rules or an office give one."""
    opened = models.DateTimeField()
    opened_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    closed = models.DateTimeField(null=True)

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["procedure", "state"], name="cases_open", condition=Q(closed__isnull=True))
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["section"],
                name="one_open_correction_of_a_section",
                condition=Q(procedure="correction", closed__isnull=True),
            )
        ]

    def __str__(self) -> str:
        return f"{self.procedure}: {self.state}"


class CaseParty(models.Model):
    """A party to a case beside its player and its team: a player, or a federation, for whom its delegate acts."""

    case = models.ForeignKey(Case, on_delete=models.CASCADE, related_name="other_parties", db_index=False)
    part = models.CharField(max_length=20, blank=True)
    """The part as the core's procedures name it, where they do: ``old federation``."""
    player = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="+")
    federation = models.CharField(max_length=3, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(player__isnull=False, federation="") | (Q(player__isnull=True) & ~Q(federation="")),
                name="a_party_is_a_player_or_a_federation",
            ),
            models.UniqueConstraint(fields=["case", "part", "player", "federation"], name="a_party_of_a_case_once"),
        ]
        indexes: ClassVar = [models.Index(fields=["federation"], name="cases_of_a_federation")]

    def __str__(self) -> str:
        return f"{self.case_id}: {self.player or self.federation}"


class CaseStep(models.Model):
    """One step of a case: who took it, in which part, for which party, and why."""

    case = models.ForeignKey(Case, on_delete=models.CASCADE, related_name="steps", db_index=False)
    number = models.PositiveSmallIntegerField()
    action = models.CharField(max_length=40)
    office = models.CharField(max_length=40)
    of = models.CharField(max_length=20, blank=True)
    by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField()
    reason = models.CharField(max_length=1000, blank=True)
    grounds = models.JSONField(default=list)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["case", "number"], name="one_step_of_a_number")]

    def __str__(self) -> str:
        return f"{self.case_id}/{self.number} {self.action}"


class Consequence(models.Model):
    """One step that follows from a finished section: a title, a prize, a right, who goes up or down, what is asked."""

    class State(models.TextChoices):
        PROPOSED = "proposed", _("proposed")
        DONE = "done", _("carried out")
        DISMISSED = "dismissed", _("not carried out")

    section = models.ForeignKey(Section, on_delete=models.PROTECT, related_name="consequences", db_index=False)
    what = models.CharField(max_length=12)
    """A value of `slowmate.events.running.consequences.Step`."""
    player = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="consequences")
    team = models.ForeignKey(Team, on_delete=models.PROTECT, null=True, related_name="consequences")
    value = models.CharField(max_length=60)
    """The title, the place, or the kind of event."""
    clause = models.CharField(max_length=60)
    cycle = models.PositiveSmallIntegerField(null=True)
    office = models.CharField(max_length=40, blank=True)
    """The office that chooses between equals, if not all can have what they share."""
    sharing = models.JSONField(default=list)
    asks = models.CharField(max_length=12, blank=True)
    """What the step becomes for the player whom the office chooses."""
    grounds = models.JSONField(default=list)
    place = models.PositiveSmallIntegerField(null=True)
    right = models.ForeignKey(Right, on_delete=models.PROTECT, null=True, related_name="consequences")
    right_facts = models.JSONField(null=True)
    """The right to be stored."""
    state = models.CharField(max_length=10, choices=State, default=State.PROPOSED)
    decision = models.ForeignKey(Decision, on_delete=models.PROTECT, null=True, related_name="consequences")
    is_void = models.BooleanField(default=False)
    """It was carried out, and no longer follows since a result was corrected: it has to be taken back."""

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["section", "what", "player", "value"],
                name="a_consequence_once",
                condition=~Q(state="dismissed"),
            ),
            models.CheckConstraint(
                condition=Q(player__isnull=False, team__isnull=True) | Q(player__isnull=True, team__isnull=False),
                name="a_consequence_is_a_players_or_a_teams",
            ),
        ]
        indexes: ClassVar = [models.Index(fields=["section", "state"], name="consequences_of_a_section")]

    def __str__(self) -> str:
        return f"{self.what} {self.value}: {self.player or self.team}"


class Violation(models.Model):
    """A game shown live against the rules (section 14)."""

    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    section = models.ForeignKey(Section, on_delete=models.PROTECT, related_name="violations")
    game = models.ForeignKey(Game, on_delete=models.PROTECT, null=True, related_name="+")
    found = models.DateField()
    words = models.CharField(max_length=500, blank=True)

    def __str__(self) -> str:
        return f"{self.player} {self.found}"
