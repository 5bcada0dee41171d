"""How allauth behaves here."""

from base64 import urlsafe_b64encode
from copy import copy
from hashlib import sha256
from typing import Any
from urllib.parse import urlsplit

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.mfa.adapter import DefaultMFAAdapter
from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.http import HttpRequest
from django.urls import reverse
from django.utils.encoding import force_bytes
from django.utils.translation import gettext_noop

from slowmate.server.accounts.models import User
from slowmate.server.accounts.services import mail, tokens
from slowmate.server.desk.pages.desk_page import number_waiting
from slowmate.server.games.queries.my_games import next_to_act
from slowmate.server.people.permissions import holds_direction, may_use_desk, player_of
from slowmate.server.site import clock
from slowmate.server.site.error_pages import too_many

OURS = (gettext_noop("Email Address"),)
"""Texts of allauth that our catalogue translates in place of its own, which has them wrong."""


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth is untyped
    """Allauth's own behaviour, but that its mail goes as all of ours does, and that the name of the server is never
    taken from a request: whoever sends one chooses it. People with work waiting in an office begin at the desk, and so
    do directors without a move to make."""

    def get_client_ip(self, request: HttpRequest) -> str:
        """Return the address that sign-in is limited by; the proxy's own where what it says cannot be read."""
        try:
            return str(super().get_client_ip(request))
        except PermissionDenied:
            return str(request.META["REMOTE_ADDR"])

    def get_login_redirect_url(self, request: HttpRequest) -> str:
        player, person, at = player_of(request.user), request.user, clock.now()
        if holds_direction(person) and (player is None or next_to_act(player, at=at) is None):
            return reverse("desk")
        if isinstance(person, User) and may_use_desk(person) and number_waiting(person, at=at):
            return reverse("desk")
        return str(super().get_login_redirect_url(request))

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Queue a mail. It takes the same whether or not the address has an account."""
        mail.queue(template_prefix, email, context, at=clock.now())

    def send_notification_mail(
        self, template_prefix: str, user: User, context: dict[str, Any] | None = None, email: str | None = None
    ) -> None:
        """Tell somebody that their account was changed; at the old address, where that is what changed."""
        super().send_notification_mail(template_prefix, user, {**(context or {}), "user": user}, email)

    def set_password(self, user: User, password: str) -> None:
        """Set a password, which ends the tokens like the other sessions."""
        with transaction.atomic():
            super().set_password(user, password)
            tokens.end_all(user, at=clock.now())

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Whoever has tried too often is told so by the status too. Failed sign-ins are counted for an account, under
        whatever name and port the server was asked."""
        under_one_name = copy(request)
        under_one_name.META = {**request.META, "HTTP_HOST": urlsplit(settings.SLOWMATE_URL).netloc}
        try:
            super().pre_authenticate(under_one_name, **credentials)
        except ValidationError:
            raise ImmediateHttpResponse(too_many(request)) from None


class MFAAdapter(DefaultMFAAdapter):  # type: ignore[misc]
    """Second factors are encrypted with the server's secret: who has only the database has none of them."""

    def encrypt(self, text: str) -> str:
        return _cipher().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        return _cipher().decrypt(encrypted_text.encode()).decode()


def _cipher() -> MultiFernet:
    """Return the cipher: the newest secret writes, older ones (SECRET_KEY_FALLBACKS) still read."""
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    return MultiFernet(
        [Fernet(urlsafe_b64encode(sha256(b"second factor " + force_bytes(key)).digest())) for key in keys]
    )
