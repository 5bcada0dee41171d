"""How allauth behaves here."""

import logging
from base64 import urlsafe_b64encode
from hashlib import sha256
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

from allauth.account.adapter import DefaultAccountAdapter
from allauth.mfa.adapter import DefaultMFAAdapter
from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings
from django.http import HttpRequest
from django.utils.encoding import force_bytes

log = logging.getLogger(__name__)


LINKS = ("activate_url", "password_reset_url", "signup_url")
"""What allauth calls the links of its mails."""


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth is untyped
    """Allauth's own behaviour, but for the name of the server, which is never taken from a request: whoever sends one
    chooses it, and with it where a link in somebody's mail would lead."""

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send what allauth writes. If the mail server does not answer, the page looks the same: it must not tell
        which addresses have accounts, and every such mail can be asked for again."""
        links = {name: settings.SLOWMATE_URL + urlsplit(context[name]).path for name in LINKS if name in context}
        site = SimpleNamespace(name=settings.SLOWMATE_NAME, domain=settings.SLOWMATE_URL)
        try:
            super().send_mail(template_prefix, email, {**context, **links, "current_site": site})
        except OSError:
            log.exception("mail %s was not sent", template_prefix)

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:  # noqa: ARG002
        """Failed sign-ins are counted for an address, under whatever name and port the server was asked."""
        login: str = credentials.get("email", "")
        return login.lower()


class MFAAdapter(DefaultMFAAdapter):  # type: ignore[misc]
    """Second factors are encrypted with the server's secret: who has only the database has none of them."""

    def encrypt(self, text: str) -> str:
        return _cipher().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        return _cipher().decrypt(encrypted_text.encode()).decode()


def _cipher() -> MultiFernet:
    """The newest secret writes; older ones (SECRET_KEY_FALLBACKS) still read."""
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    return MultiFernet(
        [Fernet(urlsafe_b64encode(sha256(b"second factor " + force_bytes(key)).digest())) for key in keys]
    )
