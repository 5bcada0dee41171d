"""Titles from norms: games, overscore, the quota of Grandmasters, and what is missing."""

from dataclasses import replace
from datetime import date
from itertools import count
from typing import Any

import pytest

from slowmate.ratings.periods import list_of_quarter
from slowmate.titles.iccf.awards import MissingForTitle, NormRecord, counts_for, missing_for_title
from slowmate.titles.iccf.quota import is_usable, meets_quota, title_counts, titled_games
from slowmate.titles.iccf.schedule import sections
from slowmate.words.titles import say_missing
from tests.support.sections import change, section

E2016, E2017 = date(2017, 3, 31), date(2017, 4, 1)
BOTH = pytest.mark.parametrize("on", [E2016, E2017])


EVENTS = count(1)
STRONG = "Grandmasters (or fixed ratings from 2600)"


def norm(title: str, games: int, overscore: int = 0, *, gm: int = 5, sim: int = 0, **more: Any) -> NormRecord:
    """A norm, each from an event of its own."""
    record = NormRecord(title, f"Event {next(EVENTS)}", date(2016, 2, 1), date(2016, 12, 1), games, overscore, gm, sim)
    return replace(record, **more)


def lacks(title: str, *norms: NormRecord, on: date, rated_games: int | None = 100) -> MissingForTitle:
    return missing_for_title(title, norms, on=on, rated_games=rated_games).value


@pytest.mark.clause(
    "ICCF-TR-2017 10.2(c)/norms",
    "ICCF-TR-2016 10.4(c)/norms",
    "ICCF-TR-2017 10.3(a)/norms",
    "ICCF-TR-2016 10.5(a)/norms",
    "ICCF-TR-2017 10.4(d)",
    "ICCF-TR-2016 10.6(d)",
    "ICCF-TR-2017 10.5(c)",
    "ICCF-TR-2016 10.7(c)",
    "ICCF-TR-2017 10.6(c)",
    "ICCF-TR-2016 10.8(c)",
)
@BOTH
@pytest.mark.parametrize("title", ["GM", "SIM", "IM", "CCM", "CCE"])
def test_two_norms_over_24_games_are_a_title(on: date, title: str) -> None:
    assert lacks(title, norm(title, 12), norm(title, 12), on=on).is_nothing
    assert lacks(title, norm(title, 14), norm(title, 10), on=on).is_nothing
    assert lacks(title, norm(title, 12), norm(title, 11), on=on).games == 1
    assert lacks(title, norm(title, 24), on=on).norms == 1
    assert lacks(title, norm(title, 8), norm(title, 8), norm(title, 8), on=on).is_nothing
    assert lacks(title, on=on) == MissingForTitle(title, 2, 24, 5 if title == "GM" else 0, 0)


@pytest.mark.clause(
    "ICCF-TR-2017 10.2(c)/over",
    "ICCF-TR-2016 10.4(c)/over",
    "ICCF-TR-2017 10.3(a)/over",
    "ICCF-TR-2016 10.5(a)/over",
)
@BOTH
@pytest.mark.parametrize("title", ["GM", "SIM", "IM"])
def test_overscored_games_fill_up_the_24(on: date, title: str) -> None:
    assert lacks(title, norm(title, 12, 1), norm(title, 11), on=on).is_nothing
    assert lacks(title, norm(title, 10, 2), norm(title, 13), on=on).is_nothing
    ruling = missing_for_title(title, [norm(title, 12, 1), norm(title, 11)], on=on, rated_games=100)
    if title != "IM":
        assert [ground for ground in ruling.grounds if ground.clause.address.endswith("/over")]


@pytest.mark.clause(
    "ICCF-TR-2017 10.2(c)/quota",
    "ICCF-TR-2016 10.4(c)/quota",
    "ICCF-TR-2017 10.2(c)/SIM",
    "ICCF-TR-2016 10.4(c)/SIM",
)
@pytest.mark.parametrize("edition", ["ICCF-TR-2016", "ICCF-TR-2017"])
@pytest.mark.parametrize(
    ("gm", "sim", "met"),
    [
        (5, 0, True),
        (4, 0, False),
        (3, 4, True),
        (4, 2, True),
        (4, 1, False),
        (3, 3, False),
        (2, 6, False),
        (2, 12, False),
        (0, 24, False),
    ],
)
def test_the_quota_of_five_grandmasters(edition: str, gm: int, sim: int, met: bool) -> None:
    assert meets_quota(gm, sim, edition=edition).value is met


@pytest.mark.clause("ICCF-TR-2017 10.2(c)/quota", "ICCF-TR-2016 10.4(c)/quota")
@BOTH
def test_the_quota_is_counted_over_all_norms_together(on: date) -> None:
    assert lacks("GM", norm("GM", 12, gm=3), norm("GM", 12, gm=2), on=on).is_nothing
    assert lacks("GM", norm("GM", 12, gm=2), norm("GM", 12, gm=2, sim=1), on=on).gm_games == 1
    assert lacks("GM", norm("GM", 12, gm=2, sim=3), norm("GM", 12, gm=1, sim=1), on=on).is_nothing
    assert lacks("SIM", norm("SIM", 12, gm=0), norm("SIM", 12, gm=0), on=on).is_nothing


