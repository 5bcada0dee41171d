"""Several processes at once on one database: one move a ply, one flag a game, one mail a cause. On both databases."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.server.processes import PATIENCE, migrated_environment, run_python, slowmate
from tests.server.smtp import mail_server

pytestmark = pytest.mark.processes

KINDS = ["sqlite", "postgresql"]
PROCESSES = 4

TOGETHER = """
import json, multiprocessing
from time import sleep
from datetime import timedelta
from django.db import connections
from slowmate.play import clocks
from slowmate.rulebook import Refused
from slowmate.server.site import clock
from slowmate.server.models import Game, GameEvent, Mail, User
from slowmate.server.site.errors import Stale
from slowmate.server.games.services import playing
from slowmate.server.jobs import mail
from slowmate.server.jobs.sweep import sweep
from tests.support.people import game, person

def together(do, processes):
    '''Run do(number) in so many processes at the same time; what each gave.'''
    connections.close_all()
    context = multiprocessing.get_context("fork")
    barrier, results = context.Barrier(processes), context.Queue()
    def one(number):
        barrier.wait()
        results.put(do(number))
    running = [context.Process(target=one, args=(number,)) for number in range(processes)]
    for process in running: process.start()
    given = [results.get(timeout=PATIENCE) for _ in running]
    for process in running: process.join()
    return given

"""

MOVES = (
    TOGETHER
    + """
moves = "g1f3 g8f6 b1c3 b8c6 f3g1 f6g8 c3b1 c6b8".split() * 2
row = game(person(), person(), at=clock.now())
players = [row.white.user_id, row.black.user_id]
def play(number):
    accepted = []
    for ply, move in enumerate(moves):
        actor = User.objects.select_related("player").get(pk=players[ply % 2])
        try:
            playing.make_move(row.pk, move, actor=actor, at=clock.now(), ply=ply)
            accepted.append(ply)
        except (Stale, Refused):
            while Game.objects.get(pk=row.pk).plies <= ply: sleep(0.01)
    return accepted
given = together(play, PROCESSES)
kept = list(GameEvent.objects.filter(game=row, type="move-made").order_by("number").values_list("ply", flat=True))
print(json.dumps({"accepted": sorted(ply for one in given for ply in one), "kept": kept, "plies": len(moves)}))
"""
)

AT_ONCE = (
    TOGETHER
    + """
from slowmate.server.games.services import leave
from slowmate.play.events import ClaimKind
at = clock.now()
def attempt(do, *given, **more):
    try:
        do(*given, **more)
        return True
    except (Stale, Refused):
        return False
white, black, third = person(), person(), person()
shuffle = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1".split()
resigned, claimed = (
    [game(white, black, *moves, at=at).pk for _ in range(5)] for moves in (("e4",), (*shuffle, "Ng8"))
)
pairs = [(white, black)] * 2
def act(number):
    actor = User.objects.select_related("player").get(pk=(white, black, white, black)[number].pk)
    given = {}
    for pk in resigned:
        if number % 2:
            given[f"move {pk} {number}"] = attempt(playing.make_move, pk, "e5", actor=actor, at=at, ply=1)
        else:
            given[f"resign {pk} {number}"] = attempt(playing.resign, pk, actor=actor, at=at)
    for pk in claimed:
        given[f"claim {pk} {number}"] = attempt(playing.claim_draw, pk, ClaimKind.REPETITION, actor=actor, at=at)
    return given
given = {}
for one in together(act, PROCESSES): given |= one
ends = list(GameEvent.objects.filter(type="ended").values_list("game", flat=True))
def begin(number):
    if number % 2:
        return [game(white, third, at=at).pk for _ in range(5)]
    leave.take(third.player, at.date(), at.date() + timedelta(days=number), actor=third, at=at)
    return []
started = [pk for one in together(begin, 2) for pk in one]
without = [pk for pk in started if not Game.objects.get(pk=pk).leaves.filter(player=third.player).exists()]
print(json.dumps({
    "given": given, "ends": sorted(ends), "resigned": resigned, "claimed": claimed, "without": without,
    "results": dict(Game.objects.filter(pk__in=resigned + claimed).values_list("pk", "result")),
}))
"""
)

SWEEPS = (
    TOGETHER
    + """
at = clock.now()
people = [person() for _ in range(4)]
control = clocks.FixedDays(days=3)
for number in range(40):
    game(people[number % 2], people[2 + number % 2], control=control, at=at - timedelta(days=10))
given = together(lambda number: sweep(at=at), PROCESSES)
ends = list(GameEvent.objects.filter(type="ended").values_list("game", flat=True))
print(json.dumps({"given": given, "ends": sorted(ends), "finished": Game.objects.filter(status="finished").count()}))
"""
)

WARNINGS = (
    TOGETHER
    + """
