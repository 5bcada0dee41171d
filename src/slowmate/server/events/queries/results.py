"""How players did in their sections, as rights to enter are judged by it: finished ones, and what is certain of others.

A settled section has given its rights, and they are stored: of those that gave a player none, nothing need be read.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from django.db.models import Q, QuerySet

from slowmate import records
from slowmate.events.entry.entrants import PastResult
from slowmate.events.entry.routes import ROUTES
from slowmate.events.entry.standing_routes import MASTER_NORM, NATIONAL
from slowmate.events.running.certainty import PlaceOutlook
from slowmate.events.running.consequences import results_of_event
from slowmate.server.events.models import Decision, Pairing, Right, Seat, Section
from slowmate.server.events.queries.record import record, seats_in, sections_with_event

CHOSEN = "choose of equals"
"""The name of the decision that ranks players whom no tie-break sets apart."""
COUNTS = "count a later title"
"""The name of the decision by which opponents of a player may have met another Grandmaster."""
PLAYED = (Section.State.RUNNING, Section.State.FINISHED, Section.State.SETTLED)


@dataclass(frozen=True, slots=True)
class ResultScope:
    """Which results of a player to read: those that can give rights *to* a kind of event (None: to any).

    *whole*: also those of settled sections that gave the player nothing, for a record that stands by itself.
    """

    to: str | None = None
    whole: bool = False

    @property
    def kinds(self) -> frozenset[str]:
        """The kinds of event whose results can matter."""
        route_kinds = {kind for route in ROUTES if self.to in (None, route.to) for kind in route.kinds}
        return frozenset(route_kinds | ({NATIONAL} if self.to in (None, MASTER_NORM) else set()))


def results_of(players: Collection[int], scope: ResultScope) -> dict[int, list[PastResult]]:
    """Return the results of players by their numbers, oldest section first, in a constant number of queries."""
    kinds = scope.kinds
    if not kinds:
        return {}
    played = _sections_of(players, scope, kinds)
    players_by_section: dict[int, set[str]] = defaultdict(set)
    for player, sections in played.items():
        for section in sections:
            players_by_section[section].add(str(player))
    results = _results_in(players_by_section)
    return {
        player: [results[section][str(player)] for section in sorted(sections) if str(player) in results[section]]
        for player, sections in played.items()
    }


def _sections_of(players: Collection[int], scope: ResultScope, kinds: frozenset[str]) -> dict[int, set[int]]:
    """Return the numbers of the sections in which each player has a seat and that are to be read."""
    seats = Seat.objects.filter(player__in=players, section__event__kind__in=kinds, section__state__in=PLAYED)
    if not scope.whole:
        gave = Right.objects.filter(player__in=players, section__isnull=False).values("section")
        open_ = ~Q(section__state=Section.State.SETTLED) | Q(section__in=gave) | Q(section__event__kind=NATIONAL)
        seats = seats.filter(open_)
    sections: dict[int, set[int]] = defaultdict(set)
    for player, section in seats.values_list("player_id", "section_id"):
        sections[player].add(section)
    return sections


def _results_in(players: Mapping[int, Collection[str] | None]) -> dict[int, dict[str, PastResult]]:
    """Return the results of players in each of these sections; of everybody where no players are given."""
    sections = list(sections_with_event().filter(pk__in=players)) if players else []
    seats = _by_section(seats_in(sections).order_by("number", "pk")) if sections else {}
    games = _by_section(pairings(Pairing.objects.filter(section__in=sections))) if sections else {}
    decided = decided_places(sections)
    return {
        section.pk: _results(
            record(section, seats.get(section.pk, []), games.get(section.pk, [])),
            section.ended,
            decided.get(section.pk, {}),
            players[section.pk],
        )
        for section in sections
    }


def results_in(section: Section) -> dict[str, PastResult]:
    """Return everybody's result in one section, by the number of the player."""
    return _results_in({section.pk: None})[section.pk]


def pairings(rows: "QuerySet[Pairing]") -> "QuerySet[Pairing]":
    """With what a table reads of their games."""
    read = ("section", "white", "black", "board", "game")
    of_game = ("game__result", "game__finished", "game__white", "game__black")
    return rows.select_related("game").only(*read, *of_game).order_by("pk")


def _by_section(rows: Iterable[Any]) -> dict[int, list[Any]]:
    by_section: dict[int, list[Any]] = defaultdict(list)
    for row in rows:
        by_section[row.section_id].append(row)
    return by_section


def _results(
    event: records.Event, ended: date | None, decided: Mapping[str, list[int]], only: Collection[str] | None
) -> dict[str, PastResult]:
    if not event.games:
        return {}
    results = results_of_event(event, ended=ended, only=only)
    return {player: _placed(result, decided.get(player)) for player, result in results.items()}


def _placed(result: PastResult, places: Sequence[int] | None) -> PastResult:
    """A result with the places that an office left them among those who were level."""
    return result if places is None else replace(result, outlook=PlaceOutlook(places[0], places[1]))


def decided_places(sections: Collection[Section]) -> dict[int, dict[str, list[int]]]:
    """Return the places, first and last, that offices left to equal players, by section and player."""
    found: dict[int, dict[str, list[int]]] = defaultdict(dict)
    if sections:
        rows = Decision.objects.filter(section__in=sections, what=CHOSEN).order_by("at", "pk")
        for section, facts in rows.values_list("section_id", "facts"):
            found[section] |= facts["places"]
    return found
