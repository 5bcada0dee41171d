"""What importing costs, against Python itself."""

import subprocess
import sys
from time import perf_counter


def _start(code: str, runs: int = 15) -> float:
    times = []
    for _ in range(runs):
        begin = perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True)
        times.append(perf_counter() - begin)
    return sorted(times)[runs // 2]


def run() -> list[tuple[str, str]]:
    bare = _start("pass")
    rows = []
    for what in ("slowmate", "slowmate.rulebook", "slowmate.events.running.standings"):
        cost = _start(f"import {what}") - bare
        rows.append((f"import {what}", f"{1000 * cost:.0f} ms more than python itself ({1 + cost / bare:.1f} x)"))
    cost = _start("from slowmate.rulebook import catalogue; catalogue()") - bare
    rows.append(("... and the catalogue loaded", f"{1000 * cost:.0f} ms ({1 + cost / bare:.1f} x)"))
    return rows
