"""Claims that wait for the director: whose clock runs meanwhile, what the claim is measured by, what it ends."""

from datetime import timedelta
from typing import Any

import pytest

from slowmate.board.moves import Colour
from slowmate.play import Termination, Transmission, fold, next_instant
from slowmate.play import commands as cmd
from slowmate.play import events as ev
from slowmate.play.clocks import Classic, FixedDays, TimeControl, TripleBlock
from slowmate.play.events import ClaimKind
from slowmate.play.may import rights_of
from slowmate.records import Result
from slowmate.rulebook import Refused
from tests.support.games import Playing

WHITE, BLACK = Colour.WHITE, Colour.BLACK
DAY, HOUR = timedelta(days=1), timedelta(hours=1)
ENDING = "8/8/8/4k3/8/4K3/4P3/8 {} - - 0 1"
NO_TABLE = "8/8/1r2k3/8/8/4K3/4PR2/8 w - - 0 1"


def refusal(playing: Playing, command: cmd.Command) -> tuple[str, object]:
    with pytest.raises(Refused) as refused:
        playing.ask(command)
    ground = refused.value.grounds[0]
    return ground.clause.address, ground.facts.get("outcome")


def table(by: Colour, kind: ClaimKind = ClaimKind.TABLEBASE_WIN) -> cmd.ClaimTablebase:
    return cmd.ClaimTablebase(by=by, claim=kind)


def decision(by: Colour, *, upheld: bool) -> cmd.DecideClaim:
    return cmd.DecideClaim(director="TD", reason="seven-man tables", by=by, upheld=upheld)


# the clock


@pytest.mark.clause("ICCF-LAWS-2019 6.10b", "ICCF-LAWS-2019 6.10a", "ICCF-LAWS-2019 9.4.1a")
@pytest.mark.parametrize("control", [Classic(), FixedDays(days=40), TripleBlock(increment=3)])
@pytest.mark.parametrize("by", [WHITE, BLACK])
def test_on_the_server_a_claim_that_waits_stops_nobodys_clock(control: TimeControl, by: Colour) -> None:
    playing = Playing(control, fen=NO_TABLE).after(days=2)
    due = next_instant(playing.game)
    made = playing.ask(table(by))[-1]
    assert isinstance(made, ev.ClaimMade)
    assert [ground.clause.address for ground in made.grounds] == ["6.10b"]
    assert next_instant(playing.game) is not None
    assert playing.game.stops == ()
    left = playing.left(WHITE)
    assert playing.after(days=3).left(WHITE) == left - 3 * DAY
    assert due is not None


@pytest.mark.clause("ICCF-LAWS-2019 6.10b", "ICCF-LAWS-2019 6.7a")
def test_a_claim_with_an_hour_left_does_not_save_who_made_it() -> None:
    playing = Playing(FixedDays(days=5), fen=NO_TABLE).after(days=4, hours=23)
    playing.ask(table(WHITE))
    fell = playing.now + HOUR
    playing.after(days=60)
    (end,) = playing.ask(cmd.CheckTime())
    assert (end.result, end.termination, end.effective) == (Result.BLACK_WINS, Termination.TIME, fell)
    (rejected,) = playing.ask(decision(WHITE, upheld=False))
    assert isinstance(rejected, ev.ClaimRejected)
    assert (playing.outcome.result, playing.outcome.effective) == (Result.BLACK_WINS, fell)
    assert playing.game.pending == ()


@pytest.mark.clause("ICCF-LAWS-2019 9.4.2", "ICCF-LAWS-2019 5.1.3", "ICCF-LAWS-2019 6.7a")
def test_time_that_ran_out_after_a_claim_that_was_right_does_not_matter() -> None:
    playing = Playing(FixedDays(days=5), fen=NO_TABLE).after(days=4, hours=23)
    playing.ask(table(WHITE))
    claimed = playing.now
    playing.after(days=60)
    playing.ask(cmd.CheckTime())
    (corrected,) = playing.ask(decision(WHITE, upheld=True))
    assert (corrected.before, corrected.result) == (Result.BLACK_WINS, Result.WHITE_WINS)
    outcome = playing.outcome
    assert (outcome.termination, outcome.effective) == (Termination.TABLEBASE, claimed)
    assert outcome.grounds[0].clause.address == "5.1.3"
    assert fold(playing.events) == playing.game
    assert refusal(playing, decision(WHITE, upheld=True)) == ("Glossary: result", "over")


