"""Rule 9.2: which events are rated, and in which pool."""

from datetime import date

import pytest

from slowmate.ratings.eligible import ReflectionTime, has_enough_time, is_rated, pool
from slowmate.records import KINDS

DAYS = {"ICCF-TR-2016": date(2016, 6, 1), "ICCF-TR-2017": date(2018, 6, 1)}
USUAL = ReflectionTime(10, 50)
EDITIONS = list(DAYS)


@pytest.mark.clause("ICCF-TR-2016 9.2(a)", "ICCF-TR-2017 9.2(a)")
@pytest.mark.parametrize("edition", EDITIONS)
def test_all_but_thematic_events_are_rated(edition: str) -> None:
    thematic = is_rated(KINDS["thematic"], on=DAYS[edition], time=USUAL)
    assert thematic.value is False
    assert str(thematic.grounds[0].clause) == f"{edition} 9.2(a)"
    for slug in (
        "world-championship-final",
        "world-cup-preliminary",
        "grandmaster-norm",
        "champions-league-a",
        "invitational",
    ):
        assert is_rated(KINDS[slug], on=DAYS[edition], time=USUAL).value is True


@pytest.mark.clause("ICCF-TR-2016 9.2(b)", "ICCF-TR-2017 9.2(b)")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("slug", ["zonal-final", "zonal-team", "open-class", "higher-class", "master-class"])
def test_zonal_and_promotion_events_are_rated(edition: str, slug: str) -> None:
    found = is_rated(KINDS[slug], on=DAYS[edition], time=USUAL)
    assert (found.value, str(found.grounds[0].clause)) == (True, f"{edition} 9.2(b)")


@pytest.mark.clause("ICCF-TR-2016 9.2(c)", "ICCF-TR-2017 9.2(c)")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("agreed", [True, False])
def test_national_events_are_rated_by_agreement(edition: str, agreed: bool) -> None:
    assert is_rated(KINDS["national"], on=DAYS[edition], time=USUAL, agreed=agreed).value is agreed


@pytest.mark.clause("ICCF-TR-2016 9.2(d)", "ICCF-TR-2017 9.2(d)")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("authorised", [True, False])
def test_other_events_are_rated_when_authorised(edition: str, authorised: bool) -> None:
    day = DAYS[edition]
    for slug in ("chess960", "memorial-under-2300"):
        assert is_rated(KINDS[slug], on=day, time=USUAL, authorised=authorised).value is authorised
    found = is_rated(KINDS["invitational-team"], on=day, time=USUAL, authorised=authorised, scheveningen=True)
    assert (found.value, str(found.grounds[0].clause)) == (authorised, f"{edition} 9.2(d)")


@pytest.mark.clause("ICCF-TR-2016 9.2(e)", "ICCF-TR-2017 9.2(e)")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("countries", [True, False])
def test_friendly_matches_between_countries_are_rated(edition: str, countries: bool) -> None:
    found = is_rated(KINDS["friendly-match"], on=DAYS[edition], time=USUAL, between_countries=countries)
    assert found.value is countries


@pytest.mark.clause("ICCF-TR-2016 9.2*", "ICCF-TR-2017 9.2*")
@pytest.mark.parametrize("edition", EDITIONS)
def test_chess960_has_a_pool_of_its_own(edition: str) -> None:
    assert pool(KINDS["chess960"], on=DAYS[edition]).value == "chess960"
    assert pool(KINDS["chess960-world-cup"], on=DAYS[edition]).value == "chess960"
    assert pool(KINDS["open-class"], on=DAYS[edition]).value == "chess"


@pytest.mark.clause("ICCF-TR-2016 9.2/time-server", "ICCF-TR-2017 9.2/time-server", "ICCF-RATING-2023 1.3/time-server")
@pytest.mark.parametrize("day", [date(2016, 6, 1), date(2018, 6, 1), date(2024, 1, 1)])
@pytest.mark.parametrize(
    ("moves", "days", "enough"), [(10, 50, True), (10, 20, False), (10, 30, True), (50, 150, True), (50, 149, False)]
)
def test_a_game_on_the_server_needs_three_days_a_move(day: date, moves: int, days: int, enough: bool) -> None:
    assert has_enough_time(ReflectionTime(moves, days), on=day).value is enough


@pytest.mark.clause("ICCF-TR-2016 9.2/time-post", "ICCF-TR-2017 9.2/time-post", "ICCF-RATING-2023 1.3/time-post")
@pytest.mark.parametrize("day", [date(2016, 6, 1), date(2018, 6, 1), date(2024, 1, 1)])
@pytest.mark.parametrize(("days", "enough"), [(30, True), (20, True), (19, False), (15, False)])
def test_a_postal_game_needs_two_days_a_move(day: date, days: int, enough: bool) -> None:
    assert has_enough_time(ReflectionTime(10, days, postal=True), on=day).value is enough


@pytest.mark.clause(
    "ICCF-TR-2016 9.2/post-on-server", "ICCF-TR-2017 9.2/post-on-server", "ICCF-RATING-2023 1.3/post-on-server"
)
@pytest.mark.parametrize("day", [date(2016, 6, 1), date(2018, 6, 1), date(2024, 1, 1)])
@pytest.mark.parametrize("on_webserver", [True, False])
def test_a_postal_event_is_administered_on_the_webserver(day: date, on_webserver: bool) -> None:
    time = ReflectionTime(10, 30, postal=True)
    found = is_rated(KINDS["open-class"], on=day, time=time, on_webserver=on_webserver)
    assert found.value is on_webserver
