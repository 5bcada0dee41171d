"""Articles 4.2, 6.6, 6.9, 7 and 8: games by post, e-mail or fax, and what can go wrong in them."""

from datetime import timedelta
from typing import Any

import pytest

from slowmate.board.moves import Colour
from slowmate.play import Notation, Termination, Transmission, next_instant
from slowmate.play import commands as cmd
from slowmate.play import events as ev
from slowmate.play.clocks import Account, Classic, Counting, FixedDays
from slowmate.play.events import ClaimKind, Sheet
from slowmate.play.laws.postal import reports_agree, scoresheet
from slowmate.records import Result
from slowmate.rulebook import Refused
from tests.support.games import START, Playing, shuffled_moves

WHITE, BLACK = Colour.WHITE, Colour.BLACK
DAY, HOUR = timedelta(days=1), timedelta(hours=1)
TD: dict[str, Any] = {"director": "TD", "reason": "as the players wrote"}
RUY_LOPEZ = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 0-0 Be7 Re1 b5 Bb3 d6 c3 0-0 h3 Nb8 d4 Nbd7"


def by_email(control: Classic | FixedDays | None = None, **terms: Any) -> Playing:
    return Playing(control, transmission=Transmission.EMAIL, **terms)


def refusal(playing: Playing, command: cmd.Command) -> tuple[str, object]:
    with pytest.raises(Refused) as refused:
        playing.ask(command)
    ground = refused.value.grounds[0]
    return ground.clause.address, ground.facts.get("outcome")


# dates


@pytest.mark.clause("ICCF-LAWS-2019 4.2", "ICCF-LAWS-2019 Glossary: made")
def test_a_move_is_made_when_it_is_sent_not_when_it_is_read() -> None:
    playing = by_email().after(days=4)
    playing.ask(cmd.RecordMove(by=WHITE, move="e4", sent=START + 2 * DAY + 10 * HOUR))
    assert playing.last.made == START + 2 * DAY + 10 * HOUR
    assert playing.last.at == START + 4 * DAY
    assert playing.game.white.account.left == 48 * DAY


@pytest.mark.clause("ICCF-LAWS-2019 4.2", "ICCF-LAWS-2019 6.5")
def test_reflection_is_from_receipt_to_sending_and_transit_is_nobodys() -> None:
    playing = by_email().moves("e4", days=1).after(days=10)
    playing.ask(cmd.RecordMove(by=BLACK, move="e5", received=START + 5 * DAY, sent=START + 8 * DAY))
    charge = playing.last.charge
    assert (charge.transit, charge.reflected, charge.charged) == (4 * DAY, 3 * DAY, 3 * DAY)
    assert playing.game.black.account.left == 47 * DAY


@pytest.mark.clause("ICCF-LAWS-2019 4.2", "ICCF-LAWS-2019 10.1b")
def test_leave_between_receipt_and_sending_is_not_charged() -> None:
    playing = by_email().moves("e4", days=1)
    first = START.date()
    playing.ask(cmd.TakeLeave(by=BLACK, first=first + 3 * DAY, last=first + 5 * DAY))
    playing.after(days=9)
    playing.ask(cmd.RecordMove(by=BLACK, move="e5", received=START + 2 * DAY, sent=START + 8 * DAY))
    charge = playing.last.charge
    assert (charge.transit, charge.on_leave, charge.reflected) == (DAY, 3 * DAY, 3 * DAY)


@pytest.mark.clause("ICCF-LAWS-2019 4.2")
@pytest.mark.parametrize(
    ("received", "sent"),
    [(0, 3), (5, 4), (3, 11), (12, 13)],
    ids=["received before it was sent", "answered before it was received", "sent in the future", "both in the future"],
)
def test_dates_out_of_order_are_refused(received: int, sent: int) -> None:
    playing = by_email().moves("e4", days=1).after(days=9)
    move = cmd.RecordMove(by=BLACK, move="e5", received=START + received * DAY, sent=START + sent * DAY)
    assert refusal(playing, move) == ("4.2", "out-of-order")


def test_dates_need_a_time_zone() -> None:
    playing = by_email().after(days=1)
    move = cmd.RecordMove(by=WHITE, move="e4", sent=START.replace(tzinfo=None))
    assert refusal(playing, move) == ("4.2", "no-time-zone")


# flags


@pytest.mark.clause("ICCF-LAWS-2019 6.6b")
def test_without_a_claim_an_overdue_game_goes_on() -> None:
    playing = by_email(FixedDays(days=5)).moves("e4").after(days=15)
    assert next_instant(playing.game) is None
    assert playing.ask(cmd.CheckTime()) == ()
    playing.moves("e5")
    assert not playing.game.is_over


