"""Pairings and colours. All games of an event start at once, so there are no rounds."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from itertools import combinations, product

from slowmate.events.organising.lots import shuffled
from slowmate.events.organising.team_rules import FRIENDLY_MATCH
from slowmate.records import BadInput, Pairing
from slowmate.rulebook import Dated, Fact, Ground, Ruling

EVERYBODY_ONCE = Dated({"ICCF-TR-2016 0.3/1": 1, "ICCF-TR-2017 0.3/1": 1})
COLOURS_BY_LOT = Dated({"ICCF-TR-2016 0.3/2": "lot", "ICCF-TR-2017 0.3/2": "lot"})
TEAM_COLOURS = Dated({"ICCF-TR-2016 8.7(g)": "alternate", "ICCF-TR-2017 8.7(g)": "alternate"})


@dataclass(frozen=True, slots=True)
class Draw:
    """The numbers drawn by lot (position 0 is number 1) and the games that follow from them, all from one day."""

    numbers: tuple[str, ...]
    games: tuple[Pairing, ...]
    start: date


def round_robin(entrants: Sequence[str], *, seed: str, start: date, games_per_pairing: int = 1) -> Ruling[Draw]:
    """Pair all players with each other. *start* decides the edition and is the day on which all games begin.

    Numbers are drawn by lot. Of two players the one with the lower number has White when the sum of the numbers is odd:
    in a field of odd size all have as many Whites as Blacks, in one of even size one more or less. A second game
    has the colours reversed.
    """
    drawn = shuffled(entrants, seed)
    games = []
    for lower, higher in combinations(range(len(drawn)), 2):
        pair = (drawn[lower], drawn[higher]) if (lower + higher) % 2 else (drawn[higher], drawn[lower])
        games += [Pairing(*(pair if game % 2 == 0 else pair[::-1])) for game in range(games_per_pairing)]
    played, colours = EVERYBODY_ONCE.on(start)[0], COLOURS_BY_LOT.on(start)[0]
    facts: dict[str, Fact] = {"players": len(drawn), "games": len(games), "games_per_pairing": games_per_pairing}
    grounds = (Ground(played, facts | {"start": start}), Ground(colours, {"seed": seed, "numbers": drawn}))
    return Ruling(Draw(tuple(drawn), tuple(games), start), grounds)


def scheveningen(team: Sequence[str], other: Sequence[str], *, seed: str, start: date) -> Ruling[Draw]:
    """Pair each player of one group with each of the other; numbers within a group are drawn by lot."""
    first, second = shuffled(team, f"{seed}/1"), shuffled(other, f"{seed}/2")
    games = tuple(
        Pairing(first[row], second[column]) if (row + column) % 2 == 0 else Pairing(second[column], first[row])
        for row, column in product(range(len(first)), range(len(second)))
    )
    cited, _ = COLOURS_BY_LOT.on(start)
    return Ruling(Draw((*first, *second), games, start), (Ground(cited, {"seed": seed, "numbers": [*first, *second]}),))


def team_round_robin(teams: Sequence[Sequence[str]], *, start: date) -> Ruling[Draw]:
    """Pair all teams, board by board; *teams* are the line-ups in the order of the numbers drawn.

    On board b the lower-numbered team has White when the sum of both numbers and b is even, so team 1 has White on
    board 1 against even numbers, and colours alternate from board to board and from opponent to opponent.
    """
    _require_equal(teams)
    games = tuple(
        Pairing(*((white, black) if (number + other_number + board) % 2 == 0 else (black, white)), board=board)
        for (number, line_up), (other_number, opponents) in combinations(enumerate(teams, 1), 2)
        for board, (white, black) in enumerate(zip(line_up, opponents, strict=True), 1)
    )
    cited, _ = TEAM_COLOURS.on(start)
    facts = {"teams": len(teams), "boards": len(teams[0]) if teams else 0, "games": len(games)}
    numbers = tuple(player for line_up in teams for player in line_up)
    return Ruling(Draw(numbers, games, start), (Ground(cited, facts),))


def friendly_match(
    team: Sequence[str], other: Sequence[str], *, seed: str, start: date, games_per_board: int = 2
) -> Ruling[Draw]:
    """Pair board against board. Which team has White on the first board is drawn; then colours alternate.

    With two games a board each player has White once.
    """
    _require_equal((team, other))
    first, second = shuffled((tuple(team), tuple(other)), seed)
    games = tuple(
        Pairing(*((player, opponent) if (board + game) % 2 else (opponent, player)), board=board)
        for board, (player, opponent) in enumerate(zip(first, second, strict=True), 1)
        for game in range(games_per_board)
    )
    facts = {"boards": len(team), "games_per_board": games_per_board, "games": len(games)}
    drawn: dict[str, Fact] = {"seed": seed, "numbers": [*first, *second]}
    grounds = (Ground(FRIENDLY_MATCH.on(start)[0], facts), Ground(COLOURS_BY_LOT.on(start)[0], drawn))
    return Ruling(Draw((*first, *second), games, start), grounds)


def _require_equal(line_ups: Sequence[Sequence[str]]) -> None:
    sizes = sorted({len(line_up) for line_up in line_ups})
    if len(sizes) > 1:
        several = ", ".join(map(str, sizes))
        raise BadInput(f"the line-ups have {several} players; give each team as many boards", field="teams")