@pytest.mark.clause("ICCF-TR-2017 10.2(c)/quota", "ICCF-TR-2016 10.4(c)/quota")
@pytest.mark.parametrize("start", [date(2016, 5, 10), date(2018, 5, 10)])
def test_fixed_ratings_from_2600_count_like_grandmasters(start: date) -> None:
    edition = "ICCF-TR-2016" if start.year == 2016 else "ICCF-TR-2017"
    event = section([2400, 2600, 2600, 2599, *[2400] * 9], start=start)
    event = change(change(event, "3", games=29), "5", title="GM")
    event = change(event, "6", title="SIM")
    assert titled_games(event, sections(event)[0], "1", edition=edition).value == (2, 1)
    double = replace(event, games_per_pairing=2)
    assert titled_games(double, sections(double)[0], "1", edition=edition).value == (4, 2)


@pytest.mark.clause("ICCF-TR-2017 10.2(c)/date")
@pytest.mark.parametrize(
    ("confirmed", "counts"),
    [
        (date(2017, 6, 20), True),
        (date(2017, 6, 30), True),
        (date(2017, 7, 1), False),
        (date(2017, 7, 2), False),
        (None, True),
    ],
)
def test_a_title_of_2017_counts_until_the_quarter_of_the_start_ends(confirmed: date | None, counts: bool) -> None:
    assert title_counts(confirmed, start=date(2017, 5, 10), edition="ICCF-TR-2017").value is counts
    event = change(section([2400] * 13, start=date(2017, 5, 10)), "2", title="GM", title_date=confirmed)
    found = titled_games(event, sections(event)[0], "1", edition="ICCF-TR-2017").value
    assert found == (int(counts), 0)


@pytest.mark.parametrize(
    ("day", "end"),
    [
        (date(2018, 1, 1), date(2018, 3, 31)),
        (date(2018, 6, 30), date(2018, 6, 30)),
        (date(2018, 7, 1), date(2018, 9, 30)),
        (date(2018, 12, 31), date(2018, 12, 31)),
    ],
)
def test_the_last_day_of_a_quarter(day: date, end: date) -> None:
    assert list_of_quarter(day).valid_until == end


@pytest.mark.clause("ICCF-TR-2016 10.10(e)", "ICCF-TR-2017 10.8(d)")
def test_a_title_can_be_used_in_tournaments_that_start_after_its_confirmation() -> None:
    confirmed = date(2016, 5, 10)
    assert not is_usable(confirmed, start=date(2016, 5, 10)).value
    assert is_usable(confirmed, start=date(2016, 5, 11)).value
    assert not is_usable(date(2017, 5, 10), start=date(2017, 5, 1)).value
    assert is_usable(date(2017, 5, 10), start=date(2017, 5, 20)).value
    assert not title_counts(confirmed, start=date(2016, 5, 10), edition="ICCF-TR-2016").value
    assert title_counts(confirmed, start=date(2016, 5, 11), edition="ICCF-TR-2016").value


@pytest.mark.clause("ICCF-TR-2017 10.3(a)/Daytona", "ICCF-TR-2016 10.5(a)/Daytona")
@BOTH
def test_old_im_results_count_for_sim_up_to_fourteen_games(on: date) -> None:
    old = norm("IM", 14, before_daytona=True)
    assert lacks("SIM", old, norm("SIM", 10), on=on).is_nothing
    assert lacks("SIM", norm("IM", 16, before_daytona=True), norm("SIM", 10), on=on).is_nothing
    assert lacks("SIM", norm("IM", 16, before_daytona=True), norm("SIM", 9), on=on).games == 1
    assert lacks("SIM", old, norm("IM", 14, before_daytona=True), norm("SIM", 9), on=on).games == 1
    assert lacks("SIM", norm("IM", 14), norm("SIM", 10), on=on).norms == 1


@pytest.mark.clause(
    "ICCF-TR-2017 10.5/old norms",
    "ICCF-TR-2016 10.7/old norms",
    "ICCF-TR-2017 10.6/old norms",
    "ICCF-TR-2016 10.8/old norms",
    "ICCF-TR-2016 App2.4(d)",
)
@BOTH
@pytest.mark.parametrize(("old", "title"), [("LGM", "CCM"), ("LIM", "CCE")])
def test_norms_of_the_former_ladies_titles_count_if_they_started_before_2016(on: date, old: str, title: str) -> None:
    earlier = norm(old, 11, start=date(2015, 12, 31))
    assert lacks(title, earlier, norm(title, 13), on=on).is_nothing
    assert counts_for(earlier, title, on=on).value
    later = norm(old, 11, start=date(2016, 1, 1))
    assert lacks(title, later, norm(title, 13), on=on).norms == 1


