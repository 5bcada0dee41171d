"""A title confirmed after the start list: it counts for opponents until the quarter of the start is over (10.2(c))."""

import json
from datetime import UTC, date, datetime

import pytest
from django.test import Client

from slowmate.formats.event_json import read_event
from slowmate.server.events.models import Decision, Seat, Section
from slowmate.server.events.queries.record import record_of, sections_with_event
from slowmate.server.jobs import titles as job
from slowmate.server.people.models import Player
from slowmate.server.titles.models import Norm
from slowmate.server.titles.queries.register_check import wrong_norms
from slowmate.server.titles.services import awards
from slowmate.titles.iccf.statement import statement
from slowmate.titles.norms import norms
from tests.support import finished
from tests.support.sections import change, section

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


def kept(start: date, state: str = Section.State.RUNNING, *, title: str = "SIM") -> tuple[Section, Player, Player]:
    """A section of thirteen, its first player, and one who holds a lower title when the list is posted."""
    event = section([2400] * 13, start=start, scores={"1": 9} if state == Section.State.FINISHED else None, ended=start)
    event = change(event, "2", title=title)
    row = finished.keep(event, state=state)
    first, second = (row.seats.get(number=number).player for number in (1, 2))
    return row, first, second


def met(row: Section, player: Player) -> tuple[object, object]:
    report = norms(record_of(sections_with_event().get(pk=row.pk)))
    line = next(line for line in report.players if line.id == str(player.pk))
    return line.extra["gm_games"], line.extra["sim_games"]


@pytest.mark.clause("ICCF-TR-2017 10.2(c)/date")
@pytest.mark.parametrize(("confirmed", "counts"), [(date(2017, 6, 30), True), (date(2017, 7, 1), False)])
def test_a_title_counts_until_the_last_day_of_the_quarter(confirmed: date, counts: bool) -> None:
    row, first, second = kept(date(2017, 5, 10))
    assert met(row, first) == (0, 1)
    awards.import_title(second, "GM", confirmed, source="Congress", at=datetime(2017, 7, 2, tzinfo=UTC))
    assert met(row, first) == ((1, 0) if counts else (0, 1))
    seat = Seat.objects.get(section=row, player=second)
    assert (seat.title, seat.later_title) == ("SIM", "GM" if counts else "")
    assert Decision.objects.filter(section=row, what="count a later title").exists() is counts


@pytest.mark.clause("ICCF-TR-2016 10.10(e)")
@pytest.mark.parametrize(("confirmed", "counts"), [(date(2017, 3, 9), True), (date(2017, 3, 10), False)])
def test_before_2017_the_start_is_the_last_day(confirmed: date, counts: bool) -> None:
    row, first, second = kept(date(2017, 3, 10))
    awards.import_title(second, "GM", confirmed, source="Congress", at=datetime(2017, 3, 20, tzinfo=UTC))
    assert met(row, first) == ((1, 0) if counts else (0, 1))


def test_the_statement_of_the_start_and_the_posted_title_stay_and_the_file_says_both(client: Client) -> None:
    row, first, second = kept(date(2017, 5, 10))
    before = statement(record_of(row)).value
    awards.import_title(second, "GM", date(2017, 6, 20), source="Congress", at=datetime(2017, 6, 20, tzinfo=UTC))
    event = record_of(sections_with_event().get(pk=row.pk))
    assert statement(event).value.titled == before.titled
    said = client.get(f"/sections/{row.pk}/event.json")
    found = read_event(b"".join(said.streaming_content) if said.streaming else said.content, file="event.json")  # type: ignore[attr-defined]
    assert {line.id: line.extra for line in norms(found).players} == {
        line.id: line.extra for line in norms(event).players
    }
    player = next(one for one in json.loads(said.content)["players"] if one["id"] == str(second.pk))
    assert (player["title"], player["later_title"], player["later_title_date"]) == ("SIM", "GM", "2017-06-20")
    assert met(row, first) == (1, 0)


def test_a_section_that_is_over_already_is_looked_at_again() -> None:
    _row, first, second = kept(date(2017, 5, 10), Section.State.FINISHED)
    job.look_at_ended(at=datetime(2017, 6, 1, tzinfo=UTC))
    assert Norm.objects.get(player=first, title="GM", state__in=Norm.LIVE).gm_games == 0
    awards.import_title(second, "GM", date(2017, 6, 20), source="Congress", at=datetime(2017, 6, 20, tzinfo=UTC))
    job.look_at_changed(at=datetime(2017, 6, 21, tzinfo=UTC), since=datetime(2017, 6, 21, tzinfo=UTC))
    assert Norm.objects.get(player=first, title="GM", state__in=Norm.LIVE).gm_games == 1
    assert list(wrong_norms()) == []
