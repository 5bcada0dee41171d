"""`slowmate serve` refuses what it cannot do."""

import socket
import subprocess
import sys


def test_a_taken_port_is_told_in_one_line() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        done = subprocess.run(
            [sys.executable, "-m", "slowmate", "serve", "--port", port], capture_output=True, check=False
        )
    assert done.returncode == 2
    assert done.stderr.startswith(f"slowmate: --port: cannot listen on 127.0.0.1:{port}".encode())
    assert done.stderr.count(b"\n") == 1
