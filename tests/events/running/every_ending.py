"""Every way the open games of a section can end, weighed by the book's own formula."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from math import exp, prod

from slowmate.records import Event, Result

ENDINGS = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)


def expected_by_hand(rating: int, other: int) -> tuple[float, float, float]:
    """2.2(c) from the book's own numbers."""
    mu, nu = (rating - 1500) / 173.7, (other - 1500) / 173.7
    win, draw, loss = exp(mu), exp(1.0986 + (1 + 0.17037) * (mu + nu) / 2), exp(nu)
    return win / (win + draw + loss), draw / (win + draw + loss), loss / (win + draw + loss)


def endings(event: Event) -> Iterator[tuple[float, Event]]:
    """The finished sections that a running one can become, each with its weight."""
    ratings = {player.id: player.rating or 0 for player in event.players}
    running = [number for number, game in enumerate(event.games) if game.result is None]
    for ending in product(range(3), repeat=len(running)):
        games = list(event.games)
        weights = []
        for number, which in zip(running, ending, strict=True):
            weights.append(expected_by_hand(ratings[games[number].white], ratings[games[number].black])[which])
            games[number] = replace(games[number], result=ENDINGS[which])
        yield prod(weights), replace(event, games=tuple(games))
