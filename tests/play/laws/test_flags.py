"""Articles 6.3, 6.6 and 6.7: the flag, silence and reminders, each at its own instant."""

from datetime import timedelta

import pytest

from slowmate.board.mating.dead import can_mate
from slowmate.board.moves import Colour
from slowmate.play import Due, Termination
from slowmate.play import commands as cmd
from slowmate.play import events as ev
from slowmate.play.clocks import Classic, FixedDays, Silence, TripleBlock
from slowmate.play.laws import flags
from slowmate.records import Result
from slowmate.rulebook import Refused
from tests.support.games import START, Playing

WHITE, BLACK = Colour.WHITE, Colour.BLACK
DAY, SECOND = timedelta(days=1), timedelta(seconds=1)


@pytest.mark.clause("ICCF-LAWS-2019 6.6a", "ICCF-LAWS-2019 6.7a", "ICCF-LAWS-2019 6.3")
def test_the_server_finds_a_fallen_flag_without_a_claim_at_the_instant_it_fell() -> None:
    playing = Playing(FixedDays(days=5)).moves("e4", days=1)
    fell = playing.now + 5 * DAY
    playing.now = fell - SECOND
    assert playing.ask(cmd.CheckTime()) == ()
    playing.now = fell + timedelta(hours=7)
    (end,) = playing.ask(cmd.CheckTime())
    assert (end.result, end.termination, end.at, end.effective) == (Result.WHITE_WINS, Termination.TIME, fell, fell)
    assert [ground.clause.address for ground in end.grounds] == ["6.6a", "6.3", "6.7a"]


@pytest.mark.clause("ICCF-LAWS-2019 6.7a")
@pytest.mark.parametrize(
    "command",
    [
        cmd.MakeMove(by=BLACK, move="e5"),
        cmd.AcceptOffer(by=BLACK),
        cmd.Resign(by=WHITE),
        cmd.ClaimDraw(by=BLACK, claim=ev.ClaimKind.REPETITION),
        cmd.TakeLeave(by=BLACK, first=(START + 7 * DAY).date(), last=(START + 7 * DAY).date()),
        cmd.StopClocks(director="TD", reason="late"),
    ],
)
def test_whatever_comes_after_the_flag_comes_too_late(command: cmd.Command) -> None:
    playing = Playing(FixedDays(days=5)).moves("e4", days=1).after(days=5)
    with pytest.raises(Refused) as refused:
        playing.ask(command)
    assert refused.value.grounds[0].clause.address == "6.6a"
    assert refused.value.grounds[0].facts["fell"] == playing.now


@pytest.mark.clause("ICCF-LAWS-2019 6.7a")
def test_mate_before_the_flag_stands() -> None:
    playing = Playing(FixedDays(days=5)).moves("f3 e5 g4", days=1).after(days=5, seconds=-1)
    playing.moves("Qh4")
    playing.after(days=1)
    assert playing.ask(cmd.CheckTime()) == ()
    assert playing.outcome.termination is Termination.CHECKMATE


@pytest.mark.clause("ICCF-LAWS-2019 6.7a", "ICCF-LAWS-2019 6.7b")
@pytest.mark.parametrize(
    ("fen", "result"),
    [
        ("8/8/8/8/3n4/k7/8/K6R w - - 0 1", Result.BLACK_WINS),
        ("4k3/8/8/8/8/8/3Q4/4K3 w - - 0 1", Result.DRAW),
        ("4k3/8/8/8/8/8/3Q4/4K1n1 w - - 0 1", Result.DRAW),
        ("4k3/8/8/8/8/8/3R4/4K1b1 w - - 0 1", Result.DRAW),
        ("4k3/8/8/8/8/8/3R4/4K1n1 w - - 0 1", Result.BLACK_WINS),
    ],
)
def test_a_flag_loses_unless_the_opponent_cannot_mate_by_any_series_of_moves(fen: str, result: Result) -> None:
    playing = Playing(FixedDays(days=5), fen=fen).after(days=5)
    *_, end = playing.ask(cmd.CheckTime())
    assert (end.result, end.termination) == (result, Termination.TIME)
    assert end.grounds[-1].clause.address == ("6.7b" if result is Result.DRAW else "6.7a")


