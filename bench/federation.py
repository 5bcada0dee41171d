"""Pages of a whole federation: 20,000 players, 1,100,000 games, 5,000 sections; each beside an empty page.

Making it takes minutes and about two gigabytes of disk; BENCH_SHARE=0.1 makes a tenth of it.
"""

import json
import os
import statistics
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING, Any

from bench._server import insert, measured_apart, set_up

if TYPE_CHECKING:
    from django.test import Client

    from slowmate.server.accounts.models import User
    from slowmate.server.events.models import Event, Seat, Section
    from slowmate.server.people.models import Player

SHARE = float(os.environ.get("BENCH_SHARE", "1"))
PLAYERS, SECTIONS, FINISHED, RUNNING = 20_000, 5_000, 1_000_000, 100_000
SIZE, LARGE = 13, 17
SECTIONS_OF_AN_EVENT = 4
ENTRIES = 1_000
ROUNDS = 25
BATCH = 2_000
MOST = 8
"""How many times an empty page a page may take."""
EMPTY = "/conduct"
"""A page that asks the database nothing."""
STARTED = date(2024, 5, 1)
FEDERATIONS = ("CZE", "ENG", "FIN", "GER", "USA", "POL", "SWE", "ARG")
RESULTS = ("1-0", "1/2-1/2", "1/2-1/2", "1/2-1/2", "0-1")


def run() -> list[tuple[str, str]]:
    """Medians of processor time as ratios, measured in a process of its own with a database of its own."""
    return measured_apart("bench.federation")


def _measure() -> list[tuple[str, str]]:
    set_up()
    from django.db import connection, transaction  # noqa: PLC0415

    began = time.perf_counter()
    with transaction.atomic():
        made = make(SHARE)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    took = time.perf_counter() - began
    rows = [(f"making {made.games:,} games in {made.sections:,} sections and elsewhere", f"{took:.0f} s")]
    for who, user in (("a visitor", None), ("a player", made.player), ("its commissioner", made.commissioner)):
        client = _client(user)
        empty, _queries, _size = _page(client, EMPTY)
        for words, path in made.pages(user):
            taken, queries, size = _page(client, path)
            told = f"{words}, for {who}: {queries} queries, {size / 1000:.0f} kB; to an empty page (at most {MOST})"
            rows.append((told, f"{taken / empty:.1f}"))
    return [*rows, *_thirty_sections(made.commissioner)]


def _thirty_sections(office: "User") -> list[tuple[str, str]]:
    """A stage of thirty sections: divided, confirmed, posted and started, each step at once."""
    from slowmate.server.events.models import Event, EventEntry  # noqa: PLC0415
    from slowmate.server.events.services import directing, dividing, posting, starting  # noqa: PLC0415
    from slowmate.server.people.models import Office, Player, TitleHeld  # noqa: PLC0415
    from slowmate.server.site import clock  # noqa: PLC0415
    from tests.support.people import person  # noqa: PLC0415

    at, day = clock.now(), timedelta(days=1)
    start = (at + 60 * day).date()
    event = Event.objects.create(
        name="Stage", kind="world-championship-preliminary", state=Event.State.OPEN, start=start,
        deadline=(at - day).date(), announced=(at - 90 * day).date(), made=at - 90 * day, fee=0,
    )  # fmt: skip
    players = list(Player.objects.filter(user=None).order_by("pk")[: 30 * SIZE])
    TitleHeld.objects.bulk_create(TitleHeld(player=one, title="GM", confirmed=STARTED) for one in players)
    EventEntry.objects.bulk_create(
        EventEntry(event=event, player=one, state="accepted", made=at - 30 * day, answer="may") for one in players
    )
    director = person("Di Rector", offices=(Office.Kind.DIRECTOR,))
    TitleHeld.objects.create(player=director.player, title="IA", confirmed=STARTED)

    def name() -> object:
        numbers = list(event.sections.values_list("pk", flat=True))
        return directing.name_director(event.pk, numbers, director, actor=office, at=at)

    steps = (
        ("closing entries", lambda: dividing.close_entries(event.pk, at=at)),
        ("dividing", lambda: dividing.propose(event.pk, [SIZE] * 30, actor=office, at=at)),
        ("confirming", lambda: dividing.confirm(event.pk, actor=office, at=at)),
        ("naming the director", name),
        ("posting all start lists", lambda: posting.post(event.pk, actor=office, at=at)),
        ("starting all games", lambda: starting.start(event.pk, at=datetime.combine(start, datetime.min.time(), UTC))),
    )
    rows = []
    for words, step in steps:
        began = time.perf_counter()
        done = step()
        taken = time.perf_counter() - began
        number = f", {done:,}" if words.startswith("starting") else ""
        rows.append((f"a stage of 30 sections of {SIZE}: {words}{number}", f"{taken:.1f} s"))
    return rows


