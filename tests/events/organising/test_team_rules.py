"""Section 11: team tournaments and friendly matches; 8.3*: approved events."""

from dataclasses import fields, replace
from datetime import date

import pytest

from slowmate.events.organising import team_rules
from slowmate.events.organising.approved import ApprovalCase, is_approved
from slowmate.events.organising.offices import Acting, Actor, Case, record_decision, take_step
from slowmate.events.organising.team_rules import Notice, TeamKind
from slowmate.records import KINDS
from slowmate.rulebook import Refused, in_force

FEDERATION, ZONE, REST, CLUB = TeamKind.FEDERATION, TeamKind.ZONE, TeamKind.REST_OF_THE_WORLD, TeamKind.CLUB
E2016, E2017 = date(2016, 6, 1), date(2017, 4, 1)
WHOLE = Notice(
    "NBC (NED)", "12 federations by invitation", "11 teams a group, top 3 advance", 6, 1, "as in 8.7",
    (date(2017, 9, 1), date(2019, 9, 1)), "123456",
)  # fmt: skip


@pytest.mark.clause(*(f"ICCF-TR-2017 11.3({letter})" for letter in "abcdefgh"), "ICCF-TR-2016 11.3")
@pytest.mark.parametrize("name", [field.name for field in fields(Notice)])
@pytest.mark.parametrize("start", [E2016, E2017])
def test_an_announcement_lacks_each_field_that_is_not_given(name: str, start: date) -> None:
    assert team_rules.missing_fields(WHOLE, friendly=False, start=start).value == ()
    lacking = team_rules.missing_fields(replace(WHOLE, **{name: None}), friendly=False, start=start)
    assert lacking.value == (name,)
    failed = [ground.clause for ground in lacking.grounds if ground.facts.get("given") is False]
    assert failed == [in_force(team_rules.NOTICE_FIELDS[name], on=start)]


@pytest.mark.clause("ICCF-TR-2017 11.3(d)", "ICCF-TR-2017 11.3(g)")
def test_no_boards_and_an_end_before_the_start_do_not_count_as_given() -> None:
    assert team_rules.missing_fields(replace(WHOLE, boards=0), friendly=False, start=E2017).value == ("boards",)
    backwards = replace(WHOLE, dates=(date(2017, 9, 1), date(2017, 8, 31)))
    assert team_rules.missing_fields(backwards, friendly=False, start=E2017).value == ("dates",)


@pytest.mark.clause("ICCF-TR-2017 11.6/2", "ICCF-TR-2016 11.3")
def test_a_friendly_match_may_omit_fields_since_2017() -> None:
    lacking = replace(WHOLE, boards=None, director=None, conduct=None)
    assert team_rules.missing_fields(lacking, friendly=True, start=E2017).value == ()
    assert len(team_rules.missing_fields(lacking, friendly=True, start=E2016).value) == 3


@pytest.mark.clause("ICCF-TR-2017 11.6/1", "ICCF-TR-2016 11.6")
@pytest.mark.parametrize(
    ("teams", "fits"),
    [
        (((TeamKind.FEDERATION, "GER"), (TeamKind.FEDERATION, "NED")), True),
        (((TeamKind.ZONE, "1"), (TeamKind.ZONE, "2")), True),
        (((TeamKind.FEDERATION, "NED"), (TeamKind.REST_OF_THE_WORLD, "")), True),
        (((TeamKind.FEDERATION, "NED"), (TeamKind.ZONE, "2")), True),
        (((TeamKind.FEDERATION, "GER"), (TeamKind.FEDERATION, "GER")), False),
        (((TeamKind.CLUB, "x"), (TeamKind.CLUB, "y")), False),
        (((TeamKind.FEDERATION, "GER"), (TeamKind.FEDERATION, "NED"), (TeamKind.FEDERATION, "POL")), False),
    ],
)
def test_a_friendly_match_is_between_two_federations_zones_or_the_rest(
    teams: tuple[tuple[TeamKind, str], ...], fits: bool
) -> None:
    assert team_rules.is_friendly_match(teams, start=E2017).value is fits
    assert not team_rules.is_friendly_match(teams, start=E2016).value


@pytest.mark.clause("ICCF-TR-2017 11.4")
def test_by_post_a_director_writes_to_a_player_only_with_a_reason() -> None:
    assert team_rules.may_write_to_player(by_post=False).value
    assert not team_rules.may_write_to_player(by_post=True).value
    assert team_rules.may_write_to_player(by_post=True, reason="the captain does not answer").value


@pytest.mark.clause("ICCF-TR-2017 11.5/1", "ICCF-TR-2017 11.5/2")
def test_captains_settle_minor_disputes_and_the_director_the_rest() -> None:
    minor = Case("minor", E2017, {"one team": "1", "other team": "2"})
    one, other, director = Acting(Actor.CAPTAIN, "1"), Acting(Actor.CAPTAIN, "2"), Acting(Actor.DIRECTOR)
    assert take_step(team_rules.DISPUTE, minor, "settle", by=one).value.state == "settled"
    for action, by in (("fail", one), ("fail", other), ("take over", director)):
        assert take_step(team_rules.DISPUTE, minor, action, by=by).value.state == "with the director"
    major = Case("major", E2017, minor.parties)
    assert take_step(team_rules.DISPUTE, major, "refer", by=other).value.state == "with the director"
    refused = [(minor, "settle", other), (minor, "fail", Acting(Actor.CAPTAIN, "3"))]
    refused += [(Case("with the director", E2017), "decide", one)]
    for case, action, by in refused:
        with pytest.raises(Refused):
            take_step(team_rules.DISPUTE, case, action, by=by)
    assert (
        record_decision(team_rules.INTERVENTION, actor=Actor.DIRECTOR, by="D", on=E2017, reason="urgent").value.by
        == "D"
    )


@pytest.mark.clause(
    "ICCF-TR-2017 8.3*(a)", "ICCF-TR-2017 8.3*(b)", "ICCF-TR-2017 8.3*(c)", "ICCF-TR-2017 8.3*(d)", "ICCF-TR-2016 8.3*"
)
@pytest.mark.parametrize(
    ("kind", "standing", "approved"),
    [
        ("thematic", ApprovalCase(on_home_page=True), True),
        ("open", ApprovalCase(on_home_page=True, free_unrated_match=True), False),
        ("olympiad-preliminary", ApprovalCase(), True),
        ("champions-league-a", ApprovalCase(), True),
        ("invitational", ApprovalCase(world_director_approved=True), True),
        ("invitational", ApprovalCase(), False),
        ("friendly-match", ApprovalCase(teams=((FEDERATION, "GER"), (FEDERATION, "NED"))), True),
        ("friendly-match", ApprovalCase(teams=((FEDERATION, "GER"), (FEDERATION, "GER"))), False),
        ("friendly-match", ApprovalCase(teams=((ZONE, "1"), (ZONE, "2"))), True),
        ("friendly-match", ApprovalCase(teams=((FEDERATION, "NED"), (REST, "world"))), True),
        ("friendly-match", ApprovalCase(teams=((CLUB, "one"), (CLUB, "two"))), False),
    ],
)
def test_an_event_is_approved_in_one_of_four_ways(kind: str, standing: ApprovalCase, approved: bool) -> None:
    ruling = is_approved(KINDS[kind], standing, start=E2017)
    assert ruling.value is approved
    assert len(ruling.grounds) == 4
    assert {ground.clause.edition for ground in is_approved(KINDS[kind], standing, start=E2016).grounds} == {
        "ICCF-TR-2016"
    }
