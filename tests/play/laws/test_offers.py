"""Article 9.1 and 5.2.3: the life of an offer of a draw."""

from datetime import timedelta

import pytest

from slowmate.board.moves import Colour
from slowmate.play import Termination
from slowmate.play import commands as cmd
from slowmate.play.clocks import FixedDays
from slowmate.play.events import ClaimKind
from slowmate.play.laws.offers import offers_lately
from slowmate.records import Result
from slowmate.rulebook import Refused
from tests.support.games import START, Playing

WHITE, BLACK = Colour.WHITE, Colour.BLACK
DAY = timedelta(days=1)
SHUFFLE = "Nf3 Nf6 Ng1 Ng8 " * 12


def refusal(playing: Playing, command: cmd.Command) -> tuple[str, object]:
    with pytest.raises(Refused) as refused:
        playing.ask(command)
    ground = refused.value.grounds[0]
    return ground.clause.address, ground.facts.get("outcome")


def offered(by: Colour = WHITE) -> Playing:
    """A game in which White has just offered with 2.Nf3 (=), or Black with 2...Nc6 (=)."""
    playing = Playing().moves("e4 e5")
    playing.ask(cmd.MakeMove(by=WHITE, move="Nf3", offer=by is WHITE))
    if by is BLACK:
        playing.ask(cmd.MakeMove(by=BLACK, move="Nc6", offer=True))
    return playing


@pytest.mark.clause("ICCF-LAWS-2019 5.2.3")
def test_whites_first_move_carries_no_offer_and_blacks_does() -> None:
    playing = Playing()
    assert refusal(playing, cmd.MakeMove(by=WHITE, move="e4", offer=True)) == ("5.2.3", "too-early")
    playing.moves("e4")
    playing.ask(cmd.MakeMove(by=BLACK, move="e5", offer=True))
    (end,) = playing.ask(cmd.AcceptOffer(by=WHITE))
    assert (end.result, end.termination) == (Result.DRAW, Termination.AGREEMENT)
    assert [str(ground.clause) for ground in end.grounds] == ["ICCF-LAWS-2019 5.2.3"]


@pytest.mark.clause("ICCF-LAWS-2019 9.1.1")
def test_a_minimum_of_twenty_moves_is_complete_with_blacks_twentieth() -> None:
    playing = Playing(draw_after=20)
    moves = SHUFFLE.split()
    playing.moves(" ".join(moves[:37]))
    assert refusal(playing, cmd.MakeMove(by=BLACK, move=moves[37], offer=True)) == ("9.1.1", "too-early")
    playing.moves(moves[37])
    assert refusal(playing, cmd.MakeMove(by=WHITE, move=moves[38], offer=True)) == ("9.1.1", "too-early")
    playing.moves(moves[38])
    playing.ask(cmd.MakeMove(by=BLACK, move=moves[39], offer=True))
    assert playing.ask(cmd.AcceptOffer(by=WHITE))[0].termination is Termination.AGREEMENT


@pytest.mark.clause("ICCF-LAWS-2019 9.1.2.1a", "ICCF-LAWS-2019 9.1.2.1b")
def test_an_offer_is_made_with_a_move_only() -> None:
    playing = offered()
    assert playing.last.offer
    assert refusal(playing, cmd.MakeMove(by=WHITE, move="Nc3", offer=True)) == ("1.1", "not-on-move")
    playing.moves("Nc3" if playing.game.position.turn is WHITE else "Nc6")
    assert playing.game.offers == (), "a move without one offers nothing"
    assert refusal(playing, cmd.AcceptOffer(by=playing.game.position.turn)) == ("9.1.2.1d", "no-offer")


@pytest.mark.clause("ICCF-LAWS-2019 9.1.2.1b")
def test_an_offer_with_a_mating_move_is_void() -> None:
    playing = Playing().moves("f3 e5 g4")
    made, end = playing.ask(cmd.MakeMove(by=BLACK, move="Qh4", offer=True))
    assert not made.offer
    assert end.termination is Termination.CHECKMATE


@pytest.mark.clause("ICCF-LAWS-2019 9.1.2.1c")
def test_an_offer_cannot_be_withdrawn() -> None:
    playing = offered()
    assert refusal(playing, cmd.WithdrawOffer(by=WHITE)) == ("9.1.2.1c", "refused")
    assert playing.ask(cmd.AcceptOffer(by=BLACK))[0].result is Result.DRAW


@pytest.mark.clause("ICCF-LAWS-2019 9.1.2.1d")
def test_a_reply_rejects_an_offer() -> None:
    playing = offered().moves("Nc6")
    assert "rejected-by-move" in [ground.facts.get("outcome") for ground in playing.last.grounds]
    assert refusal(playing, cmd.AcceptOffer(by=BLACK)) == ("9.1.2.1d", "no-offer")


@pytest.mark.clause("ICCF-LAWS-2019 9.1.2.1d")
def test_an_offer_can_be_declined_without_a_move_and_that_is_final() -> None:
    playing = offered()
    (declined,) = playing.ask(cmd.DeclineOffer(by=BLACK))
    assert declined.by is BLACK
    assert refusal(playing, cmd.AcceptOffer(by=BLACK)) == ("9.1.2.1d", "no-offer")
    assert refusal(playing, cmd.DeclineOffer(by=BLACK)) == ("9.1.2.1d", "no-offer")


