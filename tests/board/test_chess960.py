"""Appendix B: the 960 starting positions and the four ways of castling."""

import re

import chess
import pytest

from slowmate.board import IllegalMove, Position
from slowmate.board.chess960 import back_rank, castling_ends
from slowmate.rulebook import Clause

LAWS = "ICCF-LAWS-2019"


def at(fen: str) -> Position:
    return Position.from_fen(fen, chess960=True)


def after(fen: str, text: str) -> str:
    """The first rank after a move of White."""
    position = at(fen)
    return position.play(position.parse(text)).fen.split()[0].split("/")[-1]


def refusal(fen: str, text: str) -> Clause | None:
    with pytest.raises(IllegalMove) as caught:
        at(fen).parse(text)
    return caught.value.clause


@pytest.mark.clause(f"{LAWS} B.2", f"{LAWS} B.2.1", f"{LAWS} B.2.2", f"{LAWS} B.1")
def test_there_are_960_ranks_that_keep_the_rules_each_with_its_number() -> None:
    ranks = [back_rank(number) for number in range(960)]
    assert len(set(ranks)) == 960
    for rank in ranks:
        assert sorted(rank) == sorted("RNBQKBNR")
        assert rank.index("R") < rank.index("K") < rank.rindex("R")
        assert {rank.index("B") % 2, rank.rindex("B") % 2} == {0, 1}


@pytest.mark.clause(f"{LAWS} B.2.3", f"{LAWS} B.2.4", f"{LAWS} 2.3b")
def test_black_mirrors_white_and_518_is_the_orthodox_position() -> None:
    assert Position.chess960(518).fen == Position.initial().fen
    for number in range(960):
        position = Position.chess960(number)
        black, *_, white = position.fen.split()[0].split("/")
        assert black == white.lower()
        assert position.fen == chess.Board.from_chess960_pos(number).fen()
        assert Position.from_fen(position.fen, chess960=True) == position


@pytest.mark.parametrize("number", [-1, 960])
def test_there_is_no_other_number(number: int) -> None:
    with pytest.raises(ValueError, match="0 to 959"):
        Position.chess960(number)


@pytest.mark.parametrize(
    ("fen", "text", "rank"),
    [
        pytest.param(
            "4k3/8/8/8/8/8/8/R2K3R w HA - 0 1",
            "0-0",
            "R4RK1",
            marks=pytest.mark.clause(f"{LAWS} B.3.2.1", f"{LAWS} B.3.2"),
        ),
        pytest.param(
            "4k3/8/8/8/8/8/8/R2K3R w HA - 0 1",
            "0-0-0",
            "2KR3R",
            marks=pytest.mark.clause(f"{LAWS} B.3.2.1"),
        ),
        pytest.param(
            "4k3/8/8/8/8/8/8/R4KR1 w GA - 0 1",
            "0-0",
            "R4RK1",
            marks=pytest.mark.clause(f"{LAWS} B.3.2.2", f"{LAWS} B.3.2"),
        ),
        pytest.param(
            "4k3/8/8/8/8/8/8/R3KR2 w FA - 0 1",
            "0-0",
            "R4RK1",
            marks=pytest.mark.clause(f"{LAWS} B.3.2.3", f"{LAWS} B.3.2", f"{LAWS} B.3.5.1"),
        ),
        pytest.param(
            "4k3/8/8/8/8/8/8/R5KR w HA - 0 1",
            "0-0",
            "R4RK1",
            marks=pytest.mark.clause(f"{LAWS} B.3.2.4", f"{LAWS} B.3.2", f"{LAWS} B.3.5.1"),
        ),
        pytest.param(
            "4k3/8/8/8/8/8/8/R1K4R w HA - 0 1",
            "0-0-0",
            "2KR3R",
            marks=pytest.mark.clause(f"{LAWS} B.3.2.4"),
        ),
        pytest.param(
            "4k3/8/8/8/8/8/8/RK5R w HA - 0 1",
            "0-0-0",
            "2KR3R",
            marks=pytest.mark.clause(f"{LAWS} B.3.4a"),
        ),
        pytest.param(
            "4k3/8/8/8/8/8/8/RK5R w HA - 0 1",
            "0-0",
            "R4RK1",
            marks=pytest.mark.clause(f"{LAWS} B.3.4b"),
        ),
    ],
)
def test_castling_in_its_four_forms(fen: str, text: str, rank: str) -> None:
    assert after(fen, text) == rank
    assert at(fen).algebraic(at(fen).parse(text)).rstrip("+") == text


