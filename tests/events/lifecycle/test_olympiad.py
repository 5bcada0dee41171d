"""An Olympiad of national teams, from the plan of its cycle to the next final, row by row."""

from dataclasses import replace
from datetime import UTC, date, datetime
from fractions import Fraction
from functools import cache

import pytest

from slowmate.events.entry.entrants import EntryBar
from slowmate.events.entry.right import Right
from slowmate.events.entry.target import Target
from slowmate.events.organising import cycles
from slowmate.events.organising.draw import Field, draw
from slowmate.events.organising.offices import Actor, Case, record_decision
from slowmate.events.organising.planning import propose_sizes
from slowmate.events.organising.sizes import check_size
from slowmate.events.organising.start_list import Posting, StartList, start_list
from slowmate.events.organising.team_rules import DISPUTE, Notice, missing_fields
from slowmate.events.procedures import (
    ENTRY,
    EVENT,
    PROCEDURES,
    Announcement,
    is_published,
    may_announce_event,
    may_begin,
)
from slowmate.events.running.consequences import Step, consequences
from slowmate.events.running.decisive import games_to_adjudicate
from slowmate.events.running.final_places import titles_of_event
from slowmate.events.running.promotion import check_plan, promoted
from slowmate.events.running.rosters import (
    SeatHolding,
    Substitute,
    TeamTerms,
    as_team,
    changes,
    line_up,
    may_line_up,
    may_substitute,
    rated_as,
)
from slowmate.events.running.section8 import substitution
from slowmate.events.running.section8.substitution import STATUS, SUBSTITUTION, TeamBoard
from slowmate.events.running.standings import standings
from slowmate.events.running.team_finals import may_play_final
from slowmate.records import KINDS, Director, Event, Player, PromotionPlan, Result, Team
from slowmate.rulebook import Refused
from slowmate.titles.norms import norms
from tests.events.lifecycle.walking import (
    BOARD,
    DIRECTOR,
    NTTC,
    QUALIFICATIONS,
    SERVER,
    TTC,
    Walk,
    addresses,
    captain,
    delegate,
    failing,
    ordered,
    player,
)

PRELIMINARY, FINAL = KINDS["olympiad-preliminary"], KINDS["olympiad-final"]
PLANNED, DEADLINE, POSTED, START, ENDED = (
    date(2019, 9, 1), date(2020, 3, 31), date(2020, 5, 15), date(2020, 6, 20), date(2022, 10, 1),
)  # fmt: skip
FINAL_START = date(2023, 2, 20)
COUNTRIES = tuple(f"C{number:02}" for number in range(1, 23))
BOARDS = 6
PLAN = PromotionPlan(up=4, best_of_rest=1)
LIST_AT, START_AT = datetime(2020, 5, 15, tzinfo=UTC), datetime(2020, 6, 20, tzinfo=UTC)


def seat(country: str, board: int) -> str:
    return f"{country}/{board}"


@cache
def preliminaries() -> tuple[Event, ...]:
    """Two groups of eleven teams, their numbers and colours drawn."""
    teams = {country: tuple(seat(country, board) for board in range(1, BOARDS + 1)) for country in COUNTRIES}
    strength = tuple(Player(country, country, rating=2500 - 10 * number) for number, country in enumerate(COUNTRIES))
    drawn = draw(Field(strength, (11, 11), START, teams=teams), seed="olympiad")
    assert "0.3/2" in addresses(drawn)
    events = []
    for turn, group in enumerate(drawn.value, 1):
        players = tuple(
            Player(one, one, country, rating=2500 - 20 * board, games=100)
            for country in group.numbers
            for board, one in enumerate(teams[country], 1)
        )
        named = tuple(Team(country, country, teams[country], country) for country in group.numbers)
        event = Event(f"Group {turn}", PRELIMINARY, START, players, group.games, named, cycle=22, id=f"g{turn}")
        events.append(replace(event, director=Director("D", "IA"), promotion=PLAN))
    return tuple(events)


@cache
def lists() -> tuple[StartList, ...]:
    captains = {country: f"captain of {country}" for country in COUNTRIES}
    return tuple(start_list(one, Posting(POSTED, "Triple Block", captains=captains)).value for one in preliminaries())


