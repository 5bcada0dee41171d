"""A season of the Champions League, from its opening to the next one, row by row."""

from dataclasses import replace
from datetime import UTC, date, datetime
from functools import cache

import pytest

from slowmate.events.entry.entrants import EntryBar
from slowmate.events.organising import league
from slowmate.events.organising.draw import Field, draw
from slowmate.events.organising.league import LeagueTeam, Season
from slowmate.events.organising.offices import Actor, Case, record_decision
from slowmate.events.organising.planning import propose_sizes
from slowmate.events.organising.season import compose, moves_balance
from slowmate.events.organising.sizes import check_size
from slowmate.events.organising.start_list import Posting, StartList, start_list
from slowmate.events.procedures import (
    ENTRY,
    EVENT,
    SECTION,
    Announcement,
    has_all_results,
    is_published,
    may_announce_event,
    may_begin,
)
from slowmate.events.running.consequences import Step, consequences
from slowmate.events.running.promotion import check_plan, promoted
from slowmate.events.running.rosters import SeatHolding, Substitute, TeamTerms, changes, may_line_up, may_substitute
from slowmate.events.running.section8.substitution import SUBSTITUTION
from slowmate.events.running.standings import Standing, standings
from slowmate.records import KINDS, Director, Event, Player, PromotionPlan, Team
from slowmate.rulebook import Refused
from slowmate.words import say_goals
from tests.events.lifecycle.walking import (
    DIRECTOR,
    NTTC,
    SERVER,
    TTC,
    Walk,
    addresses,
    captain,
    failing,
    finals,
    ordered,
)

A, B, C = (f"champions-league-{division}" for division in "abc")
ANNOUNCED, DEADLINE, POSTED, START, ENDED = (
    date(2018, 10, 1), date(2019, 1, 31), date(2019, 2, 10), date(2019, 3, 15), date(2021, 3, 1),
)  # fmt: skip
LAST = Season(date(2016, 11, 15), date(2018, 11, 1))
TEAMS = {number: tuple(f"{number}/{board}" for board in range(1, 5)) for number in (str(n) for n in range(1, 12))}
PLAN = PromotionPlan(up=1, down=3)


def named(number: str, **changed: object) -> LeagueTeam:
    return replace(LeagueTeam(number, f"Rooks {number}", f"captain {number}", TEAMS[number]), **changed)  # type: ignore[arg-type]


@cache
def group() -> Event:
    strength = tuple(Player(number, number, rating=2300) for number in TEAMS)
    drawn = draw(Field(strength, (11,), START, teams=TEAMS), seed="season 6").value[0]
    players = tuple(Player(one, one, "CZE", rating=2300, games=60) for number in drawn.numbers for one in TEAMS[number])
    teams = tuple(Team(number, f"Rooks {number}", TEAMS[number]) for number in drawn.numbers)
    event = Event("Division B, Group 1", KINDS[B], START, players, drawn.games, teams, cycle=6, id="b1")
    return replace(event, director=Director("D"), promotion=PLAN)


def in_order(event: Event) -> Event:
    """Team 1 wins everything, team 11 loses everything."""
    return ordered(
        event, sorted((one for team in event.teams for one in team.players), key=lambda one: int(one.split("/")[0]))
    )


@pytest.mark.clause("ICCF-TR-2017 5.2/1", "ICCF-TR-2017 5.3/4")
def test_1_the_commissioner_opens_a_season_some_thirty_months_after_the_last() -> None:
    assert league.league_name(start=START).value == "Champions League"
    assert league.next_season(date(2016, 12, 1)).value is None  # 2016 knew no window
    first, last = league.next_season(START).value or (None, None)
    assert (first, last) == (date(2021, 6, 15), date(2021, 9, 15))
    event = Walk(EVENT, Case("draft", START, office=Actor.NTTC))
    said = may_announce_event(KINDS[B], Announcement(START, DEADLINE, fee=40), on=ANNOUNCED)
    assert event.step("announce", NTTC, {"announcement": said}, not_by=[TTC, captain("1")]) == "announced"


