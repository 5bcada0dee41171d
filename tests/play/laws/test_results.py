"""Articles 5 and 12: what ends a game, with which result, and what it scores."""

from collections.abc import Callable
from datetime import timedelta
from random import Random

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from slowmate.board.mating.dead import is_dead
from slowmate.board.moves import Colour, Move
from slowmate.board.position import Position
from slowmate.play import Termination, clock_at, next_instant, running_at
from slowmate.play import commands as cmd
from slowmate.play.clocks import Classic, TripleBlock
from slowmate.play.decide import AFTER_END, DECISIONS
from slowmate.play.events import ClaimKind
from slowmate.play.laws.results import can_be_undone, ended_by_move, ended_by_position
from slowmate.records import Result
from slowmate.rulebook import Refused
from tests.support import positions
from tests.support.games import START, Playing, random_moves

WHITE, BLACK = Colour.WHITE, Colour.BLACK
DAY = timedelta(days=1)


@pytest.mark.clause("ICCF-LAWS-2019 5.1.1", "ICCF-LAWS-2019 1.2a")
def test_checkmate_ends_the_game_at_once_and_nothing_more_is_accepted() -> None:
    playing = Playing(fen="6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1").after(days=1)
    *_, end = playing.ask(cmd.MakeMove(by=WHITE, move="Re8"))
    assert (end.result, end.termination, str(end.grounds[0].clause)) == ("1-0", "checkmate", "ICCF-LAWS-2019 5.1.1")
    assert next_instant(playing.game) is None
    for command in (cmd.MakeMove(by=BLACK, move="Kf8"), cmd.Resign(by=BLACK), cmd.AcceptOffer(by=BLACK)):
        with pytest.raises(Refused) as refused:
            playing.ask(command)
        assert refused.value.grounds[0].facts == {"outcome": "over", "result": "1-0", "termination": "checkmate"}


@pytest.mark.clause("ICCF-LAWS-2019 5.1.2")
@pytest.mark.parametrize(("by", "result"), [(WHITE, "0-1"), (BLACK, "1-0")])
def test_resignation_ends_the_game_at_once_whoever_has_the_move(by: Colour, result: str) -> None:
    playing = Playing().moves("e4 e5", days=1).after(days=1)
    (end,) = playing.ask(cmd.Resign(by=by))
    assert (end.result, end.termination, end.effective) == (result, "resignation", playing.now)
    playing.after(days=10)
    assert running_at(playing.game, playing.now) is None
    assert clock_at(playing.game, WHITE, playing.now).left == 48 * DAY


@pytest.mark.clause("ICCF-LAWS-2019 5.1.2")
def test_resignation_against_a_bare_king_still_loses() -> None:
    playing = Playing(fen="4k3/8/8/8/8/8/3Q4/4K3 w - - 0 1")
    assert playing.ask(cmd.Resign(by=WHITE))[-1].result is Result.BLACK_WINS


@pytest.mark.clause("ICCF-LAWS-2019 5.2.1")
def test_stalemate_draws_at_once() -> None:
    playing = Playing(fen="7k/8/6K1/5Q2/8/8/8/8 w - - 0 1").moves("Qf7")
    outcome = playing.outcome
    assert (outcome.result, outcome.termination) == (Result.DRAW, Termination.STALEMATE)


@pytest.mark.clause("ICCF-LAWS-2019 5.2.2", "ICCF-LAWS-2019 1.3")
@pytest.mark.parametrize(
    ("fen", "move"),
    [
        ("8/8/8/8/8/2k5/2Q5/K7 b - - 0 1", "Kxc2"),
        ("4k3/8/6p1/p1p1p3/P1P1P1P1/8/8/4K3 b - - 0 1", "g5"),
    ],
)
def test_a_dead_position_draws_at_once_without_a_claim(fen: str, move: str) -> None:
    playing = Playing(fen=fen)
    playing.moves(move)
    outcome = playing.outcome
    assert (outcome.result, outcome.termination) == (Result.DRAW, Termination.DEAD_POSITION)