def finished(event: Event) -> Event:
    """Teams of lower numbers win every match on all boards."""
    order = sorted(one for team in event.teams for one in team.players)
    return ordered(event, order)


@pytest.mark.clause("ICCF-TR-2017 1.7.1/1", "ICCF-TR-2017 1.7.1/2", "ICCF-TR-2017 1.7.1/3")
def test_1_the_commissioner_plans_a_cycle_for_june_of_a_fourth_year() -> None:
    planned = record_decision(
        cycles.OLYMPIAD_JUNE["olympiad"], actor=Actor.TTC, by="T", on=PLANNED, reason="20 June 2020"
    )
    assert planned.value.actor is Actor.TTC
    with pytest.raises(Refused):
        record_decision(cycles.OLYMPIAD_JUNE["olympiad"], actor=Actor.NTTC, by="N", on=PLANNED, reason="20 June 2020")
    assert cycles.olympiad_cycle_may_start("olympiad", start=START, by_post=False).value
    with pytest.raises(Refused) as refusal:
        cycles.olympiad_cycle_may_start("olympiad", start=date(2022, 6, 20), by_post=True)
    assert addresses(refusal.value) == ["1.7.1/1", "1.7.1/2"]


@pytest.mark.clause("ICCF-TR-2017 1.7.7")
def test_2_the_commissioner_sets_who_goes_on_and_the_board_approves_it_before_the_start() -> None:
    assert check_plan(PLAN, PRELIMINARY, [11, 11], start=START).value
    with pytest.raises(Refused):
        check_plan(PromotionPlan(up=12), PRELIMINARY, [11, 11], start=START)
    plan = Walk(PROCEDURES["promotion in the Olympiad"], Case("open", START))
    assert plan.refused("approve", BOARD) == ["1.7.7"]  # there is nothing yet
    plan.step("set", TTC, not_by=[BOARD, NTTC])
    assert plan.step("send back", BOARD, not_by=[TTC]) == "open"
    plan.step("set", TTC)
    assert plan.step("approve", BOARD, not_by=[TTC, NTTC]) == "in force"


@pytest.mark.clause("ICCF-TR-2017 11.3(a)", "ICCF-TR-2017 11.3(d)", "ICCF-TR-2017 1.0.5/2")
def test_3_the_announcement_has_eight_fields() -> None:
    notice = Notice("ICCF", "member federations", "groups of 11", BOARDS, 1, "as in 8.7", (START, ENDED), "D")
    assert missing_fields(notice, friendly=False, start=START).value == ()
    assert missing_fields(replace(notice, boards=None, director=None), friendly=False, start=START).value == (
        "boards", "director",
    )  # fmt: skip
    event = Walk(EVENT, Case("draft", START, office=Actor.TTC))
    said = may_announce_event(PRELIMINARY, Announcement(START, DEADLINE, fee=60), on=PLANNED)
    assert event.step("announce", TTC, {"announcement": said}, not_by=[NTTC, delegate("C01")]) == "announced"


@pytest.mark.clause("ICCF-TR-2017 1.7.5/1", "ICCF-TR-2017 1.7.5/2", "ICCF-TR-2017 1.7.2", "ICCF-TR-2017 13.1")
def test_4_a_delegate_enters_one_team_of_six_whose_players_may_play() -> None:
    whole = {"debt": 0, "teams": 0, "players": BOARDS, "announced": BOARDS}
    assert cycles.may_enter_team("olympiad", **whole, start=START).value  # type: ignore[arg-type]
    for wrong, cited in (({"debt": 50}, "1.7.5/1"), ({"teams": 1}, "1.7.5/1"), ({"players": 5}, "1.7.2")):
        with pytest.raises(Refused) as refusal:
            cycles.may_enter_team("olympiad", **(whole | wrong), start=START)  # type: ignore[arg-type]
        assert addresses(refusal.value) == [cited]
    with pytest.raises(Refused):
        cycles.may_enter_team("olympiad", **whole, federations=3, start=START)  # type: ignore[arg-type]
    team = [Substitute(seat("C01", board), "C01") for board in range(1, BOARDS + 1)]
    terms = TeamTerms(START, "C01")
    assert may_line_up("C01", team, terms, on=DEADLINE).value
    barred = replace(team[0], bars=(EntryBar(date(2020, 1, 1), None, "ICCF-TR-2017 8.5/5"),))
    stranger = replace(team[1], federation="C02")
    assert failing(may_line_up("C01", [barred, stranger, *team[2:]], terms, on=DEADLINE)) == ["2.2/3", "13.1"]
    entry = Walk(ENTRY, Case("asked", START, {"team": "C01", "federation": "C01"}, Actor.TTC))
    assert entry.step("admit", TTC, not_by=[NTTC, delegate("C01")]) == "accepted"
    assert entry.step("withdraw the team", captain("C01"), not_by=[captain("C02"), TTC]) == "withdrawn"


