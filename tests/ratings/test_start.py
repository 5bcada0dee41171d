"""Rule 9.4 and item 11: start ratings, levels of events, FIDE lists and adjustments."""

from datetime import date

import pytest

from slowmate.ratings.start import LEVELS, adjusted_start_rating, event_level, fide_list, start_rating
from slowmate.records import KINDS
from slowmate.rulebook import Refused

DAYS = {"ICCF-TR-2016": date(2016, 5, 10), "ICCF-TR-2017": date(2017, 5, 10)}
EDITIONS = list(DAYS)


@pytest.mark.clause("ICCF-TR-2016 9.4/1", "ICCF-TR-2017 9.4/1")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_published_rating_of_the_list_then_valid_is_the_start_rating(edition: str) -> None:
    found = start_rating(on=DAYS[edition], published=2311, fide=2143)
    assert found.value == 2311
    assert found.grounds[0].facts["valid_from"] == date(DAYS[edition].year, 4, 1)
    assert str(found.grounds[0].clause) == f"{edition} 9.4/1"


@pytest.mark.clause("ICCF-TR-2016 9.4/2", "ICCF-TR-2017 9.4/2")
@pytest.mark.parametrize("edition", EDITIONS)
def test_without_one_the_fide_rating_is(edition: str) -> None:
    level = event_level(KINDS["open-class"], on=DAYS[edition])
    assert start_rating(on=DAYS[edition], published=None, fide=2143, level=level).value == 2143


@pytest.mark.clause("ICCF-TR-2016 9.4/3", "ICCF-TR-2017 9.4/3")
@pytest.mark.parametrize("edition", EDITIONS)
def test_without_either_the_level_of_the_event_is(edition: str) -> None:
    level = event_level(KINDS["master-class"], on=DAYS[edition])
    assert start_rating(on=DAYS[edition], published=None, level=level).value == 2200
    with pytest.raises(Refused):
        start_rating(on=DAYS[edition], published=None)


@pytest.mark.clause("ICCF-TR-2016 9.4/4", "ICCF-TR-2017 9.4/4", "ICCF-RATING-2023 2.1(a)/FIDE")
@pytest.mark.parametrize(
    ("day", "fide"),
    [
        (date(2016, 5, 15), date(2016, 4, 1)),
        (date(2017, 5, 15), date(2017, 4, 1)),
        (date(2024, 4, 1), date(2024, 4, 1)),
        (date(2024, 3, 31), date(2024, 1, 1)),
        (date(2024, 12, 31), date(2024, 10, 1)),
    ],
)
def test_only_fide_lists_that_begin_with_an_iccf_list_count(day: date, fide: date) -> None:
    assert fide_list(on=day).value == fide


@pytest.mark.clause("ICCF-TR-2016 9.4/5", "ICCF-TR-2017 9.4/5")
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_commissioner_adjusts_a_start_rating_with_a_reason(edition: str) -> None:
    found = adjusted_start_rating(1800, 2150, reason="plays in the first league", on=DAYS[edition])
    assert found.value == 2150
    assert found.grounds[0].facts == {
        "old": 1800,
        "new": 2150,
        "reason": "plays in the first league",
        "from": DAYS[edition],
    }
    with pytest.raises(Refused):
        adjusted_start_rating(1800, 2150, reason="  ", on=DAYS[edition])


@pytest.mark.clause(
    "ICCF-TR-2016 App1.11/1800", "ICCF-TR-2016 App1.11/1900", "ICCF-TR-2016 App1.11/2000", "ICCF-TR-2016 App1.11/2100",
    "ICCF-TR-2016 App1.11/2200", "ICCF-TR-2016 App1.11/2300", "ICCF-TR-2016 App1.11/2400", "ICCF-TR-2016 App1.11/2450",
    "ICCF-TR-2016 App1.11/2500", "ICCF-TR-2017 App1.11/1800", "ICCF-TR-2017 App1.11/1900", "ICCF-TR-2017 App1.11/2000",
    "ICCF-TR-2017 App1.11/2100", "ICCF-TR-2017 App1.11/2200", "ICCF-TR-2017 App1.11/2300", "ICCF-TR-2017 App1.11/2400",
    "ICCF-TR-2017 App1.11/2450", "ICCF-TR-2017 App1.11/2500",
)  # fmt: skip
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("slug", "level"),
    [
        ("open-class", 1800), ("world-cup-preliminary", 1800), ("open-preliminary", 1800),
        ("ladies-world-championship-semi-final", 1900), ("ladies-olympiad-final", 1900),
        ("higher-class", 2000), ("veterans-world-cup-semi-final", 2000), ("open-semi-final", 2000),
        ("ladies-world-championship-final", 2100),
        ("master-class", 2200), ("world-cup-final", 2200), ("zonal-preliminary", 2200), ("invitational-team", 2200),
        ("invitational", 2200), ("open-final", 2200),
        ("master-norm", 2300),
        ("world-championship-semi-final", 2400), ("zonal-semi-final", 2400), ("olympiad-preliminary", 2400),
        ("grandmaster-norm", 2450),
        ("world-championship-candidates", 2500), ("zonal-final", 2500), ("olympiad-final", 2500),
    ],
)  # fmt: skip
def test_every_kind_of_event_assumes_its_rating(edition: str, slug: str, level: int) -> None:
    found = event_level(KINDS[slug], on=DAYS[edition])
    assert (found.value, str(found.grounds[0].clause)) == (level, f"{edition} App1.11/{level}")


def test_levels_are_given_to_kinds_that_exist() -> None:
    slugs = {slug for kinds in LEVELS.values() for slug in kinds.under("ICCF-TR-2017")[1]}
    assert slugs <= set(KINDS)


@pytest.mark.clause("ICCF-TR-2016 App1.11/national", "ICCF-TR-2017 App1.11/national")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("rated", "level"), [([2380, 2450, 2460], 2400), ([2100, 2151], 2126), ([2100, 2150], 2125)])
def test_a_national_event_assumes_the_average_of_its_rated_players(edition: str, rated: list[int], level: int) -> None:
    assert event_level(KINDS["national"], on=DAYS[edition], rated=rated).value == level


@pytest.mark.clause("ICCF-TR-2016 App1.11/friendly", "ICCF-TR-2017 App1.11/friendly")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("proposed", "confirmed", "level"), [(2000, True, 2000), (2000, False, 1800), (None, False, 1800)]
)
def test_a_friendly_match_assumes_1800_unless_another_value_is_confirmed(
    edition: str, proposed: int | None, confirmed: bool, level: int
) -> None:
    found = event_level(KINDS["friendly-match"], on=DAYS[edition], proposed=proposed, confirmed=confirmed)
    assert found.value == level


@pytest.mark.clause("ICCF-TR-2016 App1.11/new", "ICCF-TR-2017 App1.11/new")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_new_kind_of_event_is_announced_with_its_value(edition: str) -> None:
    assert event_level(KINDS["memorial-under-2300"], on=DAYS[edition], announced=1950).value == 1950
    with pytest.raises(Refused) as refused:
        event_level(KINDS["memorial-under-2300"], on=DAYS[edition])
    assert str(refused.value.grounds[0].clause) == f"{edition} App1.11/new"
