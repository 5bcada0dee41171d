"""Players whom no tie-break sets apart (7.5): where not all can have what a place gives, an office chooses."""

from collections.abc import Mapping, Sequence
from datetime import date

from slowmate.events.entry.entrants import PastResult
from slowmate.events.organising.offices import TOURNAMENT_OFFICE, Actor, Power, record_decision
from slowmate.events.running.certainty import PlaceOutlook
from slowmate.events.running.tiebreaks import EQUAL
from slowmate.rulebook import Fact, Ground, Refused, Ruling, in_force

CHOSEN = Power(EQUAL.clause, "players chosen whom no tie-break sets apart from others", TOURNAMENT_OFFICE)


def choose_of_equals(
    results: Mapping[str, PastResult], chosen: Sequence[str], *, actor: Actor, by: str, on: date, reason: str
) -> Ruling[dict[str, PlaceOutlook]]:
    """Return the places of all who share one, after an office has put the *chosen* before the others.

    *results* are those of all players of the finished section, *by* is who decides in that office. The chosen share the
    first of these places, the others the rest: where that still leaves a question, an office decides again.
    """
    first = next(iter(results.values()))
    cited = in_force(EQUAL.clause, on=first.start)
    level = {results[player].outlook for player in chosen if player in results}
    sharing = [player for player, result in results.items() if result.is_shared and result.outlook in level]
    if len(level) != 1 or not set(chosen) < set(sharing) or len(set(chosen)) != len(chosen):
        facts: dict[str, Fact] = {"event": first.event, "outcome": "not-level", "sharing": len(sharing)}
        raise Refused(Ground(cited, facts | {"chosen": len(chosen)}))
    (shared,) = level
    decided = record_decision(CHOSEN, actor=actor, by=by, on=on, reason=reason)
    before = PlaceOutlook(shared.best, shared.best + len(chosen) - 1)
    after = PlaceOutlook(shared.best + len(chosen), shared.worst)
    return Ruling({player: before if player in chosen else after for player in sharing}, decided.grounds)
