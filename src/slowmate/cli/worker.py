"""`slowmate worker`: deadlines, mail and housekeeping, beside any number of web processes and other workers."""

import argparse
import os
import signal
from threading import Event
from types import FrameType

from slowmate.cli.server_setup import database, require_migrated, set_up

EXAMPLES = """examples:
  slowmate worker                     until it is stopped (slowmate serve runs one of its own)
  slowmate worker --once              what is due now, then stop
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--once", action="store_true", help="do what is due now, then stop")
    parser.add_argument("--demo", action="store_true", help="on the demo's database")
    parser.add_argument("--parent", type=int, default=0, help=argparse.SUPPRESS)


def run(options: argparse.Namespace) -> int:
    set_up(demo=options.demo, existing=True)
    stop = Event()

    def request_stop(_number: int, _frame: FrameType | None) -> None:
        stop.set()

    signal.signal(signal.SIGTERM, request_stop)
    signal.signal(signal.SIGINT, request_stop)
    with database():
        require_migrated()
    from slowmate.server.jobs import worker  # noqa: PLC0415 - needs the settings

    with database():
        if options.once:
            worker.run_once()
        else:
            worker.run(stop, is_orphan=lambda: bool(options.parent) and os.getppid() != options.parent)
    return 0
