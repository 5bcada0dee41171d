"""Mail about an account itself: what allauth wants told, queued as any other mail, in our words.

It goes to whoever wants no other mail, and at once where other mail is collected for the day. The private address it
may carry is forgotten as soon as the mail is settled.
"""

from datetime import datetime
from secrets import token_hex
from typing import Any, Final
from urllib.parse import urlsplit

from django.utils.translation import get_language
from django.utils.translation import gettext_noop as _

from slowmate.server.models import Mail, User
from slowmate.server.services import store

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
ABOUT_ACCOUNT: Final = tuple(dict.fromkeys(KINDS.values()))
ACTIONS: Final = {
    "verify-address": ("account_email", _("Confirm the address")),
    "no-account": ("account_signup", _("Sign up")),
}
SET_PASSWORD: Final = ("account_reset_password", _("Set a new password"))
"""Where a mail leads that has no private address of its own, and the words for it."""
_FACTS = ("ip", "user_agent", "from_email", "to_email", "deleted_email")


def queue(template: str, recipient: str, context: dict[str, Any], *, at: datetime) -> None:
    """Queue what allauth would send. Of a link only the path is kept: its host is whatever the request said."""
    kind = KINDS[template]
    user = context.get("user") or User.objects.filter(email__iexact=recipient).first()
    facts = {name: str(context[name]) for name in _FACTS if name in context}
    if user is None:
        facts["language"] = get_language() or "en"
    private = {"verify-address": "activate_url", "reset-password": "password_reset_url"}.get(kind, "")
    mail = store.mail(
        user_id=user.pk if user else None,
        kind=kind,
        key=f"account/{token_hex(16)}",
        facts=facts,
        recipient=recipient,
        link=urlsplit(context.get(private, "")).path,
        made=at,
        due=at,
    )
    store.queue([mail])


def where(mail: Mail) -> tuple[str, str]:
    """The name of the page a mail leads to, and the words for it."""
    return ACTIONS.get(mail.kind, SET_PASSWORD)
