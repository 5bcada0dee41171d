"""What a section still holds: the places everybody can end on, what they lead to, certain, possible or gone, and how
likely what is possible is. Of a finished section: what follows from its table."""

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
from slowmate.server.events.pages.section_table import Named, named
from slowmate.server.events.queries.section_cache import consequences_of, outlook_of, table_of
from slowmate.server.events.queries.sections import SectionRows
from slowmate.server.events.text import kind_words, office_words, shared_place
from slowmate.words import say_odds


@dataclass(frozen=True, slots=True)
class GoalColumn:
    """Something that results lead to: by which places or points, and to what."""

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

    who: Named
    is_team: bool
    is_mine: bool
    place: str
    span: str
    """From the best to the worst place he can end on."""
    first: ChanceCell
    cells: tuple[ChanceCell, ...]


@dataclass(frozen=True, slots=True)
class Certain:
    """Something that nobody can take from somebody any more."""

    who: Named
    is_team: bool
    words: str
    clause: Clause


@dataclass(frozen=True, slots=True)
class OutlookPage:
    goals: tuple[GoalColumn, ...]
    lines: tuple[OutlookLine, ...]
    certain: tuple[Certain, ...]
    runs: int


def has_outlook(rows: SectionRows) -> bool:
    """Whether there is anything to ask: games run, and not over the board."""
    return rows.is_running and rows.finished > 0 and rows.record.kind.family is not Family.FIDE


def outlook_page(rows: SectionRows, *, me: int | None = None) -> OutlookPage:
    """Everybody's outlook in a running section, in the order of the table."""
    event = rows.record
    found = outlook_of(event)
    by_id = {one.id: one for one in found.teams or found.players}
    wanted = goals(event)
    sides = _sides(rows, me)
    lines = table_of(event).value
    sharing = {line.place: sum(other.place == line.place for other in lines) for line in lines}
    shown = tuple(
        _line(by_id[line.id], sides[line.id], shared_place(line.place, sharing[line.place]), wanted) for line in lines
    )
    certain = tuple(
        Certain(*sides[line.id][:2], _goal_of(right), right.clause)
        for line in lines
        for right in _with_down(by_id[line.id])
        if right.chance is Chance.CERTAIN
    )
    return OutlookPage(tuple(_column(goal) for goal in wanted), shown, certain, RUNS)


_Side = tuple[Named, bool, bool]
"""Who it is, whether it is a team, and whether it is the reader or his team."""


def _sides(rows: SectionRows, me: int | None) -> dict[str, _Side]:
    if not rows.record.teams:
        return {str(seat.player_id): (named(seat), False, seat.player_id == me) for seat in rows.seats}
    own = {str(seat.team_id) for seat in rows.seats if rows.holder(seat).player_id == me}
    return {
        team.id: (Named(int(team.id), team.name, federation=team.federation or ""), True, team.id in own)
        for team in rows.record.teams
    }


def _line(one: PlayerOutlook, side: _Side, place: str, wanted: tuple[Goal, ...]) -> OutlookLine:
    best, worst = one.best or 0, one.worst or 0
    return OutlookLine(
        *side,
        place,
        places(best, worst),
        chance_cell(one.first, Chance.POSSIBLE),
        tuple(of_goal(one, goal) for goal in wanted),
    )


def places(best: int, worst: int) -> str:
    """From the best to the worst place that somebody can end on."""
    return str(best) if best == worst else f"{best}–{worst}"


def _with_down(one: PlayerOutlook) -> tuple[RightOutlook, ...]:
    return (*one.rights, one.down) if one.down else one.rights


def of_goal(one: PlayerOutlook, goal: Goal) -> ChanceCell:
    """Whether somebody reaches a goal."""
    for right in _with_down(one):
        if (right.what, right.to, right.clause) == (goal.what, goal.to, goal.clause):
            return chance_cell(right.odds, right.chance)
    return ChanceCell(gettext("has a higher one"), "certain")  # of one series, which gives one right


def chance_cell(odds: Fraction | None, chance: Chance) -> ChanceCell:
    """Odds in words; *chance* where there are none."""
    step = Chance.CERTAIN if odds == 1 else Chance.GONE if odds == 0 else chance
    return ChanceCell(say_odds(odds, translate=gettext), step.value)


def _column(goal: Goal) -> GoalColumn:
    return GoalColumn(goal_words(goal), step_words(goal.what, goal.to), goal.clause)


def _goal_of(right: RightOutlook) -> str:
    return step_words(right.what, right.to)


def goal_words(goal: Goal) -> str:
    """What has to be reached: places, a share of the points, or taking part."""
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


def step_words(step: Step, value: str | None) -> str:
    """What a result leads to, with the kind of event where it is one."""
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
class Following:
    """One consequence of a finished section."""

    who: Named
    is_team: bool
    words: str
    clause: Clause
    state: str
    """Whether it has been carried out; empty where nobody has looked at it yet."""
    asks: str
    """Which office decides, where equals share what not all of them can have."""


def following(rows: SectionRows) -> list[Following]:
    """What follows: as it was kept when the section was settled, and before that as the rules have it."""
    sides = _sides(rows, None)
    kept = rows.section.consequences.exclude(state=Consequence.State.DISMISSED).exclude(is_void=True)
    found = [_kept(row, sides) for row in kept.order_by("pk")]
    if found or rows.is_running or rows.record.kind.family is Family.FIDE:
        return [one for one in found if one is not None]
    return [
        Following(*sides[step.who][:2], step_words(step.what, step.value), step.clause, "", _office(step.refer))
        for step in consequences_of(rows.record)
        if step.who in sides
    ]


def _kept(row: Consequence, sides: Mapping[str, _Side]) -> Following | None:
    side = sides.get(str(row.player_id or row.team_id))
    if side is None:
        return None
    words = step_words(Step(row.what), row.value)
    return Following(
        *side[:2],
        words,
        Clause.parse(row.clause),
        str(Consequence.State(row.state).label),
        _office(row.office) if row.what == Step.ASK else "",
    )


def _office(office: str | None) -> str:
    return office_words(str(office)) if office else ""
