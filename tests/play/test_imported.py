"""Games that an archive brings: their moves and result as told, with no clock that anybody recorded."""

from datetime import UTC, datetime
from random import Random

import pytest

from slowmate import play
from slowmate.board import IllegalMove
from slowmate.board.line import Line
from slowmate.play import clocks
from slowmate.play.laws.results import Termination
from slowmate.play.terms import Terms
from slowmate.records import Result

STARTS = datetime(1998, 3, 1, tzinfo=UTC)
ENDED = datetime(1999, 7, 4, 12, 0, tzinfo=UTC)
TERMS = Terms(starts=STARTS, time_control=clocks.Unrecorded())
FOOLS_MATE = ("f2f3", "e7e5", "g2g4", "d8h4")


def test_a_game_of_any_day_is_told_again_with_its_moves_and_result() -> None:
    happened = play.imported(TERMS, FOOLS_MATE, Result.BLACK_WINS, ended=ENDED, termination=Termination.CHECKMATE)
    game = play.fold(happened)
    assert tuple(game.moves) == FOOLS_MATE
    assert game.outcome is not None
    assert (game.outcome.result, game.outcome.termination) == (Result.BLACK_WINS, Termination.CHECKMATE)
    assert game.outcome.effective == ENDED
    assert game.position.is_checkmate


def test_a_result_without_moves_is_a_game_too() -> None:
    game = play.fold(play.imported(TERMS, (), Result.DRAW, ended=ENDED))
    assert len(game.moves) == 0
    assert game.outcome is not None
    assert game.outcome.termination is Termination.REPORTED


def test_it_is_kept_and_read_again_as_it_was() -> None:
    happened = play.imported(TERMS, FOOLS_MATE, Result.BLACK_WINS, ended=ENDED, source="archive.pgn")
    again = tuple(play.event_from_json(play.event_to_json(event)) for event in happened)
    assert again == happened
    game = play.fold(happened)
    assert play.game_from_text(play.game_to_text(game)) == game


def test_no_flag_falls_and_nothing_is_due() -> None:
    game = play.fold(play.imported(TERMS, FOOLS_MATE, Result.BLACK_WINS, ended=ENDED))
    assert play.next_instant(game) is None


def test_an_illegal_move_is_no_game() -> None:
    with pytest.raises(IllegalMove):
        play.fold(play.imported(TERMS, ("e2e5",), Result.DRAW, ended=ENDED))


def test_what_ended_before_its_day_of_start_began_no_later() -> None:
    game = play.fold(play.imported(TERMS, (), Result.DRAW, ended=datetime(1998, 2, 1, tzinfo=UTC)))
    assert game.started == datetime(1998, 2, 1, tzinfo=UTC)


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("fen", [None, "4k3/P6p/8/8/8/8/p6P/R3K2R w KQ - 7 31"])
def test_whoever_has_read_the_moves_need_not_play_them_again(seed: int, fen: str | None) -> None:
    terms = Terms(starts=STARTS, time_control=clocks.Unrecorded(), fen=fen)
    lots, line, moves = Random(seed), Line(terms.start_position()), list[str]()
    for _ in range(lots.randint(0, 90)):
        if line.is_insufficient or not (legal := line.position.legal_moves()):
            break
        moves.append(line.play(lots.choice(legal).uci)[0].uci)
    happened = play.imported(terms, moves, Result.DRAW, ended=ENDED)
    game = play.imported_game(happened, position=line.position, occurrences=line.occurrences)
    assert game == play.fold(happened)
    assert play.game_to_text(game) == play.game_to_text(play.fold(happened))


def test_moves_may_bring_the_start_that_the_table_did_not_tell() -> None:
    arranged, _, ended = play.imported(TERMS, (), Result.DRAW, ended=ENDED)
    fen = "rnbqkbnr/pppp1ppp/8/4p3/4PP2/8/PPPP2PP/RNBQKBNR b KQkq - 0 2"
    moved = play.events.Imported(at=ENDED, moves=("e5f4", "g1f3"), fen=fen)
    game = play.fold((arranged, ended, moved))
    assert (game.start.fen, game.terms.fen, len(game.moves)) == (fen, fen, 2)
    assert play.event_from_json(play.event_to_json(moved)) == moved
    assert play.game_from_text(play.game_to_text(game)) == game
    assert play.terms_from_text(play.game_to_text(game)) == game.terms
    drawn = play.fold((arranged, ended, play.events.Imported(at=ENDED, moves=(), chess960=693)))
    assert drawn.start.is_chess960
    assert drawn.terms.has_own_start
    assert not play.fold((arranged, ended)).terms.has_own_start
    with pytest.raises(IllegalMove):
        play.fold((arranged, ended, play.events.Imported(at=ENDED, moves=("e5f4",))))
