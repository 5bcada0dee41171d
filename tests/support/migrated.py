"""Databases with all tables and nothing in them: migrated once, then copied for every test that wants one."""

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path

from tests.support.postgres import copied_database, databases, other_database

ROOT = Path(__file__).resolve().parents[2]
MIGRATIONS = ROOT / "src" / "slowmate" / "server" / "migrations"
TEMPLATE = "migrated"


def sqlite_file() -> Path:
    """Return a migrated database in a file: made when migrations, Django or allauth have changed, else the last one."""
    digest = hashlib.sha256(f"{version('django')} {version('django-allauth')}".encode())
    for path in sorted(MIGRATIONS.glob("*.py")):
        digest.update(path.name.encode() + path.read_bytes())
    folder = ROOT / ".venv" if (ROOT / ".venv").is_dir() else Path(tempfile.gettempdir())
    file = folder / f"migrated-{os.getuid()}-{digest.hexdigest()[:16]}.sqlite3"
    if not file.exists():
        with _one_at_a_time(file), tempfile.TemporaryDirectory() as data:
            if not file.exists():
                _migrate({"SLOWMATE_DATA": data})
                for outdated in folder.glob(f"migrated-{os.getuid()}-*.sqlite3"):
                    outdated.unlink(missing_ok=True)
                shutil.copyfile(Path(data) / "slowmate.sqlite3", file.with_suffix(".part"))
                file.with_suffix(".part").rename(file)
    return file


def postgres_template(url: str) -> str:
    """Name a migrated database in the cluster of *url*, made by whichever process of the tests asks first."""
    with _one_at_a_time(Path(url.partition("?host=")[2]) / "migrating"):
        if TEMPLATE not in databases(url):
            with tempfile.TemporaryDirectory() as data:
                _migrate({"SLOWMATE_DATA": data, "DATABASE_URL": other_database(url, f"{TEMPLATE}-part")})
            copied_database(url, TEMPLATE, of=f"{TEMPLATE}-part")
    return TEMPLATE


def copy_for(kind: str, data: Path, postgres: str | None, name: str) -> str | None:
    """Copy a migrated database: the DATABASE_URL on PostgreSQL; None for SQLite, whose file is then in *data*."""
    if kind == "postgresql" and postgres:
        return copied_database(postgres, name, of=postgres_template(postgres))
    data.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(sqlite_file(), data / "slowmate.sqlite3")
    return None


def _migrate(settings: dict[str, str]) -> None:
    env = {name: value for name, value in os.environ.items() if not name.startswith(("SLOWMATE_", "DATABASE_URL"))}
    command = [sys.executable, "-m", "slowmate", "manage", "migrate", "--verbosity", "0"]
    subprocess.run(command, env=env | {"SLOWMATE_MAIL": "none:"} | settings, check=True)


@contextmanager
def _one_at_a_time(file: Path) -> Iterator[None]:
    with file.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
