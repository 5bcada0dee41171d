"""The question whether a side can mate: its cost on final positions of games, and what is left open on hard ones."""

import lzma
import random
import time
from collections.abc import Callable
from importlib.resources import files

import chess

from slowmate.board import Colour, Position
from slowmate.board.mating.dead import can_mate
from slowmate.play.laws.results import ended_by_move
from tests.support import positions as drawn

GAMES = 150
HARD = 60
DEMO_GAMES = 20
NODES = 20_000


def run() -> list[tuple[str, str]]:
    """Processor time, in one run: ordinary games against listing legal moves, walls of pawns by what is undecided."""
    finals = _finals()
    listing = _seconds(lambda: [list(board.legal_moves) for board in finals])
    started = time.process_time()
    answers = [can_mate(Position.from_fen(board.fen()), colour).answer for board in finals for colour in Colour]
    each = (time.process_time() - started) / len(answers)
    hard = [Position.from_fen(board.fen()) for board in drawn.positions(5, HARD, drawn.wall)]
    started = time.process_time()
    harder = [can_mate(position, colour, nodes=NODES).answer for position in hard for colour in Colour]
    each_hard = (time.process_time() - started) / len(harder)
    return [
        ("can mate, final positions of games, to one listing of legal moves", f"{each / (listing / len(finals)):.0f}"),
        ("the same in milliseconds (at most 20)", f"{each * 1000:.1f}"),
        ("of these undecided", f"{answers.count(None)} of {len(answers)}"),
        (f"walls of pawns undecided after {NODES:,} positions (at most 3%)", f"{harder.count(None) / len(harder):.1%}"),
        ("walls of pawns in milliseconds", f"{each_hard * 1000:.0f}"),
        ("does a move end a game, on average in milliseconds", f"{_after_moves() * 1000:.2f}"),
    ]


def _after_moves() -> float:
    """Seconds a move takes to look whether it ended the game, in games of the demo."""
    played = []
    packed = files("slowmate.server").joinpath("data", "demo-games.txt.xz").read_bytes()
    lines = lzma.decompress(packed).decode().splitlines()
    for line in lines[:: len(lines) // DEMO_GAMES]:
        number, _, *moves = line.split()
        position = Position.initial() if number == "-" else Position.chess960(int(number))
        for uci in moves:
            move = position.move_from_uci(uci)
            after = position.play(move)
            played.append((position, move, after))
            position = after
    started = time.process_time()
    for before, move, after in played:
        ended_by_move(before, move, after)
    return (time.process_time() - started) / len(played)


def _seconds(work: Callable[[], object]) -> float:
    best = float("inf")
    for _ in range(5):
        started = time.process_time()
        work()
        best = min(best, time.process_time() - started)
    return best


def _finals() -> list[chess.Board]:
    """Where games end in which each side takes what it can three times in four: all lengths, much exchanged."""
    lot = random.Random(2019)
    finals = []
    for _ in range(GAMES):
        board = chess.Board()
        for _ in range(lot.randrange(30, 160)):
            if board.is_game_over():
                break
            moves = list(board.legal_moves)
            captures = [move for move in moves if board.is_capture(move)]
            board.push(lot.choice(captures if captures and lot.random() < 0.75 else moves))
        finals.append(board)
    return finals