@pytest.mark.clause("ICCF-LAWS-2019 5.1.4", "ICCF-LAWS-2019 5.2.6", "ICCF-LAWS-2019 11.1", "ICCF-LAWS-2019 12.2b")
@pytest.mark.parametrize(
    ("result", "clause"),
    [
        (Result.WHITE_WINS, "5.1.4"),
        (Result.BLACK_WINS, "5.1.4"),
        (Result.DRAW, "5.2.6"),
        (Result.BOTH_LOSE, None),
        (Result.CANCELLED, None),
        (Result.WHITE_WINS_BY_FORFEIT, None),
    ],
)
def test_adjudication_gives_a_win_or_a_draw_and_nothing_else(result: Result, clause: str | None) -> None:
    playing = Playing(TripleBlock(increment=3)).moves("e4 e5", days=1)
    playing.ask(cmd.CallAdjudication(director="TD", reason="closing date"))
    playing.after(days=300)
    assert playing.ask(cmd.CheckTime()) == ()
    with pytest.raises(Refused, match=r"11\.1"):
        playing.moves("Nf3")
    verdict = cmd.Adjudicate(director="TD", reason="committee of three", result=result)
    if clause is None:
        with pytest.raises(Refused, match=r"12\.2b"):
            playing.ask(verdict)
        return
    (end,) = playing.ask(verdict)
    assert (end.result, end.termination, end.grounds[0].clause.address) == (result, "adjudication", clause)


@pytest.mark.clause("ICCF-LAWS-2019 Glossary: default", "ICCF-LAWS-2019 12.1")
def test_a_default_is_an_ordinary_loss() -> None:
    playing = Playing().moves("e4")
    (end,) = playing.ask(cmd.DefaultPlayer(director="TD", reason="engine use", colour=WHITE))
    assert (end.result, end.termination, end.is_rated) == (Result.BLACK_WINS, Termination.DEFAULT, True)
    assert end.result.half_points == (0, 2)


@pytest.mark.clause("ICCF-LAWS-2019 Glossary: double default", "ICCF-LAWS-2019 12.2a")
def test_a_double_default_scores_nothing_for_both_and_is_not_rated() -> None:
    playing = Playing().moves("e4")
    (end,) = playing.ask(cmd.DoubleDefault(director="TD", reason="both withdrew"))
    assert (end.result, end.result.half_points, end.is_rated) == (Result.BOTH_LOSE, (0, 0), False)


def test_a_cancelled_game_does_not_count_and_may_be_cancelled_before_it_starts() -> None:
    playing = Playing(arranged=START - DAY).after(hours=-3)
    (end,) = playing.ask(cmd.CancelGame(director="TD", reason="entered twice"))
    assert (end.result, end.is_rated) == (Result.CANCELLED, False)
    assert playing.after(days=100).ask(cmd.CheckTime()) == ()


@pytest.mark.clause("ICCF-LAWS-2019 12.1", "ICCF-LAWS-2019 12.2a", "ICCF-LAWS-2019 12.2b")
@pytest.mark.parametrize("result", Result)
def test_no_result_gives_the_two_players_more_than_one_point(result: Result) -> None:
    assert sum(result.half_points) in ((2,) if result.counts and result.value not in {"0-0", "-/-"} else (0,))
    other = {Result.WHITE_WINS: Result.BLACK_WINS, Result.DRAW: Result.DRAW, Result.BOTH_LOSE: Result.BOTH_LOSE}
    if result in other:
        assert other[result].half_points == result.half_points[::-1]


@pytest.mark.clause("ICCF-LAWS-2019 5.2.5")
@pytest.mark.parametrize(
    ("kind", "fen", "termination"),
    [
        (ClaimKind.REPETITION, None, Termination.REPETITION),
        (ClaimKind.FIFTY_MOVES, "8/5pp1/3k4/8/2RB4/3K4/2r3b1/8 w - - 100 150", Termination.FIFTY_MOVES),
    ],
)
def test_a_game_is_drawn_by_a_claim_and_says_by_which(
    kind: ClaimKind, fen: str | None, termination: Termination
) -> None:
    playing = Playing(fen=fen, counts_from_fen=True)
    if fen is None:
        playing.moves("Nf3 Nf6 Ng1 Ng8 " * 2)
    *_, end = playing.ask(cmd.ClaimDraw(by=WHITE, claim=kind))
    assert (end.result, end.termination) == (Result.DRAW, termination)


@pytest.mark.clause("ICCF-LAWS-2019 Glossary: result", "ICCF-LAWS-2019 8.5b")
def test_a_finished_game_accepts_only_what_the_laws_allow() -> None:
    by_director = {"CorrectResult", "ConfirmResult", "JudgeConduct", "RecordRuling"}
    assert {kind.__name__ for kind in AFTER_END} == {"CheckTime", "ReportGame"} | by_director
    assert set(DECISIONS) >= AFTER_END
    playing = Playing(Classic()).moves("e4")
    playing.ask(cmd.Resign(by=WHITE))
    with pytest.raises(Refused):
        playing.ask(cmd.CorrectResult(director="TD", reason="same again", result=Result.BLACK_WINS))
    (corrected,) = playing.ask(cmd.CorrectResult(director="TD", reason="appeal upheld", result=Result.DRAW))
    assert (corrected.before, corrected.result) == (Result.BLACK_WINS, Result.DRAW)
    assert playing.outcome.result is Result.DRAW
    assert playing.outcome.termination is Termination.RESIGNATION


