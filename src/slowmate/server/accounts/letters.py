"""What is told by mail about an account: at once, also to whoever wants no other mail."""

from functools import partial

from django.utils.translation import gettext_noop as _

from slowmate.server.mail.letters import Letters, MailKind, page_named

_about = partial(MailKind, is_about_account=True)
_change = partial(_about, page=page_named("account_reset_password"), action=_("Set a new password"))
"""Whoever has not changed it themselves sets a new password."""

LETTERS: Letters = {
    "verify-address": _about(
        "accounts/mail/verify-address.txt", page=page_named("account_email"), action=_("Confirm the address")
    ),
    "no-account": _about("accounts/mail/no-account.txt", page=page_named("account_signup"), action=_("Sign up")),
    "account-exists": _change("accounts/mail/account-exists.txt"),
    "reset-password": _change("accounts/mail/reset-password.txt"),
    "password-changed": _change("accounts/mail/password-changed.txt"),
    "address-changed": _change("accounts/mail/address-changed.txt"),
    "address-removed": _change("accounts/mail/address-removed.txt"),
    "second-factor-on": _change("accounts/mail/second-factor-on.txt"),
    "second-factor-off": _change("accounts/mail/second-factor-off.txt"),
    "recovery-codes": _change("accounts/mail/recovery-codes.txt"),
}