@pytest.mark.clause("ICCF-TR-2017 1.7.6")
def test_5_the_first_three_of_the_last_final_play_the_next_one() -> None:
    rights = last_final_rights()
    target = Target("olympiad-final", FINAL_START, cycle=22)
    place = may_play_final("C03", target, rights=rights, promoted=(), on=date(2022, 12, 1))
    assert [(use.kind, use.cycle) for use in place.value or ()] == [("olympiad-final", 22)]
    assert may_play_final("C04", target, rights=rights, promoted=(), on=date(2022, 12, 1)).value is None
    assert may_play_final("C04", target, rights=rights, promoted=("C04",), on=date(2022, 12, 1)).value == ()
    after_next = replace(target, cycle=23)
    assert may_play_final("C03", after_next, rights=rights, promoted=(), on=date(2026, 12, 1)).value is None


def last_final_rights() -> list[Right]:
    last = replace(finished(preliminaries()[0]), kind=FINAL, cycle=21, id="f21", promotion=None, end=date(2021, 5, 1))
    first = [line.id for line in standings(last).value][:3]
    steps = consequences(last, ended=date(2021, 5, 1)).value
    found = [step.right for step in steps if step.what is Step.RIGHT and step.right]
    assert [right.holder for right in found] == first
    return [replace(right, holder=country) for right, country in zip(found, ("C01", "C02", "C03"), strict=True)]


@pytest.mark.clause("ICCF-TR-2017 1.7.1/4")
def test_6_on_new_years_day_of_a_cycle_the_decisive_games_are_adjudicated_by_a_neutral() -> None:
    event = replace(finished(preliminaries()[0]), kind=FINAL, promotion=None, start=date(2021, 6, 20))
    third, fourth = [line.id for line in standings(event).value][2:4]
    games = tuple(
        replace(game, result=None) if {game.white.split("/")[0], game.black.split("/")[0]} == {third, fourth} else game
        for game in event.games
    )
    running = replace(event, games=games)
    assert games_to_adjudicate(running, 3, on=date(2023, 12, 31)).value.games == ()
    contest = games_to_adjudicate(running, 3, on=date(2024, 1, 1)).value
    assert len(contest.games) == BOARDS
    assert set(contest.contending) == {third, fourth}
    assert cycles.may_adjudicate("olympiad", "C22", contest.contending).value
    with pytest.raises(Refused):
        cycles.may_adjudicate("olympiad", third, contest.contending)


@pytest.mark.clause("ICCF-TR-2017 8.7(g)", "ICCF-TR-2017 1.0.5/5", "ICCF-TR-2017 11.1", "ICCF-TR-2017 11.2")
def test_7_to_9_teams_are_grouped_drawn_and_listed_with_boards_captains_and_norms() -> None:
    ways = propose_sizes(PRELIMINARY, 22, start=START, preferred=11)
    assert (11, 11) in [one.sizes for one in ways]
    assert {(one.whites, one.blacks) for one in lists()[0].seats} == {(5, 5)}
    assert {one.board for one in lists()[0].seats} == set(range(1, BOARDS + 1))
    assert all(captain_ for _, _, captain_ in lists()[0].teams)
    event = Walk(EVENT, Case("confirmed", START, office=Actor.TTC))
    without = start_list(replace(preliminaries()[0], director=None, promotion=None), Posting(POSTED, "x")).value
    refused = event.refused("post", TTC, {"published": is_published([without], on=POSTED)})
    assert refused[:3] == ["1.0.5/5", "11.1", "11.2"]
    event.step("post", TTC, {"published": is_published(lists(), on=POSTED)}, not_by=[NTTC])
    assert event.step("start", SERVER, {"start": may_begin(START, lists(), on=START)}, not_by=[TTC]) == "running"


