"""An import that is killed leaves nothing half there, and the same command again finishes it."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.server.processes import PATIENCE, migrated_environment, run_python, slowmate
from tests.support.effort import IS_LONG, rounds

pytestmark = pytest.mark.processes

GAMES = rounds(8000)
BATCH = 500
MOMENTS = (0.0, 0.1, 0.2, 0.3) if IS_LONG else (0.1,)
"""Seconds into a batch at which the import is killed, one after the other."""
LOOK = """
import json
from slowmate.server.archives.models import Origin
from slowmate.server.games.models import Game, GameEvent
from slowmate.server.people.models import Player
games = set(Game.objects.values_list("pk", flat=True))
print(json.dumps({
    "games": len(games),
    "events": GameEvent.objects.count(),
    "keys": Origin.objects.filter(kind="game").count(),
    "loose": len(games ^ set(Origin.objects.filter(kind="game").values_list("row", flat=True))),
    "players": Player.objects.count() - Origin.objects.filter(kind="player").count(),
}))
"""


def archive(path: Path) -> None:
    with path.open("w") as file:
        for number in range(GAMES):
            tags = {
                "Event": f"Cup {number}",
                "Date": "2018.03.01",
                "White": f"White {number % 97}",
                "Black": f"Black {number % 89}",
                "Result": "1/2-1/2",
            }
            file.write("".join(f'[{name} "{value}"]\n' for name, value in tags.items()))
            file.write("\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 1/2-1/2\n\n")


def look(env: dict[str, str]) -> dict[str, int]:
    found: dict[str, int] = json.loads(run_python(LOOK, env))
    return found


def begin_and_kill(file: Path, env: dict[str, str], *, after: float) -> None:
    """Begin the import, and kill it so long after it has told of a batch: while the next is being written."""
    report = Path(f"{file}.csv")
    report.unlink(missing_ok=True)
    command = (sys.executable, "-m", "slowmate", "import", "games", str(file), "--write", "--report", str(report))
    process = subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL)
    until = time.monotonic() + PATIENCE
    while process.poll() is None and time.monotonic() < until:
        if report.exists() and b"\nnew,game," in report.read_bytes():
            time.sleep(after)
            break
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.wait(PATIENCE)


def is_whole(found: dict[str, int]) -> bool:
    """Whether what is there are whole batches: what happened in the games, whence they are, and who plays."""
    of_games = (found["events"], found["keys"]) == (3 * found["games"], found["games"])
    return found["games"] % BATCH == 0 and of_games and (found["loose"], found["players"]) == (0, 0)


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_an_import_that_is_killed_goes_on_where_its_last_batch_ended(kind: str, tmp_path: Path, postgres: str) -> None:
    env = migrated_environment(tmp_path, kind, postgres)
    file = tmp_path / "archive.pgn"
    archive(file)
    for after in MOMENTS:
        begin_and_kill(file, env, after=after)
        found = look(env)
        assert is_whole(found), f"killed after {after} s: {found}"
    assert 0 < found["games"] < GAMES  # it was killed in the middle
    done = slowmate("import", "games", str(file), "--write", env=env)
    assert done.returncode == 0, done.stderr
    assert f"game: {found['games']:,} there already" in done.stdout
    assert f"game: {GAMES - found['games']:,} new" in done.stdout
    assert look(env) == {"games": GAMES, "events": 3 * GAMES, "keys": GAMES, "loose": 0, "players": 0}
    assert slowmate("verify", env=env).returncode == 0
