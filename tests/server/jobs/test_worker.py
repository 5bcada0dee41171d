"""The worker's loop: what is due is done, what fails is tried again, and others are not kept waiting."""

import itertools
import json
import logging
from datetime import timedelta
from threading import Event
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from pytest_django import DjangoAssertNumQueries

from slowmate.play import clocks
from slowmate.server.games.models import Game
from slowmate.server.games.services import games, playing
from slowmate.server.jobs import worker
from slowmate.server.jobs.models import Pulse
from slowmate.server.jobs.sweep import sweep
from slowmate.server.jobs.verify import differences
from slowmate.server.mail import delivery
from slowmate.server.mail import letters as mail_letters
from slowmate.server.mail.models import Mail
from slowmate.server.site import clock
from slowmate.server.site.logging import Json, logging_config, without_keys
from tests.support.people import AT, game, person

pytestmark = pytest.mark.postgresql

DAY = timedelta(days=1)


@pytest.mark.django_db
def test_one_round_lets_flags_fall_sends_mail_and_leaves_a_pulse(mailoutbox: list[object]) -> None:
    row = game(person(), person(), control=clocks.FixedDays(days=3), at=clock.now() - 4 * DAY)
    worker.run_once()
    row.refresh_from_db()
    assert (row.status, row.termination) == (Game.Status.FINISHED, "time")
    assert row.finished == row.starts + 3 * DAY
    assert not Mail.objects.filter(sent=None, dropped="").exists()
    assert len(mailoutbox) == Mail.objects.exclude(sent=None).count() > 0
    assert set(Pulse.objects.values_list("name", flat=True)) == {"sweep", "mail", "events", "rights", "titles"}


@pytest.mark.django_db
def test_after_downtime_everything_carries_the_instant_of_the_rules() -> None:
    """A server that looked every day and one that slept for a year have recorded the same."""
    control = clocks.Classic(moves=10, days=30)
    watched, slept = (game(person(), person(), "e4", control=control) for _ in range(2))
    for day in range(1, 366):
        games.look_at_clock(watched.pk, at=AT + day * DAY)
    games.look_at_clock(slept.pk, at=AT + 365 * DAY)
    watched.refresh_from_db()
    slept.refresh_from_db()
    assert watched.status == Game.Status.FINISHED
    columns = ("result", "termination", "finished", "plies", "due", "deadline")
    assert [getattr(watched, name) for name in columns] == [getattr(slept, name) for name in columns]
    assert watched.events.get(type="ended").data == slept.events.get(type="ended").data


@pytest.mark.django_db
@pytest.mark.parametrize("days", [1, 10, 400])
def test_a_clock_that_is_set_back_turns_no_game_back(days: int) -> None:
    """Nothing happens before what has happened; once the clock has caught up, games go on as they would have."""
    white, black = person(), person()
    row = game(white, black, "e4", "e5", control=clocks.FixedDays(days=3))
    back = AT - days * DAY
    assert sweep(at=back) == 0
    playing.make_move(row.pk, "Nf3", actor=white, at=back)
    row.refresh_from_db()
    assert (row.last_move_at, row.deadline) == (AT, AT + 3 * DAY)
    assert sweep(at=AT + 3 * DAY - timedelta(seconds=1)) in (0, 1)  # a warning, at most
    assert Game.objects.get(pk=row.pk).status == Game.Status.RUNNING
    assert sweep(at=AT + 30 * DAY) == 1
    assert sweep(at=back) == sweep(at=AT + 30 * DAY) == 0
    row.refresh_from_db()
    assert (row.status, row.result, row.finished) == (Game.Status.FINISHED, "1-0", AT + 3 * DAY)
    assert list(differences()) == []


@pytest.mark.django_db
def test_a_slow_mail_server_does_not_keep_the_clocks_waiting(
    mailoutbox: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(3):
        game(person(), person(), at=clock.now())
    seconds = itertools.count(0, worker.MAIL_TIME_SLICE)
    passed = next(seconds)
    monkeypatch.setattr("slowmate.server.jobs.worker.monotonic", lambda: passed)
    send = mail_letters.letter

    def slowly(*given: Any) -> Any:
        nonlocal passed
        passed = next(seconds)
        return send(*given)

    monkeypatch.setattr(delivery, "letter", slowly)
    worker.send_mail(lambda: True)
    assert len(mailoutbox) == 1
    for _ in range(5):
        worker.send_mail(lambda: True)
    assert len(mailoutbox) == 6
    assert not Mail.objects.exclude(tries=1).exists()


@pytest.mark.django_db
def test_a_game_that_fails_does_not_keep_the_others_waiting(caplog: pytest.LogCaptureFixture) -> None:
    broken, well = (game(person(), person(), control=clocks.FixedDays(days=3)) for _ in range(2))
    Game.objects.filter(pk=broken.pk).update(snapshot='{"nonsense": true}')
    with caplog.at_level(logging.ERROR):
        assert sweep(at=AT + 4 * DAY) == 1
    well.refresh_from_db()
    assert well.status == Game.Status.FINISHED
    assert any(record.__dict__.get("game") == broken.pk for record in caplog.records)


@pytest.mark.django_db
def test_the_sweep_asks_only_for_what_is_due(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    for _ in range(3):
        game(person(), person())
    with django_assert_num_queries(1):
        assert sweep(at=AT) == 0


def test_a_job_that_fails_waits_longer_each_time_and_then_is_well_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("slowmate.server.jobs.worker.monotonic", lambda: 1000.0)
    answers = iter([ValueError("no"), ValueError("no"), None])
    done = []

    def do(_go_on: object) -> None:
        done.append(1)
        answer = next(answers)
        if answer:
            raise answer

    job = worker.Job("test", do, every=10)
    waits = []
    for _ in range(3):
        job.next = 0
        job.run_if_due(lambda: True)
        waits.append(job.next - 1000)
    assert waits == [20, 40, 10]
    assert job.failures == 0
    job.run_if_due(lambda: True)
    assert len(done) == 3  # not due


@pytest.mark.django_db
def test_the_worker_stops_when_it_is_asked_or_orphaned() -> None:
    stop = Event()
    stop.set()
    worker.run(stop)
    worker.run(Event(), is_orphan=lambda: True)
    assert Pulse.objects.count() == 0


# logs


def test_a_line_of_the_log_is_one_json_object_with_what_was_passed() -> None:
    record = logging.LogRecord("slowmate.x", logging.INFO, __file__, 1, "mail %s", ("sent",), None)
    record.__dict__["mails"] = 3
    line = json.loads(Json().format(record))
    assert (line["level"], line["logger"], line["message"], line["mails"]) == ("info", "slowmate.x", "mail sent", 3)


def test_private_keys_are_not_logged() -> None:
    assert without_keys("GET /feeds/17-abcdef.ics 200") == "GET /feeds/....ics 200"
    assert without_keys("POST /unsubscribe/AbC123") == "POST /unsubscribe/..."
    assert without_keys('"/accounts/confirm-email/Mg:1a-b:c_d/"') == '"/accounts/confirm-email/.../"'
    assert without_keys("GET /accounts/password/reset/key/3-d7-ab/") == "GET /accounts/password/reset/key/.../"


def test_an_unknown_style_of_logs_is_refused() -> None:
    with pytest.raises(ImproperlyConfigured, match="SLOWMATE_LOG"):
        logging_config(style="xml", level=None)
