"""What a player may do now, and why not: the same answers as the decisions themselves would give."""

from datetime import timedelta
from typing import Any

import pytest

from slowmate.board.moves import Colour
from slowmate.play import Transmission
from slowmate.play import commands as cmd
from slowmate.play.clocks import Classic, FixedDays, TripleBlock
from slowmate.play.may import May, Rights, rights_of, why_no_offer, why_no_record, why_not
from slowmate.rulebook import Refused
from tests.support.games import START, Playing

WHITE, BLACK = Colour.WHITE, Colour.BLACK


def rights(playing: Playing, colour: Colour) -> Rights:
    return rights_of(playing.game, colour, at=playing.now)


def clauses(may: May) -> list[str]:
    return [ground.clause.address for ground in may.why_not]


@pytest.mark.clause("ICCF-LAWS-2019 1.1")
def test_only_the_player_on_move_may_move_and_both_may_resign() -> None:
    playing = Playing().moves("e4")
    waiting, moving = rights(playing, WHITE), rights(playing, BLACK)
    assert moving.move
    assert moving.offer
    assert moving.claim
    assert (moving.resign, waiting.resign, waiting.conditionals) == (May(), May(), May())
    assert (bool(waiting.move), clauses(waiting.move), clauses(waiting.offer)) == (False, ["1.1"], ["1.1"])
    assert waiting.claim.why_not[0].facts["outcome"] == "not-on-move"
    assert clauses(moving.conditionals) == ["1.1"]
    assert moving.tablebase.why_not[0].facts == {"outcome": "too-many", "pieces": 32, "most": 6}


def test_a_right_that_the_game_does_not_know_is_none() -> None:
    classic, block = rights(Playing(), WHITE), rights(Playing(TripleBlock(increment=4)), WHITE)
    assert (classic.refill, classic.accept_offer, block.long_reflection) == (None, None, None)
    assert block.refill is not None
    assert classic.long_reflection


@pytest.mark.clause("ICCF-LAWS-2019 5.2.3", "ICCF-LAWS-2019 9.1.1")
def test_an_offer_may_travel_with_a_move_from_the_agreed_number_on() -> None:
    assert clauses(rights(Playing(), WHITE).offer) == ["5.2.3"]
    assert why_no_offer(Playing(draw_after=20).game, WHITE)
    playing = Playing(draw_after=2).moves("e4 e5 Nf3")
    assert rights(playing, BLACK).offer
    playing.ask(cmd.MakeMove(by=BLACK, move="Nc6", offer=True))
    assert rights(playing, WHITE).accept_offer
    assert rights(playing, BLACK).accept_offer is None


@pytest.mark.clause("ICCF-LAWS-2019 10.1b")
def test_on_leave_no_move_is_made_but_a_claim_and_a_resignation_are() -> None:
    playing = Playing()
    playing.ask(cmd.TakeLeave(by=WHITE, first=START.date(), last=START.date()))
    found = rights(playing, WHITE)
    assert clauses(found.move) == ["10.1b"]
    assert (found.claim, found.resign) == (May(), May())


def test_in_an_interrupted_game_nobody_moves_and_before_the_start_or_after_the_flag_neither() -> None:
    playing = Playing()
    playing.ask(cmd.StopClocks(director="TD", reason="why"))
    assert clauses(rights(playing, WHITE).move) == ["6.10c"]
    early = Playing(arranged=START - timedelta(days=2))
    early.now -= timedelta(days=1)
    assert clauses(rights(early, WHITE).move) == ["6.4"]
    late = Playing(FixedDays(days=5)).moves("e4").after(days=5)
    assert clauses(rights(late, BLACK).move) == ["6.6a"]


@pytest.mark.clause("ICCF-LAWS-2019 4.2")
@pytest.mark.parametrize("transmission", [Transmission.POST, Transmission.EMAIL])
def test_a_game_by_post_is_moved_by_recording(transmission: Transmission) -> None:
    playing = Playing(transmission=transmission).moves("e4")
    assert clauses(rights(playing, BLACK).move) == ["4.2"]
    assert why_no_record(playing.game, BLACK) == ()
    assert [ground.clause.address for ground in why_no_record(playing.game, WHITE)] == ["1.1"]
    assert [ground.clause.address for ground in why_no_record(Playing().game, WHITE)] == ["4.1"]


def test_a_question_older_than_the_game_is_asked_of_the_game_as_it_is() -> None:
    playing = Playing().moves("e4 e5", days=1)
    asked = cmd.Resign(by=WHITE)
    assert why_not(playing.game, asked, at=START) == ()
    playing.ask(asked)
    assert [ground.facts["outcome"] for ground in why_not(playing.game, asked, at=START)] == ["over"]


@pytest.mark.parametrize("control", [Classic(), TripleBlock(increment=4, bank=75), FixedDays(days=5)])
@pytest.mark.parametrize(
    "terms", [{}, {"draw_after": 20}, {"transmission": Transmission.POST}, {"fen": "8/8/8/4k3/8/8/4P3/4KQ2 w - - 0 1"}]
)
def test_who_may_is_not_refused_and_who_may_not_is_refused_on_the_same_grounds(
    control: Any, terms: dict[str, Any]
) -> None:
    playing = Playing(control, **terms)
    playing.moves("e4" if "fen" not in terms else "Qf5", hours=5)
    for colour in Colour:
        found = rights(playing, colour)
        moves = playing.game.position.legal_moves()
        for may, command in (
            (found.move, cmd.MakeMove(by=colour, move=moves[0].uci)),
            (found.offer, cmd.MakeMove(by=colour, move=moves[0].uci, offer=True)),
            (found.resign, cmd.Resign(by=colour)),
        ):
            refusal: tuple[object, ...] = ()
            try:
                Playing.ask(_copy(playing), command)
            except Refused as refused:
                refusal = refused.grounds
            assert may.why_not == refusal


def _copy(playing: Playing) -> Playing:
    other = Playing(playing.game.control)
    other.game, other.now = playing.game, playing.now
    return other
