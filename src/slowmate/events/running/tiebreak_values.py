"""The tie-breaks of section 7 of one table, exactly: what each gives those who are still tied."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from slowmate.records import Result, Scoring

HALF = Fraction(1, 2)
BOARD = "board_"
"""Before the number of a board, the name under which a table has the points on it."""
Score = Mapping[str, Fraction]
Criterion = Callable[[Sequence[str]], Score]
"""A value for each of those still tied; it may look at who they are (mutual results do)."""
Criteria = Mapping[str, Criterion]
"""The criteria of one tie-break, in order, by the names that tables give it: one thing, or the boards one by one."""


@dataclass(slots=True)
class Match:
    """A match of two teams: their scores, how many of its games still run, and the *most* a game can bring."""

    points: dict[str, Fraction]
    most: Fraction
    running: int = 0

    def winner(self) -> str | None:
        """Return the team that cannot be caught any more."""
        (team, first), (opponent, second) = self.points.items()
        if abs(first - second) <= self.most * self.running:
            return None
        return team if first > second else opponent

    def is_drawn(self) -> bool:
        first, second = self.points.values()
        return not self.running and first == second


Matches = Mapping[tuple[int | None, frozenset[str]], Match]
"""Matches by their teams; over the board, where teams may meet again, by the round, too."""


@dataclass(frozen=True, slots=True)
class Results:
    """The results that tie-breaks compare: of players their *wins* and finished *games*, of teams the rest.

    *boards* are the points of each team on each board, *bonus* the match points beside the matches.
    """

    points: Score
    wins: Mapping[str, int] = field(default_factory=dict)
    games: Sequence[tuple[str, str, Result]] = ()
    matches: Matches = field(default_factory=dict)
    boards: Mapping[int, Score] = field(default_factory=dict)
    bonus: Score = field(default_factory=dict)
    scoring: Scoring = field(default_factory=Scoring)


def _of(values: Score) -> Criterion:
    return lambda tied: {side: values[side] for side in tied}


def wins(results: Results) -> Criteria:
    """Compare games won."""
    return {"wins": _of({side: Fraction(count) for side, count in results.wins.items()})}


def sonneborn_berger(results: Results) -> Criteria:
    """Compare the points of the opponents, weighed by what was scored against them."""
    weighed: dict[str, Fraction] = dict.fromkeys(results.points, Fraction(0))
    for white, black, result in results.games:
        white_half, black_half = result.half_points
        weighed[white] += white_half * HALF * results.points[black]
        weighed[black] += black_half * HALF * results.points[white]
    return {"sonneborn_berger": _of(weighed)}


def mutual(results: Results) -> Criteria:
    """Compare what players scored in the games among themselves."""

    def among_themselves(tied: Sequence[str]) -> Score:
        among = set(tied)
        scored: dict[str, Fraction] = dict.fromkeys(tied, Fraction(0))
        for white, black, result in results.games:
            if white in among and black in among:
                scored[white] += result.half_points[0] * HALF
                scored[black] += result.half_points[1] * HALF
        return scored

    return {"mutual": among_themselves}


def match_points(results: Results) -> Criteria:
    """Compare match points: two for a won match, one for a drawn one, unless the event counts otherwise.

    A running match counts once it cannot be turned any more.
    """

    def scored(tied: Sequence[str]) -> Score:
        points = {side: results.bonus[side] for side in tied}
        for match in results.matches.values():
            winner, drawn = match.winner(), match.is_drawn()
            for team in match.points:
                if team in points and drawn:
                    points[team] += results.scoring.team_draw
                elif team in points and winner is not None:
                    points[team] += results.scoring.team_win if team == winner else results.scoring.team_loss
        return points

    return {"match_points": scored}


def team_mutual(results: Results) -> Criteria:
    """Compare the board points of teams in the matches among themselves."""

    def among_themselves(tied: Sequence[str]) -> Score:
        among = set(tied)
        scored = dict.fromkeys(tied, Fraction(0))
        for (_, sides), match in results.matches.items():
            if sides <= among:
                for team, gained in match.points.items():
                    scored[team] += gained
        return scored

    return {"mutual": among_themselves}


def boards(results: Results) -> Criteria:
    """Compare the points on each board, the first board first."""
    return {f"{BOARD}{number}": _of(results.boards[number]) for number in sorted(results.boards)}
