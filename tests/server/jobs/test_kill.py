"""Web processes, the worker and PostgreSQL killed with SIGKILL under load: no accepted move is lost, none is doubled.

Several clients play each game, all sending every move. `SLOWMATE_KILLS=25 SLOWMATE_CLIENTS=40` makes a trial of it,
which takes minutes; `-rP` shows its numbers.
"""

import http.client
import os
import signal
import time
from collections.abc import Callable
from collections.abc import Set as AbstractSet
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event

import pytest

from tests.server.clients import MOVES, Table, connect, played, send, sit_down
from tests.server.processes import (
    PATIENCE,
    children,
    command_of,
    migrated_environment,
    serving,
    slowmate,
    wait_until,
    wait_until_well,
)
from tests.support.effort import rounds
from tests.support.postgres import cluster, kill_and_start

pytestmark = pytest.mark.processes

CLIENTS = int(os.environ.get("SLOWMATE_CLIENTS", rounds(30)))
KILLS = int(os.environ.get("SLOWMATE_KILLS", rounds(5)))
GAMES = max(2, CLIENTS // 5)
MORE = 3
"""Moves of every client between two kills."""
AWAY = (None, 503)
"""Nobody answered, or it was told that the database does not."""


@dataclass
class Player:
    """A client that plays both sides of one game over HTTP, and remembers what it was told."""

    address: str
    table: Table
    accepted: int = 0
    """Half-moves of which it was told that they are made, by itself or by another client."""
    made: list[int] = field(default_factory=list)
    """Half-moves of which it was told that it made them."""
    errors: int = 0

    def play(self, stop: Event) -> None:
        while not stop.is_set():
            status, where = self.send()
            # 422: the game has gone on, so that the move was made by another, or its answer was lost
            if status in {302, 422}:
                if "moved=1" in where:
                    self.made.append(self.accepted)
                self.accepted += 1
            elif status in AWAY:
                self.errors += 1
                time.sleep(0.05)
            else:
                raise AssertionError(f"{status} for move {self.accepted}")

    def send(self) -> tuple[int | None, str]:
        connection = connect(self.address)
        try:
            return send(connection, self.table, self.accepted)
        except (OSError, http.client.HTTPException):
            return None, ""
        finally:
            connection.close()


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_what_was_accepted_survives_killed_web_processes_workers_and_databases(kind: str, tmp_path: Path) -> None:
    stop = Event()
    with ExitStack() as places:
        database = places.enter_context(cluster(durable=True)) if kind == "postgresql" else None
        env = migrated_environment(tmp_path, kind, database, SLOWMATE_WEB_PROCESSES="2")
        with serving(env) as (address, process), ThreadPoolExecutor(CLIENTS) as threads:
            tables = sit_down(GAMES, env)
            players = [Player(address, tables[number % GAMES]) for number in range(CLIENTS)]
            done = [threads.submit(player.play, stop) for player in players]
            try:
                _wait_for_moves(players, done)
                for _ in range(KILLS):
                    _kill_each(process.pid, database, lambda: _wait_for_moves(players, done))
            finally:
                stop.set()
            for one in done:
                one.result(timeout=PATIENCE)
            wait_until_well(address, process)
        kept, mails = played(env)
        checked = slowmate("verify", env=env)
    for table in tables:
        moves, told = kept[table[0]], [player for player in players if player.table == table]
        assert moves == MOVES[: len(moves)], "each once, in order"
        assert max(player.accepted for player in told) <= len(moves), "what was accepted is there"
        made = [ply for player in told for ply in player.made]
        assert len(made) == len(set(made)), "nobody was told to have made what another made"
    assert mails == sum(map(len, kept.values())), "one mail a move"
    assert checked.returncode == 0, checked.stdout
    answers, errors = (sum(getattr(player, what) for player in players) for what in ("accepted", "errors"))
    print(  # noqa: T201 - the numbers of a trial
        f"{kind}: {KILLS} kills of each, {CLIENTS} clients in {GAMES} games: {mails} moves, "
        f"{answers} requests answered, {errors} not"
    )


def _kill_each(server: int, database: str | None, play_on: Callable[[], None]) -> None:
    """Kill a web process, the worker and the database, one after the other, while people play."""
    web, worker = _wait_for_all(server)
    os.kill(web, signal.SIGKILL)
    play_on()
    os.kill(worker, signal.SIGKILL)
    play_on()
    _wait_for_all(server, without={web, worker})
    if database:
        kill_and_start(database)
        play_on()


def _wait_for_all(server: int, without: AbstractSet[int] = frozenset()) -> tuple[int, int]:
    """A web process and the worker, once all are running and none of those that were killed."""
    found: dict[bool, list[int]] = {}

    def are_there() -> bool:
        named = {child: command_of(child) for child in children(server) if child not in without}
        found[True] = [child for child, command in named.items() if " worker " in command]
        found[False] = [child for child, command in named.items() if " serve " in command and child not in found[True]]
        return len(found[False]) == 2 and len(found[True]) == 1

    wait_until(are_there, "two web processes and the worker are running")
    return found[False][0], found[True][0]


def _wait_for_moves(players: list[Player], done: "list[Future[None]]") -> None:
    """Until every client has played on; whatever stops one is told."""
    goals = [player.accepted + MORE for player in players]

    def are_made() -> bool:
        for one in done:
            if one.done():
                one.result()
        return all(player.accepted >= goal for player, goal in zip(players, goals, strict=True))

    wait_until(are_made, f"{MORE} more moves of every client")