@pytest.mark.clause("ICCF-LAWS-2019 5.2.2")
def test_a_move_that_can_be_undone_leaves_the_position_as_dead_or_alive_as_it_was() -> None:
    before = Position.initial()
    for text, undone in (("Nf3", True), ("e4", False)):
        move = before.parse(text)
        assert can_be_undone(before, move, before.play(move)) is undone
    castled = Position.from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    for text in ("0-0", "Kd1", "Rh5"):
        move = castled.parse(text)
        assert not can_be_undone(castled, move, castled.play(move))


@settings(max_examples=5, deadline=None)
@given(st.randoms(use_true_random=False))
def test_the_short_way_never_differs_from_the_long_one(lot: Random) -> None:
    position = Position.initial()
    for move in random_moves(lot, 14):
        after = position.play(move)
        assert ended_by_move(position, move, after) == ended_by_position(after)
        if ended_by_position(after):
            return
        position = after


COMPOSED_DEAD = [
    ("8/3Nk3/8/p1p1p1p1/P1P1P1P1/8/P1P1PK2/8 b - - 0 1", "Kxd7"),  # three pawns have room, and none gets through
    ("8/3kN3/8/p1p1p1p1/P1P1P1P1/8/2P1PK2/8 b - - 0 1", "Kxe7"),
]


@pytest.mark.clause("ICCF-LAWS-2019 5.2.2", "ICCF-LAWS-2019 1.3")
@pytest.mark.parametrize(("fen", "move"), COMPOSED_DEAD)
def test_a_wall_with_pawns_that_still_have_room_is_dead_at_once(fen: str, move: str) -> None:
    playing = Playing(fen=fen).moves(move)
    assert playing.outcome.termination is Termination.DEAD_POSITION
    with pytest.raises(Refused):
        playing.ask(cmd.Resign(by=BLACK))


def captured_into(board: chess.Board, lot: Random) -> tuple[Position, Move] | None:
    """A position and a capture by its king that leads to a board: what stood there before."""
    king = board.king(not board.turn)
    assert king is not None
    around = [square for square in board.attacks(king) if not board.piece_at(square)]
    before = board.copy(stack=False)
    before.turn = not board.turn
    before.remove_piece_at(king)
    if not around:
        return None
    come_from = lot.choice(around)
    before.set_piece_at(come_from, chess.Piece(chess.KING, before.turn))
    before.set_piece_at(king, chess.Piece(lot.choice([chess.KNIGHT, chess.ROOK, chess.QUEEN]), board.turn))
    move = chess.Move(come_from, king)
    if not before.is_valid() or not before.is_legal(move):
        return None
    return Position.from_fen(before.fen()), Move(move.uci())


@pytest.mark.clause("ICCF-LAWS-2019 5.2.2", "ICCF-LAWS-2019 1.3")
def test_the_capture_of_the_last_piece_among_walls_of_pawns_ends_the_game_at_once() -> None:
    lot, ends = Random(31), 0
    for board in positions.positions(31, 60, positions.wall):
        after = Position.from_fen(board.fen())
        capture = captured_into(board, lot) if is_dead(after, nodes=2000) and after.legal_moves() else None
        if capture is None:
            continue
        before, move = capture
        found = ended_by_move(before, move, before.play(move))
        assert found is not None
        assert found[1] is Termination.DEAD_POSITION
        ends += 1
    assert ends >= 5, "enough of them are such captures"


@pytest.mark.clause("ICCF-LAWS-2019 5.2.2", "ICCF-LAWS-2019 1.3")
@pytest.mark.parametrize("kind", [positions.wall, positions.cage, positions.few])
def test_whatever_is_played_from_a_position_that_is_alive_ends_as_the_full_search_says(
    kind: Callable[[Random], chess.Board],
) -> None:
    lot = Random(31)
    for board in positions.positions(31, 30, kind):
        before = Position.from_fen(board.fen())
        if is_dead(before, nodes=2000) is not False:
            continue
        for move in lot.sample(before.legal_moves(), min(3, len(before.legal_moves()))):
            after = before.play(move)
            assert ended_by_move(before, move, after) == ended_by_position(after)