def _client(user: "User | None") -> "Client":
    from django.test import Client  # noqa: PLC0415

    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def _page(client: "Client", path: str) -> tuple[float, int, int]:
    """The median processor time of a page, the queries it takes, and its bytes."""
    from django.db import connection  # noqa: PLC0415
    from django.test.utils import CaptureQueriesContext  # noqa: PLC0415

    first = client.get(path)
    if first.status_code != 200:
        raise RuntimeError(f"{path}: {first.status_code}")
    with CaptureQueriesContext(connection) as made:
        client.get(path)
    number, taken = len(made), []
    for _ in range(ROUNDS):
        began = time.process_time()
        client.get(path)
        taken.append(time.process_time() - began)
    return statistics.median(taken), number, len(first.content)


# -- a federation -----------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Federation:
    """What was made, and somebody in each part."""

    games: int
    sections: int
    large: int
    stage: int
    queue: int
    somebody: int
    player: "User"
    commissioner: "User"

    def pages(self, user: "User | None") -> Iterator[tuple[str, str]]:
        yield "the list of events", "/events"
        yield "running events, all of them", "/events?state=running"
        yield "a search in events", "/events?q=cup+12"
        yield f"a section of {LARGE}", f"/sections/{self.large}"
        yield f"the games of a section of {LARGE}", f"/sections/{self.large}/games"
        yield "an event with 30 sections", f"/events/{self.stage}"
        yield "a player", f"/players/{self.somebody}"
        yield "a player who has played in 25 sections", f"/players/{self.player.player.pk}"
        yield "the front page", "/"
        if user == self.commissioner:
            yield f"the entries desk with {ENTRIES:,} entries", f"/events/{self.queue}/entries"


