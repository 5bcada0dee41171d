"""The server under load: accepted moves over HTTP beside a page, long lists, the sweep, the first load.

The web processes, 32 clients and the database share this machine: ratios of one run.
"""

import gzip
import http.client
import json
import os
import selectors
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import repeat
from pathlib import Path
from typing import cast
from urllib.parse import urlencode, urlsplit

from tests.support.postgres import NoPostgres, cluster

CLIENTS = 32
SECONDS = 8.0
PLIES = 50
"""Half-moves of each game that a client plays, as below."""
TOKEN = "t" * 32

MAKE = """
import json
from django.test import Client
from slowmate.server.site import clock
from slowmate.server.demo.games import lines
from tests.support.people import game, person
from django.conf import settings
settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
found = []
for number in range(32):
    people, keys = [person(), person()], []
    for one in people:
        client = Client(); client.force_login(one)
        keys.append(client.cookies["sessionid"].value)
    found.append([[game(*people, at=clock.now()).pk for _ in range(12)], keys])
game(*people, "e4", "e5", at=clock.now())
played = [line.moves[:50] for line in lines() if line.chess960 is None and len(line.moves) > 50]
print(json.dumps([found, played[:50]]))
"""
PAGES = """
import json, statistics, time
from slowmate.play import Terms, clocks
from slowmate.server.site import clock
from slowmate.server.models import Game
from slowmate.server.games.services import games, playing
from tests.support.people import person
from django.conf import settings
settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
settings.ALLOWED_HOSTS = ["*"]
me, others = person("Me"), [person() for _ in range(20)]
at = clock.now()
for number in range(500):
    pair = (me.player, others[number % 20].player) if number % 2 else (others[number % 20].player, me.player)
    last = games.start(*pair, Terms(starts=at, time_control=clocks.Classic()), at=at)
for number, move in enumerate("e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Na5 Bc2 c5".split()):
    row = Game.objects.get(pk=last.pk)
    playing.make_move(row.pk, move, actor=row.on_move.user, at=at)
from django.test import Client
client = Client(); client.force_login(me)
found = {}
for path in ("/games", f"/games/{last.pk}"):
    client.get(path)
    times = []
    for _ in range(25):
        begin = time.perf_counter(); response = client.get(path); times.append(time.perf_counter() - begin)
        assert response.status_code == 200
    found["/games" if path == "/games" else "/games/N"] = statistics.median(times)
print(json.dumps([found, last.pk]))
"""
SWEEP = """
import json, time
from datetime import timedelta
from django.db import connection
from slowmate.play import Terms, clocks
from slowmate.server.site import clock
from slowmate.server.models import Game
from slowmate.server.games.services import games
from slowmate.server.jobs.sweep import sweep
from tests.support.people import person
from django.conf import settings
settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
white, black = person().player, person().player
at = clock.now()
one = games.start(white, black, Terms(starts=at, time_control=clocks.FixedDays(days=3)), at=at)
kept = Game.objects.get(pk=one.pk)
base = {f.attname: getattr(kept, f.attname) for f in Game._meta.fields if f.attname != "id"}
for _ in range(100):
    Game.objects.bulk_create([Game(**base) for _ in range(1000)])
begin = time.perf_counter(); sweep(at=at); quiet = time.perf_counter() - begin
before = at - timedelta(days=4)
for _ in range(100):
    games.start(white, black, Terms(starts=before, time_control=clocks.FixedDays(days=3)), at=before)
begin = time.perf_counter(); happened = sweep(at=at); busy = time.perf_counter() - begin
print(json.dumps([quiet, busy, happened, Game.objects.count()]))
"""
SET_UP = """
import os
os.environ["DJANGO_SETTINGS_MODULE"] = "slowmate.server.settings"
import django; django.setup()
from django.core.management import call_command
call_command("migrate", verbosity=0)
"""


def run() -> list[tuple[str, str]]:
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        rows += _moves("SQLite", None, Path(folder) / "lite")
        rows += _pages(Path(folder) / "pages")
        rows += _sweep(Path(folder) / "sweep")
    try:
        with cluster(durable=True) as url, tempfile.TemporaryDirectory() as folder:
            rows += _moves("PostgreSQL", url, Path(folder))
    except NoPostgres as missing:
        rows.append(("PostgreSQL", str(missing)))
    return rows


def _environment(data: Path, url: str | None) -> dict[str, str]:
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("SLOWMATE_", "DATABASE_URL"))}
    return kept | {"SLOWMATE_DATA": str(data), "SLOWMATE_MAIL": "none:"} | ({"DATABASE_URL": url} if url else {})


def _script(code: str, env: dict[str, str]) -> str:
    done = subprocess.run([sys.executable, "-c", SET_UP + code], env=env, check=True, capture_output=True, text=True)
    return done.stdout


def _moves(name: str, url: str | None, data: Path) -> list[tuple[str, str]]:
    """What an accepted move costs beside a page of one's own that reads one row: the same server and clients."""
    env = _environment(data, url)
    games, lines = json.loads(_script(MAKE, env))
    port = _free_port()
    command = [sys.executable, "-m", "slowmate", "serve", "--port", str(port)]
    log = (data / "serve.log").open("w")
    process = subprocess.Popen(command, env=env, stdout=log, stderr=log)
    try:
        _wait(port)
        pages = _answered(port, [_page_requests(port, given) for given in games], b"200")
        moves = _answered(
            port, [_move_requests(port, number, given, lines) for number, given in enumerate(games)], b"302"
        )
        first = _first_load(port, games[0]) if url is None else []
    finally:
        process.terminate()
        process.wait(timeout=60)
        log.close()
    return [
        (f"{name}: an accepted move, to a page of one's own that reads one row (at most 4)", f"{pages / moves:.2f}"),
        (f"... accepted moves a second, {CLIENTS} clients over HTTP (at least 100)", f"{moves:.0f}"),
        (f"... such pages a second, {CLIENTS} clients", f"{pages:.0f}"),
        *first,
    ]


