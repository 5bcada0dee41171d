"""Bringing games from PGN, beside what the library takes to read the same file; and whether memory stays flat."""

import json
import lzma
import os
import resource
import subprocess
import sys
import tempfile
import time
from importlib.resources import files
from itertools import cycle, islice
from pathlib import Path

import chess
import chess.pgn

GAMES = int(os.environ.get("BENCH_IMPORT_GAMES", "50000"))
FEW = min(GAMES // 5, 20_000)
"""What is enough to know what a game costs the library, and to see whether memory grows from there."""
PLAYERS = 2000


def run() -> list[tuple[str, str]]:
    """The ratio of processor time, each in a process of its own; memory as the largest that either process had."""
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / "archive.pgn"
        _write(path, GAMES)
        few = Path(place) / "few.pgn"
        _write(few, FEW)
        bare, _ = _measured(["bare", str(few)], place)
        _, small = _measured(["brought", str(few)], place)
        brought, large = _measured(["brought", str(path)], place)
        again, _ = _measured(["again", str(path)], place)
        bare = (bare + _measured(["bare", str(few)], place)[0]) / 2
    each, read = 1000 * brought / GAMES, 1000 * bare / FEW
    return [
        (
            f"{GAMES:,} games from PGN ({each:.2f} ms each) / reading as many by the library ({read:.2f}; at most 3)",
            f"{each / read:.2f}",
        ),
        (
            "the same again, which changes nothing / reading as many by the library",
            f"{1000 * again / GAMES / read:.2f}",
        ),
        (f"memory for {GAMES:,} games / for {FEW:,} of them (flat: about 1)", f"{large / small:.2f}"),
    ]


def _write(path: Path, games: int) -> None:
    """The demo's orthodox games, with players and days of their own."""
    packed = files("slowmate.server").joinpath("data", "demo-games.txt.xz").read_bytes()
    lines = [line.split() for line in lzma.decompress(packed).decode().splitlines() if line.startswith("-")]
    texts = []
    for _, _, *moves in lines[:1000]:
        board = chess.Board()
        for uci in moves:
            board.push_uci(uci)
        written = str(chess.pgn.Game.from_board(board)).rpartition("]\n\n")[2].split()
        texts.append(" ".join(written[:-1]))  # without a result
    with path.open("w", encoding="utf-8") as out:
        for number, text in enumerate(islice(cycle(texts), games)):
            tags = {
                "Event": f"Cup {number // 50}",
                "Date": f"20{10 + number % 10}.03.{1 + number % 28:02}",
                "Round": number,
                "White": f"White {number % PLAYERS}",
                "Black": f"Black {number * 7 % PLAYERS}",
                "Result": "1/2-1/2",
            }
            out.write("".join(f'[{name} "{value}"]\n' for name, value in tags.items()))
            out.write(f"\n{text} 1/2-1/2\n\n")


def _measured(words: list[str], place: str) -> tuple[float, int]:
    data = Path(place) / f"data-{Path(words[1]).stem}"
    environment = {**os.environ, "SLOWMATE_DATA": str(data), "SLOWMATE_SECRET_KEY": "bench" * 8, "SLOWMATE_HOSTS": "*"}
    environment.pop("DATABASE_URL", None)
    command = [sys.executable, "-m", "bench.imports", *words]
    done = subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE, text=True)
    seconds, memory = json.loads(done.stdout.splitlines()[-1])
    return seconds, memory


def _bare(path: str) -> float:
    begins = time.process_time()
    with Path(path).open(encoding="utf-8") as file:
        while chess.pgn.read_game(file) is not None:
            pass
    return time.process_time() - begins


def _brought(path: str) -> float:
    os.environ["DJANGO_SETTINGS_MODULE"] = "slowmate.server.settings"
    import django  # noqa: PLC0415 - after the environment is set

    django.setup()
    from django.core.management import call_command  # noqa: PLC0415

    call_command("migrate", verbosity=0)
    from slowmate.cli.main import main  # noqa: PLC0415

    begins = time.process_time()
    status = main(["import", "games", path, "--write"])
    assert status == 0  # noqa: S101 - else it measures something else
    return time.process_time() - begins


if __name__ == "__main__":
    seconds = _bare(sys.argv[2]) if sys.argv[1] == "bare" else _brought(sys.argv[2])
    print(json.dumps([seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss]))
