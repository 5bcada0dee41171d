"""What is told by mail about certificates and applications."""

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext_noop as _

from slowmate.server.mail.letters import Letters, MailKind
from slowmate.server.mail.models import Mail
from slowmate.server.titles.queries.applications import case_words
from slowmate.server.titles.services.applications import DECIDED, HANDED_IN
from slowmate.server.titles.services.certificates import CERTIFICATE


def _certificates(mail: Mail) -> str:
    return reverse("player", args=[mail.facts["player"]], fragment="certificates")


def _application(mail: Mail) -> str:
    return reverse("title-application", args=[mail.facts["application"]])


def _about_application(mail: Mail) -> dict[str, Any]:
    return {"words": case_words(mail.facts["case"], mail.facts["title"])}


LETTERS: Letters = {
    CERTIFICATE: MailKind("titles/mail/certificate.txt", _certificates, _("Open your certificates")),
    HANDED_IN: MailKind("titles/mail/application.txt", _application, _("Open the application"), _about_application),
    DECIDED: MailKind(
        "titles/mail/application-decided.txt", _application, _("Open the application"), _about_application
    ),
}
