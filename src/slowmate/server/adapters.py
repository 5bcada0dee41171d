"""How allauth behaves here."""

import logging
from base64 import urlsafe_b64encode
from hashlib import sha256
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from allauth.account.adapter import DefaultAccountAdapter
from allauth.mfa.adapter import DefaultMFAAdapter
from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils.encoding import force_bytes

from slowmate.server.permissions import holds_direction, player_of
from slowmate.server.queries.mine import next_to_act

log = logging.getLogger(__name__)


class Site(NamedTuple):
    """Who writes, as allauth's letters name it."""

    name: str
    domain: str


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth is untyped
    """Allauth's own behaviour, also when mail cannot be sent; a director who has no move to make begins at the desk."""

    def get_login_redirect_url(self, request: HttpRequest) -> str:
        player = player_of(request.user)
        if holds_direction(request.user) and (player is None or next_to_act(player) is None):
            return reverse("desk")
        return str(super().get_login_redirect_url(request))

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send what allauth writes. If the mail server does not answer, the page looks the same: it must not tell
        which addresses have accounts, and every such mail can be asked for again."""
        site = Site(settings.SLOWMATE_NAME, urlsplit(settings.SLOWMATE_URL).netloc)
        try:
            super().send_mail(template_prefix, email, {**context, "current_site": site})
        except OSError:
            log.exception("mail %s was not sent", template_prefix)


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
