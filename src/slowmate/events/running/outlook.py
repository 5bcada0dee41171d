"""The outlook of each player in a running section: places, rights and norms, certain, possible or gone, and how likely.

What is certain and what is gone follows from `certainty`, from the routes of `entry` and from the statement of norms;
how likely the rest is, from playing the open games many times (`chances`). A right counts as reached where the result
gives it or a higher one of the same series, as one event gives one right. Where a place is shared after all tie-breaks
and an office decides, all who share it have the same part of the chance.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from slowmate.events.entry.entrants import PastResult
from slowmate.events.entry.routes import chance_of, positive_score, rights_of
from slowmate.events.running.certainty import Chance, PlaceOutlook
from slowmate.events.running.chances import RUNS, Simulation, shown_odds, simulate
from slowmate.events.running.consequences import Step, past_results, silent_players
from slowmate.events.running.goals import Goal, goals
from slowmate.events.running.standings import standings
from slowmate.records import BadInput, Event, Family, Pairing, Result, Status, seated
from slowmate.rulebook import Clause
from slowmate.titles.norms import norms
from slowmate.titles.reports import NormOutlook, PlayerNorms

LEAST_TABLES = 400
"""With fewer tables of a result, tables are drawn anew for it."""
NORM_CHANCE = {
    NormOutlook.GUARANTEED: Chance.CERTAIN,
    NormOutlook.REACHABLE: Chance.POSSIBLE,
    NormOutlook.GONE: Chance.GONE,
}

Shares = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class RightOutlook:
    """A right that a result can give, or a place in the next stage by the plan: the kind of event it leads *to*.

    *chance* and *odds* are those of this right or a higher one of its series; the odds are those shown, 1 for
    certain and 0 for gone, and None where other sections decide as well. *is_held*: it may be used already.
    """

    what: Step
    to: str | None
    clause: Clause
    chance: Chance
    odds: Fraction | None
    is_held: bool = False


@dataclass(frozen=True, slots=True)
class NormChance:
    """A norm that a player can make, or could have made: the score it takes, and the part of it scored so far."""

    title: str
    needed: Fraction
    points: Fraction
    running: int
    state: NormOutlook
    odds: Fraction | None
    """None where the event does not list all games: then it cannot be played out."""


@dataclass(frozen=True, slots=True)
class PlayerOutlook:
    """The outlook of a player or a team in a section.

    *best* and *worst* place (bounds where not *is_exact*), and the odds of being *first*, be it shared. In a team event
    places and rights are the teams'; a player has norms only, and no place.
    """

    id: str
    best: int | None = None
    worst: int | None = None
    is_exact: bool = True
    first: Fraction | None = None
    rights: tuple[RightOutlook, ...] = ()
    down: RightOutlook | None = None
    norms: tuple[NormChance, ...] = ()


@dataclass(frozen=True, slots=True)
class SectionOutlook:
    """A running section as people may be told of it. *seed* and *runs* are what the chances were drawn with."""

    players: tuple[PlayerOutlook, ...]
    teams: tuple[PlayerOutlook, ...]
    seed: str
    runs: int


@dataclass(frozen=True, slots=True)
class Stakes:
    """The stakes of one running game for one of its players: the outlook *now*, and after each result.

    In a team event places and rights are those of the *team*, the norms those of the player.
    """

    player: str
    team: str | None
    now: PlayerOutlook
    win: PlayerOutlook
    draw: PlayerOutlook
    loss: PlayerOutlook


def section_outlook(event: Event, *, seed: str | None = None, runs: int = RUNS) -> SectionOutlook:
    """Return the outlooks of a section, in the order of its players (and teams); finished ones have nothing open.

    The lots come from *seed*, by default what tells the section from others.
    """
    event = _of_iccf(event)
    seed = _seed(event, seed)
    if not event.players:
        return SectionOutlook((), (), seed, runs)
    field = _Field(event, _tables(event, seed, runs))
    people = tuple(field.player(player.id) for player in event.players)
    return SectionOutlook(people, tuple(field.side(team.id) for team in event.teams), seed, runs)


def game_stakes(event: Event, game: Pairing, *, seed: str | None = None, runs: int = RUNS) -> tuple[Stakes, Stakes]:
    """Return what a running game of *event* means for White and for Black: after a win, a draw and a loss of each.

    The chances after a result are those of the tables in which the game ended so.
    """
    if game not in event.games or game.result is not None:
        raise BadInput(f"{game.white}-{game.black} is no running game of {event.name}", field="game")
    number = event.games.index(game)
    event = _of_iccf(event)
    seed = _seed(event, seed)
    pair = event.games[number]
    tables = _tables(event, seed, runs)
    team_of = {player: team.id for team in event.teams for player in team.players}
    sides = {team_of.get(player, player) for player in (pair.white, pair.black)}
    now = _Field(event, tables, sides)
    after = []
    for result in (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS):
        decided = replace(pair, result=result)
        ended = replace(event, games=(*event.games[:number], decided, *event.games[number + 1 :]))
        matching = tables.where(tables.running.index(pair), result.half_points[0])
        if matching.places.shape[1] < min(LEAST_TABLES, runs):
            matching = _tables(ended, f"{seed}/{result.value}", runs)
        after.append(_Field(ended, matching, sides))
    white, black = (
        Stakes(player, team_of.get(player), *(field.player(player, with_team=True) for field in (now, *order)))
        for player, order in ((pair.white, after), (pair.black, after[::-1]))
    )
    return white, black


def _of_iccf(event: Event) -> Event:
    if event.kind.family is Family.FIDE:
        raise BadInput(f"{event.kind.slug}: only events of the ICCF run long enough to ask", field="kind")
    return seated(event)


def _seed(event: Event, seed: str | None) -> str:
    return (event.id or event.name) if seed is None else seed


def _tables(event: Event, seed: str, runs: int) -> Simulation:
    is_open = any(game.result is None for game in event.games)
    return simulate(event, seed=seed, runs=runs if is_open else 1)


class _Field:
    """A section with the tables drawn for it, which answers for one player after the other; *only*: those sides."""

    def __init__(self, event: Event, tables: Simulation, only: Collection[str] | None = None) -> None:
        lines = standings(event).value
        self.is_over = not any(game.result is None for game in event.games)
        ended = event.end or event.start if self.is_over else None
        self.results = past_results(event, lines, ended=ended, only=only)
        self.places = {side_id: result.outlook for side_id, result in self.results.items()}
        if self.is_over:
            sharing = Counter(line.place for line in lines)
            self.places = {line.id: PlaceOutlook(line.place, line.place + sharing[line.place] - 1) for line in lines}
        self.event, self.tables, self.goals = event, tables, goals(event)
        self.row = {side_id: number for number, side_id in enumerate(tables.ids)}
        self.team_of = {player: team.id for team in event.teams for player in team.players}
        games = np.array([{line.id: line.games for line in lines}[side_id] for side_id in tables.ids])
        winner = tables.places.argmin(axis=0)
        silent = silent_players(event)
        self.may_qualify = [number for number, side_id in enumerate(tables.ids) if side_id not in silent]
        self.is_positive = tables.halves.max(axis=0) > games[winner]
        self.norms = _norms(event, only, self.team_of)

    def player(self, player_id: str, *, with_team: bool = False) -> PlayerOutlook:
        """Return the outlook of a player; *with_team* with the place and the rights of their team, if they have one."""
        side = self.team_of.get(player_id) if self.event.teams else player_id
        outlook = PlayerOutlook(player_id)
        if side is not None and (with_team or not self.event.teams):
            outlook = replace(self.side(side), id=player_id)
        line = self.norms.get(player_id)
        return replace(outlook, norms=self._norms(line)) if line else outlook

    def side(self, side_id: str) -> PlayerOutlook:
        """Return the outlook of a side with a line in the table."""
        result, outlook = self.results[side_id], self.places[side_id]
        held = {(right.to, right.half) for right in rights_of(result).value}
        rights: list[RightOutlook] = []
        for series in dict.fromkeys(goal.series for goal in self.goals):
            own = [goal for goal in self.goals if goal.series == series]
            reached: Shares = np.zeros(self.tables.places.shape[1])
            for number, goal in enumerate(own, 1):
                chance = self._chance(own[:number], side_id)
                reached = np.maximum(reached, self._reached(goal, self.row[side_id], result.games))
                odds = (
                    None
                    if goal.best_of_rest and chance is Chance.POSSIBLE
                    else shown_odds(chance, float(reached.mean()))
                )
                is_given = self.is_over or (goal.to, goal.what is Step.HALF_RIGHT) in held
                is_held = is_given and chance is Chance.CERTAIN
                rights.append(RightOutlook(goal.what, goal.to, goal.clause, chance, odds, is_held))
                if is_held:
                    break
        return PlayerOutlook(
            side_id,
            outlook.best,
            outlook.worst,
            outlook.exact,
            shown_odds(outlook.of_place(1), self.tables.of_place(side_id, 1)),
            tuple(right for right in rights if right.what is not Step.DOWN),
            next((right for right in rights if right.what is Step.DOWN), None),
        )

    def _chance(self, own: Sequence[Goal], side_id: str) -> Chance:
        """Decide whether the last of these goals of a series, or a higher one, is certain, possible or gone."""
        result, places = self.results[side_id], own[-1].places
        if own[-1].what is Step.DOWN and places is not None:
            return _not_among(self.places[side_id].of_place(len(self.tables.ids) - places[1]))
        if result.status is Status.SILENT:
            return Chance.GONE
        chances = [_of_goal(goal, result) for goal in own]
        if Chance.CERTAIN in chances or _covers(own, result):
            return Chance.CERTAIN
        return Chance.GONE if set(chances) == {Chance.GONE} else Chance.POSSIBLE

    def _reached(self, goal: Goal, row: int, games: int) -> Shares:
        """Return for each table the part of a goal that is reached: all, nothing, or a share of the last place."""
        places = self.tables.places
        reached: Shares = np.full(places.shape[1], float(goal.by_taking_part))
        if goal.places is not None:
            first, last = goal.places
            down = goal.what is Step.DOWN
            tied = np.maximum(1, (places[... if down else self.may_qualify] == places[row]).sum(axis=0))
            best = len(self.tables.ids) + 2 - places[row] - tied if down else places[row]
            reached = np.clip((last + 1 - best) / tied, 0.0, 1.0) * ((tied > 1) | (best >= first))
        if goal.share is not None:
            halves = self.tables.halves[row]
            reached = np.maximum(reached, halves * goal.share.denominator >= 2 * goal.share.numerator * games)
        return reached * self.is_positive if goal.asks_positive else reached

    def _norms(self, line: PlayerNorms) -> tuple[NormChance, ...]:
        chances = []
        for title, norm in line.norms.items():
            if norm.needed is None or not norm.possible:
                continue
            odds = None
            if norm.outlook is not NormOutlook.REACHABLE or self._plays_all(line):
                odds = shown_odds(NORM_CHANCE[norm.outlook], self.tables.of_score(line.id, norm.needed))
            chances.append(NormChance(title, norm.needed, line.score, line.running, norm.outlook, odds))
        return tuple(chances)

    def _plays_all(self, line: PlayerNorms) -> bool:
        """Decide whether the games that a norm waits for are those that were played out."""
        own = [game for game in self.event.games if game.result is None and line.id in (game.white, game.black)]
        return len(own) == line.running


def _norms(event: Event, only: Collection[str] | None, team_of: Mapping[str, str]) -> dict[str, PlayerNorms]:
    if only is None:
        return {line.id: line for line in norms(event).players}
    player_ids = [player.id for player in event.players if team_of.get(player.id, player.id) in only]
    return {line.id: line for player_id in player_ids for line in norms(event, only=player_id).players}


def _not_among(chance: Chance) -> Chance:
    opposite = {Chance.CERTAIN: Chance.GONE, Chance.GONE: Chance.CERTAIN}
    return opposite.get(chance, Chance.POSSIBLE)


def _of_goal(goal: Goal, result: PastResult) -> Chance:
    """Decide whether one goal is reached, which is not to go down."""
    places = goal.places
    chance = chance_of(result, places, goal.share)
    if goal.best_of_rest and places is not None and chance is Chance.GONE and result.outlook.best <= places[1] + 1:
        chance = Chance.POSSIBLE
    return max(chance, positive_score(result), key=list(Chance).index) if goal.asks_positive else chance


def _covers(own: Sequence[Goal], result: PastResult) -> bool:
    """Decide whether every place they can still have leads to one of these goals."""
    last, needed = 0, own[:0]
    for goal in own:
        if goal.places is not None and goal.places[0] <= last + 1 <= goal.places[1]:
            last, needed = goal.places[1], [*needed, goal]
    asks = any(goal.asks_positive for goal in needed)
    return result.outlook.worst <= last and (not asks or positive_score(result) is Chance.CERTAIN)