def _answered(port: int, asked: list[Iterator[bytes]], status: bytes) -> float:
    """Requests answered a second for all clients, each of which sends the next when it has the answer to its last.

    One thread speaks for all of them, and their requests are written beforehand: it shares the machine with the server.
    """
    done, until = 0, time.perf_counter() + SECONDS
    with selectors.DefaultSelector() as selector, ExitStack() as open_ones:
        for requests in asked:
            connection = open_ones.enter_context(socket.create_connection(("127.0.0.1", port), timeout=60))
            selector.register(connection, selectors.EVENT_READ, requests)
            connection.sendall(next(requests))
        while selector.get_map():
            answered = selector.select(timeout=60)
            if not answered:
                raise RuntimeError("the server does not answer")
            for key, _ in answered:
                connection = cast("socket.socket", key.fileobj)
                answer = _answer(connection)
                if not answer.startswith(b"HTTP/1.1 " + status):
                    raise RuntimeError(f"not as it should be: {answer[:300]!r}")
                if time.perf_counter() < until:
                    done += 1
                    connection.sendall(next(key.data))
                else:
                    selector.unregister(connection)
    return done / SECONDS


def _answer(connection: socket.socket) -> bytes:
    """A whole answer: its head, and as much of a body as that announces."""
    answer = b""
    while b"\r\n\r\n" not in answer:
        answer += connection.recv(65536)
    head, _, body = answer.partition(b"\r\n\r\n")
    length = next((int(line[15:]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")), 0)
    while len(body) < length:
        body += connection.recv(65536)
    return head


def _page_requests(port: int, given: tuple[list[int], list[str]]) -> Iterator[bytes]:
    """A page of one's own, over and over: the form by which the director is asked something reads the game alone."""
    (game, *_), (session, _) = given
    return repeat(
        f"GET /games/{game}/report HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
        f"Cookie: sessionid={session}; csrftoken={TOKEN}\r\n\r\n".encode()
    )


def _move_requests(
    port: int, number: int, given: tuple[list[int], list[str]], lines: list[list[str]]
) -> Iterator[bytes]:
    """What a client sends, move by move, for both players of its games in turn."""
    own, sessions = given
    found = []
    for place, game in enumerate(own):
        for ply, move in enumerate(lines[(number + place) % len(lines)][:PLIES]):
            body = urlencode({"move": move, "ply": ply})
            found.append(
                f"POST /games/{game}/accept HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nX-CSRFToken: {TOKEN}\r\n"
                f"Cookie: sessionid={sessions[ply % 2]}; csrftoken={TOKEN}\r\nContent-Length: {len(body)}\r\n"
                f"Content-Type: application/x-www-form-urlencoded\r\n\r\n{body}".encode()
            )
    return iter(found)


def _first_load(port: int, given: tuple[list[int], list[str]]) -> list[tuple[str, str]]:
    """Bytes a browser takes to show a game for the first time, as they travel."""
    import re  # noqa: PLC0415 - only here

    (game, *_), sessions = given
    page = _fetch(port, f"/games/{game}", sessions[0])
    total, seen = len(page), set()
    todo = re.findall(r'(?:src|href)="(/static/[^"]+)"', _plain(page))
    while todo:
        path = todo.pop()
        if path in seen:
            continue
        seen.add(path)
        body = _fetch(port, path, sessions[0])
        total += len(body)
        if path.endswith(".js"):
            base = path.rsplit("/", 1)[0]
            for name in re.findall(r'from\s*"(\.[^"]+)"', _plain(body)):
                todo.append(os.path.normpath(f"{base}/{name}"))
    return [
        ("first load of a game page, as it travels (at most 200 kB)", f"{total / 1000:.0f} kB, {len(seen) + 1} files")
    ]


def _fetch(port: int, path: str, session: str) -> bytes:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request(
        "GET", urlsplit(path).path, headers={"Cookie": f"sessionid={session}", "Accept-Encoding": "gzip"}
    )
    response = connection.getresponse()
    body = response.read()
    connection.close()
    if response.status != 200:
        raise RuntimeError(f"{path}: {response.status}")
    return body


def _plain(body: bytes) -> str:
    return (gzip.decompress(body) if body[:2] == b"\x1f\x8b" else body).decode()


def _pages(data: Path) -> list[tuple[str, str]]:
    found, _ = json.loads(_script(PAGES, _environment(data, None)))
    return [
        (f"{path} with 500 running games, server time, median (under 60 ms)", f"{1000 * seconds:.0f} ms")
        for path, seconds in found.items()
    ]


def _sweep(data: Path) -> list[tuple[str, str]]:
    quiet, busy, happened, total = json.loads(_script(SWEEP, _environment(data, None)))
    return [
        (f"a sweep over {total:,} running games, nothing due", f"{1000 * quiet:.0f} ms"),
        (f"... and with {happened} flags to fall (every 3 s; under a minute)", f"{busy:.1f} s"),
    ]


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait(port: int) -> None:
    for _ in range(600):
        try:
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
            connection.request("GET", "/healthz")
            if connection.getresponse().status == 200:
                return
        except OSError:
            pass
        time.sleep(0.2)
    raise RuntimeError("the server does not answer")
