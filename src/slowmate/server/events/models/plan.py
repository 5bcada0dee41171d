"""The numbers of a series, and an event (a stage) with its regulations."""

from typing import Any, ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from slowmate.events.choices import RECORDED
from slowmate.events.kinds import FILLED_FROM_A_QUEUE
from slowmate.play.terms import Transmission
from slowmate.ratings.eligible import pool
from slowmate.records import KINDS, Kind, PromotionPlan
from slowmate.server.accounts.models import User
from slowmate.server.people.models import FoldedName

RECORDED_COLUMNS = tuple(row.name for row in RECORDED if row.name != "cycle")
"""Columns of an event that the records of its sections have under the same name; the cycle is the series' number."""


class Series(models.Model):
    """One number of a series: the 28th World Championship, Cup 21, season 5. Its stages are events."""

    family = models.CharField(max_length=40)
    """As `slowmate.events.entry.right.series_of` names it."""
    number = models.PositiveSmallIntegerField()

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["family", "number"], name="one_number_of_a_series")]

    def __str__(self) -> str:
        return f"{self.family} {self.number}"


class Event(models.Model):
    """An event or stage: what it is, its dates and regulations, and how far it has come.

    After the start lists are posted only its state changes, and what a decision with a reason moves.
    """

    class State(models.TextChoices):
        """The states of the procedure of an event (`slowmate.events.procedures.EVENT`)."""

        DRAFT = "draft", _("being planned")
        ANNOUNCED = "announced", _("announced")
        OPEN = "open", _("open for entry")
        CLOSED = "closed", _("entries closed")
        PROPOSED = "sections proposed", _("sections proposed")
        CONFIRMED = "confirmed", _("sections confirmed")
        POSTED = "posted", _("start lists posted")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        SETTLED = "settled", _("settled")
        CANCELLED = "cancelled", _("cancelled")
        LAPSED = "lapsed", _("lapsed")

    name = models.CharField(_("name"), max_length=120)
    folded = FoldedName()
    kind = models.CharField(_("kind"), max_length=40)
    """A slug of `slowmate.records.KINDS`."""
    series = models.ForeignKey(Series, on_delete=models.PROTECT, null=True, blank=True, related_name="events")
    previous = models.ForeignKey("self", on_delete=models.PROTECT, null=True, blank=True, related_name="next_stages")
    """The stage before it, if it was planned from one."""
    state = models.CharField(max_length=20, choices=State, default=State.DRAFT)
    federation = models.CharField(_("federation"), max_length=3, blank=True)
    """Whose event it is, if it is a federation's own."""
    organiser = models.ForeignKey(
        User, on_delete=models.SET_NULL, null=True, blank=True, related_name="organised_events"
    )
    """The person who runs it; None: the commissioner of its kind."""
    planned_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")

    announced = models.DateField(null=True, blank=True)
    deadline = models.DateField(_("entries until"), null=True, blank=True)
    start = models.DateField(_("start"))
    """The day that decides which edition governs it."""
    planned_end = models.DateField(_("planned end"), null=True, blank=True)
    transmission = models.CharField(_("played by"), max_length=8, default=Transmission.SERVER.value)
    regulations = models.JSONField(default=dict)
    """Time control and all that the Laws leave to an event, as `events.regulations` writes them."""
    words = models.TextField(_("in the organiser's own words"), max_length=4000, blank=True)

    fee = models.PositiveIntegerField(_("entry fee"), null=True, blank=True)
    """In whole units of the currency."""
    currency = models.CharField(_("currency"), max_length=3, default="EUR")
    places = models.PositiveIntegerField(_("places"), null=True, blank=True)
    """The limit of places, if announced; later entries wait."""
    preferred_size = models.PositiveSmallIntegerField(_("players in a section"), null=True, blank=True)
    games_per_pairing = models.PositiveSmallIntegerField(_("games of each pair"), default=1)
    level = models.PositiveSmallIntegerField(_("rating of unrated players"), null=True, blank=True)
    ladies_minimum = models.PositiveSmallIntegerField(null=True, blank=True)
    final_places = models.PositiveSmallIntegerField(default=2)
    is_acknowledged = models.BooleanField(default=True)
    is_rated = models.BooleanField(_("rated"), default=True)
    is_agreed = models.BooleanField(default=False)
    """It has the agreement to be rated that 9.2 asks of some kinds of event."""
    is_shown_live = models.BooleanField(_("shown while it runs"), default=False)
    ties_broken = models.BooleanField(default=True)
    promotion = models.JSONField(null=True, blank=True)
    """A `records.PromotionPlan`, if the rules leave it to the announcement who goes on."""
    needs_approval = models.BooleanField(default=False)
    approved = models.DateField(null=True, blank=True)

    ended = models.DateField(null=True, blank=True)
    """The day its last section ended."""
    made = models.DateTimeField()
    is_demo = models.BooleanField(default=False)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(deadline__isnull=True) | Q(deadline__lte=models.F("start")),
                name="entries_end_before_the_start",
            ),
            models.CheckConstraint(condition=Q(games_per_pairing__in=(1, 2)), name="a_pair_plays_one_game_or_two"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["state", "-start"], name="events_by_state"),
            models.Index(fields=["kind", "-start"], name="events_by_kind"),
            models.Index(fields=["federation", "-start"], name="events_by_federation"),
            models.Index(fields=["-start"], name="events_by_start"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def kind_of(self) -> Kind:
        return KINDS[self.kind]

    @property
    def cycle(self) -> int | None:
        """Its number in its series."""
        return self.series.number if self.series else None

    @property
    def promotion_plan(self) -> PromotionPlan | None:
        return PromotionPlan(**self.promotion) if self.promotion else None

    def recorded_choices(self) -> dict[str, Any]:
        """Return what the announcement decides and the record of a section says, by the fields of `records.Event`."""
        return {row.name: getattr(self, row.name) for row in RECORDED} | {"promotion": self.promotion_plan}

    @property
    def pool(self) -> str:
        """The ratings it counts for: Chess960 has its own."""
        return pool(self.kind_of, on=self.start).value

    @property
    def is_filled_from_a_queue(self) -> bool:
        """Entries stay open, and whenever enough wait a section is cut."""
        return self.kind in FILLED_FROM_A_QUEUE

    @property
    def by_post(self) -> bool:
        return self.transmission == Transmission.POST
