"""`slowmate titles CASE.json` for the cases of the ICCF."""

from pathlib import Path

import pytest

from .case_files import Ask, Change, example


@pytest.fixture
def ask(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Ask:
    return Ask(tmp_path, capsys)


@pytest.mark.clause(
    "ICCF-TR-2017 10.7/route",
    "ICCF-TR-2017 10.7(a)/server",
    "ICCF-TR-2017 10.7(a)/postal",
    "ICCF-TR-2017 10.7(b)",
    "ICCF-TR-2017 10.7*",
    "ICCF-TR-2017 10.7**",
)
def test_an_arbiter_has_directed_enough_for_long_enough_with_a_mentor(ask: Ask) -> None:
    case = example("iccf-arbiter")
    master, match, national = case["tournaments"]
    assert ask.lacks("iccf-arbiter", mentor={"name": "Jan"}) == {"10.7/route"}
    assert ask.lacks("iccf-arbiter", tournaments=[]) == {"10.7/route"}
    just = [master | {"games": 1600}, match]
    assert "10.7(a)/server" in ask.lacks("iccf-arbiter", tournaments=just)
    assert ask.verdict("iccf-arbiter", tournaments=[master | {"games": 1601}, match]) == "yes"
    young = [master | {"since": "2017-06-02"}, match | {"since": "2017-06-02"}]
    assert "10.7(a)/server" in ask.lacks("iccf-arbiter", tournaments=young)
    assert ask.verdict("iccf-arbiter", tournaments=[one | {"since": "2017-06-01"} for one in young]) == "yes"
    same = match | {"sides": ["CZE", "CZE"]}
    assert ask.verdict("iccf-arbiter", tournaments=[master, same, national]) == "no"
    alone = [master | {"mentored": False}, match]
    assert ask.verdict("iccf-arbiter", tournaments=alone) == "no"
    post = [{"name": "P", "kind": "master-class", "games": 1001, "since": "2015-06-01", "postal": True}]
    assert ask.verdict("iccf-arbiter", tournaments=post) == "yes"
    assert ask.verdict("iccf-arbiter", tournaments=[post[0] | {"games": 1000}]) == "no"


@pytest.mark.clause("ICCF-TR-2016 10.9*", "ICCF-TR-2016 10.9/route", "ICCF-TR-2016 10.9(a)/server")
def test_friendly_matches_count_since_2017(ask: Ask) -> None:
    old = {"applied": "2017-03-31", "accepted": "2017-03-31"}
    assert ask.verdict("iccf-arbiter", **old) == "no"
    assert ask.verdict("iccf-arbiter", applied="2017-04-01", accepted="2017-04-01") == "yes"


@pytest.mark.clause("ICCF-TR-2017 10.8(f)/IA", "ICCF-TR-2017 10.7/effect", "ICCF-TR-2017 10.7(b)")
def test_the_commissioner_accepts_clear_cases(ask: Ask) -> None:
    assert ask("iccf-arbiter")["days"] == {"valid_from": "2019-07-01"}
    assert ask.verdict("iccf-arbiter", accepted=None) == "cond"
    assert ask.verdict("iccf-arbiter", accepted=None, assessment=None) == "cond"
    assert ask.lacks("iccf-arbiter", assessment=False) >= {"10.7(b)", "10.8(f)/IA"}
    assert ask.lacks("iccf-arbiter", clear=False) == {"10.8(f)/IA"}


@pytest.mark.clause("ICCF-TR-2017 10.8(f)/appeal", "ICCF-TR-2017 10.8(f)/no fed", "ICCF-TR-2016 10.10(g)/appeal")
def test_a_candidate_applies_alone_without_a_federation_or_after_an_appeal(ask: Ask) -> None:
    alone: Change = {"by_the_candidate": True}
    assert ask.verdict("iccf-arbiter", **alone, federation=None) == "yes"
    assert ask.lacks("iccf-arbiter", **alone) == {"10.8(f)/appeal"}
    refused = alone | {"refused_by_federation": True}
    assert ask.lacks("iccf-arbiter", **refused, appeal="pending") == {"10.8(f)/appeal"}
    assert ask.lacks("iccf-arbiter", **refused, appeal="rejected") == {"10.8(f)/appeal"}
    assert ask.verdict("iccf-arbiter", **refused, appeal="approved") == "yes"


@pytest.mark.clause("ICCF-TR-2017 10.4(e)", "ICCF-TR-2017 10.9", "ICCF-TR-2017 10.8(g)", "ICCF-TR-2017 App2.4")
def test_a_federation_applies_to_congress_or_the_commissioner(ask: Ask) -> None:
    assert ask.verdict("iccf-application", votes={"for": 30, "cast": 45}) == "yes"
    assert ask.lacks("iccf-application", votes={"for": 29, "cast": 45}) == {"10.4(e)"}
    assert ask.verdict("iccf-application", votes={"for": 0, "cast": 0}) == "no"
    assert ask.verdict("iccf-application", votes=None) == "cond"
    assert ask.verdict("iccf-application", votes=None, clear=True) == "yes"
    assert ask.lacks("iccf-application", submitted="2020-02-04") == {"10.9"}
    assert ask.verdict("iccf-application", submitted="2020-02-03") == "yes"
    assert ask.verdict("iccf-application", exceptional={"proposed": True, "agreed": True}) == "yes"
    assert ask.lacks("iccf-application", exceptional={"proposed": False, "agreed": True}) == {"App2.4"}


@pytest.mark.clause("ICCF-TR-2016 10.10(d)")
def test_an_application_of_2016_is_published_for_sixty_days(ask: Ask) -> None:
    old = {"submitted": "2017-03-31", "died": None, "published": "2017-03-31"}
    assert ask.lacks("iccf-application", **old, on="2017-05-29") == {"10.10(d)"}
    assert ask.verdict("iccf-application", **old, on="2017-05-30") == "yes"
    assert ask.verdict("iccf-application", **old | {"submitted": "2017-04-01"}, on="2017-05-29") == "yes"


@pytest.mark.clause("ICCF-TR-2017 10.8(c)", "ICCF-TR-2017 10.8(h)", "ICCF-TR-2017 10.8(a)")
def test_a_revocation_and_the_report_to_congress(ask: Ask) -> None:
    assert ask.verdict("iccf-revocation", congress=True) == "yes"
    gains = [one["title"] for one in ask("iccf-congress")["gains"]]
    assert gains == ["CCM Nováková, Eva", "IA Holub, Marie"]


@pytest.mark.clause("ICCF-TR-2017 App2.2.11/def", "ICCF-TR-2016 App2.2(a)/inactive")
def test_who_has_finished_nothing_in_two_calendar_years_and_plays_nothing_is_inactive(ask: Ask) -> None:
    assert ask.lacks("iccf-inactive", last_completed="2016-01-01") == {"App2.2.11/def"}
    assert ask.lacks("iccf-inactive", has_running_game=True) == {"App2.2.11/def"}
    assert ask.verdict("iccf-inactive", last_completed=None) == "yes"
    assert ask.lacks("iccf-inactive", start="2017-03-31", last_completed="2015-01-01") == {"App2.2(a)/inactive"}