@pytest.mark.clause("ICCF-LAWS-2019 6.7a")
def test_where_the_search_cannot_decide_the_flag_loses_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    # Positions that the search leaves open take it seconds and get fewer as it improves: here it gives up at once.
    monkeypatch.setattr(flags, "can_mate", lambda position, colour: can_mate(position, colour, nodes=0))
    playing = Playing(FixedDays(days=5)).moves("e4").after(days=5)
    (end,) = playing.ask(cmd.CheckTime())
    assert (end.result, end.grounds[-1].facts["outcome"]) == (Result.WHITE_WINS, "undecided")


def test_silence_loses_on_the_41st_day_after_three_reminders() -> None:
    playing = Playing(Classic(days=300)).moves("e4")
    seen = []
    while not playing.game.is_over:
        due = playing.due
        playing.now = due.at - SECOND
        assert playing.ask(cmd.CheckTime()) == ()
        playing.now = due.at
        (event,) = playing.ask(cmd.CheckTime())
        seen.append((due.what, due.day, due.colour, due.at - START))
        if due.what is Due.REMINDER:
            assert (event.to, event.day) == (BLACK, due.day)
    assert seen == [
        (Due.REMINDER, 14, BLACK, 14 * DAY),
        (Due.REMINDER, 28, BLACK, 28 * DAY),
        (Due.REMINDER, 35, BLACK, 35 * DAY),
        (Due.SILENCE, None, BLACK, 40 * DAY),
    ]
    assert (playing.outcome.result, playing.outcome.termination) == ("1-0", Termination.SILENCE)


def test_a_late_server_gives_the_latest_reminder_only() -> None:
    playing = Playing(Classic(days=300)).moves("e4").after(days=30)
    (reminded,) = playing.ask(cmd.CheckTime())
    assert (reminded.day, reminded.at) == (28, playing.now)
    assert playing.due.day == 35


def test_long_reflection_announced_in_time_lifts_the_silence_but_not_the_flag() -> None:
    playing = Playing(Classic(days=50)).moves("e4").after(days=33)
    playing.ask(cmd.AnnounceLongReflection(by=BLACK))
    due = playing.due
    assert (due.what, due.at) == (Due.FLAG, START + 35 * DAY)
    with pytest.raises(Refused):
        playing.ask(cmd.AnnounceLongReflection(by=BLACK))
    with pytest.raises(Refused):
        playing.ask(cmd.AnnounceLongReflection(by=WHITE))
    playing.moves("e5")
    assert not playing.game.black.is_long_reflection
    assert playing.due.what is Due.REMINDER


def test_where_the_event_has_no_silence_rule_there_is_nothing_to_announce() -> None:
    with pytest.raises(Refused):
        Playing(Classic(silence=None)).ask(cmd.AnnounceLongReflection(by=WHITE))
    assert Playing(TripleBlock(increment=3)).moves("e4").due.what is Due.FLAG


def test_a_move_ends_the_silence() -> None:
    playing = Playing(Classic(days=300, silence=Silence(10, (5,)))).moves("e4 e5", days=9)
    due = playing.due
    assert (due.colour, due.at) == (WHITE, playing.now + 5 * DAY)


def test_a_penalty_that_leaves_nothing_brings_the_flag_down_when_it_is_given() -> None:
    playing = Playing(FixedDays(days=5)).moves("e4").after(days=3)
    playing.ask(cmd.Penalise(director="TD", reason="two illegal moves", colour=BLACK, days=2))
    due = playing.due
    assert (due.what, due.at) == (Due.FLAG, playing.now)
    (end,) = playing.ask(cmd.CheckTime())
    assert (end.result, end.at) == (Result.WHITE_WINS, playing.now)


