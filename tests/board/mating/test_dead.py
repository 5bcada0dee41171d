"""Dead positions and the power to mate: examples of the catalogue, positions of our own, promises of a verdict."""

import chess
import pytest

from slowmate.board import Colour, Position
from slowmate.board.mating.dead import MatingVerdict, can_mate, is_dead
from slowmate.board.mating.moves import children, state_of

BOTH, NONE, WHITE, BLACK = {Colour.WHITE, Colour.BLACK}, set[Colour](), {Colour.WHITE}, {Colour.BLACK}

COMPOSED = [
    # few men
    ("8/8/8/8/8/2k5/8/K7 w - - 0 1", NONE),
    ("8/8/8/8/8/2k5/8/KB6 w - - 0 1", NONE),
    ("8/8/8/8/8/3k4/8/KN6 w - - 0 1", NONE),
    ("8/8/3b4/8/8/2k5/8/K1B5 w - - 0 1", NONE),
    ("8/8/4b3/8/8/2k5/8/K1B5 w - - 0 1", BOTH),
    ("8/8/4n3/8/8/2k5/8/K1N5 w - - 0 1", BOTH),
    ("8/8/4n3/8/8/2k5/8/K1B5 w - - 0 1", BOTH),
    ("8/8/8/4q3/8/2k5/8/K1N5 w - - 0 1", BLACK),
    ("8/8/8/4r3/8/2k5/8/K1N5 w - - 0 1", BOTH),
    ("8/8/8/4r3/8/2k5/8/K1B5 w - - 0 1", BLACK),
    ("8/8/8/4p3/8/2k5/8/K1B5 w - - 0 1", BOTH),
    ("8/8/8/4p3/8/2k5/8/K1N5 w - - 0 1", BOTH),
    ("8/8/8/8/8/4k3/8/KNN5 w - - 0 1", WHITE),
    ("8/8/8/8/3B4/2k5/8/K1B5 b - - 0 1", NONE),
    ("8/8/8/3q4/3r4/2k5/1B6/K1B5 b - - 0 1", BLACK),
    ("3k4/8/8/8/8/8/3P4/3K4 w - - 0 1", WHITE),
    ("7k/7P/8/8/8/8/8/K7 b - - 0 1", WHITE),
    # the next move decides
    ("kQ6/8/8/8/8/8/8/K7 b - - 0 1", NONE),
    ("k7/8/8/8/8/8/8/KQ6 b - - 0 1", WHITE),
    ("8/8/8/8/8/2k5/p7/K7 w - - 0 1", NONE),
    ("8/8/8/8/8/k7/p7/K7 b - - 0 1", BLACK),
    # walls
    ("4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1", NONE),
    ("4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/3BK3 w - - 0 1", NONE),
    ("4k3/4b3/8/p1p1p1p1/P1P1P1P1/8/8/3BK3 w - - 0 1", NONE),
    ("4k3/5b2/8/p1p1p1p1/P1P1P1P1/8/8/3BK3 w - - 0 1", BOTH),
    ("4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/2B1K3 w - - 0 1", BOTH),
    ("4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/1N2K3 w - - 0 1", BOTH),
    ("4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K2R w - - 0 1", BOTH),
    ("4k3/8/1p6/1Pp1p1p1/2P1P1P1/8/8/4K3 w - - 0 1", NONE),
    ("4k3/8/8/1p1p1p1p/1P1P1P1P/8/8/4K3 b - - 0 1", NONE),
    ("4k3/8/8/1p1p1p2/1P1P1P2/8/8/4K3 b - - 0 1", BOTH),
    ("4k3/8/3p4/p1pPp1p1/P1P1P1P1/8/8/4K3 w - - 0 1", NONE),
    ("4k3/3p4/3P4/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1", BOTH),
    ("k7/p1p1p1p1/P1P1P1P1/8/8/8/8/K7 w - - 0 1", NONE),
    ("8/8/8/8/k7/p1p1p1p1/P1P1P1P1/7K w - - 0 1", NONE),
    ("7k/8/8/6p1/p1p1p1P1/P1P1P3/8/K7 w - - 0 1", NONE),
    ("8/8/8/p1p1p1p1/PkP1P1P1/8/8/1K6 w - - 0 1", BOTH),
    ("8/8/2k5/p1p1p1p1/P1P1P1P1/8/2b5/4K3 b - - 0 1", BOTH),
    ("r1b1k3/p1p1p1p1/P1P1P1P1/8/8/8/8/4K3 w - - 0 1", BOTH),
    ("5bk1/5p1p/5P1P/8/8/8/8/K7 w - - 0 1", BOTH),
    ("8/8/8/8/1p1k4/1P6/8/K7 b - - 0 1", BOTH),
    # one capture in passing, or none
    ("4k3/8/8/p1p1p3/P1P1Pp1p/5P1P/8/4K3 b - - 0 1", NONE),
    ("4k3/8/8/p1p1p3/P1P1Pp1p/5P1P/8/4K3 b - e3 0 1", BOTH),
]


