"""What is proposed to a director, with its grounds; where nothing at hand tells, nothing is."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from slowmate.board.moves import Colour
from slowmate.board.position import Position
from slowmate.board.tablebase import Verdict
from slowmate.play import Transmission, proposals
from slowmate.play import commands as cmd
from slowmate.play.clocks import Classic, FixedDays, TripleBlock
from slowmate.play.conditions import ADJUDICATION
from slowmate.play.events import ClaimKind, IllegalMoveFound
from slowmate.play.proposals import Proposal, ProposedDecision, Request, RequestKind
from slowmate.records import Result
from slowmate.rulebook import Ground
from tests.support.games import START, Playing

WHITE, BLACK = Colour.WHITE, Colour.BLACK
DAY = timedelta(days=1)
FIVE_MEN = "8/8/4k3/8/8/3PK3/3R1r2/8 w - - 0 1"


def by_post(control: Any = None, **terms: Any) -> Playing:
    return Playing(control or Classic(), transmission=Transmission.POST, **terms)


def no_tables(_position: Position) -> None:
    return None


def says(wdl: int) -> Any:
    return lambda position: Verdict(wdl, position.turn)


def on_claim(playing: Playing, probe: Any = no_tables) -> Proposal:
    return proposals.on_claim(playing.game, playing.game.pending[0], probe=probe, largest=lambda: 4)


def clauses(proposal: Proposal) -> list[str]:
    return [ground.clause.address for ground in proposal.grounds]


@pytest.mark.clause("ICCF-LAWS-2019 9.2.1.2")
@pytest.mark.parametrize(("cycles", "decision"), [(1, "reject-claim"), (2, "uphold-claim")])
def test_a_claim_of_repetition_is_measured_by_the_position(cycles: int, decision: str) -> None:
    playing = by_post().moves(" ".join(["Nf3 Nf6 Ng1 Ng8"] * cycles))
    playing.ask(cmd.ClaimDraw(by=WHITE, claim=ClaimKind.REPETITION))
    found = on_claim(playing)
    assert (found.decision, dict(found.filled)) == (decision, {"colour": "white"})
    assert found.grounds[0].facts["occurrences"] == cycles + 1


@pytest.mark.clause("ICCF-LAWS-2019 9.3.2")
@pytest.mark.parametrize(("plies", "decision"), [(99, "reject-claim"), (100, "uphold-claim")])
def test_a_claim_of_fifty_moves_is_measured_by_the_count(plies: int, decision: str) -> None:
    playing = by_post(fen=f"r3k2r/p7/8/8/8/8/P7/R3K2R w - - {plies} 80", counts_from_fen=True)
    playing.ask(cmd.ClaimDraw(by=WHITE, claim=ClaimKind.FIFTY_MOVES))
    assert on_claim(playing).decision == decision


@pytest.mark.clause("ICCF-LAWS-2019 5.1.3", "ICCF-LAWS-2019 5.2.4")
@pytest.mark.parametrize(
    ("claim", "wdl", "decision"),
    [
        (ClaimKind.TABLEBASE_WIN, 2, "uphold-claim"),
        (ClaimKind.TABLEBASE_WIN, 0, "reject-claim"),
        (ClaimKind.TABLEBASE_WIN, -2, "reject-claim"),
        (ClaimKind.TABLEBASE_DRAW, 0, "uphold-claim"),
        (ClaimKind.TABLEBASE_DRAW, 1, "reject-claim"),
    ],
)
def test_a_claim_on_the_tables_is_proposed_as_they_say(claim: ClaimKind, wdl: int, decision: str) -> None:
    playing = by_post(fen=FIVE_MEN)
    playing.ask(cmd.ClaimTablebase(by=WHITE, claim=claim))
    found = on_claim(playing, says(wdl))
    assert (found.decision, found.grounds[0].facts["wdl"]) == (decision, wdl)


def test_where_no_table_at_hand_tells_it_is_to_be_looked_up() -> None:
    playing = by_post(fen=FIVE_MEN)
    playing.ask(cmd.ClaimTablebase(by=WHITE, claim=ClaimKind.TABLEBASE_DRAW))
    found = on_claim(playing)
    assert (found.decision, found.either) == (None, (ProposedDecision.UPHOLD_CLAIM, ProposedDecision.REJECT_CLAIM))
    facts = {"outcome": "look-up", "pieces": 5, "largest": 4, "fen": FIVE_MEN, "player": "white"}
    assert [dict(ground.facts) for ground in found.grounds] == [facts]
    assert found.reasons == ()
    castling = by_post(fen="4k3/8/8/8/8/8/8/R3K3 w Q - 0 1")
    castling.ask(cmd.ClaimTablebase(by=WHITE, claim=ClaimKind.TABLEBASE_WIN))
    assert on_claim(castling).grounds[0].facts["outcome"] == "castling"


@pytest.mark.clause("ICCF-LAWS-2019 6.6b")
@pytest.mark.parametrize(("days", "decision"), [(3, "reject-claim"), (34, "reject-claim"), (35, "uphold-claim")])
def test_a_claimed_flag_is_proposed_by_the_dates_on_record(days: int, decision: str) -> None:
    """50 days, of which those after the twentieth count twice: they are over after 35."""
    playing = by_post().after(days=days)
    playing.ask(cmd.ClaimFlag(by=BLACK, against=WHITE))
    found = on_claim(playing)
    assert (found.decision, dict(found.filled)) == (decision, {"colour": "black"})
    left = {3: 47 * DAY, 34: 2 * DAY}.get(days)
    assert found.grounds[0].facts.get("left") == left


BOTH = (ProposedDecision.UPHOLD_CLAIM, ProposedDecision.REJECT_CLAIM)


@pytest.mark.clause("ICCF-LAWS-2019 6.6b", "ICCF-LAWS-2019 4.2")
@pytest.mark.parametrize(
    ("days", "decision", "either"), [(34, "reject-claim", ()), (35, None, BOTH), (40, None, BOTH), (400, None, BOTH)]
)
def test_days_that_may_all_have_been_transit_are_no_ground_to_uphold_a_flag(
    days: int, decision: str | None, either: tuple[ProposedDecision, ...]
) -> None:
    """White's move was sent at once, and no record shows when Black received it."""
    playing = by_post().moves("e4").after(days=days)
    playing.ask(cmd.ClaimFlag(by=WHITE, against=BLACK))
    found = on_claim(playing)
    assert (found.decision, found.either) == (decision, either)
    if decision is None:
        assert dict(found.grounds[0].facts) == {"outcome": "no-receipt", "player": "black", "sent": START}
        assert found.reasons == (), "the director is to find out, the players are told nothing"


