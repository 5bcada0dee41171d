"""Probabilities of places and scores of a running section, by playing its open games many times.

The method: every running game is decided by a lot, with the chances of a win, a draw and a loss that
ICCF-RATING-2023 2.2(c) gives for the two ratings at the start; all finished games stand. The table is made each time
by points and by the tie-breaks of section 7, and the share of the 10,000 tables in which something happens is its
chance. A player without a rating counts with a FIDE rating, else with the mean of the section. Colours, form and
clocks are not considered. The lots come from a seed, so that anybody gets the same numbers again; a share is good to
about one in a hundred.

What is certain or gone is not asked of lots but of `certainty`, and never contradicted: every table that is drawn is a
possible end of the section.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from slowmate.events.organising.lots import uniform
from slowmate.events.running.certainty import Chance
from slowmate.events.running.tiebreak_arrays import ArrayCriterion, DrawnTables
from slowmate.events.running.tiebreaks import tie_breaks_of
from slowmate.ratings.iccf.glickman_steps import UNRATED_RATING, result_chances
from slowmate.ratings.start import published_rating
from slowmate.records import Event, Pairing, Player, seated

if TYPE_CHECKING:
    from slowmate.events.running.tiebreak_arrays import Halves, Keys

RUNS = 10_000
CELLS = 6_000_000
"""Cells of a table of all against all that are held at once: larger fields are played in parts."""

ODDS = tuple(
    Fraction(one, of)
    for one, of in (
        (1, 100), (1, 50), (1, 20), (1, 10), (1, 5), (1, 4), (1, 3), (1, 2),
        (2, 3), (3, 4), (4, 5), (9, 10), (19, 20), (49, 50), (99, 100),
    )
)  # fmt: skip
"""The odds that people read: a chance is rounded to the nearest of them."""


@dataclass(frozen=True, slots=True)
class Simulation:
    """The final tables that were drawn: a row for each player or team, a column for each time it was played out.

    *seats* are the half points of single players, with their *seat_ids*; without teams those of the table. *scored* is
    what White scored in each of the *running* games.
    """

    ids: tuple[str, ...]
    places: NDArray[np.int16]
    halves: "Halves"
    seat_ids: tuple[str, ...]
    seats: "Halves"
    running: tuple[Pairing, ...]
    scored: "Halves"

    def of_place(self, side: str, place: int) -> float:
        """Return the share of tables in which *side* is among the first *place*; sharing the last of them counts."""
        return float(np.mean(self.places[self.ids.index(side)] <= place))

    def of_points(self, side: str, points: Fraction) -> float:
        """Return the share of tables in which *side* has at least so many points."""
        return float(np.mean(self.halves[self.ids.index(side)] >= ceil(2 * points)))

    def of_score(self, player: str, points: Fraction) -> float:
        """Return the share of tables in which a player, of a team or not, has at least so many points."""
        return float(np.mean(self.seats[self.seat_ids.index(player)] >= ceil(2 * points)))

    def where(self, game: int, half: int) -> "Simulation":
        """Return only the tables in which White scored so many half points in one of the running games."""
        matching = self.scored[game] == half
        return replace(
            self,
            places=self.places[:, matching],
            halves=self.halves[:, matching],
            seats=self.seats[:, matching],
            scored=self.scored[:, matching],
        )

    def expected_points(self, side: str) -> float:
        return float(np.mean(self.halves[self.ids.index(side)]) / 2)


def shown_odds(chance: Chance, share: float) -> Fraction:
    """Round a share of tables to odds: 1 only for what is certain, 0 only for what is gone, else one of ODDS."""
    if chance is not Chance.POSSIBLE:
        return Fraction(chance is Chance.CERTAIN)
    return min(ODDS, key=lambda odds: abs(float(odds) - share))


def simulate(event: Event, *, seed: str, runs: int = RUNS) -> Simulation:
    """Play the running games of *event* out *runs* times, with lots from *seed*. Teams, if any, are ranked."""
    event = seated(event)
    field = _field(event)
    part = max(1, min(runs, CELLS // max(1, len(field.ids) ** 2)))
    lots = uniform(seed, len(field.running) * runs).reshape(runs, len(field.running))
    tables = [_play_out(event, field, lots[first : first + part]) for first in range(0, runs, part)]
    places, halves, seats, scored = (np.concatenate(parts, axis=1) for parts in zip(*tables, strict=True))
    seat_ids = tuple(player.id for player in event.players)
    return Simulation(field.ids, places, halves, seat_ids, seats, tuple(game for *_, game in field.running), scored)


@dataclass(frozen=True, slots=True)
class _Field:
    """The ranked players or teams, and the games between two of them: side of White, side of Black, board."""

    ids: tuple[str, ...]
    finished: tuple[tuple[int, int, int, Pairing], ...]
    running: tuple[tuple[int, int, int, Pairing], ...]
    boards: tuple[int, ...]


def _field(event: Event) -> _Field:
    ids = tuple(side.id for side in event.teams or event.players)
    side_of = {side_id: number for number, side_id in enumerate(ids)}
    board_of: dict[str, int] = {}
    if event.teams:
        side_of = {player: number for number, team in enumerate(event.teams) for player in team.players}
        board_of = {player: board for team in event.teams for board, player in enumerate(team.players, 1)}
    games = [
        (side_of[game.white], side_of[game.black], game.board or board_of.get(game.white, 0), game)
        for game in event.games
        if game.white in side_of and game.black in side_of and side_of[game.white] != side_of[game.black]
    ]
    finished = tuple(game for game in games if game[3].result is not None and game[3].result.counts)
    running = tuple(game for game in games if game[3].result is None)
    boards = tuple(sorted({board for *_, board, _ in (*finished, *running)})) if event.teams else ()
    return _Field(ids, finished, running, boards)


def _play_out(event: Event, field: _Field, lots: NDArray[np.float64]) -> "tuple[Halves, Halves, Halves, Halves]":
    """Return places and half points of all, those of single players, and what White scored in each running game.

    A column for each row of *lots*.
    """
    runs, sides = len(lots), len(field.ids)
    against = np.zeros((sides, sides, runs), np.int16)
    wins = np.zeros((sides, runs), np.int16)
    boards = {board: np.zeros((sides, runs), np.int16) for board in field.boards}
    results = _results(event, [game for *_, game in field.running], lots)
    scored = [(white, black, board, *_half_points(game)) for white, black, board, game in field.finished]
    drawn = [(*game[:3], half, 2 - half) for game, half in zip(field.running, results, strict=True)]
    for white, black, board, white_half, black_half in (*scored, *drawn):
        against[white, black] += white_half
        against[black, white] += black_half
        wins[white] += white_half == 2
        wins[black] += black_half == 2
        if board in boards:
            boards[board][white] += white_half
            boards[board][black] += black_half
    halves = against.sum(axis=1, dtype=np.int16)
    order = tie_breaks_of(event)
    tables = DrawnTables(against, halves, wins, boards, _paired(field))
    criteria = [criterion for tie_break in order for criterion in tie_break.drawn(tables)]
    if order:
        criteria += [_fixed(_column(field.ids, extra.values, runs)) for extra in event.further_tie_breaks]
    seats = _seats(event, field, results) if event.teams else halves
    return _places(halves.astype(np.int64), criteria), halves, seats, results


def _seats(event: Event, field: _Field, results: "Halves") -> "Halves":
    """Return the half points of every single player of a team event."""
    row = {player.id: number for number, player in enumerate(event.players)}
    seats = np.zeros((len(row), results.shape[1]), np.int16)
    finished = [(game, *_half_points(game)) for *_, game in field.finished]
    drawn = [(game, half, 2 - half) for (*_, game), half in zip(field.running, results, strict=True)]
    for game, white_half, black_half in (*finished, *drawn):
        seats[row[game.white]] += white_half
        seats[row[game.black]] += black_half
    return seats


def _half_points(game: Pairing) -> tuple[int, int]:
    return game.result.half_points if game.result else (0, 0)


def _results(event: Event, games: Sequence[Pairing], lots: NDArray[np.float64]) -> "Halves":
    """Return what White scores in each running game, in half points: a row a game."""
    ratings = _ratings(event.players)
    white = np.array([ratings[game.white] for game in games], float)
    black = np.array([ratings[game.black] for game in games], float)
    win, draw, _ = result_chances(white, black)
    return ((lots < win).astype(np.int16) + (lots < win + draw)).T


def _ratings(players: Sequence[Player]) -> dict[str, float]:
    ratings = {player.id: published_rating(player) or player.fide_rating for player in players}
    rated = [rating for rating in ratings.values() if rating]
    mean = sum(rated) / len(rated) if rated else UNRATED_RATING
    return {player_id: float(rating or mean) for player_id, rating in ratings.items()}


def _paired(field: _Field) -> "Keys":
    paired = np.zeros((len(field.ids), len(field.ids)), np.int64)
    for white, black, *_ in (*field.finished, *field.running):
        paired[white, black] = paired[black, white] = 1
    return paired


def _column(ids: Sequence[str], values: Mapping[str, int], runs: int) -> "Keys":
    return np.repeat(np.array([[values.get(side_id, 0)] for side_id in ids], np.int64), runs, axis=1)


def _fixed(values: "Keys") -> ArrayCriterion:
    return lambda _: values


def _places(key: "Keys", criteria: Sequence[ArrayCriterion]) -> NDArray[np.int16]:
    """Return places by *key*, then by each criterion among those still tied."""
    for criterion in criteria:
        values = criterion(key)
        key = key * (1 + int(values.max(initial=0))) + values
        key = _ranks(key)
    return 1 + np.stack([(key > own).sum(axis=0, dtype=np.int16) for own in key])


def _ranks(key: "Keys") -> "Keys":
    """Return small numbers in the order of the keys, so that further digits fit."""
    return np.stack([(key < own).sum(axis=0, dtype=np.int64) for own in key])
