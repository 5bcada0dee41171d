"""Mail that waits to be sent."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class MailMode(models.TextChoices):
    """The mail that a user wants."""

    EACH = "each", _("a mail for each event")
    DIGEST = "digest", _("one mail a day")
    NONE = "none", _("no mail")


class Mail(models.Model):
    """A mail written in the same transaction as its cause. *leased*: a worker is sending it until then.

    *key* names its cause, so that the same thing is never told twice.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="mails")
    """The reader; None for an address without an account."""
    kind = models.CharField(max_length=30)
    key = models.CharField(max_length=120)
    game = models.ForeignKey(
        "slowmate.Game", on_delete=models.CASCADE, null=True, blank=True, related_name="+", db_index=False
    )
    ply = models.PositiveSmallIntegerField(null=True)
    """The number of moves the game had: once there are more, "your move" is no news."""
    facts = models.JSONField(default=dict)
    recipient = models.EmailField(blank=True)
    """The address; empty for that of the account."""
    link = models.CharField(max_length=500, blank=True)
    """The private link in it, which can verify an address or set a password."""
    made = models.DateTimeField()
    due = models.DateTimeField()
    leased = models.DateTimeField(null=True)
    tries = models.PositiveSmallIntegerField(default=0)
    sent = models.DateTimeField(null=True)
    dropped = models.CharField(max_length=200, blank=True)
    """Why it will not be sent: the person wants none, or it failed for good."""

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["key"], name="one_mail_a_cause"),
            models.CheckConstraint(
                condition=Q(link="") | Q(sent__isnull=True, dropped=""), name="settled_mail_keeps_no_private_address"
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["due"], name="mail_to_send", condition=Q(sent__isnull=True, dropped="")),
        ]

    def __str__(self) -> str:
        return f"{self.kind} to {self.user_id}"


class Hold(models.Model):
    """Mail is held while there is a row: the database comes from a backup, and whose people it would write to is known
    to an administrator only."""

    since = models.DateTimeField()
    newest = models.BigIntegerField()
    """The number of the last mail that came with the backup; 0 if none did."""

    def __str__(self) -> str:
        return f"held since {self.since:%Y-%m-%d %H:%M:%S}"
