"""Who comes next where a Final has vacant places, and the games that decide who plays the next one."""

import random
from dataclasses import replace
from datetime import date
from itertools import combinations, product

import pytest

from slowmate.events.running.decisive import MOST_TRIED, games_to_adjudicate, open_contest
from slowmate.events.running.standings import standings
from slowmate.events.running.vacancies import missed_by_tie_break, next_for_final, next_for_ladies_final
from slowmate.records import Event, Result
from tests.support.crosstables import crosstable, team_event

E2016, E2017 = date(2017, 3, 31), date(2017, 4, 1)
# A 3; B, C and D 2 points each: by wins and Sonneborn-Berger C is second, then B and D
ROWS = {"A": "-=111=", "B": "=-0==1", "C": "01-0=1", "D": "0=1-==", "E": "0===-=", "F": "=00==-"}


@pytest.mark.clause("ICCF-TR-2017 1.4.4/1", "ICCF-TR-2016 1.4.4/1")
def test_who_missed_the_final_by_a_tie_break_is_read_off_the_table() -> None:
    event = crosstable(ROWS, kind="world-championship-candidates")
    lines = standings(event).value
    level = [line.id for line in lines if line.points == lines[1].points]
    assert len(level) == 3
    assert missed_by_tie_break(lines, 2) == tuple(level[1:])
    assert missed_by_tie_break(lines, 1) == ()
    assert missed_by_tie_break(lines, 6) == ()


@pytest.mark.clause("ICCF-TR-2017 1.4.4/1", "ICCF-TR-2016 1.4.4/1")
@pytest.mark.parametrize(("start", "all_listed"), [(E2016, True), (E2017, False)])
def test_since_2017_only_they_are_admitted_and_in_2016_the_next_too(start: date, all_listed: bool) -> None:
    event = crosstable(ROWS, kind="world-championship-candidates")
    lines = standings(event).value
    order = [line.id for line in lines]
    listed = next_for_final([(event, lines)], 17, start=start).value
    missed = missed_by_tie_break(lines, 2)
    assert listed == (tuple(order[2:]) if all_listed else missed)
    assert listed[:2] == missed
    one_place = replace(event, final_places=1)
    assert next_for_final([(one_place, lines)], 17, start=E2017).value == ()


@pytest.mark.clause("ICCF-TR-2017 1.6.3/1")
def test_the_next_of_the_ladies_come_in_the_order_of_their_tables() -> None:
    semi = crosstable(ROWS, kind="ladies-world-championship-semi-final")
    final = crosstable(ROWS, kind="ladies-world-championship-final")
    order = [line.id for line in standings(semi).value]
    tables = [(final, standings(final).value), (semi, standings(semi).value)]
    ruling = next_for_ladies_final(tables, 4, start=E2017)
    assert ruling.value == (*order[3:], order[2])
    assert str(ruling.grounds[0].clause) == "ICCF-TR-2017 1.6.3/1"


# -- decisive games ---------------------------------------------------------------------------------------------------


def brute_force(event: Event, places: int) -> set[tuple[str, str]]:
    """Games of which, all others being fixed in some way, two results lead to different first places."""
    team_of = {player: team.id for team in event.teams for player in team.players}
    scored = dict.fromkeys((team.id for team in event.teams), 0)
    open_ = []
    for game in event.games:
        if game.result is None:
            open_.append((game.white, game.black))
        else:
            for player, half in zip((game.white, game.black), game.result.half_points, strict=True):
                scored[team_of[player]] += half
    ends = {}
    for outcome in product((0, 1, 2), repeat=len(open_)):
        final = dict(scored)
        for (white, black), half in zip(open_, outcome, strict=True):
            final[team_of[white]] += half
            final[team_of[black]] += 2 - half
        sure = frozenset(one for one in final if sum(other >= final[one] for other in final.values()) <= places)
        level = frozenset(one for one in final if sum(other > final[one] for other in final.values()) < places) - sure
        ends[outcome] = (sure, level)
    return {
        game
        for number, game in enumerate(open_)
        for outcome in ends
        for half in (0, 1, 2)
        if ends[outcome] != ends[(*outcome[:number], half, *outcome[number + 1 :])]
    }


@pytest.mark.clause("ICCF-TR-2017 1.7.1/4", "ICCF-TR-2017 1.8.1/4")
@pytest.mark.parametrize("seed", range(25))
def test_decisive_games_are_those_that_can_change_who_qualifies(seed: int) -> None:
    lot = random.Random(seed)
    pairs = list(combinations("ABCDE", 2))
    matches = {pair: "".join(lot.choice("1=0") for _ in range(2)) for pair in pairs}
    for pair in lot.sample(pairs, 5):
        matches[pair] = matches[pair][0] + "."
    event = team_event(matches, kind="olympiad-final")
    found = open_contest(event, 3)
    assert found.exact
    assert {(game.white, game.black) for game in found.games} == brute_force(event, 3)


@pytest.mark.clause("ICCF-TR-2017 1.7.1/4")
def test_a_game_between_teams_whose_places_are_settled_decides_nothing() -> None:
    matches = dict.fromkeys(combinations("ABCDE", 2), "1111")
    event = team_event(matches | {("A", "E"): "111."}, kind="olympiad-final")
    assert open_contest(event, 3).games == ()
    close = team_event(matches | {("C", "D"): "10=."}, kind="olympiad-final")
    assert [{game.white, game.black} for game in open_contest(close, 3).games] == [{"C4", "D4"}]
    assert open_contest(close, 3).contending == ("C", "D")


@pytest.mark.clause("ICCF-TR-2017 1.7.1/4", "ICCF-TR-2017 1.8.1/4")
@pytest.mark.parametrize("kind", ["olympiad-final", "ladies-olympiad-final"])
@pytest.mark.parametrize(
    ("on", "due"),
    [
        (date(2019, 12, 31), False),
        (date(2020, 1, 1), True),
        (date(2020, 12, 31), True),
        (date(2021, 1, 1), False),
        (date(2022, 1, 1), False),
    ],
)
def test_they_are_adjudicated_from_new_year_of_a_year_in_which_a_cycle_starts(kind: str, on: date, due: bool) -> None:
    matches = dict.fromkeys(combinations("ABCDE", 2), "==") | {("C", "D"): "=."}
    event = team_event(matches, kind=kind, start=date(2017, 6, 1))
    places = 3
    assert bool(games_to_adjudicate(event, places, on=on).value.games) is due
    assert games_to_adjudicate(replace(event, start=on), places, on=on).value.games == ()


def test_with_too_many_open_games_all_of_contending_teams_are_named() -> None:
    matches = dict.fromkeys(combinations("ABCDE", 2), "..")
    contest = open_contest(team_event(matches, kind="olympiad-final"), 3)
    assert not contest.exact
    assert len(contest.games) == 20 > MOST_TRIED
    assert contest.contending == tuple("ABCDE")


def test_a_result_settles_what_was_decisive() -> None:
    matches = dict.fromkeys(combinations("ABCDE", 2), "==") | {("C", "D"): "=."}
    event = team_event(matches, kind="olympiad-final", start=date(2017, 6, 1))
    finished = replace(event, games=tuple(replace(game, result=game.result or Result.DRAW) for game in event.games))
    assert open_contest(finished, 3).games == ()
