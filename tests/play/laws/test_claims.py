"""Articles 9.2 to 9.4, 5.1.3 and 5.2.4: claims, right and wrong."""

from datetime import timedelta

import pytest

from slowmate.board.moves import Colour
from slowmate.board.position import Position
from slowmate.board.tablebase import Verdict
from slowmate.play import Termination, Transmission, next_instant
from slowmate.play import commands as cmd
from slowmate.play import events as ev
from slowmate.play.clocks import Classic, TripleBlock
from slowmate.play.conditions import Probe
from slowmate.play.events import ClaimKind
from slowmate.records import Result
from slowmate.rulebook import Refused
from tests.support.games import START, Playing

WHITE, BLACK = Colour.WHITE, Colour.BLACK
DAY = timedelta(days=1)
TWICE = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1"
EIGHT = "8/5pp1/3k4/8/2RB4/3K4/2r3b1/8 w - - {} 150"
SEVEN = "8/5p2/3k4/8/2RB4/3K4/2r3b1/8 w - - {} 150"


def claim(by: Colour, kind: ClaimKind = ClaimKind.REPETITION, intended: str | None = None) -> cmd.ClaimDraw:
    return cmd.ClaimDraw(by=by, claim=kind, intended=intended)


def refusal(playing: Playing, command: cmd.Command) -> tuple[str, object]:
    with pytest.raises(Refused) as refused:
        playing.ask(command)
    ground = refused.value.grounds[0]
    return ground.clause.address, ground.facts.get("outcome")


# repetition


@pytest.mark.clause("ICCF-LAWS-2019 9.2.1", "ICCF-LAWS-2019 9.2.1.2", "ICCF-LAWS-2019 9.4.2")
def test_the_player_on_move_claims_a_position_that_stands_for_the_third_time() -> None:
    playing = Playing().moves(f"{TWICE} Ng8", days=1).after(hours=18)
    assert refusal(playing, claim(BLACK)) == ("9.2.1", "not-on-move")
    assert playing.game.offers == ()
    (end,) = playing.ask(claim(WHITE))
    assert (end.result, end.termination, end.effective) == (Result.DRAW, Termination.REPETITION, playing.now)
    assert [ground.clause.address for ground in end.grounds] == ["9.2.1.2", "9.2.1", "9.4.2"]


@pytest.mark.clause("ICCF-LAWS-2019 9.2.1.1")
def test_a_claim_with_the_intended_move_draws_without_the_move_being_played() -> None:
    playing = Playing().moves(TWICE, days=1)
    (end,) = playing.ask(claim(BLACK, intended="Ng8"))
    assert end.termination is Termination.REPETITION
    assert len(playing.game.moves) == 7
    assert end.grounds[0].clause.address == "9.2.1.1"


@pytest.mark.clause("ICCF-LAWS-2019 9.2.1.2")
def test_the_right_lapses_with_a_move_until_the_position_comes_again() -> None:
    playing = Playing().moves(f"{TWICE} Ng8 Nc3")
    assert playing.ask(claim(BLACK))[0].is_offer
    playing.moves("Nc6 Nb1 Nb8")
    assert playing.ask(claim(WHITE))[0].termination is Termination.REPETITION


@pytest.mark.clause("ICCF-LAWS-2019 9.2.1")
def test_nothing_is_drawn_by_repetition_without_a_claim() -> None:
    playing = Playing().moves("Nf3 Nf6 Ng1 Ng8 " * 8)
    assert not playing.game.is_over


@pytest.mark.clause("ICCF-LAWS-2019 9.2.2.1")
def test_a_position_with_a_capture_en_passant_was_another_one() -> None:
    playing = Playing().moves("e4 Nf6 e5 d5 Nf3 Ng8 Ng1 Nf6 Nf3 Ng8 Ng1 Nf6")
    assert isinstance(playing.ask(claim(WHITE))[0], ev.ClaimRejected)
    playing.moves("Nf3 Ng8 Ng1 Nf6")
    assert isinstance(playing.ask(claim(WHITE))[0], ev.Ended)


@pytest.mark.clause("ICCF-LAWS-2019 9.2.2.2")
def test_a_position_with_castling_rights_was_another_one() -> None:
    playing = Playing().moves("e4 e5 Ke2 Ke7 Ke1 Ke8 Ke2 Ke7 Ke1 Ke8")
    assert isinstance(playing.ask(claim(WHITE))[0], ev.ClaimRejected)
    playing.moves("Ke2 Ke7 Ke1 Ke8")
    assert isinstance(playing.ask(claim(WHITE))[0], ev.Ended)


# fifty moves


