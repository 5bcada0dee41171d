"""`slowmate serve`: the server on this machine, worker included."""

import argparse
import logging
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from multiprocessing.context import ForkProcess
from pathlib import Path

from rich.console import Console
from rich.progress import Progress

from slowmate.board import open_tables
from slowmate.cli.server_setup import database, set_up, unwritable
from slowmate.records import BadInput

EXAMPLES = """examples:
  slowmate serve --demo               a living federation to look at, on http://127.0.0.1:8000/
  slowmate serve --port 8080
  DATABASE_URL=postgresql://slowmate@db/slowmate slowmate serve --host 0.0.0.0

settings come from the environment: DATABASE_URL, SLOWMATE_DATA (where the embedded database lies), SLOWMATE_URL (the
address people use), SLOWMATE_HOSTS, SLOWMATE_BEHIND_PROXY, SLOWMATE_SECRET_KEY, SLOWMATE_MAIL and SLOWMATE_FROM,
SLOWMATE_NAME, SLOWMATE_LOG, SLOWMATE_WEB_PROCESSES, SLOWMATE_THREADS, SLOWMATE_SYZYGY
"""
log = logging.getLogger(__name__)

RESTART_AFTER = 2.0
"""Seconds before a process that died is started again."""
PATIENCE = 20.0
"""Seconds they have to finish what they are doing when the server stops."""

Running = subprocess.Popen[bytes] | ForkProcess


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--demo", action="store_true", help="with demo data, in a database of its own")
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default: %(default)s)")
    parser.add_argument("--port", type=int, default=8000, help="port to listen on (default: %(default)s)")
    parser.add_argument("--no-worker", action="store_true", help="without a worker: run 'slowmate worker' elsewhere")


def run(options: argparse.Namespace) -> int:
    _set_environment(options)
    os.umask(0o077)  # no other account of this machine may read what people write
    set_up(demo=options.demo)
    listener = _bind(options.host, options.port)
    try:
        lines = [*_prepare_apart(demo=options.demo), _endgame_tables()]
    except OSError as wrong:
        raise unwritable("SLOWMATE_DATA, SLOWMATE_STATIC", wrong) from None
    address = os.environ["SLOWMATE_URL"]
    print(f"Slowmate is at {address}/", *lines, sep="\n", flush=True)
    _serve(listener, worker=not options.no_worker)
    return 0


def _serve(listener: socket.socket, *, worker: bool) -> None:
    from django.conf import settings  # noqa: PLC0415 - needs the settings

    from slowmate.server.site import web  # noqa: PLC0415

    web.load()
    starts: list[tuple[str, Callable[[], Running]]] = [("worker", _worker)] * worker
    starts += [("web process", lambda: web.start(listener))] * settings.SLOWMATE_WEB_PROCESSES
    _keep_alive(starts)


def _bind(host: str, port: int) -> socket.socket:
    from slowmate.server.site import web  # noqa: PLC0415 - needs the settings

    try:
        return web.bind(host, port)
    except (OSError, OverflowError) as error:
        why = f"cannot listen on {host}:{port} ({error}); choose another with --host and --port"
        raise BadInput(why, field="--port") from None


def _set_environment(options: argparse.Namespace) -> None:
    """Set what the settings take from the command line; existing variables win."""
    if not options.demo:
        os.environ["SLOWMATE_DEMO"] = "0"
    shown = "127.0.0.1" if options.host in {"0.0.0.0", "::"} else options.host  # noqa: S104 - compared, not bound
    host = f"[{shown}]" if ":" in shown else shown
    os.environ.setdefault("SLOWMATE_URL", f"http://{host}:{options.port}")
    data = Path(os.environ.get("SLOWMATE_DATA", "var")).resolve()
    os.environ.setdefault("SLOWMATE_STATIC", str(data / "static"))


def _prepare_apart(*, demo: bool) -> list[str]:
    """Prepare in a process of its own: threads that computing starts in it would be missing in the web processes."""
    with ProcessPoolExecutor(1, mp_context=get_context("fork")) as process:
        return process.submit(_prepare, demo=demo).result()


def _prepare(*, demo: bool) -> list[str]:
    """Migrate the database, collect static files, make demo data; return what to print about it."""
    from slowmate.server.jobs import prepare  # noqa: PLC0415 - needs the settings

    with database(), prepare.alone():
        prepare.prepare()
        return _demo() if demo else _first_steps()


def _first_steps() -> list[str]:
    """Return the advice for the owner of a new server."""
    from slowmate.server.accounts.models import User  # noqa: PLC0415 - needs the settings

    if User.objects.filter(is_administrator=True).exists():
        return []
    return ["It has no administrator yet: join on its pages, then enter: slowmate manage administrator YOUR@ADDRESS"]


def _endgame_tables() -> str:
    """Return up to how many men claims of the endgame tables are answered; raise `BadInput` for unreadable folders."""
    with open_tables() as tables:
        men = tables.complete
    return f"Endgame tables: claims with up to {men} men are answered at once; others go to the director"


def _demo() -> list[str]:
    from slowmate.server.demo import load as demo_data  # noqa: PLC0415 - needs the settings

    errors = Console(stderr=True)
    with Progress(console=errors, disable=not errors.is_terminal, transient=True) as bar:
        task = bar.add_task("making the demo", total=None)

        def progress(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total)
            if done == 0 and not errors.is_terminal:
                print("Making the demo: some seconds, once.", flush=True)

        return demo_data.ensure(progress=progress)


class Child:
    """A process of ours that is started again whenever it dies."""

    def __init__(self, name: str, start: Callable[[], Running]) -> None:
        self.name, self._start = name, start
        self.process = start()
        self._again: float | None = None

    def look(self) -> None:
        """Start it again if it has ended, after a moment."""
        status = status_of(self.process)
        if status is None:
            return
        if self._again is None:
            log.warning("the %s ended (%d); starting it again", self.name, status)
            self._again = time.monotonic() + RESTART_AFTER
        elif time.monotonic() >= self._again:
            self.process, self._again = self._start(), None


def status_of(process: Running) -> int | None:
    """Return how a process ended; None while it runs."""
    return process.poll() if isinstance(process, subprocess.Popen) else process.exitcode


def _worker() -> Running:
    # a session of its own: Ctrl-C in the terminal reaches us alone, and we stop it in order
    command = [sys.executable, "-m", "slowmate", "worker", "--parent", str(os.getpid())]
    return subprocess.Popen(command, start_new_session=True, stdin=subprocess.DEVNULL)  # noqa: S603 - ourselves


def _keep_alive(starts: list[tuple[str, Callable[[], Running]]]) -> None:
    """Run these processes until we are stopped; then stop them in order, and kill only what takes too long."""
    stops: list[int] = []
    for sign in (signal.SIGTERM, signal.SIGINT):
        signal.signal(sign, lambda number, _frame: stops.append(number))
    running = [Child(name, start) for name, start in starts]
    while not stops:
        time.sleep(0.2)
        for child in running:
            child.look()
    for child in running:
        child.process.terminate()
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and any(status_of(child.process) is None for child in running):
        time.sleep(0.05)
    for child in running:
        if status_of(child.process) is None:
            child.process.kill()
