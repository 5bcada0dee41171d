"""A real browser against a server in this process: what pages do there is tested here, whatever slice they show.

The server runs in threads of the test, so that the test can move the one clock there is.
"""

import contextlib
import os
import shutil
import socket
import time
from collections.abc import Callable, Iterator
from threading import Lock, Thread, current_thread
from typing import Any

import pytest
from django.core.servers.basehttp import ThreadedWSGIServer
from django.db import connections
from django.test import Client
from django.test.testcases import LiveServerThread
from playwright.sync_api import BrowserContext, ConsoleMessage, Playwright, expect
from pytest_django.live_server_helper import LiveServer

from slowmate.server.accounts.models import User
from tests.server.browsing import DESK, PATIENCE, Seat, Seats

os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"  # Playwright's loop runs in this thread; the test's queries do too
expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def playwright(playwright: Playwright) -> Iterator[Playwright]:
    """Playwright's loop runs in the thread of the tests, and Django keeps a connection of its own for code under a
    loop: it is closed as long as the loop runs. Later nobody would find it, and PostgreSQL would not let its database
    be dropped."""
    yield playwright
    connections.close_all()


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Debian's chromium; the sandbox is off because tests may run as root."""
    chromium = shutil.which("chromium")
    assert chromium, "the browser tests need Debian's chromium: run make setup"
    flags = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
    return {**browser_type_launch_args, "executable_path": chromium, "args": flags}


class Server(ThreadedWSGIServer):
    """Knows its conversations, each a thread with a connection to the database, and can end them."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self._conversations: dict[Thread, socket.socket] = {}
        self._lock = Lock()

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        with self._lock:
            self._conversations[current_thread()] = request
        try:
            super().process_request_thread(request, client_address)
        finally:
            with self._lock:
                del self._conversations[current_thread()]

    def end_conversations(self) -> None:
        """Let every request that is on its way be answered, and no other."""
        while running := self._running():
            for thread, conversation in running.items():
                with contextlib.suppress(OSError):  # the browser was faster
                    conversation.shutdown(socket.SHUT_RD)
                thread.join(PATIENCE / 1000)
                assert not thread.is_alive(), "a request does not end"

    def _running(self) -> dict[Thread, socket.socket]:
        with self._lock:
            return dict(self._conversations)


LiveServerThread.server_class = Server


@pytest.fixture
def address(live_server: LiveServer) -> Iterator[str]:
    """The server's address; when the browsers are closed nothing of the test is left to be done behind the next one."""
    yield live_server.url
    server = live_server.thread.httpd
    assert isinstance(server, Server)
    server.end_conversations()


@pytest.fixture
def seats(address: str, new_context: Callable[..., BrowserContext], request: pytest.FixtureRequest) -> Iterator[Seats]:
    """Seat people at browsers, each with a window of his own; what went wrong in a console fails the test."""
    wrong: list[str] = []
    places = getattr(request, "param", DESK)

    def seat(user: User | None = None, **more: Any) -> Seat:
        options = {**places, **more}
        context = new_context(**options)
        if user is not None:
            context.add_cookies([{"name": "sessionid", "value": session_of(user), "url": address}])
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda message: wrong.append(message.text) if is_wrong(message) else None)
        return Seat(page, address, user, has_touch=bool(options.get("has_touch")))

    yield seat
    assert wrong == []


def session_of(user: User) -> str:
    """A session of somebody who has just signed in: nothing asks for the password again."""
    client = Client()
    client.force_login(user)
    session = client.session
    session["account_authentication_methods"] = [{"method": "password", "at": time.time(), "reauthenticated": True}]
    session["account_authentication_methods_user"] = str(user.pk)
    session.save()
    return client.cookies["sessionid"].value


def is_wrong(message: ConsoleMessage) -> bool:
    """Errors count, but not that a page said no with its status: the test looks at what it says."""
    return message.type == "error" and "status of 4" not in message.text
