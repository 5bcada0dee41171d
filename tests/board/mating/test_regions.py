"""The arguments behind a "no": material that never mates, and regions that no man ever leaves."""

import random

import chess
import pytest

from slowmate.board.mating.material import cannot_mate
from slowmate.board.mating.moves import (
    EVERYWHERE,
    KING,
    KING_FROM,
    KNIGHT_FROM,
    PAWN,
    State,
    children,
    diagonal,
    squares,
    state_of,
    straight,
)
from slowmate.board.mating.regions import DeadProofs, Man, no_mate_fits, regions
from slowmate.board.mating.search import PATIENT, search
from tests.support import positions as drawn


def state(fen: str) -> State:
    return state_of(chess.Board(fen))


# Material


@pytest.mark.clause("ICCF-LAWS-2019 6.7b")
def test_no_placement_of_kings_and_knight_lets_queens_block_every_flight_square() -> None:
    """The enumeration that the second fact of `mating.material` rests on."""
    for king in range(64):
        for knight in squares(KNIGHT_FROM[king]):
            for winner in squares(~(KING_FROM[king] | 1 << king | 1 << knight) & EVERYWHERE):
                flights = KING_FROM[king] & ~(KNIGHT_FROM[knight] | KING_FROM[winner])
                occupied = 1 << king | 1 << knight | 1 << winner
                assert any(
                    (diagonal(queen, occupied) | straight(queen, occupied)) & (1 << knight | 1 << winner)
                    for queen in squares(flights)
                ), (king, knight, winner)


@pytest.mark.clause("ICCF-LAWS-2019 6.7b")
def test_beside_every_checking_diagonal_one_square_needs_a_blocker_that_can_answer_the_check() -> None:
    """The geometry of the third fact: the other king never guards both neighbours, and each touches the diagonal."""
    for king in range(64):
        for step in squares(KING_FROM[king]):
            if step % 8 == king % 8 or step // 8 == king // 8:
                continue
            beside = KING_FROM[king] & KING_FROM[step] & straight(king, 0)
            assert beside.bit_count() == 2
            assert all(straight(at, 0) >> step & 1 for at in squares(beside))
            for winner in squares(~(KING_FROM[king] | 1 << king) & EVERYWHERE):
                assert beside & ~KING_FROM[winner]


@pytest.mark.clause("ICCF-LAWS-2019 6.7b")
@pytest.mark.parametrize(
    ("fen", "white", "never"),
    [
        ("4k3/8/8/8/8/8/3Q4/4K3 w - - 0 1", chess.BLACK, True),
        ("4k3/8/8/8/8/8/3Q4/4K3 w - - 0 1", chess.WHITE, False),
        ("4k3/8/8/8/8/8/3Q4/4K1n1 w - - 0 1", chess.BLACK, True),
        ("4k3/8/8/8/8/8/2QQ4/4K1n1 w - - 0 1", chess.BLACK, True),
        ("4k3/8/8/8/8/8/2QR4/4K1n1 w - - 0 1", chess.BLACK, False),
        ("4k3/8/8/8/8/8/2QB4/4K1n1 w - - 0 1", chess.BLACK, False),
        ("4k3/8/8/8/8/8/2QP4/4K1n1 w - - 0 1", chess.BLACK, False),
        ("4k3/8/8/8/8/8/2Q5/4Knn1 w - - 0 1", chess.BLACK, False),
        ("4k3/8/8/8/8/8/3R4/4K1b1 w - - 0 1", chess.BLACK, True),
        ("4k3/8/8/8/8/8/1RQ3b1/4K1b1 w - - 0 1", chess.BLACK, False),
        ("4k3/8/8/8/7b/8/1RQ5/4K1b1 w - - 0 1", chess.BLACK, True),
        ("4k3/8/8/8/8/8/3N4/4K1b1 w - - 0 1", chess.BLACK, False),
        ("4k3/8/8/8/8/8/3P4/4K1b1 w - - 0 1", chess.BLACK, False),
        ("4k3/8/8/8/8/8/3B4/4K1b1 w - - 0 1", chess.BLACK, True),
        ("4k3/8/8/8/8/8/2B5/4K1b1 w - - 0 1", chess.BLACK, False),
        ("4k3/8/8/8/8/8/7p/4K3 w - - 0 1", chess.BLACK, False),
    ],
)
def test_material_that_never_mates(fen: str, white: bool, never: bool) -> None:
    assert cannot_mate(state(fen), white=white) is never


# Regions


