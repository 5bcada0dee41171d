"""Replaying stored games through our positions against the bare library, and reading archives against the library."""

import io
import random
import time
from collections.abc import Callable

import chess
import chess.pgn

from slowmate.board import Occurrences, Position
from slowmate.formats.pgn import read_games

GAMES = 40
PLIES = 80
ROUNDS = 7


def run() -> list[tuple[str, str]]:
    """Ratios of processor time in one run: each pair takes turns, and the best of several rounds counts."""
    games = _games()
    text = _archive(games)
    ours, bare = _best(lambda: _replay(games), lambda: _push(games))
    reading, theirs = _best(lambda: _read(text), lambda: _read_theirs(text))
    return [
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


def _best(one: Callable[[], None], other: Callable[[], None]) -> tuple[float, float]:
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(ROUNDS):
        for measured, kept in zip((one, other), times, strict=True):
            start = time.process_time()
            measured()
            kept.append(time.process_time() - start)
    return min(times[0]), min(times[1])
