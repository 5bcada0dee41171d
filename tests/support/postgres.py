"""A PostgreSQL of our own for tests and measurements: a private cluster on a socket in a temporary folder.

No cluster of the system is touched, no port is opened. PostgreSQL does not run as root: then its own account is used.
"""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROLE = "slowmate"


class NoPostgres(RuntimeError):
    """PostgreSQL is not installed."""


def programs() -> Path:
    """The folder with initdb and pg_ctl: on the path, or where Debian keeps them."""
    found = shutil.which("initdb")
    if found:
        return Path(found).resolve().parent
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    if not folders:
        raise NoPostgres("PostgreSQL is not installed: run make setup as root on Debian, or install postgresql")
    return folders[-1].parent


@contextmanager
def cluster(*, durable: bool = False) -> Iterator[str]:
    """Start a cluster and give the DATABASE_URL of an empty database in it; everything is removed afterwards.

    Without *durable* nothing is forced to disk: a killed process of ours loses nothing by that, a power cut might.
    Nor is anything tidied up behind the back of whoever drops a database.
    """
    binaries = programs()
    folder = Path(tempfile.mkdtemp(prefix="slowmate-pg-", dir="/tmp"))
    as_whom = _account(folder)
    data = folder / "data"

    def run(*command: str, **more: Any) -> None:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, **as_whom, **more)
        if done.returncode:
            raise RuntimeError(f"{' '.join(command)}: {done.stderr or done.stdout}")

    try:
        run(
            str(binaries / "initdb"),
            f"--pgdata={data}",
            "--auth=trust",
            f"--username={ROLE}",
            "--encoding=UTF8",
            "--no-locale",
            "--no-sync",
        )
        settings = {
            "listen_addresses": "",
            "unix_socket_directories": str(folder),
            "max_connections": "100",
            "fsync": "on" if durable else "off",
            "full_page_writes": "on" if durable else "off",
            "autovacuum": "on" if durable else "off",
        }
        lines = [f"{name} = '{value}'\n" for name, value in settings.items()]
        with (data / "postgresql.conf").open("a") as file:
            file.writelines(lines)
        control = [str(binaries / "pg_ctl"), f"--pgdata={data}", "--wait", "--silent"]
        with (folder / "log").open("w") as log:
            subprocess.run([*control, "start"], cwd=folder, stdout=log, stderr=log, check=True, **as_whom)
        try:
            run(str(binaries / "createdb"), f"--host={folder}", f"--username={ROLE}", "slowmate")
            yield f"postgresql://{ROLE}@/slowmate?host={folder}"
        finally:
            run(*control, "--mode=immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def kill_and_start(url: str) -> None:
    """Kill a cluster of ours outright, with all its processes, and start it again, as an operator would."""
    folder = Path(url.partition("?host=")[2])
    data = folder / "data"
    os.kill(int((data / "postmaster.pid").read_text().split()[0]), signal.SIGKILL)
    command = [str(programs() / "pg_ctl"), f"--pgdata={data}", "--wait", "--silent", "start"]
    for _ in range(600):
        with (folder / "log").open("a") as log:
            done = subprocess.run(command, cwd=folder, stdout=log, stderr=log, check=False, **_account(folder))
        if done.returncode == 0:
            return
        time.sleep(0.1)  # its other processes have not yet noticed, and hold the memory they shared
    raise RuntimeError(f"PostgreSQL does not start again: {(folder / 'log').read_text()[-2000:]}")


def _account(folder: Path) -> dict[str, Any]:
    """As whom PostgreSQL runs: root hands over to its account, which then owns the folder."""
    if os.geteuid() != 0:
        return {}
    try:
        account = pwd.getpwnam("postgres")
    except KeyError:
        raise NoPostgres("PostgreSQL does not run as root, and there is no account 'postgres'") from None
    os.chown(folder, account.pw_uid, account.pw_gid)
    folder.chmod(0o755)
    return {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}


def other_database(url: str, name: str) -> str:
    """Create an empty database in the same cluster, in place of one of that name."""
    return copied_database(url, name, of="template1")


def copied_database(url: str, name: str, *, of: str) -> str:
    """Copy a database of the same cluster, in place of one of that name; nobody may be connected to the one copied."""
    import psycopg  # noqa: PLC0415 - only where PostgreSQL is used

    folder = url.partition("?host=")[2]
    with psycopg.connect(dbname="postgres", user=ROLE, host=folder, autocommit=True) as connection:
        connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
        connection.execute(f'CREATE DATABASE "{name}" TEMPLATE "{of}"')
    return f"postgresql://{ROLE}@/{name}?host={folder}"


def databases(url: str) -> set[str]:
    """Name the databases of the cluster."""
    import psycopg  # noqa: PLC0415 - only where PostgreSQL is used

    with psycopg.connect(dbname="postgres", user=ROLE, host=url.partition("?host=")[2]) as connection:
        return {str(name) for (name,) in connection.execute("SELECT datname FROM pg_database")}
