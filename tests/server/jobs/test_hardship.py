"""A server with a full disk, and one that is asked without a pause: what was accepted is kept, and memory is bounded.

`SLOWMATE_REQUESTS=20000` makes a trial of it, which takes minutes; `-rP` shows its numbers.
"""

import os
import resource
import subprocess
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from tests.server.clients import MOVES, Table, connect, played, send, sit_down
from tests.server.processes import children, command_of, migrated_environment, serving, slowmate, wait_until_well

pytestmark = pytest.mark.processes

REQUESTS = int(os.environ.get("SLOWMATE_REQUESTS", "1200"))
AT_ONCE = 4
WARM = 600
"""Requests after which a process has read, compiled and kept whatever it keeps."""
GROWN = 24
"""Megabytes that a process may grow by after that, however long it is asked."""
PAGES = ("/", "/conduct", "/rulebook?q=leave", "/rulebook/ICCF-LAWS-2019/6.5", "/players", "/events", "/calculators")


def web_processes(server: "subprocess.Popen[str]") -> list[int]:
    """Those that answer; not the worker."""
    found = [child for child in children(server.pid) if " worker " not in command_of(child)]
    assert found
    return found


def megabytes(pids: list[int]) -> int:
    """What they hold of the memory together."""
    pages = sum(int(Path(f"/proc/{pid}/statm").read_text().split()[1]) for pid in pids)
    return pages * os.sysconf("SC_PAGE_SIZE") // 2**20


def make(address: str, table: Table, ply: int) -> int:
    """Make a half-move: the status of the answer."""
    with closing(connect(address)) as connection:
        return send(connection, table, ply)[0]


def status_of(address: str, path: str, headers: dict[str, str]) -> int:
    with closing(connect(address)) as connection:
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        answer.read()
        return answer.status


def limit_files(pids: list[int], size: int) -> None:
    """From now on no file of these processes grows beyond so many bytes, as if the disk were full."""
    for pid in pids:
        hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)[1]
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, hard))


def test_a_full_disk_takes_no_move_shows_what_there_is_and_loses_nothing(tmp_path: Path) -> None:
    env = migrated_environment(tmp_path, SLOWMATE_WEB_PROCESSES="1")
    with serving(env) as (address, process):
        (table,) = sit_down(1, env)
        for ply in range(6):
            assert make(address, table, ply) == 302
        running = children(process.pid)
        limit_files(running, 1)
        assert [make(address, table, 6) for _ in range(3)] == [503, 503, 503]
        assert status_of(address, "/players", {}) == 200, "what is public can be read"
        limit_files(running, resource.RLIM_INFINITY)
        wait_until_well(address, process)
        for ply in range(6, 12):
            assert make(address, table, ply) == 302
    assert played(env) == ({table[0]: MOVES[:12]}, 12)
    checked = slowmate("verify", env=env)
    assert checked.returncode == 0, checked.stdout


@pytest.mark.long  # what grows by a little a request is seen after many
def test_memory_does_not_grow_with_the_number_of_requests(tmp_path: Path) -> None:
    env = migrated_environment(tmp_path, SLOWMATE_WEB_PROCESSES="1", SLOWMATE_THREADS=str(AT_ONCE))
    with serving(env) as (address, process), ThreadPoolExecutor(AT_ONCE) as threads:
        (table,) = sit_down(1, env)
        cookie = {"Cookie": f"sessionid={table[1][0]}"}
        pages = (*PAGES, "/games", f"/games/{table[0]}")

        def ask(number: int) -> int:
            return status_of(address, pages[number % len(pages)], cookie if number % 2 else {})

        assert set(threads.map(ask, range(WARM))) <= {200, 302}
        before = megabytes(web_processes(process))
        assert set(threads.map(ask, range(REQUESTS))) <= {200, 302}
        after = megabytes(web_processes(process))
    print(f"{REQUESTS} requests: {before} MB before, {after} MB after")  # noqa: T201 - the numbers of a trial
    assert after - before < GROWN
