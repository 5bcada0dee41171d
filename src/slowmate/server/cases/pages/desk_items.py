"""The cases whose next step is that of an office, on the desk of whoever is on turn."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _

from slowmate.server.accounts.models import User
from slowmate.server.cases.pages.case_page import CaseAction, actions_of
from slowmate.server.cases.pages.procedures import PROCEDURES
from slowmate.server.cases.queries import cases
from slowmate.server.events.models import Case
from slowmate.server.events.queries.case_turns import OfficeHolders
from slowmate.server.site import clock
from slowmate.server.site.desk_items import DeskAction, DeskItem, DeskSource, Urgency
from slowmate.server.site.text import day, word

MAX_FOLLOWS = 20
"""Consequences on a card; the page of the case has all."""


@dataclass(frozen=True, slots=True)
class CaseRow:
    """A case that waits for a person, with what they can do."""

    case: Case
    actions: tuple[CaseAction, ...]


def desk_links(person: User) -> list[tuple[str, str]]:  # noqa: ARG001 - everybody with a desk
    return [(_("Cases"), reverse("cases"))]


def _rows(person: User, at: datetime) -> list[Case]:
    return cases.on_turn(person, PROCEDURES, at)


def _load(rows: Iterable[Case], person: User) -> list[CaseRow]:
    holders = OfficeHolders()
    return [CaseRow(case, tuple(actions_of(case, person, holders, at=clock.now()))) for case in rows]


def _item(row: CaseRow, _at: datetime) -> DeskItem:
    case, procedure = row.case, PROCEDURES[row.case.procedure]
    about = procedure.subject(case)
    facts = [(_("State"), word("state", case.state)), *procedure.facts(case)]
    if case.until:
        facts.insert(1, (_("Until"), day(case.until)))
    follows = procedure.follows(case)
    facts += [(str(line.player.name) if line.player else "", line.words) for line in follows[:MAX_FOLLOWS]]
    return DeskItem(
        key=f"case-{case.pk}",
        kind="case",
        kind_words=_("Cases"),
        since=max(step.at for step in case.steps.all()) if case.steps.all() else case.opened,
        urgency=Urgency.ASKED,
        words=str(procedure.waits),
        link=reverse("case", args=[case.pk]),
        event_id=case.event_id,
        event=about.name,
        players=(str(case.player.name),) if case.player else (),
        facts=tuple(facts),
        grounds=tuple(ground for action in row.actions[:1] for ground in action.grounds),
        actions=tuple(
            DeskAction(
                action.words,
                reverse("case-step", args=[case.pk, action.address]),
                {"seen": str(len(case.steps.all()))},
                action.draft if action.needs_reason or action.draft else None,
            )
            for action in row.actions
            if action.is_open
        ),
    )


SOURCES = (DeskSource(_rows, _item, _load),)
"""The cases of every procedure of the table."""
