"""Accounts: who signs in, the tokens of programs, and the journal of what people did apart from their games."""

from functools import partial
from typing import ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.db import models
from django.utils.crypto import get_random_string
from django.utils.translation import gettext_lazy as _

from slowmate.server.mail.models import MailMode
from slowmate.server.site.piece_letters import LONGEST_CHOICE, OF_THE_PAGES

new_private_key = partial(get_random_string, 32)
"""What stands in the private addresses of somebody's calendar and of the end of their mail."""


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
    piece_letters = models.CharField(max_length=LONGEST_CHOICE, default=OF_THE_PAGES)
    """With which moves are shown to them and read from them: see `site.piece_letters`."""
    mail_mode = models.CharField(max_length=8, choices=MailMode, default=MailMode.EACH)
    wants_ratings = models.BooleanField(_("my new rating by mail"), default=True)
    """They are written to when a list is published that has their rating."""
    unsubscribe_key = models.CharField(max_length=32, unique=True, default=new_private_key)
    last_digest = models.DateTimeField(null=True, blank=True)
    is_administrator = models.BooleanField(default=False)
    """They may give offices. They decide nothing about games by that alone."""

    objects: ClassVar[UserManager] = UserManager()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    def __str__(self) -> str:
        return self.email


class Token(models.Model):
    """A personal token for programs. Only its hash is kept; it is shown once, when it is made."""

    class Scope(models.TextChoices):
        READ = "read", _("read my games")
        PLAY = "play", _("read and play my games")
        ENTER = "enter", _("read, and enter events for me")
        OFFICIAL = "official", _("read, and act in my offices")

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


class Entry(models.Model):
    """One act. Append-only. Games have their own events."""

    at = models.DateTimeField()
    actor = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    what = models.CharField(max_length=60)
    about = models.CharField(max_length=80)
    """The thing it was done to, as ``player/17`` or ``office/3``."""
    facts = models.JSONField(default=dict)
    grounds = models.JSONField(default=list)

    class Meta:
        ordering: ClassVar = ["-at", "-id"]
        indexes: ClassVar = [models.Index(fields=["about", "at"], name="journal_by_thing")]

    def __str__(self) -> str:
        return f"{self.what} {self.about}"
