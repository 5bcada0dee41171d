"""Positions set up from a FEN: what can be shown to be impossible is refused, nothing else."""

import copy
import pickle

import chess
import pytest

from slowmate.board import IllegalPosition, Position
from slowmate.board.position import copied
from slowmate.rulebook import Clause
from slowmate.words.moves import reason

LAWS = "ICCF-LAWS-2019"
UNREACHABLE = [
    ("4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "pawn"),
    ("8/8/8/8/8/8/8/4K3 w - - 0 1", "Black has no king"),
    ("4k3/8/8/8/8/8/8/8 w - - 0 1", "White has no king"),
    ("4k3/8/8/8/8/8/8/2K1K3 w - - 0 1", "more than one king"),
    ("8/8/8/8/8/8/8/8 w - - 0 1", "no piece"),
    ("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "not to move is in check"),
    ("4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1", "more than eight pawns"),
    ("rnbqkbnr/pppppppp/n7/8/8/8/8/4K3 w - - 0 1", "more than sixteen men"),
    ("4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1", "promoted"),
    ("4k3/8/8/8/8/8/PPPPPPPP/B1B1K3 w - - 0 1", "promoted"),
    ("4k3/8/8/8/8/8/8/4K2R w KQ - 0 1", "castling"),
    ("3k4/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "castling"),
    ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "en passant"),
    ("4k3/8/4p3/4p3/8/8/8/4K3 w - e6 0 1", "en passant"),
    ("4k3/8/8/8/1b2r3/5n2/8/r3K3 w - - 0 1", "more than two pieces give check"),
]
NO_FEN = [
    "",
    " ",
    "rubbish",
    "4k3/8/8/8/8/8/8/4K3",
    "4k3/8/8/8/8/8/8/4K3 w - - 0 1 extra",
    "4k3/8/8/8/8/8/4K3 w - - 0 1",
    "4k3/9/8/8/8/8/8/4K3 w - - 0 1",
    "4k3/44/8/8/8/8/8/4K3 w - - 0 1",
    "4k3/8/8/8/8/8/8/4X3 w - - 0 1",
    "4k3/8/8/8/8/8/8/4K3 x - - 0 1",
    "4k3/8/8/8/8/8/8/4K3 w QK - 0 1",
    "4k3/8/8/8/8/8/8/4K3 w - e9 0 1",
    "4k3/8/8/8/8/8/8/4K3 w - - -1 1",
    "4k3/8/8/8/8/8/8/4K3 w - - 0 9999999",
    "4k3/8/8/8/8/8/8/4K1Q~1 w - - 0 1",
    "4k3/8/8/8/8/8/8/4K3 w - - 0 ١",
]


@pytest.mark.clause(f"{LAWS} 3.10.3")
@pytest.mark.parametrize(("fen", "why"), UNREACHABLE)
def test_a_position_no_legal_moves_can_reach_is_refused(fen: str, why: str) -> None:
    with pytest.raises(IllegalPosition, match=why) as caught:
        Position.from_fen(fen)
    assert caught.value.clause == Clause(LAWS, "3.10.3")


@pytest.mark.parametrize("fen", NO_FEN)
def test_a_text_that_is_no_fen_is_refused(fen: str) -> None:
    for chess960 in (False, True, None):
        with pytest.raises(IllegalPosition) as caught:
            Position.from_fen(fen, chess960=chess960)
        assert len(str(caught.value)) < 200


@pytest.mark.parametrize("fen", [*NO_FEN, *(fen for fen, _why in UNREACHABLE), "8" * 1000])
def test_why_a_position_is_refused_can_be_told_in_another_language(fen: str) -> None:
    with pytest.raises(IllegalPosition) as caught:
        Position.from_fen(fen)
    assert reason(str(caught.value), translate=lambda text: f"translated: {text}").startswith("translated: ")


@pytest.mark.parametrize("fill", ["8", "/", " ", "K", "\x00", "é"])
def test_a_megabyte_is_refused_at_a_glance(fill: str) -> None:
    with pytest.raises(IllegalPosition, match="too many for a FEN"):
        Position.from_fen(fill * 1_000_000)


@pytest.mark.clause(f"{LAWS} 2.2b", f"{LAWS} 3.7.5.2")
def test_nine_queens_are_possible_and_ten_are_not() -> None:
    assert Position.from_fen("4k3/8/8/8/8/QQQ5/QQQ5/QQQ1K3 w - - 0 1").piece_count == 11
    with pytest.raises(IllegalPosition, match="promoted"):
        Position.from_fen("4k3/8/8/8/8/QQQ5/QQQ5/QQQQK3 w - - 0 1")


def test_counts_may_be_left_out() -> None:
    position = Position.from_fen("4k3/8/8/8/8/8/8/4K3 b - -")
    assert (position.halfmove_clock, position.fullmove, position.turn) == (0, 1, "black")


def test_rights_only_chess960_can_have_are_taken_only_where_they_are_allowed() -> None:
    fen = "bqnnrkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNNRKRB w KQkq - 0 1"
    with pytest.raises(IllegalPosition, match="castling"):
        Position.from_fen(fen)
    assert Position.from_fen(fen, chess960=True).is_chess960
    assert Position.from_fen(fen, chess960=None).is_chess960
    assert not Position.from_fen(Position.initial().fen, chess960=None).is_chess960


@pytest.mark.clause(f"{LAWS} 9.2.2", f"{LAWS} Glossary: repetition")
def test_an_en_passant_square_that_nobody_can_use_is_no_part_of_the_position() -> None:
    with_square = Position.from_fen("7k/8/8/K2pP2r/8/8/8/8 w - d6 0 2")
    without = Position.from_fen("7k/8/8/K2pP2r/8/8/8/8 w - - 9 40")
    assert with_square.key == without.key
    assert with_square != without, "the counts differ"
    assert with_square.fen.split()[3] == "-"
    usable = Position.from_fen("7k/8/8/3pP2r/8/K7/8/8 w - d6 0 2")
    assert usable.key != Position.from_fen("7k/8/8/3pP2r/8/K7/8/8 w - - 0 2").key


def test_positions_are_values() -> None:
    one, other = Position.from_fen(Position.initial().fen), Position.initial()
    assert one == other
    assert hash(one) == hash(other)
    assert one != Position.chess960(518), "the same men, another game"
    chess960 = Position.chess960(17)
    for position in (one, chess960, one.play(one.parse("e4"))):
        assert pickle.loads(pickle.dumps(position)) == position  # noqa: S301 - our own bytes
        assert copy.deepcopy(position) == position
        assert eval(repr(position)) == position  # noqa: S307 - our own text


def test_a_board_handed_out_does_not_lead_back_into_the_position() -> None:
    position = Position.initial()
    position.board().push_san("e4")
    assert position == Position.initial()


def test_the_short_copy_of_a_board_has_all_that_the_library_keeps() -> None:
    board = chess.Board("r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 2", chess960=True)
    board.push_san("O-O")
    short = copied(board)
    assert vars(short).keys() == vars(board).keys()
    assert short == board
    assert (short.move_stack, short.promoted) == ([], board.promoted)
    short.push_san("Kd8")
    assert short.occupied_co != board.occupied_co
