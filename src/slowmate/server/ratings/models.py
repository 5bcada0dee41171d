"""Rating lists with their revisions, input files, entries and adjustments.

A list is prepared, and once it is published nothing of it changes: triggers of the database see to that. What tells who
a player is may be blanked when they delete their account, and nothing else.
"""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from slowmate.ratings import SYSTEMS
from slowmate.ratings.periods import AnyPeriod, parse_period
from slowmate.server.accounts.models import User
from slowmate.server.games.models import Game
from slowmate.server.people.models import Player
from slowmate.server.site.folding import MAX_FOLDED_LENGTH


class RatingList(models.Model):
    """One list of a pool: *period* is 2024/1, or 2018-02 for a month of FIDE's. The highest revision is the one that
    counts."""

    class State(models.TextChoices):
        PREPARED = "prepared", _("prepared")
        PUBLISHED = "published", _("published")

    pool = models.CharField(max_length=16, choices=Game.Pool, default=Game.Pool.CHESS)
    period = models.CharField(max_length=8)
    revision = models.PositiveSmallIntegerField(default=1)
    rules = models.CharField(max_length=16)
    """The system that made it, a key of `ratings.SYSTEMS`."""
    state = models.CharField(max_length=10, choices=State, default=State.PREPARED)
    version = models.PositiveIntegerField(default=1)
    """The number of times it was computed; the commissioner publishes the version they have seen."""
    results_from = models.DateField()
    results_until = models.DateField()
    valid_from = models.DateField()
    prepared = models.DateTimeField()
    published = models.DateTimeField(null=True)
    published_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    reason = models.CharField(max_length=500, blank=True)
    """Why it was revised; empty for the first."""
    supersedes = models.OneToOneField("self", on_delete=models.PROTECT, null=True, related_name="superseded_by")
    """The revision before it."""
    previous = models.ForeignKey("self", on_delete=models.PROTECT, null=True, related_name="following")
    """The list whose ratings its players began with; None for the first of a pool."""
    is_imported = models.BooleanField(default=False)
    """Whether it was published elsewhere and imported: its games are not known."""
    players = models.PositiveIntegerField(default=0)
    shown = models.PositiveIntegerField(default=0)
    """The number of players the list shows: published and active (9.3, 9.7)."""
    games = models.PositiveIntegerField(default=0)
    left_out = models.JSONField(default=list)
    """Why candidate games are not in it: ``{"games", "clause", "facts"}``."""

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["pool", "period", "revision"], name="one_list_a_revision"),
            models.UniqueConstraint(
                fields=["pool", "period"], name="one_list_in_preparation", condition=Q(state="prepared")
            ),
            models.CheckConstraint(
                condition=Q(state="prepared", published__isnull=True) | Q(state="published", published__isnull=False),
                name="a_published_list_has_its_day",
            ),
            models.CheckConstraint(
                condition=Q(revision=1, supersedes__isnull=True)
                | (Q(revision__gt=1, supersedes__isnull=False) & ~Q(reason="")),
                name="a_revision_says_why",
            ),
        ]
        indexes: ClassVar = [models.Index(fields=["pool", "state", "valid_from"], name="lists_by_day")]

    def __str__(self) -> str:
        return self.period if self.revision == 1 else f"{self.period} ({self.revision})"

    @property
    def when(self) -> AnyPeriod:
        return parse_period(self.period)

    @property
    def edition(self) -> str:
        """The edition of the rules that made it."""
        return SYSTEMS[self.rules].edition

    @property
    def slug(self) -> str:
        """The period as it stands in an address: 2024-1, 2018-02."""
        return self.period.replace("/", "-")


class ListInput(models.Model):
    """The input of a list: players.csv and games.csv of the contracts, compressed, without names of people.

    *players* have the columns that count; who they are stands in the entries of the list.
    """

    list = models.OneToOneField(RatingList, on_delete=models.CASCADE, primary_key=True, related_name="input")
    players_csv = models.BinaryField()
    games_csv = models.BinaryField()

    def __str__(self) -> str:
        return f"what {self.list_id} was made from"


