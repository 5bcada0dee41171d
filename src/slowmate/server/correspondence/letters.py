"""What is told by mail about messages, and about what players ask of the director."""

from functools import partial
from typing import Any

from django.utils.translation import gettext_noop as _

from slowmate.server.correspondence.models import Message
from slowmate.server.games.letters import about_game, page_of_game
from slowmate.server.mail.letters import Letters, MailKind, page_named
from slowmate.server.mail.models import Mail

READ = "it was read meanwhile"


def _message(mail: Mail) -> Message | None:
    return Message.objects.filter(pk=mail.facts.get("message")).first()


def _with_message(mail: Mail) -> dict[str, Any]:
    return {**about_game(mail), "message": _message(mail)}


def _read(mail: Mail) -> str:
    message = _message(mail)
    return READ if message is None or message.read else ""


_game = partial(MailKind, page=page_of_game, action=_("Open the game"), context=about_game)

LETTERS: Letters = {
    "message": _game("correspondence/mail/message.txt", context=_with_message, why_not=_read),
    "request": _game("correspondence/mail/request.txt", page=page_named("desk"), action=_("Open the desk")),
    "report-settled": _game("correspondence/mail/report-settled.txt"),
}
