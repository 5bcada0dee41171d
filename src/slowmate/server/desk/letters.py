"""Mail from directors to all players of a section."""

from django.urls import reverse
from django.utils.translation import gettext_noop as _

from slowmate.server.mail.letters import Letters, MailKind
from slowmate.server.mail.models import Mail


def _section(mail: Mail) -> str:
    return reverse("section", args=[mail.facts["section"]])


LETTERS: Letters = {
    "section-message": MailKind("desk/mail/section-message.txt", page=_section, action=_("Open the section")),
}
