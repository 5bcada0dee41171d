"""A friendly match of two federations, from its agreement to its rating, row by row."""

from dataclasses import replace
from datetime import UTC, date, datetime
from fractions import Fraction
from functools import cache

import pytest

from slowmate.events.organising.approved import ApprovalCase, is_approved
from slowmate.events.organising.offices import Actor, Case, record_decision
from slowmate.events.organising.pairings import friendly_match
from slowmate.events.organising.reflection import ASSUMED, is_event_rated
from slowmate.events.organising.start_list import Posting, StartList, start_list
from slowmate.events.organising.team_rules import Notice, TeamKind, is_friendly_match, missing_fields
from slowmate.events.procedures import (
    EVENT,
    SECTION,
    Announcement,
    has_all_results,
    is_published,
    may_announce_event,
    may_begin,
)
from slowmate.events.running.consequences import consequences
from slowmate.events.running.rosters import SeatHolding, Substitute, TeamTerms, may_substitute
from slowmate.events.running.standings import standings
from slowmate.play.clocks import Classic
from slowmate.records import KINDS, BadInput, Director, Event, Player, Team
from slowmate.rulebook import Refused
from tests.events.lifecycle.walking import (
    NTTC,
    SERVER,
    Walk,
    addresses,
    delegate,
    failing,
    finals,
    ordered,
    organiser,
)

KIND = KINDS["friendly-match"]
AGREED, DEADLINE, POSTED, START, ENDED = (
    date(2018, 1, 5), date(2018, 3, 1), date(2018, 3, 20), date(2018, 4, 10), date(2019, 12, 1),
)  # fmt: skip
GERMANY, NETHERLANDS = (TeamKind.FEDERATION, "GER"), (TeamKind.FEDERATION, "NED")
BOARDS = 10
LINE_UPS = {country: tuple(f"{country}{board}" for board in range(1, BOARDS + 1)) for country in ("GER", "NED")}


def match_case(state: str) -> Case:
    """The German federation arranges it."""
    return Case(state, START, {"organiser": "GER"}, Actor.ORGANISER)


@cache
def match() -> Event:
    drawn = friendly_match(LINE_UPS["GER"], LINE_UPS["NED"], seed="match", start=START).value
    players = tuple(
        Player(one, one, country, rating=None if one == "NED10" else 2200, games=None if one == "NED10" else 60)
        for country, line_up in LINE_UPS.items()
        for one in line_up
    )
    teams = tuple(Team(country, country, line_up, country) for country, line_up in LINE_UPS.items())
    event = Event("GER - NED", KIND, START, players, drawn.games, teams, games_per_pairing=2, id="m1")
    return replace(event, director=Director("D"))


def posted(**changes: object) -> StartList:
    posting = Posting(POSTED, "10 moves in 50 days", captains={"GER": "g", "NED": "n"}, level=2000)
    return start_list(match(), replace(posting, **changes)).value  # type: ignore[arg-type]


@pytest.mark.clause("ICCF-TR-2017 11.6/1", "ICCF-TR-2016 11.6")
def test_1_two_federations_or_zones_or_one_and_the_rest_of_the_world_agree_on_a_match() -> None:
    for one, other, fits in (
        (GERMANY, NETHERLANDS, True),
        ((TeamKind.ZONE, "1"), (TeamKind.ZONE, "2"), True),
        (NETHERLANDS, (TeamKind.REST_OF_THE_WORLD, "world"), True),
        (GERMANY, GERMANY, False),
        ((TeamKind.CLUB, "17"), (TeamKind.CLUB, "18"), False),
    ):
        assert is_friendly_match((one, other), start=START).value is fits
    assert not is_friendly_match((GERMANY, NETHERLANDS), start=date(2017, 3, 31)).value


@pytest.mark.clause("ICCF-TR-2017 8.3*(d)", "ICCF-TR-2017 8.3*(c)")
def test_2_such_a_match_is_an_approved_event_others_are_if_the_world_director_says_so() -> None:
    assert is_approved(KIND, ApprovalCase(teams=(GERMANY, NETHERLANDS)), start=START).value
    clubs = ApprovalCase(teams=((TeamKind.CLUB, "17"), (TeamKind.CLUB, "18")))
    assert not is_approved(KIND, clubs, start=START).value
    assert is_approved(KIND, replace(clubs, world_director_approved=True), start=START).value