def position(fen: str) -> Position:
    return Position.from_fen(fen)


def mates(fen: str, colour: Colour, verdict: MatingVerdict, *, chess960: bool = False) -> bool:
    board = chess.Board(fen, chess960=chess960)
    for move in verdict.line:
        board.push(board.parse_uci(move))
    return board.is_checkmate() and board.turn == (colour is Colour.BLACK)


@pytest.mark.clause("ICCF-LAWS-2019 5.2.2", "ICCF-LAWS-2019 1.3", "ICCF-LAWS-2019 6.7b")
@pytest.mark.parametrize(("fen", "able"), COMPOSED)
def test_who_can_still_mate(fen: str, able: set[Colour]) -> None:
    for colour in Colour:
        verdict = can_mate(position(fen), colour)
        assert verdict.answer is (colour in able)
        assert mates(fen, colour, verdict) is (colour in able)
    assert is_dead(position(fen)) is (not able)


@pytest.mark.clause("ICCF-LAWS-2019 6.7b")
@pytest.mark.parametrize(
    "fen",
    [
        "4k3/8/8/8/8/8/3Q4/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/3Q4/4K1n1 w - - 0 1",
        "4k3/8/8/8/8/8/3R4/4K1b1 w - - 0 1",
        "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1",
    ],
)
def test_a_flag_that_falls_against_an_opponent_who_cannot_mate_does_not_lose(fen: str) -> None:
    assert can_mate(position(fen), Colour.BLACK).answer is False


@pytest.mark.clause("ICCF-LAWS-2019 5.2.2")
def test_the_wall_of_the_catalogue_has_1152_positions_and_no_mate() -> None:
    seen = {state_of(chess.Board("4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1"))}
    left = list(seen)
    while left:
        following = children(left.pop())
        assert following
        new = {child for _, child in following} - seen
        seen |= new
        left += new
    assert len(seen) == 1152


@pytest.mark.clause("ICCF-LAWS-2019 5.2.2", "ICCF-LAWS-2019 1.2a")
def test_a_mate_on_the_board_is_won_and_not_dead() -> None:
    mated = position("4R1k1/5ppp/8/8/8/8/8/6K1 b - - 1 1")
    assert can_mate(mated, Colour.WHITE) == MatingVerdict(answer=True, line=(), by="ended")
    assert can_mate(mated, Colour.BLACK) == MatingVerdict(answer=False, line=(), by="ended")
    assert is_dead(mated) is False


def test_after_stalemate_nobody_mates_whatever_is_on_the_board() -> None:
    stalemate = position("7k/8/6Q1/8/8/8/8/K7 b - - 0 1")
    assert [can_mate(stalemate, colour).by for colour in Colour] == ["ended", "ended"]
    assert is_dead(stalemate) is True


def test_castling_is_one_of_the_moves_that_are_followed() -> None:
    """White, who has no other move, castles by king takes rook; without the right it is stalemate."""
    fen = "k7/8/8/8/8/4p1p1/3pP1P1/5KRB w {} - 0 1"
    verdict = can_mate(Position.from_fen(fen.format("G"), chess960=True), Colour.WHITE)
    assert verdict.line[0] == "f1g1"
    assert mates(fen.format("G"), Colour.WHITE, verdict, chess960=True)
    assert can_mate(Position.from_fen(fen.format("-"), chess960=True), Colour.WHITE).by == "ended"


@pytest.mark.parametrize("start", [0, 518, 959])
def test_from_any_first_position_both_sides_can_mate(start: int) -> None:
    board = chess.Board.from_chess960_pos(start)
    first = Position.chess960(start)
    for colour in Colour:
        verdict = can_mate(first, colour)
        assert verdict.answer
        assert mates(board.fen(), colour, verdict, chess960=True)


@pytest.mark.clause("ICCF-LAWS-2019 5.2.2", "ICCF-LAWS-2019 6.7b")
def test_what_the_bounds_leave_open_is_neither_yes_nor_no() -> None:
    hard = position("k1b5/1p1p4/1P1P4/B7/8/2B5/8/K7 w - - 0 1")
    assert can_mate(hard, Colour.WHITE, nodes=20) == MatingVerdict(answer=None, line=(), by="bounds")
    assert is_dead(hard, nodes=20) is None


def test_the_count_of_moves_plays_no_part() -> None:
    for count in (0, 99, 100, 150):
        assert can_mate(position(f"8/8/8/8/8/2k5/8/KQ6 w - - {count} 200"), Colour.WHITE).answer
