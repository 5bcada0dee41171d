"""Clients over HTTP that send moves of games between people who have just sat down."""

import http.client
import json
from urllib.parse import urlencode, urlsplit

from tests.server.processes import PATIENCE, run_python
from tests.support.games import shuffled_moves

MOVES = shuffled_moves(20_000)
TOKEN = "t" * 32

MAKE = """
import json
from django.test import Client
from slowmate.play import clocks
from slowmate.server.site import clock
from tests.support.people import game, person
found = []
for number in range(GAMES):
    people, keys = [person(), person()], []
    for one in people:
        client = Client()
        client.force_login(one)
        keys.append(client.cookies["sessionid"].value)
    found.append([game(*people, at=clock.now(), control=clocks.FixedDays(days=3)).pk, keys])
print(json.dumps(found))
"""

READ = """
import json
from slowmate.server.models import GameEvent, Mail
found = {}
for event in GameEvent.objects.filter(type="move-made").order_by("game_id", "number"):
    found.setdefault(event.game_id, []).append([event.ply, event.data["move"]])
print(json.dumps([found, Mail.objects.filter(kind="your-move").count()]))
"""

Table = tuple[int, list[str]]
"""A game, and the sessions of White and Black."""


def sit_down(games: int, env: dict[str, str]) -> list[Table]:
    return [(game, keys) for game, keys in json.loads(run_python(MAKE.replace("GAMES", str(games)), env))]


def played(env: dict[str, str]) -> tuple[dict[int, list[str]], int]:
    """The moves of each game, as they are kept; and the number of mails that tell of a move."""
    found, mails = json.loads(run_python(READ, env))
    for rows in found.values():
        assert [ply for ply, _ in rows] == list(range(1, len(rows) + 1)), "half-moves are counted through"
    return {int(game): [move for _, move in rows] for game, rows in found.items()}, mails


def send(connection: http.client.HTTPConnection, table: Table, ply: int) -> tuple[int, str]:
    """Make a half-move for whoever has it: the status, and where the answer leads."""
    game, sessions = table
    headers = {
        "Cookie": f"sessionid={sessions[ply % 2]}; csrftoken={TOKEN}",
        "X-CSRFToken": TOKEN,
        "Content-Type": "application/x-www-form-urlencoded",
    }
    connection.request("POST", f"/games/{game}/accept", urlencode({"move": MOVES[ply], "ply": ply}), headers)
    answer = connection.getresponse()
    answer.read()
    return answer.status, answer.headers.get("Location", "")


def connect(address: str) -> http.client.HTTPConnection:
    parts = urlsplit(address)
    return http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=PATIENCE)
