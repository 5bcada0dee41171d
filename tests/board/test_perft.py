"""Legal moves counted to a depth, against the counts that chess programmers have agreed on, and against the library."""

import random

import chess
import pytest

from slowmate.board import Position

LAWS = "ICCF-LAWS-2019"
ORTHODOX = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", [20, 400, 8902]),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", [48, 2039]),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", [14, 191, 2812]),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", [6, 264, 9467]),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", [44, 1486]),
]
CHESS960 = [
    ("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", [21, 528, 12189]),
    ("2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", [21, 807]),
    ("b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9", [20, 479, 10471]),
    ("qbbnnrkr/2pp2pp/p7/1p2pp2/8/P3PP2/1PPP1KPP/QBBNNR1R w hf - 0 9", [22, 593]),
]


def perft(position: Position, depth: int) -> int:
    moves = position.legal_moves()
    return len(moves) if depth == 1 else sum(perft(position.play(move), depth - 1) for move in moves)


@pytest.mark.clause(f"{LAWS} 3.10.1")
@pytest.mark.parametrize(("fen", "counts"), ORTHODOX)
def test_perft(fen: str, counts: list[int]) -> None:
    position = Position.from_fen(fen)
    assert [perft(position, depth) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.clause(f"{LAWS} 3.10.1", f"{LAWS} B.1")
@pytest.mark.parametrize(("fen", "counts"), CHESS960)
def test_perft_of_chess960(fen: str, counts: list[int]) -> None:
    position = Position.from_fen(fen, chess960=True)
    assert [perft(position, depth) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.clause(f"{LAWS} 3.10.1")
@pytest.mark.parametrize("seed", range(12))
def test_random_games_agree_with_the_library_at_every_ply(seed: int) -> None:
    lot = random.Random(seed)
    position = Position.chess960(lot.randrange(960)) if seed % 2 else Position.initial()
    board = position.board()
    for _ in range(120):
        moves = position.legal_moves()
        assert {move.uci for move in moves} == {move.uci() for move in board.legal_moves}
        facts = (position.is_check, position.is_checkmate, position.is_stalemate, position.is_insufficient)
        expected = (board.is_check(), board.is_checkmate(), board.is_stalemate(), board.is_insufficient_material())
        assert facts == expected
        assert (position.fen, position.halfmove_clock, position.fullmove) == (
            board.fen(),
            board.halfmove_clock,
            board.fullmove_number,
        )
        if not moves:
            break
        move = lot.choice(moves)
        position = position.play_uci(move.uci)
        board.push(chess.Move.from_uci(move.uci))
