"""Mates by a queen beside the king: what is found is a mate that can be played, and nothing is found that is none."""

import random
from collections.abc import Callable

import chess
import pytest

from slowmate.board.mating.contact import contact_mate
from slowmate.board.mating.moves import is_mated, state_of, uci
from slowmate.testing import positions as drawn

FULL_BOARDS = [
    chess.STARTING_FEN,
    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
    "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4",
]


def played(fen: str, line: tuple[int, ...]) -> chess.Board:
    board = chess.Board(fen)
    for move in line:
        board.push(board.parse_uci(uci(state_of(board), move, chess960=False)))
    return board


@pytest.mark.clause("ICCF-LAWS-2019 5.2.2")
@pytest.mark.parametrize("fen", FULL_BOARDS)
def test_a_mate_is_put_together_where_many_men_are_left(fen: str) -> None:
    lines = {white: contact_mate(state_of(chess.Board(fen)), white=white) for white in (True, False)}
    assert any(lines.values())
    for white, line in lines.items():
        if line is not None:
            end = played(fen, line)
            assert end.is_checkmate()
            assert end.turn is not white


@pytest.mark.parametrize(
    ("fen", "white"),
    [
        ("4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1", chess.WHITE),  # no queen
        ("kQ6/8/8/8/8/8/8/K7 b - - 0 1", chess.WHITE),  # she is taken
        ("7k/8/6KQ/8/8/8/8/8 b - - 0 1", chess.WHITE),  # in check already, and not mated
    ],
)
def test_where_no_plan_works_nothing_is_said(fen: str, white: bool) -> None:
    line = contact_mate(state_of(chess.Board(fen)), white=white)
    assert line is None or played(fen, line).is_checkmate()
    assert line is None or fen.startswith("7k")


@pytest.mark.clause("ICCF-LAWS-2019 5.2.2", "ICCF-LAWS-2019 6.7b")
@pytest.mark.parametrize("kind", [drawn.wall, drawn.cage, drawn.few, drawn.castling])
def test_every_mate_that_is_found_can_be_played(kind: Callable[[random.Random], chess.Board]) -> None:
    for board in drawn.positions(23, 60, kind):
        state = state_of(board)
        for white in (True, False):
            line = contact_mate(state, white=white)
            if line is None:
                continue
            end = board.copy(stack=False)
            for move in line:
                end.push(end.parse_uci(uci(state_of(end), move, chess960=end.chess960)))
            assert end.is_checkmate()
            assert end.turn is not white


def test_mate_is_what_the_library_says_it_is() -> None:
    lot = random.Random(5)
    for _ in range(60):
        board = chess.Board()
        while not board.is_game_over() and len(board.move_stack) < 120:
            board.push(lot.choice(list(board.legal_moves)))
            assert is_mated(state_of(board)) is board.is_checkmate()