@pytest.mark.clause("ICCF-LAWS-2019 9.1.2.1d")
def test_nobody_accepts_his_own_offer() -> None:
    assert refusal(offered(), cmd.AcceptOffer(by=WHITE)) == ("9.1.2.1d", "no-offer")


@pytest.mark.clause("ICCF-LAWS-2019 9.1.2.1d")
def test_an_offer_lives_until_the_opponents_clock_is_at_zero() -> None:
    playing = Playing(FixedDays(days=5)).moves("e4 e5")
    playing.ask(cmd.MakeMove(by=WHITE, move="Nf3", offer=True))
    playing.after(days=5, seconds=-1)
    assert playing.game.has_offer_by(WHITE)
    playing.after(seconds=1)
    assert refusal(playing, cmd.AcceptOffer(by=BLACK)) == ("6.6a", "too-late")
    playing.ask(cmd.CheckTime())
    assert not playing.game.offers


@pytest.mark.clause("ICCF-LAWS-2019 9.1.2.1d")
def test_leave_and_an_interruption_do_not_lapse_an_offer() -> None:
    playing = offered().after(days=1)
    playing.ask(cmd.TakeLeave(by=BLACK, first=playing.now.date(), last=playing.now.date() + 9 * DAY))
    playing.ask(cmd.StopClocks(director="TD", reason="outage"))
    playing.after(days=3)
    assert playing.ask(cmd.AcceptOffer(by=BLACK))[0].termination is Termination.AGREEMENT


@pytest.mark.clause("ICCF-LAWS-2019 9.1.2.1d")
def test_any_end_of_the_game_lapses_an_offer() -> None:
    playing = offered()
    playing.ask(cmd.Resign(by=BLACK))
    assert playing.game.offers == ()


def test_no_draw_is_agreed_while_the_position_is_adjudicated() -> None:
    playing = offered()
    playing.ask(cmd.CallAdjudication(director="TD", reason="closing date"))
    assert refusal(playing, cmd.AcceptOffer(by=BLACK)) == ("11.1", "interrupted")


@pytest.mark.clause("ICCF-LAWS-2019 9.1.2.2", "ICCF-LAWS-2019 9.4.3a")
def test_a_failed_claim_is_an_offer_that_lives_on_when_the_claimant_moves() -> None:
    playing = Playing().moves("e4 e5", days=1).after(days=1)
    (rejected,) = playing.ask(cmd.ClaimDraw(by=WHITE, claim=ClaimKind.REPETITION))
    assert rejected.is_offer
    assert playing.game.position.turn is WHITE
    playing.moves("Nf3")
    assert playing.ask(cmd.AcceptOffer(by=BLACK))[0].termination is Termination.AGREEMENT


@pytest.mark.clause("ICCF-LAWS-2019 9.1.2.2", "ICCF-LAWS-2019 9.1.2.1d")
def test_the_offer_of_a_failed_claim_is_rejected_by_the_opponents_next_move() -> None:
    playing = Playing().moves("e4 e5")
    playing.ask(cmd.ClaimDraw(by=WHITE, claim=ClaimKind.FIFTY_MOVES))
    playing.moves("Nf3 Nc6")
    assert refusal(playing, cmd.AcceptOffer(by=BLACK)) == ("9.1.2.1d", "no-offer")


@pytest.mark.clause("ICCF-LAWS-2019 9.1.2.2", "ICCF-LAWS-2019 9.1.1")
def test_the_offer_of_a_failed_claim_cannot_be_accepted_inside_the_minimum() -> None:
    playing = Playing(draw_after=5).moves("e4 e5")
    playing.ask(cmd.ClaimDraw(by=WHITE, claim=ClaimKind.REPETITION))
    assert refusal(playing, cmd.AcceptOffer(by=BLACK)) == ("9.1.1", "too-early")


@pytest.mark.clause("ICCF-LAWS-2019 9.1.2.2")
def test_a_failed_claim_leaves_the_opponents_own_offer_open() -> None:
    playing = offered(by=BLACK)
    playing.ask(cmd.ClaimDraw(by=WHITE, claim=ClaimKind.REPETITION))
    assert playing.game.has_offer_by(WHITE)
    assert playing.game.has_offer_by(BLACK)
    assert playing.ask(cmd.AcceptOffer(by=WHITE))[0].effective == START


@pytest.mark.clause("ICCF-LAWS-2019 13.3.2.3(e)")
def test_repeated_offers_are_counted_for_the_director_and_never_blocked() -> None:
    playing = Playing().moves("Nf3 Nf6")
    for number in range(6):
        playing.ask(cmd.MakeMove(by=WHITE, move=("Ng1", "Nf3")[number % 2], offer=number != 0))
        playing.moves(("Ng8", "Nf6")[number % 2])
    assert offers_lately(playing.events, WHITE) == 5
    assert offers_lately(playing.events, WHITE, moves=3) == 3
    assert offers_lately(playing.events, BLACK) == 0
