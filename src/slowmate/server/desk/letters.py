"""Mail from directors to the players of a section or to one, and from those who run an event to its entrants."""

from django.urls import reverse
from django.utils.translation import gettext_noop as _

from slowmate.server.mail.letters import Letters, MailKind
from slowmate.server.mail.models import Mail


def _section(mail: Mail) -> str:
    return reverse("section", args=[mail.facts["section"]])


def _event(mail: Mail) -> str:
    return reverse("event", args=[mail.facts["event"]])


def _game(mail: Mail) -> str:
    return reverse("game", args=[mail.facts["game"]])


LETTERS: Letters = {
    "section-message": MailKind("desk/mail/section-message.txt", page=_section, action=_("Open the section")),
    "entrants-message": MailKind("desk/mail/entrants-message.txt", page=_event, action=_("Open the event")),
    "director-message": MailKind("desk/mail/director-message.txt", page=_game, action=_("Open the game")),
}
