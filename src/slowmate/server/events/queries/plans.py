"""Which events a person may plan and is planning, and the stage that comes after an event."""

from collections.abc import Mapping

from slowmate.events.entry.right import SERIES
from slowmate.events.running.promotion import LEADS_TO
from slowmate.records import KINDS, Family, Kind
from slowmate.server.accounts.models import User
from slowmate.server.events.models import Event
from slowmate.server.events.permissions import may_plan, runs
from slowmate.server.people.queries import prefetch_offices

MAX_DRAFTS = 200
"""Drafts that are looked at."""


def plannable_kinds(person: User) -> Mapping[Family, list[Kind]]:
    """Return the kinds of event that a person may plan, by their families."""
    prefetch_offices(person)
    kinds: dict[Family, list[Kind]] = {}
    for kind in KINDS.values():
        if kind.family is not Family.FIDE and may_plan(person, kind):
            kinds.setdefault(kind.family, []).append(kind)
    return kinds


def may_plan_any(person: User) -> bool:
    """Whether there is a kind of event that a person may plan."""
    prefetch_offices(person)
    return any(kind.family is not Family.FIDE and may_plan(person, kind) for kind in KINDS.values())


def drafts_of(person: User) -> list[Event]:
    """Return the drafts of the events that a person runs, the latest first."""
    prefetch_offices(person)
    drafts = runs.rows(person).filter(state=Event.State.DRAFT)
    return list(drafts.select_related("series").order_by("-made", "-pk")[:MAX_DRAFTS])


def kind_after(event: Event) -> str | None:
    """Return the kind of the stage that follows an event; None after a final, and where no stage follows."""
    stages = next((kinds for kinds in SERIES.values() if event.kind in kinds), ())
    place = stages.index(event.kind) + 1 if stages else 0
    kind = stages[place] if stages and place < len(stages) else LEADS_TO.get(event.kind)
    return None if event.kind in SERIES["classes"] else kind
