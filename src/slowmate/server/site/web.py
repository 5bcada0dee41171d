"""The web server of `slowmate serve`: processes that share one socket, each with a few threads.

Waitress reads a request to its end before a thread takes it, so slow senders hold a connection and nothing else;
here a request also has a limited time to arrive, and idle connections are closed.
"""

import gc
import logging
import os
import signal
import socket
import time
from collections.abc import Callable, Iterable
from importlib import import_module
from multiprocessing import get_context
from multiprocessing.context import ForkProcess
from typing import Any

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from waitress import create_server, wasyncore
from waitress.channel import HTTPChannel
from waitress.task import WSGITask

Application = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]

access = logging.getLogger("slowmate.access")

LISTEN_BACKLOG = 1024
"""Connections that the system keeps until a process takes them."""
MAX_CONNECTIONS = 4000
"""Connections that a process keeps open at a time."""
IDLE_TIMEOUT = 60
"""Seconds after which a connection on which nothing comes is closed."""
READ_TIMEOUT = 60.0
"""Seconds in which a request must have come to its end, however busily it trickles."""
MAX_BODY_BYTES = 8 * 1024 * 1024
"""Bytes of a request that are read at all; pages and programs refuse far smaller ones in words of their own."""
SHUTDOWN_TIMEOUT = 15.0
"""Seconds that requests have to be answered when the server stops."""


def bind(host: str, port: int) -> socket.socket:
    """Return the socket that all web processes will share. Raises OSError if the port is taken. Does not listen."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind((host, port))
    return listener


def load() -> None:
    """Load what pages need once, before processes are forked: visitors do not wait for it, and memory is shared."""
    import_module(settings.ROOT_URLCONF)
    gc.collect()
    gc.freeze()  # what is loaded stays: looking through it for garbage would copy it to each process


def start(listener: socket.socket) -> ForkProcess:
    """Start one more web process."""
    process = get_context("fork").Process(target=_answer, args=(listener, os.getpid()), name="web", daemon=True)
    process.start()
    return process


class Task(WSGITask):  # type: ignore[misc] # waitress has no types
    """An answer. To HEAD it is the head alone, as of GET: waitress leaves that to applications, and Django to servers.
    What came after it would be taken for the next answer on the connection."""

    @property
    def has_body(self) -> bool:
        is_head_sent = self.wrote_header and self.request.command == "HEAD"
        return bool(super().has_body) and not is_head_sent

    def build_response_header(self) -> bytes:
        head: bytes = super().build_response_header()
        if self.request.command == "HEAD":
            self.chunked_response, self.logged_write_no_body = False, True  # what is left out is no fault
        return head


class Channel(HTTPChannel):  # type: ignore[misc] # waitress has no types
    """A connection on which a request must arrive in a limited time."""

    task_class = Task
    began = 0.0

    def received(self, data: bytes) -> bool:
        now = time.monotonic()
        if self.request is None:
            self.began = now
        elif now - self.began > READ_TIMEOUT:
            self.will_close = True
            return False
        return bool(super().received(data))


def _answer(listener: socket.socket, parent: int) -> None:
    """Answer requests until SIGTERM, or until the server that started us is gone: an orphan would keep the port."""
    stops: list[float] = []
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C in the terminal reaches our parent, who stops us in order
    signal.signal(signal.SIGTERM, lambda *_: stops.append(time.monotonic()))
    connections: dict[int, Any] = {}
    application: Application = get_wsgi_application()
    server = create_server(
        logged(application) if settings.SLOWMATE_ACCESS_LOG else application,
        map=connections,
        sockets=[listener],
        threads=settings.SLOWMATE_THREADS,
        connection_limit=MAX_CONNECTIONS,
        backlog=LISTEN_BACKLOG,
        channel_timeout=IDLE_TIMEOUT,
        cleanup_interval=10,
        max_request_body_size=MAX_BODY_BYTES,
        ident=None,
        clear_untrusted_proxy_headers=False,  # whom to believe is decided by SLOWMATE_BEHIND_PROXY
    )
    server.channel_class = Channel
    while not stops and os.getppid() == parent:
        wasyncore.loop(timeout=1, map=connections, use_poll=True, count=1)
    server.accepting = False
    until = time.monotonic() + SHUTDOWN_TIMEOUT
    while time.monotonic() < until and any(
        channel.requests or channel.total_outbufs_len for channel in _channels(connections)
    ):
        wasyncore.loop(timeout=0.1, map=connections, use_poll=True, count=1)
    server.task_dispatcher.shutdown(timeout=1)


def _channels(connections: dict[int, Any]) -> list[HTTPChannel]:
    return [channel for channel in connections.values() if isinstance(channel, HTTPChannel)]


def logged(application: Application) -> Application:
    """Wrap the application so that every request it has answered is logged."""

    def answer(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        begin, status = time.perf_counter(), ""

        def begin_response(line: str, *rest: Any) -> Any:
            nonlocal status
            status = line
            return start_response(line, *rest)

        answered = application(environ, begin_response)
        milliseconds = round(1000 * (time.perf_counter() - begin), 1)
        method, path, code = environ["REQUEST_METHOD"], environ["PATH_INFO"], int(status.partition(" ")[0] or 0)
        facts = {"method": method, "path": path, "status": code, "milliseconds": milliseconds}
        access.info("%s %s %d %.1f ms", method, path, code, milliseconds, extra=facts)
        return answered

    return answer
