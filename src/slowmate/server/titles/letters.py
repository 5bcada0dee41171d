"""What is told by mail about certificates and applications."""

from django.urls import reverse
from django.utils.translation import gettext_noop as _

from slowmate.server.mail.letters import Letters, MailKind
from slowmate.server.mail.models import Mail
from slowmate.server.titles.services.certificates import CERTIFICATE


def _profile(mail: Mail) -> str:
    return reverse("player", args=[mail.facts["player"]], fragment="certificates")


LETTERS: Letters = {
    CERTIFICATE: MailKind("titles/mail/certificate.txt", _profile, _("Open your certificates")),
}
