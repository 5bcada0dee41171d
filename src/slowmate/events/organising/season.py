"""A season of the league after another: who plays in which division, and whether the numbers of the plan fit."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from slowmate.events.organising.league import NEW_TEAMS, PLAN
from slowmate.events.running.promotion import LEAGUE, UP_AND_DOWN, Promotion
from slowmate.records import PromotionPlan
from slowmate.rulebook import Fact, Ground, Ruling, in_force

DIVISIONS = LEAGUE[::-1]
"""Their kinds of event, the highest first."""


@dataclass(frozen=True, slots=True)
class Composition:
    """The teams of each division. Where they are fewer or more than its places, the commissioner decides."""

    divisions: Mapping[str, tuple[str, ...]]
    vacant: Mapping[str, int]
    over: Mapping[str, int]


def compose(
    last: Mapping[str, Sequence[str]],
    moves: Sequence[Promotion],
    entered: Sequence[str],
    places: Mapping[str, int],
    *,
    start: date,
    relegated: Collection[str] = (),
) -> Ruling[Composition]:
    """Return where the teams that *entered* play: where they did *last*, unless they moved; new ones in the lowest.

    *places* is how many each division has; *relegated* go down for having changed all players (5.7/2). Teams that did
    not enter again leave their places vacant.
    """
    goes_to = {move.who: move.to for promotion in moves for move in (*promotion.up, *promotion.down) if move.to}
    played = {team: kind for kind, teams in last.items() for team in teams}
    divisions: dict[str, list[str]] = {kind: [] for kind in DIVISIONS}
    new: list[Fact] = []
    for team in entered:
        kind = goes_to.get(team) or played.get(team)
        if kind is None:
            new.append(team)
            kind = DIVISIONS[-1]
        elif team in relegated and team not in goes_to:
            kind = DIVISIONS[min(DIVISIONS.index(kind) + 1, len(DIVISIONS) - 1)]
        divisions[kind].append(team)
    left = {kind: places.get(kind, 0) - len(teams) for kind, teams in divisions.items()}
    vacant = {kind: free for kind, free in left.items() if free > 0}
    over = {kind: -free for kind, free in left.items() if free < 0}
    value = Composition({kind: tuple(teams) for kind, teams in divisions.items()}, vacant, over)
    moved: list[Fact] = [team for team in entered if team in goes_to or team in relegated]
    grounds = (
        Ground(in_force(UP_AND_DOWN, on=start), {"moved": moved, "entered": len(entered)}),
        Ground(in_force(NEW_TEAMS, on=start), {"new": new}),
        Ground(in_force(PLAN.clause, on=start), {"vacant": dict(vacant), "over": dict(over)}),
    )
    return Ruling(value, grounds)


def moves_balance(
    plans: Mapping[str, PromotionPlan], groups: Mapping[str, int], *, start: date
) -> Ruling[dict[str, int]]:
    """Return by how many teams each division would grow if all groups move as planned; empty if the numbers fit."""
    grows = dict.fromkeys(DIVISIONS, 0)
    for place, kind in enumerate(DIVISIONS):
        plan = plans.get(kind, PromotionPlan())
        up = groups.get(kind, 0) * plan.up + plan.best_of_rest
        down = groups.get(kind, 0) * plan.down
        grows[kind] -= up + down
        if place > 0:
            grows[DIVISIONS[place - 1]] += up
        if place + 1 < len(DIVISIONS):
            grows[DIVISIONS[place + 1]] += down
    unbalanced = {kind: number for kind, number in grows.items() if number}
    return Ruling(unbalanced, (Ground(in_force(PLAN.clause, on=start), {"grows": dict(unbalanced)}),))
