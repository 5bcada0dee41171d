"""The daily mail comes at seven in the reader's morning, with what there was before; what comes later waits."""

from datetime import UTC, datetime, timedelta

import pytest

from slowmate.server.accounts.models import User
from slowmate.server.jobs.mail import send_digests
from slowmate.server.mail.models import Mail
from tests.support.people import game, person

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)


def reader(zone: str = "UTC") -> User:
    return person("Bo", mail_mode="digest", zone=zone)


def first_written(zone: str, *, news: datetime) -> datetime:
    """When, to a quarter of an hour, the daily mail with some news is written."""
    game(person(), reader(zone), at=news)
    quarters = (news.replace(minute=0) + n * 15 * MINUTE for n in range(1, 4 * 48))
    return next(at for at in quarters if send_digests(at=at))


def test_news_of_the_forenoon_waits_for_the_next_morning() -> None:
    at_ten = datetime(2024, 5, 2, 10, 0, tzinfo=UTC)
    game(person(), reader(), at=at_ten)
    assert send_digests(at=at_ten + MINUTE) == 0
    assert send_digests(at=at_ten + 20 * HOUR + 59 * MINUTE) == 0
    assert send_digests(at=at_ten + 21 * HOUR) == 1


def test_a_worker_that_was_away_at_seven_writes_it_when_it_is_back_without_what_came_since() -> None:
    bo, seven = reader(), datetime(2024, 5, 2, 7, 0, tzinfo=UTC)
    game(person(), bo, at=seven - MINUTE)
    game(person(), bo, at=seven)
    assert send_digests(at=seven + 3 * HOUR) == 1
    assert len(Mail.objects.get(kind="digest").facts["mails"]) == 1
    assert send_digests(at=seven + 4 * HOUR) == 0
    assert send_digests(at=seven + DAY) == 1


@pytest.mark.parametrize(
    ("zone", "news", "written"),
    [
        ("Europe/Prague", datetime(2024, 3, 30, 12, tzinfo=UTC), datetime(2024, 3, 31, 5, tzinfo=UTC)),
        ("Europe/Prague", datetime(2024, 10, 26, 12, tzinfo=UTC), datetime(2024, 10, 27, 6, tzinfo=UTC)),
        ("America/Los_Angeles", datetime(2024, 3, 9, 16, tzinfo=UTC), datetime(2024, 3, 10, 14, tzinfo=UTC)),
        ("Asia/Kathmandu", datetime(2024, 5, 2, 2, tzinfo=UTC), datetime(2024, 5, 3, 1, 15, tzinfo=UTC)),
        ("nowhere", datetime(2024, 5, 2, 8, tzinfo=UTC), datetime(2024, 5, 3, 7, tzinfo=UTC)),
    ],
)
def test_it_is_seven_there_also_on_the_day_the_clocks_are_changed(zone: str, news: datetime, written: datetime) -> None:
    assert first_written(zone, news=news) == written
