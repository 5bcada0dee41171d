"""The server's door."""

import os
import signal
from multiprocessing import parent_process
from threading import Thread
from time import sleep

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "slowmate.server.settings")


def _end_with(parent: int) -> None:
    """Stop when `slowmate serve` is gone without having stopped us: an orphan would keep the port for ever."""
    while os.getppid() == parent:
        sleep(1)
    while True:  # a process that is still starting does not hear the first: granian listens only when it has begun
        os.kill(os.getpid(), signal.SIGTERM)
        sleep(1)


if (_parent := parent_process()) is not None and _parent.pid is not None:
    Thread(target=_end_with, args=(_parent.pid,), name="parent's pulse", daemon=True).start()

application = get_wsgi_application()
