"""Articles 3.10.2, 7.2 and 8.1: what was sent by post or e-mail as a move: read, illegal, or not to be read at all."""

from datetime import timedelta
from typing import Any

import pytest

from slowmate.board.moves import Colour
from slowmate.play import Transmission, next_instant
from slowmate.play import commands as cmd
from slowmate.play import events as ev
from slowmate.play.laws.flags import running_at
from slowmate.play.may import why_no_record
from slowmate.records import Result
from slowmate.rulebook import Refused
from tests.support.games import Playing

WHITE, BLACK = Colour.WHITE, Colour.BLACK
DAY = timedelta(days=1)
TD: dict[str, Any] = {"director": "TD", "reason": "mistyped"}


def by_email(**terms: Any) -> Playing:
    return Playing(transmission=Transmission.EMAIL, **terms)


def refusal(playing: Playing, command: cmd.Command) -> tuple[str, object]:
    with pytest.raises(Refused) as refused:
        playing.ask(command)
    ground = refused.value.grounds[0]
    return ground.clause.address, ground.facts.get("outcome")


def sent(playing: Playing, move: str, *, offer: bool = False) -> cmd.RecordMove:
    return cmd.RecordMove(by=playing.game.position.turn, move=move, sent=playing.now, offer=offer)


@pytest.mark.clause("ICCF-LAWS-2019 8.1.4", "ICCF-LAWS-2019 A.12")
@pytest.mark.parametrize("text", ["e5 (=)", "e5(=)", "5755 (=)", " e7e5 (=) "])
def test_the_mark_of_an_offer_after_a_move_is_an_offer(text: str) -> None:
    playing = by_email().moves("e4")
    (made,) = playing.ask(sent(playing, text))
    assert (made.algebraic, made.offer) == ("e5", True)
    assert playing.ask(cmd.AcceptOffer(by=WHITE))[0].result is Result.DRAW


@pytest.mark.clause("ICCF-LAWS-2019 8.1.4", "ICCF-LAWS-2019 5.2.3")
def test_a_marked_offer_obeys_what_every_offer_obeys() -> None:
    first = by_email()
    assert refusal(first, sent(first, "e4 (=)")) == ("5.2.3", "too-early")
    later = by_email(draw_after=2).moves("e4")
    assert refusal(later, sent(later, "e5 (=)")) == ("9.1.1", "too-early")
    (made,) = later.ask(sent(later, "e5"))
    assert not made.offer


@pytest.mark.clause("ICCF-LAWS-2019 8.1.1", "ICCF-LAWS-2019 3.10.2")
@pytest.mark.parametrize(
    "text", ["hello", "Sf6", "(=)", "", "e", "575", "57551", "0957", "x" * 99, "Nd7", "xd5", "\u265ee5", "Nxe4", "exe5"]
)
def test_what_cannot_be_read_is_asked_for_again_and_stops_nothing(text: str) -> None:
    playing = by_email().moves("d4 Nf6 c4 d6 Nc3").after(days=2)
    assert refusal(playing, sent(playing, text)) == ("8.1.1", "unreadable")
    assert (playing.game.stops, playing.game.irregularity) == ((), None)
    playing.ask(cmd.StateReceipt(by=BLACK, received=playing.now))
    assert running_at(playing.game, playing.now) is BLACK
    playing.moves("Nbd7")
    assert playing.last.algebraic == "Nbd7"


@pytest.mark.clause("ICCF-LAWS-2019 3.10.2", "ICCF-LAWS-2019 7.2a")
@pytest.mark.parametrize("text", ["Ke7", "e8e7", "5857", "Qh4 (=)", "0-0", "e4", "Ra6"])
def test_a_move_that_can_be_read_and_is_illegal_is_an_irregularity(text: str) -> None:
    playing = by_email().moves("d4 Nf6 c4 d6 Nc3")
    (found,) = playing.ask(sent(playing, text))
    assert isinstance(found, ev.IllegalMoveFound)
    assert (found.by, found.ply, found.text) == (BLACK, 6, text.removesuffix(" (=)"))
    assert running_at(playing.game, playing.now) is None


@pytest.mark.clause("ICCF-LAWS-2019 6.10c", "ICCF-LAWS-2019 7.2a")
def test_the_director_dismisses_an_irregularity_and_the_clocks_go_on_as_they_were() -> None:
    playing = by_email().moves("e4", days=1)
    playing.ask(cmd.StateReceipt(by=BLACK, received=playing.now))
    left = playing.after(days=3).left(BLACK)
    playing.ask(sent(playing, "Ke6"))
    assert why_no_record(playing.game, BLACK)
    playing.after(days=8)
    (dismissed,) = playing.ask(cmd.DismissIrregularity(**TD))
    assert (dismissed.by, dismissed.ply, dismissed.grounds[0].clause.address) == (BLACK, 2, "6.10c")
    assert (playing.game.irregularity, playing.game.stops) == (None, ())
    assert playing.left(BLACK) == left, "the eight days are nobody's, and nobody was penalised"
    assert playing.after(days=1).left(BLACK) == left - DAY
    playing.moves("e5")
    assert list(playing.game.moves) == ["e2e4", "e7e5"]