@pytest.mark.clause("ICCF-LAWS-2019 6.6b", "ICCF-LAWS-2019 4.2")
@pytest.mark.parametrize(("days", "decision"), [(44, "reject-claim"), (45, "uphold-claim")])
def test_a_receipt_on_record_tells_whether_a_claimed_flag_had_fallen(days: int, decision: str) -> None:
    """Received on day 10: 35 days later the 50 days are over, of which fifteen counted twice."""
    playing = by_post().moves("e4").after(days=10)
    playing.ask(cmd.StateReceipt(by=BLACK, received=playing.now))
    playing.after(days=days - 10).ask(cmd.ClaimFlag(by=WHITE, against=BLACK))
    assert on_claim(playing).decision == decision


@pytest.mark.clause("ICCF-LAWS-2019 6.9")
def test_where_both_flags_were_claimed_and_had_fallen_both_are_to_lose() -> None:
    playing = by_post().moves("e4 e5", days=60)
    playing.ask(cmd.ClaimFlag(by=BLACK, against=WHITE))
    assert on_claim(playing).decision == "uphold-claim"
    playing.ask(cmd.ClaimFlag(by=WHITE, against=BLACK))
    found = on_claim(playing)
    assert (found.decision, clauses(found)[-1]) == ("double-default", "6.9")


@pytest.mark.clause("ICCF-LAWS-2019 6.9", "ICCF-LAWS-2019 6.6b")
def test_one_flag_claimed_by_one_and_admitted_by_the_other_is_no_double_default() -> None:
    playing = by_post().moves("e4")
    playing.ask(cmd.StateReceipt(by=BLACK, received=playing.now))
    playing.after(days=60)
    playing.ask(cmd.ClaimFlag(by=WHITE, against=BLACK))
    playing.ask(cmd.ClaimFlag(by=BLACK, against=BLACK))
    found = on_claim(playing)
    assert (found.decision, dict(found.filled)) == ("uphold-claim", {"colour": "white"})


