"""Appendix A: both notations, both ways."""

import re

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from slowmate.board import AmbiguousMove, IllegalMove, Move, Position, UnreadableMove
from slowmate.board.notation import numeric, pgn_spelling, split_offer, with_offer
from slowmate.rulebook import Clause

LAWS = "ICCF-LAWS-2019"
SAMPLE = (
    "e4 e5 Nf3 Nf6 d4 exd4 e5 Ne4 Qxd4 d5 exd6_e.p. Nxd6 Bg5 Nc6 Qe3+ Be7 Nbd2 0-0 0-0-0 Re8 Kb1".replace("_", "\x00")
).split()


def at(fen: str) -> Position:
    return Position.from_fen(fen, chess960=None)


def printed(fen: str, uci: str) -> str:
    return at(fen).algebraic(at(fen).move_from_uci(uci))


def refusal(fen: str, text: str) -> IllegalMove:
    with pytest.raises(IllegalMove) as caught:
        at(fen).parse(text)
    return caught.value


@pytest.mark.clause(f"{LAWS} A.13c", f"{LAWS} A.8", f"{LAWS} A.13a")
def test_the_sample_game_reads_and_prints_as_the_appendix_has_it() -> None:
    position, out = Position.initial(), []
    for text in (move.replace("\x00", " ") for move in SAMPLE):
        move = position.parse(text)
        out.append(position.algebraic(move))
        position = position.play(move)
    assert out == [move.replace("\x00", " ") for move in SAMPLE]
    assert position.fen == "r1bqr1k1/ppp1bppp/2nn4/6B1/8/4QN2/PPPN1PPP/1K1R1B1R b - - 9 11"


@pytest.mark.clause(f"{LAWS} A.12", f"{LAWS} 8.1.4")
@pytest.mark.parametrize(
    ("text", "move", "offer"), [("Kb1 (=)", "Kb1", True), ("Kb1(=)", "Kb1", True), (" e4 ", "e4", False)]
)
def test_the_offer_mark_is_read_and_printed_back(text: str, move: str, offer: bool) -> None:
    assert split_offer(text) == (move, offer)
    assert split_offer(with_offer(move, offer=offer)) == (move, offer)
    assert with_offer("Kb1", offer=True) == "Kb1 (=)"


def test_a_move_with_the_offer_mark_left_on_is_not_read_as_if_there_were_none() -> None:
    assert "offer" in str(refusal(Position.initial().fen, "e4 (=)"))


@pytest.mark.clause(f"{LAWS} A.2", f"{LAWS} A.3", f"{LAWS} A.4", f"{LAWS} A.1")
@pytest.mark.parametrize("text", ["nf3", "Sf3", "Pe4", "pe4", "Cf3", "♘f3"])
def test_only_english_capitals_name_pieces_and_pawns_have_none(text: str) -> None:
    assert refusal(Position.initial().fen, text).clause == Clause(LAWS, "A.2")


@pytest.mark.clause(f"{LAWS} A.2")
def test_a_capital_b_is_a_bishop_and_a_small_one_a_pawn() -> None:
    fen = "4k3/8/8/8/8/2p5/1P1B4/4K3 w - - 0 1"
    assert (at(fen).parse("Bc3").uci, at(fen).parse("bc3").uci) == ("d2c3", "b2c3")


@pytest.mark.clause(f"{LAWS} A.4", f"{LAWS} A.8")
@pytest.mark.parametrize(
    "text", ["Nf3", "N-f3", "Ng1-f3", "Ng1f3", "g1f3", "g1-f3", "Ngf3", "N1f3", "7163", " Nf3 ", "Nf3!?"]
)
def test_the_usual_spellings_of_one_move(text: str) -> None:
    assert Position.initial().parse(text).uci == "g1f3"


@pytest.mark.clause(f"{LAWS} A.9", f"{LAWS} A.9.3")
def test_captures_may_be_written_without_a_sign_but_pawns_name_their_file() -> None:
    pawn = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1"
    assert {at(pawn).parse(text).uci for text in ("exd5", "ed5", "e4xd5", "e:d5", "e4d5")} == {"e4d5"}
    for text in ("d5", "xd5"):
        refusal(pawn, text)
    knights = "4k3/8/8/8/8/5p2/8/1K2N1N1 w - - 0 1"
    assert at(knights).parse("Ngxf3") == at(knights).parse("Ngf3")
    assert printed(knights, "g1f3") == "Ngxf3"


