"""The title of International Arbiter."""

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from slowmate.records import KINDS
from slowmate.rulebook import Refused, Ruling
from slowmate.titles.iccf.arbiter import (
    Appeal,
    ArbiterApplication,
    DirectedTournament,
    award,
    has_experience,
    is_friendly_match,
    open_case,
    qualifies,
    recommend,
    years_later,
)

E2016, E2017 = date(2016, 6, 1), date(2018, 6, 1)
BOTH = pytest.mark.parametrize("on", [E2016, E2017])


def directed(
    games: int, *, kind: str = "open", since: date = date(2010, 1, 10), postal: bool = False
) -> DirectedTournament:
    return DirectedTournament(f"{kind} {games}", KINDS[kind], games, since, postal=postal)


@pytest.mark.clause(
    "ICCF-TR-2017 10.7(a)/server", "ICCF-TR-2016 10.9(a)/server", "ICCF-TR-2017 10.1(f)", "ICCF-TR-2016 10.1(h)"
)
@BOTH
@pytest.mark.parametrize(("games", "met"), [(2000, False), (2001, True)])
def test_more_than_two_thousand_games_on_the_server(on: date, games: int, met: bool) -> None:
    assert has_experience([directed(games)], applied=on).value is met


@pytest.mark.clause("ICCF-TR-2017 10.7(a)/server", "ICCF-TR-2016 10.9(a)/server")
@pytest.mark.parametrize(
    ("since", "applied", "met"),
    [
        (date(2015, 1, 10), date(2017, 1, 10), True),
        (date(2015, 1, 11), date(2017, 1, 10), False),
        (date(2016, 2, 29), date(2018, 2, 28), True),
        (date(2016, 4, 2), date(2018, 4, 1), False),
    ],
)
def test_two_years_of_directing_on_the_server(since: date, applied: date, met: bool) -> None:
    assert has_experience([directed(2001, since=since)], applied=applied).value is met


@pytest.mark.clause("ICCF-TR-2017 10.7(a)/postal", "ICCF-TR-2016 10.9(a)/postal")
@BOTH
def test_more_than_a_thousand_postal_games_over_four_years(on: date) -> None:
    four = years_later(on, -4)
    assert has_experience([directed(1001, since=four, postal=True)], applied=on).value
    assert not has_experience([directed(1000, since=four, postal=True)], applied=on).value
    assert not has_experience([directed(1001, since=years_later(on, -3), postal=True)], applied=on).value
    assert not has_experience([directed(1500), directed(600, postal=True)], applied=on).value


@pytest.mark.clause("ICCF-TR-2017 10.7*", "ICCF-TR-2016 10.9*")
def test_friendly_matches_count_in_2017_only() -> None:
    work = [directed(600, kind="friendly-match"), directed(1500)]
    assert has_experience(work, applied=E2017).value
    assert not has_experience(work, applied=E2016).value


@pytest.mark.clause("ICCF-TR-2017 10.7*", "ICCF-TR-2016 10.9*")
@BOTH
def test_national_events_and_unmentored_work_do_not_count(on: date) -> None:
    assert not has_experience([directed(200, kind="national"), directed(1900)], applied=on).value
    assert not has_experience([directed(1900), replace(directed(200), mentored=False)], applied=on).value
    assert not qualifies(replace(directed(100, kind="zonal"), international=False), on=on).value
    for kind in ("zonal", "invitational", "thematic", "aspirer", "world-cup-final", "chess960", "champions-league-a"):
        assert qualifies(directed(100, kind=kind), on=on).value


@pytest.mark.clause("ICCF-TR-2017 10.7**")
@pytest.mark.parametrize(
    ("one", "other", "friendly"),
    [
        ("CZE", "GER", True),
        ("CZE", "CZE", False),
        ("Europe", "Rest of the World", True),
        ("rest of the world", "Rest of the World", False),
    ],
)
def test_what_a_friendly_match_is(one: str, other: str, friendly: bool) -> None:
    assert is_friendly_match(one, other).value is friendly
    match = replace(directed(2001, kind="friendly-match"), sides=(one, other))
    assert has_experience([match], applied=E2017).value is friendly


