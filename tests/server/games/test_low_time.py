"""Warnings before a flag falls: three days and one day before, once each, to whoever is on move and may still move."""

from datetime import datetime, timedelta

import pytest
from django.core.mail import EmailMultiAlternatives
from pytest_django import DjangoAssertNumQueries

from slowmate import play
from slowmate.play import clocks, commands
from slowmate.play.terms import Terms, Transmission
from slowmate.server.desk import services
from slowmate.server.games.models import Game
from slowmate.server.games.services import games, leave, low_time, playing, stale_mail
from slowmate.server.jobs import verify
from slowmate.server.jobs.mail import send_digests, send_due
from slowmate.server.jobs.sweep import sweep
from slowmate.server.mail.models import Mail
from slowmate.server.people.models import Office
from tests.support.people import AT, game, person

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

DAY = timedelta(days=1)
SECOND = timedelta(seconds=1)
TEN_DAYS = clocks.FixedDays(days=10)


def warned(row: Game) -> list[tuple[int | None, datetime]]:
    return list(Mail.objects.filter(game=row, kind="low-time").order_by("pk").values_list("user", "made"))


def test_the_player_on_move_is_warned_three_days_and_one_day_before_his_flag_falls() -> None:
    white = person()
    row = game(white, person(), control=TEN_DAYS)
    for day in range(1, 10):
        for late in (-SECOND, 2 * SECOND, 3 * SECOND):
            sweep(at=AT + day * DAY + late)
            assert list(verify.differences()) == []
    assert warned(row) == [(white.pk, AT + day * DAY + 2 * SECOND) for day in (7, 9)]
    row.refresh_from_db()
    assert (row.version, row.due) == (2, AT + 10 * DAY)
    sweep(at=AT + 10 * DAY)
    row.refresh_from_db()
    assert (row.status, row.finished) == (Game.Status.FINISHED, AT + 10 * DAY)
    assert len(warned(row)) == 2


def test_nobody_is_warned_who_was_just_told_of_the_deadline() -> None:
    row = game(person(), person(), "e4", control=clocks.FixedDays(days=3))
    assert sweep(at=AT + DAY) == 0  # it is told with the move that three days are left
    assert sweep(at=AT + 2 * DAY) == 1
    assert warned(row) == [(row.black.user_id, AT + 2 * DAY)]
    short = game(person(), person(), "e4", control=clocks.FixedDays(days=1))
    assert short.due == short.deadline


def test_after_downtime_only_the_last_warning_is_given_and_none_once_the_flag_has_fallen() -> None:
    late, too_late = (game(person(), person(), control=TEN_DAYS) for _ in range(2))
    games.look_at_clock(late.pk, at=AT + 9.5 * DAY)
    games.look_at_clock(late.pk, at=AT + 9.6 * DAY)
    games.look_at_clock(too_late.pk, at=AT + 11 * DAY)
    assert warned(late) == [(late.white.user_id, AT + 9.5 * DAY)]
    assert Mail.objects.get(kind="low-time").key.endswith("/low-time/1")
    assert warned(too_late) == []


def test_a_due_that_is_neither_a_warning_nor_of_the_rules_is_found() -> None:
    row = game(person(), person(), control=TEN_DAYS)
    for due, well in ((AT + 7 * DAY, True), (AT + 10 * DAY, True), (AT + 8 * DAY, False), (None, False)):
        Game.objects.filter(pk=row.pk).update(due=due)
        assert [found.what for found in verify.differences()] == ([] if well else ["due"])


def test_of_two_workers_one_warns_and_a_move_made_meanwhile_counts() -> None:
    white, black = person(), person()
    row = game(white, black, control=TEN_DAYS)
    state = play.game_from_text(row.snapshot)
    one, other = Game.objects.get(pk=row.pk), Game.objects.get(pk=row.pk)
    at = AT + 7 * DAY
    assert low_time.warn(one, state, at=at)
    assert not low_time.warn(other, state, at=at)
    stale = Game.objects.get(pk=row.pk)
    playing.make_move(row.pk, "e4", actor=white, at=AT + 9 * DAY)
    assert not low_time.warn(stale, state, at=AT + 9 * DAY)
    assert len(warned(row)) == 1


def test_silence_that_comes_first_has_its_own_reminders() -> None:
    row = game(person(), person(), control=clocks.Classic(days=100))
    for day in range(1, 40):
        sweep(at=AT + day * DAY)
    assert warned(row) == []
    assert Mail.objects.filter(kind="reminder").count() == 3


