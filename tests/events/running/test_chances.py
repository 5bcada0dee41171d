"""Chances of places and scores: against the table, against every way the games can end, and against certainty."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from slowmate.events.running.certainty import Chance, outlooks, score_chance
from slowmate.events.running.chances import ODDS, shown_odds, simulate
from slowmate.events.running.standings import standings
from slowmate.records import KINDS, Event, FurtherTieBreak, Pairing, Player, Result, Team
from tests.events.running.every_ending import ENDINGS, endings, expected_by_hand
from tests.support.crosstables import DAY, crosstable


@st.composite
def sections(draw: st.DrawFn, *, most_open: int = 4) -> Event:
    """A section of one or two rounds of which some games still run, players rated or not."""
    ids = [str(number) for number in range(1, draw(st.integers(3, 6)) + 1)]
    pairs = list(combinations(ids, 2)) * draw(st.integers(1, 2))
    running = draw(st.sets(st.integers(0, len(pairs) - 1), max_size=most_open))
    games = [
        Pairing(*pair, None if number in running else draw(st.sampled_from((*ENDINGS, Result.BOTH_LOSE))))
        for number, pair in enumerate(pairs)
    ]
    players = tuple(Player(one, one, rating=draw(st.none() | st.integers(1500, 2600))) for one in ids)
    further: tuple[FurtherTieBreak, ...] = ()
    if draw(st.booleans()):
        further = (FurtherTieBreak("lots", DAY, {one: draw(st.integers(0, 3)) for one in ids}),)
    event = Event("section", KINDS["open"], DAY, players, tuple(games), further_tie_breaks=further)
    return replace(event, ties_broken=draw(st.booleans()))


@st.composite
def team_matches(draw: st.DrawFn) -> Event:
    """Three or four teams of three boards, finished."""
    teams = tuple(
        Team(name, name, tuple(f"{name}{board}" for board in range(1, 4))) for name in "ABCD"[: draw(st.integers(3, 4))]
    )
    games = tuple(
        Pairing(one.players[board], other.players[board], draw(st.sampled_from(ENDINGS)))
        for one, other in combinations(teams, 2)
        for board in range(3)
    )
    players = tuple(Player(one, one) for team in teams for one in team.players)
    return Event("teams", KINDS["olympiad-final"], DAY, players, games, teams)


@pytest.mark.clause("ICCF-TR-2017 7.2(a)", "ICCF-TR-2017 7.2(b)", "ICCF-TR-2017 7.2(c)", "ICCF-TR-2017 7.4")
@settings(max_examples=80, deadline=None)
@given(sections(most_open=0))
def test_a_finished_section_is_ranked_as_its_table_is(event: Event) -> None:
    table = {line.id: (line.place, line.points) for line in standings(event).value}
    found = simulate(event, seed="x", runs=2)
    for number, one in enumerate(found.ids):
        assert {(int(place), Fraction(int(half), 2)) for place, half in zip(
            found.places[number], found.halves[number], strict=True
        )} == {table[one]}  # fmt: skip


@pytest.mark.clause("ICCF-TR-2017 7.3(a)", "ICCF-TR-2017 7.3(b)", "ICCF-TR-2017 7.3(c)")
@settings(max_examples=60, deadline=None)
@given(team_matches())
def test_teams_are_ranked_as_their_table_is(event: Event) -> None:
    table = {line.id: line.place for line in standings(event).value}
    found = simulate(event, seed="x", runs=1)
    assert {one: int(place) for one, place in zip(found.ids, found.places[:, 0], strict=True)} == table


@pytest.mark.clause("ICCF-RATING-2023 2.2(c)/win", "ICCF-RATING-2023 2.2(c)/draw", "ICCF-RATING-2023 2.2(c)/loss")
def test_chances_agree_with_every_ending_weighed_by_the_books_formula() -> None:
    ratings = {"A": 2300, "B": 2250, "C": 2100, "D": 1900}
    event = crosstable({"A": "-1..", "B": "0-=.", "C": ".=-1", "D": "..0-"})
    event = replace(event, players=tuple(replace(one, rating=ratings[one.id]) for one in event.players))
    first, scored = dict.fromkeys(ratings, 0.0), dict.fromkeys(ratings, 0.0)
    for weight, finished in endings(event):
        for line in standings(finished).value:
            first[line.id] += weight * (line.place == 1)
            scored[line.id] += weight * (line.points >= Fraction(3, 2))
    found = simulate(event, seed="weighed", runs=40_000)
    for one in ratings:
        assert found.of_place(one, 1) == pytest.approx(first[one], abs=0.012)
        assert found.of_points(one, Fraction(3, 2)) == pytest.approx(scored[one], abs=0.012)


@settings(max_examples=60, deadline=None)
@given(sections())
def test_what_is_certain_happens_in_every_table_and_what_is_gone_in_none(event: Event) -> None:
    found = simulate(event, seed="y", runs=200)
    lines = {line.id: line for line in standings(event).value}
    for one, outlook in outlooks(event).items():
        for place in range(1, len(lines) + 1):
            _agree(outlook.of_place(place), found.of_place(one, place))
        for halves in range(2 * lines[one].games + 1):
            share = Fraction(halves, 2 * lines[one].games) if lines[one].games else Fraction(0)
            chance = score_chance(lines[one].points, lines[one].games, lines[one].running, share)
            _agree(chance, found.of_points(one, Fraction(halves, 2)))


def _agree(chance: Chance, share: float) -> None:
    if chance is not Chance.POSSIBLE:
        assert share == (chance is Chance.CERTAIN)
    odds = shown_odds(chance, share)
    assert (odds == 1) == (chance is Chance.CERTAIN)
    assert (odds == 0) == (chance is Chance.GONE)


def test_the_same_seed_gives_the_same_numbers_and_another_nearly_the_same() -> None:
    ids = [str(number) for number in range(17)]
    games = tuple(Pairing(one, other) for one, other in combinations(ids, 2))
    players = tuple(Player(one, one, rating=2600 - 20 * int(one)) for one in ids)
    event = Event("final", KINDS["world-championship-final"], DAY, players, games)
    once, again, other = (simulate(event, seed=seed) for seed in ("a", "a", "b"))
    assert (once.places == again.places).all()
    assert (once.places != other.places).any()
    for one in ids:
        assert once.of_place(one, 2) == pytest.approx(other.of_place(one, 2), abs=0.02)
    favoured = [once.of_place(one, 1) for one in ids]
    assert favoured[0] > favoured[8] > favoured[16] > 0


def test_a_large_field_is_played_in_parts_with_the_same_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    event = crosstable({"A": "-1..", "B": "0-=.", "C": ".=-1", "D": "..0-"})
    whole = simulate(event, seed="z", runs=100)
    monkeypatch.setattr("slowmate.events.running.chances.CELLS", 16 * 7)
    parts = simulate(event, seed="z", runs=100)
    assert (whole.places == parts.places).all()
    assert (whole.halves == parts.halves).all()


def test_players_without_a_rating_count_with_the_mean_of_the_section() -> None:
    pair = (Pairing("A", "B"),)
    players = (Player("A", "A", rating=2400), Player("B", "B"))
    found = simulate(Event("x", KINDS["open"], DAY, players, pair), seed="u", runs=20_000)
    assert found.expected_points("A") == pytest.approx(0.5, abs=0.02)
    declared = (players[0], replace(players[1], fide_rating=2000))
    found = simulate(Event("x", KINDS["open"], DAY, declared, pair), seed="u", runs=20_000)
    win, draw, _ = expected_by_hand(2400, 2000)
    assert found.expected_points("A") == pytest.approx(win + draw / 2, abs=0.02)


@pytest.mark.parametrize(
    ("share", "odds"),
    [(0.0, "1/100"), (0.004, "1/100"), (0.26, "1/4"), (0.5, "1/2"), (0.74, "3/4"), (0.996, "99/100"), (1.0, "99/100")],
)
def test_what_is_only_possible_is_told_as_odds_between(share: float, odds: str) -> None:
    assert shown_odds(Chance.POSSIBLE, share) == Fraction(odds)
    assert sorted(ODDS) == list(ODDS)
