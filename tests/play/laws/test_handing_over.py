"""Tournament rules, 8.7(b): a substitute goes on with a game."""

from datetime import timedelta

import pytest

from slowmate.board.moves import Colour
from slowmate.play import commands as cmd
from slowmate.play import fold, game_from_text, game_to_text, next_instant
from slowmate.play.clocks import Classic, TripleBlock
from slowmate.play.events import HandedOver
from slowmate.play.laws.flags import Due
from slowmate.play.laws.leave import leave_left
from slowmate.play.laws.results import Termination
from slowmate.rulebook import Refused
from tests.support.games import START, Playing

WHITE, BLACK = Colour.WHITE, Colour.BLACK
DAY = timedelta(days=1)


def over(colour: Colour = BLACK, former: str = "17", holder: str = "18") -> cmd.HandOver:
    return cmd.HandOver(colour=colour, former=former, holder=holder)


@pytest.mark.clause("ICCF-TR-2017 8.7(b)")
@pytest.mark.parametrize("control", [Classic(), TripleBlock(5)])
def test_the_substitute_has_the_clock_and_the_position_as_they_are(control: Classic | TripleBlock) -> None:
    playing = Playing(control).moves("e4 e5 Nf3", days=3).after(days=2, hours=5)
    before = {colour: playing.left(colour) for colour in Colour}
    fen = playing.game.position.fen
    (event,) = playing.ask(over())
    assert isinstance(event, HandedOver)
    assert (event.colour, event.former, event.holder, event.at) == (BLACK, "17", "18", playing.now)
    assert {colour: playing.left(colour) for colour in Colour} == before
    assert playing.game.position.fen == fen
    assert str(event.grounds[0].clause) == "ICCF-TR-2017 8.7(b)"
    playing.after(days=2)
    assert playing.left(BLACK) == before[BLACK] - 2 * DAY


@pytest.mark.clause("ICCF-TR-2017 8.7(b)")
def test_conditional_moves_and_leave_of_the_former_player_are_not_the_substitutes() -> None:
    playing = Playing(Classic()).moves("e4 e5", days=1)
    playing.ask(cmd.SetConditionals(by=BLACK, lines=(("Nf3", "Nc6"),)))
    first = playing.now.date() + DAY
    playing.ask(cmd.TakeLeave(by=BLACK, first=first, last=first + 20 * DAY))
    playing.ask(over())
    playing.moves("Nf3", hours=2)
    assert playing.game.position.turn is BLACK
    assert leave_left(playing.game, BLACK, START.year) == playing.game.control.leave_days
    left = playing.left(BLACK)
    playing.after(days=5)
    assert playing.left(BLACK) == left - 5 * DAY


@pytest.mark.clause("ICCF-TR-2017 8.7(b)")
def test_leave_that_ran_keeps_the_time_it_saved() -> None:
    playing = Playing(Classic()).moves("e4", days=1)
    today = playing.now.date()
    playing.ask(cmd.TakeLeave(by=BLACK, first=today, last=today + 20 * DAY))
    playing.after(days=10)
    full = playing.left(BLACK)
    playing.ask(over())
    assert playing.left(BLACK) == full
    assert leave_left(playing.game, BLACK, today.year) == playing.game.control.leave_days
    playing.after(days=2)
    assert playing.left(BLACK) < full
    now = playing.now.date()
    playing.ask(cmd.TakeLeave(by=BLACK, first=now, last=now + 5 * DAY))
    assert fold(playing.events) == game_from_text(game_to_text(playing.game)) == playing.game


@pytest.mark.clause("ICCF-TR-2017 8.7(b)")
def test_the_silence_of_the_former_player_does_not_lose_the_game_of_the_substitute() -> None:
    silent = Playing(Classic(days=500)).moves("e4", days=1).after(days=39)
    silent.ask(cmd.CheckTime())
    handed = Playing(Classic(days=500)).moves("e4", days=1).after(days=39)
    handed.ask(cmd.CheckTime())
    handed.ask(over())
    for playing in (silent, handed):
        playing.after(days=5)
        playing.ask(cmd.CheckTime())
    assert silent.outcome.termination is Termination.SILENCE
    assert not handed.game.is_over
    handed.moves("e5", hours=1)
    assert not handed.game.black.is_long_reflection


@pytest.mark.clause("ICCF-TR-2017 8.7(b)")
def test_an_open_offer_stands_whoever_sits_there() -> None:
    playing = Playing().moves("e4 e5", days=1)
    playing.ask(cmd.MakeMove(by=WHITE, move="Nf3", offer=True))
    playing.ask(over(WHITE))
    playing.ask(over(BLACK))
    playing.ask(cmd.AcceptOffer(by=BLACK))
    assert playing.game.is_over


@pytest.mark.clause("ICCF-TR-2017 8.7(b)")
def test_a_game_is_handed_over_before_its_start_and_several_times_but_not_after_its_end() -> None:
    playing = Playing(arranged=START - 5 * DAY)
    playing.now = START - 2 * DAY
    playing.ask(over())
    playing.after(days=3).ask(over(former="18", holder="19"))
    playing.ask(cmd.Resign(by=WHITE))
    with pytest.raises(Refused):
        playing.ask(over(former="19", holder="20"))
    assert fold(playing.events) == playing.game
    assert game_from_text(game_to_text(playing.game)) == playing.game


@pytest.mark.clause("ICCF-TR-2017 8.7(b)")
@pytest.mark.parametrize("holder", ["17", "", " "])
def test_nobody_takes_over_from_himself(holder: str) -> None:
    with pytest.raises(Refused) as refusal:
        Playing().moves("e4", days=1).ask(over(holder=holder))
    assert refusal.value.grounds[0].facts["outcome"] == "nobody-new"


def test_the_server_looks_next_when_the_clock_of_the_substitute_ends() -> None:
    playing = Playing(Classic(days=50)).moves("e4", days=1).after(days=1)
    playing.ask(over())
    due = next_instant(playing.game)
    assert due is not None
    assert due.what is Due.FLAG
    playing.now = due.at
    playing.ask(cmd.CheckTime())
    assert playing.outcome.termination is Termination.TIME