def test_reminders_of_silence_and_warnings_come_beside_each_other() -> None:
    row = game(person(), person(), control=clocks.Classic(days=40))
    assert row.deadline == AT + 30 * DAY  # days after the twentieth count twice
    for quarter in range(4 * 30):
        sweep(at=AT + quarter * DAY / 4)
    told = Mail.objects.filter(kind__in=("reminder", "low-time")).order_by("made").values_list("kind", "made")
    days = [("reminder", 14), ("low-time", 27), ("reminder", 28), ("low-time", 29)]
    assert list(told) == [(kind, AT + day * DAY) for kind, day in days]


def test_a_warning_that_falls_together_with_a_reminder_is_not_given_beside_it() -> None:
    row = game(person(), person(), control=clocks.Classic(days=38))
    assert row.deadline == AT + 29 * DAY
    for day in range(1, 29):
        sweep(at=AT + day * DAY)
    told = Mail.objects.filter(kind__in=("reminder", "low-time")).order_by("made").values_list("kind", flat=True)
    assert list(told) == ["reminder", "low-time", "reminder"]


def test_leave_puts_the_warning_off_with_the_flag() -> None:
    white = person()
    row = game(white, person(), control=TEN_DAYS)
    leave.take(white.player, first=(AT + 6 * DAY).date(), last=(AT + 8 * DAY).date(), actor=white, at=AT + DAY)
    sweep(at=AT + 7.5 * DAY)
    assert warned(row) == []
    row.refresh_from_db()
    assert row.deadline is not None
    assert row.deadline > AT + 10 * DAY
    sweep(at=row.deadline - 3 * DAY)
    assert warned(row) == [(white.pk, row.deadline - 3 * DAY)]


def test_nothing_is_warned_of_while_clocks_stand_still_or_by_post() -> None:
    director = person(offices=(Office.Kind.DIRECTOR,))
    row = game(person(), person(), control=TEN_DAYS, director=director)
    stop = commands.StopClocks
    services.decide(row.pk, lambda name: stop(director=name, reason="a dispute"), actor=director, at=AT + DAY)
    terms = Terms(starts=AT, time_control=TEN_DAYS, transmission=Transmission.POST)
    posted = game(person(), person(), terms=terms, director=director)
    sweep(at=AT + 9.5 * DAY)
    assert warned(row) == warned(posted) == []


def test_whoever_wants_no_mail_gets_none_and_the_game_is_looked_at_no_more_than_it_needs() -> None:
    row = game(person(mail_mode="none"), person(), control=TEN_DAYS)
    assert sweep(at=AT + 7 * DAY) == 1
    assert sweep(at=AT + 8 * DAY) == 0
    assert warned(row) == []


def test_a_sweep_says_little_to_the_database_for_each_warning(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    for _ in range(3):
        game(person(), person(), control=TEN_DAYS)
    with django_assert_max_num_queries(1 + 3 * 5):
        assert sweep(at=AT + 7 * DAY) == 3  # each: read it, and in one transaction move it on and queue the mail


# the mail


def test_the_mail_says_how_much_time_is_left_and_until_when(mailoutbox: list[EmailMultiAlternatives]) -> None:
    game(person("Ada", mail_mode="digest"), person("Bo"), control=TEN_DAYS)
    Mail.objects.all().delete()
    at = AT + 7 * DAY + 3 * SECOND
    sweep(at=at)
    assert send_digests(at=at) == 0
    assert send_due(at=at) == 1  # at once, to whoever wants one mail a day too
    (mail,) = mailoutbox
    assert mail.subject == "Your move against Bo: 3 days left"
    assert "you have 3 days left" in " ".join(mail.body.split())
    assert f"until Saturday {AT + 10 * DAY:%-d %B %Y}, 12:00 UTC" in " ".join(mail.body.split())
    page = str(mail.alternatives[0][0])
    assert "3 days left" in page


def test_a_warning_is_dropped_once_the_move_was_made() -> None:
    white = person()
    row = game(white, person(), control=TEN_DAYS)
    sweep(at=AT + 7 * DAY)
    playing.make_move(row.pk, "e4", actor=white, at=AT + 7 * DAY)
    send_due(at=AT + 7 * DAY)
    assert Mail.objects.get(kind="low-time").dropped == stale_mail.ANSWERED


def test_a_warning_is_dropped_once_its_time_no_longer_holds() -> None:
    white = person()
    game(white, person(), control=TEN_DAYS)
    sweep(at=AT + 7 * DAY)
    leave.take(white.player, first=(AT + 8 * DAY).date(), last=(AT + 20 * DAY).date(), actor=white, at=AT + 7 * DAY)
    send_due(at=AT + 7 * DAY)
    assert Mail.objects.get(kind="low-time").dropped == stale_mail.ANSWERED