at = clock.now()
people = [person() for _ in range(4)]
for number in range(40):
    game(people[number % 2], people[2 + number % 2], control=clocks.FixedDays(days=3), at=at - timedelta(days=2.5))
given = together(lambda number: sweep(at=at), PROCESSES)
warned = Mail.objects.filter(kind="low-time").values_list("game", flat=True)
print(json.dumps({"given": given, "warned": sorted(warned), "due": Game.objects.filter(due__lte=at).count()}))
"""
)

MAILS = (
    TOGETHER
    + """
at = clock.now()
for number in range(15):
    game(person(), person(), at=at)
given = together(lambda number: mail.send_due(at=at), PROCESSES)
left = Mail.objects.filter(sent=None).count()
print(json.dumps({"given": given, "left": left, "mails": Mail.objects.count()}))
"""
)

DIGESTS = (
    TOGETHER
    + """
at = clock.now().replace(hour=12)
night = at.replace(hour=3)
users = [person(mail_mode="digest") for _ in range(6)]
for number in range(0, 6, 2):
    game(users[number], users[number + 1], at=night)
given = together(lambda number: mail.send_digests(at=at), PROCESSES)
print(json.dumps({"given": given, "digests": Mail.objects.filter(kind="digest").count()}))
"""
)


def run(
    kind: str, request: pytest.FixtureRequest, tmp_path: Path, code: str, **more: str
) -> tuple[dict[str, Any], dict[str, str]]:
    postgres = request.getfixturevalue("postgres") if kind == "postgresql" else None
    env = migrated_environment(tmp_path, kind, postgres, **more)
    code = code.replace("PROCESSES", str(PROCESSES)).replace("PATIENCE", str(PATIENCE))
    return json.loads(run_python(code, env)), env


@pytest.mark.parametrize("kind", KINDS)
def test_clients_who_move_at_the_same_time_make_one_move_a_ply(
    kind: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    found, env = run(kind, request, tmp_path, MOVES)
    plies = found["plies"]
    assert isinstance(plies, int)
    assert found["accepted"] == list(range(plies))
    assert found["kept"] == list(range(1, plies + 1))
    assert slowmate("verify", env=env).returncode == 0


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_done_at_the_same_moment_ends_each_game_once_and_leave_reaches_every_game(
    kind: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    """A move against a resignation, two claims of a draw, leave against games that begin."""
    found, env = run(kind, request, tmp_path, AT_ONCE)
    given = found["given"]
    assert found["ends"] == sorted(found["resigned"] + found["claimed"])
    for pk in found["resigned"]:
        assert found["results"][str(pk)] == "0-1"
        assert sum(given[f"resign {pk} {number}"] for number in (0, 2)) == 1
        assert sum(given[f"move {pk} {number}"] for number in (1, 3)) <= 1
    for pk in found["claimed"]:
        assert found["results"][str(pk)] == "1/2-1/2"
        assert sum(given[f"claim {pk} {number}"] for number in range(4)) == 1
    assert found["without"] == []
    assert slowmate("verify", env=env).returncode == 0


@pytest.mark.parametrize("kind", KINDS)
def test_several_workers_let_each_flag_fall_once(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    found, env = run(kind, request, tmp_path, SWEEPS)
    ends = found["ends"]
    assert isinstance(ends, list)
    assert len(ends) == len(set(ends)) == found["finished"] == 40
    assert sum(found["given"]) == 40
    assert slowmate("verify", env=env).returncode == 0


@pytest.mark.parametrize("kind", KINDS)
def test_several_workers_warn_of_each_flag_once(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    found, env = run(kind, request, tmp_path, WARNINGS)
    warned = found["warned"]
    assert isinstance(warned, list)
    assert len(warned) == len(set(warned)) == 40
    assert sum(found["given"]) == 40
    assert found["due"] == 0
    assert slowmate("verify", env=env).returncode == 0


@pytest.mark.parametrize("kind", KINDS)
def test_several_workers_send_each_mail_once(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    with mail_server() as (port, kept):
        found, _ = run(kind, request, tmp_path, MAILS, SLOWMATE_MAIL=f"smtp://127.0.0.1:{port}")
        ids = [mail["Message-ID"] for mail in kept.mails]
    assert found["left"] == 0
    assert len(ids) == len(set(ids)) == found["mails"] == 30
    assert sum(found["given"]) == 30


@pytest.mark.parametrize("kind", KINDS)
def test_several_workers_write_one_daily_mail(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    found, _ = run(kind, request, tmp_path, DIGESTS)
    assert found["digests"] == 6
    assert sum(found["given"]) == 6