COMPLETE = ArbiterApplication(("Open 1",), "The Mentor", "mentor@example.org", "CZE")


@pytest.mark.clause("ICCF-TR-2017 10.7/route", "ICCF-TR-2016 10.9/route")
@pytest.mark.parametrize(("on", "committee"), [(E2016, "ACO"), (E2017, "TDC")])
def test_an_application_needs_four_things(on: date, committee: str) -> None:
    assert open_case(COMPLETE, on=on).value == committee
    for lacking in ("tournaments", "mentor_name", "mentor_email", "federation"):
        without: dict[str, Any] = {lacking: None}
        with pytest.raises(Refused) as refusal:
            open_case(replace(COMPLETE, **without), on=on)
        assert refusal.value.grounds[0].facts["lacking"] == [lacking.replace("_", " ")]


@pytest.mark.clause("ICCF-TR-2017 10.8(f)/appeal", "ICCF-TR-2016 10.10(g)/appeal")
@pytest.mark.parametrize(
    ("on", "appeal", "may"),
    [
        (E2017, Appeal.APPROVED, True),
        (E2017, Appeal.PENDING, False),
        (E2017, Appeal.REJECTED, False),
        (E2017, None, False),
        (E2016, Appeal.PENDING, True),
        (E2016, None, False),
    ],
)
def test_after_a_refusal_the_candidate_may_apply_himself(on: date, appeal: Appeal | None, may: bool) -> None:
    own = replace(COMPLETE, by_the_candidate=True, refused_by_federation=True, appeal=appeal)
    if may:
        assert open_case(own, on=on).grounds[-1].facts["may"]
    else:
        with pytest.raises(Refused):
            open_case(own, on=on)
    with pytest.raises(Refused):
        open_case(replace(own, refused_by_federation=False, appeal=None), on=on)


@pytest.mark.clause("ICCF-TR-2017 10.8(f)/no fed")
def test_who_has_no_federation_applies_himself() -> None:
    own = replace(COMPLETE, by_the_candidate=True, federation=None)
    assert open_case(own, on=E2017).grounds[-1].clause.address == "10.8(f)/no fed"
    with pytest.raises(Refused):
        open_case(own, on=E2016)


@pytest.mark.clause("ICCF-TR-2017 10.7(b)", "ICCF-TR-2016 10.9(b)")
@BOTH
def test_the_quality_of_the_work_is_assessed(on: date) -> None:
    enough, short = (has_experience([directed(games)], applied=on) for games in (2100, 1900))
    assert recommend(enough, assessment=None, on=on).value is None
    assert recommend(enough, assessment=True, on=on).value is True
    assert recommend(enough, assessment=False, on=on).value is False
    assert recommend(short, assessment=True, on=on).value is False


@pytest.mark.clause(
    "ICCF-TR-2017 10.7/effect",
    "ICCF-TR-2016 10.9/effect",
    "ICCF-TR-2017 10.8(f)/IA",
    "ICCF-TR-2016 10.10(g)/IA",
)
@pytest.mark.parametrize("accepted", [date(2016, 5, 2), date(2017, 6, 3)])
def test_the_title_is_valid_from_the_acceptance_and_doubt_goes_to_congress(accepted: date) -> None:
    assert award(True, is_clear=True, accepted=accepted).value == accepted
    unclear = award(True, is_clear=False, accepted=accepted)
    assert unclear.value is None
    assert unclear.grounds[0].facts["to_congress"]
    refused: Ruling[date | None] = award(False, is_clear=True, accepted=accepted)
    assert refused.value is None
    assert not refused.grounds[0].facts["to_congress"]
