"""Articles 1 to 3: the board, the men and their moves, each rule where it just holds and where it just does not."""

import chess
import pytest

from slowmate.board import Colour, IllegalMove, Position
from slowmate.board.geometry import is_light, rows
from slowmate.rulebook import Clause

LAWS = "ICCF-LAWS-2019"


def at(fen: str) -> Position:
    return Position.from_fen(fen, chess960=None)


def targets(fen: str, square: str) -> set[str]:
    return {move.arrival for move in at(fen).legal_moves() if move.departure == square}


def refusal(position: Position, text: str) -> IllegalMove:
    with pytest.raises(IllegalMove) as caught:
        position.parse(text)
    return caught.value


def played(*moves: str) -> Position:
    position = Position.initial()
    for move in moves:
        position = position.play(position.parse(move))
    return position


@pytest.mark.clause(f"{LAWS} 1.1")
def test_white_moves_first_and_the_sides_alternate() -> None:
    start = Position.initial()
    after = played("e4")
    assert (start.turn, after.turn, played("e4", "e5").turn) == ("white", "black", "white")
    assert refusal(after, "d2d4").clause == Clause(LAWS, "1.1")


@pytest.mark.clause(f"{LAWS} 1.2a")
def test_checkmate_is_an_attacked_king_without_a_legal_move() -> None:
    mated = at("4R1k1/5ppp/8/8/8/8/8/6K1 b - - 1 1")
    assert mated.is_checkmate
    assert mated.legal_moves() == ()
    assert not at("4R1k1/5pp1/8/8/8/8/8/6K1 b - - 1 1").is_checkmate


@pytest.mark.clause(f"{LAWS} 1.2b")
def test_a_pinned_knight_may_not_expose_its_king() -> None:
    pinned = "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1"
    assert targets(pinned, "e2") == set()
    assert refusal(at(pinned), "Nc3").clause == Clause(LAWS, "1.2b")


@pytest.mark.clause(f"{LAWS} 1.3")
def test_two_bare_kings_can_never_mate() -> None:
    assert at("8/8/8/8/8/2k5/8/K7 w - - 0 1").is_insufficient
    assert not at("8/8/8/8/8/2k5/7P/K7 w - - 0 1").is_insufficient


@pytest.mark.clause(f"{LAWS} 2.2b", f"{LAWS} 2.3a", f"{LAWS} A.6", f"{LAWS} A.5")
def test_the_game_begins_with_sixteen_men_on_each_side() -> None:
    start = Position.initial()
    assert start.fen == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    assert start.piece_count == 32
    assert [start.piece_at(square) for square in ("a1", "e1", "e2", "e7", "d8", "h8")] == ["R", "K", "P", "p", "q", "r"]
    assert start.piece_at("e4") is None


@pytest.mark.clause(f"{LAWS} 2.1", f"{LAWS} A.7")
def test_the_board_has_64_squares_half_of_them_light() -> None:
    squares = [square for row in rows(Colour.WHITE) for square in row]
    assert len(set(squares)) == 64
    assert sum(map(is_light, squares)) == 32
    assert (is_light("a1"), is_light("h1"), is_light("a8"), is_light("h8")) == (False, True, True, False)


@pytest.mark.clause(f"{LAWS} 2.2a", f"{LAWS} A.5")
@pytest.mark.parametrize(("colour", "far_left", "near_right"), [("white", "a8", "h1"), ("black", "h1", "a8")])
def test_each_player_has_a_light_square_near_on_the_right(colour: str, far_left: str, near_right: str) -> None:
    seen = rows(Colour(colour))
    assert (seen[0][0], seen[-1][-1]) == (far_left, near_right)
    assert is_light(near_right)


@pytest.mark.clause(f"{LAWS} 2.4")
def test_files_ranks_and_diagonals_are_the_lines_of_rook_and_bishop() -> None:
    diagonal = targets("k7/8/8/8/8/8/8/B6K w - - 0 1", "a1")
    assert diagonal == {"b2", "c3", "d4", "e5", "f6", "g7", "h8"}
    lines = targets("7k/8/8/8/8/8/1K6/R7 w - - 0 1", "a1")
    assert lines == {f"a{rank}" for rank in range(2, 9)} | {f"{file}1" for file in "bcdefgh"}


@pytest.mark.clause(f"{LAWS} 3.1")
def test_no_piece_moves_to_a_square_of_its_own_colour() -> None:
    assert refusal(Position.initial(), "Ra1a2").clause == Clause(LAWS, "3.1")
    assert refusal(Position.initial(), "a1a2").clause == Clause(LAWS, "3.1")