@pytest.mark.clause("ICCF-LAWS-2019 9.3.1", "ICCF-LAWS-2019 9.3.2", "ICCF-LAWS-2019 Glossary: 50-move rule")
@pytest.mark.parametrize(
    ("fen", "clock", "intended", "correct", "clause"),
    [
        (EIGHT, 99, "Ke3", True, "9.3.1"),
        (EIGHT, 98, "Ke3", False, "9.3.1"),
        (EIGHT, 99, "Bxg7", False, "9.3.1"),
        (EIGHT, 100, None, True, "9.3.2"),
        (EIGHT, 99, None, False, "9.3.2"),
        (SEVEN, 99, "Ke3", False, "9.3.1"),
        (SEVEN, 100, None, False, "9.3.2"),
    ],
)
def test_fifty_moves_by_each_with_eight_men_or_more(
    fen: str, clock: int, intended: str | None, correct: bool, clause: str
) -> None:
    playing = Playing(fen=fen.format(clock), counts_from_fen=True)
    events = playing.ask(claim(WHITE, ClaimKind.FIFTY_MOVES, intended))
    ruling = next(event for event in events if isinstance(event, ev.Ended | ev.ClaimRejected))
    assert ruling.grounds[0].clause.address == clause
    assert playing.game.is_over is correct
    if correct:
        assert isinstance(ruling, ev.Ended)
        assert ruling.termination is Termination.FIFTY_MOVES


@pytest.mark.clause("ICCF-LAWS-2019 Glossary: 50-move rule", "ICCF-LAWS-2019 9.3.2")
def test_the_number_of_men_is_a_term_of_the_event() -> None:
    playing = Playing(fen=SEVEN.format(100), counts_from_fen=True, fifty_moves_from=7)
    assert playing.ask(claim(WHITE, ClaimKind.FIFTY_MOVES))[-1].termination is Termination.FIFTY_MOVES


@pytest.mark.clause("ICCF-LAWS-2019 9.3.3")
def test_with_few_men_the_claim_is_the_tables_not_the_fifty_moves() -> None:
    playing = Playing(fen="8/8/3k4/8/2RB4/3K4/2r3b1/8 w - - 100 150")
    rejected = playing.ask(claim(WHITE, ClaimKind.FIFTY_MOVES))[-1]
    assert "9.3.3" in [ground.clause.address for ground in rejected.grounds]
    table = cmd.ClaimTablebase(by=WHITE, claim=ClaimKind.TABLEBASE_DRAW)
    assert playing.ask(table, probe=lambda position: Verdict(0, position.turn))[0].termination is Termination.TABLEBASE


@pytest.mark.clause("ICCF-LAWS-2019 9.3.2", "ICCF-LAWS-2019 9.3.1")
def test_moves_that_a_set_up_position_brings_along_are_not_moves_of_the_players() -> None:
    playing = Playing(fen=EIGHT.format(100))
    assert playing.game.position.halfmove_clock == 0
    assert isinstance(playing.ask(claim(WHITE, ClaimKind.FIFTY_MOVES))[-1], ev.ClaimRejected)
    playing.moves("Ke3 Ke6 Kd3 Kd6 " * 24 + "Ke3 Ke6 Kd3")
    *_, end = playing.ask(claim(BLACK, ClaimKind.FIFTY_MOVES, "Kd6"))
    assert end.termination is Termination.FIFTY_MOVES
    assert Playing(fen=EIGHT.format(100), counts_from_fen=True).game.position.halfmove_clock == 100
    assert Playing(fen=" ".join(EIGHT.split()[:4])).game.position.halfmove_clock == 0


# what a failed claim brings


@pytest.mark.clause("ICCF-LAWS-2019 9.4.3a")
def test_after_a_failed_claim_the_game_goes_on_without_a_penalty() -> None:
    playing = Playing().moves("e4 e5", days=1).after(days=2)
    left = playing.left(WHITE)
    (rejected,) = playing.ask(claim(WHITE))
    assert [ground.clause.address for ground in rejected.grounds] == ["9.2.1.2", "9.2.1", "9.4.3a", "9.1.2.2"]
    assert playing.game.position.turn is WHITE
    assert playing.left(WHITE) == left
    assert next_instant(playing.game) is not None


@pytest.mark.clause("ICCF-LAWS-2019 9.4.3b", "ICCF-LAWS-2019 9.1.2.2")
def test_after_a_failed_claim_the_declared_move_is_played_and_the_offer_is_open() -> None:
    playing = Playing().moves("e4 e5", days=1).after(days=2)
    rejected, made = playing.ask(claim(WHITE, intended="Nf3"))
    assert (rejected.intended, made.algebraic, made.by) == ("g1f3", "Nf3", WHITE)
    assert made.charge.charged == 2 * DAY
    assert "9.4.3b" in [ground.clause.address for ground in made.grounds]
    assert playing.ask(cmd.AcceptOffer(by=BLACK))[0].result is Result.DRAW


