"""Section 7: ties of individuals and of teams."""

from collections import Counter
from datetime import date
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slowmate.events.running.standings import standings
from slowmate.events.running.tiebreaks import may_add
from slowmate.records import KINDS, Event, FurtherTieBreak, Pairing, Player, Result
from slowmate.rulebook import NoEdition, Refused
from tests.support.crosstables import crosstable, team_event

E2016, LAST_2016, E2017 = date(2016, 1, 1), date(2017, 3, 31), date(2017, 4, 1)
EDITIONS = [(E2016, "ICCF-TR-2016"), (LAST_2016, "ICCF-TR-2016"), (E2017, "ICCF-TR-2017")]
ROBIN = {"A": "-=110", "B": "=-1==", "C": "00-11", "D": "0=0-1", "E": "1=00-"}
"""A and B are level on 2½ points and 4¾ Sonneborn-Berger, but A won twice."""


def places(event: Event) -> dict[str, int]:
    return {line.id: line.place for line in standings(event).value}


def decisions(event: Event) -> list[tuple[str, object]]:
    """The clauses that decided a tie, with the name of the tie-break, in the order they were applied."""
    return [
        (str(ground.clause), ground.facts["by"]) for ground in standings(event).grounds if ground.facts.get("decided")
    ]


@pytest.mark.clause("ICCF-TR-2017 7.2(a)", "ICCF-TR-2016 7.2(a)")
@pytest.mark.parametrize(("start", "edition"), EDITIONS)
def test_more_wins_come_first_even_with_equal_sonneborn_berger(start: date, edition: str) -> None:
    ruling = standings(crosstable(ROBIN, start=start))
    lines = {line.id: line for line in ruling.value}
    assert (lines["A"].points, lines["B"].points) == (Fraction(5, 2), Fraction(5, 2))
    assert (lines["A"].tie_breaks["wins"], lines["B"].tie_breaks["wins"]) == (2, 1)
    assert lines["A"].tie_breaks["sonneborn_berger"] == lines["B"].tie_breaks["sonneborn_berger"] == Fraction(19, 4)
    assert lines["A"].place < lines["B"].place
    deciding = next(ground for ground in ruling.grounds if ground.facts["tied"] == ["A", "B"])
    assert str(deciding.clause) == f"{edition} 7.2(a)"
    assert deciding.facts["values"] == {"A": 2, "B": 1}


@pytest.mark.clause("ICCF-TR-2017 7.2(b)", "ICCF-TR-2016 7.2(b)")
@pytest.mark.parametrize(("start", "edition"), EDITIONS)
def test_sonneborn_berger_decides_among_equal_wins(start: date, edition: str) -> None:
    # A beat C (2) and D (1.5), drew with B (3) and E (0.5); B beat C and E, drew with A and D
    event = crosstable({"A": "-=11=", "B": "=-1=1", "C": "00-11", "D": "0=0-1", "E": "=000-"}, start=start)
    lines = {line.id: line for line in standings(event).value}
    assert lines["A"].points == lines["B"].points == 3
    assert lines["A"].tie_breaks["wins"] == lines["B"].tie_breaks["wins"] == 2
    assert lines["A"].tie_breaks["sonneborn_berger"] == Fraction("5.25")
    assert lines["B"].tie_breaks["sonneborn_berger"] == Fraction("4.75")
    assert (lines["A"].place, lines["B"].place) == (1, 2)
    assert decisions(event) == [(f"{edition} 7.2(b)", "sonneborn_berger")]


@pytest.mark.clause("ICCF-TR-2017 7.2(c)", "ICCF-TR-2016 7.2(c)")
@pytest.mark.parametrize(("start", "edition"), EDITIONS)
def test_the_game_between_them_decides_when_wins_and_sonneborn_berger_are_equal(start: date, edition: str) -> None:
    event = crosstable({"A": "-1=01", "B": "0-11=", "C": "=0-1=", "D": "100-1", "E": "0==0-"}, start=start)
    lines = {line.id: line for line in standings(event).value}
    assert lines["A"].tie_breaks == {"wins": 2, "sonneborn_berger": Fraction("4.5"), "mutual": 1}
    assert lines["B"].tie_breaks == {"wins": 2, "sonneborn_berger": Fraction("4.5"), "mutual": 0}
    assert (lines["A"].place, lines["B"].place) == (1, 2)
    assert (f"{edition} 7.2(c)", "mutual") in decisions(event)


@pytest.mark.clause("ICCF-TR-2017 7.2(c)")
def test_mutual_results_are_those_among_all_still_tied() -> None:
    # all four are level in points, wins and Sonneborn-Berger: that A beat B says nothing, for B beat C and so on
    event = crosstable({"A": "-1=0", "B": "0-1=", "C": "=0-1", "D": "1=0-"})
    lines = standings(event).value
    assert {tuple(line.tie_breaks.values()) for line in lines} == {(1, Fraction("2.25"), Fraction("1.5"))}
    assert {line.place for line in lines} == {1}