@pytest.mark.clause(
    "ICCF-TR-2017 5.1/1", "ICCF-TR-2017 5.1/3", "ICCF-TR-2017 5.5/1", "ICCF-TR-2017 5.6/1", "ICCF-TR-2017 2.2/3"
)
def test_2_captains_enter_teams_of_four_that_play_for_no_other() -> None:
    taken = {one: number for number, four in TEAMS.items() for one in four}
    assert league.may_team_enter(named("1"), taken, start=START).value
    for team, cited in (
        (named("1", players=TEAMS["1"][:3]), "5.1/1"),
        (named("1", captain=" "), "5.1/3"),
        (named("1", players=(*TEAMS["1"][:3], "2/1")), "5.5/1"),
    ):
        with pytest.raises(Refused) as refusal:
            league.may_team_enter(team, taken, start=START)
        assert addresses(refusal.value) == [cited]
    same_name = LeagueTeam("99", "Rooks 1", "somebody", ("a", "b", "c", "d"))
    assert league.may_team_enter(same_name, taken, start=START).value  # teams are told apart by their ids
    terms = TeamTerms(START, is_league=True)
    four = [Substitute(one, "BRA", plays_for="1") for one in TEAMS["1"]]
    assert may_line_up("1", four, terms, on=DEADLINE).value
    barred = replace(four[0], bars=(EntryBar(date(2018, 6, 1), date(2019, 6, 1), "ICCF-TR-2017 8.4/5"),))
    assert failing(may_line_up("1", [barred, *four[1:]], terms, on=DEADLINE)) == ["2.2/3"]
    entry = Walk(ENTRY, Case("asked", START, {"team": "1"}, Actor.NTTC))
    entry.step("admit", NTTC, not_by=[TTC, captain("1")])
    assert entry.step("withdraw the team", captain("1"), not_by=[captain("2"), NTTC]) == "withdrawn"


@pytest.mark.clause("ICCF-TR-2017 5.5/2", "ICCF-TR-2017 5.6/2")
def test_3_players_change_teams_and_teams_their_names_between_seasons() -> None:
    assert league.may_change_team(LAST, on=date(2018, 11, 2)).value
    assert league.may_rename(LAST, on=date(2018, 11, 2)).value
    running = Season(START)
    for asked in (league.may_change_team, league.may_rename):
        with pytest.raises(Refused):
            asked(running, on=date(2020, 1, 1))


@pytest.mark.clause("ICCF-TR-2017 5.4/1", "ICCF-TR-2017 5.4/2", "ICCF-TR-2017 5.3/1", "ICCF-TR-2017 5.3/2")
def test_4_the_commissioner_sets_groups_and_numbers_that_can_be_carried_out() -> None:
    record_decision(league.PLAN, actor=Actor.NTTC, by="N", on=DEADLINE, reason="24 teams in B", start=START)
    with pytest.raises(Refused):
        record_decision(league.PLAN, actor=Actor.TTC, by="T", on=DEADLINE, reason="24 teams in B", start=START)
    assert league.groups_named("B", 2, start=START).value == ("Group 1", "Group 2")
    with pytest.raises(Refused):
        league.groups_named("A", 2, start=START)
    assert (13, 11) in [tuple(sorted(one.sizes, reverse=True)) for one in propose_sizes(KINDS[B], 24, start=START)]
    assert check_size(B, 12, start=START).value == "warning"
    assert check_plan(PLAN, KINDS[B], [11], start=START).value
    for kind, impossible in ((B, PromotionPlan(up=6, down=6)), (A, PromotionPlan(up=1)), (C, PromotionPlan(down=1))):
        with pytest.raises(Refused):
            check_plan(impossible, KINDS[kind], [11], start=START)
    plans = {A: PromotionPlan(down=2), B: PromotionPlan(up=1, down=3), C: PromotionPlan(up=2)}
    assert moves_balance(plans, {A: 1, B: 2, C: 3}, start=START).value == {}
    assert moves_balance(plans, {A: 1, B: 2, C: 2}, start=START).value == {B: -2, C: 2}


@pytest.mark.clause("ICCF-TR-2017 5.3/1", "ICCF-TR-2017 5.6/1", "ICCF-TR-2017 5.4/2", "ICCF-TR-2017 5.7/2")
def test_5_divisions_have_teams_that_stayed_moved_and_are_new_and_the_commissioner_fills_holes() -> None:
    last = {A: ["a1", "a2", "a3"], B: ["b1", "b2", "b3"], C: ["c1", "c2"]}
    moves = [
        promoted({"A": table("a1", "a2", "a3")}, PromotionPlan(down=1), KINDS[A], start=LAST.start).value,
        promoted({"B": table("b1", "b2", "b3")}, PromotionPlan(up=1), KINDS[B], start=LAST.start).value,
    ]
    entered = ["a1", "a3", "b1", "b2", "b3", "c1", "new"]  # a2 and c2 are dissolved
    found = compose(last, moves, entered, {A: 3, B: 3, C: 3}, start=START, relegated=["b2"]).value
    assert found.divisions == {A: ("a1", "b1"), B: ("a3", "b3"), C: ("b2", "c1", "new")}
    assert (found.vacant, found.over) == ({A: 1, B: 1}, {})
    assert league.first_division(start=START).value == "C"


def table(*teams: str) -> list[Standing]:
    event = group()
    lines = standings(in_order(event)).value[: len(teams)]
    return [replace(line, id=team) for line, team in zip(lines, teams, strict=True)]


@cache
def posted() -> StartList:
    captains = {number: f"captain {number}" for number in TEAMS}
    return start_list(group(), Posting(POSTED, "Triple Block", captains=captains)).value