@pytest.mark.clause(f"{LAWS} 3.1.1")
def test_a_capture_removes_the_piece_and_the_count_of_moves_begins_again() -> None:
    before = at("4k3/8/8/3p4/4P3/8/8/4K3 w - - 5 10")
    after = before.play(before.parse("exd5"))
    assert (after.piece_count, after.halfmove_clock) == (3, 0)
    assert before.piece_count == 4, "the position before is not changed"


@pytest.mark.clause(f"{LAWS} 3.1.2")
def test_a_pawn_attacks_diagonally_forward() -> None:
    kings = {square for square in ("d5", "e5", "f5") if square in targets("8/8/4k3/8/4P3/8/8/4K3 b - - 0 1", "e6")}
    assert kings == {"e5"}


@pytest.mark.clause(f"{LAWS} 3.1.3", f"{LAWS} 3.9.1")
def test_a_pinned_piece_still_attacks_and_gives_check() -> None:
    assert "h2" not in targets("4k3/8/8/4b3/8/8/8/4R1K1 w - - 0 1", "g1")
    assert at("4k3/4b3/8/8/1K6/8/8/4R3 w - - 0 1").is_check
    assert not at("4k3/4b3/8/8/2K5/8/8/4R3 w - - 0 1").is_check


@pytest.mark.parametrize(
    ("piece", "count"),
    [
        pytest.param("B", 13, marks=pytest.mark.clause(f"{LAWS} 3.2")),
        pytest.param("R", 14, marks=pytest.mark.clause(f"{LAWS} 3.3")),
        pytest.param("Q", 27, marks=pytest.mark.clause(f"{LAWS} 3.4")),
        pytest.param("N", 8, marks=pytest.mark.clause(f"{LAWS} 3.6")),
    ],
)
def test_a_piece_in_the_middle_reaches(piece: str, count: int) -> None:
    assert len(targets(f"k7/8/8/8/3{piece}4/8/8/7K w - - 0 1", "d4")) == count


@pytest.mark.parametrize(
    ("text", "address"),
    [
        pytest.param("d4d5", "3.2", marks=pytest.mark.clause(f"{LAWS} 3.2")),
        pytest.param("f4e5", "3.3", marks=pytest.mark.clause(f"{LAWS} 3.3")),
        pytest.param("h4g2", "3.4", marks=pytest.mark.clause(f"{LAWS} 3.4")),
        pytest.param("b4b5", "3.6", marks=pytest.mark.clause(f"{LAWS} 3.6")),
        pytest.param("e1e3", "3.8.1", marks=pytest.mark.clause(f"{LAWS} 3.8.1")),
    ],
)
def test_a_piece_that_moves_in_another_way_is_refused_by_its_own_rule(text: str, address: str) -> None:
    assert refusal(at("4k3/8/8/8/1N1B1R1Q/8/8/4K3 w - - 0 1"), text).clause == Clause(LAWS, address)


@pytest.mark.clause(f"{LAWS} 3.5")
def test_bishop_rook_and_queen_do_not_jump() -> None:
    assert refusal(Position.initial(), "f1c4").clause == Clause(LAWS, "3.5")
    assert refusal(Position.initial(), "Bc4").clause is not None
    assert played("e4", "e5").parse("Bc4").uci == "f1c4"


@pytest.mark.clause(f"{LAWS} 3.6")
def test_a_knight_jumps_and_has_fewer_squares_at_the_edge() -> None:
    assert targets(Position.initial().fen, "b1") == {"a3", "c3"}
    assert targets("k7/8/8/8/8/8/8/N6K w - - 0 1", "a1") == {"b3", "c2"}


