"""People: the player that plays, their picture, the offices that decide."""

from datetime import date
from typing import Any, ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from slowmate.server.accounts.models import User
from slowmate.server.people.validators import FORMER, FormerName, name_of_person
from slowmate.server.site.folding import MAX_FOLDED_LENGTH, folded

AS_TEXT = "django.db.models.CharField"
"""What migrations know of the fields below: the code of these may change or go."""


class PersonName(models.CharField):  # type: ignore[type-arg]  # not subscriptable when it runs
    """The name of a person. To migrations it is text: who may be called what can change without one."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **{"max_length": 120, "validators": [name_of_person], **options})

    def from_db_value(self, value: str | None, *_asked: object) -> str | None:
        """Name players who have left in the language of the reader."""
        return FormerName(value) if value == FORMER else value

    def deconstruct(self) -> tuple[str, str, list[Any], dict[str, Any]]:
        name, _path, args, options = super().deconstruct()
        options.pop("validators", None)
        return name, AS_TEXT, list(args), options


class FoldedName(models.CharField):  # type: ignore[type-arg]  # not subscriptable when it runs
    """The name of the row as people look for it: written whenever the row is, one by one or many at once."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"max_length": MAX_FOLDED_LENGTH, "default": "", "editable": False, **options})

    def pre_save(self, model_instance: models.Model, add: bool) -> str:  # noqa: ARG002, FBT001 - as Django asks
        name = folded(getattr(model_instance, "name"))[:MAX_FOLDED_LENGTH]  # noqa: B009 - of any model that has one
        setattr(model_instance, self.attname, name)
        return name

    def deconstruct(self) -> tuple[str, str, list[Any], dict[str, Any]]:
        name, _path, args, options = super().deconstruct()
        return name, AS_TEXT, list(args), options


class Player(models.Model):
    """Who plays: known to the federation whether or not there is an account."""

    class Sex(models.TextChoices):
        FEMALE = "f", _("female")
        MALE = "m", _("male")

    user = models.OneToOneField(User, on_delete=models.SET_NULL, null=True, blank=True, related_name="player")
    name: "models.CharField[str, str]" = PersonName(_("name"))
    folded = FoldedName()
    federation = models.CharField(_("federation"), max_length=3, blank=True)
    iccf_id = models.CharField(_("ICCF number"), max_length=12, unique=True, null=True, blank=True)
    fide_id = models.CharField(_("FIDE number"), max_length=12, unique=True, null=True, blank=True)
    sex = models.CharField(_("sex"), max_length=1, choices=Sex, blank=True)
    birth_year = models.PositiveSmallIntegerField(_("year of birth"), null=True, blank=True)
    title = models.CharField(_("title"), max_length=4, blank=True)
    rating = models.PositiveSmallIntegerField(_("rating"), null=True, blank=True)
    rating_games = models.PositiveIntegerField(default=0)
    rating_deviation = models.FloatField(null=True, blank=True)
    fide_rating = models.PositiveSmallIntegerField(null=True, blank=True)
    about = models.TextField(_("about me"), max_length=2000, blank=True)
    wants_ladies_title = models.BooleanField(_("certificates with the ladies' name of a title"), default=False)
    is_demo = models.BooleanField(default=False)

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["folded"], name="player_by_name"),
            models.Index(fields=["federation", "folded"], name="player_by_federation"),
        ]

    def __str__(self) -> str:
        return str(self.name)


class TitleHeld(models.Model):
    """A title that a player holds, from the day it was confirmed; all of them, not the highest alone."""

    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="titles", db_index=False)
    title = models.CharField(max_length=60)
    confirmed = models.DateField()
    number = models.PositiveSmallIntegerField(default=0)
    """Of a champion: of which championship; 0 for every other title."""
    source = models.CharField(max_length=160, blank=True)
    """What it rests on, as people know it: events, an archive, a Congress."""

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "title", "number"], name="a_title_is_held_once")
        ]
        indexes: ClassVar = [models.Index(fields=["-confirmed"], name="titles_by_day")]

    def __str__(self) -> str:
        return f"{self.title} {self.player}"


class Federation(models.Model):
    """What the offices know of a federation beyond its name; one without a row is a member without debts."""

    code = models.CharField(max_length=3, primary_key=True)
    zone = models.CharField(max_length=20, blank=True)
    is_member = models.BooleanField(default=True)
    has_debt = models.BooleanField(default=False)

    def __str__(self) -> str:
        return self.code


class MembersDeclared(models.Model):
    """How many members a federation declared for a year: its quota of nominations follows from it."""

    federation = models.ForeignKey(Federation, on_delete=models.CASCADE, related_name="declared", db_index=False)
    year = models.PositiveSmallIntegerField()
    members = models.PositiveIntegerField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["federation", "year"], name="members_are_declared_once_a_year")
        ]

    def __str__(self) -> str:
        return f"{self.federation_id} {self.year}: {self.members}"


class Office(models.Model):
    """An office somebody holds, from a day until a day; some are for one federation or one event only."""

    class Kind(models.TextChoices):
        DIRECTOR = "director", _("tournament director")
        ORGANISER = "organiser", _("tournament organiser")
        TITLE_TOURNAMENTS = "ttc", _("Title Tournament Commissioner")
        NON_TITLE_TOURNAMENTS = "nttc", _("Non-Title Tournament Commissioner")
        WORLD_DIRECTOR = "wtd", _("World Tournament Director")
        RATINGS = "ratings", _("Ratings Commissioner")
        QUALIFICATIONS = "qualifications", _("Qualifications Commissioner")
        DELEGATE = "delegate", _("delegate of a federation")
        CAPTAIN = "captain", _("team captain")
        EXECUTIVE_BOARD = "eb", _("Executive Board")
        APPEALS = "appeals", _("Appeals Commission")
        FINANCE = "finance", _("Finance Director")
        CONGRESS = "congress", _("Congress")
        ARBITRATION = "arbitration", _("Arbitration Commission")

        @classmethod
        def with_work(cls) -> "list[Office.Kind]":
            """Return the offices that have something to do on this server; others are not given until they have."""
            return [kind for kind in cls if kind not in (cls.CAPTAIN, cls.FINANCE, cls.ARBITRATION)]

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="offices")
    kind = models.CharField(max_length=16, choices=Kind)
    federation = models.CharField(max_length=3, blank=True)
    begins = models.DateField()
    ends = models.DateField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(ends__isnull=True) | Q(ends__gte=models.F("begins")), name="an_office_ends_after_it_begins"
            )
        ]
        indexes: ClassVar = [models.Index(fields=["user", "kind"], name="office_by_user")]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}"

    def is_held(self, *, on: date) -> bool:
        return self.begins <= on and (self.ends is None or on <= self.ends)


class Picture(models.Model):
    """A player's picture as it is shown: a small square WebP."""

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="+")
    image = models.BinaryField()
    digest = models.CharField(max_length=16)
    """Of the image: part of its address, so that browsers may keep it for ever."""
    changed = models.DateTimeField()

    def __str__(self) -> str:
        return f"picture of {self.player_id}"
