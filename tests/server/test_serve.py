"""`slowmate serve` and `slowmate worker`: what they cannot do is told in one line, and they stop in order."""

import json
import signal
import socket
import time
import urllib.request
from pathlib import Path

import pytest

from tests.server.processes import children, environment, serving, slowmate
from tests.server.smtp import free_port

pytestmark = pytest.mark.processes


def test_a_taken_port_is_told_in_one_line(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        done = slowmate("serve", "--port", port, env=environment(tmp_path))
    assert done.returncode == 2
    assert done.stderr.startswith(f"slowmate: --port: cannot listen on 127.0.0.1:{port}")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("variable", "value", "told"),
    [
        ("DATABASE_URL", "mysql://somewhere/else", "'mysql' is not a database we know"),
        ("DATABASE_URL", "postgresql://nobody@127.0.0.1:1/none?connect_timeout=2", "DATABASE_URL"),
        ("SLOWMATE_MAIL", "pigeon://coop", "'pigeon' is not a way to send mail"),
        ("SLOWMATE_LOG", "xml", "'xml' is not a style of logs"),
        ("SLOWMATE_WEB_PROCESSES", "many", "'many' is not a whole number"),
        ("SLOWMATE_DATA", "/proc/nowhere", "SLOWMATE_DATA"),
    ],
)
@pytest.mark.parametrize("command", ["serve", "worker"])
def test_settings_that_cannot_work_are_told_in_one_line(
    command: str, variable: str, value: str, told: str, tmp_path: Path
) -> None:
    env = environment(tmp_path) | {variable: value}
    arguments = ("--port", str(free_port())) if command == "serve" else ()
    done = slowmate(command, *arguments, env=env)
    assert done.returncode == 2, done.stdout + done.stderr
    assert told in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_worker_refuses_a_database_of_another_version(tmp_path: Path) -> None:
    done = slowmate("worker", env=environment(tmp_path))
    assert done.returncode == 2
    assert "slowmate manage migrate" in done.stderr


def test_manage_passes_on_what_django_answers(tmp_path: Path) -> None:
    env = environment(tmp_path)
    assert slowmate("manage", "migrate", "--verbosity", "0", env=env).returncode == 0
    assert slowmate("worker", "--once", env=env).returncode == 0
    wrong = slowmate("manage", "nonsense", env=env)
    assert wrong.returncode != 0


def test_the_server_starts_on_an_empty_folder_logs_in_json_and_stops_in_order(tmp_path: Path) -> None:
    env = environment(tmp_path, SLOWMATE_LOG="json", SLOWMATE_ACCESS_LOG="1")
    with serving(env) as (address, process):
        with urllib.request.urlopen(address, timeout=20) as answer:  # noqa: S310 - our own address
            assert answer.status == 200
        started = children(process.pid)
        assert started
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=60) == 0
    for _ in range(100):
        if not any(Path(f"/proc/{pid}").exists() for pid in started):
            break
        time.sleep(0.1)
    assert not any(Path(f"/proc/{pid}").exists() for pid in started)
    (log,) = tmp_path.glob("serve-*.log")
    lines = [json.loads(line) for line in log.read_text().splitlines() if line.startswith("{")]
    assert {"worker started", "worker stopped"} <= {line["message"] for line in lines}
    assert any(line.get("path") == "/" and line.get("status") == 200 for line in lines)
    assert oct((tmp_path / "slowmate.sqlite3").stat().st_mode)[-3:] == "600"