@pytest.mark.clause("ICCF-LAWS-2019 Glossary: regulations of an event")
def test_days_of_silence_are_those_of_the_regulations_of_the_event() -> None:
    playing = Playing(Classic(days=300, silence=Silence(10, (5,)))).moves("e4").after(days=5)
    (reminded,) = playing.ask(cmd.CheckTime())
    (ended,) = playing.after(days=6).ask(cmd.CheckTime())
    regulation = "Glossary: regulations of an event"
    assert [(ground.clause.address, ground.facts["days"]) for ground in reminded.grounds] == [(regulation, 10)]
    assert [(ground.clause.address, ground.facts["days"]) for ground in ended.grounds] == [(regulation, 10)]


# why an end comes when it comes


def test_an_end_by_silence_names_its_days() -> None:
    playing = Playing(Classic(days=100, moves=10)).moves("e4")
    end = flags.explained_end(playing.game, at=playing.now + DAY)
    assert end is not None
    assert (end.colour, end.at, end.away, end.silent_days) == (BLACK, START + 40 * DAY, 39 * DAY, 40)
    assert (end.doubled_after, end.is_day_begun) == (None, False)


@pytest.mark.clause("ICCF-LAWS-2019 6.5")
def test_an_end_that_comes_sooner_than_the_clock_shows_says_why() -> None:
    playing = Playing().moves("e4")
    end = flags.explained_end(playing.game, at=playing.now + 2 * DAY)
    assert end is not None
    assert (end.at, end.away, end.doubled_after, end.silent_days) == (START + 35 * DAY, 33 * DAY, 20, None)
    short = Playing(Classic(days=10, moves=10)).moves("e4")
    for hours, has_begun in ((24, False), (30, True)):
        end = flags.explained_end(short.game, at=short.now + timedelta(hours=hours))
        assert end is not None
        assert (end.at, end.doubled_after, end.is_day_begun) == (START + 10 * DAY, None, has_begun)


@pytest.mark.parametrize("control", [FixedDays(days=5), TripleBlock(increment=4)])
def test_an_end_by_a_clock_that_counts_every_second_needs_no_words(control: FixedDays | TripleBlock) -> None:
    playing = Playing(control).moves("e4")
    end = flags.explained_end(playing.game, at=playing.now + timedelta(hours=30))
    assert end is not None
    assert (end.silent_days, end.doubled_after, end.is_day_begun) == (None, None, False)
    assert end.away == playing.left(BLACK) - timedelta(hours=30)


def test_a_game_that_does_not_end_by_itself_has_no_end_to_explain() -> None:
    playing = Playing()
    assert flags.explained_end(playing.game, at=START) is None
    playing.ask(cmd.Resign(by=WHITE))
    assert flags.explained_end(playing.game, at=START) is None


@pytest.mark.clause("ICCF-LAWS-2019 6.7b", "ICCF-LAWS-2019 Glossary: regulations of an event")
@pytest.mark.parametrize(
    ("fen", "result", "cited"),
    [
        ("4k3/8/8/8/8/8/3Q4/4K3 w - - 0 1", Result.DRAW, ["Glossary: regulations of an event", "6.7b"]),
        ("4k3/8/8/8/8/8/3Q4/4K1n1 w - - 0 1", Result.DRAW, ["Glossary: regulations of an event", "6.7b"]),
        ("4k3/8/8/8/8/8/3R4/4K1n1 w - - 0 1", Result.BLACK_WINS, ["Glossary: regulations of an event"]),
    ],
)
def test_silence_does_not_lose_to_an_opponent_who_cannot_mate(fen: str, result: Result, cited: list[str]) -> None:
    playing = Playing(Classic(days=300), fen=fen).after(days=41)
    end = playing.ask(cmd.CheckTime())[-1]
    assert (end.result, end.termination) == (result, Termination.SILENCE)
    assert [ground.clause.address for ground in end.grounds] == cited