@pytest.mark.clause("ICCF-LAWS-2019 5.1.3", "ICCF-LAWS-2019 5.2.4")
def test_a_claim_is_measured_on_its_own_position_though_play_went_on() -> None:
    playing = Playing(fen=FIVE_MEN)
    claimed = playing.game.position
    playing.ask(cmd.ClaimTablebase(by=WHITE, claim=ClaimKind.TABLEBASE_DRAW))
    playing.moves("Kxf2 Ke5")
    asked: list[Position] = []

    def probe(position: Position) -> Verdict:
        asked.append(position)
        return Verdict(0, position.turn)

    assert on_claim(playing, probe).decision == "uphold-claim"
    assert asked == [claimed]
    assert on_claim(playing).grounds[0].facts["fen"] == claimed.fen


@pytest.mark.clause("ICCF-LAWS-2019 6.7b")
def test_silence_by_post_is_not_proposed_as_a_loss_to_one_who_cannot_mate() -> None:
    playing = by_post(fen="4k3/8/8/8/8/8/3Q4/4K3 w - - 0 1").after(days=41)
    playing.ask(cmd.CheckTime())
    found = proposals.on_silence(playing.game, at=playing.now)
    assert (found.decision, dict(found.filled), clauses(found)[-1]) == ("adjudicate", {"verdict": "1/2-1/2"}, "6.7b")


@pytest.mark.clause("ICCF-LAWS-2019 7.2a", "ICCF-LAWS-2019 7.2b")
def test_an_illegal_move_is_to_be_put_back_with_the_penalty_of_the_terms() -> None:
    playing = by_post()
    (event,) = (
        e for e in playing.ask(cmd.RecordMove(by=WHITE, move="Ke3", sent=START)) if isinstance(e, IllegalMoveFound)
    )
    found = proposals.on_irregularity(playing.game, event.grounds)
    assert (found.decision, dict(found.filled)) == ("reinstate", {"ply": 1, "days": playing.game.terms.penalty_days})
    assert clauses(found) == ["3.10.2", "7.2a", "7.2b"]
    assert [ground.clause.address for ground in found.reasons] == ["3.10.2"]


def test_a_reconstruction_is_to_be_entered_and_reports_that_differ_are_the_directors() -> None:
    found = proposals.on_reconstruction()
    assert (found.decision, clauses(found)) == ("reconstruct", ["8.3"])
    playing = by_post()
    playing.ask(cmd.ReportGame(by=WHITE, result=Result.WHITE_WINS, moves=()))
    playing.ask(cmd.ReportGame(by=BLACK, result=Result.BLACK_WINS, moves=()))
    found = proposals.on_reports(playing.game)
    assert (found.decision, clauses(found)) == (None, ["8.5a", "8.5a", "8.5b"])


@pytest.mark.clause("ICCF-LAWS-2019 11.1")
@pytest.mark.parametrize(("wdl", "verdict"), [(2, "1-0"), (0, "1/2-1/2"), (-2, "0-1"), (None, None)])
def test_an_adjudication_is_proposed_as_the_tables_say(wdl: int | None, verdict: str | None) -> None:
    game = by_post(fen=FIVE_MEN).game
    called = (Ground(ADJUDICATION, {"outcome": "called", "director": "Dirk", "reason": "the event is over"}),)
    probe = no_tables if wdl is None else says(wdl)
    found = proposals.on_adjudication(game, called, probe=probe, largest=lambda: 4)
    assert (found.decision, found.filled.get("verdict")) == ("adjudicate", verdict)
    assert found.grounds[0] == called[0], "the director is reminded why it was called for"
    to_judge = {"outcome": "to-judge", "pieces": 5, "largest": 4, "fen": game.position.fen}
    assert (verdict is None) == (found.grounds[1].facts == to_judge)
    assert called[0] not in found.reasons, "the reason of the call is no reason of the verdict"