@pytest.mark.clause("ICCF-LAWS-2019 6.6b", "ICCF-LAWS-2019 6.7a")
def test_a_flag_falls_by_a_claim_that_the_director_upholds() -> None:
    playing = by_email(FixedDays(days=5)).moves("e4").after(days=15)
    (made,) = playing.ask(cmd.ClaimFlag(by=WHITE, against=BLACK))
    claimed = playing.now
    assert (made.claim, made.against) == (ClaimKind.FLAG, BLACK)
    assert refusal(playing, cmd.ClaimFlag(by=WHITE, against=BLACK)) == ("6.6b", "already")
    playing.after(days=2)
    (end,) = playing.ask(cmd.DecideClaim(**TD, by=WHITE, upheld=True))
    assert (end.result, end.termination, end.effective) == (Result.WHITE_WINS, Termination.TIME, claimed)
    assert [ground.clause.address for ground in end.grounds] == ["6.6b", "6.3", "6.7a"]


@pytest.mark.clause("ICCF-LAWS-2019 6.6b")
def test_a_flag_claim_the_director_rejects_changes_nothing_and_is_no_offer() -> None:
    playing = by_email(FixedDays(days=5)).after(days=2)
    playing.ask(cmd.ClaimFlag(by=BLACK, against=WHITE))
    left = playing.after(days=1).left(WHITE)
    assert left == 2 * DAY, "the clock runs on while a flag is claimed"
    (rejected,) = playing.ask(cmd.DecideClaim(**TD, by=BLACK, upheld=False))
    assert not rejected.is_offer
    assert playing.left(WHITE) == left


@pytest.mark.clause("ICCF-LAWS-2019 6.6b")
def test_a_player_may_claim_his_own_flag_but_nobody_claims_on_the_server() -> None:
    playing = by_email(FixedDays(days=5)).moves("e4").after(days=6)
    playing.ask(cmd.ClaimFlag(by=BLACK, against=BLACK))
    assert playing.ask(cmd.DecideClaim(**TD, by=BLACK, upheld=True))[0].result is Result.WHITE_WINS
    assert refusal(Playing().moves("e4"), cmd.ClaimFlag(by=WHITE, against=BLACK)) == ("6.6b", "server")


@pytest.mark.clause("ICCF-LAWS-2019 6.9", "ICCF-LAWS-2019 Glossary: double default")
def test_both_flags_fallen_and_no_records_is_a_double_default() -> None:
    playing = by_email(FixedDays(days=5)).moves("e4").after(days=30)
    playing.ask(cmd.ClaimFlag(by=WHITE, against=BLACK))
    playing.ask(cmd.ClaimFlag(by=BLACK, against=WHITE))
    (end,) = playing.ask(cmd.DoubleDefault(**TD))
    assert (end.result, end.is_rated, end.grounds[0].clause.address) == (Result.BOTH_LOSE, False, "6.9")


@pytest.mark.clause("ICCF-LAWS-2019 6.9")
def test_both_flags_fallen_and_a_postmark_decides() -> None:
    playing = by_email(FixedDays(days=5)).moves("e4").after(days=30)
    playing.ask(cmd.ClaimFlag(by=WHITE, against=BLACK))
    playing.ask(cmd.ClaimFlag(by=BLACK, against=WHITE))
    (end,) = playing.ask(cmd.DecideClaim(director="TD", reason="postmark", by=BLACK, upheld=True))
    assert end.result is Result.BLACK_WINS


# irregularities


@pytest.mark.clause("ICCF-LAWS-2019 7.1a", "ICCF-LAWS-2019 7.1b")
@pytest.mark.parametrize(("plies", "restarts"), [(0, True), (18, True), (19, True), (20, False), (21, False)])
def test_reversed_colours_restart_the_game_before_ten_moves_by_each(plies: int, restarts: bool) -> None:
    playing = by_email(Classic(days=500)).moves(" ".join(shuffled_moves(plies)))
    if not restarts:
        assert refusal(playing, cmd.CorrectColours(**TD)) == ("7.1b", "continues")
        assert not playing.game.is_over
        return
    end = playing.ask(cmd.CorrectColours(**TD))[-1]
    assert (end.result, end.termination, end.is_rated) == (Result.CANCELLED, Termination.COLOURS_REVERSED, False)


