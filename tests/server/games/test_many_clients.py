"""Many clients over HTTP in the same few games, all sending every move: each is made once, and all are told so."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.server.clients import MOVES, Table, connect, played, send, sit_down
from tests.server.processes import PATIENCE, migrated_environment, serving, slowmate
from tests.support.effort import rounds

pytestmark = pytest.mark.processes

CLIENTS, GAMES, PLIES = rounds(40), 2, 5

Answer = tuple[int, int, bool]
"""The game, the half-move, and whether this client made it; if not, it was made already."""


def play(address: str, tables: list[Table], first: int) -> list[Answer]:
    """One client: every half-move of every game for whoever has it, beginning with another game than its neighbours."""
    connection = connect(address)
    answers = []
    for ply in range(PLIES):
        for number in range(len(tables)):
            table = tables[(first + number) % len(tables)]
            status, where = send(connection, table, ply)
            assert status == 302
            answers.append((table[0], ply, "moved=1" in where))
    connection.close()
    return answers


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_many_clients_in_the_same_games_make_each_move_once(
    kind: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    postgres = request.getfixturevalue("postgres") if kind == "postgresql" else None
    env = migrated_environment(tmp_path, kind, postgres, SLOWMATE_WEB_PROCESSES="2")
    with serving(env) as (address, _process), ThreadPoolExecutor(CLIENTS) as threads:
        tables = sit_down(GAMES, env)
        clients = [threads.submit(play, address, tables, number) for number in range(CLIENTS)]
        answers = [answer for client in clients for answer in client.result(timeout=PATIENCE)]
    assert len(answers) == CLIENTS * GAMES * PLIES
    made = Counter((game, ply) for game, ply, is_own in answers if is_own)
    assert made == {(game, ply): 1 for game, _ in tables for ply in range(PLIES)}
    kept, mails = played(env)
    assert kept == {game: MOVES[:PLIES] for game, _ in tables}
    assert mails == GAMES * PLIES, "one mail a move"
    checked = slowmate("verify", env=env)
    assert checked.returncode == 0, checked.stdout
