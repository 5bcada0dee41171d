"""Sections 1.41 and 1.42a-d: which games are included, how many a norm takes, and how many it counts."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from slowmate.records import FideCategory
from slowmate.rulebook import Clause, Dated, Fact, Ground, Ruling, clause
from slowmate.titles.fide.titles import FideTitle

FID = "FID"
NO_FEDERATION = frozenset({None, "", "NON"})
"""The codes of players without a federation of FIDE."""


class DecidedBy(StrEnum):
    """The way a game came to its result. A game lost by forfeit once it had started was played over the board."""

    OVER_THE_BOARD = "over the board"
    FORFEIT = "forfeit"
    ADJUDICATED = "adjudicated"


@dataclass(frozen=True, slots=True)
class Opponent:
    """An opponent as norms see them: *title* and *rating* are those that count for this game (0.43, 1.15, 1.46a)."""

    id: str
    federation: str | None
    title: FideTitle | None = None
    rating: int | None = None
    is_computer: bool = False


@dataclass(frozen=True, slots=True)
class NormGame:
    """One game of the applicant: *half_points* is what they scored, None while it runs."""

    opponent: Opponent
    half_points: int | None
    round: int = 0
    decided: DecidedBy = DecidedBy.OVER_THE_BOARD


# -- 1.42a-d: what is not included ------------------------------------------------------------------------------------

NOT_IN_FIDE = clause("FIDE-TITLES-2017 1.42a/1")
COMPUTER = clause("FIDE-TITLES-2017 1.42b")
UNRATED_ZERO = clause("FIDE-TITLES-2017 1.42c")
NOT_PLAYED = clause("FIDE-TITLES-2017 1.42d/1")
STARTED = clause("FIDE-TITLES-2017 1.42d/2")


def is_included(game: NormGame, *, unrated_zeros: frozenset[str] = frozenset()) -> Ruling[bool]:
    """Return whether a game is one of those a norm is judged by, with the deciding clause.

    *unrated_zeros* are the players of a round robin that `scored_zero` names. A game that has begun is included, even
    if it was forfeited later.
    """
    opponent = game.opponent
    checks: tuple[tuple[Clause, bool], ...] = (
        (NOT_IN_FIDE, opponent.federation in NO_FEDERATION),
        (COMPUTER, opponent.is_computer),
        (UNRATED_ZERO, opponent.id in unrated_zeros),
        (NOT_PLAYED, game.decided is not DecidedBy.OVER_THE_BOARD),
    )
    for cited, applies in checks:
        if applies:
            facts: dict[str, Fact] = {"opponent": opponent.id, "round": game.round, "decided": game.decided}
            return Ruling(False, (Ground(cited, facts),))
    return Ruling(True, (Ground(STARTED, {"opponent": opponent.id, "round": game.round}),))


def scored_zero(
    results: Iterable[tuple[str, str, int | None]], *, unrated: frozenset[str], rated: frozenset[str]
) -> Ruling[frozenset[str]]:
    """Return the unrated players of a round robin who scored nothing against rated opponents.

    *results* are (player, opponent, half points) from both sides, games played over the board only; None is a game
    still running, which leaves the question open. Players who met no rated opponent are not among them.
    """
    against: dict[str, list[int | None]] = defaultdict(list)
    for player, opponent, half_points in results:
        if player in unrated and opponent in rated:
            against[player].append(half_points)
    zeros = frozenset(player for player, scores in against.items() if all(score == 0 for score in scores))
    return Ruling(zeros, (Ground(UNRATED_ZERO, {"players": sorted(zeros), "outcome": "players"}),))


# -- 1.41: the number of games ----------------------------------------------------------------------------------------

NINE = clause("FIDE-TITLES-2017 1.41a")
SEVEN_OF_SEVEN = clause("FIDE-TITLES-2017 1.41b/1")
SEVEN_OF_NINE = clause("FIDE-TITLES-2017 1.41b/2")
CLUBS_TOO = clause("FIDE-QC-2016 S2/clubs")
EIGHT_COUNT_NINE = clause("FIDE-TITLES-2017 1.41b/3")
EIGHT_OF_NINE = clause("FIDE-TITLES-2017 1.41c")
EXTRA_POINTS = clause("FIDE-TITLES-2017 1.41d")
ONLY_THIRTEEN, MOST_GAMES = Dated({"FIDE-TITLES-2017 1.71": 13}).newest

TEAM_CHAMPIONSHIPS = frozenset({FideCategory.WORLD_TEAM, FideCategory.CONTINENTAL_TEAM})
CLUB_CHAMPIONSHIPS = frozenset({FideCategory.WORLD_CLUB, FideCategory.CONTINENTAL_CLUB})
KNOCKOUTS = frozenset({FideCategory.WORLD_CUP, FideCategory.WOMENS_WORLD})


def games_required(category: FideCategory, rounds: int) -> Ruling[int]:
    """Return how many games a norm takes in so many rounds: nine, with the exceptions of 1.41b."""
    facts: dict[str, Fact] = {"category": category, "rounds": rounds}
    if category in TEAM_CHAMPIONSHIPS | CLUB_CHAMPIONSHIPS and 7 <= rounds <= 9:
        grounds = [Ground(SEVEN_OF_SEVEN if rounds == 7 else SEVEN_OF_NINE, facts)]
        if category in CLUB_CHAMPIONSHIPS:
            grounds.append(Ground(CLUBS_TOO, facts))
        return Ruling(7, tuple(grounds))
    if category in KNOCKOUTS:
        return Ruling(8, (Ground(EIGHT_COUNT_NINE, facts),))
    return Ruling(9, (Ground(NINE, facts),))


def may_count_eight(rounds: int, included: int, missing: Sequence[NormGame], *, byes: int) -> Ruling[bool]:
    """Return whether eight games are enough: of nine rounds, one was lost to a forfeit or a bye.

    *missing* are the games that are not included. A game that is missing for another reason, such as an opponent of no
    federation, does not help.
    """
    forfeits = [game for game in missing if game.decided is DecidedBy.FORFEIT and is_only_forfeited(game)]
    holds = rounds == 9 and included == 8 and len(missing) + byes == 1 and len(forfeits) + byes == 1
    facts: dict[str, Fact] = {"rounds": rounds, "games": included, "forfeits": len(forfeits), "byes": byes}
    return Ruling(holds, (Ground(EIGHT_OF_NINE, facts),))


def is_only_forfeited(game: NormGame) -> bool:
    """Return whether the forfeit is the only reason to leave a game out."""
    return game.opponent.federation not in NO_FEDERATION and not game.opponent.is_computer


def games_counted(category: FideCategory, rounds: int, games: int, *, over: int) -> Ruling[tuple[int, int]]:
    """Return how many games a norm counts, and how many of them are full points above the score needed.

    *over* is by how many half points the score exceeds the requirement. Eight games of a World Cup count as nine; in
    tournaments of more than 13 rounds a norm counts 13 games at most, extra points included.
    """
    grounds: list[Ground] = []
    counted = games
    if category in KNOCKOUTS and games == 8:
        counted = 9
        grounds.append(Ground(EIGHT_COUNT_NINE, {"games": games, "counted": counted}))
    extra = over // 2
    if extra:
        grounds.append(Ground(EXTRA_POINTS, {"games": counted, "extra": extra}))
    counted += extra
    if rounds > MOST_GAMES and counted > MOST_GAMES:
        grounds.append(Ground(ONLY_THIRTEEN, {"rounds": rounds, "counted": MOST_GAMES, "reading": "extra-included"}))
        extra, counted = max(0, extra - (counted - MOST_GAMES)), MOST_GAMES
    return Ruling((counted, extra), tuple(grounds))


# -- 1.42d, second paragraph: the last round --------------------------------------------------------------------------

LAST_ROUND = clause("FIDE-TITLES-2017 1.42d/3")


def affordable_last_round(
    included: Sequence[NormGame], missing: Sequence[NormGame], *, last_round: int, required: int
) -> Ruling[NormGame] | None:
    """Return the last-round game the opponent forfeited, as a loss, if the norm needs it in number.

    A norm that stands with this game lost counts as if it had been played. None where there is no such game.
    """
    if len(included) != required - 1 or not last_round:
        return None
    for game in missing:
        won = game.decided is DecidedBy.FORFEIT and game.half_points == 2
        if won and game.round == last_round and is_only_forfeited(game):
            lost = NormGame(game.opponent, 0, game.round)
            return Ruling(
                lost, (Ground(LAST_ROUND, {"opponent": game.opponent.id, "round": game.round, "reading": "as-lost"}),)
            )
    return None
