"""Articles 6.8, 6.10, 6.11 and the director's discretion: every act signed, reasoned and logged."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from slowmate.board.moves import Colour
from slowmate.play import Transmission, next_instant, running_at
from slowmate.play import commands as cmd
from slowmate.play.clocks import Account, Classic, FixedDays, TripleBlock
from slowmate.records import Result
from slowmate.rulebook import Refused
from slowmate.words import say
from tests.support.games import START, Playing

WHITE, BLACK = Colour.WHITE, Colour.BLACK
DAY, HOUR = timedelta(days=1), timedelta(hours=1)
TD: dict[str, Any] = {"director": "TD", "reason": "the server was down"}


def refusal(playing: Playing, command: cmd.Command) -> tuple[str, object]:
    with pytest.raises(Refused) as refused:
        playing.ask(command)
    ground = refused.value.grounds[0]
    return ground.clause.address, ground.facts.get("outcome")


@pytest.mark.clause("ICCF-LAWS-2019 6.8a")
def test_what_the_clocks_show_stands_unless_the_director_resets_them() -> None:
    """A flag that fell by the clock has fallen, whatever the player says; one that was reset in time has not."""
    for is_reset in (False, True):
        playing = Playing(FixedDays(days=5)).moves("e4", days=1).after(days=4)
        playing.ask(cmd.RecordRuling(director="TD", reason="no evidence", article="ICCF-LAWS-2019 6.8a"))
        if is_reset:
            playing.ask(cmd.SetClock(**TD, colour=BLACK, left=2 * DAY))
        playing.after(days=1).ask(cmd.CheckTime())
        assert playing.game.is_over is not is_reset


@pytest.mark.clause("ICCF-LAWS-2019 6.8b")
def test_the_director_credits_48_hours_and_the_record_has_old_new_reason_and_director() -> None:
    playing = Playing(FixedDays(days=10)).moves("e4").after(days=3)
    (event,) = playing.ask(cmd.SetClock(**TD, colour=BLACK, left=9 * DAY))
    assert playing.left(BLACK) == 9 * DAY
    facts = event.grounds[0].facts
    assert (facts["old"], facts["new"]) == (7 * DAY, 9 * DAY)
    assert (event.director, event.reason) == ("TD", "the server was down")
    assert playing.due.at == playing.now + 9 * DAY


@pytest.mark.clause("ICCF-LAWS-2019 6.8b")
def test_a_clock_set_in_the_middle_of_a_long_reflection_goes_on_from_what_it_shows() -> None:
    playing = Playing(Classic(days=100, silence=None)).moves("e4").after(days=25)
    assert playing.left(BLACK) == (100 - 30) * DAY
    playing.ask(cmd.SetClock(**TD, colour=BLACK, left=60 * DAY))
    assert playing.left(BLACK) == 60 * DAY
    assert playing.after(days=1).left(BLACK) == 58 * DAY


@pytest.mark.clause("ICCF-LAWS-2019 6.8b")
@pytest.mark.parametrize("left", [timedelta(0), -DAY, 4000 * DAY, timedelta(microseconds=5)])
def test_a_clock_cannot_be_set_to_what_no_clock_shows(left: timedelta) -> None:
    assert refusal(Playing().moves("e4"), cmd.SetClock(**TD, colour=BLACK, left=left)) == ("6.8b", "impossible")


@pytest.mark.clause("ICCF-LAWS-2019 6.8b", "ICCF-LAWS-2019 C")
def test_a_triple_block_clock_is_set_within_its_cap_and_with_its_bank() -> None:
    playing = Playing(TripleBlock(increment=4, bank=50)).moves("e4")
    assert refusal(playing, cmd.SetClock(**TD, colour=BLACK, left=51 * DAY)) == ("6.8b", "impossible")
    playing.ask(cmd.SetClock(**TD, colour=BLACK, left=50 * DAY, bank=60 * DAY))
    assert playing.game.black.account == Account(50 * DAY, 60 * DAY, 0)
    with_bank = cmd.SetClock(**TD, colour=BLACK, left=5 * DAY, bank=DAY)
    assert refusal(Playing().moves("e4"), with_bank) == ("6.8b", "impossible-bank")


@pytest.mark.clause("ICCF-LAWS-2019 6.11a", "ICCF-LAWS-2019 6.11b")
def test_the_director_sets_the_move_counter_too() -> None:
    playing = Playing(Classic()).moves("e4 e5")
    (event,) = playing.ask(cmd.SetClock(**TD, colour=WHITE, left=40 * DAY, moves=9))
    assert [ground.clause.address for ground in event.grounds] == ["6.8b", "6.11b"]
    playing.moves("Nf3")
    assert playing.game.white.account == Account(90 * DAY, moves=10)
    assert refusal(playing, cmd.SetClock(**TD, colour=WHITE, left=DAY, moves=-1)) == ("6.11b", "impossible")


@pytest.mark.clause("ICCF-LAWS-2019 6.10a", "ICCF-LAWS-2019 6.10c")
def test_an_interrupted_game_accrues_no_time_and_restarts_with_the_time_there_was() -> None:
    playing = Playing(FixedDays(days=10)).moves("e4").after(days=3)
    playing.ask(cmd.StopClocks(**TD))
    assert running_at(playing.game, playing.now) is None
    assert next_instant(playing.game) is None
    assert refusal(playing, cmd.MakeMove(by=BLACK, move="e5")) == ("6.10c", "interrupted")
    playing.now = datetime(2024, 5, 10, 12, tzinfo=UTC)
    assert playing.ask(cmd.CheckTime()) == ()
    assert playing.left(BLACK) == 7 * DAY
    playing.ask(cmd.RestartClocks(**TD))
    assert running_at(playing.game, playing.now) is BLACK
    assert playing.due.at == playing.now + 7 * DAY
    playing.moves("e5", hours=1)
    charge = playing.last.charge
    assert charge.reflected == 3 * DAY + HOUR
    assert charge.reflected + charge.stopped == playing.now - START


@pytest.mark.clause("ICCF-LAWS-2019 6.10a", "ICCF-LAWS-2019 C")
def test_a_triple_block_clock_is_never_stopped_by_the_director() -> None:
    assert refusal(Playing(TripleBlock(increment=4)).moves("e4"), cmd.StopClocks(**TD)) == ("6.10a", "triple-block")


@pytest.mark.clause("ICCF-LAWS-2019 6.10a", "ICCF-LAWS-2019 6.10c")
def test_clocks_are_stopped_once_and_restarted_once() -> None:
    playing = Playing().moves("e4")
    assert refusal(playing, cmd.RestartClocks(**TD)) == ("6.10c", "not-stopped")
    playing.ask(cmd.StopClocks(**TD))
    assert refusal(playing, cmd.StopClocks(**TD)) == ("6.10a", "already")


@pytest.mark.clause("ICCF-LAWS-2019 Glossary: penalties")
def test_penalty_days_are_taken_off_a_clock() -> None:
    playing = Playing(Classic()).moves("e4 e5", days=1)
    (event,) = playing.ask(cmd.Penalise(director="TD", reason="slow play", colour=BLACK, days=5))
    assert playing.game.black.account.left == 44 * DAY
    assert event.grounds[0].facts["days"] == 5
    for days in (0, -1):
        none = cmd.Penalise(director="TD", reason="slow play", colour=BLACK, days=days)
        assert refusal(playing, none) == ("Glossary: penalties", "no-days")


@pytest.mark.clause("ICCF-LAWS-2019 Glossary: tournament director's discretion")
@pytest.mark.parametrize(
    "command",
    [
        cmd.StopClocks(director="TD", reason=" "),
        cmd.SetClock(director="TD", reason="", colour=WHITE, left=DAY),
        cmd.Penalise(director="", reason="slow", colour=WHITE, days=1),
        cmd.DefaultPlayer(director="TD", reason="", colour=WHITE),
        cmd.DoubleDefault(director="TD", reason=""),
        cmd.CancelGame(director="TD", reason=""),
        cmd.CallAdjudication(director="TD", reason=""),
        cmd.Adjudicate(director="TD", reason="", result=Result.WHITE_WINS),
    ],
)
def test_each_act_of_the_director_needs_his_name_and_a_reason(command: cmd.Command) -> None:
    outcome = ("Glossary: tournament director's discretion", "no-reason")
    assert refusal(Playing().moves("e4"), command) == outcome


@pytest.mark.clause("ICCF-LAWS-2019 Preface-1")
def test_a_ruling_names_the_article_it_rests_on() -> None:
    playing = Playing().moves("e4")
    for article in ("", "7.2", "ICCF-LAWS-2019 99.1"):
        ruling = cmd.RecordRuling(director="TD", reason="odd case", article=article)
        assert refusal(playing, ruling) == ("Preface-1", "no-article")
    before = playing.game
    (ruled,) = playing.ask(
        cmd.RecordRuling(director="TD", reason="odd case", article="ICCF-LAWS-2019 7.2a", by_analogy=True)
    )
    assert (ruled.article, ruled.by_analogy) == ("ICCF-LAWS-2019 7.2a", True)
    assert playing.game.position == before.position
    playing.ask(cmd.Resign(by=WHITE))
    playing.ask(cmd.RecordRuling(director="TD", reason="appeal", article="ICCF-LAWS-2019 5.1.2"))


@pytest.mark.clause("ICCF-LAWS-2019 13.3.1", "ICCF-LAWS-2019 Preface-1")
@pytest.mark.parametrize("article", ["ICCF-LAWS-2019 13.3.1", "ICCF-LAWS-2019 5.2.2", "ICCF-TR-2017 7.4"])
def test_the_clause_that_the_director_names_is_the_ground_of_his_ruling(article: str) -> None:
    playing = Playing().moves("e4")
    plain = playing.ask(cmd.RecordRuling(director="TD", reason="A word of warning.", article=article))[0]
    assert [(str(ground.clause), say(ground)) for ground in plain.grounds] == [
        (article, "TD ruled: A word of warning.")
    ]
    analogy = playing.ask(cmd.RecordRuling(director="TD", reason="alike", article=article, by_analogy=True))[0]
    assert [str(ground.clause) for ground in analogy.grounds] == [article, "ICCF-LAWS-2019 Preface-1"]
    assert "by analogy" in say(analogy.grounds[1])


@pytest.mark.clause("ICCF-LAWS-2019 Glossary: penalties")
@pytest.mark.parametrize(("days", "left", "bank"), [(5, 50, 45), (50, 50, 0), (60, 40, 0), (120, -20, 0)])
def test_in_triple_block_a_penalty_comes_off_the_bank_first(days: int, left: int, bank: int) -> None:
    playing = Playing(TripleBlock(increment=3, bank=50))
    *_, penalised = playing.ask(cmd.Penalise(director="TD", reason="again", colour=BLACK, days=days))
    assert penalised.account == Account(left * DAY, bank * DAY)


# an adjudication called by mistake, and results on the server


@pytest.mark.clause("ICCF-LAWS-2019 11.1", "ICCF-LAWS-2019 6.10c")
@pytest.mark.parametrize("control", [Classic(), TripleBlock(increment=3)])
def test_an_adjudication_is_called_off_and_play_goes_on_with_the_time_there_was(
    control: Classic | TripleBlock,
) -> None:
    playing = Playing(control).moves("e4 e5", days=1).after(days=2)
    left, due = playing.left(WHITE), playing.due.at
    playing.ask(cmd.CallAdjudication(director="TD", reason="closing date"))
    playing.after(days=30).ask(cmd.CallOffAdjudication(director="TD", reason="wrong game"))
    assert (playing.left(WHITE), playing.due.at) == (left, due + 30 * DAY)
    playing.moves("Nf3", days=1)
    assert playing.last.charge.stopped == 30 * DAY
    with pytest.raises(Refused, match=r"11\.1"):
        playing.ask(cmd.CallOffAdjudication(director="TD", reason="again"))


def test_calling_an_adjudication_off_does_not_restart_clocks_the_director_had_stopped() -> None:
    playing = Playing().moves("e4")
    playing.ask(cmd.StopClocks(director="TD", reason="a strike"))
    playing.ask(cmd.CallAdjudication(director="TD", reason="closing date"))
    playing.ask(cmd.CallOffAdjudication(director="TD", reason="wrong game"))
    with pytest.raises(Refused, match=r"6\.10c"):
        playing.moves("e5")


ENDED_ON_THE_BOARD = [
    ("6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1", "Re8", "5.1.1"),
    ("7k/8/6K1/5Q2/8/8/8/8 w - - 0 1", "Qf7", "5.2.1"),
    ("8/8/8/8/8/2k5/2Q5/K7 b - - 0 1", "Kxc2", "5.2.2"),
]


@pytest.mark.clause("ICCF-LAWS-2019 5.1.1", "ICCF-LAWS-2019 5.2.1", "ICCF-LAWS-2019 5.2.2", "ICCF-LAWS-2019 8.5b")
@pytest.mark.parametrize(("fen", "move", "cited"), ENDED_ON_THE_BOARD)
def test_what_the_position_ended_on_the_server_nobody_changes_but_by_post_the_director_may(
    fen: str, move: str, cited: str
) -> None:
    correction = cmd.CorrectResult(director="TD", reason="appeal", result=Result.BLACK_WINS)
    server = Playing(fen=fen).moves(move)
    with pytest.raises(Refused) as refused:
        server.ask(correction)
    ground = refused.value.grounds[0]
    assert (ground.clause.address, ground.facts["outcome"]) == (cited, "on-the-board")
    post = Playing(fen=fen, transmission=Transmission.POST).moves(move)
    (corrected,) = post.ask(correction)
    assert corrected.grounds[0].clause.address == "8.5b"


@pytest.mark.clause("ICCF-LAWS-2019 Glossary: tournament director's discretion")
def test_another_result_on_the_server_is_corrected_at_the_directors_discretion_not_under_article_8() -> None:
    playing = Playing().moves("e4")
    playing.ask(cmd.Resign(by=WHITE))
    (corrected,) = playing.ask(cmd.CorrectResult(director="TD", reason="appeal", result=Result.DRAW))
    assert corrected.grounds[0].clause.address == "Glossary: tournament director's discretion"
