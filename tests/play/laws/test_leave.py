"""Article 10: leave in whole days of the calendar year, and no adjournments."""

from datetime import UTC, date, datetime, timedelta

import pytest

from slowmate.board.moves import Colour
from slowmate.play import commands as cmd
from slowmate.play import leave_left, open_leaves, running_at
from slowmate.play.clocks import Classic, FixedDays, TripleBlock
from slowmate.rulebook import Refused
from tests.support.games import START, Playing

WHITE, BLACK = Colour.WHITE, Colour.BLACK
DAY, HOUR = timedelta(days=1), timedelta(hours=1)


def day(number: int) -> date:
    """A day of January 2024, in which the games start on the first."""
    return START.date() + (number - 1) * DAY


def take(by: Colour, first: int, last: int) -> cmd.TakeLeave:
    return cmd.TakeLeave(by=by, first=day(first), last=day(last))


def refusal(playing: Playing, command: cmd.Command) -> tuple[str, object]:
    with pytest.raises(Refused) as refused:
        playing.ask(command)
    ground = refused.value.grounds[0]
    return ground.clause.address, ground.facts.get("outcome")


@pytest.mark.clause("ICCF-LAWS-2019 10.1b", "ICCF-LAWS-2019 6.10b")
def test_the_clock_rests_on_days_of_leave_and_no_move_is_made() -> None:
    playing = Playing(Classic())
    playing.ask(take(WHITE, 11, 20))
    playing.after(days=15)
    assert running_at(playing.game, playing.now) is None
    assert playing.left(WHITE) == 40 * DAY
    assert refusal(playing, cmd.MakeMove(by=WHITE, move="e4")) == ("10.1b", "on-leave")
    playing.now = datetime(2024, 1, 21, tzinfo=UTC)
    assert running_at(playing.game, playing.now) is WHITE
    playing.moves("e4")
    charge = playing.last.charge
    assert (charge.reflected, charge.on_leave, charge.charged) == (10 * DAY, 10 * DAY, 10 * DAY)


@pytest.mark.clause("ICCF-LAWS-2019 10.1b")
def test_the_first_second_and_the_last_second_of_leave() -> None:
    playing = Playing(FixedDays(days=5)).after(days=1)
    playing.ask(take(WHITE, 3, 4))
    assert running_at(playing.game, datetime(2024, 1, 2, 23, 59, 59, tzinfo=UTC)) is WHITE
    assert running_at(playing.game, datetime(2024, 1, 3, tzinfo=UTC)) is None
    assert running_at(playing.game, datetime(2024, 1, 4, 23, 59, 59, tzinfo=UTC)) is None
    assert running_at(playing.game, datetime(2024, 1, 5, tzinfo=UTC)) is WHITE
    assert playing.due.at == datetime(2024, 1, 8, tzinfo=UTC)


@pytest.mark.clause("ICCF-LAWS-2019 10.1b")
def test_leave_from_today_begins_now_and_costs_the_day() -> None:
    playing = Playing(FixedDays(days=5)).after(hours=20)
    playing.ask(take(WHITE, 1, 1))
    assert leave_left(playing.game, WHITE, 2024) == 29
    assert playing.after(hours=5).left(WHITE) == 5 * DAY - 21 * HOUR


@pytest.mark.clause("ICCF-LAWS-2019 10.1b")
def test_the_opponents_clock_runs_during_my_leave_and_mine_rests_when_he_has_moved() -> None:
    playing = Playing(Classic()).moves("e4")
    playing.ask(take(WHITE, 2, 11))
    playing.after(days=3)
    assert running_at(playing.game, playing.now) is BLACK
    playing.moves("e5")
    assert running_at(playing.game, playing.now) is None
    playing.after(days=8)
    assert playing.left(WHITE) == 50 * DAY
    playing.after(days=2)
    assert playing.left(WHITE) == 48 * DAY


@pytest.mark.clause("ICCF-LAWS-2019 10.1b")
def test_an_allowance_of_45_days_is_30_and_15_and_not_a_day_more() -> None:
    playing = Playing(Classic(leave_days=45))
    playing.ask(take(WHITE, 11, 40))
    playing.ask(take(WHITE, 51, 65))
    assert leave_left(playing.game, WHITE, 2024) == 0
    assert refusal(playing, take(WHITE, 70, 70)) == ("10.1b", "used-up")
    playing.ask(take(BLACK, 70, 70))


@pytest.mark.clause("ICCF-LAWS-2019 10.1b")
def test_each_calendar_year_has_its_own_days() -> None:
    playing = Playing(Classic(leave_days=10))
    playing.ask(cmd.TakeLeave(by=WHITE, first=date(2024, 12, 25), last=date(2025, 1, 10)))
    assert (leave_left(playing.game, WHITE, 2024), leave_left(playing.game, WHITE, 2025)) == (3, 0)
    over = cmd.TakeLeave(by=BLACK, first=date(2024, 12, 25), last=date(2025, 1, 11))
    assert refusal(playing, over) == ("10.1b", "used-up")


@pytest.mark.clause("ICCF-LAWS-2019 10.1b")
@pytest.mark.parametrize(
    ("first", "last", "outcome"),
    [(4, 6, "in-the-past"), (12, 11, "no-days"), (14, 16, "overlaps"), (9, 14, "overlaps")],
)
def test_leave_is_booked_in_advance_forward_and_once(first: int, last: int, outcome: str) -> None:
    playing = Playing(Classic()).after(days=4)
    playing.ask(take(WHITE, 14, 15))
    assert refusal(playing, take(WHITE, first, last)) == ("10.1b", outcome)


