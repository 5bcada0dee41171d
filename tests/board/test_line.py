"""A game that is read move by move: the same moves, print and positions as one by one, however they are written."""

import random
import re
from collections.abc import Callable
from functools import partial

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from slowmate.board import IllegalMove, Move, Occurrences, Position, UnreadableMove
from slowmate.board.line import Line
from slowmate.rulebook import Clause

STARTS = [
    Position.initial(),
    Position.chess960(0),
    Position.chess960(356),
    Position.from_fen("r3k2r/pP3ppp/8/2pP4/8/8/PpP2PPP/R3K2R w KQkq c6 0 1"),  # castling, promotions, in passing
    Position.from_fen("4k3/8/8/8/1b6/8/3N4/2N1K2N w - - 0 1"),  # a knight that is pinned
    Position.from_fen("q3k2q/8/8/3Q4/8/Q6Q/8/4K3 w - - 3 50"),  # ambiguities, checks
]


def written(printed: str, lot: random.Random) -> str:
    """A move as one of those writes it whose files we read."""
    text = printed.replace(" e.p.", lot.choice((" e.p.", "")))
    if text[0] == "0":
        return text.replace("0", lot.choice("0O"))
    text = re.sub(r"([18])([QRBN])", lot.choice((r"\1=\2", r"\1\2", r"\1(\2)")), text)
    return lot.choice((text, text.rstrip("+#"), text.replace("x", ":"), f"{text}!"))


def walked(start: Position, lot: random.Random, plies: int) -> None:
    line, position = Line(start), start
    occurrences = Occurrences.start(start)
    for _ in range(plies):
        legal = position.legal_moves()
        if not legal or line.is_insufficient:
            break
        move = lot.choice(legal)
        printed = position.algebraic(move)
        assert line.play(lot.choice((written(printed, lot), printed, move.uci))) == (move, printed)
        position = position.play(move)
        occurrences = occurrences.then(position)
        assert (line.position, line.position.key) == (position, position.key)
        assert line.position.fen == position.fen
        assert line.occurrences.counts == occurrences.counts
        assert line.is_insufficient is position.is_insufficient


@pytest.mark.parametrize("start", STARTS, ids=lambda start: start.fen)
@given(st.randoms(use_true_random=False))
def test_a_line_is_what_its_positions_are(start: Position, lot: random.Random) -> None:
    walked(start, lot, 40)


def test_long_games_too() -> None:
    for seed in range(8):
        walked(Position.initial(), random.Random(seed), 300)


TEXTS = (
    "e4",
    "exd5",
    "e5",
    "Nf3",
    "Nxf3",
    "Nbd2",
    "Ke2",
    "Qh5",
    "Qxh5+",
    "a8=Q",
    "a8",
    "bxa8=N",
    "O-O",
    "0-0-0",
    "Rxb2",
    "Kxd8",
)


def outcome(read: Callable[[str], Move], text: str) -> Move | tuple[str, Clause | None]:
    """The move that is read, or why none is."""
    try:
        return read(text)
    except UnreadableMove as refused:
        return refused.why, refused.clause


def played(line: Line, text: str) -> Move:
    return line.play(text)[0]


@pytest.mark.parametrize("text", TEXTS)
def test_what_cannot_be_played_is_refused_in_the_same_words_and_leaves_the_line_as_it_was(text: str) -> None:
    lot = random.Random(text)
    for _ in range(40):
        position = Position.initial()
        line = Line(position)
        for _ in range(lot.randrange(40)):
            moves = position.legal_moves()
            if not moves:
                break
            move = lot.choice(moves)
            line.play(move.uci)
            position = position.play(move)
        before = line.position
        answer = outcome(position.parse, text)
        assert outcome(partial(played, line), text) == answer
        if not isinstance(answer, Move):
            assert line.position == before == position


def test_a_pinned_man_does_not_move_and_the_other_one_is_meant() -> None:
    """Of two knights that aim at e4 the one on d2 is pinned by the bishop on b4."""
    line = Line(Position.from_fen("4k3/8/8/8/1b6/6N1/3N4/4K3 w - - 0 1"))
    assert line.play("Ne4")[1] == "Ne4"
    with pytest.raises(IllegalMove):
        Line(Position.from_fen("4k3/8/8/8/1b6/8/3N4/4K3 w - - 0 1")).play("Ne4")


def test_the_board_of_a_line_is_the_librarys_in_every_field() -> None:
    for seed in range(12):
        lot = random.Random(seed)
        board, line = chess.Board(), Line(Position.initial())
        while not board.is_game_over() and len(board.move_stack) < 200:
            move = lot.choice(list(board.legal_moves))
            line.play(board.san(move))
            board.push(move)
            ours = line.position.board()
            for field in ("pawns", "knights", "bishops", "rooks", "queens", "kings", "occupied", "occupied_co", "turn"):
                assert getattr(ours, field) == getattr(board, field), field
            assert ours.castling_rights == board.castling_rights
            assert (ours.ep_square, ours.halfmove_clock, ours.fullmove_number) == (
                board.ep_square,
                board.halfmove_clock,
                board.fullmove_number,
            )