def make(share: float) -> Federation:
    """A federation of that share of the whole size, the same every time."""
    from slowmate.server.games.models import Game  # noqa: PLC0415
    from slowmate.server.people.models import Office  # noqa: PLC0415
    from tests.support.people import person  # noqa: PLC0415

    lot = Random("a federation")
    me, office = person("Me Myself"), person("Comm Issioner", offices=(Office.Kind.TITLE_TOURNAMENTS,))
    players = [me.player, *_players(round(PLAYERS * share), lot)]
    running, over = _bases()
    sections = _sections(players, round(SECTIONS * share), round(RUNNING * share / (SIZE * (SIZE - 1) // 2)), lot)
    large, stage = _stage(players, lot)
    for section, seats in [*sections, *large]:
        _games(section, seats, running, over, lot)
    rest = round((FINISHED + RUNNING) * share) - Game.objects.count()
    _loose_games(players, rest, over, lot)
    queue = _open_events(players, lot)
    somebody = sections[0][1][1].player_id
    return Federation(Game.objects.count(), len(sections), large[0][0].pk, stage.pk, queue.pk, somebody, me, office)


def _players(number: int, lot: Random) -> "list[Player]":
    from slowmate.server.people.models import Player  # noqa: PLC0415

    made = [
        Player(
            name=f"{lot.choice('ABCDEFGHIJKLM')}na {lot.choice('NOPQRSTUV')}ová {one}",
            federation=lot.choice(FEDERATIONS),
            rating=lot.randint(1500, 2600),
            rating_games=100,
        )
        for one in range(number)
    ]
    return Player.objects.bulk_create(made, batch_size=BATCH)


def _bases() -> tuple[dict[str, Any], dict[str, Any]]:
    """The columns of a game of thirty moves that runs, and of one that is over."""
    from slowmate.server.games.models import Game  # noqa: PLC0415
    from slowmate.server.games.services import playing  # noqa: PLC0415
    from tests.support.people import game, person  # noqa: PLC0415

    one, other = person(), person()
    played = game(
        one, other, *(("Nf3", "Nf6", "Ng1", "Ng8") * 15), at=datetime.combine(STARTED, datetime.min.time(), UTC)
    )
    running = _columns(Game.objects.get(pk=played.pk))
    playing.resign(played.pk, actor=one, at=datetime(2024, 5, 2, tzinfo=UTC))
    return running, _columns(Game.objects.get(pk=played.pk))


def _columns(row: Any) -> dict[str, Any]:  # noqa: ANN401 - a game
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields if field.attname != "id"}


def _sections(players: "list[Player]", number: int, running: int, lot: Random) -> "list[tuple[Section, list[Seat]]]":
    """Sections of thirteen in events of a few; the last so many run."""
    found: list[tuple[Section, list[Seat]]] = []
    for turn in range(0, number, SECTIONS_OF_AN_EVENT):
        is_running = turn >= number - running
        start = STARTED - timedelta(days=(number - turn) // 2)
        event = _event(f"Cup {turn} of the federation", start, is_running=is_running)
        for section in range(min(SECTIONS_OF_AN_EVENT, number - turn)):
            chosen = lot.sample(players[1:], SIZE)
            if turn % 200 == 0 and section == 0:
                chosen[0] = players[0]
            found.append(_section(event, section + 1, chosen, is_running=is_running))
    return found


def _stage(players: "list[Player]", lot: Random) -> "tuple[list[tuple[Section, list[Seat]]], Event]":
    """A stage of thirty sections, the first of them of seventeen."""
    event = _event("World Championship, Preliminary", STARTED, is_running=True, kind="world-championship-preliminary")
    sizes = (LARGE, *(SIZE,) * 29)
    return [
        _section(event, number, lot.sample(players[1:], size), is_running=True) for number, size in enumerate(sizes, 1)
    ], event


def _event(name: str, start: date, *, is_running: bool, kind: str = "open") -> "Event":
    from slowmate.server.events.models import Event  # noqa: PLC0415
    from tests.support.people import AT  # noqa: PLC0415

    state = Event.State.RUNNING if is_running else Event.State.SETTLED
    ended = None if is_running else start + timedelta(days=200)
    return Event.objects.create(name=name, kind=kind, state=state, start=start, ended=ended, made=AT, fee=0)


def _section(event: "Event", number: int, players: "list[Player]", *, is_running: bool) -> "tuple[Section, list[Seat]]":
    from slowmate.server.events.models import Seat, Section  # noqa: PLC0415

    state = Section.State.RUNNING if is_running else Section.State.SETTLED
    ended = None if is_running else event.start + timedelta(days=200)
    row = Section.objects.create(
        event=event, number=number, name=f"Section {number}", state=state, start=event.start, ended=ended
    )
    seats = [
        Seat(
            section=row,
            number=place,
            player=player,
            name=player.name,
            federation=player.federation,
            rating=player.rating,
            rating_games=player.rating_games,
            start_rating=player.rating,
        )
        for place, player in enumerate(players, 1)
    ]
    return row, Seat.objects.bulk_create(seats)


def _games(section: "Section", seats: "list[Seat]", running: dict[str, Any], over: dict[str, Any], lot: Random) -> None:
    """All games of a section: finished, or in one that runs about half of them."""
    from slowmate.server.events.models import Pairing, Section  # noqa: PLC0415

    bases, changed, pairs = [], [], []
    number = _next_game()
    for turn, (one, other) in enumerate(combinations(seats, 2)):
        white, black = (one, other) if turn % 2 else (other, one)
        is_over = section.state != Section.State.RUNNING or lot.random() < 1 / 2
        bases.append(over if is_over else running)
        changed.append({"id": number + turn} | _game(white.player_id, black.player_id, bases[-1], lot))
        pairs.append({"white_id": white.pk, "black_id": black.pk, "game_id": number + turn})
    for base in (running, over):
        _insert_games(base, (one for one, its in zip(changed, bases, strict=True) if its is base))
    insert(Pairing, {"section_id": section.pk, "board": None, "game_number": 1}, pairs)


def _next_game() -> int:
    from django.db.models import Max  # noqa: PLC0415

    from slowmate.server.games.models import Game  # noqa: PLC0415

    return (Game.objects.aggregate(Max("pk"))["pk__max"] or 0) + 1


def _game(white: int, black: int, base: dict[str, Any], lot: Random) -> dict[str, Any]:
    """What one game has of its own."""
    changed: dict[str, Any] = {"white_id": white, "black_id": black}
    if base["result"]:
        ended = base["finished"] - timedelta(minutes=lot.randrange(3_000_000))
        changed |= {"result": lot.choice(RESULTS), "finished": ended}
    if base["on_move_id"] is not None:
        changed["on_move_id"] = white
    return changed


def _loose_games(players: "list[Player]", number: int, over: dict[str, Any], lot: Random) -> None:
    """Finished games that belong to no section, as archives have them."""
    ids = [player.pk for player in players]
    first = _next_game()

    def game(turn: int) -> dict[str, Any]:
        white, black = lot.sample(ids, 2)
        return {"id": first + turn} | _game(white, black, over, lot)

    _insert_games(over, map(game, range(max(0, number))))


def _insert_games(base: dict[str, Any], changed: "Iterable[dict[str, Any]]") -> None:
    from slowmate.server.games.models import Game  # noqa: PLC0415

    insert(Game, base, changed)


def _open_events(players: "list[Player]", lot: Random) -> "Event":
    """Events that are open for entry, one of them with a thousand entries."""
    from slowmate.server.events.models import Event, EventEntry  # noqa: PLC0415
    from slowmate.server.site import clock  # noqa: PLC0415
    from tests.support.people import AT  # noqa: PLC0415

    start = clock.now().date() + timedelta(days=60)
    fields = {"state": Event.State.OPEN, "start": start, "deadline": start - timedelta(days=20), "made": AT, "fee": 0}
    rows = [Event.objects.create(name=f"Open {number}", kind="open", **fields) for number in range(40)]
    queue = Event.objects.create(name="Semi-Final", kind="world-championship-semi-final", **fields)
    chosen = lot.sample(players[1:], min(ENTRIES, len(players) - 1))
    entries = [EventEntry(event=queue, player=player, state="accepted", made=AT, answer="may") for player in chosen]
    entries += [
        EventEntry(event=row, player=player, state="accepted", made=AT, answer="may")
        for row in rows
        for player in chosen[:30]
    ]
    EventEntry.objects.bulk_create(entries, batch_size=BATCH)
    return queue


if __name__ == "__main__":
    print(json.dumps(_measure()))