@pytest.mark.clause("ICCF-TR-2017 7.5", "ICCF-TR-2016 7.5")
@pytest.mark.parametrize(("start", "edition"), EDITIONS)
def test_equals_share_the_place_and_the_next_one_counts_on(start: date, edition: str) -> None:
    event = crosstable({"A": "-=11", "B": "=-11", "C": "00-=", "D": "00=-"}, start=start)
    assert places(event) == {"A": 1, "B": 1, "C": 3, "D": 3}
    equal = [ground for ground in standings(event).grounds if ground.clause.address == "7.5"]
    assert [ground.facts["tied"] for ground in equal] == [["A", "B"], ["C", "D"]]
    assert {ground.clause.edition for ground in equal} == {edition}


@pytest.mark.clause("ICCF-TR-2017 7.1", "ICCF-TR-2016 7.1")
def test_ties_are_broken_unless_the_announcement_says_otherwise() -> None:
    assert places(crosstable(ROBIN))["B"] == 2
    unbroken = crosstable(ROBIN, ties_broken=False)
    assert places(unbroken)["A"] == places(unbroken)["B"] == 1
    assert {ground.clause.address for ground in standings(unbroken).grounds} == {"7.1"}


@pytest.mark.clause("ICCF-TR-2017 7.3(a)", "ICCF-TR-2016 7.3(a)")
@pytest.mark.parametrize(("start", "edition"), EDITIONS)
def test_match_points_order_teams_that_are_level_on_board_points(start: date, edition: str) -> None:
    # both on 9.5: A won three matches and lost one; B won two, drew one and lost to A
    matches = {
        ("A", "B"): "1110",
        ("A", "C"): "1=10",
        ("A", "D"): "1=00",
        ("A", "E"): "10=1",
        ("B", "C"): "11=1",
        ("B", "D"): "=10=",
        ("B", "E"): "=1=1",
        ("C", "D"): "0000",
        ("C", "E"): "==11",
        ("D", "E"): "0=01",
    }
    event = team_event(matches, start=start)
    lines = {line.id: line for line in standings(event).value}
    assert lines["A"].points == lines["B"].points == Fraction("9.5")
    assert (lines["A"].tie_breaks["match_points"], lines["B"].tie_breaks["match_points"]) == (6, 5)
    assert (lines["A"].place, lines["B"].place) == (2, 3)
    assert decisions(event) == [(f"{edition} 7.3(a)", "match_points")]


@pytest.mark.clause("ICCF-TR-2017 7.3(a)")
@pytest.mark.parametrize(
    ("signs", "points"), [("11..", (0, 0)), ("111.", (2, 0)), ("====", (1, 1)), ("===.", (0, 0)), ("11=x", (2, 0))]
)
def test_a_running_match_counts_once_it_cannot_be_turned(signs: str, points: tuple[int, int]) -> None:
    lines = {line.id: line for line in standings(team_event({("A", "B"): signs})).value}
    assert (lines["A"].tie_breaks["match_points"], lines["B"].tie_breaks["match_points"]) == points


@pytest.mark.clause("ICCF-TR-2017 7.3(b)", "ICCF-TR-2016 7.3(b)")
@pytest.mark.parametrize(("start", "edition"), EDITIONS)
def test_the_match_between_tied_teams_decides_before_any_board_does(start: date, edition: str) -> None:
    matches = {
        ("A", "B"): "===1",
        ("A", "C"): "0=10",
        ("A", "D"): "==11",
        ("B", "C"): "1101",
        ("B", "D"): "01=1",
        ("C", "D"): "011=",
    }
    event = team_event(matches, start=start)
    lines = {line.id: line for line in standings(event).value}
    assert (lines["A"].points, lines["A"].tie_breaks["match_points"]) == (7, 4)
    assert (lines["B"].points, lines["B"].tie_breaks["match_points"]) == (7, 4)
    assert (lines["A"].tie_breaks["mutual"], lines["B"].tie_breaks["mutual"]) == (Fraction("2.5"), Fraction("1.5"))
    assert lines["A"].tie_breaks["board_1"] < lines["B"].tie_breaks["board_1"]
    assert (lines["A"].place, lines["B"].place) == (1, 2)
    assert (f"{edition} 7.3(b)", "mutual") in decisions(event)


@pytest.mark.clause("ICCF-TR-2017 7.3(c)", "ICCF-TR-2016 7.3(c)")
@pytest.mark.parametrize(("start", "edition"), EDITIONS)
def test_the_first_board_that_differs_decides_in_the_end(start: date, edition: str) -> None:
    matches = {
        ("A", "B"): "====",
        ("A", "C"): "11=0",
        ("A", "D"): "=10=",
        ("B", "C"): "1100",
        ("B", "D"): "===1",
        ("C", "D"): "1==0",
    }
    event = team_event(matches, start=start)
    lines = {line.id: line for line in standings(event).value}
    assert [lines["A"].tie_breaks[f"board_{board}"] for board in (1, 2)] == [2, Fraction("2.5")]
    assert [lines["B"].tie_breaks[f"board_{board}"] for board in (1, 2)] == [2, 2]
    assert (lines["A"].place, lines["B"].place) == (1, 2)
    assert (f"{edition} 7.3(c)", "board_2") in decisions(event)


