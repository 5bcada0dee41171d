"""Promotion and relegation from sections of a stage, if the announcement says how many (1.7.7, 1.8.7, 5.3, 5.4)."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from itertools import groupby

from slowmate.events.general import REGULATIONS, is_bound_to_positive_score, may_qualify_upward
from slowmate.events.organising.offices import Actor, tournament_office
from slowmate.events.running.standings import Standing
from slowmate.records import Kind, PromotionPlan
from slowmate.rulebook import Clause, Fact, Ground, Refused, Ruling, clause, in_force

UP_AND_DOWN = clause("ICCF-TR-2017 5.3/1")
OLYMPIAD_PROMOTION = clause("ICCF-TR-2017 1.7.7")
LADIES_OLYMPIAD_PROMOTION = clause("ICCF-TR-2017 1.8.7")
LEAGUE = ("champions-league-c", "champions-league-b", "champions-league-a")
"""Its divisions, lowest first."""
CITED = {
    "olympiad-preliminary": OLYMPIAD_PROMOTION,
    "ladies-olympiad-preliminary": LADIES_OLYMPIAD_PROMOTION,
    **dict.fromkeys(LEAGUE, UP_AND_DOWN),
}
"""The clause that leaves the numbers to a plan; elsewhere they are a regulation of the event."""
LEADS_TO = {
    "olympiad-preliminary": "olympiad-final",
    "ladies-olympiad-preliminary": "ladies-olympiad-final",
    "champions-league-c": "champions-league-b",
    "champions-league-b": "champions-league-a",
    "open-preliminary": "open-semi-final",
    "open-semi-final": "open-final",
    "zonal-preliminary": "zonal-semi-final",
    "zonal-semi-final": "zonal-final",
    "national-preliminary": "national",
}
"""The next kind of each stage, unless its plan names another."""

Tables = Mapping[str, Sequence[Standing]]
"""The tables of a stage by the ids of its sections."""


@dataclass(frozen=True, slots=True)
class Move:
    """A player or team that goes up or down: from which section and place, to which kind of event."""

    who: str
    section: str
    place: int
    to: str | None


@dataclass(frozen=True, slots=True)
class Undecided:
    """Equals of whom only some can go: *seats* of them; the *office* decides. *section* None: across the sections."""

    who: tuple[str, ...]
    section: str | None
    seats: int
    to: str | None
    office: Actor
    goes_up: bool = True


@dataclass(frozen=True, slots=True)
class Promotion:
    """Those who go up, those who go down, and those about whom an office has to decide."""

    up: tuple[Move, ...]
    down: tuple[Move, ...]
    undecided: tuple[Undecided, ...]


@dataclass(frozen=True, slots=True)
class _Line:
    """A line across which some of a section go: those who go for certain, who is level on it, and for which seats."""

    sure: tuple[Standing, ...]
    level: tuple[Standing, ...] = ()
    seats: int = 0


def plan_clause(kind: Kind, *, start: date) -> Clause:
    return in_force(CITED[kind.slug], on=start) if kind.slug in CITED else REGULATIONS


def is_left_to_plan(kind: str) -> bool:
    """Decide whether the rules leave it to what is announced who goes on from such an event."""
    return kind in LEADS_TO or kind in LEAGUE


def leads_to(plan: PromotionPlan, kind: Kind) -> str | None:
    """Return the kind of event that those who go up enter."""
    return plan.to or LEADS_TO.get(kind.slug)


def leads_down_to(plan: PromotionPlan, kind: Kind) -> str | None:
    """Return the kind of event that those who go down enter."""
    return plan.below or next((low for low, high in LEADS_TO.items() if high == kind.slug and low in LEAGUE), None)


def check_plan(plan: PromotionPlan, kind: Kind, sizes: Sequence[int], *, start: date) -> Ruling[bool]:
    """Check a plan: no place goes up and down at once, or above the highest or below the lowest division."""
    least = min(sizes)
    facts: dict[str, Fact] = {"up": plan.up, "down": plan.down, "entered": least, "kind": kind.slug}
    beyond = (plan.up > 0 or plan.best_of_rest > 0) and kind.slug == LEAGUE[-1]
    below = plan.down > 0 and kind.slug == LEAGUE[0]
    too_many = plan.up + plan.down + (plan.best_of_rest > 0) > least
    ground = Ground(plan_clause(kind, start=start), facts | {"outcome": "plan"})
    if beyond or below or too_many:
        raise Refused(ground)
    return Ruling(True, (ground,))


def promoted(
    tables: Tables, plan: PromotionPlan, kind: Kind, *, start: date, silent: Collection[str] = ()
) -> Ruling[Promotion]:
    """Return who goes up and down from the finished sections of a stage by its plan; equals on the line are referred.

    Sections are compared by the share of the points, as nothing else is common to them. Where 0.4 asks for a positive
    score, nobody goes up from a section whose winner has none. The *silent* qualify for nothing; their places stay
    empty.
    """
    checked = check_plan(plan, kind, [len(lines) for lines in tables.values()], start=start)
    to, below = leads_to(plan, kind), leads_down_to(plan, kind)
    office = tournament_office(kind)
    up: list[Move] = []
    down: list[Move] = []
    undecided: list[Undecided] = []
    rest: list[tuple[str, Standing]] = []
    grounds: list[Ground] = list(checked.grounds)
    for section, lines in tables.items():
        barred = _without_positive_score(lines, kind, start)
        grounds += barred
        first = _without(_line(lines, 0 if barred else plan.up), silent)
        last = _from_below(_line(lines[::-1], plan.down))
        up += [Move(line.id, section, line.place, to) for line in first.sure]
        down += [Move(line.id, section, line.place, below) for line in last.sure]
        undecided += _level(first, section, to, office)
        undecided += [replace(question, goes_up=False) for question in _level(last, section, below, office)]
        if not first.level and not barred:
            rest += [(section, line) for line in _next_placed(lines, plan.up) if line.id not in silent]
    best = _best(rest, plan.best_of_rest, to, office)
    value = Promotion((*up, *best[0]), tuple(down), (*undecided, *best[1]))
    facts: dict[str, Fact] = {
        "up": [move.who for move in value.up],
        "down": [move.who for move in value.down],
        "undecided": [sharer for group in value.undecided for sharer in group.who],
    }
    return Ruling(value, (*grounds, Ground(plan_clause(kind, start=start), facts | {"outcome": "moved"})))


def _without_positive_score(lines: Sequence[Standing], kind: Kind, start: date) -> tuple[Ground, ...]:
    if kind.teams or not lines or not is_bound_to_positive_score(kind):
        return ()
    first = lines[0]
    ruling = may_qualify_upward(kind, first.points, first.games, on=start)
    return () if ruling.value else ruling.grounds


def _line(lines: Sequence[Standing], seats: int) -> _Line:
    """Return so many from the top of these lines, equals together."""
    sure: list[Standing] = []
    for _, group in groupby(lines, key=lambda line: line.place):
        equals = tuple(group)
        if len(sure) >= seats:
            break
        if len(sure) + len(equals) > seats:
            return _Line(tuple(sure), equals, seats - len(sure))
        sure += equals
    return _Line(tuple(sure))


def _without(line: _Line, silent: Collection[str]) -> _Line:
    """Return only those who may qualify; of those level on the line, all if there are seats enough."""
    sure = tuple(standing for standing in line.sure if standing.id not in silent)
    level = tuple(standing for standing in line.level if standing.id not in silent)
    return _Line((*sure, *level)) if len(level) <= line.seats else _Line(sure, level, line.seats)


def _from_below(line: _Line) -> _Line:
    """Return what was counted from the end of a table, in its order."""
    return _Line(line.sure[::-1], line.level[::-1], line.seats)


def _level(line: _Line, section: str, to: str | None, office: Actor) -> list[Undecided]:
    who = tuple(standing.id for standing in line.level)
    return [Undecided(who, section, line.seats, to, office)] if who else []


def _next_placed(lines: Sequence[Standing], seats: int) -> list[Standing]:
    """Return the players next after so many of a table and not level with them."""
    return [line for line in lines if line.place == seats + 1]


def _best(
    rest: Sequence[tuple[str, Standing]], seats: int, to: str | None, office: Actor
) -> tuple[list[Move], list[Undecided]]:
    """Return the best of those next placed in their sections."""

    def share(candidate: tuple[str, Standing]) -> Fraction:
        return candidate[1].points / candidate[1].games

    ordered = sorted(rest, key=share, reverse=True)
    moves: list[Move] = []
    for _, group in groupby(ordered, key=share):
        equals = list(group)
        if len(moves) >= seats:
            break
        if len(moves) + len(equals) > seats:
            who = tuple(line.id for _, line in equals)
            return moves, [Undecided(who, None, seats - len(moves), to, office)]
        moves += [Move(line.id, section, line.place, to) for section, line in equals]
    return moves, []