class ListEntry(models.Model):
    """The entry of one player in a list: the columns of `slowmate rate`, and the name and federation of that day."""

    list = models.ForeignKey(RatingList, on_delete=models.CASCADE, related_name="entries", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="list_entries", db_index=False)
    name = models.CharField(max_length=120, blank=True)
    folded = models.CharField(max_length=MAX_FOLDED_LENGTH, blank=True, editable=False)
    """The name that day, folded for search."""
    federation = models.CharField(max_length=3, blank=True)
    title = models.CharField(max_length=4, blank=True)
    sex = models.CharField(max_length=1, blank=True)
    rank = models.PositiveIntegerField(null=True)
    """The place among the players shown, shared by equals; None if the list does not show the player."""
    rating = models.PositiveSmallIntegerField(null=True)
    rd = models.PositiveSmallIntegerField(null=True)
    games = models.PositiveIntegerField(null=True)
    points = models.FloatField(null=True)
    opponents_sum = models.FloatField(null=True)
    old_rating = models.PositiveSmallIntegerField(null=True)
    old_rd = models.PositiveSmallIntegerField(null=True)
    change = models.SmallIntegerField(null=True)
    period_games = models.PositiveIntegerField(default=0)
    published = models.BooleanField(default=False)
    is_new = models.BooleanField(default=False)
    """Whether the player has games, and no rating in the list before; not known of imported lists."""
    fixed = models.BooleanField(default=False)
    active = models.BooleanField(default=True)
    exact_rating = models.FloatField(null=True)
    exact_rd = models.FloatField(null=True)
    last_game = models.DateField(null=True)
    has_reached_2400 = models.BooleanField(null=True)
    has_reached_2300 = models.BooleanField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "list"], name="one_entry_a_list"),  # and a player's graph
            models.CheckConstraint(
                condition=Q(rank__isnull=True) | Q(published=True, active=True, rating__isnull=False),
                name="only_who_is_shown_has_a_rank",
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["list", "rank"], name="entries_by_rank"),
            models.Index(fields=["list", "federation", "rank"], name="entries_by_federation"),
            models.Index(fields=["list", "title", "rank"], name="entries_by_title"),
            models.Index(fields=["list", "sex", "rank"], name="entries_by_sex"),
            models.Index(fields=["list", "change"], name="entries_by_change"),
            models.Index(fields=["list", "folded", "rank"], name="entries_by_name"),
            models.Index(
                fields=["list", "-rating"],
                name="entries_by_rating",
                condition=Q(published=True, rating__isnull=False),  # the inactive among them
            ),
            models.Index(fields=["list", "rank"], name="entries_who_are_new", condition=Q(is_new=True)),
        ]

    def __str__(self) -> str:
        return f"{self.name} {self.rating or '–'}"


class Adjustment(models.Model):
    """An adjustment by the Ratings Commissioner, with the reason. Append-only: a later one of its kind replaces it.

    A start rating (9.4) counts in games that finish from *since* on. Item 5 instead of item 6 (the exception of item
    16) is for the period of its list alone, revisions included.
    """

    class Kind(models.TextChoices):
        START_RATING = "start-rating", _("another start rating")
        ITEM_5 = "item-5", _("item 5 instead of item 6")

    list = models.ForeignKey(RatingList, on_delete=models.PROTECT, related_name="adjustments")
    """The list for which it was decided."""
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    kind = models.CharField(max_length=16, choices=Kind)
    event_key = models.CharField(max_length=80, blank=True)
    """The event whose start rating it is; empty for all of them."""
    value = models.PositiveSmallIntegerField(null=True)
    is_withdrawn = models.BooleanField(default=False)
    """Whether it withdraws an earlier one."""
    since = models.DateField()
    reason = models.CharField(max_length=500)
    grounds = models.JSONField()
    by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    made = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(reason=""), name="an_adjustment_says_why"),
            models.CheckConstraint(
                condition=Q(is_withdrawn=True, value__isnull=True)
                | Q(is_withdrawn=False, kind="start-rating", value__isnull=False)
                | Q(is_withdrawn=False, kind="item-5", value__isnull=True),
                name="a_start_rating_is_a_number",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.get_kind_display()}"
