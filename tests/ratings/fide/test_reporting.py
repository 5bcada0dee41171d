"""Reports, appeals, the monthly list and who stands in it."""

from datetime import date

import pytest

from slowmate.ratings.fide import reporting

END = date(2018, 5, 16)


@pytest.mark.clause("FIDE-RATING-2017 9.1/1", "FIDE-RATING-2017 9.1/2")
def test_the_arbiter_has_7_days_and_the_officer_30() -> None:
    assert reporting.arbiter_is_in_time(end=END, sent=date(2018, 5, 23)).value
    assert not reporting.arbiter_is_in_time(end=END, sent=date(2018, 5, 24)).value
    assert reporting.officer_is_in_time(end=END, uploaded=date(2018, 6, 15)).value
    assert not reporting.officer_is_in_time(end=END, uploaded=date(2018, 6, 16)).value


@pytest.mark.clause("FIDE-RATING-2017 0.4", "FIDE-RATING-2017 9.2")
def test_an_official_event_without_a_report_becomes_overdue_whatever_was_announced() -> None:
    def overdue(on: date, *, official: bool, reported: bool = False, unrated: bool = False) -> bool:
        return reporting.report_is_overdue(
            end=END, on=on, official=official, reported=reported, announced_unrated=unrated
        ).value

    assert not overdue(date(2018, 6, 15), official=True)
    assert overdue(date(2018, 6, 16), official=True)
    assert overdue(date(2018, 6, 16), official=True, unrated=True)
    assert not overdue(date(2018, 6, 16), official=True, reported=True)
    assert overdue(date(2018, 6, 16), official=False)
    assert not overdue(date(2018, 6, 16), official=False, unrated=True)


@pytest.mark.clause("FIDE-RATING-2017 9.2")
def test_an_event_is_submitted_unless_invitation_and_announcement_both_said_unrated() -> None:
    def must(*, invitation: bool, announced: bool) -> bool:
        return reporting.must_submit(invitation_says_unrated=invitation, announced_before_play=announced).value

    assert must(invitation=True, announced=False)
    assert must(invitation=False, announced=True)
    assert not must(invitation=True, announced=True)


@pytest.mark.clause("FIDE-RATING-2017 0.5")
def test_an_appeal_is_in_time_for_7_days() -> None:
    assert reporting.may_appeal(notice=date(2018, 5, 1), on=date(2018, 5, 8)).value
    assert not reporting.may_appeal(notice=date(2018, 5, 1), on=date(2018, 5, 9)).value


@pytest.mark.clause("FIDE-RATING-2017 4.13")
def test_a_long_league_reports_every_month() -> None:
    months = reporting.interim_reports(start=date(2017, 9, 10), end=date(2018, 4, 20)).value
    assert len(months) == 8
    assert (months[0], months[-1]) == (date(2017, 9, 1), date(2018, 4, 1))
    assert reporting.interim_reports(start=date(2018, 1, 1), end=date(2018, 3, 31)).value == ()
    assert len(reporting.interim_reports(start=date(2018, 1, 1), end=date(2018, 4, 1)).value) == 4


@pytest.mark.clause("FIDE-RATING-2017 7.1", "FIDE-RATING-2017 7.x-8.1a (lost)")
@pytest.mark.parametrize(
    ("reported", "published"),
    [
        (date(2018, 2, 10), date(2018, 3, 1)),
        (date(2018, 2, 26), date(2018, 3, 1)),
        (date(2018, 2, 27), date(2018, 4, 1)),
        (date(2018, 12, 15), date(2019, 1, 1)),
        (date(2018, 12, 30), date(2019, 2, 1)),
    ],
)
def test_a_list_on_the_first_of_the_month_takes_in_what_was_reported_before_it_closed(
    reported: date, published: date
) -> None:
    assert reporting.first_list(reported).value == published


@pytest.mark.clause("FIDE-RATING-2017 7.x-8.1a (lost)")
def test_what_our_copy_has_lost_is_a_parameter() -> None:
    policy = reporting.ListPolicy(closing_days=0, pooling_months=12)
    assert reporting.first_list(date(2018, 2, 28), policy=policy).value == date(2018, 3, 1)
    assert reporting.still_pools(date(2018, 1, 1), on=date(2020, 2, 29)).value
    assert not reporting.still_pools(date(2018, 1, 1), on=date(2020, 3, 1)).value
    assert not reporting.still_pools(date(2018, 1, 1), on=date(2019, 1, 1), policy=policy).value
    assert reporting.ListPolicy(5, 1000, 26, 3) == reporting.DEFAULT_POLICY


@pytest.mark.clause("FIDE-RATING-2017 13.1", "FIDE-RATING-2017 13.2", "FIDE-RATING-2017 13.3")
def test_a_player_is_listed_through_a_member_federation_or_by_dispensation() -> None:
    excluded = frozenset({"XYZ"})
    assert reporting.listed_federation("CZE", excluded=excluded).value == "CZE"
    assert reporting.listed_federation("XYZ", excluded=excluded).value is None
    assert reporting.listed_federation(None, excluded=excluded).value is None
    assert reporting.listed_federation("CZE", excluded=excluded, unlisted_by="CZE").value is None
    assert reporting.listed_federation("CZE", excluded=excluded, unlisted_by="AUT").value == "CZE"
    assert reporting.listed_federation(None, excluded=excluded, dispensation=True).value == "FID"


@pytest.mark.clause("FIDE-RATING-2017 10.2", "FIDE-RATING-2017 10.3")
def test_drift_is_seen_in_mean_and_median_of_the_players_on_both_lists() -> None:
    before, after = [1800.0, None, 2000.0, 2400.0, 1500.0], [1810.0, 1600.0, 2000.0, 2390.0, None]
    found = reporting.drift(before, after).value
    assert found == reporting.Drift(
        players=3, mean_before=6200 / 3, mean_after=6200 / 3, median_before=2000, median_after=2000
    )
    assert reporting.drift([None], [1500.0]).value is None