@pytest.mark.clause("ICCF-TR-2017 8.7(d)/1", "ICCF-TR-2017 8.7(d)/2")
def test_10_after_a_month_the_captain_and_after_two_the_director_checks_who_has_not_begun() -> None:
    day, missing = substitution.captain_task(START, {"C01/1": True, "C01/2": False}).value
    assert (day, missing) == (date(2020, 7, 20), ("C01/2",))
    board = TeamBoard(begun=("1", "2"), not_begun=("3", "4"), reminders=1, director_confirmed=True)
    assert substitution.games_lost(board, start=START, on=date(2020, 8, 20)).value == ()
    assert substitution.games_lost(board, start=START, on=date(2020, 8, 21)).value == ("3", "4")
    in_time = replace(board, notice=date(2020, 8, 20))
    assert substitution.games_lost(in_time, start=START, on=date(2020, 8, 21)).value == ()


ROSTER = tuple(SeatHolding("C01", board, seat("C01", board), START_AT) for board in range(1, BOARDS + 1))
CALLED, NAMED_AT = date(2020, 9, 1), datetime(2020, 10, 1, tzinfo=UTC)


@pytest.mark.clause("ICCF-TR-2017 8.7(b)", "ICCF-TR-2017 8.7(e)/1", "ICCF-TR-2017 8.7(e)/2", "ICCF-TR-2017 8.1/3")
def test_11_a_captain_who_is_called_on_names_a_substitute_and_the_director_places_them() -> None:
    deadline = substitution.call_on_captain(called=CALLED, deadline=date(2020, 11, 1), start=START).value
    with pytest.raises(Refused):
        substitution.call_on_captain(called=CALLED, deadline=date(2020, 11, 2), start=START)
    case = Walk(SUBSTITUTION, Case("called", START, {"team": "C01"}))
    late = {"in time": substitution.is_in_time(deadline=deadline, on=date(2020, 11, 2), start=START)}
    assert "8.7(b)" in case.refused("name", captain("C01"), late)
    in_time = {"in time": substitution.is_in_time(deadline=deadline, on=date(2020, 10, 1), start=START)}
    case.step("name", captain("C01"), in_time, not_by=[captain("C02"), delegate("C01")])
    terms = TeamTerms(START, "C01", most_changes=2)
    wrong = may_substitute(Substitute("x", "C02"), "C01", 3, ROSTER, terms, at=NAMED_AT, start_list=LIST_AT)
    assert "13.1" in case.refused("place", DIRECTOR, {"eligible": wrong})
    right = may_substitute(Substitute("x", "C01"), "C01", 3, ROSTER, terms, at=NAMED_AT, start_list=LIST_AT)
    assert case.step("place", DIRECTOR, {"eligible": right}, not_by=[captain("C01"), TTC]) == "placed"
    asked = substitution.may_request_status(teams=True, moves=[9, 9, 10], finished=0, start=START)
    status = Walk(STATUS, Case("requested", START))
    status.step("agree", DIRECTOR, {"in time": asked}, not_by=[QUALIFICATIONS, captain("C01")])
    assert status.step("consent", QUALIFICATIONS, not_by=[DIRECTOR]) == "granted"


@pytest.mark.clause("ICCF-TR-2017 8.7(e)/3", "ICCF-TR-2017 8.7(e)/7", "ICCF-TR-2017 7.3(a)")
def test_11_the_seat_scores_with_any_holder_and_a_game_is_rated_for_the_player_who_ended_it() -> None:
    roster = (
        *ROSTER,
        SeatHolding("C01", 3, "x", NAMED_AT),
        SeatHolding("C01", 3, "y", datetime(2021, 3, 1, tzinfo=UTC)),
    )
    assert line_up(roster, "C01", at=NAMED_AT)[2] == "x"
    assert changes(roster, "C01", since=LIST_AT) == 2
    event = finished(preliminaries()[0])
    if not any(team.id == "C01" for team in event.teams):
        event = finished(preliminaries()[1])
    everybody = {one.id: one for one in event.players} | {
        one: Player(one, one, "C01", rating=2300, games=50) for one in ("x", "y")
    }
    own = next(team for team in event.teams if team.id == "C01")
    team, players = as_team(own, roster, everybody)
    games = tuple(
        replace(
            game, white="y" if game.white == "C01/3" else game.white, black="y" if game.black == "C01/3" else game.black
        )
        if number % 2
        else game
        for number, game in enumerate(event.games)
    )
    changed = replace(
        event,
        teams=tuple(team if one.id == "C01" else one for one in event.teams),
        players=(*(one for one in event.players if one.federation != "C01"), *players),
        games=games,
    )
    assert [(line.id, line.points) for line in standings(changed).value] == [
        (line.id, line.points) for line in standings(event).value
    ]
    ended = datetime(2020, 12, 1, tzinfo=UTC)
    assert rated_as(roster, "C01", 3, ended=ended, start=START).value == ("x", "C01/3")
    with_status = tuple(replace(one, status_from=date(2020, 10, 9)) if one.player == "x" else one for one in roster)
    assert rated_as(with_status, "C01", 3, ended=ended, start=START).value == ("x", None)