def test_a_capture_sign_on_an_empty_square_is_refused() -> None:
    assert "nothing to capture" in str(refusal(Position.initial().fen, "Nxf3"))


@pytest.mark.parametrize(
    ("fen", "uci", "text"),
    [
        pytest.param("4r1k1/8/8/8/8/8/4N3/1N2K3 w - - 0 1", "b1c3", "Nc3", marks=pytest.mark.clause(f"{LAWS} A.10")),
        pytest.param("4k3/8/8/8/8/8/8/1K2N1N1 w - - 0 1", "g1f3", "Ngf3", marks=pytest.mark.clause(f"{LAWS} A.10.1")),
        pytest.param("4k3/8/8/8/8/8/8/1K2N1N1 w - - 0 1", "e1f3", "Nef3", marks=pytest.mark.clause(f"{LAWS} A.10.1")),
        pytest.param("4k3/8/8/6N1/8/8/8/1K4N1 w - - 0 1", "g5f3", "N5f3", marks=pytest.mark.clause(f"{LAWS} A.10.2")),
        pytest.param("4k3/8/8/6N1/8/8/8/1K4N1 w - - 0 1", "g1f3", "N1f3", marks=pytest.mark.clause(f"{LAWS} A.10.2")),
        pytest.param("4k3/8/8/8/3N4/8/7N/1K6 w - - 0 1", "h2f3", "Nhf3", marks=pytest.mark.clause(f"{LAWS} A.10.3")),
        pytest.param("1k6/8/8/8/8/2Q5/8/Q1Q4K w - - 0 1", "a1b2", "Qab2+", marks=pytest.mark.clause(f"{LAWS} A.10.3")),
        pytest.param("1k6/8/8/8/8/2Q5/8/Q1Q4K w - - 0 1", "c3b2", "Q3b2#", marks=pytest.mark.clause(f"{LAWS} A.10.3")),
        pytest.param("1k6/8/8/8/8/2Q5/8/Q1Q4K w - - 0 1", "c1b2", "Qc1b2#", marks=pytest.mark.clause(f"{LAWS} A.10.3")),
        pytest.param(
            "4k3/8/8/8/8/5p2/8/1K2N1N1 w - - 0 1", "e1f3", "Nexf3", marks=pytest.mark.clause(f"{LAWS} A.10.3.4")
        ),
        pytest.param("k7/3P4/1K6/8/8/8/8/8 w - - 0 1", "d7d8q", "d8Q#", marks=pytest.mark.clause(f"{LAWS} A.11")),
        pytest.param("8/8/8/8/8/7k/1p6/4K3 b - - 0 1", "b2b1b", "b1B", marks=pytest.mark.clause(f"{LAWS} A.11")),
        pytest.param("6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1", "e1e8", "Re8#", marks=pytest.mark.clause(f"{LAWS} A.13b")),
        pytest.param("4k3/8/8/8/8/8/8/R5K1 w - - 0 1", "a1a8", "Ra8+", marks=pytest.mark.clause(f"{LAWS} A.13b")),
        pytest.param(
            "k7/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6", "exd6 e.p.", marks=pytest.mark.clause(f"{LAWS} A.13c")
        ),
        pytest.param(
            "4k3/2p5/8/3pP3/8/8/8/K3R3 w - d6 0 2", "e5d6", "exd6 e.p.+", marks=pytest.mark.clause(f"{LAWS} A.13c")
        ),
        pytest.param("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", "0-0", marks=pytest.mark.clause(f"{LAWS} A.13a")),
        pytest.param(
            "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8", "0-0-0", marks=pytest.mark.clause(f"{LAWS} A.13a")
        ),
        pytest.param("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "0-0+", marks=pytest.mark.clause(f"{LAWS} A.13b")),
    ],
)
def test_what_is_printed(fen: str, uci: str, text: str) -> None:
    assert printed(fen, uci) == text
    assert at(fen).parse(text).uci == uci


@pytest.mark.clause(f"{LAWS} A.10", f"{LAWS} A.10.1", f"{LAWS} A.10.2", f"{LAWS} A.10.3")
@pytest.mark.parametrize(
    ("fen", "text"),
    [
        ("4k3/8/8/8/8/8/8/1K2N1N1 w - - 0 1", "Nf3"),
        ("4k3/8/8/6N1/8/8/8/1K4N1 w - - 0 1", "Nf3"),
        ("4k3/8/8/6N1/8/8/8/1K4N1 w - - 0 1", "Ngf3"),
        ("1k6/8/8/8/8/2Q5/8/Q1Q4K w - - 0 1", "Qcb2"),
    ],
)
def test_a_move_two_pieces_could_make_is_ambiguous(fen: str, text: str) -> None:
    with pytest.raises(AmbiguousMove, match="add the square of departure") as caught:
        at(fen).parse(text)
    assert caught.value.clause == Clause(LAWS, "A.10")


@pytest.mark.clause(f"{LAWS} A.10", f"{LAWS} A.10.3")
def test_superfluous_squares_of_departure_are_accepted() -> None:
    assert at("4r1k1/8/8/8/8/8/4N3/1N2K3 w - - 0 1").parse("Nbc3").uci == "b1c3"
    assert at("4k3/8/8/8/3N4/8/7N/1K6 w - - 0 1").parse("N2f3").uci == "h2f3"


@pytest.mark.clause(f"{LAWS} A.11")
@pytest.mark.parametrize("text", ["d8Q", "d8=Q", "d8(Q)", "d8/Q", "d8Q++", "d8=Q#", "d7d8q", "d7-d8Q", "47481"])
def test_spellings_of_a_promotion(text: str) -> None:
    assert at("k7/3P4/1K6/8/8/8/8/8 w - - 0 1").parse(text).uci == "d7d8q"


@pytest.mark.clause(f"{LAWS} A.11")
@pytest.mark.parametrize("text", ["d8", "d8K", "d8P", "d8q", "d8(Q", "d8=", "4748", "47485", "47480"])
def test_a_promotion_without_its_piece_is_refused(text: str) -> None:
    refusal("k7/3P4/1K6/8/8/8/8/8 w - - 0 1", text)


@pytest.mark.clause(f"{LAWS} A.13a", f"{LAWS} A.13b")
@pytest.mark.parametrize(
    "text", ["0-0", "O-O", "o-o", "0 - 0", "O - O", "0-0+", "O-O#", "0-0!", "e1g1", "e1h1", "5171"]
)
def test_spellings_of_castling(text: str) -> None:
    assert at("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").parse(text).uci == "e1g1"


@pytest.mark.clause(f"{LAWS} A.13a")
@pytest.mark.parametrize(
    ("text", "uci"), [("e1-g1", "e1g1"), ("Ke1-g1", "e1g1"), ("Ke1g1", "e1g1"), ("Ke1-c1", "e1c1")]
)
def test_orthodox_castling_is_read_by_both_squares_of_the_king(text: str, uci: str) -> None:
    assert at("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").parse(text).uci == uci
    other = text.replace("1", "8")
    assert at("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1").parse(other).uci == uci.replace("1", "8")


@pytest.mark.clause(f"{LAWS} 3.8.2.2.1", f"{LAWS} 3.8.2.1.1", f"{LAWS} 3.8.2.2.2")
@pytest.mark.parametrize(
    ("fen", "why"),
    [
        ("4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1", "a square on the king's way is attacked"),
        ("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "neither castling is left: king or rooks have moved"),
        ("4k3/8/8/8/8/8/8/R3KB1R w KQ - 0 1", "a piece stands in the way of king or rook"),
    ],
)
@pytest.mark.parametrize("text", ["e1-g1", "Ke1-g1", "Kg1", "e1g1", "0-0"])
def test_castling_that_is_not_allowed_is_refused_with_its_own_reason_however_it_is_written(
    fen: str, why: str, text: str
) -> None:
    assert refusal(fen, text).why.endswith(why)


@pytest.mark.clause(f"{LAWS} A.13a", f"{LAWS} 3.8.1")
@pytest.mark.parametrize(
    ("fen", "text", "why"),
    [
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "Kg1", "adjoining square; castling is written 0-0"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "Kc1", "adjoining square; castling is written 0-0-0"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "Kh1", "h1 is occupied by a piece of the same colour; castling is "),
    ],
)
def test_a_kings_move_that_can_only_mean_castling_is_told_how_that_is_written(fen: str, text: str, why: str) -> None:
    assert why in refusal(fen, text).why


@pytest.mark.clause(f"{LAWS} A.13a")
@pytest.mark.parametrize("text", ["0-O", "Kg1", "0-0-", "00", "0-0-0-0", "Kxh1", "5181"])
def test_what_is_not_a_spelling_of_castling(text: str) -> None:
    refusal("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", text)


@pytest.mark.clause(f"{LAWS} A.13b")
@pytest.mark.parametrize("text", ["Re8", "Re8+", "Re8++", "Re8#", "Re8# !!"])
def test_signs_of_check_are_not_compared(text: str) -> None:
    assert at("6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1").parse(text).uci == "e1e8"


@pytest.mark.clause(f"{LAWS} A.13c")
def test_en_passant_is_read_with_or_without_its_mark_and_the_mark_must_fit() -> None:
    fen = "k7/8/8/3pP3/8/8/8/4K3 w - d6 0 2"
    assert {at(fen).parse(t).uci for t in ("exd6", "exd6 e.p.", "exd6e.p.", "exd6 ep", "ed6 e.p.+", "5546")} == {"e5d6"}
    assert refusal(fen, "e6 e.p.").clause == Clause(LAWS, "A.13c")


@pytest.mark.clause(f"{LAWS} A.14", f"{LAWS} A.15", f"{LAWS} A.16", f"{LAWS} A.17")
def test_every_square_has_its_two_digits() -> None:
    codes = {numeric(Move(f"{square}{'a1' if square != 'a1' else 'b1'}"))[:2]: square for square in chess.SQUARE_NAMES}
    assert len(codes) == 64
    assert [codes[code] for code in ("11", "81", "18", "54", "88")] == ["a1", "h1", "a8", "e4", "h8"]
    for text in ("1954", "0154", "5290"):
        assert refusal(Position.initial().fen, text).clause == Clause(LAWS, "A.14")


@pytest.mark.clause(f"{LAWS} A.18", f"{LAWS} A.19", f"{LAWS} A.20")
@pytest.mark.parametrize(
    ("fen", "uci", "digits"),
    [
        (Position.initial().fen, "e2e4", "5254"),
        (Position.initial().fen, "g1f3", "7163"),
        ("k7/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6", "5546"),
        ("8/5P2/8/8/8/k7/8/K7 w - - 0 1", "f7f8r", "67682"),
        ("8/3P4/8/8/8/k7/8/K7 w - - 0 1", "d7d8q", "47481"),
        ("8/8/8/8/8/7k/1p6/4K3 b - - 0 1", "b2b1b", "22213"),
        ("8/8/8/8/8/7k/1p6/4K3 b - - 0 1", "b2b1n", "22214"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", "5171"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1c1", "5131"),
        ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8g8", "5878"),
        ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8", "5838"),
    ],
)
def test_numeric_both_ways(fen: str, uci: str, digits: str) -> None:
    assert at(fen).numeric(at(fen).move_from_uci(uci)) == digits
    assert at(fen).parse(digits).uci == uci


@pytest.mark.clause(f"{LAWS} A.19")
@pytest.mark.parametrize("text", ["4748", "47480", "47485", "47489"])
def test_the_fifth_digit_of_a_promotion_is_never_guessed(text: str) -> None:
    assert refusal("8/3P4/8/8/8/k7/8/K7 w - - 0 1", text).clause == Clause(LAWS, "A.19")


@pytest.mark.clause(f"{LAWS} A.18", f"{LAWS} A.19")
def test_a_superfluous_or_missing_digit_is_refused() -> None:
    assert refusal(Position.initial().fen, "52541").clause == Clause(LAWS, "A.19")
    assert refusal(Position.initial().fen, "525").clause == Clause(LAWS, "A.18")
    assert refusal(Position.initial().fen, "525454").clause == Clause(LAWS, "A.18")


@pytest.mark.clause(f"{LAWS} A.0")
def test_numeric_notation_is_not_for_the_server() -> None:
    assert Position.initial().parse("5254").uci == "e2e4"
    with pytest.raises(IllegalMove) as caught:
        Position.initial().parse("5254", numeric=False)
    assert caught.value.clause == Clause(LAWS, "A.0")
    assert Position.initial().parse("e4", numeric=False).uci == "e2e4"


@pytest.mark.clause(f"{LAWS} A.20", f"{LAWS} B.3.2.3")
def test_chess960_castling_is_told_from_the_plain_move_of_the_king() -> None:
    position = at("4k3/8/8/8/8/8/8/R4KR1 w GA - 0 1")
    castling = position.parse("0-0")
    assert (castling.uci, position.numeric(castling), position.algebraic(castling)) == ("f1g1", "6171", "0-0")
    beside = at("4k3/8/8/8/8/8/8/R4K1R w HA - 0 1")
    plain, castled = beside.parse("Kg1"), beside.parse("0-0")
    assert {beside.numeric(plain): plain, beside.numeric(castled): castled} == {"6171": plain, "6181": castled}
    assert beside.parse("6171") == plain
    assert beside.parse("6181") == castled
    assert beside.play(plain) != beside.play(castled)
    far = at("4k3/8/8/8/8/8/8/RK5R w HA - 0 1")
    assert far.move_from_uci("b1g1") == far.parse("0-0"), "the king's own end square, where no plain move goes"
    assert far.move_from_uci("b1c1") != far.parse("0-0-0")


@st.composite
def reached(draw: st.DrawFn) -> Position:
    """A position some random moves from a Chess960 or the orthodox start, or from one full of possibilities."""
    position = draw(
        st.one_of(
            st.just(Position.initial()),
            st.integers(0, 959).map(Position.chess960),
            st.sampled_from(
                [
                    at("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
                    at("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1"),
                    at("6k1/Q7/8/Q7/8/8/4Q3/Q3Q2K b - - 0 1"),
                ]
            ),
        )
    )
    for choice in draw(st.lists(st.integers(0, 10_000), max_size=40)):
        moves = position.legal_moves()
        if not moves:
            break
        position = position.play(moves[choice % len(moves)])
    return position


@settings(max_examples=60, deadline=None)
@given(reached())
def test_every_legal_move_comes_back_from_every_notation(position: Position) -> None:
    moves = position.legal_moves()
    for move in moves:
        for text in (
            position.algebraic(move),
            pgn_spelling(position.algebraic(move)),
            position.numeric(move),
            move.uci,
        ):
            assert position.parse(text) == move, text
    for spelled in (position.algebraic, position.numeric):
        assert len({spelled(move) for move in moves}) == len(moves)


@settings(max_examples=60, deadline=None)
@given(reached())
def test_the_pgn_spelling_is_that_of_the_library(position: Position) -> None:
    for move in position.legal_moves():
        assert pgn_spelling(position.algebraic(move)) == position.board().san(chess.Move.from_uci(move.uci))


@settings(max_examples=150, deadline=None)
@given(
    reached(),
    st.one_of(
        st.text(max_size=12), st.from_regex(re.compile(r"[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8][QRBN+#]?"), fullmatch=True)
    ),
)
def test_whatever_is_written_is_a_legal_move_or_a_refusal(position: Position, text: str) -> None:
    try:
        move = position.parse(text)
    except UnreadableMove:
        return
    assert move in position.legal_moves()


def test_a_megabyte_of_text_is_no_move() -> None:
    assert len(str(refusal(Position.initial().fen, "N" * 1_000_000))) < 100


@pytest.mark.clause(f"{LAWS} 3.1", f"{LAWS} B.3.4a")
@pytest.mark.parametrize("text", ["Kg1", "Kf1-g1", "f1-g1"])
def test_in_chess960_a_king_on_to_his_own_rook_is_told_why_not_and_how_castling_is_written(text: str) -> None:
    position = Position.from_fen("4k3/8/8/8/8/8/8/R4KR1 w Q - 0 1", chess960=True)
    with pytest.raises(IllegalMove) as caught:
        position.parse(text)
    assert "a king moves" not in caught.value.why
    allowed = Position.from_fen("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", chess960=True)
    with pytest.raises(IllegalMove) as caught:
        allowed.parse(text)
    assert caught.value.why.endswith("g1 is occupied by a piece of the same colour; castling is written 0-0")
    assert str(caught.value.clause) == f"{LAWS} 3.1"
    assert allowed.parse("0-0").uci == allowed.parse("f1g1").uci == "f1g1"
