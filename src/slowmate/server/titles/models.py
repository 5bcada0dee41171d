"""Norms and titles with their decisions, certificates and applications.

A title that is confirmed is a row of `people.TitleHeld`. Nothing confirmed is edited: it is superseded, with a reason.
"""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from slowmate.server.accounts.models import User
from slowmate.server.events.models import Section
from slowmate.server.people.models import Player, TitleHeld


class OverTheBoardEvent(models.Model):
    """An event over the board, as reported: EVENT.json of the contracts, FIDE's kinds."""

    name = models.CharField(max_length=160)
    start = models.DateField()
    end = models.DateField(null=True)
    federation = models.CharField(max_length=3, blank=True)
    record = models.JSONField()
    players = models.ManyToManyField(Player, through="slowmate.OverTheBoardPlayer", related_name="+")
    made = models.DateTimeField()
    made_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["name", "start"], name="one_event_over_the_board")]

    def __str__(self) -> str:
        return self.name


class OverTheBoardPlayer(models.Model):
    """The match of a person in a report with a player of ours."""

    event = models.ForeignKey(OverTheBoardEvent, on_delete=models.CASCADE, related_name="known_players")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="played_over_the_board")
    key = models.CharField(max_length=40)
    """The player's id in the record."""

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["event", "key"], name="one_player_of_a_key")]

    def __str__(self) -> str:
        return f"{self.key}: {self.player}"


class Norm(models.Model):
    """A norm of the register: made in a section by the rules, or imported."""

    class State(models.TextChoices):
        PROPOSED = "proposed", _("proposed")
        CONFIRMED = "confirmed", _("confirmed")
        SUPERSEDED = "superseded", _("no longer holds")
        DISMISSED = "dismissed", _("not confirmed")

    LIVE: ClassVar = (State.PROPOSED, State.CONFIRMED)

    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="norms", db_index=False)
    title = models.CharField(max_length=4)
    section = models.ForeignKey(Section, on_delete=models.PROTECT, null=True, related_name="norms")
    over_the_board = models.ForeignKey(OverTheBoardEvent, on_delete=models.PROTECT, null=True, related_name="norms")
    event = models.CharField(max_length=160)
    """The name of the event, as the register has it."""
    started = models.DateField()
    earned = models.DateField()
    """The day its score was reached."""
    rules = models.CharField(max_length=20)
    """The edition of its rules; empty if an archive does not say."""
    confirmed_by = models.CharField(max_length=80)
    """The confirming body: a value of `slowmate.titles.iccf.confirmation.ConfirmingBody`."""
    games = models.PositiveSmallIntegerField()
    overscore = models.PositiveSmallIntegerField(default=0)
    growth = models.JSONField(default=list)
    """Pairs of days and overscored games from that day on: a title can be complete on one of these days."""
    gm_games = models.PositiveSmallIntegerField(default=0)
    sim_games = models.PositiveSmallIntegerField(default=0)
    is_chess960 = models.BooleanField(default=False)
    is_before_daytona = models.BooleanField(default=False)
    score = models.DecimalField(max_digits=4, decimal_places=1, null=True)
    needed = models.DecimalField(max_digits=4, decimal_places=1, null=True)
    source = models.CharField(max_length=160, blank=True)
    """The source of an imported norm."""
    grounds = models.JSONField(default=list)
    state = models.CharField(max_length=10, choices=State, default=State.PROPOSED)
    found = models.DateTimeField()
    settled = models.DateTimeField(null=True)
    settled_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    """Who decided on it; empty for the server, by the rules."""
    reason = models.CharField(max_length=500, blank=True)
    supersedes = models.OneToOneField("self", on_delete=models.PROTECT, null=True, related_name="superseded_by")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["player", "section", "title"],
                name="a_norm_of_a_section_once",
                condition=Q(section__isnull=False, state__in=("proposed", "confirmed")),
            ),
            models.UniqueConstraint(
                fields=["player", "event", "started", "title"],
                name="a_norm_of_an_event_once",
                condition=Q(section__isnull=True, state__in=("proposed", "confirmed")),
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["player", "title"], name="norms_of_a_player"),
            models.Index(fields=["state", "found"], name="norms_by_state"),
            models.Index(fields=["-earned"], name="norms_by_day"),
        ]

    def __str__(self) -> str:
        return f"{self.title} norm: {self.player}, {self.event}"

    @property
    def counted(self) -> int:
        """The games that count towards a title."""
        return self.games + self.overscore


class NormsFound(models.Model):
    """The last search of a section for norms and titles, and the end of the section at that time."""

    section = models.OneToOneField(Section, on_delete=models.CASCADE, primary_key=True, related_name="norms_found")
    ended = models.DateField()
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.section_id}: {self.at}"


