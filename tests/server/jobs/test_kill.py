"""A web process, then a worker, killed with SIGKILL under load: no accepted move is lost, none is doubled."""

import http.client
import json
import os
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event
from urllib.parse import urlencode, urlsplit

import pytest

from slowmate.testing.games import shuffled_moves
from tests.server.processes import (
    PATIENCE,
    children,
    command_of,
    environment,
    fresh,
    run_python,
    serving,
    slowmate,
    wait_until,
    wait_until_well,
)

pytestmark = pytest.mark.processes

CLIENTS = 6
TOKEN = "t" * 32

MAKE = """
import json
from django.test import Client
from slowmate.play import clocks
from slowmate.server.site import clock
from slowmate.testing.people import game, person
found = []
for number in range(CLIENTS):
    people = [person(), person()]
    keys = []
    for one in people:
        client = Client()
        client.force_login(one)
        keys.append(client.cookies["sessionid"].value)
    found.append([game(*people, at=clock.now(), control=clocks.FixedDays(days=3)).pk, keys])
print(json.dumps(found))
""".replace("CLIENTS", str(CLIENTS))

READ = """
import json
from slowmate.server.models import GameEvent, Mail
moves = GameEvent.objects.filter(type="move-made").order_by("game_id", "number")
found = {}
for event in moves:
    found.setdefault(event.game_id, []).append([event.ply, event.data["move"]])
print(json.dumps(found))
"""


@dataclass
class Player:
    """A client that plays both sides of one game over HTTP, and remembers what was accepted."""

    address: str
    game: int
    sessions: list[str]
    accepted: list[str] = field(default_factory=list)
    errors: int = 0

    def play(self, stop: Event) -> None:
        moves = shuffled_moves(2000)
        while not stop.is_set():
            ply = len(self.accepted)
            status = self.post(ply, moves[ply])
            # 422: the game has gone on, so that the move was made though its answer was lost
            if status in {302, 422}:
                self.accepted.append(moves[ply])
            elif status is not None:
                raise AssertionError(f"{status} for move {ply}")
            else:
                self.errors += 1
                time.sleep(0.05)

    def post(self, ply: int, move: str) -> int | None:
        parts = urlsplit(self.address)
        connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=PATIENCE)
        headers = {
            "Cookie": f"sessionid={self.sessions[ply % 2]}; csrftoken={TOKEN}",
            "X-CSRFToken": TOKEN,
            "Content-Type": "application/x-www-form-urlencoded",
        }
        try:
            connection.request("POST", f"/games/{self.game}/accept", urlencode({"move": move, "ply": ply}), headers)
            return connection.getresponse().status
        except (OSError, http.client.HTTPException):
            return None
        finally:
            connection.close()


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_what_was_accepted_survives_a_killed_web_process_and_a_killed_worker(
    kind: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    postgres = request.getfixturevalue("postgres") if kind == "postgresql" else None
    env = environment(tmp_path, fresh(kind, postgres, "killed"), SLOWMATE_WEB_PROCESSES="2")
    stop = Event()
    with serving(env) as (address, process), ThreadPoolExecutor(CLIENTS) as threads:
        players = [Player(address, game, keys) for game, keys in json.loads(run_python(MAKE, env))]
        done = [threads.submit(player.play, stop) for player in players]
        try:
            _wait_for_moves(players, 10)
            web, worker = _processes(process.pid)
            os.kill(web[0], signal.SIGKILL)
            _wait_for_moves(players, 10)
            os.kill(worker[0], signal.SIGKILL)
            _wait_for_moves(players, 10)
            _wait_for_new(process.pid, web[0], worker[0])
        finally:
            stop.set()
        for one in done:
            one.result(timeout=PATIENCE)
        wait_until_well(address, process)
    kept = json.loads(run_python(READ, env))
    for player in players:
        expected = [[ply, move] for ply, move in enumerate(player.accepted, 1)]
        assert kept[str(player.game)] == expected
    checked = slowmate("verify", env=env)
    assert checked.returncode == 0, checked.stdout


def _processes(pid: int) -> tuple[list[int], list[int]]:
    found = children(pid)
    worker = [child for child in found if " worker " in command_of(child)]
    web = [child for child in found if child not in worker and " serve " in command_of(child)]
    assert len(web) == 2, [command_of(child) for child in found]
    assert len(worker) == 1
    return web, worker


def _wait_for_moves(players: list[Player], more: int) -> None:
    """Until so many more moves were accepted in every game, or a game cannot go on."""
    goals = [len(player.accepted) + more for player in players]
    wait_until(
        lambda: all(len(player.accepted) >= goal for player, goal in zip(players, goals, strict=True)),
        f"{more} more moves in every game",
    )


def _wait_for_new(pid: int, web: int, worker: int) -> None:
    """Until both were started again."""

    def are_there() -> bool:
        found = children(pid)
        workers = [child for child in found if " worker " in command_of(child) and child != worker]
        webs = [child for child in found if " serve " in command_of(child) and child != web]
        return bool(workers) and len(webs) >= 2

    wait_until(are_there, "what was killed is started again")
