"""Lists on both databases, in processes of their own: killed while they are written, and several at once."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.server.processes import PATIENCE, SET_UP, migrated_environment, run_python
from tests.support.effort import IS_LONG

pytestmark = pytest.mark.processes

KINDS = ["sqlite", "postgresql"]

MAKE = """
from datetime import date
from random import Random
from slowmate.server.people.models import Office
from tests.support.archives import archive, store
from tests.support.people import person
store(archive(Random(1), players=1500, games=2000, first=date(2023, 9, 1), last=date(2023, 11, 30)))
"""

WORK = """
from datetime import UTC, datetime
from slowmate.ratings.periods import Period
from slowmate.server.ratings.models import ListEntry, RatingList
from slowmate.server.ratings.services import publication
from slowmate.server.ratings.services import list_preparation
AT = datetime(2023, 12, 2, tzinfo=UTC)
"""

PREPARE = (
    WORK
    + """
print("begins", flush=True)
list_preparation.prepare("chess", Period(2024, 1), at=AT)
print("done", flush=True)
"""
)

PUBLISH = (
    WORK
    + """
row = RatingList.objects.get()
print("begins", flush=True)
publication.issue(row, version=row.version, actor=None, at=AT)
print("done", flush=True)
"""
)

LOOK = (
    WORK
    + """
import json
from slowmate.server.people.models import Player
from slowmate.server.ratings.queries.inputs import differences
rows = list(RatingList.objects.all())
print(json.dumps({
    "lists": [[row.state, row.entries.count() == row.players, differences(row)] for row in rows],
    "loose": ListEntry.objects.exclude(list__in=rows).count(),
    "taken": Player.objects.filter(rating_deviation__isnull=False).count(),
}))
"""
)


def killed_after(code: str, env: dict[str, str], seconds: float) -> None:
    """Run a script, and kill it so long after it has begun its work."""
    process = subprocess.Popen([sys.executable, "-c", SET_UP + code], env=env, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "begins\n"
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGKILL)
    process.wait(PATIENCE)
    process.stdout.close()


def look(env: dict[str, str]) -> dict[str, object]:
    found: dict[str, object] = json.loads(run_python(LOOK, env))
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_a_list_whose_maker_is_killed_is_there_whole_or_not_at_all_and_the_same_again_finishes_it(
    kind: str, tmp_path: Path, postgres: str
) -> None:
    env = migrated_environment(tmp_path, kind, postgres)
    run_python(MAKE, env)
    for tenths in (1, 4, 7, 10) if IS_LONG else (4,):
        killed_after(PREPARE, env, tenths / 10)
        assert look(env) in (
            {"lists": [], "loose": 0, "taken": 0},
            {"lists": [["prepared", True, []]], "loose": 0, "taken": 0},
        )
    run_python(PREPARE, env)
    assert look(env)["lists"] == [["prepared", True, []]]
    for hundredths in (1, 5, 15, 40) if IS_LONG else (5,):
        killed_after(PUBLISH, env, hundredths / 100)
        found = look(env)
        assert found["lists"] in ([["prepared", True, []]], [["published", True, []]])
        assert bool(found["taken"]) == (found["lists"] == [["published", True, []]])
        if found["taken"]:
            break
    else:
        run_python(PUBLISH, env)
    assert look(env)["lists"] == [["published", True, []]]


TOGETHER = (
    WORK
    + """
import json, multiprocessing
from django.db import connections
from slowmate.server.accounts.models import Entry
from slowmate.server.people.models import Office
from slowmate.server.site.errors import Stale
from tests.support.people import person
keepers = [person(offices=(Office.Kind.RATINGS,)).pk for _ in range(4)]

def together(do):
    connections.close_all()
    context = multiprocessing.get_context("fork")
    barrier, results = context.Barrier(4), context.Queue()
    def one(number):
        barrier.wait()
        try:
            results.put(do(number))
        except Exception as wrong:
            results.put(type(wrong).__name__)
    running = [context.Process(target=one, args=(number,)) for number in range(4)]
    for process in running: process.start()
    given = [results.get(timeout=600) for _ in running]
    for process in running: process.join()
    return given

def prepare(number):
    return "made" if list_preparation.prepare("chess", Period(2024, 1), at=AT) else "there already"

def publish(number):
    from slowmate.server.accounts.models import User
    row = RatingList.objects.get()
    publication.publish(row, version=row.version, actor=User.objects.get(pk=keepers[number]), at=AT)
    return "published"

print(json.dumps([sorted(together(prepare)), sorted(together(publish))]))
"""
)


@pytest.mark.parametrize("kind", KINDS)
def test_several_workers_make_one_list_and_several_commissioners_publish_it_once(
    kind: str, tmp_path: Path, postgres: str
) -> None:
    env = migrated_environment(tmp_path, kind, postgres)
    run_python(MAKE.replace("1500", "150").replace("2000", "200"), env)
    made, published = json.loads(run_python(TOGETHER, env))
    assert made == ["made", "there already", "there already", "there already"]
    assert published == ["Stale", "Stale", "Stale", "published"]
    assert look(env)["lists"] == [["published", True, []]]
