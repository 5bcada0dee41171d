"""Best and worst places while games run, against every way the games can end."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from slowmate.events.running.certainty import Chance, PlaceOutlook, outlooks, score_chance
from slowmate.events.running.standings import standings
from slowmate.records import KINDS, Event, Pairing, Player, Result
from tests.support.crosstables import DAY, crosstable, team_event

ENDINGS = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)


def by_trying_everything(event: Event) -> dict[str, tuple[int, int]]:
    """Best and worst place by points, over all results of the running games; ties count for the best and against."""
    best = {player.id: 99 for player in event.players}
    worst = {player.id: 0 for player in event.players}
    running = [number for number, game in enumerate(event.games) if game.result is None]
    for endings in product(ENDINGS, repeat=len(running)):
        games = list(event.games)
        for number, ending in zip(running, endings, strict=True):
            games[number] = replace(games[number], result=ending)
        points = {line.id: line.points for line in standings(replace(event, games=tuple(games))).value}
        for one, own in points.items():
            others = [score for other, score in points.items() if other != one]
            best[one] = min(best[one], 1 + sum(score > own for score in others))
            worst[one] = max(worst[one], 1 + sum(score >= own for score in others))
    return {one: (best[one], worst[one]) for one in best}


@st.composite
def running_sections(draw: st.DrawFn) -> Event:
    ids = [str(number) for number in range(1, draw(st.integers(3, 6)) + 1)]
    pairs = list(combinations(ids, 2))
    open_pairs = draw(st.sets(st.sampled_from(pairs), min_size=1, max_size=5))
    games = [Pairing(*pair, None if pair in open_pairs else draw(st.sampled_from(ENDINGS))) for pair in pairs]
    return Event("running", KINDS["open"], DAY, tuple(Player(one, one) for one in ids), tuple(games))


@settings(max_examples=60, deadline=None)
@given(running_sections())
def test_best_and_worst_places_agree_with_trying_every_result(event: Event) -> None:
    found = {one: (outlook.best, outlook.worst) for one, outlook in outlooks(event).items()}
    assert found == by_trying_everything(event)


def test_seventeen_players_with_all_games_open_can_end_anywhere() -> None:
    ids = [str(number) for number in range(17)]
    games = tuple(Pairing(one, other) for one, other in combinations(ids, 2))
    event = Event("final", KINDS["world-championship-final"], DAY, tuple(Player(one, one) for one in ids), games)
    assert set(outlooks(event).values()) == {PlaceOutlook(1, 17)}


def test_a_player_who_lost_everything_leaves_at_most_one_other_without_a_point() -> None:
    ids = [str(number) for number in range(13)]
    lost = [Pairing(one, "12", Result.WHITE_WINS) for one in ids[:4]]
    rest = [Pairing(one, other) for one, other in combinations(ids[:12], 2)]
    drawn = [Pairing(one, "12", Result.BOTH_LOSE) for one in ids[4:12]]
    event = Event("x", KINDS["open"], DAY, tuple(Player(one, one) for one in ids), (*lost, *rest, *drawn))
    assert outlooks(event)["12"].best == 12


def test_a_finished_event_has_its_places_with_tie_breaks() -> None:
    event = crosstable({"A": "-=110", "B": "=-1==", "C": "00-11", "D": "0=0-1", "E": "1=00-"})
    places = {line.id: line.place for line in standings(event).value}
    assert outlooks(event) == {one: PlaceOutlook(place, place) for one, place in places.items()}


def test_what_only_a_tie_break_could_decide_is_possible_and_never_certain() -> None:
    event = crosstable({"A": "-11", "B": "0-.", "C": "0.-"})
    found = outlooks(event)
    assert found["A"].of_place(1) is Chance.CERTAIN
    assert found["B"].of_place(1) is Chance.GONE
    level = outlooks(crosstable({"A": "-1.", "B": "0-.", "C": "..-"}))
    assert level["A"].of_place(1) is Chance.POSSIBLE
    assert level["B"].of_place(1) is Chance.POSSIBLE


def test_teams_are_judged_by_their_board_points() -> None:
    event = team_event({("A", "B"): "111.", ("A", "C"): "1111", ("B", "C"): "==.."})
    found = outlooks(event)
    assert found["A"].of_place(1) is Chance.CERTAIN
    assert found["B"] == PlaceOutlook(2, 3)


def test_more_rivals_than_can_be_asked_for_give_bounds_that_hold() -> None:
    ids = [str(number) for number in range(24)]
    games = [Pairing(one, other) for one, other in combinations(ids, 2)]
    games[0] = replace(games[0], result=Result.WHITE_WINS)
    event = Event("large", KINDS["open"], DAY, tuple(Player(one, one) for one in ids), tuple(games))
    outlook = outlooks(event)["1"]
    assert (outlook.best, outlook.worst) == (1, 24)


@pytest.mark.parametrize(
    ("points", "running", "chance"),
    [("6", 0, Chance.CERTAIN), ("5.5", 0, Chance.GONE), ("5.5", 1, Chance.POSSIBLE), ("4.5", 1, Chance.GONE)],
)
def test_half_of_twelve_games_is_six_points(points: str, running: int, chance: Chance) -> None:
    assert score_chance(Fraction(points), 12, running, Fraction(1, 2)) is chance
