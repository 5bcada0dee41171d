"""The web server against those who send slowly, say nothing, or break off."""

import socket
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from waitress import create_server, wasyncore

from slowmate.server.site import web
from tests.server.processes import PATIENCE, migrated_environment, serving

SLOW = b"POST /accounts/login/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\nx"


@contextmanager
def connections(address: str, many: int, first: bytes) -> Iterator[list[socket.socket]]:
    port = int(address.rpartition(":")[2])
    with ExitStack() as stack:
        found = [stack.enter_context(socket.create_connection(("127.0.0.1", port))) for _ in range(many)]
        for one in found:
            one.sendall(first)
        yield found


def status_of(address: str, path: str = "/conduct") -> int:
    with urllib.request.urlopen(address + path, timeout=PATIENCE) as answer:  # noqa: S310 - our own address
        return int(answer.status)


@pytest.mark.processes
def test_slow_senders_and_silent_connections_keep_nobody_waiting(tmp_path: Path) -> None:
    env = migrated_environment(tmp_path, SLOWMATE_WEB_PROCESSES="1", SLOWMATE_THREADS="2")
    with serving(env) as (address, _process), connections(address, 20, SLOW) as slow, connections(address, 800, b""):
        for _ in range(5):
            for one in slow:
                one.sendall(b"y")
            begin = time.monotonic()
            assert status_of(address) == 200
            assert time.monotonic() - begin < PATIENCE / 10  # a thread that waited for a body would never be free


@contextmanager
def a_server(application: web.Application) -> Iterator[int]:
    """Our connections with another application, in a thread."""
    kept: dict[int, Any] = {}
    server = create_server(application, map=kept, host="127.0.0.1", port=0, threads=1)
    server.channel_class = web.Channel
    port, stop = server.socket.getsockname()[1], list[bool]()

    def loop() -> None:
        while not stop:
            wasyncore.loop(timeout=0.05, map=kept, use_poll=True, count=1)

    thread = Thread(target=loop)
    thread.start()
    yield port
    stop.append(True)
    thread.join()
    server.close()
    server.task_dispatcher.shutdown()
    wasyncore.close_all(kept)


def echo(environ: dict[str, Any], start_response: Any) -> list[bytes]:
    body = environ["wsgi.input"].read()
    start_response("200 OK", [("Content-Length", str(len(body)))])
    return [body]


def test_a_request_that_takes_too_long_to_arrive_is_broken_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web, "READ_TIMEOUT", 0.3)
    with a_server(echo) as port, socket.create_connection(("127.0.0.1", port)) as slow:
        slow.settimeout(PATIENCE)
        slow.sendall(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 6\r\n\r\nab")
        time.sleep(0.4)
        slow.sendall(b"cd")
        assert slow.recv(100) == b""


def test_a_request_in_pieces_that_arrives_in_time_is_answered_and_so_is_the_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(web, "READ_TIMEOUT", float(PATIENCE))
    with a_server(echo) as port, socket.create_connection(("127.0.0.1", port)) as one:
        one.settimeout(PATIENCE)
        for text in ("abcdef", "uvwxyz"):
            one.sendall(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 6\r\n\r\n" + text[:2].encode())
            time.sleep(0.05)
            one.sendall(text[2:].encode())
            found = b""
            while not found.endswith(text.encode()):
                found += one.recv(1000)
            assert found.startswith(b"HTTP/1.1 200 OK")


def in_parts(_environ: dict[str, Any], start_response: Any) -> Iterator[bytes]:
    start_response("200 OK", [("Content-Type", "text/plain")])
    return iter([b"one", b"two"])


@pytest.mark.parametrize("application", [echo, in_parts])
def test_head_is_answered_by_the_head_alone(application: web.Application, caplog: pytest.LogCaptureFixture) -> None:
    """What came after it would be taken for the next answer, by a proxy for that of somebody else."""
    with a_server(application) as port, socket.create_connection(("127.0.0.1", port)) as one:
        one.settimeout(PATIENCE)
        one.sendall(b"HEAD / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nConnection: close\r\n\r\nabc")
        found = b"".join(iter(lambda: one.recv(1000), b""))
    assert found.startswith(b"HTTP/1.1 200 OK")
    assert found.partition(b"\r\n\r\n")[2] == b""
    assert (b"Content-Length: 3" in found) == (application is echo)
    assert not caplog.records


def test_every_answered_request_has_its_line_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO", logger="slowmate.access")
    with a_server(web.logged(echo)) as port, socket.create_connection(("127.0.0.1", port)) as one:
        one.sendall(b"GET /here?key=secret HTTP/1.1\r\nHost: x\r\n\r\n")
        one.settimeout(PATIENCE)
        assert one.recv(1000).startswith(b"HTTP/1.1 200 OK")
    (line,) = [record for record in caplog.records if record.name == "slowmate.access"]
    assert line.getMessage().startswith("GET /here 200 ")
    assert (line.__dict__["path"], line.__dict__["status"]) == ("/here", 200)
