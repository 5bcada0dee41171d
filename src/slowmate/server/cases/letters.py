"""Mail about cases: it is your turn, a step was taken, what a correction has changed for you."""

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext_noop as _

from slowmate.server.cases.pages.follows import words_of
from slowmate.server.cases.pages.procedures import PROCEDURES
from slowmate.server.cases.queries.consequences import from_json
from slowmate.server.events.models import Case
from slowmate.server.events.queries.case_turns import cases_with_subjects, turns_of
from slowmate.server.events.text import happened_words
from slowmate.server.mail.letters import Letters, MailKind
from slowmate.server.mail.models import Mail
from slowmate.server.site.text import word

GONE_ON = "the case has gone on meanwhile"


def _case_of(mail: Mail) -> Case | None:
    return cases_with_subjects().filter(pk=mail.facts.get("case")).first()


def _about(mail: Mail) -> dict[str, Any]:
    """Return the case, what it is called and about, and the step that the mail tells of."""
    case = _case_of(mail)
    if case is None:
        return {}
    procedure = PROCEDURES[case.procedure]
    step = next((step for step in case.steps.all() if step.number == mail.facts.get("step")), None)
    return {
        "case": case,
        "called": procedure.name,
        "about": procedure.subject(case).name,
        "state": word("state", case.state),
        "step": happened_words(step.action) if step else "",
        "reason": step.reason if step else "",
        "case_facts": procedure.facts(case),
    }


def _changed(mail: Mail) -> dict[str, Any]:
    """Add what has changed for the reader."""
    return {**_about(mail), "changes": [words_of(change) for change in from_json(mail.facts["changes"])]}


def _page(mail: Mail) -> str:
    return reverse("case", args=[mail.facts["case"]])


def _gone_on(mail: Mail) -> str:
    """Say why it is not the reader's turn any more."""
    case = _case_of(mail)
    is_on_turn = case is not None and any(mail.user in turn.users for turn in turns_of(case))
    return "" if is_on_turn else GONE_ON


LETTERS: Letters = {
    "case-turn": MailKind(
        "cases/mail/case-turn.txt", page=_page, action=_("Look at it and decide"), context=_about, why_not=_gone_on
    ),
    "case-step": MailKind("cases/mail/case-step.txt", page=_page, action=_("Open the case"), context=_about),
    "correction-decided": MailKind(
        "cases/mail/correction-decided.txt", page=_page, action=_("Open the case"), context=_changed
    ),
}
