"""Pages, lists and the desk of a server with 200,000 games, to the same with 2,000: what grows, and what it takes.

Games are copies of a few that were played by the services, as rows: lists and the desk read rows and snapshots.
"""

import json
import statistics
import time
from datetime import timedelta
from typing import TYPE_CHECKING

from bench._server import measured_apart, set_up
from tests.support.postgres import NoPostgres, cluster

if TYPE_CHECKING:
    from slowmate.server.games.models import Game

FEW, MANY = 2_000, 200_000
PLAYERS = 2_000
MINE = 500
"""Games of the player whose pages are measured."""
DIRECTED, SILENT, ENDED, ASKED = 1_000, 100, 200, 50
"""Games of the director whose desk is measured, and among them: silent, ended by themselves, with a request."""
ROUNDS = 7
PATHS = {
    "front page, visitor": (None, "/"),
    "players": (None, "/players"),
    "players by a word of the name": (None, "/players?q=person+19"),
    "a player": (None, "/players/{me}"),
    "a finished game": (None, "/games/{finished}"),
    "front page, signed in": ("me", "/"),
    "my games": ("me", "/games"),
    "my games by a name": ("me", "/games?q=person"),
    "the last page of my finished games": ("me", "/games?page=999"),
    "next game": ("me", "/games/next"),
    "a running game": ("me", "/games/{running}"),
    "desk": ("director", "/desk"),
    "all games of a director": ("director", "/desk/games"),
    "the last page of them": ("director", "/desk/games?page=999"),
    "ends to take note of": ("director", "/desk/noted"),
    "health": (None, "/healthz"),
}
SLOW = 0.5
"""Seconds after which a page counts as slow."""


def run() -> list[tuple[str, str]]:
    rows = measured("SQLite", None)
    try:
        with cluster(durable=True) as url:
            rows += measured("PostgreSQL", url)
    except NoPostgres as missing:
        rows.append(("PostgreSQL", str(missing)))
    return rows


def measured(name: str, url: str | None) -> list[tuple[str, str]]:
    return [(f"{name}, {MANY:,} games: {what}", said) for what, said in measured_apart("bench.many", url)]


def _measure() -> list[tuple[str, str]]:
    set_up()
    from django.db import connection  # noqa: PLC0415

    place = _Place()
    place.fill(FEW)
    before = place.times()
    place.fill(MANY)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    after = place.times()
    swept = place.sweep()
    rows = [(what, f"{1000 * after[what]:.0f} ms ({after[what] / before[what]:.1f} of {FEW:,})") for what in PATHS]
    slow = [what for what in PATHS if after[what] > SLOW]
    return [*rows, ("a sweep, nothing due", f"{1000 * swept:.0f} ms"), ("pages over 500 ms", ", ".join(slow) or "none")]


class _Place:
    """A server with people and a few real games, of which copies are made."""

    def __init__(self) -> None:
        from slowmate.play import clocks  # noqa: PLC0415
        from slowmate.server.games.models import Game  # noqa: PLC0415
        from slowmate.server.jobs.sweep import sweep  # noqa: PLC0415
        from slowmate.server.people.models import Office, Player  # noqa: PLC0415
        from slowmate.server.site import clock  # noqa: PLC0415
        from tests.support.people import game, person  # noqa: PLC0415

        self.at = clock.now()
        self.me, self.other = person("Me Myself"), person("Other One")
        self.director = person("Di Rector", offices=(Office.Kind.DIRECTOR,))
        self.colleague = person("Col League", offices=(Office.Kind.DIRECTOR,))
        rows = [Player(name=f"Person {number:05}", rating=1800 + number % 700) for number in range(PLAYERS)]
        Player.objects.bulk_create(rows)
        self.players = list(Player.objects.filter(user=None).values_list("pk", flat=True))
        long_ago = self.at - timedelta(days=45)
        self.running = game(self.other, self.me, "e4", at=self.at)
        self.finished = game(self.me, self.other, "f3", "e5", "g4", "Qh4", at=self.at)
        self.silent = game(self.me, self.other, "e4", at=long_ago)
        ended = game(self.me, self.other, "e4", at=long_ago, control=clocks.FixedDays(days=3))
        sweep(at=self.at)
        self.ended = Game.objects.get(pk=ended.pk)

    def fill(self, total: int) -> None:
        """Copies until there are *total* games; those of the player and of the director come with the first."""
        from slowmate.server.correspondence.models import Report  # noqa: PLC0415
        from slowmate.server.games.models import Game  # noqa: PLC0415

        if Game.objects.count() < MINE:
            self._copies(self.running, MINE // 5, black_id=self.me.player.pk, on_move_id=self.me.player.pk)
            self._copies(self.finished, MINE - MINE // 5, white_id=self.me.player.pk)
            directed = {"director": self.director}
            self._copies(self.silent, SILENT, **directed)
            self._copies(self.ended, ENDED, **directed, noted=None)
            self._copies(self.finished, DIRECTED - SILENT - ENDED - ASKED, **directed)
            asked = self._copies(self.running, ASKED, **directed)
            reports = [Report(game=row, by_id=row.white_id, text="please", kind="other", made=self.at) for row in asked]
            Report.objects.bulk_create(reports)
        while (missing := total - Game.objects.count()) > 0:
            self._copies(self.running, min(missing // 4 + 1, 1000), director=self.colleague)
            self._copies(self.finished, min(max(missing - missing // 4 - 1, 0), 3000), director=self.colleague)

    def _copies(self, row: "Game", number: int, **fields: object) -> "list[Game]":
        from slowmate.server.games.models import Game  # noqa: PLC0415

        kept = {field.attname: getattr(row, field.attname) for field in Game._meta.fields if field.attname != "id"}
        made: list[Game] = []
        for count in range(number):
            white, black = self.players[count % PLAYERS], self.players[(count * 7 + 1) % PLAYERS]
            one = Game(**{**kept, "white_id": white, "black_id": black, "on_move_id": None, **fields})
            if one.finished:
                one.finished -= timedelta(seconds=len(made))
            if one.white_id != one.black_id:
                if row.on_move_id and one.on_move_id is None:
                    one.on_move_id = one.black_id
                made.append(one)
        return Game.objects.bulk_create(made)

    def times(self) -> dict[str, float]:
        """The median time of each page, as the server takes it."""
        from django.test import Client  # noqa: PLC0415

        places = {"me": self.me.player.pk, "finished": self.finished.pk, "running": self.running.pk}
        found = {}
        for what, (who, path) in PATHS.items():
            client = Client()
            if who:
                client.force_login(getattr(self, who))
            address, taken = path.format(**places), []
            for _ in range(ROUNDS):
                began = time.perf_counter()
                answer = client.get(address)
                taken.append(time.perf_counter() - began)
                if answer.status_code not in (200, 302, 503):
                    raise RuntimeError(f"{address}: {answer.status_code}")
            found[what] = statistics.median(taken)
        return found

    def sweep(self) -> float:
        from slowmate.server.jobs.sweep import sweep  # noqa: PLC0415

        sweep(at=self.at)
        began = time.perf_counter()
        sweep(at=self.at)
        return time.perf_counter() - began


if __name__ == "__main__":
    print(json.dumps(_measure()))
