"""Section 7 of the tournament rules: who stands ahead of whom, and why."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from slowmate.records import Event, Family
from slowmate.rulebook import Clause, Dated, Fact, Ground, Refused, Ruling

Criterion = Callable[[Sequence[str]], Mapping[str, Fraction]]
"""A value for each of those still tied; it may look at who they are (mutual results do)."""

TIES_ARE_BROKEN = Dated({"ICCF-TR-2016 7.1": True, "ICCF-TR-2017 7.1": True})
WINS = Dated({"ICCF-TR-2016 7.2(a)": "wins", "ICCF-TR-2017 7.2(a)": "wins"})
SONNEBORN_BERGER = Dated({"ICCF-TR-2016 7.2(b)": "sonneborn_berger", "ICCF-TR-2017 7.2(b)": "sonneborn_berger"})
MUTUAL = Dated({"ICCF-TR-2016 7.2(c)": "mutual", "ICCF-TR-2017 7.2(c)": "mutual"})
MATCH_POINTS = Dated({"ICCF-TR-2016 7.3(a)": "match_points", "ICCF-TR-2017 7.3(a)": "match_points"})
TEAM_MUTUAL = Dated({"ICCF-TR-2016 7.3(b)": "mutual", "ICCF-TR-2017 7.3(b)": "mutual"})
BOARDS = Dated({"ICCF-TR-2016 7.3(c)": "boards", "ICCF-TR-2017 7.3(c)": "boards"})
FURTHER = Dated({"ICCF-TR-2016 7.4": "further", "ICCF-TR-2017 7.4": "further"})
EQUAL = Dated({"ICCF-TR-2016 7.5": "equal", "ICCF-TR-2017 7.5": "equal"})


@dataclass(frozen=True, slots=True)
class TieBreak:
    """One tie-break in its turn: the clause that orders it, its name, and how to compute it."""

    clause: Clause
    name: str
    values: Criterion


def places(
    points: Mapping[str, Fraction], tie_breaks: Sequence[TieBreak], *, equal: Clause | None
) -> Ruling[dict[str, int]]:
    """Give everybody a place: by points, then by each tie-break in turn among those still tied.

    Whoever is still tied after the last one shares the place, by the clause *equal* (None where no rule book says so).
    One ground for each tie-break that was needed.
    """
    order: dict[str, int] = {}
    grounds: list[Ground] = []
    for _, tied in _groups(list(points), points):
        _break(tied, tie_breaks, 1 + len(order), order, grounds, equal)
    return Ruling(order, tuple(grounds))


def order_of(event: Event) -> tuple[tuple[str, Clause], ...]:
    """The tie-breaks of an event in their order, each with its clause; none where its rules leave ties as they are."""
    if not event.ties_broken or event.kind.family is Family.FIDE:
        return ()
    several = (MATCH_POINTS, TEAM_MUTUAL, BOARDS) if event.kind.teams else (WINS, SONNEBORN_BERGER, MUTUAL)
    by_rule = [dated.on(event.start) for dated in several]
    further = [(extra.name, FURTHER.on(event.start)[0]) for extra in event.further_tie_breaks]
    return (*((name, cited) for cited, name in by_rule), *further)


def _break(
    tied: list[str],
    tie_breaks: Sequence[TieBreak],
    place: int,
    order: dict[str, int],
    grounds: list[Ground],
    equal: Clause | None,
) -> None:
    if len(tied) == 1 or not tie_breaks:
        if len(tied) > 1 and equal:
            grounds.append(Ground(equal, {"tied": tied, "place": place}))
        order.update(dict.fromkeys(tied, place))
        return
    tie_break, *rest = tie_breaks
    values = tie_break.values(tied)
    groups = _groups(tied, values)
    shown = {one: value for value, group in groups for one in group}
    facts: dict[str, Fact] = {
        "tied": tied,
        "place": place,
        "by": tie_break.name,
        "values": shown,
        "decided": len(groups) > 1,
    }
    grounds.append(Ground(tie_break.clause, facts))
    for _, group in groups:
        _break(group, rest, place, order, grounds, equal)
        place += len(group)


def _groups(members: Sequence[str], values: Mapping[str, Fraction]) -> list[tuple[Fraction, list[str]]]:
    by_value: dict[Fraction, list[str]] = {}
    for member in members:
        by_value.setdefault(values[member], []).append(member)
    return sorted(by_value.items(), reverse=True)


def may_add(name: str, *, stated: date, start_list: date | None, on: date) -> Ruling[bool]:
    """Whether the organiser may add a tie-break: it is stated no later than the start list is posted.

    *on* is the day the event starts; without a day for the start list it is taken to be that day.
    """
    cited, _ = FURTHER.on(on)
    posted = start_list or on
    ground = Ground(cited, {"name": name, "stated": stated, "start_list": posted})
    if stated > posted:
        raise Refused(ground)
    return Ruling(True, (ground,))
