"""Sections to try norms on: players by their ratings, everybody's score as wished."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from fractions import Fraction

from slowmate.records import KINDS, Director, Event, Pairing, Player, Result, Team

FEDERATIONS = ("CZE", "ENG", "FIN", "GER", "USA")


def players(ratings: Sequence[int | None], *, first: int = 1) -> tuple[Player, ...]:
    """Players with the ids 1, 2, 3..., of five federations in turn, with fixed ratings."""
    return tuple(
        Player(
            str(number),
            f"Player {number}",
            FEDERATIONS[number % 5],
            rating=rating,
            games=None if rating is None else 100,
        )
        for number, rating in enumerate(ratings, first)
    )


def section(
    ratings: Sequence[int | None],
    *,
    kind: str = "grandmaster-norm",
    start: date = date(2018, 3, 1),
    scores: Mapping[str, float] | None = None,
    ended: date | None = None,
    games_per_pairing: int = 1,
) -> Event:
    """A section of one round (or two), directed by an IA. Only the games that *scores* asks for are played."""
    event = Event(
        "Section",
        KINDS[kind],
        start,
        players(ratings),
        (),
        games_per_pairing=games_per_pairing,
        director=Director("The Director", "IA"),
    )
    for player, points in (scores or {}).items():
        event = with_score(event, player, points, ended=ended)
    return event


def with_score(event: Event, player: str, points: float, *, ended: date | None = None) -> Event:
    """The event after the player has finished all his games: wins first, then a draw, then losses."""
    rest = int(2 * points)
    finished = {frozenset((game.white, game.black)) for game in event.games}
    games = list(event.games)
    for other in event.players:
        if other.id == player or frozenset((player, other.id)) in finished:
            continue
        for _ in range(event.games_per_pairing):
            half = min(2, rest)
            rest -= half
            result = (Result.BLACK_WINS, Result.DRAW, Result.WHITE_WINS)[half]
            games.append(Pairing(player, other.id, result, ended=ended))
    if rest:
        raise ValueError(f"{Fraction(points)} points are more than {player} can make")
    return replace(event, games=tuple(games))


def change(event: Event, player: str, **values: object) -> Event:
    """The event with other values for one of its players."""
    changed = (replace(one, **values) if one.id == player else one for one in event.players)  # type: ignore[arg-type]
    return replace(event, players=tuple(changed))


def rated_team_event(kind: str, boards: Sequence[Sequence[int | None]], *, start: date = date(2018, 3, 1)) -> Event:
    """A team event from the ratings on each board, team by team."""
    everybody: list[Player] = []
    for ratings in boards:
        everybody += players(ratings, first=len(everybody) + 1)
    size = len(boards[0])
    teams = tuple(
        Team(
            f"T{team + 1}",
            FEDERATIONS[team % 5],
            tuple(everybody[board * size + team].id for board in range(len(boards))),
        )
        for team in range(size)
    )
    return Event("Teams", KINDS[kind], start, tuple(everybody), (), teams, director=Director("The Director", "IA"))
