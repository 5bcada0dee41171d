"""`slowmate serve`: the server on this machine, worker included."""

import argparse
import gc
import logging
import os
import signal
import socket
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from threading import Event, Thread
from typing import Any

from rich.console import Console
from rich.progress import Progress

from slowmate.cli.server_setup import database, set_up, unwritable
from slowmate.records import BadInput

EXAMPLES = """examples:
  slowmate serve --demo               a living federation to look at, on http://127.0.0.1:8000/
  slowmate serve --port 8080
  DATABASE_URL=postgresql://slowmate@db/slowmate slowmate serve --host 0.0.0.0

settings come from the environment; docs/operate.md lists them
"""
log = logging.getLogger(__name__)

RESTART_AFTER = 2.0
"""Seconds before a worker that died is started again."""
PATIENCE = 15.0
"""Seconds a worker has to finish what it is doing when the server stops."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--demo", action="store_true", help="with demo data, in a database of its own")
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default: %(default)s)")
    parser.add_argument("--port", type=int, default=8000, help="port to listen on (default: %(default)s)")
    parser.add_argument("--no-worker", action="store_true", help="without a worker: run 'slowmate worker' elsewhere")


def run(options: argparse.Namespace) -> int:
    _refuse_taken_port(options.host, options.port)
    _set_environment(options)
    os.umask(0o077)  # what people write is for nobody else on this machine
    set_up(demo=options.demo)
    try:
        with database():
            said = _prepare(demo=options.demo)
    except OSError as wrong:
        raise unwritable("SLOWMATE_DATA, SLOWMATE_STATIC", wrong) from None
    address = os.environ["SLOWMATE_URL"]
    print(f"Slowmate is at {address}/", *said, sep="\n", flush=True)
    worker = None if options.no_worker else Supervised(["worker", "--parent", str(os.getpid())])
    try:
        _serve(options)
    finally:
        if worker:
            worker.stop()
    return 0


def _set_environment(options: argparse.Namespace) -> None:
    """What the settings take from the command line; what the environment says itself wins."""
    if not options.demo:
        os.environ["SLOWMATE_DEMO"] = "0"
    shown = "127.0.0.1" if options.host in {"0.0.0.0", "::"} else options.host  # noqa: S104 - compared, not bound
    host = f"[{shown}]" if ":" in shown else shown
    os.environ.setdefault("SLOWMATE_URL", f"http://{host}:{options.port}")
    data = Path(os.environ.get("SLOWMATE_DATA", "var")).resolve()
    os.environ.setdefault("SLOWMATE_STATIC", str(data / "static"))


def _prepare(*, demo: bool) -> list[str]:
    """The database brought up to date, pages' files collected, demo data made; what to say of it."""
    from slowmate.server.jobs import prepare  # noqa: PLC0415 - needs the settings

    with prepare.alone():
        prepare.prepare()
        if not demo:
            return []
        from slowmate.server.demo import load as demo_data  # noqa: PLC0415

        errors = Console(stderr=True)
        with Progress(console=errors, disable=not errors.is_terminal, transient=True) as bar:
            task = bar.add_task("making the demo", total=None)

            def progress(done: int, total: int) -> None:
                bar.update(task, completed=done, total=total)
                if done == 0 and not errors.is_terminal:
                    print("Making the demo: some seconds, once.", flush=True)

            return demo_data.ensure(progress=progress)


def _serve(options: argparse.Namespace) -> None:
    from django.conf import settings  # noqa: PLC0415 - needs the settings
    from granian import Granian  # noqa: PLC0415
    from granian.constants import Interfaces  # noqa: PLC0415
    from granian.log import LogLevels  # noqa: PLC0415

    from slowmate.server.site.logging import ACCESS  # noqa: PLC0415

    import_module(settings.ROOT_URLCONF)  # once, before the web processes are forked, not while visitors wait
    gc.collect()
    gc.freeze()  # what is loaded stays: looking through it for garbage costs time, and would copy it to each process
    logs: dict[str, Any] = dict(settings.LOGGING)
    Granian(
        "slowmate.server.wsgi:application",
        address=options.host,
        port=options.port,
        interface=Interfaces.WSGI,
        workers=settings.SLOWMATE_WEB_PROCESSES,
        blocking_threads=settings.SLOWMATE_THREADS,
        respawn_failed_workers=True,
        respawn_interval=0.5,
        workers_kill_timeout=20,
        log_level=LogLevels.warning,
        log_dictconfig=logs,
        log_access=settings.SLOWMATE_ACCESS_LOG,
        log_access_format=ACCESS,
    ).serve()


class Supervised:
    """A command of ours in a process of its own, started again whenever it dies, until it is stopped."""

    def __init__(self, arguments: list[str]) -> None:
        self._command = [sys.executable, "-m", "slowmate", *arguments]
        self._stopping = Event()
        self._process = self._start()
        self._watch = Thread(target=self._keep, name="worker supervision", daemon=True)
        self._watch.start()

    def _start(self) -> "subprocess.Popen[bytes]":
        # a session of its own: Ctrl-C in the terminal reaches us alone, and we stop it in order
        return subprocess.Popen(self._command, start_new_session=True, stdin=subprocess.DEVNULL)  # noqa: S603 - ourselves

    def _keep(self) -> None:
        while True:
            status = self._process.wait()
            if self._stopping.wait(RESTART_AFTER):
                return
            log.warning("the worker ended (%d); starting it again", status)
            self._process = self._start()
            if self._stopping.is_set():
                self._process.send_signal(signal.SIGTERM)

    def stop(self) -> None:
        """Ask it to stop, and wait for it; killed only if it takes too long."""
        self._stopping.set()
        self._process.send_signal(signal.SIGTERM)
        try:
            self._process.wait(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
        self._watch.join(timeout=RESTART_AFTER)


def _refuse_taken_port(host: str, port: int) -> None:
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except (OSError, OverflowError) as error:
            why = f"cannot listen on {host}:{port} ({error}); choose another with --host and --port"
            raise BadInput(why, field="--port") from None
