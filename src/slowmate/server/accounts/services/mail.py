"""Mail and an account: what allauth wants told, queued as any other mail, in our words; and the end of other mail.

The private address that mail about an account may carry is forgotten as soon as the mail is settled.
"""

from datetime import datetime
from secrets import token_hex
from typing import Any, Final
from urllib.parse import urlsplit

from django.db import transaction
from django.utils.translation import get_language

from slowmate.server.accounts.models import User, new_private_key
from slowmate.server.accounts.services import journal
from slowmate.server.mail import outbox
from slowmate.server.mail.models import Mail, MailMode

KINDS: Final = {
    "account/email/email_confirmation_signup": "verify-address",
    "account/email/email_confirmation": "verify-address",
    "account/email/password_reset_key": "reset-password",
    "account/email/account_already_exists": "account-exists",
    "account/email/unknown_account": "no-account",
    "account/email/password_changed": "password-changed",
    "account/email/password_reset": "password-changed",
    "account/email/password_set": "password-changed",
    "account/email/email_changed": "address-changed",
    "account/email/email_deleted": "address-removed",
    "mfa/email/totp_activated": "second-factor-on",
    "mfa/email/totp_deactivated": "second-factor-off",
    "mfa/email/recovery_codes_generated": "recovery-codes",
}
"""What allauth calls a mail, and what we do."""
_FACTS = ("ip", "user_agent", "from_email", "to_email", "deleted_email")


def queue(template: str, recipient: str, context: dict[str, Any], *, at: datetime) -> None:
    """Queue what allauth would send. Of a link only the path is kept: its host is whatever the request said."""
    kind = KINDS[template]
    user = context.get("user") or User.objects.filter(email__iexact=recipient).first()
    facts = {name: str(context[name]) for name in _FACTS if name in context}
    if user is None:
        facts["language"] = get_language() or "en"
    private = {"verify-address": "activate_url", "reset-password": "password_reset_url"}.get(kind, "")
    mail = Mail(
        user=user,
        kind=kind,
        key=f"account/{token_hex(16)}",
        facts=facts,
        recipient=recipient,
        link=urlsplit(context.get(private, "")).path,
        made=at,
        due=at,
    )
    outbox.queue([mail])


def unsubscribe(user: User) -> None:
    """End mail, except about the account itself (verification, password)."""
    if user.mail_mode != MailMode.NONE:
        user.mail_mode = MailMode.NONE
        user.save(update_fields=["mail_mode"])


def new_keys(user: User, *, at: datetime) -> None:
    """Make new private addresses for the calendar and for ending mail; the old ones no longer work."""
    with transaction.atomic():
        user.unsubscribe_key = new_private_key()
        user.save(update_fields=["unsubscribe_key"])
        journal.write("private addresses renewed", f"user/{user.pk}", actor=user, at=at)
