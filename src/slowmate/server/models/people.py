"""People: the account that signs in, the player that plays, the offices that decide, the tokens of programs."""

from datetime import date
from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.db import models
from django.db.models import Q
from django.utils.crypto import get_random_string
from django.utils.translation import gettext_lazy as _

from slowmate.server.folding import MOST, folded
from slowmate.server.validators import name_of_person


def unsubscribe_key_default() -> str:
    return get_random_string(32)


class UserManager(BaseUserManager["User"]):
    """Makes accounts; the e-mail address is the name one signs in with."""

    def create_user(self, email: str, password: str | None = None, **fields: object) -> "User":
        user = self.model(email=self.normalize_email(email).lower(), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(email__iexact=username)


class User(AbstractBaseUser):
    """An account. Signing in, second factor and sessions are django-allauth's; preferences are ours."""

    class MailMode(models.TextChoices):
        EACH = "each", _("a mail for each event")
        DIGEST = "digest", _("one mail a day")
        NONE = "none", _("no mail")

    class Theme(models.TextChoices):
        SYSTEM = "system", _("as the device is set")
        LIGHT = "light", _("light")
        DARK = "dark", _("dark")

    class Board(models.TextChoices):
        BROWN = "brown", _("brown")
        BLUE = "blue", _("blue")
        GREEN = "green", _("green")
        GREY = "grey", _("grey")

    class Pieces(models.TextChoices):
        CBURNETT = "cburnett", _("classic")
        LETTERS = "letters", _("letters")

    email = models.EmailField(_("e-mail"), unique=True)
    is_active = models.BooleanField(default=True)
    joined = models.DateTimeField(auto_now_add=True)
    language = models.CharField(max_length=8, default="en")
    zone = models.CharField(_("time zone"), max_length=64, default="UTC")
    theme = models.CharField(max_length=8, choices=Theme, default=Theme.SYSTEM)
    board = models.CharField(max_length=8, choices=Board, default=Board.BROWN)
    pieces = models.CharField(max_length=12, choices=Pieces, default=Pieces.CBURNETT)
    mail_mode = models.CharField(max_length=8, choices=MailMode, default=MailMode.EACH)
    unsubscribe_key = models.CharField(max_length=32, unique=True, default=unsubscribe_key_default)
    last_digest = models.DateTimeField(null=True, blank=True)
    reads_everything = models.BooleanField(default=False)
    """An administrator: may give offices. Decides nothing about games by that alone."""

    objects: ClassVar[UserManager] = UserManager()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    def __str__(self) -> str:
        return self.email

    @property
    def is_administrator(self) -> bool:
        return self.reads_everything


class FoldedName(models.CharField):  # type: ignore[type-arg]  # not subscriptable when it runs
    """The name of the row as people look for it: written whenever the row is, one by one or many at once."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"max_length": MOST, "default": "", "editable": False, "serialize": False, **options})

    def pre_save(self, model_instance: models.Model, add: bool) -> str:  # noqa: ARG002, FBT001 - as Django asks
        name = folded(getattr(model_instance, "name"))[:MOST]  # noqa: B009 - of any model that has one
        setattr(model_instance, self.attname, name)
        return name


class Player(models.Model):
    """Who plays: known to the federation whether or not there is an account."""

    class Sex(models.TextChoices):
        FEMALE = "f", _("female")
        MALE = "m", _("male")

    user = models.OneToOneField(User, on_delete=models.SET_NULL, null=True, blank=True, related_name="player")
    name = models.CharField(_("name"), max_length=120, validators=[name_of_person])
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
    is_demo = models.BooleanField(default=False)

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["folded"], name="player_by_name"),
            models.Index(fields=["federation", "folded"], name="player_by_federation"),
        ]

    def __str__(self) -> str:
        return self.name


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


class Token(models.Model):
    """A personal token for programs. Only its hash is kept; it is shown once, when it is made."""

    class Scope(models.TextChoices):
        READ = "read", _("read my games")
        PLAY = "play", _("read and play my games")

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(_("name"), max_length=60)
    scope = models.CharField(max_length=8, choices=Scope, default=Scope.READ)
    prefix = models.CharField(max_length=8)
    digest = models.CharField(max_length=64, unique=True)
    made = models.DateTimeField()
    used = models.DateTimeField(null=True, blank=True)
    window = models.DateTimeField(null=True, blank=True)
    """The minute in which it was last used, and how often in it: for the limit of requests, in every process."""
    requests = models.PositiveIntegerField(default=0)

    class Meta:
        indexes: ClassVar = [models.Index(fields=["user", "made"], name="token_by_user")]

    def __str__(self) -> str:
        return f"{self.name} ({self.prefix}…)"
