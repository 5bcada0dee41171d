"""The page that plans an event: the kinds to choose from, and the stage that comes after an event."""

from dataclasses import dataclass

from slowmate.server.accounts.models import User
from slowmate.server.events.models import Event
from slowmate.server.events.queries.plans import kind_after, plannable_kinds
from slowmate.server.events.text import family_words, kind_words


def kinds_to_plan(person: User) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the kinds of event that a person may plan, by their families, each with its name."""
    return [
        (family_words(family), [(kind.slug, kind_words(kind.slug)) for kind in kinds])
        for family, kinds in plannable_kinds(person).items()
    ]


@dataclass(frozen=True, slots=True)
class NextStage:
    """The stage after an *event*: its kind, what it may be called, and its number in the series."""

    event: Event
    kind: str
    words: str
    name: str
    number: int | None


def next_stage(event: Event) -> NextStage | None:
    """Return the stage that follows an event; None where none follows."""
    kind = kind_after(event)
    if kind is None:
        return None
    words = kind_words(kind)
    return NextStage(event, kind, words, f"{words} {event.cycle}" if event.cycle else words, event.cycle)
