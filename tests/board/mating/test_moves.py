"""The moves that the search follows, move for move against python-chess."""

import chess
import pytest

from slowmate.board.mating.moves import children, in_check, state_of, uci
from tests.support import positions as drawn

SEEDS = 8


DELICATE = [
    "4k3/8/8/8/4r3/8/3n4/4K3 w - - 0 1",  # check from afar
    "4k3/8/8/8/4r3/8/8/1n2K3 w - - 0 1",
    "4k3/8/8/1b6/8/5n2/8/4KR2 w - - 0 1",
    "3k4/8/8/6b1/8/8/3R4/2K5 w - - 0 1",  # pinned on the diagonal
    "8/8/8/8/k2Pp2R/8/8/4K3 b - d3 0 1",  # two men leave the line at once
    "8/8/8/1k6/3Pp3/8/8/4KB2 b - d3 0 1",
    "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",  # the pawn that checks is taken in passing
    "4k3/8/8/8/7b/8/3P1n2/r2K4 w - - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "r3k2r/8/8/8/4R3/8/8/R3K2R b KQkq - 0 1",
    "2r1k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1",
    "k7/4P3/8/8/8/8/3p4/2R1K3 b - - 0 1",
]
DOUBLE = ["4k3/8/8/8/8/3n4/8/r3K3 w - - 0 1", "4r1k1/8/8/8/8/3n4/8/4K3 w - - 0 1"]


def boards(seed: int) -> list[chess.Board]:
    delicate = [chess.Board(fen) for fen in (DELICATE + DOUBLE)[seed::SEEDS]]
    return delicate + drawn.positions(seed, 25, drawn.game, drawn.cage, drawn.few, drawn.castling)


@pytest.mark.parametrize("seed", range(SEEDS))
def test_the_search_follows_exactly_the_legal_moves_to_the_same_positions(seed: int) -> None:
    for board in boards(seed):
        state = state_of(board)
        followed = {uci(state, move, chess960=board.chess960): child for move, child in children(state)}
        assert set(followed) == {move.uci() for move in board.legal_moves}, board.fen()
        assert len(followed) == len(children(state))
        assert in_check(state) == board.is_check()
        for move, child in followed.items():
            board.push_uci(move)
            assert state_of(board) == child, board.fen()
            board.pop()


def test_the_positions_compared_have_checks_pins_castling_promotion_and_captures_in_passing() -> None:
    compared = [board for seed in range(SEEDS) for board in boards(seed)]
    assert {len(board.checkers()) for board in compared} == {0, 1, 2}
    assert any(board.is_castling(move) for board in compared for move in board.legal_moves)
    assert any(board.has_legal_en_passant() for board in compared)
    assert any(board.has_pseudo_legal_en_passant() and not board.has_legal_en_passant() for board in compared)
    assert any(move.promotion for board in compared for move in board.legal_moves)
    assert any(board.is_pinned(board.turn, at) for board in compared for at in board.piece_map())