@pytest.mark.clause("ICCF-TR-2017 7.4", "ICCF-TR-2016 7.4")
@pytest.mark.parametrize(("start", "edition"), EDITIONS)
def test_a_further_tie_break_is_stated_no_later_than_the_start_list(start: date, edition: str) -> None:
    posted = date(2017, 5, 1)
    assert may_add("lot", stated=posted, start_list=posted, on=start).value
    with pytest.raises(Refused) as refusal:
        may_add("lot", stated=date(2017, 5, 2), start_list=posted, on=start)
    assert str(refusal.value.grounds[0].clause) == f"{edition} 7.4"


@pytest.mark.clause("ICCF-TR-2017 7.4")
def test_a_further_tie_break_comes_after_the_others() -> None:
    level = crosstable({"A": "-=", "B": "=-"})
    lot = FurtherTieBreak("lot", level.start, {"A": 1, "B": 2})
    event = Event(level.name, level.kind, level.start, level.players, level.games, further_tie_breaks=(lot,))
    assert places(event) == {"B": 1, "A": 2}
    assert decisions(event) == [("ICCF-TR-2017 7.4", "lot")]


def test_before_the_first_edition_there_is_no_table() -> None:
    with pytest.raises(NoEdition):
        standings(crosstable(ROBIN, start=date(2015, 12, 31)))


def test_a_fide_event_is_ordered_by_points_alone() -> None:
    event = crosstable(ROBIN, kind="fide-round-robin", start=date(2010, 1, 1))
    assert places(event)["A"] == places(event)["B"] == 1
    assert standings(event).grounds == ()


# -- properties, against a reference written straight from the definitions --------------------------------------------

RESULTS = [Result.WHITE_WINS, Result.BLACK_WINS, Result.DRAW, Result.BOTH_LOSE, Result.CANCELLED, None]


@st.composite
def sections(draw: st.DrawFn) -> Event:
    ids = [str(number) for number in range(1, draw(st.integers(2, 7)) + 1)]
    rounds = draw(st.integers(1, 2))
    games = [
        Pairing(*((one, other) if draw(st.booleans()) else (other, one)), draw(st.sampled_from(RESULTS)))
        for one, other in combinations(ids, 2)
        for _ in range(rounds)
    ]
    return Event("random", KINDS["open"], E2017, tuple(Player(one, one) for one in ids), tuple(games))


def reference_keys(event: Event) -> dict[str, tuple[Fraction, ...]]:
    """Points, wins, Sonneborn-Berger and mutual points, each summed game by game with fractions."""
    value = {"1-0": (1.0, 0.0), "0-1": (0.0, 1.0), "1/2-1/2": (0.5, 0.5), "0-0": (0.0, 0.0)}
    scored = [
        (game.white, game.black, *value[str(game.result)])
        for game in event.games
        if game.result and str(game.result) in value
    ]
    both = scored + [(black, white, lost, won) for white, black, won, lost in scored]
    ids = [player.id for player in event.players]
    points = {one: sum(won for me, _, won, _ in both if me == one) for one in ids}
    wins = {one: sum(won == 1 for me, _, won, _ in both if me == one) for one in ids}
    berger = {one: sum(won * points[other] for me, other, won, _ in both if me == one) for one in ids}
    level = {
        one: [two for two in ids if (points[two], wins[two], berger[two]) == (points[one], wins[one], berger[one])]
        for one in ids
    }
    mutual = {one: sum(won for me, other, won, _ in both if me == one and other in level[one]) for one in ids}
    return {one: tuple(map(Fraction, (points[one], wins[one], berger[one], mutual[one]))) for one in ids}


@given(sections())
def test_places_agree_with_the_definitions(event: Event) -> None:
    keys = reference_keys(event)
    better = {one: 1 + sum(keys[other] > keys[one] for other in keys) for one in keys}
    assert places(event) == better
    for line in standings(event).value:
        assert (line.points, *line.tie_breaks.values()) == keys[line.id]


@given(sections(), st.randoms())
def test_the_order_in_which_games_and_players_are_listed_changes_nothing(event: Event, random: Random) -> None:
    games, players = list(event.games), list(event.players)
    random.shuffle(games)
    random.shuffle(players)
    shuffled = Event(event.name, event.kind, event.start, tuple(players), tuple(games))
    assert places(shuffled) == places(event)


@given(sections())
def test_everybody_has_a_place_and_shared_places_skip(event: Event) -> None:
    taken = sorted(places(event).values())
    assert len(taken) == len(event.players)
    for place, sharing in Counter(taken).items():
        assert sum(other < place for other in taken) == place - 1, (place, sharing)