@pytest.mark.clause("ICCF-LAWS-2019 9.4.2", "ICCF-LAWS-2019 5.2.4")
@pytest.mark.parametrize("ending", [cmd.Resign(by=BLACK), cmd.Resign(by=WHITE), cmd.AcceptOffer(by=BLACK)])
def test_a_right_claim_takes_the_place_of_any_later_end(ending: cmd.Command) -> None:
    playing = Playing(fen=NO_TABLE)
    playing.ask(table(BLACK, ClaimKind.TABLEBASE_DRAW))
    claimed = playing.now
    playing.moves("Ke4 Kd7", days=1).after(days=1)
    playing.ask(cmd.MakeMove(by=WHITE, move="Kd4", offer=True))
    playing.ask(ending)
    playing.ask(decision(BLACK, upheld=True))
    outcome = playing.outcome
    assert (outcome.result, outcome.termination) == (Result.DRAW, Termination.TABLEBASE)
    assert outcome.effective == claimed


@pytest.mark.clause("ICCF-LAWS-2019 9.4.3a")
def test_play_goes_on_while_a_claim_waits_on_the_server_and_after_it_was_rejected() -> None:
    playing = Playing(Classic(), fen=NO_TABLE).after(days=2)
    playing.ask(table(WHITE, ClaimKind.TABLEBASE_DRAW))
    assert rights_of(playing.game, WHITE, at=playing.now).move
    playing.moves("Ke4 Kd7", days=3)
    (rejected,) = playing.ask(decision(WHITE, upheld=False))
    assert isinstance(rejected, ev.ClaimRejected)
    assert not playing.game.is_over
    assert (playing.left(WHITE), playing.left(BLACK)) == (45 * DAY, 47 * DAY)
    assert playing.game.offers == ()


def test_what_the_director_ended_himself_leaves_no_claim_open() -> None:
    playing = Playing(Classic(), fen=NO_TABLE)
    playing.ask(table(WHITE))
    playing.ask(cmd.Adjudicate(director="TD", reason="closing date", result=Result.DRAW))
    assert playing.game.pending == ()


@pytest.mark.clause("ICCF-LAWS-2019 9.4.1a", "ICCF-LAWS-2019 9.4.3a")
def test_by_post_the_clock_is_stopped_from_the_claim_to_the_decision() -> None:
    playing = Playing(Classic(), transmission=Transmission.POST, fen=ENDING.format("b")).after(days=2)
    made = playing.ask(table(WHITE, ClaimKind.TABLEBASE_DRAW))[-1]
    assert [ground.clause.address for ground in made.grounds] == ["9.4.1a"]
    assert playing.after(days=9).left(BLACK) == 48 * DAY
    playing.ask(decision(WHITE, upheld=False))
    assert playing.after(days=1).left(BLACK) == 47 * DAY


@pytest.mark.clause("ICCF-LAWS-2019 6.10a", "ICCF-LAWS-2019 9.4.1a", "ICCF-LAWS-2019 9.4.3b")
def test_in_triple_block_by_email_the_clock_runs_on_and_only_the_declared_move_can_be_made() -> None:
    playing = Playing(TripleBlock(increment=3), transmission=Transmission.EMAIL).moves("Nf3 Nf6", days=1)
    playing.after(days=1).ask(cmd.ClaimDraw(by=WHITE, claim=ClaimKind.REPETITION, intended="Ng1"))
    left = playing.left(WHITE)
    assert playing.after(days=4).left(WHITE) == left - 4 * DAY
    other = cmd.RecordMove(by=WHITE, move="e4", sent=playing.now)
    assert refusal(playing, other) == ("9.4.3b", "another-move")
    playing.moves("Ng1")
    (rejected,) = playing.ask(decision(WHITE, upheld=False))
    assert (rejected.is_offer, len(playing.game.moves)) == (True, 3), "the declared move is not made twice"


@pytest.mark.clause("ICCF-LAWS-2019 9.4.3b")
def test_in_triple_block_by_email_the_declared_move_is_made_when_the_claim_is_rejected() -> None:
    playing = Playing(TripleBlock(increment=3), transmission=Transmission.EMAIL).moves("Nf3 Nf6", days=1)
    playing.ask(cmd.ClaimDraw(by=WHITE, claim=ClaimKind.REPETITION, intended="Ng1"))
    _, made = playing.ask(decision(WHITE, upheld=False))
    assert made.algebraic == "Ng1"


