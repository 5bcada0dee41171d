"""Section 7 of the tournament rules: the order of a table and its tie-breaks."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from slowmate.events.running import tiebreak_arrays as arrays
from slowmate.events.running import tiebreak_values as values
from slowmate.events.running.tiebreak_arrays import ArrayCriterion, DrawnTables
from slowmate.events.running.tiebreak_values import Criteria, Criterion, Results
from slowmate.records import Event, Family
from slowmate.rulebook import Clause, Dated, Fact, Ground, Refused, Ruling


@dataclass(frozen=True, slots=True)
class TieBreak:
    """A tie-break of section 7: its name in files and facts, its short name for columns, its clause, its computation.

    *exact* computes one table in fractions, *drawn* many simulated ones in arrays. *has_column*: tables show it;
    *among_tied*: its value depends on who is tied.
    """

    name: str
    short: str
    clauses: Dated[bool]
    exact: Callable[[Results], Criteria]
    drawn: Callable[[DrawnTables], Sequence[ArrayCriterion]]
    has_column: bool = True
    among_tied: bool = False


TIES_ARE_BROKEN = Dated({"ICCF-TR-2016 7.1": True, "ICCF-TR-2017 7.1": True})
WINS = TieBreak(
    "wins", "Wins", Dated({"ICCF-TR-2016 7.2(a)": True, "ICCF-TR-2017 7.2(a)": True}), values.wins, arrays.wins
)
SONNEBORN_BERGER = TieBreak(
    "sonneborn_berger",
    "SB",
    Dated({"ICCF-TR-2016 7.2(b)": True, "ICCF-TR-2017 7.2(b)": True}),
    values.sonneborn_berger,
    arrays.sonneborn_berger,
)
MUTUAL = TieBreak(
    "mutual",
    "Mutual",
    Dated({"ICCF-TR-2016 7.2(c)": True, "ICCF-TR-2017 7.2(c)": True}),
    values.mutual,
    arrays.mutual,
    has_column=False,
    among_tied=True,
)
MATCH_POINTS = TieBreak(
    "match_points",
    "MP",
    Dated({"ICCF-TR-2016 7.3(a)": True, "ICCF-TR-2017 7.3(a)": True}),
    values.match_points,
    arrays.match_points,
)
TEAM_MUTUAL = TieBreak(
    "mutual",
    "Mutual",
    Dated({"ICCF-TR-2016 7.3(b)": True, "ICCF-TR-2017 7.3(b)": True}),
    values.team_mutual,
    arrays.mutual,
    has_column=False,
    among_tied=True,
)
BOARDS = TieBreak(
    "boards",
    "B",
    Dated({"ICCF-TR-2016 7.3(c)": True, "ICCF-TR-2017 7.3(c)": True}),
    values.boards,
    arrays.boards,
    has_column=False,
)
OF_PLAYERS = (WINS, SONNEBORN_BERGER, MUTUAL)
"""The tie-breaks between players, in the order of 7.2."""
OF_TEAMS = (MATCH_POINTS, TEAM_MUTUAL, BOARDS)
"""The tie-breaks between teams, in the order of 7.3."""
TIE_BREAKS = (*OF_PLAYERS, *OF_TEAMS)
FURTHER = Dated({"ICCF-TR-2016 7.4": "further", "ICCF-TR-2017 7.4": "further"})
EQUAL = Dated({"ICCF-TR-2016 7.5": "equal", "ICCF-TR-2017 7.5": "equal"})


def tie_break_of(name: str) -> TieBreak | None:
    """Return the tie-break to which a column of a table belongs, such as "wins" or "board_2"."""
    if name.startswith(values.BOARD):
        return BOARDS
    return next((tie_break for tie_break in TIE_BREAKS if tie_break.name == name), None)


@dataclass(frozen=True, slots=True)
class AppliedTieBreak:
    """One tie-break in its turn: the clause that orders it, its name in the table, and what it compares."""

    clause: Clause
    name: str
    values: Criterion


def places(
    points: Mapping[str, Fraction], tie_breaks: Sequence[AppliedTieBreak], *, equal: Clause | None
) -> Ruling[dict[str, int]]:
    """Give each a place: by points, then by each tie-break in turn among those still tied.

    Those still tied after the last one share the place, by the clause *equal* (None where no rule book says so).
    There is one ground for each tie-break that was needed.
    """
    order: dict[str, int] = {}
    grounds: list[Ground] = []
    for _, tied in _groups(list(points), points):
        _break(tied, tie_breaks, 1 + len(order), order, grounds, equal)
    return Ruling(order, tuple(grounds))


def tie_breaks_of(event: Event) -> tuple[TieBreak, ...]:
    """Return the tie-breaks of section 7 for an event, in their order; none where its rules leave ties as they are."""
    if not event.ties_broken or event.kind.family is Family.FIDE:
        return ()
    return OF_TEAMS if event.kind.teams else OF_PLAYERS


def order_of(event: Event) -> tuple[tuple[str, Clause], ...]:
    """Return the names of an event's tie-breaks in their order, those the organiser added too, each with its clause."""
    of_section_7 = tie_breaks_of(event)
    further = event.further_tie_breaks if of_section_7 else ()
    return (
        *((tie_break.name, tie_break.clauses.on(event.start)[0]) for tie_break in of_section_7),
        *((extra.name, FURTHER.on(event.start)[0]) for extra in further),
    )


def _break(
    tied: list[str],
    tie_breaks: Sequence[AppliedTieBreak],
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
    groups = _groups(tied, tie_break.values(tied))
    compared = {side: value for value, group in groups for side in group}
    facts: dict[str, Fact] = {
        "tied": tied,
        "place": place,
        "by": tie_break.name,
        "values": compared,
        "decided": len(groups) > 1,
    }
    grounds.append(Ground(tie_break.clause, facts))
    for _, group in groups:
        _break(group, rest, place, order, grounds, equal)
        place += len(group)


def _groups(members: Sequence[str], score: Mapping[str, Fraction]) -> list[tuple[Fraction, list[str]]]:
    by_value: dict[Fraction, list[str]] = {}
    for member in members:
        by_value.setdefault(score[member], []).append(member)
    return sorted(by_value.items(), reverse=True)


def may_add(name: str, *, stated: date, start_list: date | None, on: date) -> Ruling[bool]:
    """Decide whether the organiser may add a tie-break: it is stated no later than the start list is posted.

    *on* is the day the event starts; without a day for the start list it is taken to be that day.
    """
    cited, _ = FURTHER.on(on)
    posted = start_list or on
    ground = Ground(cited, {"name": name, "stated": stated, "start_list": posted})
    if stated > posted:
        raise Refused(ground)
    return Ruling(True, (ground,))
