"""Replaying stored games through our positions against the bare library, reading archives against the library, and the
whole of `slowmate game` against the library reading and replaying the same file."""

import io
import lzma
import random
import time
from collections.abc import Callable
from contextlib import redirect_stdout
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory

import chess
import chess.pgn

from slowmate.board import Occurrences, Position
from slowmate.cli import main
from slowmate.formats.pgn import read_games

GAMES = 40
PLIES = 80
ROUNDS = 7
DEMO_GAMES = 800


def run() -> list[tuple[str, str]]:
    """Ratios of processor time in one run: each pair takes turns, and the best of several rounds counts."""
    games = _games()
    text = _archive(games)
    ours, bare = _best(lambda: _replay(games), lambda: _push(games))
    reading, theirs = _best(lambda: _read(text), lambda: _read_theirs(text))
    return [
        (
            "slowmate game, to the library reading and replaying the same file (at most 2)",
            f"{_checked(_demo_games()):.2f}",
        ),
        ("replay of 40-move games, with repetition and counts, to bare push_uci (at most 1.5)", f"{ours / bare:.2f}"),
        ("reading PGN with printing and counting, to the library's reader", f"{reading / theirs:.2f}"),
    ]


def _games() -> list[list[str]]:
    lot = random.Random(40)
    games: list[list[str]] = []
    while len(games) < GAMES:
        board = chess.Board()
        while len(board.move_stack) < PLIES and not board.is_game_over():
            board.push(lot.choice(list(board.legal_moves)))
        if len(board.move_stack) == PLIES:
            games.append([move.uci() for move in board.move_stack])
    return games


def _archive(games: list[list[str]]) -> str:
    texts = []
    for moves in games:
        board = chess.Board()
        for uci in moves:
            board.push_uci(uci)
        texts.append(str(chess.pgn.Game.from_board(board)))
    return "\n\n".join(texts) + "\n"


def _demo_games() -> list[list[str]]:
    """Orthodox games of the demo. They are short, 38 half-moves on average, so that their ends weigh the more."""
    packed = files("slowmate.server").joinpath("data", "demo-games.txt.xz").read_bytes()
    lines = [line.split() for line in lzma.decompress(packed).decode().splitlines() if line.startswith("-")]
    return [moves for _, _, *moves in lines[:: max(1, len(lines) // DEMO_GAMES)]]


def _checked(games: list[list[str]]) -> float:
    """The command, without the start of Python, to the library's reader followed by its replay."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "games.pgn"
        path.write_text(_archive(games), "utf-8")
        ours, theirs = _best(lambda: _check(path), lambda: _read_and_replay(path), rounds=4)
    return ours / theirs


def _check(path: Path) -> None:
    with redirect_stdout(io.StringIO()):
        main(["game", str(path)])


def _read_and_replay(path: Path) -> None:
    with path.open(encoding="utf-8") as file:
        while (game := chess.pgn.read_game(file)) is not None:
            board = game.board()
            for move in game.mainline_moves():
                board.push(move)


def _replay(games: list[list[str]]) -> None:
    for moves in games:
        position = Position.initial()
        occurrences = Occurrences.start(position)
        for uci in moves:
            position = position.play_uci(uci)
            occurrences = occurrences.then(position)


def _push(games: list[list[str]]) -> None:
    for moves in games:
        board = chess.Board()
        for uci in moves:
            board.push_uci(uci)


def _read(text: str) -> None:
    for _ in read_games(text.splitlines(keepends=True)):
        pass


def _read_theirs(text: str) -> None:
    file = io.StringIO(text)
    while chess.pgn.read_game(file):
        pass


def _best(one: Callable[[], None], other: Callable[[], None], rounds: int = ROUNDS) -> tuple[float, float]:
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(rounds):
        for measured, kept in zip((one, other), times, strict=True):
            start = time.process_time()
            measured()
            kept.append(time.process_time() - start)
    return min(times[0]), min(times[1])
