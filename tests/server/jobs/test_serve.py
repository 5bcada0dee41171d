"""`slowmate serve` and `slowmate worker`: what they cannot do is told in one line, and they stop in order."""

import json
import os
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from tests.server.processes import (
    PATIENCE,
    children,
    command_of,
    environment,
    migrated_environment,
    serving,
    slowmate,
    wait_until,
)
from tests.server.smtp import free_port

pytestmark = pytest.mark.processes


def is_there(pid: int) -> bool:
    """Still running: one that has ended, and waits for whoever collects it, is not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def workers_of(pid: int) -> list[int]:
    return [child for child in children(pid) if " worker " in command_of(child)]


def test_a_taken_port_is_told_in_one_line(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        done = slowmate("serve", "--port", port, env=environment(tmp_path))
    assert done.returncode == 2
    assert done.stderr.startswith(f"slowmate: --port: cannot listen on 127.0.0.1:{port}")
    assert done.stderr.count("\n") == 1


WRONG_SETTINGS = [
    ("DATABASE_URL", "mysql://somewhere/else", "'mysql' is not a database we know"),
    ("DATABASE_URL", "postgresql://nobody@127.0.0.1:1/none?connect_timeout=2", "DATABASE_URL"),
    ("SLOWMATE_MAIL", "pigeon://coop", "'pigeon' is not a way to send mail"),
    ("SLOWMATE_LOG", "xml", "'xml' is not a style of logs"),
    ("DATABASE_URL", "postgresql://me:half#half@db/none", "are written %23"),
    ("SLOWMATE_MAIL", "smtp://post:office", "SLOWMATE_MAIL: cannot be read"),
    ("SLOWMATE_URL", "chess.example", "write it as https://chess.example"),
    ("SLOWMATE_WEB_PROCESSES", "many", "'many' is not a whole number"),
    ("SLOWMATE_THREADS", "0", "'0' is not a whole number"),
    ("SLOWMATE_DATA", "/proc/nowhere", "can write to"),
    ("DATABASE_URL", "postgresql://127.0.0.1:1", "DATABASE_URL: names no database"),
]


@pytest.mark.parametrize(
    ("command", "variable", "value", "message"),
    [
        *(("serve", *case) for case in WRONG_SETTINGS),
        ("worker", *WRONG_SETTINGS[0]),
        *(pytest.param("worker", *case, marks=pytest.mark.long) for case in WRONG_SETTINGS[1:]),
    ],
)
def test_settings_that_cannot_work_are_told_in_one_line(
    command: str, variable: str, value: str, message: str, tmp_path: Path
) -> None:
    env = environment(tmp_path) | {variable: value}
    arguments = ("--port", str(free_port())) if command == "serve" else ()
    done = slowmate(command, *arguments, env=env)
    assert done.returncode == 2, done.stdout + done.stderr
    assert message in done.stderr
    assert done.stderr.count("\n") == 1


AWAY = "postgresql://nobody:geheim@127.0.0.1:1/none"


@pytest.mark.parametrize("command", ["verify", "backup FILE", "restore FILE", "manage migrate"])
def test_a_database_that_is_away_is_told_in_one_line_without_the_password(command: str, tmp_path: Path) -> None:
    file = tmp_path / "file"
    if command.startswith("restore"):
        file.write_bytes(b"PGDMP")
    done = slowmate(*command.replace("FILE", str(file)).split(), env=environment(tmp_path, AWAY))
    assert done.returncode == 2, done.stdout + done.stderr
    assert done.stderr.startswith("slowmate: DATABASE_URL: postgresql://nobody:...@127.0.0.1:1/none: ")
    assert "onnection" in done.stderr
    assert "geheim" not in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_command_of_django_that_needs_no_database_runs_without(tmp_path: Path) -> None:
    assert slowmate("manage", "check", env=environment(tmp_path, AWAY)).returncode == 0


def test_an_empty_secret_key_is_refused(tmp_path: Path) -> None:
    (tmp_path / "secret-key").touch()
    done = slowmate("manage", "check", env=environment(tmp_path))
    assert done.returncode == 2
    assert "secret-key is empty" in done.stderr


def test_a_folder_of_somebody_else_is_not_cleared_for_our_files(tmp_path: Path) -> None:
    theirs = tmp_path / "www" / "index.html"
    theirs.parent.mkdir()
    theirs.write_text("mine")
    env = environment(tmp_path / "data", SLOWMATE_STATIC=str(theirs.parent))
    done = slowmate("serve", "--port", str(free_port()), env=env)
    assert done.returncode == 2
    assert "holds other files" in done.stderr
    assert theirs.read_text() == "mine"


def test_static_files_that_cannot_be_written_are_told_in_one_line(tmp_path: Path) -> None:
    env = environment(tmp_path, SLOWMATE_STATIC="/proc/nowhere")
    done = slowmate("serve", "--port", str(free_port()), env=env)
    assert done.returncode == 2
    assert "SLOWMATE_STATIC: /proc/nowhere: " in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_server_killed_outright_leaves_no_process_and_its_port_is_free(tmp_path: Path) -> None:
    env = migrated_environment(tmp_path, SLOWMATE_WEB_PROCESSES="2")
    with serving(env) as (address, process):
        left = children(process.pid)
        assert len(left) >= 3
        process.kill()
        wait_until(lambda: not any(is_there(pid) for pid in left), "no orphan is left")
        with socket.socket() as again:
            again.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            again.bind(("127.0.0.1", int(address.rpartition(":")[2])))
    assert slowmate("verify", env=env).returncode == 0


def test_the_server_answers_to_its_address_and_logs_other_names_in_a_line(tmp_path: Path) -> None:
    env = migrated_environment(
        tmp_path, SLOWMATE_LOG="json", SLOWMATE_URL="https://chess.example", SLOWMATE_HOSTS=" 127.0.0.1 "
    )
    with serving(env) as (address, _process):
        found = []
        for host in ("chess.example", "evil.example"):
            request = urllib.request.Request(f"{address}/healthz", headers={"Host": host})  # noqa: S310 - our own
            try:
                with urllib.request.urlopen(request, timeout=PATIENCE) as answer:  # noqa: S310 - our own address
                    found.append(answer.status)
            except urllib.error.HTTPError as refused:
                found.append(refused.code)
    assert found == [200, 400]
    (log,) = tmp_path.glob("serve-*.log")
    (line,) = [json.loads(line) for line in log.read_text().splitlines() if "evil.example" in line]
    assert "exception" not in line


def test_a_worker_that_died_is_started_again_and_told_of_in_the_style_of_the_log(tmp_path: Path) -> None:
    env = migrated_environment(tmp_path, SLOWMATE_LOG="json")
    with serving(env) as (_address, process):
        (first,) = workers_of(process.pid)
        os.kill(first, signal.SIGKILL)
        wait_until(lambda: set(workers_of(process.pid)) - {first}, "a worker is started again")
    (log,) = tmp_path.glob("serve-*.log")
    address, first_step, tables, *lines = log.read_text().splitlines()
    assert address.startswith("Slowmate is at ")
    assert "slowmate manage administrator" in first_step, "a new server says how it gets its first administrator"
    assert "claims with up to 4 men are answered at once; others go to the director" in tables
    assert any(json.loads(line)["message"] == "the worker ended (-9); starting it again" for line in lines)


def test_a_worker_refuses_to_make_a_database(tmp_path: Path) -> None:
    done = slowmate("worker", env=environment(tmp_path))
    assert done.returncode == 2
    assert "no server's database here" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_manage_passes_on_what_django_answers(tmp_path: Path) -> None:
    env = environment(tmp_path)
    assert slowmate("manage", "migrate", "--verbosity", "0", env=env).returncode == 0
    assert slowmate("worker", "--once", env=env).returncode == 0
    wrong = slowmate("manage", "nonsense", env=env)
    assert wrong.returncode != 0


def test_the_server_starts_on_an_empty_folder_logs_in_json_and_stops_in_order(tmp_path: Path) -> None:
    env = environment(tmp_path, SLOWMATE_LOG="json", SLOWMATE_ACCESS_LOG="1")
    with serving(env) as (address, process):
        with urllib.request.urlopen(address, timeout=PATIENCE) as answer:  # noqa: S310 - our own address
            assert answer.status == 200
        started = children(process.pid)
        assert started
        (log,) = tmp_path.glob("serve-*.log")
        wait_until(lambda: "worker started" in log.read_text(), "a worker runs: one that still starts is just ended")
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=PATIENCE) == 0
    wait_until(lambda: not any(is_there(pid) for pid in started), "all that was started has ended")
    lines = [json.loads(line) for line in log.read_text().splitlines() if line.startswith("{")]
    assert {"worker started", "worker stopped"} <= {line["message"] for line in lines}
    assert any(line.get("path") == "/" and line.get("status") == 200 for line in lines)
    assert oct((tmp_path / "slowmate.sqlite3").stat().st_mode)[-3:] == "600"


ASK = """
import django; django.setup()
from concurrent.futures import ThreadPoolExecutor
from django.test import Client
def ask(path):
    client = Client(raise_request_exception=False)
    client.cookies["sessionid"] = "somebody"
    answer = client.get(path, headers={"Authorization": "Bearer slowmate_x", "Host": "localhost"})
    kind, words = answer["Content-Type"], "does not answer" in answer.content.decode()
    return f"{answer.status_code} {kind} {answer['Retry-After']} {words}"
with ThreadPoolExecutor(2) as threads:
    print(*threads.map(ask, ("/games", "/api/games")), sep="\\n")
"""


def test_a_visitor_is_told_that_the_database_does_not_answer(tmp_path: Path) -> None:
    env = environment(tmp_path, AWAY, DJANGO_SETTINGS_MODULE="slowmate.server.settings")
    done = subprocess.run([sys.executable, "-c", ASK], env=env, capture_output=True, text=True, check=False)
    assert done.stdout.splitlines() == [
        "503 text/html; charset=utf-8 30 True",
        "503 application/problem+json 30 True",
    ], done.stderr
