"""The calendar of deadlines, for programs."""

import re
from datetime import UTC

import pytest
from django.test import Client

from slowmate.server.site import clock
from tests.support.people import game, person

pytestmark = pytest.mark.django_db


def test_the_calendar_lists_my_deadlines_and_nobody_elses(client: Client) -> None:
    from slowmate.server.games.queries.calendar import key_of  # noqa: PLC0415 - named where it is used

    white, black = person("Ada"), person("Bo, the; Bold \\")
    row = game(black, white, "e4", at=clock.now())
    game(white, black, "e4", at=clock.now())  # Bo is on move
    response = client.get(f"/feeds/{key_of(white)}.ics")
    assert response["Content-Type"] == "text/calendar; charset=utf-8"
    text = response.content.decode()
    assert all(len(line.encode()) <= 75 for line in text.split("\r\n"))
    lines = text.replace("\r\n ", "").split("\r\n")
    assert lines.count("BEGIN:VEVENT") == 1
    row.refresh_from_db()
    assert row.deadline is not None
    assert f"DTSTART:{row.deadline.astimezone(UTC):%Y%m%dT%H%M%SZ}" in lines
    assert "SUMMARY:Your move against Bo\\, the\\; Bold \\\\: the time is up" in lines


def test_a_calendars_address_cannot_be_guessed_and_can_be_changed(client: Client) -> None:
    from slowmate.server.games.queries.calendar import key_of  # noqa: PLC0415

    user, other = person(), person()
    key = key_of(user)
    assert client.get(f"/feeds/{other.pk}-{key.partition('-')[2]}.ics").status_code == 404
    assert client.get("/feeds/nonsense.ics").status_code == 404
    client.force_login(user)
    assert key in client.get("/feeds").content.decode()
    client.post("/feeds")
    assert client.get(f"/feeds/{key}.ics").status_code == 404
    user.refresh_from_db()
    assert client.get(f"/feeds/{key_of(user)}.ics").status_code == 200


def test_the_calendar_reminds_a_day_before_each_deadline(client: Client) -> None:
    from slowmate.server.games.queries.calendar import key_of  # noqa: PLC0415

    white, black = person("Ada"), person("Bo; the Bold")
    game(white, black, at=clock.now())
    lines = client.get(f"/feeds/{key_of(white)}.ics").content.decode().replace("\r\n ", "").split("\r\n")
    begins, ends = lines.index("BEGIN:VALARM"), lines.index("END:VALARM")
    assert lines.index("BEGIN:VEVENT") < begins < ends < lines.index("END:VEVENT")
    said = "DESCRIPTION:One day left for your move against Bo\\; the Bold"
    assert lines[begins + 1 : ends] == ["ACTION:DISPLAY", "TRIGGER:-P1D", said]


def test_the_calendar_says_what_it_is_and_makes_a_new_address(client: Client) -> None:
    client.force_login(person("Anna"))
    body = client.get("/feeds").content.decode()
    (old,) = re.findall(r'<a href="[^"]+(/feeds/[^"]+\.ics)"', body)
    assert client.get(old).content.startswith(b"BEGIN:VCALENDAR")
    client.post("/feeds")
    (new,) = re.findall(r'<a href="[^"]+(/feeds/[^"]+\.ics)"', client.get("/feeds").content.decode())
    assert (client.get(old).status_code, client.get(new).status_code) == (404, 200)
