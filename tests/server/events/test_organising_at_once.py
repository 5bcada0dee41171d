"""Several who run one event at once, and a worker killed in the middle of starting 30 sections. On both databases."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.server.games.test_concurrency import KINDS, TOGETHER, run
from tests.server.processes import SET_UP, migrated_environment, run_python, wait_until

pytestmark = pytest.mark.processes

COMMISSIONERS = (
    TOGETHER
    + """
from slowmate.server.models import Consequence, Decision, Event, Office, Pairing
from slowmate.server.events.services import directing, dividing, posting, settling, starting
from slowmate.server.events.services import consequences
from slowmate.server.site.errors import Unfit
from tests.server.events import organising
from tests.server.events.organising import CLOSED_AT, START, OVER, noon
event, who = organising.closed("world-cup-preliminary", 7, number=25)
others = [who, *(organising.commissioner() for _ in range(PROCESSES - 1))]
def actor(number): return User.objects.get(pk=others[number].pk)
def attempt(do):
    def one(number):
        try:
            do(number)
            return "done"
        except (Stale, Refused, Unfit) as told:
            return type(told).__name__ if isinstance(told, Refused) else str(told)
    return one
steps = {}
def at_once(name, do):
    steps[name] = together(attempt(do), PROCESSES)
def by(number, seen): return {"actor": actor(number), "at": CLOSED_AT, "seen": seen}
at_once("propose", lambda number: dividing.propose(event.pk, (7,), **by(number, "closed")))
at_once("confirm", lambda number: dividing.confirm(event.pk, **by(number, "sections proposed")))
section = event.sections.get()
directing.name_director(event.pk, [section.pk], organising.director(), actor=who, at=CLOSED_AT)
at_once("post", lambda number: posting.post(event.pk, **by(number, "confirmed")))
games = together(lambda number: starting.start(event.pk, at=noon(START)), PROCESSES)
organising.play(section)
over = together(lambda number: consequences.finish(section.pk, at=noon(OVER)), PROCESSES)
rows = list(Consequence.objects.values_list("pk", flat=True))
def carry_out(number):
    carry = lambda pk: attempt(lambda _: settling.carry_out(pk, actor=actor(number), at=noon(OVER)))(number)
    return sum(carry(pk) == "done" for pk in rows)
done = together(carry_out, PROCESSES)
at_once("settle", lambda number: settling.settle(section.pk, **by(number, "finished")))
whats = ("propose sections", "confirm", "post", "start", "finish", "settle")
print(json.dumps({
    "steps": steps, "games": sorted(games), "over": sorted(over), "done": sum(done), "rows": len(rows),
    "decisions": {what: Decision.objects.filter(what=what, section=None).count() for what in whats},
    "kept": [Game.objects.count(), Pairing.objects.count(), Event.objects.get().state],
}))
"""
)


@pytest.mark.parametrize("kind", KINDS)
def test_of_several_who_take_the_same_step_one_does_and_the_others_are_told(
    kind: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    found, _ = run(kind, request, tmp_path, COMMISSIONERS)
    for name, answers in found["steps"].items():
        assert answers.count("done") == 1, (name, answers)
        others = [answer for answer in answers if answer != "done"]
        assert all("just taken another step" in answer for answer in others), (name, answers)
    assert found["games"] == [0, 0, 0, 21]
    assert found["over"] == [False, False, False, True]
    assert (found["done"], found["rows"]) == (2, 2)
    assert set(found["decisions"].values()) == {1}
    assert found["kept"] == [21, 21, "settled"]


STAGE = """
from datetime import timedelta
from itertools import combinations
from slowmate.server.models import Event, Pairing, Player, Seat, Section
from slowmate.server.site import clock
today = clock.now().date()
event = Event.objects.create(name="A stage", kind="world-championship-preliminary", state="posted", start=today,
    deadline=today - timedelta(days=30), fee=0, made=clock.now())
players = Player.objects.bulk_create(Player(name=f"Player {n}", rating=2300) for n in range(390))
kept = {"kind": event.kind, "edition": "ICCF-TR-2017", "posted": str(today - timedelta(days=9)), "start": str(today),
    "planned_end": None, "time_control": "", "plan": None, "tie_breaks": [], "average": None, "category": None,
    "offered": [], "seats": []}
for number in range(1, 31):
    section = Section.objects.create(event=event, number=number, name=f"Section {number}", state="posted", start=today,
        posted=today - timedelta(days=9), start_list=kept)
    own = players[13 * (number - 1):13 * number]
    seats = Seat.objects.bulk_create(
        Seat(section=section, number=turn, player=player, name=player.name, rating=2300, start_rating=2300)
        for turn, player in enumerate(own, 1))
    pairs = combinations(seats, 2)
    Pairing.objects.bulk_create(Pairing(section=section, white=one, black=other) for one, other in pairs)
print(event.pk)
"""

SLOWLY = """
import sys, time
from pathlib import Path
from slowmate.server.games.models import GameEvent
from slowmate.server.jobs.events import look_at_events
from slowmate.server.site import clock
keep = type(GameEvent.objects).bulk_create
def slowly(self, rows, *args, **more):
    rows = list(rows)
    if self.model is GameEvent:
        keep(self, rows[:1000], *args, **more)
        Path(sys.argv[1]).touch()
        time.sleep(600)
    return keep(self, rows, *args, **more)
type(GameEvent.objects).bulk_create = slowly
look_at_events(at=clock.now())
"""

COUNT = """
import json
from slowmate.server.models import Decision, Event, Game, GameEvent, Pairing, Section
print(json.dumps([
    Event.objects.get().state, sorted(set(Section.objects.values_list("state", flat=True))), Game.objects.count(),
    GameEvent.objects.count(), Pairing.objects.filter(game=None).count(), Decision.objects.count(),
]))
"""

AGAIN = """
import json, time
from slowmate.server.jobs.events import look_at_events
from slowmate.server.site import clock
begin = time.perf_counter()
taken = look_at_events(at=clock.now())
print(json.dumps([taken, time.perf_counter() - begin]))
"""


@pytest.mark.parametrize("kind", KINDS)
def test_a_worker_killed_in_the_middle_of_starting_thirty_sections_has_done_nothing(
    kind: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    postgres = request.getfixturevalue("postgres") if kind == "postgresql" else None
    env = migrated_environment(tmp_path, kind, postgres)
    run_python(STAGE, env)
    reached = tmp_path / "in the middle"
    worker = subprocess.Popen([sys.executable, "-c", SET_UP + SLOWLY, str(reached)], env=env)
    try:
        wait_until(reached.exists, "games are being written")
    finally:
        worker.send_signal(signal.SIGKILL)
        worker.wait()
    assert json.loads(run_python(COUNT, env)) == ["posted", ["posted"], 0, 0, 2340, 0]
    taken, seconds = json.loads(run_python(AGAIN, env))
    assert taken == 1
    assert seconds < 60
    after = ["running", ["running"], 2340, 4680, 0, 31]
    assert json.loads(run_python(COUNT, env)) == after
    assert json.loads(run_python(AGAIN, env))[0] == 0
    assert json.loads(run_python(COUNT, env)) == after
