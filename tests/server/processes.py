"""Real `slowmate` processes, each on a database of its own."""

import hashlib
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.server.smtp import free_port
from tests.support.migrated import copy_for
from tests.support.postgres import other_database

SET_UP = """
import os
os.environ["DJANGO_SETTINGS_MODULE"] = "slowmate.server.settings"
import django
from django.conf import settings
settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
django.setup()
"""

PATIENCE = 600
"""Seconds that nothing takes unless it is broken, on a machine with four times its load."""


def wait_until(holds: Callable[[], object], what: str) -> None:
    """Wait for what is to come about: seldom long, and never for a time."""
    until = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < until, f"not after {PATIENCE} s: {what}"
        time.sleep(0.05)


def environment(data: Path, url: str | None = None, **more: str) -> dict[str, str]:
    """Settings for a process: its own folder, its own database, nothing of ours."""
    ours = ("SLOWMATE_", "DATABASE_URL", "DJANGO_")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    named = {"DATABASE_URL": url} if url else {}
    return kept | {"SLOWMATE_DATA": str(data), "SLOWMATE_MAIL": "none:", **named, **more}


def slowmate(*arguments: str, env: dict[str, str]) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "slowmate", *arguments]
    return subprocess.run(command, env=env, capture_output=True, text=True, check=False, timeout=PATIENCE)


def run_python(code: str, env: dict[str, str]) -> str:
    """A script with the server set up; people's passwords are hashed quickly."""
    command = [sys.executable, "-c", SET_UP + code]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@contextmanager
def serving(env: dict[str, str], *arguments: str) -> Iterator[tuple[str, "subprocess.Popen[str]"]]:
    """`slowmate serve` until it answers well; stopped in order afterwards."""
    port = free_port()
    command = [sys.executable, "-m", "slowmate", "serve", "--port", str(port), *arguments]
    log = Path(env["SLOWMATE_DATA"]) / f"serve-{port}.log"
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("w") as file:
        process = subprocess.Popen(command, env=env, stdout=file, stderr=file, text=True)
    address = f"http://127.0.0.1:{port}"
    try:
        wait_until_well(address, process)
        yield address, process
    except AssertionError as wrong:
        raise AssertionError(f"{wrong}\n{log.read_text()}") from wrong
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=PATIENCE)


def wait_until_well(address: str, process: "subprocess.Popen[str]") -> None:
    def is_well() -> bool:
        assert process.poll() is None, "the server has stopped"
        try:
            with urllib.request.urlopen(f"{address}/healthz", timeout=PATIENCE) as answer:  # noqa: S310 - our own
                return bool(answer.status == 200)
        except OSError:
            return False

    wait_until(is_well, f"{address} is well")


def children(pid: int) -> list[int]:
    """The processes a process has started, with what they have started."""
    found: list[int] = []
    for task in Path(f"/proc/{pid}/task").glob("*"):
        with suppress(OSError):  # it has just ended
            for child in (task / "children").read_text().split():
                found += [int(child), *children(int(child))]
    return found


def command_of(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    except OSError:
        return ""


def migrated_environment(data: Path, kind: str = "sqlite", postgres: str | None = None, **more: str) -> dict[str, str]:
    """Settings for a process with a migrated database of its own, with nothing in it."""
    return environment(data, copy_for(kind, data, postgres, database_name(str(data))), **more)


def database_name(purpose: str) -> str:
    """Name a database that no other process of the tests uses."""
    return f"{os.environ.get('PYTEST_XDIST_WORKER', 'alone')}-{hashlib.sha256(purpose.encode()).hexdigest()[:16]}"


def fresh(kind: str, postgres: str | None, name: str) -> str | None:
    """The DATABASE_URL of an empty database of this kind; None is SQLite in the data folder."""
    return other_database(postgres, database_name(name)) if kind == "postgresql" and postgres else None
