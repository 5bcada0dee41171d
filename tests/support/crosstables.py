"""Small events for tests, written as people write crosstables."""

from collections.abc import Mapping, Sequence
from datetime import date
from itertools import combinations

from slowmate.records import KINDS, Event, Pairing, Player, Result, Team

_RESULTS = {"1": Result.WHITE_WINS, "=": Result.DRAW, "0": Result.BLACK_WINS, "x": Result.CANCELLED, ".": None}
DAY = date(2018, 3, 1)


def crosstable(
    rows: Mapping[str, str], *, kind: str = "invitational", start: date = DAY, ties_broken: bool = True
) -> Event:
    """An event from its crosstable, one row a player: ``{"A": "-1=", "B": "0-1", "C": "=0-"}``.

    1 win, = draw, 0 loss, . running, x cancelled, - no game. Only the upper triangle is read; the row has White.
    """
    ids = list(rows)
    games = tuple(
        Pairing(ids[one], ids[other], _RESULTS[rows[ids[one]][other]])
        for one, other in combinations(range(len(ids)), 2)
        if rows[ids[one]][other] != "-"
    )
    players = tuple(Player(one, f"Player {one}", rating=2300) for one in ids)
    return Event("A section", KINDS[kind], start, players, games, ties_broken=ties_broken)


def team_event(
    matches: Mapping[tuple[str, str], str],
    *,
    start: date = DAY,
    kind: str = "olympiad-final",
    boards: int | None = None,
) -> Event:
    """A team event from its matches: ``{("A", "B"): "1=0."}``, one sign a board, as the first team scored.

    Colours alternate by board.
    """
    boards = boards or max(len(signs) for signs in matches.values())
    names = sorted({name for pair in matches for name in pair})
    teams = tuple(
        Team(name, f"Team {name}", tuple(f"{name}{board}" for board in range(1, boards + 1))) for name in names
    )
    players = tuple(Player(player, player) for team in teams for player in team.players)
    games = tuple(game for pair, signs in matches.items() for game in _match(pair, signs))
    return Event("A team event", KINDS[kind], start, players, games, teams=teams)


def _match(pair: Sequence[str], signs: str) -> list[Pairing]:
    games = []
    for board, sign in enumerate(signs, 1):
        one, other = f"{pair[0]}{board}", f"{pair[1]}{board}"
        if board % 2:
            games.append(Pairing(one, other, _RESULTS[sign], board))
        else:
            games.append(Pairing(other, one, _RESULTS[{"1": "0", "0": "1"}.get(sign, sign)], board))
    return games
