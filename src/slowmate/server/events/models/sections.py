"""Sections as they are drawn and played: the verifiable draw, seats with frozen data, pairings."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from slowmate.ratings.start import is_from_level
from slowmate.records import Status
from slowmate.rulebook import Clause
from slowmate.server.accounts.models import User
from slowmate.server.events.models.entries import EventEntry
from slowmate.server.events.models.plan import Event
from slowmate.server.events.models.teams import Team
from slowmate.server.games.models import Game
from slowmate.server.people.models import PersonName, Player


class Draw(models.Model):
    """The draw of one division: its commitment is published at once, its seed with the start lists.

    A stage is divided once, so it has one; an event whose sections fill from a queue has one for each of them.
    """

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="draws", db_index=False)
    number = models.PositiveSmallIntegerField(default=1)
    seed = models.CharField(max_length=64)
    """A secret until *revealed*."""
    commitment = models.CharField(max_length=64)
    entrants = models.JSONField(default=list)
    """The players drawn, in their order, with the data the division needs, as `formats.draw_json` writes them."""
    sizes = models.JSONField(default=list)
    exchanges = models.JSONField(default=list)
    """Pairs of entrants who changed places by hand, in order."""
    replacements = models.JSONField(default=list)
    """Whose seat another has since taken: pairs of the one who was drawn and the one who plays, in order."""
    made = models.DateTimeField()
    revealed = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["event", "number"], name="one_draw_of_a_number")]

    def __str__(self) -> str:
        return f"{self.event} {self.number}"


class Section(models.Model):
    """A section: all play all. What its start list says is frozen on it and its seats."""

    class State(models.TextChoices):
        PROPOSED = "proposed", _("proposed")
        CONFIRMED = "confirmed", _("confirmed")
        POSTED = "posted", _("start list posted")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        SETTLED = "settled", _("settled")

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="sections", db_index=False)
    draw = models.ForeignKey(Draw, on_delete=models.PROTECT, null=True, related_name="sections")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=60)
    state = models.CharField(max_length=10, choices=State, default=State.PROPOSED)
    start = models.DateField()
    """The start of its event; its own if sections fill from a queue."""
    director = models.ForeignKey(
        User, on_delete=models.SET_NULL, null=True, blank=True, related_name="directed_sections"
    )
    posted = models.DateField(null=True)
    start_list = models.JSONField(null=True)
    """The posted start list: statement of norms, tie-breaks, edition, promotion, dates."""
    average = models.DecimalField(max_digits=8, decimal_places=4, null=True)
    category = models.CharField(max_length=4, blank=True)
    ended = models.DateField(null=True)
    """The day its last result became final."""

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["event", "number"], name="one_section_of_a_number"),
            models.CheckConstraint(
                condition=Q(state__in=("finished", "settled"), ended__isnull=False)
                | (~Q(state__in=("finished", "settled")) & Q(ended__isnull=True)),
                name="a_finished_section_has_an_end",
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["state", "-ended"], name="sections_by_state"),
            models.Index(fields=["state", "start"], name="sections_to_start"),
        ]

    def __str__(self) -> str:
        return f"{self.event} {self.name}"


class FrozenPlayer(models.Model):
    """A player as they were when they took a seat. Later changes of their profile do not reach it."""

    name: "models.CharField[str, str]" = PersonName()
    federation = models.CharField(max_length=3, blank=True)
    sex = models.CharField(max_length=1, blank=True)
    birth_year = models.PositiveSmallIntegerField(null=True)
    title = models.CharField(max_length=4, blank=True)
    title_date = models.DateField(null=True)
    rating = models.PositiveSmallIntegerField(null=True)
    rating_games = models.PositiveIntegerField(null=True)
    last_rating = models.PositiveSmallIntegerField(null=True)
    """The last published rating of an inactive player."""
    fide_rating = models.PositiveSmallIntegerField(null=True)
    start_rating = models.PositiveSmallIntegerField(null=True)
    rated_by = models.CharField(max_length=60, blank=True)
    """The clause that gives the rating they start with."""
    status = models.CharField(max_length=20, default=Status.PLAYING.value)
    withdrawn_on = models.DateField(null=True)

    class Meta:
        abstract = True

    @property
    def published_rating(self) -> int | None:
        """The rating of the list, or the last one of a player whom the list no longer shows (9.7)."""
        return self.rating or self.last_rating

    @property
    def starts_by_level(self) -> bool | None:
        """Whether the start rating is the level of the event (9.4/3); None if nobody has said what it rests on."""
        return is_from_level(Clause.parse(self.rated_by)) if self.rated_by else None


class Seat(FrozenPlayer):
    """A seat of a section, with its player as they were when the start list was posted.

    In a team event substitutes may have taken it since: `holdings`.
    """

    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="seats", db_index=False)
    number = models.PositiveSmallIntegerField(null=True)
    """The number drawn; None before the draw."""
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="seats", db_index=False)
    team = models.ForeignKey(Team, on_delete=models.PROTECT, null=True, related_name="seats")
    board = models.PositiveSmallIntegerField(null=True)
    entry = models.ForeignKey(EventEntry, on_delete=models.PROTECT, null=True, related_name="seats")
    later_title = models.CharField(max_length=4, blank=True)
    """A title confirmed after the start list was posted, and early enough to count for their opponents."""
    later_title_date = models.DateField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["section", "number"], name="one_seat_of_a_number"),
            models.UniqueConstraint(fields=["section", "player"], name="one_seat_of_a_player"),
        ]
        indexes: ClassVar = [models.Index(fields=["player", "section"], name="seats_of_a_player")]

    def __str__(self) -> str:
        return f"{self.number} {self.name}"


class SeatHolding(FrozenPlayer):
    """A substitute on a board of a team, as they were when they took the seat; of several the last one holds it."""

    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="holdings")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="holdings")
    begins = models.DateField(null=True)
    """None: an archive does not tell it."""
    ends = models.DateField(null=True)
    """The day on which the next one took it."""
    has_replacement_status = models.BooleanField(default=False)
    granted = models.DateField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["seat"], name="one_holder_of_a_seat", condition=Q(ends__isnull=True)),
            models.UniqueConstraint(fields=["seat", "player"], name="nobody_takes_a_seat_twice"),
        ]

    def __str__(self) -> str:
        return f"{self.seat_id}: {self.player}"


class Pairing(models.Model):
    """A game of a section: who has which colour, and once it is started the game itself."""

    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="pairings", db_index=False)
    white = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="+")
    black = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="+")
    board = models.PositiveSmallIntegerField(null=True)
    game_number = models.PositiveSmallIntegerField(default=1)
    """The first or the second game of the pair."""
    game = models.OneToOneField(Game, on_delete=models.PROTECT, null=True, related_name="pairing")
    """The one that counts: where a game is played anew, the new one."""

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["section", "white", "black", "game_number"], name="one_game_of_a_pairing"),
            models.CheckConstraint(condition=~Q(white=models.F("black")), name="a_seat_plays_not_itself"),
        ]

    def __str__(self) -> str:
        return f"{self.white_id} – {self.black_id}"
