"""The final places of an event, as direct titles need them."""

from slowmate.events.standings import standings
from slowmate.records import Event, Family
from slowmate.titles.direct import is_running


def final_places(event: Event) -> dict[str, int]:
    """Places after all tie-breaks; empty while games run, and for teams. A first place that is withheld is left out."""
    if event.teams or event.kind.family is Family.FIDE or is_running(event):
        return {}
    ruling = standings(event)
    withheld = any(ground.facts.get("awarded") is False for ground in ruling.grounds)
    return {line.id: line.place for line in ruling.value if not (withheld and line.place == 1)}