class TitleAward(models.Model):
    """An earned title: proposed with its grounds, confirmed by the body that the rules name, perhaps revoked."""

    class State(models.TextChoices):
        PROPOSED = "proposed", _("proposed")
        CONFIRMED = "confirmed", _("confirmed")
        SUPERSEDED = "superseded", _("no longer follows")
        DISMISSED = "dismissed", _("not confirmed")
        REVOKED = "revoked", _("revoked")

    LIVE: ClassVar = (State.PROPOSED, State.CONFIRMED)

    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="awards", db_index=False)
    title = models.CharField(max_length=60)
    number = models.PositiveSmallIntegerField(default=0)
    """The number of a champion's championship."""
    is_fide = models.BooleanField(default=False)
    earned = models.DateField()
    valid_from = models.DateField(null=True)
    route = models.CharField(max_length=20)
    """By norms, direct, or on an application."""
    confirmed_by = models.CharField(max_length=80)
    """The confirming body: a value of `slowmate.titles.iccf.confirmation.ConfirmingBody`."""
    norms = models.ManyToManyField(Norm, related_name="awards")
    section = models.ForeignKey(Section, on_delete=models.PROTECT, null=True, related_name="awards")
    """The section in which a direct title was won."""
    source = models.CharField(max_length=160, blank=True)
    """What it rests on, in words: events, an archive, a Congress."""
    grounds = models.JSONField(default=list)
    facts = models.JSONField(default=dict)
    """Facts of an application: votes, references, death before the award."""
    recommended = models.DateTimeField(null=True)
    recommended_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    """Who recommended it for the Executive Board, if the rules ask for its recommendation."""
    state = models.CharField(max_length=10, choices=State, default=State.PROPOSED)
    found = models.DateTimeField()
    settled = models.DateTimeField(null=True)
    settled_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    reason = models.CharField(max_length=500, blank=True)
    is_void = models.BooleanField(default=False)
    """Whether a confirmed title no longer follows after a corrected result; the commissioner decides."""
    held = models.OneToOneField(TitleHeld, on_delete=models.SET_NULL, null=True, related_name="award")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["player", "title", "number", "is_fide"],
                name="a_title_is_awarded_once",
                condition=Q(state__in=("proposed", "confirmed")),
            )
        ]
        indexes: ClassVar = [
            models.Index(fields=["player", "state"], name="awards_of_a_player"),
            models.Index(fields=["state", "found"], name="awards_by_state"),
            models.Index(fields=["-valid_from"], name="awards_by_day"),
        ]

    def __str__(self) -> str:
        return f"{self.title}: {self.player}"


class Certificate(models.Model):
    """A certificate as issued. Anybody with its code can verify it and read its content."""

    code = models.CharField(max_length=24, unique=True)
    norm = models.ForeignKey(Norm, on_delete=models.PROTECT, null=True, related_name="certificates")
    award = models.ForeignKey(TitleAward, on_delete=models.PROTECT, null=True, related_name="certificates")
    content = models.JSONField()
    """The content, as `formats.certificate_json` writes it."""
    issued = models.DateTimeField()
    superseded_by = models.OneToOneField("self", on_delete=models.PROTECT, null=True, related_name="supersedes")
    withdrawn = models.DateTimeField(null=True)
    reason = models.CharField(max_length=500, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(norm__isnull=False, award__isnull=True) | Q(norm__isnull=True, award__isnull=False),
                name="a_certificate_is_of_a_norm_or_a_title",
            ),
            models.UniqueConstraint(
                fields=["norm"],
                name="one_certificate_of_a_norm",
                condition=Q(norm__isnull=False, superseded_by__isnull=True, withdrawn__isnull=True),
            ),
            models.UniqueConstraint(
                fields=["award"],
                name="one_certificate_of_a_title",
                condition=Q(award__isnull=False, superseded_by__isnull=True, withdrawn__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return self.code

    @property
    def holder(self) -> Player:
        if self.norm is not None:
            return self.norm.player
        if self.award is None:
            raise ValueError(f"{self.code} is of nothing")
        return self.award.player

    @property
    def is_valid(self) -> bool:
        """Whether it is neither withdrawn nor superseded; a superseded one is also withdrawn."""
        return self.withdrawn is None


class Application(models.Model):
    """An application: for an arbiter's title, a title after death, a revocation, FIDE's IT2."""

    class State(models.TextChoices):
        OPEN = "open", _("open")
        CONGRESS = "congress", _("before Congress")
        GRANTED = "granted", _("granted")
        REFUSED = "refused", _("refused")
        WITHDRAWN = "withdrawn", _("withdrawn")

    LIVE: ClassVar = (State.OPEN, State.CONGRESS)

    case = models.CharField(max_length=20)
    """The case as `slowmate titles CASE.json` names it: ``iccf-arbiter``, ``fide-norms``."""
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="applications")
    title = models.CharField(max_length=40, blank=True)
    facts = models.JSONField(default=dict)
    """The case as the core reads it."""
    grounds = models.JSONField(default=list)
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    made = models.DateTimeField()
    made_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    settled = models.DateTimeField(null=True)
    settled_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    reason = models.CharField(max_length=500, blank=True)
    award = models.ForeignKey(TitleAward, on_delete=models.PROTECT, null=True, related_name="applications")

    class Meta:
        indexes: ClassVar = [models.Index(fields=["state", "made"], name="applications_by_state")]

    def __str__(self) -> str:
        return f"{self.case}: {self.player}"

    @property
    def waits_for_congress(self) -> bool:
        """Whether Congress decides it: by the rules, or because the commissioner sent it there."""
        return self.state == self.State.CONGRESS
