"""What somebody may plan, and what he is planning."""

from slowmate.records import KINDS, Family, Kind
from slowmate.server.accounts.models import User
from slowmate.server.events.models import Event
from slowmate.server.events.permissions import may_plan, runs
from slowmate.server.events.text import family_words, kind_words
from slowmate.server.people.queries import prefetch_offices


def kinds_to_plan(person: User) -> list[tuple[str, list[tuple[str, str]]]]:
    """The kinds of event that somebody may plan, by their families, as he reads them."""
    prefetch_offices(person)
    found: dict[Family, list[tuple[str, str]]] = {}
    for kind in KINDS.values():
        if kind.family is not Family.FIDE and may_plan(person, kind):
            found.setdefault(kind.family, []).append((kind.slug, kind_words(kind.slug)))
    return [(family_words(family), kinds) for family, kinds in found.items()]


def may_plan_any(person: User) -> bool:
    """Whether there is a kind of event that somebody may plan."""
    prefetch_offices(person)
    return any(_is_iccf(kind) and may_plan(person, kind) for kind in KINDS.values())


def _is_iccf(kind: Kind) -> bool:
    return kind.family is not Family.FIDE


def drafts_of(person: User) -> list[Event]:
    """Return the drafts of those who run them, the latest first."""
    prefetch_offices(person)
    drafts = runs.rows(person).filter(state=Event.State.DRAFT)
    return list(drafts.select_related("series").order_by("-made", "-pk")[:MAX_DRAFTS])


MAX_DRAFTS = 200