@pytest.mark.clause("ICCF-LAWS-2019 7.1a")
def test_on_the_server_colours_cannot_be_reversed() -> None:
    assert refusal(Playing().moves("e4"), cmd.CorrectColours(**TD)) == ("7.1a", "server")


@pytest.mark.clause("ICCF-LAWS-2019 3.10.2", "ICCF-LAWS-2019 7.2a")
def test_an_illegal_move_by_email_is_recorded_as_an_irregularity_and_stops_the_clocks() -> None:
    playing = by_email().moves("e4 e5", days=1).after(days=1)
    (found,) = playing.ask(cmd.RecordMove(by=WHITE, move="e1g1", sent=playing.now))
    assert isinstance(found, ev.IllegalMoveFound)
    assert (found.ply, found.by) == (3, WHITE)
    assert playing.after(days=10).left(WHITE) == 48 * DAY
    assert refusal(playing, cmd.RecordMove(by=WHITE, move="Nf3", sent=playing.now)) == ("7.2a", "interrupted")
    playing.ask(cmd.ReinstatePosition(**TD, ply=3, penalty_days=5))
    playing.moves("Nf3")
    assert len(playing.game.moves) == 3
    assert playing.game.white.account == Account(43 * DAY, moves=2)


@pytest.mark.clause("ICCF-LAWS-2019 7.2a", "ICCF-LAWS-2019 7.2b", "ICCF-LAWS-2019 4.3")
def test_an_illegal_move_found_later_cuts_the_game_back_to_the_position_before_it() -> None:
    playing = by_email(Classic(days=500, counting=Counting(whole_days=False))).moves(RUY_LOPEZ, hours=1)
    before = playing.game
    (event,) = playing.ask(cmd.ReinstatePosition(**TD, ply=14, penalty_days=5))
    assert (event.offender, len(event.removed)) == (BLACK, 7)
    assert list(playing.game.moves) == list(before.moves)[:13]
    assert playing.game.position.turn is BLACK
    assert [ground.clause.address for ground in event.grounds] == ["7.2a", "7.2b"]
    assert playing.game.black.account.moves == 6
    assert playing.game.white.account.moves == 7
    penalty = before.black.account.left - playing.game.black.account.left
    assert penalty == 5 * DAY + 500 * DAY, "the penalty, and the control that is no longer passed"


@pytest.mark.clause("ICCF-LAWS-2019 6.11a", "ICCF-LAWS-2019 6.11b")
def test_the_director_sets_the_times_and_the_counters_go_back() -> None:
    playing = by_email().moves(RUY_LOPEZ, days=1)
    assert (playing.game.white.account.moves, playing.game.white.account.left) == (10, 90 * DAY)
    times: dict[str, Any] = {"white_left": 40 * DAY, "black_left": 38 * DAY}
    (event,) = playing.ask(cmd.ReinstatePosition(**TD, ply=19, penalty_days=3, **times))
    assert (event.white, event.black) == (Account(37 * DAY, moves=9), Account(38 * DAY, moves=9))
    playing.moves("d3")
    assert playing.game.white.account == Account(87 * DAY, moves=10), "the control is passed anew"


@pytest.mark.clause("ICCF-LAWS-2019 7.2b")
@pytest.mark.parametrize("days", [0, -1])
def test_the_guilty_player_is_always_penalised(days: int) -> None:
    playing = by_email().moves("e4 e5")
    with pytest.raises(Refused) as refused:
        playing.ask(cmd.ReinstatePosition(**TD, ply=2, penalty_days=days))
    ground = refused.value.grounds[0]
    assert (ground.clause.address, ground.facts["proposed"]) == ("7.2b", 5)


@pytest.mark.clause("ICCF-LAWS-2019 7.2a")
@pytest.mark.parametrize("ply", [0, 3, -1])
def test_only_a_move_that_was_made_is_taken_off(ply: int) -> None:
    playing = by_email().moves("e4 e5")
    assert refusal(playing, cmd.ReinstatePosition(**TD, ply=ply, penalty_days=5)) == ("7.2a", "no-such-move")


@pytest.mark.clause("ICCF-LAWS-2019 7.2a", "ICCF-LAWS-2019 4.3")
def test_on_the_server_nothing_is_put_back() -> None:
    playing = Playing().moves("e4")
    assert refusal(playing, cmd.ReinstatePosition(**TD, ply=1, penalty_days=5)) == ("7.2a", "server")


def test_a_claim_lapses_with_the_position_it_was_made_in() -> None:
    playing = by_email().moves("Nf3 Nf6 Ng1")
    playing.ask(cmd.ClaimDraw(by=BLACK, claim=ClaimKind.REPETITION, intended="Ng8"))
    playing.ask(cmd.ReinstatePosition(**TD, ply=1, penalty_days=1))
    assert (playing.game.pending, playing.game.offers, playing.game.stops) == ((), (), ())
    playing.moves("e4")