# the same claim again


@pytest.mark.clause("ICCF-LAWS-2019 9.4.3a", "ICCF-LAWS-2019 13.3.2.3(e)")
def test_a_false_claim_is_not_heard_again_in_the_same_position() -> None:
    playing = Playing().moves("e4 e5")
    again = cmd.ClaimDraw(by=WHITE, claim=ClaimKind.REPETITION)
    playing.ask(again)
    assert refusal(playing, again) == ("9.4.3a", "heard")
    playing.ask(cmd.DeclineOffer(by=BLACK))
    assert refusal(playing, again) == ("9.4.3a", "heard")
    assert rights_of(playing.game, WHITE, at=playing.now).move, "who claimed wrongly may still move"
    fifty = playing.ask(cmd.ClaimDraw(by=WHITE, claim=ClaimKind.FIFTY_MOVES))
    assert isinstance(fifty[0], ev.ClaimRejected), "another claim is another question"
    playing.moves("Nf3 Nf6")
    assert isinstance(playing.ask(again)[0], ev.ClaimRejected), "after a move it is another position"


@pytest.mark.clause("ICCF-LAWS-2019 6.10b", "ICCF-LAWS-2019 9.4.3a")
def test_a_claim_the_director_rejected_is_not_brought_again_in_the_same_position() -> None:
    playing = Playing(Classic(), fen=NO_TABLE)
    playing.ask(table(WHITE))
    assert refusal(playing, table(WHITE)) == ("9.4.1a", "interrupted"), "one claim at a time"
    playing.ask(decision(WHITE, upheld=False))
    assert refusal(playing, table(WHITE)) == ("9.4.3a", "heard")
    assert isinstance(playing.ask(table(WHITE, ClaimKind.TABLEBASE_DRAW))[0], ev.ClaimMade)
    assert isinstance(playing.ask(table(BLACK))[0], ev.ClaimMade), "the opponent's claim is their own"


@pytest.mark.clause("ICCF-LAWS-2019 9.2.1")
def test_a_position_that_comes_for_the_third_time_is_claimed_although_a_claim_failed_before() -> None:
    again = cmd.ClaimDraw(by=WHITE, claim=ClaimKind.REPETITION)
    playing = Playing().moves("Nf3 Nf6 Ng1 Ng8")
    playing.ask(again)
    playing.moves("Nf3 Nf6 Ng1 Ng8")
    assert playing.ask(again)[0].termination is Termination.REPETITION


# flags by post


def by_post(fen: str, **terms: Any) -> Playing:
    return Playing(FixedDays(days=5), transmission=Transmission.POST, fen=fen, **terms)


@pytest.mark.clause("ICCF-LAWS-2019 6.7b", "ICCF-LAWS-2019 6.6b")
def test_who_can_mate_is_asked_of_the_position_in_which_the_flag_was_claimed() -> None:
    playing = by_post("4k3/8/8/8/8/8/3r4/4K2Q w - - 0 1").after(days=6)
    playing.ask(cmd.ClaimFlag(by=BLACK, against=WHITE))
    claimed = playing.now
    playing.moves("Kxd2 Ke7", days=1)
    (end,) = playing.ask(decision(BLACK, upheld=True))
    assert (end.result, end.effective) == (Result.BLACK_WINS, claimed), "Black had a rook when the flag fell"


@pytest.mark.clause("ICCF-LAWS-2019 6.9", "ICCF-LAWS-2019 Glossary: double default")
@pytest.mark.parametrize(
    ("by_white", "by_black", "cited"),
    [
        (BLACK, WHITE, "6.9"),
        (WHITE, BLACK, "6.9"),
        (BLACK, BLACK, "Glossary: double default"),
        (WHITE, WHITE, "Glossary: double default"),
    ],
)
def test_two_claims_of_one_flag_are_not_two_fallen_flags(by_white: Colour, by_black: Colour, cited: str) -> None:
    playing = by_post("4k3/3p4/8/8/8/8/3P4/4K3 w - - 0 1").after(days=30)
    playing.ask(cmd.ClaimFlag(by=WHITE, against=by_white))
    playing.ask(cmd.ClaimFlag(by=BLACK, against=by_black))
    (end,) = playing.ask(cmd.DoubleDefault(director="TD", reason="no records"))
    assert (end.result, end.grounds[0].clause.address) == (Result.BOTH_LOSE, cited)
