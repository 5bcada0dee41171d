"""A real mail server in a thread, that keeps what it gets and refuses what it is told to."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

from aiosmtpd.controller import Controller


class Kept:
    """What came in; *refuse* is the answer to the next recipients instead; *dies*: it hangs up with a mail in hand."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.refuse: dict[str, str] = {}
        self.dies = False

    async def handle_RCPT(self, _server: Any, _session: Any, envelope: Any, address: str, _options: Any) -> str:  # noqa: N802 - as aiosmtpd calls it
        if address in self.refuse:
            return self.refuse[address]
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, _session: Any, envelope: Any) -> str:  # noqa: N802
        self.mails.append(message_from_bytes(envelope.content, policy=policy.default))
        if self.dies:
            server.transport.abort()
        return "250 OK"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def mail_server(port: int | None = None) -> Iterator[tuple[int, Kept]]:
    kept, port = Kept(), port or free_port()
    controller = Controller(kept, hostname="127.0.0.1", port=port)
    controller.start()
    try:
        yield port, kept
    finally:
        controller.stop()
