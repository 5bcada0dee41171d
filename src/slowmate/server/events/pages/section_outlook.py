"""The outlook of a section: the places each side can end on and what they lead to, certain, possible with its odds, or
gone. Of a finished section: what follows from its table."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext, ngettext

from slowmate.events.running.certainty import Chance
from slowmate.events.running.chances import RUNS
from slowmate.events.running.consequences import Step
from slowmate.events.running.goals import Goal, goals
from slowmate.events.running.outlook import PlayerOutlook, RightOutlook
from slowmate.records import Family
from slowmate.rulebook import Clause
from slowmate.server.events.models import Consequence
from slowmate.server.events.queries.consequences import standing_consequences
from slowmate.server.events.queries.section_cache import consequences_of, outlook_of, table_of
from slowmate.server.events.queries.sections import Participant, SectionRows, participant
from slowmate.server.events.text import kind_words, office_words, shared_place
from slowmate.words import say_odds


@dataclass(frozen=True, slots=True)
class GoalColumn:
    """A goal of the section: the places or points, and what they lead to."""

    words: str
    to: str
    clause: Clause


@dataclass(frozen=True, slots=True)
class ChanceCell:
    words: str
    step: str
    """certain, possible or gone, as style sheets know it."""


@dataclass(frozen=True, slots=True)
class OutlookLine:
    """One player or team."""

    who: Participant
    is_team: bool
    is_mine: bool
    place: str
    span: str
    """From the best to the worst place the side can end on."""
    first: ChanceCell
    cells: tuple[ChanceCell, ...]


@dataclass(frozen=True, slots=True)
class CertainGoal:
    """A goal that a side has reached, whatever happens."""

    who: Participant
    is_team: bool
    words: str
    clause: Clause


@dataclass(frozen=True, slots=True)
class OutlookPage:
    goals: tuple[GoalColumn, ...]
    lines: tuple[OutlookLine, ...]
    certain: tuple[CertainGoal, ...]
    runs: int


def has_outlook(rows: SectionRows) -> bool:
    """Whether there is an outlook: games run, and not over the board."""
    return rows.is_running and rows.finished > 0 and rows.record.kind.family is not Family.FIDE


def outlook_page(rows: SectionRows, *, me: int | None = None) -> OutlookPage:
    """Make the outlook of every side in a running section, in the order of the table."""
    event = rows.record
    outlook = outlook_of(event)
    by_id = {side.id: side for side in outlook.teams or outlook.players}
    event_goals = goals(event)
    sides = _sides(rows, me)
    lines = table_of(event).value
    sharing = {line.place: sum(other.place == line.place for other in lines) for line in lines}
    outlook_lines = tuple(
        _line(by_id[line.id], sides[line.id], shared_place(line.place, sharing[line.place]), event_goals)
        for line in lines
    )
    certain = tuple(
        CertainGoal(*sides[line.id][:2], _goal_of(right), right.clause)
        for line in lines
        for right in _with_down(by_id[line.id])
        if right.chance is Chance.CERTAIN
    )
    return OutlookPage(tuple(_column(goal) for goal in event_goals), outlook_lines, certain, RUNS)


_Side = tuple[Participant, bool, bool]
"""The player or team, whether it is a team, and whether it is the reader or their team."""


def _sides(rows: SectionRows, me: int | None) -> dict[str, _Side]:
    if not rows.record.teams:
        return {str(seat.player_id): (participant(seat), False, seat.player_id == me) for seat in rows.seats}
    own = {str(seat.team_id) for seat in rows.seats if rows.holder(seat).player_id == me}
    return {
        team.id: (Participant(int(team.id), team.name, federation=team.federation or ""), True, team.id in own)
        for team in rows.record.teams
    }


def _line(outlook: PlayerOutlook, side: _Side, place: str, event_goals: tuple[Goal, ...]) -> OutlookLine:
    best, worst = outlook.best or 0, outlook.worst or 0
    return OutlookLine(
        *side,
        place,
        places(best, worst),
        chance_cell(outlook.first, Chance.POSSIBLE),
        tuple(of_goal(outlook, goal) for goal in event_goals),
    )


def places(best: int, worst: int) -> str:
    """Say from which place to which a side can end on."""
    return str(best) if best == worst else f"{best}–{worst}"


def _with_down(outlook: PlayerOutlook) -> tuple[RightOutlook, ...]:
    return (*outlook.rights, outlook.down) if outlook.down else outlook.rights


def of_goal(outlook: PlayerOutlook, goal: Goal) -> ChanceCell:
    """Say how likely a side reaches a goal."""
    for right in _with_down(outlook):
        if (right.what, right.to, right.clause) == (goal.what, goal.to, goal.clause):
            return chance_cell(right.odds, right.chance)
    return ChanceCell(gettext("has a higher one"), "certain")  # of one series, which gives one right


def chance_cell(odds: Fraction | None, chance: Chance) -> ChanceCell:
    """Put odds into words; *chance* says what is proved where there are none."""
    step = Chance.CERTAIN if odds == 1 else Chance.GONE if odds == 0 else chance
    return ChanceCell(say_odds(odds, translate=gettext), step.value)


def _column(goal: Goal) -> GoalColumn:
    return GoalColumn(goal_words(goal), consequence_words(goal.what, goal.to), goal.clause)


def _goal_of(right: RightOutlook) -> str:
    return consequence_words(right.what, right.to)


def goal_words(goal: Goal) -> str:
    """Say what has to be reached: places, a share of the points, or taking part."""
    ways = []
    if goal.places is not None and goal.places[1]:
        ways.append(_places(*goal.places, from_the_end=goal.what is Step.DOWN))
    if goal.share is not None:
        ways.append(gettext("%(percent)d%% of the points") % {"percent": goal.share * 100})
    if goal.best_of_rest:
        words = ngettext(
            "the best %(n)d of those next placed in all sections",
            "the best %(n)d of those next placed in all sections",
            goal.best_of_rest,
        )
        ways.append(words % {"n": goal.best_of_rest})
    return gettext(" or ").join(ways) if ways else gettext("taking part")


def _places(first: int, last: int, *, from_the_end: bool) -> str:
    if from_the_end:
        return ngettext("the last place", "the last %(n)d places", last) % {"n": last}
    if first == last:
        return gettext("place %(place)d") % {"place": first}
    return gettext("places %(first)d–%(last)d") % {"first": first, "last": last}


def consequence_words(step: Step, value: str | None) -> str:
    """Say what a result leads to, with the kind of event where it is one."""
    to = kind_words(value or "")
    return {
        Step.RIGHT: gettext("right to %(to)s"),
        Step.HALF_RIGHT: gettext("half a right to %(to)s"),
        Step.UP: gettext("goes up to %(to)s"),
        Step.DOWN: gettext("goes down to %(to)s"),
        Step.TITLE: gettext("title: %(to)s"),
        Step.PRIZE: gettext("prize for place %(to)s"),
        Step.ASK: gettext("perhaps: %(to)s"),
    }[step] % {"to": to}


# -- what follows from a finished section -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ConsequenceLine:
    """One consequence of a finished section."""

    who: Participant
    is_team: bool
    words: str
    clause: Clause
    state: str
    """Whether it has been carried out; empty before the section is settled."""
    asks: str
    """The office that decides, where equals share what not all of them can have."""


def consequence_lines(rows: SectionRows) -> list[ConsequenceLine]:
    """Return what follows: as it was stored for settling, before that as the rules have it."""
    sides = _sides(rows, None)
    stored = [_stored_line(row, sides) for row in standing_consequences(rows.section)]
    if stored or rows.is_running or rows.record.kind.family is Family.FIDE:
        return [line for line in stored if line is not None]
    return [
        ConsequenceLine(
            *sides[step.who][:2], consequence_words(step.what, step.value), step.clause, "", _office_words(step.refer)
        )
        for step in consequences_of(rows.record)
        if step.who in sides
    ]


def _stored_line(row: Consequence, sides: Mapping[str, _Side]) -> ConsequenceLine | None:
    side = sides.get(str(row.player_id or row.team_id))
    if side is None:
        return None
    words = consequence_words(Step(row.what), row.value)
    return ConsequenceLine(
        *side[:2],
        words,
        Clause.parse(row.clause),
        str(Consequence.State(row.state).label),
        _office_words(row.office) if row.what == Step.ASK else "",
    )


def _office_words(office: str | None) -> str:
    return office_words(str(office)) if office else ""