def test_nothing_is_put_back_while_the_game_is_reconstructed() -> None:
    playing = by_email().moves("e4 e5")
    fen = playing.game.position.fen
    known: dict[str, Any] = {"fen": fen, "white_left": DAY, "black_left": DAY, "moves_made": 1}
    playing.ask(cmd.OpenReconstruction(**TD, **known))
    assert refusal(playing, cmd.ReinstatePosition(**TD, ply=1, penalty_days=1)) == ("7.2a", "reconstruction")


def test_a_player_has_one_claim_at_a_time() -> None:
    playing = by_email().moves("Nf3 Nf6")
    playing.ask(cmd.ClaimFlag(by=WHITE, against=BLACK))
    assert refusal(playing, cmd.ClaimDraw(by=WHITE, claim=ClaimKind.REPETITION)) == ("9.4.1a", "interrupted")


def test_repetitions_are_counted_anew_after_a_position_was_put_back() -> None:
    playing = by_email(Classic(days=500)).moves("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8")
    assert playing.game.occurrences.of(playing.game.position) == 3
    playing.ask(cmd.ReinstatePosition(**TD, ply=5, penalty_days=1))
    assert playing.game.occurrences.of(playing.game.position) == 2


# records


@pytest.mark.clause(
    "ICCF-LAWS-2019 8.1", "ICCF-LAWS-2019 8.1.1", "ICCF-LAWS-2019 8.1.3", "ICCF-LAWS-2019 8.1.4", "ICCF-LAWS-2019 A.0"
)
def test_the_scoresheet_holds_moves_times_offers_and_claims_in_numeric_notation() -> None:
    playing = by_email().moves("5254", days=1).after(days=5)
    dates = {"received": START + 3 * DAY, "sent": START + 5 * DAY}
    playing.ask(cmd.RecordMove(by=BLACK, move="5755", offer=True, **dates))
    playing.ask(cmd.ClaimDraw(by=WHITE, claim=ClaimKind.REPETITION))
    first, second = scoresheet(playing.events)
    assert (first.text, first.ply, first.days, first.sent) == ("5254", 1, 1, START + DAY)
    assert (second.text, second.received, second.days) == ("5755 (=)", START + 3 * DAY, 2)
    assert second.claim is ClaimKind.REPETITION


@pytest.mark.clause("ICCF-LAWS-2019 8.1.1", "ICCF-LAWS-2019 8.1")
def test_players_may_agree_on_another_notation_and_the_server_keeps_its_own_record() -> None:
    agreed = by_email(notation=Notation.ALGEBRAIC).moves("5254")
    assert [entry.text for entry in scoresheet(agreed.events)] == ["e4"]
    assert [entry.text for entry in scoresheet(Playing().moves("e4 e5").events)] == ["e4", "e5"]


@pytest.mark.clause("ICCF-LAWS-2019 8.1.3", "ICCF-LAWS-2019 7.2a")
def test_a_move_taken_off_the_record_is_not_on_the_scoresheet() -> None:
    playing = by_email().moves("e4 e5 Nf3 Nc6")
    playing.ask(cmd.ReinstatePosition(**TD, ply=3, penalty_days=5))
    assert [entry.text for entry in scoresheet(playing.events)] == ["5254", "5755"]


@pytest.mark.clause("ICCF-LAWS-2019 8.1.3", "ICCF-LAWS-2019 8.3")
def test_of_a_game_that_was_put_together_again_the_scoresheet_has_the_moves_alone() -> None:
    playing = by_email().moves("e4 e5", days=1)
    fen = playing.game.position.fen
    playing.ask(cmd.OpenReconstruction(**TD, fen=fen, white_left=DAY, black_left=DAY, moves_made=1))
    playing.ask(cmd.ReconstructGame(**TD, moves=("e4", "e5")))
    playing.moves("Nf3")
    assert [(entry.text, entry.days) for entry in scoresheet(playing.events)] == [
        ("5254", None),
        ("5755", None),
        ("7163", 0),
    ]


