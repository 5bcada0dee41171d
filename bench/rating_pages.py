"""Rating lists of a large federation and a player's page with many lists, as ratios to an empty page of the site."""

import json
import statistics
import time
from datetime import UTC, datetime
from random import Random
from typing import TYPE_CHECKING

from bench._server import measured_apart, set_up

if TYPE_CHECKING:
    from slowmate.server.people.models import Player
    from slowmate.server.ratings.models import RatingList

PLAYERS = 20_000
LISTS = 40
ROUNDS = 25
EMPTY = "/ratings?pool=fide-blitz"
"""A page that says that there is no list."""
AT = datetime(2024, 4, 1, tzinfo=UTC)
FEDERATIONS = ["CZE", "GER", "POL", "ENG", "ITA", "USA", "ARG", "LTU", "SWE", "FIN", "ESP", "BRA", "IND", "NED"]
TITLES = ["GM", "SIM", "IM", "CCM", "CCE", *[""] * 20]


def run() -> list[tuple[str, str]]:
    """Medians of processor time, measured in a process of its own with a database of its own."""
    return measured_apart("bench.rating_pages")


def _measure() -> list[tuple[str, str]]:
    set_up()
    _make()
    asked = {
        f"/ratings at {PLAYERS:,} players (at most 8)": "/ratings",
        "its last page": f"/ratings?page={PLAYERS // 50}",
        "of one federation": "/ratings?federation=CZE",
        "by title and sex": "/ratings?title=GM&sex=f",
        "with the inactive": "/ratings?active=all",
        "a name looked for": "/ratings?q=player+77",
        "by name": "/ratings?sort=name",
        "biggest gains": "/ratings?show=gains",
        "who is new": "/ratings?show=new",
        f"a player's page with {LISTS} lists (at most 8)": "/players/1",
    }
    rows = []
    for words, path in asked.items():
        ratio, queries, milliseconds = _beside_an_empty_page(path)
        rows.append((f"{words}, to an empty page ({queries} queries, {milliseconds:.0f} ms)", f"{ratio:.1f}"))
    return rows


def _make() -> None:
    """Everybody in the newest list, and a few in those before it: one player is in all of them."""
    from slowmate.ratings.periods import Period  # noqa: PLC0415 - needs Django to be set up
    from slowmate.server.people.models import Player  # noqa: PLC0415

    lots = Random(1)
    people = [
        Player(
            pk=pk,
            name=f"Player {pk}",
            federation=lots.choice(FEDERATIONS),
            title=lots.choice(TITLES),
            sex=lots.choice("mmmmf"),
        )
        for pk in range(1, PLAYERS + 1)
    ]
    Player.objects.bulk_create(people, batch_size=5000)
    period, before = Period(2014, 3), None
    for number in range(1, LISTS + 1):
        before = _list(period, people if number >= LISTS - 1 else people[:500], before, lots)
        period = period.successor


def _list(period: object, people: "list[Player]", before: "RatingList | None", lots: Random) -> "RatingList":
    from slowmate.server.ratings.models import ListEntry, RatingList  # noqa: PLC0415 - needs Django to be set up

    row = RatingList.objects.create(
        period=str(period),
        rules="iccf-2023",
        prepared=AT,
        results_from=period.results_from,  # type: ignore[attr-defined]
        results_until=period.results_until,  # type: ignore[attr-defined]
        valid_from=period.valid_from,  # type: ignore[attr-defined]
        previous=before,
        players=len(people),
        shown=len(people),
        games=30_000,
    )
    numbers = [(lots.randint(1500, 2700), lots.randint(-60, 60)) for _ in people]
    order = sorted(range(len(people)), key=lambda place: -numbers[place][0])
    ranks = {place: rank for rank, place in enumerate(order, 1)}
    ListEntry.objects.bulk_create(
        (
            ListEntry(
                list=row,
                player=one,
                **{name: getattr(one, name) for name in ("name", "folded", "federation", "title", "sex")},
                is_new=place % 100 == 0,
                rank=ranks[place],
                rating=numbers[place][0],
                change=numbers[place][1],
                rd=70,
                games=lots.randint(12, 400),
                period_games=lots.randint(0, 9),
                published=True,
                fixed=True,
            )
            for place, one in enumerate(people)
        ),
        batch_size=5000,
    )
    row.state, row.published = RatingList.State.PUBLISHED, AT
    row.save()
    return row


def _beside_an_empty_page(path: str) -> tuple[float, int, float]:
    """The median processor time of a page to that of an empty one, both in turn; its queries and milliseconds."""
    from django.db import connection  # noqa: PLC0415 - needs Django to be set up
    from django.test import Client  # noqa: PLC0415
    from django.test.utils import CaptureQueriesContext  # noqa: PLC0415

    client = Client()
    both: dict[str, list[float]] = {EMPTY: [], path: []}
    for one in both:
        client.get(one)
    with CaptureQueriesContext(connection) as made:
        client.get(path)
    number = len(made)  # before the next request empties the log
    for _ in range(ROUNDS):
        for one, taken in both.items():
            began = time.process_time()
            client.get(one)
            taken.append(time.process_time() - began)
    page, empty = (statistics.median(both[one]) for one in (path, EMPTY))
    return page / empty, number, 1000 * page


if __name__ == "__main__":
    print(json.dumps(_measure()))
