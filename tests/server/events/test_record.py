"""A section read off its rows is what the core computes tables from."""

from fractions import Fraction

import pytest
from pytest_django import DjangoAssertNumQueries

from slowmate.events.running.standings import standings
from slowmate.records import Result
from slowmate.server.events.queries.record import record_of, sections_with_event
from tests.support import events

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


def test_a_section_gives_the_table_of_its_games() -> None:
    players = events.players(5)
    results = {(1, 2): Result.WHITE_WINS, (1, 3): Result.DRAW, (2, 5): Result.BLACK_WINS}
    row = events.section(events.event("open"), players, results)
    table = standings(record_of(row)).value
    points = {line.id: line.points for line in table}
    assert points == {
        str(players[0].pk): Fraction(3, 2),
        str(players[1].pk): 0,
        str(players[2].pk): Fraction(1, 2),
        str(players[3].pk): 0,
        str(players[4].pk): 1,
    }
    assert sum(line.running for line in table) == 2 * (10 - 3)


@pytest.mark.parametrize("size", [3, 7])
def test_reading_a_section_takes_three_queries_whatever_its_size(
    size: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    row = events.section(events.event("open"), events.players(size), {})
    with django_assert_num_queries(3):
        record_of(sections_with_event().get(pk=row.pk))


def test_what_was_frozen_on_the_seat_is_not_changed_by_the_profile() -> None:
    players = events.players(3)
    row = events.section(events.event("open"), players, {})
    players[0].rating, players[0].name = 2777, "Somebody Else"
    players[0].save()
    found = record_of(row).players[0]
    assert (found.rating, found.name) != (2777, "Somebody Else")