@pytest.mark.clause(
    "ICCF-LAWS-2019 8.1.2", "ICCF-LAWS-2019 8.1.5", "ICCF-LAWS-2019 8.2", "ICCF-LAWS-2019 Glossary: scoresheet"
)
@pytest.mark.parametrize("form", Sheet)
def test_the_director_asks_for_a_scoresheet_and_gets_it_on_paper_or_as_a_file(form: Sheet) -> None:
    playing = by_email().moves("e4 e5", days=1)
    playing.ask(cmd.RequestScoresheet(**TD, of=WHITE))
    assert playing.game.white.sheet_requested == playing.now
    assert refusal(playing, cmd.RequestScoresheet(**TD, of=WHITE)) == ("8.2", "already")
    (handed_in,) = playing.after(days=1).ask(cmd.HandInScoresheet(by=WHITE, form=form, assistant="A. Helper"))
    assert (handed_in.form, handed_in.assistant) == (form, "A. Helper")
    assert [ground.clause.address for ground in handed_in.grounds] == ["8.2", "8.1.5"]
    assert playing.game.white.sheet_requested is None
    playing.ask(cmd.HandInScoresheet(by=BLACK, form=form))


@pytest.mark.clause("ICCF-LAWS-2019 8.2")
def test_the_server_keeps_the_record_itself() -> None:
    playing = Playing().moves("e4")
    assert refusal(playing, cmd.RequestScoresheet(**TD, of=WHITE)) == ("8.2", "server")
    assert refusal(playing, cmd.HandInScoresheet(by=WHITE, form=Sheet.PHYSICAL)) == ("8.2", "server")


@pytest.mark.clause("ICCF-LAWS-2019 8.4")
@pytest.mark.parametrize(("shown", "counter"), [(None, 10), (4, 10), (13, 13)])
def test_an_unclear_count_makes_the_next_move_the_first_of_the_following_period(
    shown: int | None, counter: int
) -> None:
    playing = by_email().moves("e4 e5", days=1)
    (event,) = playing.ask(cmd.SettleCount(**TD, colour=WHITE, shown=shown))
    assert event.account == Account(49 * DAY + 50 * DAY, moves=counter)
    assert refusal(Playing().moves("e4"), cmd.SettleCount(**TD, colour=WHITE)) == ("8.4", "not-here")


@pytest.mark.clause("ICCF-LAWS-2019 8.5a", "ICCF-LAWS-2019 8.5b")
def test_equal_reports_of_both_end_the_game_and_stand_until_the_director_decides() -> None:
    playing = by_email().moves("e4 e5", days=1)
    report: dict[str, Any] = {"result": Result.WHITE_WINS, "moves": ("5254", "e5")}
    assert len(playing.ask(cmd.ReportGame(by=WHITE, **report))) == 1
    assert reports_agree(playing.game) is None
    reported, end = playing.ask(cmd.ReportGame(by=BLACK, **report))
    assert reported.moves == ("e2e4", "e7e5")
    assert (end.result, end.termination, end.grounds[0].clause.address) == ("1-0", Termination.REPORTED, "8.5b")
    playing.ask(cmd.CorrectResult(director="TD", reason="it was stalemate", result=Result.DRAW))
    assert playing.outcome.result is Result.DRAW


@pytest.mark.clause("ICCF-LAWS-2019 8.5a")
def test_reports_that_differ_are_for_the_director() -> None:
    playing = by_email().moves("e4 e5", days=1)
    playing.ask(cmd.ReportGame(by=WHITE, result=Result.WHITE_WINS, moves=("e4", "e5")))
    playing.ask(cmd.ReportGame(by=BLACK, result=Result.DRAW, moves=("e4", "e5")))
    assert reports_agree(playing.game) is False
    assert not playing.game.is_over


@pytest.mark.clause("ICCF-LAWS-2019 8.5a")
def test_a_report_is_a_result_with_legal_moves_and_also_follows_the_end() -> None:
    playing = by_email().moves("e4 e5", days=1)
    wrong = cmd.ReportGame(by=WHITE, result=Result.CANCELLED, moves=())
    assert refusal(playing, wrong) == ("8.5a", "no-result")
    assert refusal(playing, cmd.ReportGame(by=WHITE, result=Result.DRAW, moves=("e5",))) == ("8.1", "illegal")
    long = cmd.ReportGame(by=WHITE, result=Result.DRAW, moves=("e4",) * 3000)
    assert refusal(playing, long) == ("8.1", "too-long")
    playing.ask(cmd.Resign(by=BLACK))
    playing.ask(cmd.ReportGame(by=WHITE, result=Result.WHITE_WINS, moves=("e4", "e5")))
    assert playing.game.white.reported is Result.WHITE_WINS
    assert refusal(Playing().moves("e4"), cmd.ReportGame(by=WHITE, result=Result.DRAW, moves=())) == ("8.5a", "server")
