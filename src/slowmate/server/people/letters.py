"""Mail about people: an office that somebody is given."""

from typing import Any

from django.utils.translation import gettext_noop as _

from slowmate.server.mail.letters import Letters, MailKind, page_named
from slowmate.server.mail.models import Mail
from slowmate.server.people.models import Office
from slowmate.server.site import clock


def _office(mail: Mail) -> dict[str, Any]:
    return {"office": Office.objects.filter(pk=mail.facts.get("office")).first()}


def _is_over(mail: Mail) -> str:
    office = Office.objects.filter(pk=mail.facts.get("office")).first()
    return "" if office and (office.ends is None or office.ends >= clock.now().date()) else "the office is ended"


LETTERS: Letters = {
    "office-given": MailKind(
        "people/mail/office-given.txt",
        page=page_named("desk"),
        action=_("Open the desk"),
        context=_office,
        why_not=_is_over,
    )
}