def follow(board: chess.Board, draw: random.Random, plies: int) -> None:
    """Play at random and assert after every move that each man stands inside the region it was given at the start."""
    men = {man.home: man for man in regions(state_of(board)).men}
    start = board.fen()
    for _ in range(plies):
        moves = list(board.legal_moves)
        if not moves:
            return
        captures = [move for move in moves if board.is_capture(move) or move.promotion]
        move = draw.choice(captures if captures and draw.random() < 0.3 else moves)
        if board.is_castling(move):
            rook = move.to_square if board.chess960 else None
            assert rook is not None
            king_man, rook_man = men.pop(move.from_square), men.pop(rook)
            board.push(move)
            corner = 0 if not board.turn else 56
            side = (corner + 6, corner + 5) if rook > move.from_square else (corner + 2, corner + 3)
            men[side[0]], men[side[1]] = king_man, rook_man
        else:
            if board.is_en_passant(move):
                del men[move.to_square + (-8 if board.turn else 8)]
            men[move.to_square] = men.pop(move.from_square)
            board.push(move)
        for at, man in men.items():
            assert inside(board, at, man), f"{start} to {board.fen()}: {chess.square_name(man.home)}"


def inside(board: chess.Board, at: int, man: Man) -> bool:
    promoted = man.kind == PAWN and board.piece_type_at(at) != chess.PAWN
    return bool((man.promoted if promoted else man.region) >> at & 1)


@pytest.mark.clause("ICCF-LAWS-2019 5.2.2")
@pytest.mark.parametrize("seed", range(10))
def test_no_man_ever_leaves_its_region(seed: int) -> None:
    draw = random.Random(seed)
    for board in drawn.positions(seed, 25, drawn.wall, drawn.wall, drawn.cage, drawn.few, drawn.castling):
        follow(board, draw, 60)


@pytest.mark.clause("ICCF-LAWS-2019 5.2.2")
@pytest.mark.parametrize("seed", range(5))
def test_where_regions_leave_no_room_for_a_mate_a_plain_search_finds_none(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("slowmate.board.mating.search.cannot_mate", lambda *_, **__: False)
    for board in drawn.positions(seed, 10, drawn.wall):
        root = state_of(board)
        for white in (chess.WHITE, chess.BLACK):
            if children(root) and no_mate_fits(regions(root), white=white):
                found = search(root, white=white, aims=(PATIENT,), nodes=800)
                assert not found.answer, board.fen()


@pytest.mark.parametrize("seed", range(4))
def test_a_proof_covers_every_position_reached_without_captures_and_pawn_moves(seed: int) -> None:
    draw = random.Random(seed)
    proofs = 0
    for board in drawn.positions(seed, 40, drawn.wall):
        dead = DeadProofs(white=True)
        if not dead.proves(state_of(board)) or board.castling_rights:
            continue
        proofs += 1
        for _ in range(30):
            quiet = [move for move in board.legal_moves if not board.is_zeroing(move)]
            if not quiet:
                break
            board.push(draw.choice(quiet))
            if board.ep_square is None:
                assert dead.proves(state_of(board))
        assert dead.attempts <= 2  # once at the start, once more where a capture in passing was possible there
    assert proofs


def test_a_wall_confines_both_kings() -> None:
    found = regions(state("4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1"))
    kings = {man.side: man.region for man in found.men if man.kind == KING}
    assert kings[1] == chess.BB_RANK_1 | chess.BB_RANK_2 | chess.BB_RANK_3
    assert kings[0] == chess.BB_RANK_8 | chess.BB_RANK_7 | chess.BB_RANK_6
    assert all(man.region == 1 << man.home for man in found.men if man.kind == PAWN)


def pawn(fen: str, square: str) -> Man:
    return next(man for man in regions(state(fen)).men if man.home == chess.parse_square(square))


def test_a_pawn_that_can_take_may_promote_and_then_go_anywhere_it_is_not_shut_out() -> None:
    locked, bait = "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1", "4k3/8/8/p1p1p1p1/P1P1P1P1/8/2b5/4K3 w - - 0 1"
    assert not pawn(locked, "a4").promoted
    assert pawn(bait, "a4").promoted


def test_a_pawn_that_has_just_made_its_double_step_can_be_taken_in_passing() -> None:
    fen = "4k3/8/8/p1p1p3/P1P1Pp1p/5P1P/8/4K3 b - {} 0 1"
    assert pawn(fen.format("-"), "f4").takes == 0
    assert pawn(fen.format("e3"), "f4").takes & chess.BB_E3
