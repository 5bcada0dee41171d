"""An application for approval in words: what has changed since it was made, and who decides on it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils.translation import gettext as _

from slowmate.play.terms import Transmission
from slowmate.server.events.choices import CHOICES, Choice, StoredIn
from slowmate.server.events.choices.row import option_text
from slowmate.server.events.models import Case, Event
from slowmate.server.events.pages.regulations import regulation_lines
from slowmate.server.events.permissions import HELD
from slowmate.server.events.queries.approved_plans import changed_since, plan_snapshot
from slowmate.server.events.queries.case_turns import turns_of
from slowmate.server.events.regulations import regulations_from
from slowmate.server.events.services.news import holders
from slowmate.server.events.text import office_words
from slowmate.server.people.permissions import player_of
from slowmate.server.site.text import day


@dataclass(frozen=True, slots=True)
class PlanChange:
    """One thing of a plan that is not as it was applied for."""

    label: str
    before: str
    now: str


def plan_changes(case: Case | None, event: Event) -> list[PlanChange]:
    """Return what has changed since an application was made, in words."""
    if case is None or not changed_since(case, event):
        return []
    now = plan_snapshot(event)
    asked = now | {"start": case.facts["start"]} | case.facts.get("plan", {})
    before, after = _lines(asked), _lines(now)
    labels = dict.fromkeys((*before, *after))
    lines = [PlanChange(label, before.get(label, "\N{EN DASH}"), after.get(label, "\N{EN DASH}")) for label in labels]
    return [line for line in lines if line.before != line.now]


def _lines(plan: Mapping[str, Any]) -> dict[str, str]:
    """Return a plan in words, by what each choice is called."""
    rows = [row for row in CHOICES if row.stored_in in (StoredIn.EVENT, StoredIn.SERVICE) and row.name in plan]
    lines = {str(row.label): _value_words(row, plan[row.name]) for row in rows}
    regulations = regulation_lines(regulations_from(plan["regulations"]), Transmission(plan["transmission"]))
    lines |= {line.name: line.words for line in regulations}
    promotion = plan["promotion"] or {}
    of_promotion = [row for row in CHOICES if row.stored_in is StoredIn.PROMOTION and promotion.get(row.name)]
    return lines | {str(row.label): _value_words(row, promotion[row.name]) for row in of_promotion}


def _value_words(row: Choice, value: Any) -> str:
    if value in (None, ""):
        return _("none")
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if row.name in ("start", "deadline", "planned_end"):
        return day(date.fromisoformat(value))
    words = {option_text(option): str(label) for option, label in row.options}
    return words.get(str(value), str(value))


def who_decides(case: Case) -> str:
    """Say who decides on an application: nobody about themselves, and where an office cannot, the next."""
    turn = next(iter(turns_of(case)))
    office = {"office": office_words(turn.actor.value)}
    if turn.users:
        office["names"] = ", ".join(str(player_of(person) or person.email) for person in turn.users)
        if turn.stands_in_for is None:
            return _("%(office)s decides: %(names)s.") % office
        office["absent"] = office_words(turn.stands_in_for.value)
        return _("%(office)s decides, as nobody in the office %(absent)s may today: %(names)s.") % office
    if holders(HELD[turn.actor]):
        words = _("Nobody decides about their own event: it waits for another holder of the office %(office)s.")
        return words % office
    return _("Nobody holds the office %(office)s today. It waits; whoever is given the office is told.") % office