@pytest.mark.clause("ICCF-LAWS-2019 7.2a")
def test_there_must_be_an_irregularity_to_dismiss_and_a_reason() -> None:
    playing = by_email().moves("e4")
    assert refusal(playing, cmd.DismissIrregularity(**TD)) == ("7.2a", "nothing-found")
    playing.ask(sent(playing, "Ke6"))
    unsigned = cmd.DismissIrregularity(director="TD", reason=" ")
    assert refusal(playing, unsigned) == ("Glossary: tournament director's discretion", "no-reason")
    opened = by_email().moves("e4")
    times: dict[str, Any] = {"white_left": 40 * DAY, "black_left": 40 * DAY}
    opened.ask(cmd.OpenReconstruction(**TD, fen=opened.game.position.fen, **times, moves_made=0))
    assert refusal(opened, cmd.DismissIrregularity(**TD)) == ("7.2a", "nothing-found")


# reports that agree


def report(by: Colour, moves: str, result: Result = Result.DRAW) -> cmd.ReportGame:
    return cmd.ReportGame(by=by, result=result, moves=tuple(moves.split()))


@pytest.mark.clause("ICCF-LAWS-2019 5.2.3", "ICCF-LAWS-2019 8.5b")
@pytest.mark.parametrize(("moves", "is_refused"), [("", True), ("e4", True), ("e4 e5", False)])
def test_a_reported_draw_needs_a_move_by_each(moves: str, is_refused: bool) -> None:
    playing = by_email().moves(moves)
    if is_refused:
        assert refusal(playing, report(WHITE, moves)) == ("5.2.3", "too-early")
        return
    playing.ask(report(WHITE, moves))
    playing.ask(report(BLACK, moves))
    assert playing.outcome.result is Result.DRAW


@pytest.mark.clause("ICCF-LAWS-2019 9.1.1", "ICCF-LAWS-2019 8.5b")
@pytest.mark.parametrize(("moves", "is_refused"), [("e4 e5", True), ("e4 e5 Nf3", True), ("e4 e5 Nf3 Nc6", False)])
def test_a_reported_draw_needs_the_moves_of_the_event(moves: str, is_refused: bool) -> None:
    playing = by_email(draw_after=2).moves(moves)
    if is_refused:
        assert refusal(playing, report(BLACK, moves)) == ("9.1.1", "too-early")
        return
    playing.ask(report(BLACK, moves))
    playing.ask(report(WHITE, moves))
    assert playing.game.is_over


@pytest.mark.clause("ICCF-LAWS-2019 8.5b", "ICCF-LAWS-2019 5.2.1")
def test_a_reported_win_needs_no_moves_and_a_stalemate_no_agreement() -> None:
    resigned = by_email(draw_after=30)
    resigned.ask(report(WHITE, "", Result.WHITE_WINS))
    resigned.ask(report(BLACK, "", Result.WHITE_WINS))
    assert resigned.outcome.result is Result.WHITE_WINS
    stalemate = "e3 a5 Qh5 Ra6 Qxa5 h5 Qxc7 Rah6 h4 f6 Qxd7 Kf7 Qxb7 Qd3 Qxb8 Qh7 Qxc8 Kg6 Qe6"
    drawn = by_email(draw_after=30)
    drawn.ask(report(WHITE, stalemate))
    drawn.ask(report(BLACK, stalemate))
    assert drawn.outcome.result is Result.DRAW


@pytest.mark.clause("ICCF-LAWS-2019 11.1", "ICCF-LAWS-2019 8.5b")
@pytest.mark.parametrize("result", [Result.DRAW, Result.WHITE_WINS])
def test_no_report_ends_a_game_that_is_being_adjudicated(result: Result) -> None:
    moves = "e4 e5 Nf3 Nc6"
    playing = by_email().moves(moves)
    playing.ask(report(WHITE, moves, result))
    playing.ask(cmd.CallAdjudication(**TD))
    assert refusal(playing, report(BLACK, moves, result)) == ("11.1", "interrupted")
    playing.ask(cmd.CallOffAdjudication(**TD))
    playing.ask(report(BLACK, moves, result))
    assert playing.outcome.result is result
    assert next_instant(playing.game) is None
