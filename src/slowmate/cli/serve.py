"""`slowmate serve`: the server on this machine."""

import argparse
import os
import socket

from slowmate.records import BadInput

EXAMPLES = """examples:
  slowmate serve --demo               a server to look at, on http://127.0.0.1:8000/
  slowmate serve --port 8080
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--demo", action="store_true", help="with demo data")
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default: %(default)s)")
    parser.add_argument("--port", type=int, default=8000, help="port to listen on (default: %(default)s)")


def run(options: argparse.Namespace) -> int:
    _refuse_taken_port(options.host, options.port)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "slowmate.server.settings")
    os.environ["SLOWMATE_DEMO"] = "1" if options.demo else "0"
    try:
        from granian import Granian  # noqa: PLC0415 - only the server needs it
        from granian.constants import Interfaces  # noqa: PLC0415
    except ImportError:
        raise BadInput("the server is not installed; install slowmate[server]") from None
    address = f"http://{options.host}:{options.port}/"
    print(f"Slowmate is at {address}")
    if options.demo:
        print(f"Look at the rule book: {address}rulebook (no one has to log in to read it)", flush=True)
    Granian(
        "slowmate.server.wsgi:application",
        address=options.host,
        port=options.port,
        interface=Interfaces.WSGI,
        blocking_threads=4,
        log_enabled=False,
    ).serve()
    return 0


def _refuse_taken_port(host: str, port: int) -> None:
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except (OSError, OverflowError) as error:
            why = f"cannot listen on {host}:{port} ({error}); choose another with --host and --port"
            raise BadInput(why, field="--port") from None
