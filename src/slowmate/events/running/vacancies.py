"""Next players for vacant places of a Final (1.4.4, 1.6.3): who missed it by a tie-break, and who is next."""

from collections.abc import Mapping, Sequence
from datetime import date

from slowmate.events.entry.routes import CANDIDATES, FINAL, LADIES_FINAL, LADIES_SEMI
from slowmate.events.organising.cycles import NEXT_FOR_FINAL, NEXT_LADIES, for_vacant_places
from slowmate.events.organising.offices import Power
from slowmate.events.running.standings import Standing
from slowmate.records import Event
from slowmate.rulebook import Ground, Ruling, in_force

SENDS: Mapping[str, tuple[str, int]] = {
    FINAL: (FINAL, 3),
    CANDIDATES: (FINAL, 2),
    LADIES_FINAL: (LADIES_FINAL, 3),
    LADIES_SEMI: (LADIES_FINAL, 2),
}
"""The Final to which sections of a kind send players, and how many."""
LADIES = frozenset({LADIES_FINAL, LADIES_SEMI})


def places_sent(event: Event) -> int:
    """Return how many of a section go to the Final."""
    return event.final_places if event.kind.slug == CANDIDATES else SENDS[event.kind.slug][1]


def missed_by_tie_break(lines: Sequence[Standing], places: int) -> tuple[str, ...]:
    """Return, in order, those with as many points as the last qualifier who lost the place by tie-break."""
    if len(lines) <= places:
        return ()
    last = lines[places - 1]
    return tuple(line.id for line in lines[places:] if line.points == last.points and line.place > last.place)


def next_in_order(lines: Sequence[Standing], places: int) -> tuple[str, ...]:
    """Return all behind the qualifying places, in the order of the table."""
    return tuple(line.id for line in lines[places:])


FILLED_BY: Mapping[str, Power] = {FINAL: NEXT_FOR_FINAL, LADIES_FINAL: NEXT_LADIES}
"""Who admits players to vacant places of a Final."""


def next_for_vacant_places(
    final: str, sections: Sequence[tuple[Event, Sequence[Standing]]], vacant: int, *, start: date
) -> Ruling[tuple[str, ...]]:
    """Return whom an office may admit to vacant places of a Final of this kind that starts on a day."""
    admit = next_for_ladies_final if final in LADIES else next_for_final
    return admit(sections, vacant, start=start)


def next_for_final(
    sections: Sequence[tuple[Event, Sequence[Standing]]], vacant: int, *, start: date
) -> Ruling[tuple[str, ...]]:
    """Return whom the Executive Board may admit to vacant places of a World Championship Final that starts on a day.

    *sections* are the previous Final and the Candidates' sections. Since 2017 only those who missed by a tie-break;
    in 2016 they came first, and then the next by points, section by section.
    """
    missed: list[str] = []
    following: list[str] = []
    for event, lines in sections:
        by_tie_break = missed_by_tie_break(lines, places_sent(event))
        missed += by_tie_break
        following += [player for player in next_in_order(lines, places_sent(event)) if player not in by_tie_break]
    return for_vacant_places(vacant, missed, following, start=start)


def next_for_ladies_final(
    sections: Sequence[tuple[Event, Sequence[Standing]]], vacant: int, *, start: date
) -> Ruling[tuple[str, ...]]:
    """Return whom the commissioner may admit to a Ladies' Final if several decline: the next, section by section."""
    listed = [player for event, lines in sections for player in next_in_order(lines, places_sent(event))]
    cited = in_force(NEXT_LADIES.clause, on=start)
    return Ruling(tuple(listed[:vacant]), (Ground(cited, {"places": vacant, "listed": list(listed)}),))