@pytest.mark.clause(f"{LAWS} B.3.3", f"{LAWS} B.3.4a", f"{LAWS} B.3.4b", f"{LAWS} B.3.5.1", f"{LAWS} B.3.1")
def test_wherever_castling_starts_it_ends_as_in_orthodox_chess() -> None:
    for number in range(960):
        rank = back_rank(number)
        for text, side, king, rook in (("0-0", "K", "g1", "f1"), ("0-0-0", "Q", "c1", "d1")):
            other = rank.index("R") if side == "K" else rank.rindex("R")
            alone = f"{rank[:other]}-{rank[other + 1 :]}"
            bare = re.sub(r"[^RK]+", lambda gap: str(len(gap[0])), alone)
            position = at(f"{rank.lower()}/pppppppp/8/8/8/8/PPPPPPPP/{bare} w {side}kq - 0 1")
            move = position.parse(text)
            following = position.play(move)
            assert (following.piece_at(king), following.piece_at(rook)) == ("K", "R")
            assert following.fen.split()[2] == "kq", "White has used the right"
            ends = castling_ends(chess.parse_square(move.departure), chess.parse_square(move.arrival))
            assert ends == (chess.parse_square(king), chess.parse_square(rook))
            assert move.departure != king or move.arrival != rook, "one of the two moves"


@pytest.mark.clause(f"{LAWS} B.3.5.2")
def test_castling_is_possible_at_move_one_from_162_positions() -> None:
    assert at("bqnnrkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNNRKRB w KQkq - 0 1").parse("0-0").uci == "f1g1"
    first = [
        number
        for number in range(960)
        if any(Position.chess960(number).algebraic(move)[0] == "0" for move in Position.chess960(number).legal_moves())
    ]
    assert len(first) == 162


@pytest.mark.clause(f"{LAWS} B.3.5.3")
@pytest.mark.parametrize(
    ("fen", "text", "address"),
    [
        ("4k3/8/8/8/8/8/8/RK3N1R w HA - 0 1", "0-0", "B.3.5.3"),
        ("4k3/8/8/8/8/8/8/R2NK2R w HA - 0 1", "0-0-0", "B.3.5.3"),
        ("4k3/8/8/8/8/2r5/8/RK5R w HA - 0 1", "0-0", "3.8.2.2.1"),
        ("4k3/8/8/8/8/8/8/r1RK3R w HC - 0 1", "0-0-0", "3.8.2.2.1"),
    ],
)
def test_castling_needs_both_ways_free_and_the_kings_way_safe(fen: str, text: str, address: str) -> None:
    assert refusal(fen, text) == Clause(LAWS, address)


@pytest.mark.clause(f"{LAWS} B.3.5.4")
@pytest.mark.parametrize(
    ("fen", "text"),
    [
        ("4k3/8/8/8/8/8/8/NNRK3R w HC - 0 1", "0-0-0"),
        ("4k3/8/8/8/8/8/8/R3NKRN w GA - 0 1", "0-0"),
        ("4k3/8/8/8/8/8/8/R2KN2R w HA - 0 1", "0-0-0"),
    ],
)
def test_squares_off_the_ways_may_be_occupied(fen: str, text: str) -> None:
    assert at(fen).algebraic(at(fen).parse(text)).rstrip("+") == text


@pytest.mark.clause(f"{LAWS} B.3.1")
def test_each_side_castles_once() -> None:
    position = at("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    castled = position.play(position.parse("0-0"))
    assert castled.fen.split()[2] == "kq"