@pytest.mark.clause("ICCF-TR-2017 10.4(d)", "ICCF-TR-2017 10.2(c)/norms", "ICCF-TR-2016 10.6(d)")
@BOTH
@pytest.mark.parametrize("title", ["GM", "SIM", "IM", "CCM", "CCE"])
def test_one_event_makes_one_norm_however_often_and_however_it_is_listed(on: date, title: str) -> None:
    once = norm(title, 12, event="World Cup 20, section 3")
    shouted = replace(once, event="  WORLD CUP 20,  Section 3 ")
    assert lacks(title, once, once, on=on) == lacks(title, once, on=on)
    assert lacks(title, once, shouted, on=on).norms == 1
    assert lacks(title, once, replace(once, games=24), on=on).norms == 1
    assert lacks(title, once, replace(once, start=date(2016, 2, 2)), on=on).is_nothing
    assert lacks(title, replace(once, games=11), once, norm(title, 12), on=on).is_nothing


@pytest.mark.clause("ICCF-TR-2017 App2.3(c)", "ICCF-TR-2016 App2.4(e)")
@BOTH
def test_a_norm_for_a_title_is_one_for_every_lower_title(on: date) -> None:
    ruling = missing_for_title("SIM", [norm("GM", 12), norm("SIM", 12)], on=on, rated_games=100)
    assert ruling.value.is_nothing
    assert [ground.facts["made"] for ground in ruling.grounds if "made" in ground.facts] == ["GM"]
    assert lacks("CCE", norm("GM", 12), norm("CCM", 12), on=on).is_nothing
    assert lacks("GM", norm("GM", 12), norm("SIM", 12), on=on).norms == 1
    assert lacks("SIM", norm("GM", 12), norm("SIM", 11), on=on).games == 1
    assert lacks("SIM", norm("GM", 10, 2), norm("SIM", 12), on=on).is_nothing


@pytest.mark.clause("ICCF-TR-2017 App2.3(c)")
def test_what_one_event_gave_for_two_titles_is_still_one_norm_for_the_lower() -> None:
    both = [norm("GM", 12, event="Marianské Lázně"), norm("SIM", 12, 2, event="Marianské Lázně")]
    assert lacks("SIM", *both, on=E2017) == MissingForTitle("SIM", 1, 10, 0, 0)
    assert lacks("SIM", *reversed(both), on=E2017) == MissingForTitle("SIM", 1, 10, 0, 0)


@pytest.mark.clause("ICCF-TR-2017 10.5/old norms", "ICCF-TR-2017 App2.3(c)")
def test_an_old_ladies_norm_counts_for_the_lower_title_too_and_a_late_one_for_none() -> None:
    earlier = norm("LGM", 12, start=date(2015, 12, 31))
    assert lacks("CCE", earlier, norm("CCE", 12), on=E2017).is_nothing
    assert lacks("CCE", norm("LGM", 12), norm("CCE", 12), on=E2017).norms == 1
    assert lacks("IM", earlier, norm("IM", 12), on=E2017).norms == 1


@pytest.mark.clause("ICCF-TR-2017 10.0.1/960")
def test_a_norm_of_chess960_counts_with_the_others() -> None:
    ruling = missing_for_title("IM", [norm("IM", 12), norm("IM", 12, chess960=True)], on=E2017, rated_games=40)
    assert ruling.value.is_nothing
    assert "10.0.1/960" in {ground.clause.address for ground in ruling.grounds}


@pytest.mark.clause("ICCF-TR-2017 App2.2.9/title")
def test_a_title_of_2017_takes_a_fixed_rating() -> None:
    two = (norm("IM", 12), norm("IM", 12))
    assert lacks("IM", *two, on=E2017, rated_games=24) == MissingForTitle("IM", 0, 0, 0, 6)
    assert lacks("IM", *two, on=E2017, rated_games=29).rated_games == 1
    assert lacks("IM", *two, on=E2017, rated_games=30).is_nothing
    assert lacks("IM", *two, on=E2016, rated_games=24).is_nothing
    assert lacks("IM", *two, on=E2017, rated_games=None).is_nothing


@pytest.mark.parametrize(
    ("missed", "words"),
    [
        (MissingForTitle("IM", 1, 9, 0, 0), "For IM: one more IM norm (9 games are missing)."),
        (MissingForTitle("GM", 1, 2, 0, 0), "For GM: one more GM norm (2 games are missing)."),
        (MissingForTitle("GM", 1, 1, 0, 0), "For GM: one more GM norm (1 game is missing)."),
        (MissingForTitle("IM", 0, 2, 0, 0), "For IM: one more IM norm of any length, or 2 overscored games."),
        (MissingForTitle("SIM", 2, 24, 0, 0), "For SIM: two more SIM norms (24 games are missing)."),
        (
            MissingForTitle("GM", 0, 0, 1, 3),
            f"For GM: 1 game more against {STRONG} in norms; and 3 rated games more for a fixed rating.",
        ),
        (MissingForTitle("GM", 1, 0, 0, 0), "For GM: one more GM norm."),
        (MissingForTitle("GM", 0, 0, 0, 0), "For GM: nothing is missing."),
    ],
)
def test_what_is_missing_is_said_in_words(missed: MissingForTitle, words: str) -> None:
    assert say_missing(missed) == words