@pytest.mark.clause("ICCF-LAWS-2019 Glossary: regulations of an event")
@pytest.mark.parametrize(("days", "decision"), [(39, None), (40, "default")])
def test_by_post_silence_beyond_the_limit_is_proposed_as_a_default(days: int, decision: str | None) -> None:
    playing = by_post().after(days=days)
    playing.ask(cmd.CheckTime())
    found = proposals.on_silence(playing.game, at=playing.now)
    assert (found.decision, clauses(found)) == (decision, ["Glossary: regulations of an event", "6.6b"])
    assert found.filled.get("colour") == ("white" if decision else None)
    announced = replace(playing.game, white=replace(playing.game.white, is_long_reflection=True))
    assert proposals.on_silence(announced, at=playing.now).decision is None


@pytest.mark.clause("ICCF-LAWS-2019 4.2")
@pytest.mark.parametrize(("received", "decision"), [(None, None), (10, None), (1, "default")])
def test_by_post_silence_is_counted_from_receipt(received: int | None, decision: str | None) -> None:
    """A move that was sent on day 0 and not answered by day 41."""
    playing = by_post().moves("e4").after(days=received or 0)
    if received is not None:
        playing.ask(cmd.StateReceipt(by=BLACK, received=playing.now))
    found = proposals.on_silence(playing.game, at=START + 41 * DAY)
    assert found.decision == decision
    is_known = found.grounds[0].facts["outcome"] != "no-receipt"
    assert is_known is (received is not None)


def test_on_the_server_silence_says_what_comes_when() -> None:
    playing = Playing().after(days=30)
    playing.ask(cmd.CheckTime())
    found = proposals.on_silence(playing.game, at=playing.now)
    silent, comes = found.grounds
    assert (found.decision, silent.facts["day"], silent.facts["days"]) == (None, 30, 40)
    assert (comes.facts["outcome"], comes.facts["until"]) == ("falls", START + 35 * DAY)
    fixed = Playing(FixedDays(days=5))
    fixed.ask(cmd.CheckTime())
    assert clauses(proposals.on_silence(fixed.game, at=fixed.now)) == ["6.6a"]


# requests


def on_request(playing: Playing, kind: RequestKind, **more: Any) -> Proposal:
    return proposals.on_request(playing.game, Request(kind, WHITE, **more), at=playing.now)


@pytest.mark.clause("ICCF-LAWS-2019 10.1b")
def test_extra_leave_is_proposed_while_days_of_it_are_left() -> None:
    playing = Playing()
    found = on_request(playing, RequestKind.LEAVE)
    assert (found.decision, dict(found.filled)) == ("grant-leave", {"colour": "white"})
    allowed = playing.game.control.extra_leave_days
    assert (found.grounds[0].facts["left"], found.grounds[0].facts["allowed"]) == (allowed, allowed)
    last = (START + (allowed - 1) * DAY).date()
    playing.ask(cmd.GrantLeave(director="TD", reason="ill", to=WHITE, first=START.date(), last=last))
    found = on_request(playing, RequestKind.LEAVE)
    assert (found.decision, found.grounds[0].facts["left"]) == (None, 0)


@pytest.mark.clause("ICCF-LAWS-2019 10.1c")
def test_no_leave_is_proposed_where_there_is_none() -> None:
    found = on_request(Playing(TripleBlock(increment=4)), RequestKind.LEAVE)
    assert (found.decision, clauses(found)) == (None, ["10.1c"])


def test_a_request_comes_with_the_decision_it_names() -> None:
    playing = Playing()
    assert on_request(playing, RequestKind.ADJUDICATION).decision == "call-adjudication"
    assert on_request(playing, RequestKind.OTHER) == on_request(playing, RequestKind.RESULT) == Proposal()
    assert on_request(playing, RequestKind.CONDUCT) == Proposal()
    assert len(on_request(playing, RequestKind.CONDUCT, about_message=True).grounds) == 2
    playing.ask(cmd.Resign(by=WHITE))
    found = on_request(playing, RequestKind.RESULT)
    assert (found.decision, found.grounds[0].facts["result"]) == ("correct-result", "0-1")


@pytest.mark.parametrize("kind", [RequestKind.LEAVE, RequestKind.ADJUDICATION])
def test_nothing_comes_of_a_request_in_a_game_that_is_over(kind: RequestKind) -> None:
    playing = Playing()
    playing.ask(cmd.Resign(by=WHITE))
    found = on_request(playing, kind)
    assert (found.decision, found.is_past, found.grounds[0].facts["outcome"]) == (None, True, "over")
