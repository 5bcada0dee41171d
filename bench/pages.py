"""The pages players look at most, with 500 running games and with a game of 40 moves, inside the server."""

import json
import statistics
import time
from typing import TYPE_CHECKING

from bench._server import measured_apart, set_up

if TYPE_CHECKING:
    from slowmate.server.accounts.models import User

GAMES = 500
PLIES = 80
ROUNDS = 25


def run() -> list[tuple[str, str]]:
    """Medians of processor time, measured in a process of its own with a database of its own."""
    return measured_apart("bench.pages")


def _measure() -> list[tuple[str, str]]:
    set_up()
    from slowmate.server.site import clock  # noqa: PLC0415
    from tests.support.people import game, person  # noqa: PLC0415

    anna, others = person("Anna"), [person() for _ in range(20)]
    at = clock.now()
    game(anna, others[0], at=at)
    few = _page(anna, "/games")
    for number in range(GAMES - 1):
        game(*((anna, others[number % 20]) if number % 2 else (others[number % 20], anna)), at=at)
    many = _page(anna, "/games")
    shuffle = ("Nf3", "Nf6", "Ng1", "Ng8")
    short = _page(anna, f"/games/{game(anna, others[0], *shuffle[:2], at=at).pk}")
    whole = _page(anna, f"/games/{game(anna, others[0], *(shuffle * (PLIES // 4)), at=at).pk}")
    return [
        (f"my games: {GAMES} running games to one (queries {many[1]} to {few[1]})", f"{many[0] / few[0]:.1f}"),
        (f"my games with {GAMES} running games, of 60 ms", f"{many[0] / 0.060:.2f}"),
        (f"a game of {PLIES // 2} moves to one of 1 (queries {whole[1]} to {short[1]})", f"{whole[0] / short[0]:.1f}"),
        (f"a game of {PLIES // 2} moves, of 60 ms", f"{whole[0] / 0.060:.2f}"),
    ]


def _page(user: "User", path: str) -> tuple[float, int]:
    """The median processor time of a page, and the queries it takes."""
    from django.db import connection  # noqa: PLC0415
    from django.test import Client  # noqa: PLC0415
    from django.test.utils import CaptureQueriesContext  # noqa: PLC0415

    client = Client()
    client.force_login(user)
    client.get(path)
    with CaptureQueriesContext(connection) as made:
        client.get(path)
    number = len(made)  # before the next request empties the log
    taken = []
    for _ in range(ROUNDS):
        began = time.process_time()
        client.get(path)
        taken.append(time.process_time() - began)
    return statistics.median(taken), number


if __name__ == "__main__":
    print(json.dumps(_measure()))
