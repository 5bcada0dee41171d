"""What was applied for and approved of an event: its plan as it was, kept with the application."""

import json
from typing import Any

from django.db.models import QuerySet

from slowmate.server.events.choices import CHOICES, StoredIn
from slowmate.server.events.models import Case, Event

BY_SERVICE = ("name", "start", "deadline", "planned_end")
"""Columns that the service writes; the others are those of the choices."""
WITH_PARTS = ("regulations", "promotion")
"""Columns that hold several choices."""
COLUMNS = (*BY_SERVICE, *(row.name for row in CHOICES if row.stored_in is StoredIn.EVENT), *WITH_PARTS)


def plan_snapshot(event: Event) -> dict[str, Any]:
    """Return everything that a plan chooses, as JSON."""
    columns: dict[str, Any] = json.loads(json.dumps({name: getattr(event, name) for name in COLUMNS}, default=str))
    return columns | {"number": event.cycle}


def approval_of(event: Event) -> Case | None:
    """Return the application for approval of an event, the latest if there were several."""
    return _applications(event).first()


def approved_case(event: Event) -> Case | None:
    """Return the application that was approved, the latest if there were several."""
    return _applications(event).filter(state="approved").first()


def _applications(event: Event) -> "QuerySet[Case]":
    return event.cases.filter(procedure="approval").order_by("-opened", "-pk")


def changed_since(case: Case | None, event: Event) -> list[str]:
    """Return what of the plan differs from what an application asked for; of old ones only the start is known."""
    if case is None:
        return []
    asked = case.facts.get("plan") or {"start": case.facts["start"]}
    now = plan_snapshot(event)
    changed = []
    for name, value in asked.items():
        if name in WITH_PARTS:
            before, after = value or {}, now.get(name) or {}
            parts = dict.fromkeys((*before, *after))
            changed += [f"{name}.{part}" for part in parts if before.get(part) != after.get(part)]
        elif now.get(name) != value:
            changed.append(name)
    return changed