@pytest.mark.clause("ICCF-TR-2017 5.3/3", "ICCF-TR-2017 8.7(g)", "ICCF-TR-2017 11.2", "ICCF-TR-2017 1.0.5/5")
def test_6_and_7_all_divisions_start_together_with_numbers_boards_and_captains() -> None:
    assert league.starts_together([START] * 3).value == "ok"
    assert league.starts_together([START, date(2019, 4, 1)]).value == "warning"
    assert {(one.whites, one.blacks) for one in posted().seats} == {(5, 5)}
    assert say_goals(posted().promotion) == [
        "Place 1: up to Champions League, Division A.",
        "The last 3 go down to: Champions League, Division C.",
    ]
    section = Walk(SECTION, Case("confirmed", START, office=Actor.NTTC))
    section.step("post", NTTC, {"published": is_published([posted()], on=POSTED)}, not_by=[TTC, captain("1")])
    assert section.step("start", SERVER, {"start": may_begin(START, [posted()], on=START)}) == "running"


@pytest.mark.clause("ICCF-TR-2017 5.7/1", "ICCF-TR-2017 5.5/1", "ICCF-TR-2017 8.7(b)")
def test_8_captains_replace_players_without_limit_by_players_of_no_other_team() -> None:
    start_at = datetime(2019, 3, 15, tzinfo=UTC)
    roster = [SeatHolding("1", board, f"1/{board}", start_at) for board in range(1, 5)]
    terms = TeamTerms(START, is_league=True)
    for turn in range(1, 4):
        at = datetime(2019, 3 + 2 * turn, 1, tzinfo=UTC)
        free = may_substitute(Substitute(f"s{turn}", "BRA"), "1", turn, roster, terms, at=at, start_list=start_at)
        case = Walk(SUBSTITUTION, Case("open", START, {"team": "1"}))
        case.step("name", captain("1"), not_by=[captain("2"), NTTC])
        assert case.step("place", DIRECTOR, {"eligible": free}, not_by=[captain("1")]) == "placed"
        roster.append(SeatHolding("1", turn, f"s{turn}", at))
    assert changes(roster, "1", since=start_at) == 3
    tied = may_substitute(
        Substitute("2/1", "CZE", plays_for="2"),
        "1",
        4,
        roster,
        terms,
        at=datetime(2020, 1, 1, tzinfo=UTC),
        start_list=start_at,
    )
    assert failing(tied) == ["5.5/1"]


@pytest.mark.clause("ICCF-TR-2017 7.3(a)", "ICCF-TR-2017 5.3/1")
def test_9_and_10_the_season_ends_and_teams_go_up_and_down() -> None:
    event = in_order(group())
    section = Walk(SECTION, Case("running", START, office=Actor.NTTC))
    results = {"all results": has_all_results(finals(event.games, ENDED), start=START)}
    section.step("finish", SERVER, results, not_by=[NTTC, captain("1")])
    assert [(step.what, step.who, step.value) for step in consequences(event, ended=ENDED).value] == [
        (Step.UP, "1", A), (Step.DOWN, "9", C), (Step.DOWN, "10", C), (Step.DOWN, "11", C),
    ]  # fmt: skip
    # eighth and ninth draw all their games with each other and are level on every board: the commissioner is asked
    even = [frozenset((f"8/{board}", f"9/{board}")) for board in range(1, 5)]
    order = sorted((one for team in event.teams for one in team.players), key=lambda one: int(one.split("/")[0]))
    level = ordered(group(), order, drawn=even)
    asked = [step for step in consequences(level, ended=ENDED).value if step.what is Step.ASK]
    assert {(step.who, step.refer, frozenset(step.sharing)) for step in asked} == {
        (team, Actor.NTTC, frozenset(("8", "9"))) for team in ("8", "9")
    }
    assert section.step("settle", NTTC, not_by=[TTC]) == "settled"


@pytest.mark.clause("ICCF-TR-2017 5.7/2")
def test_11_a_team_that_changed_all_players_in_two_seasons_goes_down_unless_the_commissioner_excepts_it() -> None:
    before, after = TEAMS["5"], ("s1", "s2", "s3", "s4")
    assert league.is_relegated_for_changes(before, after, division=2, start=START).value
    assert not league.is_relegated_for_changes(before, (*after[:3], before[0]), division=2, start=START).value
    assert not league.is_relegated_for_changes(before, after, division=3, start=START).value
    record_decision(league.EXCEPTION, actor=Actor.NTTC, by="N", on=ENDED, reason="an accident", start=START)
    with pytest.raises(Refused):
        record_decision(league.EXCEPTION, actor=Actor.CAPTAIN, by="5", on=ENDED, reason="please", start=START)
    assert not league.is_relegated_for_changes(before, after, division=2, excepted=True, start=START).value


def test_games_of_the_league_are_on_the_server_only() -> None:
    with pytest.raises(Refused) as refusal:
        league.may_team_enter(named("1"), {}, by_post=True, start=START)
    assert addresses(refusal.value) == ["5.2/1"]
    assert {game.board for game in group().games} == {1, 2, 3, 4}
