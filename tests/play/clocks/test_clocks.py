"""Article 6 and the time controls of an event: what a move costs, what is left, and when a flag falls."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slowmate.board.moves import Colour
from slowmate.play import Due, clock_at, last_charge, running_at
from slowmate.play import commands as cmd
from slowmate.play.clocks import (
    Account,
    Classic,
    Counting,
    Fischer,
    FixedDays,
    Leave,
    Refill,
    Silence,
    TimeControl,
    TripleBlock,
    Turn,
)
from slowmate.play.clocks.turns import Stopped, counted, when_reflected
from slowmate.rulebook import Refused
from slowmate.words import say
from tests.support.games import START, Playing

WHITE, BLACK = Colour.WHITE, Colour.BLACK
REGULATIONS = "ICCF-LAWS-2019 Glossary: regulations of an event"
DAY, HOUR, SECOND = timedelta(days=1), timedelta(hours=1), timedelta(seconds=1)


def span(days: float = 0, hours: float = 0, seconds: float = 0) -> timedelta:
    return timedelta(days=days, hours=hours, seconds=seconds)


# counting


@pytest.mark.parametrize(
    ("reflected", "charged"),
    [
        (span(0), 0),
        (span(hours=24, seconds=-1), 0),
        (span(days=1), 1),
        (span(days=3, hours=4), 3),
        (span(days=20, hours=23), 20),
        (span(days=21), 22),
        (span(days=23), 26),
        (span(days=40), 60),
    ],
)
def test_whole_days_are_charged_the_first_24_hours_are_free_and_days_past_20_count_twice(
    reflected: timedelta, charged: int
) -> None:
    assert Counting().cost(reflected) == charged * DAY


def test_exact_time_is_charged_to_the_second_and_doubles_only_if_the_event_says_so() -> None:
    assert Counting(whole_days=False, doubled_after=None).cost(span(days=23, seconds=5)) == span(days=23, seconds=5)
    assert Counting(whole_days=False, doubled_after=20).cost(span(days=20, seconds=5)) == span(days=20, seconds=10)


@pytest.mark.clause("ICCF-LAWS-2019 Glossary: time control")
@pytest.mark.parametrize(
    ("counting", "left", "falls_after"),
    [
        (Counting(doubled_after=None), span(50), span(50)),
        (Counting(doubled_after=None, falls_at_zero=False), span(50), span(51)),
        (Counting(), span(20), span(20)),
        (Counting(), span(21), span(21)),  # 21 days cost 22
        (Counting(), span(22), span(21)),
        (Counting(), span(50), span(35)),  # 20 + 2 * 15
        (Counting(falls_at_zero=False), span(50), span(36)),
        (Counting(), span(2, hours=5), span(3)),  # a director set it: two whole days leave five hours
        (Counting(whole_days=False, doubled_after=None), span(2, hours=5), span(2, hours=5)),
        (Counting(whole_days=False, doubled_after=2), span(2, hours=6), span(2, hours=3)),
        (Counting(), span(0), span(0)),
        (Counting(), span(-3), span(0)),
    ],
)
def test_the_flag_falls_at_the_first_instant_at_which_nothing_is_left(
    counting: Counting, left: timedelta, falls_after: timedelta
) -> None:
    assert counting.runs_out_after(left) == falls_after


@given(
    st.builds(
        Counting,
        whole_days=st.booleans(),
        doubled_after=st.one_of(st.none(), st.integers(0, 30)),
        falls_at_zero=st.booleans(),
    ),
    st.integers(0, 90 * 86400),
)
def test_a_second_before_the_flag_there_was_time_and_at_the_flag_there_is_none(
    counting: Counting, seconds: int
) -> None:
    left = timedelta(seconds=seconds)
    falls = counting.runs_out_after(left)

    def is_out(rest: timedelta) -> bool:
        return rest <= span() if counting.falls_at_zero else rest < span()

    assert is_out(left - counting.cost(falls))
    if falls:
        assert not is_out(left - counting.cost(falls - SECOND))


# classic


@pytest.mark.clause("ICCF-LAWS-2019 6.4", "ICCF-LAWS-2019 6.1")
def test_at_the_scheduled_start_whites_clock_starts_and_blacks_stands() -> None:
    start = datetime(2019, 2, 1, tzinfo=UTC)
    playing = Playing(starts=start, arranged=start - 5 * DAY)
    assert playing.due.at == start
    assert running_at(playing.game, start - SECOND) is None
    playing.ask(cmd.CheckTime())
    playing.after(days=2)
    assert (playing.left(WHITE), playing.left(BLACK)) == (48 * DAY, 50 * DAY)
    assert running_at(playing.game, playing.now) is WHITE


@pytest.mark.clause("ICCF-LAWS-2019 6.4")
def test_a_server_that_looks_late_starts_the_clock_at_the_time_fixed() -> None:
    playing = Playing(arranged=START - DAY).after(hours=50)
    (started,) = playing.ask(cmd.CheckTime())
    assert started.at == START
    assert playing.left(WHITE) == 48 * DAY


@pytest.mark.clause("ICCF-LAWS-2019 6.5")
def test_a_move_stops_the_movers_clock_and_starts_the_opponents() -> None:
    playing = Playing(FixedDays(days=5)).moves("e4", days=3, hours=4)
    charge = last_charge(playing.game)
    assert charge
    assert charge.value.reflected == span(hours=76)
    assert charge.value.charged == span(hours=76)
    assert [str(ground.clause) for ground in charge.grounds] == [
        "ICCF-LAWS-2019 4.1",
        "ICCF-LAWS-2019 6.5",
        "ICCF-LAWS-2019 Glossary: regulations of an event",
    ]
    assert running_at(playing.game, playing.now) is BLACK
    playing.after(hours=1)
    assert playing.left(BLACK) == span(days=5) - HOUR
    assert playing.left(WHITE) == span(days=5)


@pytest.mark.clause("ICCF-LAWS-2019 Glossary: regulations of an event")
@pytest.mark.parametrize(("days", "facts"), [(20, {}), (23, {"doubled_after": 20, "doubled": 3 * DAY})])
def test_whole_days_and_days_that_count_twice_are_those_of_the_regulations(days: int, facts: dict[str, object]) -> None:
    playing = Playing(Classic()).moves("e4", days=days)
    counted = playing.last.grounds[-1]
    assert counted.clause.address == "Glossary: regulations of an event"
    assert facts.items() <= counted.facts.items()
    assert ("doubled_after" in counted.facts) is bool(facts)


@pytest.mark.clause("ICCF-LAWS-2019 6.3", "ICCF-LAWS-2019 Glossary: move")
def test_ten_own_moves_reach_the_control_and_what_is_left_is_carried_forward() -> None:
    playing = Playing(Classic())
    line = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 0-0 Be7 Re1 b5 Bb3 d6 c3 0-0 h3 Nb8 d4"
    playing.moves(line, days=2)
    assert playing.game.white.account == Account(50 * DAY - 20 * DAY + 50 * DAY, moves=10)
    assert playing.game.black.account == Account(50 * DAY - 18 * DAY, moves=9)
    reached = playing.last.grounds[-1]
    assert (str(reached.clause), reached.facts["moves"]) == (REGULATIONS, 10)


@pytest.mark.clause("ICCF-LAWS-2019 6.3", "ICCF-LAWS-2019 Glossary: time control", "ICCF-LAWS-2019 6.6a")
@pytest.mark.parametrize(
    ("reflected", "reached"), [(span(49, hours=23), True), (span(50, seconds=-1), True), (span(50), False)]
)
def test_a_control_is_reached_in_less_than_its_time(reflected: timedelta, reached: bool) -> None:
    control = Classic(moves=1, days=50, counting=Counting(doubled_after=None), silence=None)
    playing = Playing(control)
    playing.now += reflected
    if reached:
        playing.moves("e4")
        assert playing.game.white.account.moves == 1
        return
    with pytest.raises(Refused) as refused:
        playing.moves("e4")
    assert str(refused.value.grounds[0].clause) == "ICCF-LAWS-2019 6.6a"
    assert playing.ask(cmd.CheckTime())[-1].effective == START + 50 * DAY


@pytest.mark.clause("ICCF-LAWS-2019 6.3")
def test_the_tenth_move_with_an_hour_left_opens_the_next_period() -> None:
    control = Classic(moves=10, days=50, counting=Counting(whole_days=False, doubled_after=None), silence=None)
    playing = Playing(control)
    playing.moves("Nf3 Nf6 Ng1 Ng8 " * 4 + "Nf3 Nf6")
    playing.after(days=49, hours=23)
    assert playing.game.white.account.moves == 9
    assert playing.due.at == playing.now + HOUR
    playing.moves("Ng1")
    assert playing.game.white.account == Account(HOUR + 50 * DAY, moves=10)


@pytest.mark.parametrize("moves", [0, -1])
@pytest.mark.clause("ICCF-LAWS-2019 6.2")
def test_a_time_control_is_specified_in_positive_numbers(moves: int) -> None:
    with pytest.raises(ValueError, match="at least 1"):
        Classic(moves=moves)
    with pytest.raises(ValueError, match="at least 1"):
        TripleBlock(increment=moves)


@pytest.mark.parametrize("wrong", [(40, (14, 40)), (40, (28, 14)), (40, (0,)), (0, ())])
def test_reminders_come_in_order_before_the_last_day_of_silence(wrong: tuple[int, tuple[int, ...]]) -> None:
    with pytest.raises(ValueError, match="reminders"):
        Silence(*wrong)


# Fischer and fixed days


@pytest.mark.clause("ICCF-LAWS-2019 Glossary: regulations of an event")
@pytest.mark.parametrize(
    ("control", "said"),
    [
        (Fischer(days=30, increment=3), "The regulations of this event add 3 days for the move: 28 days left."),
        (Fischer(days=30, increment=3, cap=30), "The regulations of this event add 3 days for the move: 28 days left."),
        (FixedDays(days=5), "The regulations of this event give 5 days for each move: the clock is set to 5 days."),
        (
            TripleBlock(increment=2, clock=50, bank=10, refill=Refill.BY_HAND),
            "The regulations of this event add 2 days for the move: 47 days on the clock, 10 days in the bank.",
        ),
    ],
)
def test_time_that_comes_with_a_move_is_the_regulations_and_so_says_the_ruling(control: TimeControl, said: str) -> None:
    given = control.after_move(control.opening(), 5 * DAY).grounds[-1]
    assert (str(given.clause), say(given)) == (REGULATIONS, said)


@pytest.mark.parametrize(
    ("control", "reflected"), [(Fischer(days=30, increment=3, cap=30), 0 * DAY), (FixedDays(days=5), 0 * DAY)]
)
def test_where_nothing_is_added_no_regulation_is_cited_for_it(control: TimeControl, reflected: timedelta) -> None:
    grounds = control.after_move(control.opening(), reflected).grounds
    assert not [ground for ground in grounds if ground.facts["outcome"] in {"increment", "fixed"}]


def test_fischer_adds_its_increment_after_each_move() -> None:
    playing = Playing(Fischer(days=30, increment=3)).moves("e4 e5", days=5)
    assert playing.game.white.account == Account(28 * DAY, moves=1)
    playing.moves("Nf3", days=23)
    assert playing.game.white.account == Account((28 - 26 + 3) * DAY, moves=2)


@pytest.mark.parametrize(("used", "left"), [(0, 30), (1, 30), (2, 30), (3, 30), (4, 29)])
def test_fischer_with_a_cap_never_holds_more(used: int, left: int) -> None:
    playing = Playing(Fischer(days=30, increment=3, cap=30)).moves("e4", days=used)
    assert playing.game.white.account.left == left * DAY


def test_a_fischer_cap_below_the_start_is_no_time_control() -> None:
    with pytest.raises(ValueError, match="cap"):
        Fischer(days=30, cap=29)


def test_fixed_days_save_nothing() -> None:
    playing = Playing(FixedDays(days=5)).moves("e4 e5", days=1)
    assert (playing.left(WHITE), playing.left(BLACK)) == (5 * DAY, 5 * DAY)
    assert playing.due.at == playing.now + 5 * DAY
    playing.ask(cmd.SetClock(director="TD", reason="outage", colour=WHITE, left=9 * DAY))
    playing.moves("Nf3", days=8)
    assert playing.left(WHITE) == 5 * DAY


# Triple Block


TRIPLE = TripleBlock(increment=4, bank=75)


def after_move(control: TripleBlock, left: timedelta, bank: timedelta, used: timedelta, *, move: int) -> Account:
    return control.after_move(Account(left, bank, move - 1), used).value[0]


@pytest.mark.clause("ICCF-LAWS-2019 C", "ICCF-LAWS-2019 Glossary: move")
@pytest.mark.parametrize(
    ("left", "bank", "used", "move", "after"),
    [
        (50, 75, 0, 1, (50, 79)),  # the increment overflows into the bank
        (50, 75, 4, 1, (50, 75)),
        (50, 75, 10, 1, (50, 69)),  # six days short after the increment: the bank fills up
        (10, 3, 9, 2, (8, 0)),
        (10, 0, 9, 50, (5, 0)),
        (10, 0, 9, 51, (1, 0)),  # no increment after the fiftieth move
    ],
)
def test_increment_cap_and_bank_after_a_move(
    left: int, bank: int, used: int, move: int, after: tuple[int, int]
) -> None:
    account = after_move(TRIPLE, left * DAY, bank * DAY, used * DAY, move=move)
    assert (account.left, account.bank, account.moves) == (after[0] * DAY, after[1] * DAY, move)


def test_refill_by_hand_only_leaves_the_bank_alone_after_a_move() -> None:
    control = TripleBlock(increment=4, bank=75, refill=Refill.BY_HAND)
    assert after_move(control, 10 * DAY, 5 * DAY, 9 * DAY, move=60) == Account(DAY, 5 * DAY, 60)


@pytest.mark.parametrize(
    ("move", "used", "left"), [(50, 9, 5), (51, 9, 3), (51, 7, 3), (51, 6, 4), (51, 9.5, 3), (90, 9, 3)]
)
def test_sudden_death_protection_gives_three_days_after_the_last_increment(move: int, used: float, left: float) -> None:
    control = TripleBlock(increment=4, bank=0, protection=3)
    assert after_move(control, 10 * DAY, 0 * DAY, used * DAY, move=move).left == left * DAY


def test_the_bank_counts_for_the_protection() -> None:
    control = TripleBlock(increment=4, protection=3, refill=Refill.BY_HAND)
    assert after_move(control, 10 * DAY, 2 * DAY, 9 * DAY, move=60) == Account(DAY, 2 * DAY, 60)
    assert after_move(control, 10 * DAY, DAY, 9 * DAY, move=60) == Account(3 * DAY, 0 * DAY, 60)


@pytest.mark.clause("ICCF-LAWS-2019 C")
def test_the_flag_falls_with_an_empty_clock_whatever_the_bank_holds_and_a_refill_saves_it() -> None:
    playing = Playing(TRIPLE)
    playing.ask(cmd.CheckTime())
    due = playing.due
    assert (due.at, due.what) == (START + 50 * DAY, Due.FLAG)
    playing.after(days=50, seconds=-1)
    playing.ask(cmd.RefillClock(by=WHITE))
    assert clock_at(playing.game, WHITE, playing.now) == Account(50 * DAY, 25 * DAY + SECOND, 0)
    assert playing.due.at == playing.now + 50 * DAY


@pytest.mark.clause("ICCF-LAWS-2019 C")
def test_a_refill_needs_the_move_a_bank_and_room_on_the_clock() -> None:
    playing = Playing(TripleBlock(increment=4, bank=0)).after(days=1)
    for by, outcome in ((WHITE, "nothing-to-refill"), (BLACK, "not-on-move")):
        with pytest.raises(Refused) as refused:
            playing.ask(cmd.RefillClock(by=by))
        assert refused.value.grounds[0].facts["outcome"] == outcome
    full = Playing(TRIPLE)
    with pytest.raises(Refused):
        full.ask(cmd.RefillClock(by=WHITE))
    with pytest.raises(Refused) as refused:
        Playing(Classic()).after(days=1).ask(cmd.RefillClock(by=WHITE))
    assert refused.value.grounds[0].facts["outcome"] == "no-bank"


# turns and leave


def leave(first: int, last: int) -> Leave:
    return Leave.booked((START + first * DAY).date(), (START + last * DAY).date(), at=START)


@pytest.mark.parametrize(
    ("needed", "leaves", "instant"),
    [
        (span(5), (), span(5)),
        (span(5), (leave(2, 3),), span(7)),
        (span(2), (leave(2, 3),), span(2)),
        (span(2, seconds=1), (leave(2, 3),), span(4, seconds=1)),
        (span(5), (leave(8, 9), leave(2, 3)), span(7)),
        (span(5), (leave(6, 6), leave(2, 3)), span(8)),
        (span(0), (leave(0, 1),), span(2)),
    ],
)
def test_the_instant_of_so_much_reflection_skips_leave(
    needed: timedelta, leaves: tuple[Leave, ...], instant: timedelta
) -> None:
    turn = Turn(START, START)
    found = when_reflected(turn, needed, leaves, since=START)
    assert found == START + instant
    assert counted(turn, found, leaves).reflected == needed


@pytest.mark.clause("ICCF-LAWS-2019 6.5", "ICCF-LAWS-2019 6.10a", "ICCF-LAWS-2019 4.2", "ICCF-LAWS-2019 10.1b")
@pytest.mark.parametrize(
    ("received", "sent", "transit", "reflected", "on_leave", "stopped"),
    [
        (0, 30, 0, 16, 7, 7),
        (3, 30, 3, 14, 7, 6),
        (8, 9, 8, 1, 0, 0),
        (8, 20, 8, 4, 5, 3),
        (15, 18, 15, 0, 1, 2),
        (25, 30, 25, 5, 0, 0),
        (30, 30, 30, 0, 0, 0),
        (None, 30, 30, 0, 0, 0),
    ],
)
def test_every_day_of_a_turn_is_transit_reflection_leave_or_a_stop(
    received: int | None, sent: int, transit: int, reflected: int, on_leave: int, stopped: int
) -> None:
    """Stopped on the days 2 to 5 and 14 to 16, on leave on the days 12 to 14 and 16 to 21."""
    stops = (Stopped(START + 2 * DAY, START + 6 * DAY), Stopped(START + 14 * DAY, START + 17 * DAY))
    turn = Turn(START, None if received is None else START + received * DAY, stops)
    found = counted(turn, START + sent * DAY, (leave(12, 14), leave(16, 21)))
    days = (found.transit, found.reflected, found.on_leave, found.stopped)
    assert days == (transit * DAY, reflected * DAY, on_leave * DAY, stopped * DAY)


@pytest.mark.parametrize("control", [Classic(), Fischer(), FixedDays(), TRIPLE])
def test_a_clock_before_the_start_is_full_and_runs_for_nobody(control: TimeControl) -> None:
    playing = Playing(control, arranged=START - DAY)
    early = START - HOUR
    assert clock_at(playing.game, WHITE, early) == control.opening()
    assert running_at(playing.game, early) is None
    assert last_charge(playing.game) is None
