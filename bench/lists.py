"""Rating lists on the server: one list beside the command line on the same data, and a history over a million games."""

import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from random import Random
from statistics import median
from typing import TYPE_CHECKING, Any

from bench._server import insert, measured_apart, set_up
from slowmate.ratings.periods import AnyPeriod

if TYPE_CHECKING:
    from slowmate.server.ratings.models import RatingList

PLAYERS = 20_000
LISTS = 32
GAMES = 31_250
"""Of each list: a million in all."""


def run() -> list[tuple[str, str]]:
    """Ratios of processor time, measured in a process of its own with a database of its own."""
    return measured_apart("bench.lists")


def _measure() -> list[tuple[str, str]]:
    set_up()
    from slowmate.ratings.periods import Period, periods  # noqa: PLC0415
    from slowmate.server.ratings.models import RatingList  # noqa: PLC0415
    from slowmate.server.ratings.queries import files  # noqa: PLC0415
    from slowmate.server.ratings.services import list_preparation  # noqa: PLC0415
    from slowmate.server.ratings.services.history import make_lists  # noqa: PLC0415

    several = periods("2016/3..2024/2")
    _make(several)
    at = datetime(2024, 4, 1, tzinfo=UTC)
    took = []
    for _ in range(3):
        RatingList.objects.all().delete()
        took.append(_seconds(lambda: list_preparation.prepare("chess", several[0], at=at)))
    one = median(took)
    row = RatingList.objects.get()
    with tempfile.TemporaryDirectory() as place:
        (Path(place) / "players.csv").write_text(files.players_csv(row))
        (Path(place) / "games.csv").write_text(files.games_csv(row))
        words = [*files.command(row).split()[1:], "--period", row.period, "--out", "list.csv"]
        command = median(_seconds_of_command(words, place) for _ in range(3))
    single = []
    for _ in range(3):
        _forget_lists()
        single.append(_seconds(lambda: list(make_lists(several[0], published=lambda _: at))))
    _forget_lists()
    begins = time.process_time()
    made = list(make_lists(Period(2024, 2), published=lambda _: at))
    spent = time.process_time() - begins
    assert len(made) == LISTS  # noqa: S101 - else it measures something else
    whole = f"{LISTS} lists over {sum(each.games for each in made):,} games, prepared and published, {spent:.1f} s"
    return [
        (
            f"one list of {row.players:,} players and {row.games:,} games ({one:.2f} s) / slowmate rate (at most 5)",
            f"{one / command:.2f}",
        ),
        (f"{whole} / the first of them by itself (under {LISTS})", f"{spent / median(single):.1f}"),
        *_what_if(made),
    ]


def _forget_lists() -> None:
    """Lists that are published never change: what keeps them so is put aside for a moment."""
    from django.db import connection  # noqa: PLC0415 - needs Django to be set up

    from slowmate.server.ratings.models import RatingList  # noqa: PLC0415

    with connection.cursor() as cursor:
        cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name LIKE '%list%'")
        guards = cursor.fetchall()
        for name, _ in guards:
            cursor.execute(f'DROP TRIGGER "{name}"')
        RatingList.objects.all().delete()
        for _, sql in guards:
            cursor.execute(sql)


def _what_if(made: "list[RatingList]") -> list[tuple[str, str]]:
    """All lists by other rules for the first time, and the pages about it once that is kept, to an empty page."""
    from django.core.management import call_command  # noqa: PLC0415 - needs Django to be set up
    from django.test import Client  # noqa: PLC0415

    from slowmate.server.ratings.queries import what_if  # noqa: PLC0415

    call_command("createcachetable", verbosity=0)
    first = _seconds(lambda: what_if.replay_lists(made[-1], "iccf-2017"))
    client = Client()
    words = f"{LISTS} lists of {PLAYERS:,} players by other rules, once, in seconds"
    rows = [(words, f"{first:.1f}")]
    pages = {
        "a whole list beside it, kept": "/what-if?rules=iccf-2017",
        "a player's history beside it, kept": "/what-if?rules=iccf-2017&player=1",
        "the explanation of a number": f"/ratings/{made[-1].slug}/1",
    }
    client.get("/what-if?pool=chess960")
    empty = min(_seconds(lambda: client.get("/what-if?pool=chess960")) for _ in range(9))
    for name, path in pages.items():
        client.get(path)
        taken = min(_seconds(lambda path=path: client.get(path)) for _ in range(9))  # type: ignore[misc]
        rows.append((f"{name}, to an empty page ({1000 * taken:.0f} ms)", f"{taken / empty:.1f}"))
    return rows


def _seconds_of_command(words: list[str], place: str) -> float:
    """What a command takes, as a person runs it."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-m", "slowmate", *words], cwd=place, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _seconds(work: Callable[[], object]) -> float:
    begins = time.process_time()
    work()
    return time.process_time() - begins


def _make(several: Sequence[AnyPeriod]) -> None:
    """Players with ratings, and the finished games of each list between them."""
    from slowmate.server.games.models import Game  # noqa: PLC0415 - needs Django to be set up
    from slowmate.server.people.models import Player  # noqa: PLC0415

    lots = Random(1)
    Player.objects.bulk_create(
        (
            Player(pk=pk, name=f"Player {pk}", federation="CZE", rating=lots.randint(1600, 2600), rating_games=40)
            for pk in range(1, PLAYERS + 1)
        ),
        batch_size=5000,
    )
    blank = Game(snapshot="", status=Game.Status.FINISHED, is_rated=True)
    base = {field.attname: getattr(blank, field.attname) for field in Game._meta.concrete_fields if field.name != "id"}
    kinds = ("open-class", "higher-class", "master-class", "master-norm", "world-cup-semi-final")
    for period in several:
        days = (period.results_until - period.results_from).days
        ended = (period.results_from + timedelta(days=lots.randint(0, days)) for _ in range(GAMES))
        insert(Game, base, (_game(lots, day, lots.choice(kinds)) for day in ended))


def _game(lots: Random, day: date, kind: str) -> dict[str, Any]:
    """What a game has of its own."""
    white = lots.randint(1, PLAYERS)
    black = (white + lots.randint(1, PLAYERS - 1) - 1) % PLAYERS + 1
    finished = datetime(day.year, day.month, day.day, 12, tzinfo=UTC)
    return {
        "white_id": white,
        "black_id": black,
        "starts": finished,
        "finished": finished,
        "result": lots.choice(("1-0", "0-1", "1/2-1/2")),
        "event_kind": kind,
        "event_key": f"{kind} {day:%G-%V}",
    }


if __name__ == "__main__":
    print(json.dumps(_measure()))
