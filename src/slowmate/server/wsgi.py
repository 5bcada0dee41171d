"""The server's door."""

import os
import signal
from collections.abc import Iterable
from multiprocessing import parent_process
from threading import Thread
from time import sleep
from typing import TYPE_CHECKING, Any

from django.core.wsgi import get_wsgi_application
from django.http import HttpResponse

if TYPE_CHECKING:
    from wsgiref.types import StartResponse

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "slowmate.server.settings")


def _end_with(parent: int) -> None:
    """Stop when `slowmate serve` is gone without having stopped us: an orphan would keep the port for ever."""
    while os.getppid() == parent:
        sleep(1)
    os.kill(os.getpid(), signal.SIGTERM)


if (_parent := parent_process()) is not None and _parent.pid is not None:
    Thread(target=_end_with, args=(_parent.pid,), name="parent's pulse", daemon=True).start()

_django = get_wsgi_application()


def application(environ: dict[str, Any], start_response: "StartResponse") -> Iterable[bytes]:
    """Django's answer. One that is whole is handed over at once: of another the server asks for part after part, from
    other threads."""
    answer = _django(environ, start_response)
    if not isinstance(answer, HttpResponse):  # it comes in parts, as a long file does
        return answer
    body = [answer.content]
    answer.close()
    return body
