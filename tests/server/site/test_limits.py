"""Limits are counted where nothing but time makes them forgotten, however much is counted for others."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache, caches
from django.db import connection
from django.test import Client

from tests.server.signing import sign_in
from tests.support.people import person

pytestmark = pytest.mark.django_db


def rows_of_limits() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT COUNT(*) FROM slowmate_cache")
        return int(cursor.fetchone()[0])


def test_the_first_of_two_thousand_counters_is_still_there() -> None:
    for n in range(2000):
        cache.add(f"{n:04}", n, 3600)
    assert cache.get("0000") == 0
    assert rows_of_limits() >= 2000


def test_counters_that_have_run_out_are_deleted_at_the_next_write() -> None:
    before = rows_of_limits()
    cache.set("over", 1, timeout=-timedelta(minutes=1).total_seconds())
    assert cache.get("over") is None
    cache.set("live", 1, 3600)
    cache.set("also-live", 1, 3600)
    assert cache.get("live") == 1
    assert rows_of_limits() <= before + 2


@pytest.mark.slow
def test_a_locked_sign_in_stays_locked_through_600_failed_ones_of_others() -> None:
    user = person()
    for _ in range(5):
        sign_in(Client(REMOTE_ADDR="192.0.2.1"), user.email, "wrong password")
    for n in range(600):
        place = f"198.51.{n // 200}.{n % 200}"
        answer = sign_in(Client(REMOTE_ADDR=place), f"nobody{n}@example.org", "wrong password")
        assert answer.status_code == 200, "others are judged"
    assert sign_in(Client(REMOTE_ADDR="192.0.2.2"), user.email).status_code == 429


def test_pages_of_visitors_write_nothing_beside_the_limits() -> None:
    before = rows_of_limits()
    for address in ("/", "/events", "/players", "/ratings", "/titles", "/rulebook?q=draw", "/verify"):
        assert Client().get(address).status_code == 200, address
    assert rows_of_limits() == before


def test_what_takes_long_to_compute_is_not_thrown_away_after_300() -> None:
    computed: Any = caches["computed"]
    for n in range(400):
        computed.set(f"{n:04}", n)
    assert computed.get("0000") == 0
