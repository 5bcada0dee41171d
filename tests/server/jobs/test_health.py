"""`/healthz`: 200 while database and worker are well, 503 with what is wrong."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client

from slowmate import __version__
from slowmate.server.jobs import worker
from slowmate.server.jobs.models import Pulse
from slowmate.server.mail.models import Mail
from slowmate.server.site import clock
from tests.support.people import game, person

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


def beat() -> None:
    worker.record_heartbeat("sweep")
    worker.record_heartbeat("mail")


def test_a_server_with_a_worker_is_well(client: Client) -> None:
    beat()
    response = client.get("/healthz")
    assert response.status_code == 200
    assert response.json()["status"] == "ok"
    assert response.json()["version"] == __version__
    assert set(response.json()) == {"status", "version", "checks", "wrong"}


def test_a_server_whose_worker_never_ran_is_not(client: Client) -> None:
    response = client.get("/healthz")
    assert response.status_code == 503
    assert "worker: sweep: has never run" in response.json()["wrong"]


@pytest.mark.parametrize(("seconds", "status"), [(60, 200), (61, 503)])
def test_a_worker_may_be_silent_for_a_minute(client: Client, seconds: int, status: int) -> None:
    at = clock.now() - timedelta(seconds=seconds)
    for name in ("sweep", "mail"):
        Pulse.objects.create(name=name, at=at)
    with clock.shifted(timedelta(0)):
        response = client.get("/healthz")
    # a second may pass between the two readings of the clock
    assert response.status_code in ({status} if seconds > 60 else {200, 503})
    if response.status_code == 503:
        assert response.json()["wrong"][0].startswith("worker: sweep: ran 6")


@pytest.mark.parametrize(("ahead", "status"), [(30, 200), (3 * 86400, 503)])
def test_a_pulse_from_the_future_hides_no_dead_worker(client: Client, ahead: int, status: int) -> None:
    """The clock was set back by days: until the worker beats again, nobody knows that it lives."""
    with clock.shifted(timedelta(seconds=ahead)):
        beat()
    assert client.get("/healthz").status_code == status
    beat()
    assert client.get("/healthz").status_code == 200


def test_deadlines_and_mail_that_are_late_are_told(client: Client) -> None:
    beat()
    game(person(), person(), at=clock.now() - timedelta(days=60))
    wrong = client.get("/healthz").json()["wrong"]
    assert wrong == ["deadlines: 1 more than a minute late", "mail: 2 not tried for half an hour"]


def test_a_mail_server_that_takes_nothing_is_told_and_one_bad_address_is_not(client: Client) -> None:
    beat()
    at = clock.now()
    game(person(), person(), at=at - timedelta(minutes=9))
    Mail.objects.update(tries=1)
    assert client.get("/healthz").status_code == 200
    Mail.objects.update(made=at - timedelta(minutes=11))
    wrong = client.get("/healthz").json()["wrong"]
    assert wrong == ["mail server: 2 tried in vain for ten minutes, and nothing was sent since"]
    first = Mail.objects.order_by("pk")[0]
    Mail.objects.filter(pk=first.pk).update(sent=at)
    assert client.get("/healthz").status_code == 200


def test_a_database_that_does_not_answer_is_told(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    from django.db import OperationalError  # noqa: PLC0415 - named where it is used

    def broken(*_args: object) -> None:
        raise OperationalError("gone")

    monkeypatch.setattr(connection, "cursor", broken)
    response = client.get("/healthz")
    assert response.status_code == 503
    assert response.json()["wrong"] == ["database: does not answer (OperationalError)"]
