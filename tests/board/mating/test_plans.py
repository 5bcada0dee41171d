"""Mates that are put together: what is found is a mate that can be played, and nearly every living position has one."""

import lzma
import random
from collections.abc import Callable
from importlib.resources import files
from typing import Any

import chess
import pytest

from slowmate.board import Position
from slowmate.board.mating import dead
from slowmate.board.mating.moves import is_mated, state_of
from slowmate.board.mating.plans import planned_mate
from slowmate.board.mating.search import SearchResult, search
from tests.support import positions as drawn

FULL_BOARDS = [
    chess.STARTING_FEN,
    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
    "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4",
]
ENDINGS = [
    "8/5pk1/8/3p4/3P2P1/8/R1K2n2/3r4 w - - 0 61",  # rooks
    "8/8/8/8/3k4/8/3Q4/4K3 b - - 0 1",  # nobody but a queen
    "8/3k4/8/8/8/8/7P/3K4 w - - 0 1",  # a pawn that promotes first
    "4Q3/1P6/2K5/7p/4kb2/6p1/8/8 b - - 4 68",
]


def mates(board: chess.Board, line: list[chess.Move], *, white: bool) -> bool:
    end = board.copy(stack=False)
    for move in line:
        assert end.is_legal(move)
        end.push(move)
    return end.is_checkmate() and end.turn is not white


@pytest.mark.clause("ICCF-LAWS-2019 5.2.2")
@pytest.mark.parametrize("fen", FULL_BOARDS + ENDINGS)
def test_a_mate_is_put_together_with_many_men_and_with_few(fen: str) -> None:
    board = chess.Board(fen)
    lines = {white: planned_mate(board, (white,)) for white in (True, False)}
    assert any(lines.values())
    assert all(mates(board, line, white=white) for white, line in lines.items() if line is not None)
    assert board.fen() == chess.Board(fen).fen()


@pytest.mark.parametrize(
    ("fen", "white"),
    [
        ("4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1", chess.WHITE),  # a wall
        ("kQ6/8/8/8/8/8/8/K7 b - - 0 1", chess.WHITE),  # the queen is taken
        ("8/8/8/8/8/2k5/8/K1B5 w - - 0 1", chess.WHITE),  # nothing to mate with
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", chess.WHITE),  # stalemate
        ("8/8/8/8/3k4/8/3Q4/4K3 b - - 0 1", chess.BLACK),  # the queen is the other's
    ],
)
def test_where_nobody_mates_nothing_is_said(fen: str, white: bool) -> None:
    assert planned_mate(chess.Board(fen), (white,)) is None


@pytest.mark.clause("ICCF-LAWS-2019 5.2.2", "ICCF-LAWS-2019 6.7b")
@pytest.mark.parametrize("kind", [drawn.wall, drawn.cage, drawn.few, drawn.castling])
def test_every_mate_that_is_found_can_be_played(kind: Callable[[random.Random], chess.Board]) -> None:
    for board in drawn.positions(23, 60, kind):
        for white in (True, False):
            line = planned_mate(board, (white,))
            assert line is None or mates(board, line, white=white)


def ends_of_games(number: int) -> list[Position]:
    """Where games of the demo ended or stand, mates and stalemates left out."""
    packed = files("slowmate.server").joinpath("data", "demo-games.txt.xz").read_bytes()
    lines = lzma.decompress(packed).decode().splitlines()
    found = []
    for line in lines[:: len(lines) // number]:
        start, _result, *moves = line.split()
        position = Position.initial() if start == "-" else Position.chess960(int(start))
        for uci in moves:
            position = position.play_uci(uci)
        if position.has_moves:
            found.append(position)
    return found


@pytest.mark.clause("ICCF-LAWS-2019 5.2.2")
def test_of_the_ends_of_ordinary_games_hardly_one_needs_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search takes thirty times as long as a plan: with it `slowmate game` took six times what reading takes."""
    searched = []

    def counted(*state: Any, **options: Any) -> SearchResult:
        searched.append(state)
        return search(*state, **options)

    monkeypatch.setattr(dead, "search", counted)
    ends = ends_of_games(200)
    assert not any(dead.is_dead(position) for position in ends)
    assert len(searched) <= len(ends) // 50


def test_mate_is_what_the_library_says_it_is() -> None:
    lot = random.Random(5)
    for _ in range(60):
        board = chess.Board()
        while not board.is_game_over() and len(board.move_stack) < 120:
            board.push(lot.choice(list(board.legal_moves)))
            assert is_mated(state_of(board)) is board.is_checkmate()