@pytest.mark.clause("ICCF-LAWS-2019 10.1b")
def test_who_is_back_early_keeps_the_days_he_did_not_use() -> None:
    playing = Playing(FixedDays(days=20))
    playing.ask(take(WHITE, 3, 12))
    playing.after(days=5, hours=6)
    playing.ask(cmd.EndLeave(by=WHITE))
    assert leave_left(playing.game, WHITE, 2024) == 30 - 4
    assert playing.after(hours=1).left(WHITE) == 20 * DAY - 2 * DAY - HOUR
    assert refusal(playing, cmd.EndLeave(by=WHITE)) == ("10.1b", "no-leave")
    playing.moves("e4")


@pytest.mark.clause("ICCF-LAWS-2019 10.1b")
def test_leave_that_has_not_begun_is_given_up_whole() -> None:
    playing = Playing(Classic())
    playing.ask(take(WHITE, 5, 9))
    playing.after(days=1).ask(cmd.EndLeave(by=WHITE))
    assert playing.game.white.leaves == ()
    assert leave_left(playing.game, WHITE, 2024) == 30


@pytest.mark.clause("ICCF-LAWS-2019 10.1b")
def test_leave_to_come_is_given_up_while_other_leave_runs_and_keeps_running() -> None:
    playing = Playing(Classic())
    playing.ask(take(WHITE, 10, 19))
    playing.ask(take(WHITE, 1, 5))
    playing.after(days=1).ask(cmd.EndLeave(by=WHITE, first=day(10)))
    assert [(leave.first, leave.last) for leave in open_leaves(playing.game, WHITE, playing.now)] == [(day(1), day(5))]
    assert leave_left(playing.game, WHITE, 2024) == 30 - 5
    assert refusal(playing, cmd.MakeMove(by=WHITE, move="e4")) == ("10.1b", "on-leave")


@pytest.mark.clause("ICCF-LAWS-2019 10.1b")
def test_leave_that_runs_is_ended_and_leave_to_come_stays() -> None:
    playing = Playing(Classic())
    playing.ask(take(WHITE, 10, 19))
    playing.ask(take(WHITE, 1, 5))
    playing.after(days=1).ask(cmd.EndLeave(by=WHITE, first=day(1)))
    assert [(leave.first, leave.last) for leave in open_leaves(playing.game, WHITE, playing.now)] == [
        (day(10), day(19))
    ]
    assert leave_left(playing.game, WHITE, 2024) == 30 - 2 - 10
    assert refusal(playing, cmd.EndLeave(by=WHITE, first=day(1))) == ("10.1b", "no-leave")
    playing.moves("e4")


@pytest.mark.clause("ICCF-LAWS-2019 10.1c", "ICCF-LAWS-2019 C")
def test_triple_block_has_no_leave_neither_taken_nor_granted() -> None:
    playing = Playing(TripleBlock(increment=4))
    assert refusal(playing, take(WHITE, 2, 3)) == ("10.1c", "refused")
    grant = cmd.GrantLeave(director="TD", reason="illness", to=WHITE, first=day(2), last=day(3))
    assert refusal(playing, grant) == ("10.1c", "refused")


@pytest.mark.clause("ICCF-LAWS-2019 10.1a", "ICCF-LAWS-2019 6.10b")
def test_games_are_not_adjourned() -> None:
    assert refusal(Playing(), cmd.Adjourn(by=WHITE)) == ("10.1a", "refused")


@pytest.mark.clause("ICCF-LAWS-2019 10.1b")
def test_the_director_grants_extra_leave_also_for_days_that_have_passed() -> None:
    playing = Playing(FixedDays(days=20)).moves("e4", days=2).after(days=10)
    assert playing.left(BLACK) == 10 * DAY
    playing.ask(cmd.GrantLeave(director="TD", reason="hospital", to=BLACK, first=day(5), last=day(14)))
    assert playing.left(BLACK) == 10 * DAY + 8 * DAY + 0 * HOUR
    assert leave_left(playing.game, BLACK, 2024) == 30
    assert running_at(playing.game, playing.now) is None
    playing.after(days=3).moves("e5")
    charge = playing.last.charge
    assert charge.reflected + charge.on_leave + charge.stopped + charge.transit == 13 * DAY
    assert (charge.reflected, charge.on_leave) == (3 * DAY, 10 * DAY)


@pytest.mark.clause("ICCF-LAWS-2019 10.1b")
def test_extra_leave_has_its_own_limit() -> None:
    playing = Playing(Classic(extra_leave_days=5))
    grant = cmd.GrantLeave(director="TD", reason="illness", to=WHITE, first=day(2), last=day(7))
    assert refusal(playing, grant) == ("10.1b", "used-up")


@pytest.mark.clause("ICCF-LAWS-2019 10.1b")
def test_leave_puts_off_flag_silence_and_reminder_alike() -> None:
    playing = Playing(Classic(days=300)).moves("e4")
    playing.ask(take(BLACK, 10, 19))
    assert playing.due.at == START + 24 * DAY


def test_on_leave_one_may_resign() -> None:
    playing = Playing()
    playing.ask(take(WHITE, 1, 5))
    assert playing.after(days=1).ask(cmd.Resign(by=WHITE))[0].result == "0-1"


def test_leave_may_be_booked_before_the_start() -> None:
    playing = Playing(arranged=START - 9 * DAY).after(days=-5)
    playing.ask(take(WHITE, 1, 5))
    playing.now = START + 6 * DAY
    assert playing.left(WHITE) == 49 * DAY