@pytest.mark.clause("ICCF-TR-2017 11.5/1", "ICCF-TR-2017 11.5/2")
def test_12_captains_settle_minor_disputes_and_the_director_the_rest() -> None:
    minor = Case("minor", START, {"one team": "C01", "other team": "C02"})
    assert Walk(DISPUTE, minor).step("settle", captain("C01"), not_by=[captain("C02"), captain("C03")]) == "settled"
    taken = Walk(DISPUTE, minor)
    taken.step("take over", DIRECTOR, not_by=[captain("C01"), TTC])
    assert taken.step("decide", DIRECTOR, not_by=[captain("C02"), player("C01/1")]) == "decided"


@pytest.mark.clause("ICCF-TR-2017 1.7.7", "ICCF-TR-2017 7.3(a)", "ICCF-TR-2017 7.3(b)")
def test_13_the_first_of_each_group_and_the_best_of_the_rest_go_to_the_final() -> None:
    ended = [finished(event) for event in preliminaries()]
    tables = {event.id: standings(event).value for event in ended}
    moves = promoted(tables, PLAN, PRELIMINARY, start=START).value
    assert {move.to for move in moves.up} == {"olympiad-final"}
    assert [move.who for move in moves.up[:4]] == [line.id for line in tables["g1"][:4]]
    assert len(moves.up) + sum(group.seats for group in moves.undecided) == 9
    for group in moves.undecided:  # the fifths of both groups may have the same share of the points
        assert (group.section, group.office) == (None, Actor.TTC)
    alone = consequences(ended[0], ended=ENDED).value
    assert [(step.what, step.who) for step in alone] == [(Step.UP, line.id) for line in tables["g1"][:4]]


@pytest.mark.clause("ICCF-TR-2017 1.7.4", "ICCF-TR-2017 1.7.3")
def test_14_the_final_normally_has_up_to_thirteen_teams() -> None:
    assert check_size("olympiad-final", 13, start=FINAL_START).value == "ok"
    assert check_size("olympiad-final", 14, start=FINAL_START).value == "warning"
    assert cycles.olympiad_first_stage("olympiad", start=START).value == "Preliminary"


@pytest.mark.clause("ICCF-TR-2017 1.7.6", "ICCF-TR-2017 10.2(b)")
def test_15_the_final_ends_with_rights_of_federations_and_the_title_of_the_best_first_board() -> None:
    final = replace(
        finished(preliminaries()[0]), kind=FINAL, start=FINAL_START, promotion=None, id="f22", end=date(2025, 5, 1)
    )
    steps = consequences(final, ended=date(2025, 5, 1)).value
    first = [line.id for line in standings(final).value][:3]
    assert [(step.what, step.right.holder if step.right else None) for step in steps] == [
        (Step.RIGHT, country) for country in first
    ]
    titles = {(one.player, one.title) for one in titles_of_event(final, norms(final))}
    assert (f"{first[0]}/1", "GM") in titles
    # level on the third place after all tie-breaks: the commissioner is asked, and nobody has it yet
    level = replace(final, games=tuple(replace(game, result=Result.DRAW) for game in final.games))
    asked = consequences(level, ended=date(2025, 5, 1)).value
    assert {(step.what, step.refer) for step in asked} == {(Step.ASK, Actor.TTC)}
    assert len(asked) == 11
    assert {line.points for line in standings(level).value} == {Fraction(30)}