@pytest.mark.clause("ICCF-LAWS-2019 9.4.3b")
def test_an_illegal_intended_move_is_refused_when_it_is_entered() -> None:
    playing = Playing().moves("e4 e5")
    assert refusal(playing, claim(WHITE, intended="Ke3")) == ("3.10.2", None)
    assert playing.game.offers == ()


def test_a_declared_move_that_mates_wins_although_the_claim_failed() -> None:
    playing = Playing().moves("f3 e5 g4")
    *_, end = playing.ask(claim(BLACK, intended="Qh4"))
    assert (end.result, end.termination) == (Result.BLACK_WINS, Termination.CHECKMATE)


@pytest.mark.clause("ICCF-LAWS-2019 9.4.1b")
def test_a_claim_cannot_be_withdrawn() -> None:
    assert refusal(Playing().moves("e4"), cmd.WithdrawClaim(by=BLACK)) == ("9.4.1b", "refused")


@pytest.mark.parametrize("kind", [ClaimKind.FLAG, ClaimKind.TABLEBASE_WIN])
def test_a_claim_under_the_wrong_name_is_refused(kind: ClaimKind) -> None:
    assert refusal(Playing(), claim(WHITE, kind)) == ("9.4.1a", "unknown-claim")
    table = cmd.ClaimTablebase(by=WHITE, claim=ClaimKind.REPETITION)
    assert refusal(Playing(), table) == ("9.4.1a", "unknown-claim")


# tables

KPK_DRAW = "8/8/8/4k3/8/4K3/4P3/8 w - - 0 1"
KPK_LOST = "8/8/8/4k3/8/4K3/4P3/8 b - - 0 1"


def table(by: Colour, kind: ClaimKind) -> cmd.ClaimTablebase:
    return cmd.ClaimTablebase(by=by, claim=kind)


def says(wdl: int) -> Probe:
    return lambda position: Verdict(wdl, position.turn)


@pytest.mark.clause("ICCF-LAWS-2019 5.1.3", "ICCF-LAWS-2019 Glossary: piece")
@pytest.mark.parametrize("wdl", [-2, -1])
def test_a_table_win_is_claimed_by_the_winner_whoever_has_the_move_and_a_cursed_win_is_a_win(wdl: int) -> None:
    playing = Playing(fen=KPK_LOST)
    *_, end = playing.ask(table(WHITE, ClaimKind.TABLEBASE_WIN), probe=says(wdl))
    assert (end.result, end.termination, end.grounds[0].clause.address) == ("1-0", Termination.TABLEBASE, "5.1.3")


@pytest.mark.clause("ICCF-LAWS-2019 5.2.4")
@pytest.mark.parametrize("by", [WHITE, BLACK])
def test_a_table_draw_is_claimed_by_either_side(by: Colour) -> None:
    playing = Playing(fen=KPK_DRAW)
    *_, end = playing.ask(table(by, ClaimKind.TABLEBASE_DRAW), probe=says(0))
    assert (end.result, end.grounds[0].clause.address) == (Result.DRAW, "5.2.4")


@pytest.mark.clause("ICCF-LAWS-2019 5.1.3", "ICCF-LAWS-2019 5.2.4")
@pytest.mark.parametrize(
    ("by", "kind", "wdl"),
    [
        (BLACK, ClaimKind.TABLEBASE_WIN, -2),
        (WHITE, ClaimKind.TABLEBASE_WIN, 0),
        (WHITE, ClaimKind.TABLEBASE_DRAW, -2),
    ],
)
def test_a_wrong_table_claim_is_no_offer(by: Colour, kind: ClaimKind, wdl: int) -> None:
    playing = Playing(fen=KPK_LOST)
    rejected = playing.ask(table(by, kind), probe=says(wdl))[-1]
    assert isinstance(rejected, ev.ClaimRejected)
    assert not rejected.is_offer
    assert playing.game.offers == ()


@pytest.mark.clause("ICCF-LAWS-2019 5.1.3", "ICCF-LAWS-2019 5.2.4")
def test_at_seven_men_neither_claim_exists_unless_the_event_says_seven() -> None:
    fen = "8/5p2/3k4/8/2RB4/3K4/2r3b1/8 w - - 100 150"
    assert Position.from_fen(fen).piece_count == 7
    playing = Playing(fen=fen)
    assert refusal(playing, table(WHITE, ClaimKind.TABLEBASE_WIN)) == ("5.1.3", "too-many")
    assert refusal(playing, table(WHITE, ClaimKind.TABLEBASE_DRAW)) == ("5.2.4", "too-many")
    seven = Playing(fen=fen, tablebase_pieces=7)
    assert seven.ask(table(WHITE, ClaimKind.TABLEBASE_DRAW), probe=says(0))[-1].result is Result.DRAW


