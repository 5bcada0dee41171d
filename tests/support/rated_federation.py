"""A federation whose lists can be looked at: people of some strength, years of games between them, every list made.

Who is stronger wins more often, people come and go, some improve: so graphs look as graphs do.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from itertools import count
from math import sqrt
from random import Random
from typing import Any

import polars as pl

from slowmate.ratings.periods import AnyPeriod, Month, Period, published_on
from tests.support.archives import Archive, store

KINDS = ((2450, "grandmaster-norm"), (2300, "master-norm"), (2150, "master-class"), (1950, "higher-class"))
"""Where players meet, by their average."""
DRAWS = 0.6


@dataclass(slots=True)
class Somebody:
    """A player as nobody knows him: how strong he is, how that changes a year, and from when until when he plays."""

    strength: float
    progress: float
    begins: date
    ends: date
    federation: str
    sex: str


def career(lots: Random, first: date, last: date) -> Somebody:
    days = (last - first).days
    begins = first + timedelta(days=round(days * max(0.0, lots.uniform(-0.8, 0.9))))
    lasts = round(days * lots.choice([0.3, 0.6, 2, 2]))
    return Somebody(
        strength=lots.gauss(2060, 190),
        progress=lots.gauss(4, 14),
        begins=begins,
        ends=begins + timedelta(days=lasts),
        federation=lots.choice(["CZE", "CZE", "GER", "GER", "GER", "POL", "ENG", "ITA", "USA", "ARG", "LTU", "SWE"]),
        sex="f" if lots.random() < 0.12 else "m",
    )


def past(lots: Random, *, players: int, games: int, first: date, last: date, pool: str = "chess") -> Archive:
    """So many players, of whom none has a rating before the first day, and so many games of events of 7 to 13."""
    people = {number: career(lots, first, last) for number in range(1, players + 1)}
    rows: list[dict[str, Any]] = []
    for event in count(1):
        if len(rows) >= games:
            break
        start = first + timedelta(days=lots.randint(0, max(0, (last - first).days - 30)))
        rows += _event(lots, people, start, last, f"{pool}/{event}", pool)
    schema: dict[str, Any] = dict.fromkeys(
        ("white", "black", "result", "event", "kind", "white_original", "black_original"), pl.String
    )
    schema |= dict.fromkeys(("white_start", "black_start", "level"), pl.Int64)
    listed = {
        "id": [str(number) for number in people],
        "rating": [None] * players,
        "games": [None] * players,
        "fide_rating": [round(one.strength) if lots.random() < 0.4 else None for one in people.values()],
    }
    return Archive(pl.DataFrame(listed), pl.DataFrame(rows[:games], schema_overrides=schema))


def _event(
    lots: Random, people: dict[int, Somebody], start: date, last: date, key: str, pool: str
) -> list[dict[str, Any]]:
    """All play all among people who are near each other in strength; their games end within a year."""
    playing = [number for number, one in people.items() if one.begins <= start <= one.ends]
    if len(playing) < 7:
        return []
    middle = people[lots.choice(playing)].strength
    near = sorted(playing, key=lambda number: abs(people[number].strength - middle) + lots.uniform(0, 120))
    field = near[: lots.choice([7, 9, 11, 13])]
    kind = "chess960" if pool == "chess960" else next((kind for least, kind in KINDS if middle >= least), "open-class")
    kind = "fide-round-robin" if pool.startswith("fide") else kind
    days = 9 if pool.startswith("fide") else 360
    found = []
    for place, one in enumerate(field):
        for other in field[place + 1 :]:
            white, black = (one, other) if lots.random() < 0.5 else (other, one)
            ended = start + timedelta(days=lots.randint(1, days))
            if ended <= last:
                found.append(_game(lots, people, white, black, ended, key, kind))
    return found


def _game(
    lots: Random, people: dict[int, Somebody], white: int, black: int, ended: date, key: str, kind: str
) -> dict[str, Any]:
    apart = _strength(people[white], ended) - _strength(people[black], ended)
    expected = 1 / (1 + 10 ** (-apart / 640))
    draw = DRAWS * 4 * expected * (1 - expected)
    chance = lots.random()
    result = "1-0" if chance < expected - draw / 2 else "1/2-1/2" if chance < expected + draw / 2 else "0-1"
    nothing = dict.fromkeys(("level", "white_start", "black_start", "white_original", "black_original"))
    return {
        **nothing, "white": str(white), "black": str(black), "result": result, "date": ended, "event": key, "kind": kind
    }  # fmt: skip


def _strength(one: Somebody, on: date) -> float:
    years = max(0.0, (on - one.begins).days / 365)
    return one.strength + one.progress * sqrt(years) * 3


def dress(lots: Random) -> None:
    """Give everybody a name and a federation of his own, and titles to those who are strong."""
    from slowmate.server.demo.people import TITLES, people  # noqa: PLC0415 - needs Django to be set up
    from slowmate.server.people.models import Player  # noqa: PLC0415
    from slowmate.server.site.folding import folded  # noqa: PLC0415

    rows = list(Player.objects.order_by("pk"))
    names = people(lots, min(len(rows), 900))
    for place, row in enumerate(rows):
        who = names[place % len(names)]
        row.name = who.name if place < len(names) else f"{who.name} {place // len(names) + 1}"
        row.folded = folded(row.name)
        row.federation, row.sex, row.birth_year, row.title = who.federation, who.sex, who.birth_year, ""
        likely = (row.fide_rating or 0) + 60
        row.title = next((title for title, least in TITLES if likely >= least and lots.random() < 0.8), "")
    Player.objects.bulk_update(
        rows, ["name", "folded", "federation", "sex", "birth_year", "title"], batch_size=500
    )  # fmt: skip


def make(
    *, players: int, games: int, first: str, last: str, seed: str = "federation", pools: Sequence[str] = ()
) -> None:
    """People, their games and every list from the first to the last, published on its day.

    *pools* are further ones, in which the same people play a tenth of the games.
    """
    from slowmate.server.ratings.services.history import make_lists  # noqa: PLC0415 - needs Django to be set up

    lots = Random(seed)
    begins, ends = Period.parse(first), Period.parse(last)
    days: dict[str, Any] = {"first": begins.results_from, "last": ends.results_until}
    store(past(lots, players=players, games=games, **days))
    dress(lots)
    for pool in pools:
        made = past(lots, players=players, games=games // 10, pool=pool, **days)
        store(replace(made, players=made.players[:0]), pool=pool)
    for pool in ("chess", *pools):
        last_list = Month(ends.year, 3 * ends.number - 2) if pool.startswith("fide") else ends
        for _ in make_lists(last_list, published=on_its_day, pool=pool):
            pass


def on_its_day(period: AnyPeriod) -> datetime:
    day = period.valid_from if isinstance(period, Month) else published_on(period).value
    return datetime.combine(day, time(12), UTC)
