"""Players for tests of entries: rated, titled, with results."""

from dataclasses import replace
from datetime import date
from fractions import Fraction
from typing import Any

from slowmate.events.entry.decision import EntryDecision, may_enter
from slowmate.events.entry.entrants import Entrant, ListEntry, PastResult
from slowmate.events.entry.right import Use
from slowmate.events.entry.target import Target
from slowmate.events.running.certainty import PlaceOutlook
from slowmate.records import KINDS

PRELIMINARY, SEMI, CANDIDATES, FINAL = (
    f"world-championship-{stage}" for stage in ("preliminary", "semi-final", "candidates", "final")
)
LADIES_SEMI, LADIES_FINAL = "ladies-world-championship-semi-final", "ladies-world-championship-final"
ON = date(2017, 5, 10)
START = date(2017, 9, 20)


def rated(rating: int, games: int = 100, *, published: date = date(2017, 4, 1)) -> tuple[ListEntry, ...]:
    return (ListEntry(published, rating, games),)


def titled(title: str, rating: int | None = None, games: int = 100, **more: Any) -> Entrant:
    return Entrant("1", "GER", titles={title: date(2010, 1, 1)}, ratings=rated(rating, games) if rating else (), **more)


def asked(entrant: Entrant, kind: str, *, on: date = ON, start: date = START, **more: Any) -> EntryDecision:
    """The decision on an entry."""
    return may_enter(entrant, Target(kind, start, **more), on=on).value


def enters(entrant: Entrant, kind: str, *, on: date = ON, start: date = START, **more: Any) -> str | None:
    """The clause by which the player enters, or None."""
    answer = asked(entrant, kind, on=on, start=start, **more)
    return answer.route.address if answer.allowed and answer.route else None


def seated(entrant: Entrant, kind: str, *, on: date = ON, start: date = START, **more: Any) -> Entrant:
    """The player after he entered and was seated: what his entry used up is recorded."""
    answer = asked(entrant, kind, on=on, start=start, **more)
    if not answer.allowed:
        raise AssertionError(f"{entrant.id} may not enter {kind}")
    return replace(entrant, uses=(*entrant.uses, *answer.uses))


def past(
    kind: str,
    place: int | tuple[int, int],
    points: str,
    ended: date | None,
    name: str = "Event",
    games: int = 12,
    **more: Any,
) -> PastResult:
    """A result of an event that took two years, at most since 2016."""
    start = max(ended.replace(year=ended.year - 2), date(2016, 1, 1)) if ended else date(2017, 4, 1)
    best, worst = place if isinstance(place, tuple) else (place, place)
    base = PastResult(name, KINDS[kind], start, ended, games, Fraction(points), PlaceOutlook(best, worst))
    return replace(base, **more)


def use_names(uses: tuple[Use, ...]) -> list[tuple[str, str | None]]:
    """What an entry uses up, by sort and name."""
    return [(use.of.value, use.reference) for use in uses]