@pytest.mark.clause("ICCF-LAWS-2019 5.1.3", "ICCF-LAWS-2019 9.4.2")
@pytest.mark.parametrize(
    ("fen", "probe"),
    [
        (KPK_LOST, None),
        (KPK_LOST, lambda _: None),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", says(2)),
    ],
)
@pytest.mark.parametrize("control", [Classic(), TripleBlock(increment=3)])
def test_a_table_claim_that_cannot_be_checked_waits_for_the_director_and_counts_from_its_instant(
    fen: str, probe: Probe | None, control: Classic | TripleBlock
) -> None:
    playing = Playing(control, fen=fen).after(days=2)
    made = playing.ask(table(WHITE, ClaimKind.TABLEBASE_WIN), probe=probe)[-1]
    assert isinstance(made, ev.ClaimMade)
    claimed = playing.now
    playing.after(days=20)
    (end,) = playing.ask(cmd.DecideClaim(director="TD", reason="7-man tables", by=WHITE, upheld=True))
    assert (end.result, end.effective, end.termination) == (Result.WHITE_WINS, claimed, Termination.TABLEBASE)


# claims that the director decides


def by_email(moves: str) -> Playing:
    return Playing(transmission=Transmission.EMAIL).moves(moves, days=1)


@pytest.mark.clause("ICCF-LAWS-2019 9.4.1a", "ICCF-LAWS-2019 9.4.2", "ICCF-LAWS-2019 Glossary: claim")
def test_by_email_a_claim_stops_the_clocks_and_counts_from_the_instant_it_was_made() -> None:
    playing = by_email(f"{TWICE} Ng8").after(hours=18)
    claimed = playing.now
    left = playing.left(WHITE)
    (made,) = playing.ask(claim(WHITE))
    assert isinstance(made, ev.ClaimMade)
    playing.after(days=2)
    assert playing.left(WHITE) == left
    (end,) = playing.ask(cmd.DecideClaim(director="TD", reason="three times", by=WHITE, upheld=True))
    assert (end.result, end.effective, end.at) == (Result.DRAW, claimed, playing.now)


@pytest.mark.clause("ICCF-LAWS-2019 9.4.1b", "ICCF-LAWS-2019 9.1.2.2")
def test_while_a_claim_waits_it_cannot_be_withdrawn_but_accepted_as_an_offer() -> None:
    playing = by_email("Nf3 Nf6")
    playing.ask(claim(WHITE))
    assert refusal(playing, cmd.WithdrawClaim(by=WHITE)) == ("9.4.1b", "refused")
    assert playing.ask(cmd.AcceptOffer(by=BLACK))[0].termination is Termination.AGREEMENT


@pytest.mark.clause("ICCF-LAWS-2019 9.4.3a", "ICCF-LAWS-2019 9.4.3b")
def test_a_claim_the_director_rejects_brings_the_declared_move() -> None:
    playing = by_email("Nf3 Nf6").after(days=1)
    playing.ask(claim(WHITE, intended="6371"))
    playing.after(days=5)
    rejected, made = playing.ask(cmd.DecideClaim(director="TD", reason="only twice", by=WHITE, upheld=False))
    assert (rejected.is_offer, made.algebraic, made.charge.stopped) == (True, "Ng1", 5 * DAY)
    assert made.charge.charged == DAY


@pytest.mark.clause("ICCF-LAWS-2019 9.1.2.2")
def test_an_offer_declined_while_the_claim_waits_does_not_come_back() -> None:
    playing = by_email("Nf3 Nf6")
    playing.ask(claim(WHITE))
    playing.ask(cmd.DeclineOffer(by=BLACK))
    (rejected,) = playing.ask(cmd.DecideClaim(director="TD", reason="no", by=WHITE, upheld=False))
    assert not rejected.is_offer
    assert refusal(playing, cmd.AcceptOffer(by=BLACK)) == ("9.1.2.1d", "no-offer")


def test_there_must_be_a_claim_to_decide() -> None:
    decision = cmd.DecideClaim(director="TD", reason="?", by=WHITE, upheld=True)
    assert refusal(Playing().moves("e4"), decision) == ("9.4.1a", "no-claim")


def test_a_claim_with_a_move_rests_during_leave_and_one_without_does_not() -> None:
    playing = Playing().moves("e4 e5")
    playing.ask(cmd.TakeLeave(by=WHITE, first=START.date(), last=START.date()))
    assert refusal(playing, claim(WHITE, intended="Nf3")) == ("10.1b", "on-leave")
    assert isinstance(playing.ask(claim(WHITE))[0], ev.ClaimRejected)