@pytest.mark.parametrize(
    ("fen", "text", "address"),
    [
        pytest.param("4k3/8/8/8/8/4p3/4P3/4K3 w - - 0 1", "e2e3", "3.7.1", marks=pytest.mark.clause(f"{LAWS} 3.7.1")),
        pytest.param("4k3/8/8/8/4p3/8/4P3/4K3 w - - 0 1", "e4", "3.7.2", marks=pytest.mark.clause(f"{LAWS} 3.7.2")),
        pytest.param("4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", "e3e5", "3.7.2", marks=pytest.mark.clause(f"{LAWS} 3.7.2")),
        pytest.param("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "exf5", "3.7.3", marks=pytest.mark.clause(f"{LAWS} 3.7.3")),
        pytest.param(
            "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 2", "exd6", "3.7.4.2", marks=pytest.mark.clause(f"{LAWS} 3.7.4.2")
        ),
        pytest.param("7k/8/8/K2pP2r/8/8/8/8 w - d6 0 2", "exd6", "1.2b", marks=pytest.mark.clause(f"{LAWS} 3.7.4.2")),
        pytest.param("8/3P4/8/8/8/k7/8/K7 w - - 0 1", "d8", "3.7.5.1", marks=pytest.mark.clause(f"{LAWS} 3.7.5.1")),
        pytest.param("8/8/3P4/8/8/k7/8/K7 w - - 0 1", "d7Q", "3.7.5.1", marks=pytest.mark.clause(f"{LAWS} 3.7.5.1")),
    ],
)
def test_a_pawn_is_refused_by_the_rule_it_breaks(fen: str, text: str, address: str) -> None:
    assert refusal(at(fen), text).clause == Clause(LAWS, address)


@pytest.mark.clause(f"{LAWS} 3.7.1", f"{LAWS} 3.7.2", f"{LAWS} 3.7.3")
def test_a_pawn_advances_one_or_two_squares_and_captures_diagonally() -> None:
    assert targets("4k3/8/8/8/8/4p3/4P3/4K3 w - - 0 1", "e2") == set()
    assert targets("4k3/8/8/8/4p3/8/4P3/4K3 w - - 0 1", "e2") == {"e3"}
    assert targets("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2") == {"e3", "e4"}
    assert targets("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4") == {"d5", "e5"}


@pytest.mark.clause(f"{LAWS} 3.7.4.1")
def test_en_passant_removes_the_pawn_from_its_own_square() -> None:
    before = at("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2")
    after = before.play(before.parse("exd6"))
    assert (after.piece_at("d6"), after.piece_at("d5"), after.piece_at("e5")) == ("P", None, None)


@pytest.mark.clause(f"{LAWS} 3.7.5.1", f"{LAWS} 3.7.5.2", f"{LAWS} 3.7.5.3")
def test_a_pawn_becomes_any_of_four_pieces_at_once() -> None:
    position = at("8/3P4/8/8/8/k7/8/K7 w - - 0 1")
    assert {move.promotion for move in position.legal_moves() if move.departure == "d7"} == {"Q", "R", "B", "N"}
    refusal(position, "d8K")
    with_queen = at("8/3P4/8/8/8/k7/8/K6Q w - - 0 1")
    assert with_queen.play(with_queen.parse("d8Q")).fen.startswith("3Q4/8/8/8/8/k7/8/K6Q")
    mating = at("k7/3P4/1K6/8/8/8/8/8 w - - 0 1")
    assert mating.play(mating.parse("d8Q")).is_checkmate
    assert not mating.play(mating.parse("d8B")).is_checkmate


@pytest.mark.clause(f"{LAWS} 3.8.1")
def test_a_king_moves_to_an_adjoining_square() -> None:
    assert len(targets("k7/8/8/8/4K3/8/8/8 w - - 0 1", "e4")) == 8
    assert len(targets("7k/8/8/8/8/8/8/K7 w - - 0 1", "a1")) == 3


@pytest.mark.clause(f"{LAWS} 3.8.2")
@pytest.mark.parametrize(
    ("turn", "text", "king", "rook"),
    [("w", "0-0", "g1", "f1"), ("w", "0-0-0", "c1", "d1"), ("b", "0-0", "g8", "f8"), ("b", "0-0-0", "c8", "d8")],
)
def test_castling_takes_the_king_two_squares_and_the_rook_over_him(turn: str, text: str, king: str, rook: str) -> None:
    before = at(f"r3k2r/8/8/8/8/8/8/R3K2R {turn} KQkq - 0 1")
    after = before.play(before.parse(text))
    assert [str(after.piece_at(square)).lower() for square in (king, rook)] == ["k", "r"]
    assert after.piece_at("e1" if turn == "w" else "e8") is None


@pytest.mark.parametrize(
    ("fen", "no", "yes", "address"),
    [
        pytest.param(
            "4k3/8/8/8/8/8/8/R3K2R w Q - 0 1",
            "0-0",
            "0-0-0",
            "3.8.2.1.2",
            marks=pytest.mark.clause(f"{LAWS} 3.8.2.1.2"),
        ),
        pytest.param(
            "4k3/8/8/8/8/5r2/8/R3K2R w KQ - 0 1",
            "0-0",
            "0-0-0",
            "3.8.2.2.1",
            marks=pytest.mark.clause(f"{LAWS} 3.8.2.2.1"),
        ),
        pytest.param(
            "4k3/8/8/8/8/6r1/8/R3K2R w KQ - 0 1",
            "0-0",
            "0-0-0",
            "3.8.2.2.1",
            marks=pytest.mark.clause(f"{LAWS} 3.8.2.2.1"),
        ),
        pytest.param(
            "4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1",
            "0-0-0",
            "0-0",
            "3.8.2.2.2",
            marks=pytest.mark.clause(f"{LAWS} 3.8.2.2.2"),
        ),
    ],
)
def test_castling_is_prevented_on_one_side_only(fen: str, no: str, yes: str, address: str) -> None:
    assert refusal(at(fen), no).clause == Clause(LAWS, address)
    assert at(fen).parse(yes).departure == "e1"


@pytest.mark.clause(f"{LAWS} 3.8.2.2.1")
def test_only_the_way_of_the_king_matters_and_no_castling_out_of_check() -> None:
    assert at("4k3/8/8/8/8/1r6/8/R3K2R w KQ - 0 1").parse("0-0-0").uci == "e1c1"
    assert "check" in str(refusal(at("4k3/8/8/8/8/4r3/8/R3K2R w KQ - 0 1"), "0-0"))


@pytest.mark.clause(f"{LAWS} 3.8.2.1.1")
def test_a_king_that_has_moved_never_castles_again() -> None:
    position = played("e4", "e5", "Ke2", "Ke7", "Ke1", "Ke8", "Nf3", "Nf6", "Be2", "Be7")
    assert not position.has_castling_rights
    assert refusal(position, "0-0").clause == Clause(LAWS, "3.8.2.1.1")


@pytest.mark.clause(f"{LAWS} 3.8.2.1.2")
def test_a_captured_rook_ends_the_right_and_a_promoted_one_does_not_restore_it() -> None:
    before = at("4k2r/6P1/8/8/8/8/6p1/4K2R b Kk - 0 1")
    taken = before.play(before.parse("gxh1N"))
    assert taken.fen.split()[2] == "k"
    back = taken.play(taken.parse("gxh8R"))
    assert back.fen.split()[2] == "-"
    refusal(at("4k3/8/8/8/8/8/8/4K2R w - - 0 1"), "0-0")


@pytest.mark.clause(f"{LAWS} 3.9.2")
def test_a_check_must_be_answered() -> None:
    checked = at("4k3/8/8/8/8/4r3/8/R3K2R w KQ - 0 1")
    assert refusal(checked, "Rh2").clause == Clause(LAWS, "3.9.2")
    assert checked.parse("Kd1").uci == "e1d1"


@pytest.mark.clause(f"{LAWS} 3.10.2")
@pytest.mark.parametrize("text", ["e2e5", "e5", "Nd2", "0-0", "Ke2", "e7e5", "a1a1", "0000", "e9", ""])
def test_an_illegal_move_is_refused_with_a_reason_and_changes_nothing(text: str) -> None:
    start = Position.initial()
    assert str(refusal(start, text))
    assert start == Position.initial()


@pytest.mark.clause(f"{LAWS} 5.2.1")
def test_stalemate_is_no_legal_move_without_check() -> None:
    before = at("7k/8/6K1/5Q2/8/8/8/8 w - - 0 1")
    after = before.play(before.parse("Qf7"))
    assert after.is_stalemate
    assert not after.is_checkmate
    assert not before.play(before.parse("Qf6")).is_stalemate


@pytest.mark.clause(f"{LAWS} Glossary: piece")
def test_kings_and_pawns_are_counted_as_pieces() -> None:
    assert at("8/8/8/4k3/8/4K3/4P3/8 w - - 0 1").piece_count == 3


@pytest.mark.clause(f"{LAWS} 3.7.1", f"{LAWS} 3.7.2")
@pytest.mark.parametrize(
    ("fen", "text", "why", "address"),
    [
        (chess.STARTING_FEN, "e2-e5", "a pawn moves one square ahead, on its first move one or two", "3.7.2"),
        (chess.STARTING_FEN, "e5", "a pawn moves one square ahead, on its first move one or two", "3.7.2"),
        (chess.STARTING_FEN, "e2f5", "a pawn moves straight ahead and captures one square diagonally forward", "3.7.1"),
        ("4k3/8/8/4P3/8/8/8/4K3 w - - 0 1", "e5e4", "a pawn does not move backwards", "3.7.1"),
        ("3k4/4p3/8/8/8/8/8/4K3 b - - 0 1", "e7e8q", "a pawn does not move backwards", "3.7.1"),
        ("4k3/8/4P3/8/8/8/8/4K3 w - - 0 1", "e6e8q", "the pawn has moved already", "3.7.2"),
    ],
)
def test_a_pawn_that_goes_too_far_or_back_is_told_so(fen: str, text: str, why: str, address: str) -> None:
    with pytest.raises(IllegalMove) as caught:
        Position.from_fen(fen).parse(text)
    assert caught.value.why.endswith(why)
    assert str(caught.value.clause) == f"{LAWS} {address}"