@pytest.mark.clause("ICCF-TR-2017 11.6/2", "ICCF-TR-2016 11.3")
def test_3_its_notice_may_leave_things_out() -> None:
    short = Notice("GER", "GER and NED", None, BOARDS, 2, None, (START, ENDED), None)
    assert missing_fields(short, friendly=True, start=START).value == ()
    assert missing_fields(short, friendly=True, start=date(2017, 3, 31)).value == (
        "conduct",
        "substitution",
        "director",
    )
    event = Walk(EVENT, match_case("draft"))
    said = may_announce_event(KIND, Announcement(START, DEADLINE, fee=0), on=AGREED)
    event.step("announce", organiser("GER"), {"announcement": said}, not_by=[organiser("NED"), delegate("GER"), NTTC])
    assert event.state == "announced"


@pytest.mark.clause("ICCF-TR-2017 11.6/1", "ICCF-TR-2017 0.3/2", "ICCF-TR-2017 App1.11/friendly")
def test_4_line_ups_meet_board_by_board_with_colours_by_lot_and_newcomers_have_an_assumed_rating() -> None:
    drawn = friendly_match(LINE_UPS["GER"], LINE_UPS["NED"], seed="match", start=START)
    assert addresses(drawn) == ["11.6/1", "0.3/2"]
    assert {(one.whites, one.blacks) for one in posted().seats} == {(1, 1)}
    first = {
        friendly_match(LINE_UPS["GER"], LINE_UPS["NED"], seed=str(seed), start=START, games_per_board=1)
        .value.games[0]
        .white
        for seed in range(20)
    }
    assert first == {"GER1", "NED1"}
    with pytest.raises(BadInput, match="as many boards"):
        friendly_match(LINE_UPS["GER"][:9], LINE_UPS["NED"], seed="match", start=START)
    newcomer = next(one for one in posted().seats if one.player == "NED10")
    assert newcomer.start_rating == 1800  # the captains propose 2000, and nobody has agreed
    record_decision(ASSUMED, actor=Actor.RATINGS, by="R", on=POSTED, reason="as proposed")
    agreed = next(one for one in posted(is_level_confirmed=True).seats if one.player == "NED10")
    assert agreed.start_rating == 2000


@pytest.mark.clause("ICCF-TR-2017 11.1", "ICCF-TR-2017 11.2", "ICCF-TR-2017 13.1")
def test_5_it_starts_with_a_director_and_captains_and_teams_may_replace_players() -> None:
    section = Walk(SECTION, match_case("confirmed"))
    without = start_list(replace(match(), director=None), Posting(POSTED, "10/50")).value
    refused = section.refused("post", organiser("GER"), {"published": is_published([without], on=POSTED)})
    assert refused[1:3] == ["11.1", "11.2"]
    section.step(
        "post", organiser("GER"), {"published": is_published([posted()], on=POSTED)}, not_by=[organiser("NED")]
    )
    assert section.step("start", SERVER, {"start": may_begin(START, [posted()], on=START)}) == "running"
    at = datetime(2018, 6, 1, tzinfo=UTC)
    roster = [SeatHolding("GER", board, f"GER{board}", datetime(2018, 4, 10, tzinfo=UTC)) for board in range(1, 11)]
    terms = TeamTerms(START, "GER")
    judged = may_substitute(Substitute("x", "NED"), "GER", 3, roster, terms, at=at, start_list=at)
    assert failing(judged) == ["13.1"]


@pytest.mark.clause("ICCF-TR-2017 7.3(a)", "ICCF-TR-2017 9.2(e)")
def test_6_the_match_ends_with_a_result_and_is_rated_between_countries() -> None:
    order = [one for pair in zip(LINE_UPS["GER"], LINE_UPS["NED"], strict=True) for one in pair]
    event = ordered(match(), order, drawn=[frozenset(("GER1", "NED1"))])
    section = Walk(SECTION, match_case("running"))
    section.step("finish", SERVER, {"all results": has_all_results(finals(event.games, ENDED), start=START)})
    assert [(line.id, line.points) for line in standings(event).value] == [("GER", Fraction(19)), ("NED", Fraction(1))]
    assert consequences(event, ended=ENDED).value == ()
    assert is_event_rated(KIND, Classic(), start=START, by_post=False).value
    assert not is_event_rated(KIND, Classic(), start=START, by_post=False, between_countries=False).value
    assert section.step("settle", organiser("GER"), not_by=[organiser("NED"), NTTC]) == "settled"


def test_other_federations_do_not_run_it() -> None:
    event = Walk(EVENT, match_case("announced"))
    with pytest.raises(Refused):
        event.step("open entries", organiser("NED"))
