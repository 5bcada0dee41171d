"""What a running section holds: against every way its games can end, judged as a finished section is."""

from dataclasses import replace
from datetime import date
from fractions import Fraction
from itertools import combinations, product
from math import prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from slowmate.events.entry.right import RightState, series_of
from slowmate.events.entry.routes import rights_of
from slowmate.events.running.certainty import Chance, outlooks
from slowmate.events.running.chances import ODDS, shown_odds
from slowmate.events.running.consequences import Consequence, Step, consequences, past_results
from slowmate.events.running.goals import Goal, goals
from slowmate.events.running.outlook import PlayerOutlook, RightOutlook, game_stakes, section_outlook
from slowmate.events.running.standings import standings
from slowmate.formats.outlook_json import player_outlook_json, section_outlook_json, stakes_json
from slowmate.records import KINDS, BadInput, Event, Pairing, Player, PromotionPlan, Result, Status
from slowmate.titles.norms import norms
from slowmate.titles.reports import NormOutlook
from slowmate.words import say_odds
from tests.events.running.every_ending import ENDINGS, endings, expected_by_hand
from tests.support.crosstables import DAY, crosstable, team_event
from tests.support.sections import section

ROUTED = (
    "world-championship-preliminary",
    "world-championship-semi-final",
    "world-championship-candidates",
    "world-championship-final",
    "world-cup-final",
    "world-cup-preliminary",
    "master-class",
    "ladies-world-championship-semi-final",
    "zonal-final",
    "national",
)


@st.composite
def routed_sections(draw: st.DrawFn, *, most_open: int = 3) -> Event:
    """A section whose places lead somewhere, of which a few games still run; some players may have left."""
    ids = [str(number) for number in range(1, draw(st.integers(4, 6)) + 1)]
    pairs = list(combinations(ids, 2))
    running = draw(st.sets(st.integers(0, len(pairs) - 1), max_size=most_open))
    outcomes = st.sampled_from((*ENDINGS, Result.DRAW, Result.BOTH_LOSE, Result.CANCELLED))
    games = tuple(Pairing(*pair, None if number in running else draw(outcomes)) for number, pair in enumerate(pairs))
    status = st.sampled_from([Status.PLAYING] * 6 + [Status.SILENT, Status.WITHDRAWN_ACCEPTED])
    players = tuple(Player(one, one, rating=draw(st.integers(2400, 2500)), status=draw(status)) for one in ids)
    start = draw(st.sampled_from((date(2016, 5, 1), DAY)))
    event = Event("section", KINDS[draw(st.sampled_from(ROUTED))], start, players, games)
    moves = st.builds(
        PromotionPlan, st.integers(0, 2), st.just("open"), down=st.integers(0, 2), below=st.just("thematic")
    )
    plan = draw(st.none() | moves)
    return replace(event, final_places=draw(st.integers(1, 2)), promotion=plan, ties_broken=draw(st.booleans()))


Parts = dict[tuple[str, str, Step, str | None], float]
"""By player, series, what and kind: 1, the part of a place that is shared, or nothing."""


def given_by(event: Event) -> Parts:
    """What a finished section gives, as its consequences tell it."""
    found: Parts = {}
    lines = standings(event).value
    steps = consequences(event, ended=DAY).value
    for line, (number, goal) in product(lines, enumerate(goals(event), 1)):
        own = [step for step in steps if step.who == line.id]
        higher = [other for other in goals(event)[:number] if other.series == goal.series]
        asked = [step for step in own if step.what is Step.ASK and any(_is_of(step, other) for other in higher)]
        if any(step.what is goal.what and _is_of(step, goal) for step in own):
            found[line.id, goal.series, goal.what, goal.to] = 1.0
        elif asked and goal.places:  # the office decides on this one, or on a higher and then on this
            below = sum(other.place > line.place for other in lines)
            seats = goal.places[1] - below if goal.what is Step.DOWN else goal.places[1] + 1 - line.place
            found[line.id, goal.series, goal.what, goal.to] = min(1.0, max(0, seats) / len(asked[0].sharing))
    return found


def _is_of(step: Consequence, goal: Goal) -> bool:
    return step.clause == goal.clause and step.value == (goal.to or "")


def at_least(found: Parts, event: Event, who: str, right: RightOutlook, series: str) -> float:
    """How far a finished section gives a right or a higher one of its series."""
    order = [(goal.what, goal.to) for goal in goals(event) if goal.series == series]
    upto = order[: order.index((right.what, right.to)) + 1]
    return max(found.get((who, series, what, to), 0.0) for what, to in upto)


def with_series(event: Event, one: PlayerOutlook) -> list[tuple[RightOutlook, str]]:
    named = {(goal.what, goal.to, goal.clause): goal.series for goal in goals(event)}
    return [
        (right, named[right.what, right.to, right.clause])
        for right in (*one.rights, *((one.down,) if one.down else ()))
    ]


@pytest.mark.clause("ICCF-TR-2017 1.0.7/3", "ICCF-TR-2017 0.4/2", "ICCF-TR-2017 7.5")
@settings(max_examples=50, deadline=None)
@given(routed_sections())
def test_rights_are_as_likely_as_the_finished_sections_that_give_them(event: Event) -> None:
    found = section_outlook(event, seed="rights", runs=3000)
    ended = [(weight, given_by(finished)) for weight, finished in endings(event)]
    for one in found.players:
        for right, series in with_series(event, one):
            parts = [(weight, at_least(given_, event, one.id, right, series)) for weight, given_ in ended]
            if right.chance is Chance.CERTAIN:
                assert all(part == 1 for _, part in parts)
            if right.chance is Chance.GONE:
                assert all(part == 0 for _, part in parts)
            share = sum(weight * part for weight, part in parts)
            near = {shown_odds(right.chance, share + step / 1000) for step in range(-50, 51)}
            assert right.odds in near


@settings(max_examples=80, deadline=None)
@given(routed_sections())
def test_what_rights_of_gives_while_a_section_runs_is_certain_and_held(event: Event) -> None:
    found = {one.id: one for one in section_outlook(event, runs=50).players}
    ended = None if any(game.result is None for game in event.games) else DAY
    for who, result in past_results(event, standings(event).value, ended=ended).items():
        earned = [right for right in rights_of(result, who).value if right.state is RightState.OPEN]
        for right in earned:
            what = Step.HALF_RIGHT if right.half else Step.RIGHT
            listed = [one for one in found[who].rights if one.to == right.to and one.what is what]
            assert [(one.chance, one.is_held) for one in listed] == [(Chance.CERTAIN, True)]
        held = {one.to for one in found[who].rights if one.is_held and series_of(one.to or "") != "up"}
        assert held >= {right.to for right in earned}


def test_one_who_cannot_leave_the_first_four_is_certain_of_a_right_though_not_yet_of_which() -> None:
    rows = {
        "A": "-===11",
        "B": "=-==11",
        "C": "==-=11",
        "D": "===-1.",
        "E": "0000-1",
        "F": "000.0-",
    }
    event = crosstable(rows, kind="world-championship-preliminary")
    outlook = outlooks(event)["A"]
    one = next(one for one in section_outlook(event).players if one.id == "A")
    assert (outlook.best, outlook.worst) == (1, 4)
    assert [(right.to, right.chance) for right in one.rights] == [
        ("world-championship-semi-final", Chance.POSSIBLE),
        ("world-championship-preliminary", Chance.CERTAIN),
    ]
    assert one.rights[0].odds in ODDS


def test_a_higher_right_that_is_certain_makes_lower_ones_no_matter() -> None:
    event = crosstable({"A": "-1111", "B": "0-11.", "C": "00-1.", "D": "000-.", "E": "0...-"}, kind="master-class")
    first = section_outlook(event).players[0]
    assert [(right.what, right.to, right.chance) for right in first.rights] == [
        (Step.RIGHT, "world-championship-preliminary", Chance.CERTAIN)
    ]
    assert (first.best, first.worst, first.first) == (1, 1, 1)


@pytest.mark.clause("ICCF-TR-2017 8.5/1")
def test_who_stopped_silently_has_no_right_before_him() -> None:
    event = crosstable({"A": "-111", "B": "0-1.", "C": "00-.", "D": "0..-"}, kind="world-championship-preliminary")
    event = replace(event, players=(replace(event.players[0], status=Status.SILENT), *event.players[1:]))
    assert {right.chance for right in section_outlook(event).players[0].rights} == {Chance.GONE}


def test_the_best_of_the_rest_is_possible_without_odds_as_other_sections_decide_it() -> None:
    event = crosstable({"A": "-111", "B": "0-1.", "C": "00-0", "D": "0.1-"}, kind="open-preliminary")
    event = replace(event, promotion=PromotionPlan(up=1, best_of_rest=1))
    a, b, c, d = section_outlook(event).players
    assert [(right.what, right.to, right.chance, right.odds) for right in a.rights] == [
        (Step.UP, "open-semi-final", Chance.CERTAIN, 1)
    ]
    assert [right.odds for one in (b, d) for right in one.rights] == [None, None]
    assert [(right.chance, right.odds) for right in c.rights] == [(Chance.GONE, 0)]


# -- norms ------------------------------------------------------------------------------------------------------------


def started(event: Event) -> Event:
    """The section with all games, those without a result running."""
    met = {frozenset((game.white, game.black)) for game in event.games}
    ids = [player.id for player in event.players]
    rest = (Pairing(one, other) for one, other in combinations(ids, 2) if frozenset((one, other)) not in met)
    return replace(event, games=(*event.games, *rest))


@pytest.mark.clause("ICCF-TR-2017 App2.3(a)/statement")
def test_norms_are_made_reachable_or_gone_as_the_statement_has_it() -> None:
    event = started(section([2420] * 13, scores={"1": 9, "13": 0}))
    report = {line.id: line for line in norms(event).players}
    found = section_outlook(event, runs=4000)
    for one in found.players:
        line = report[one.id]
        assert [(norm.title, norm.needed, norm.state) for norm in one.norms] == [
            (title, norm.needed, norm.outlook) for title, norm in line.norms.items() if norm.possible
        ]
        assert {(norm.points, norm.running) for norm in one.norms} == {(line.score, line.running)}
    first, second, *_, last = found.players
    assert {norm.state for norm in first.norms if norm.needed <= 9} == {NormOutlook.GUARANTEED}
    assert {norm.odds for norm in first.norms if norm.needed <= 9} == {Fraction(1)}
    assert {(norm.state, norm.odds) for norm in last.norms} == {(NormOutlook.GONE, Fraction(0))}
    odds = [norm.odds or Fraction(0) for norm in second.norms]
    assert all(one in ODDS for one in odds)
    assert sorted(odds) == odds  # GM first: what takes more is less likely


@pytest.mark.clause("ICCF-RATING-2023 2.2(c)/win")
def test_a_norm_is_as_likely_as_the_score_it_takes() -> None:
    event = started(section([2420] * 9 + [2300], scores={"1": 4, "2": 5, "3": 4.5, "4": 3}))
    one = section_outlook(event, seed="norm").players[7]
    running = [game for game in event.games if game.result is None and "8" in (game.white, game.black)]
    ratings = {player.id: player.rating or 0 for player in event.players}
    chances = [expected_by_hand(ratings["8"], ratings[({game.white, game.black} - {"8"}).pop()]) for game in running]
    for norm in one.norms:
        share = sum(
            prod(chance[which] for chance, which in zip(chances, ending, strict=True))
            for ending in product(range(3), repeat=len(running))
            if norm.points + sum((Fraction(2 - which, 2) for which in ending), Fraction(0)) >= norm.needed
        )
        wanted = {NormOutlook.GUARANTEED: Chance.CERTAIN, NormOutlook.GONE: Chance.GONE}
        chance = wanted.get(norm.state, Chance.POSSIBLE)
        assert norm.odds in {shown_odds(chance, share + step / 1000) for step in range(-15, 16)}


def test_where_games_are_not_listed_norms_have_no_odds() -> None:
    event = section([2420] * 13, scores={"1": 9})
    _, second, *_ = section_outlook(event, runs=10).players
    assert {(norm.state, norm.odds) for norm in second.norms} == {(NormOutlook.REACHABLE, None)}


# -- teams ------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("ICCF-TR-2017 1.7.6")
def test_teams_have_places_and_rights_and_their_players_norms() -> None:
    pairs = list(combinations("ABCDE", 2))
    event = team_event({pair: "11" if pair != ("A", "B") else ".." for pair in pairs})
    found = section_outlook(event, runs=200)
    assert [(one.id, one.best, one.worst) for one in found.teams] == [
        ("A", 1, 2), ("B", 1, 2), ("C", 3, 3), ("D", 4, 4), ("E", 5, 5),
    ]  # fmt: skip
    assert [[(right.to, right.chance) for right in one.rights] for one in found.teams] == [
        *[[("olympiad-final", Chance.CERTAIN)]] * 3,
        *[[("olympiad-final", Chance.GONE)]] * 2,
    ]
    assert not any(right.is_held for one in found.teams for right in one.rights)
    assert {(one.best, one.worst, one.rights) for one in found.players} == {(None, None, ())}


@pytest.mark.clause("ICCF-TR-2017 5.3/1")
def test_a_league_team_is_told_whether_it_goes_up_or_down() -> None:
    pairs = list(combinations("ABCD", 2))
    event = team_event({pair: "1" if pair != ("B", "C") else "." for pair in pairs}, kind="champions-league-b")
    event = replace(event, promotion=PromotionPlan(up=1, down=2))
    a, b, c, d = section_outlook(event, runs=2000).teams
    assert [one.rights[0].chance for one in (a, b, c, d)] == [Chance.CERTAIN, Chance.GONE, Chance.GONE, Chance.GONE]
    down = [one.down for one in (a, b, c, d)]
    assert [(one.to, one.chance) for one in down if one] == [
        ("champions-league-c", Chance.GONE),
        ("champions-league-c", Chance.POSSIBLE),
        ("champions-league-c", Chance.POSSIBLE),
        ("champions-league-c", Chance.CERTAIN),
    ]
    odds = [float(one.odds) for one in down[1:3] if one and one.odds is not None]
    assert sum(odds) == pytest.approx(1, abs=0.2)


# -- what a game means ------------------------------------------------------------------------------------------------


def certain_part(one: PlayerOutlook) -> object:
    rights = [(right.what, right.to, right.chance, right.is_held) for right in one.rights]
    return one.id, one.best, one.worst, rights, [(norm.title, norm.points, norm.state) for norm in one.norms]


def odds_of(one: PlayerOutlook) -> list[float]:
    odds = [one.first, *(right.odds for right in one.rights), *(norm.odds for norm in one.norms)]
    return [float(each) for each in odds if each is not None]


@pytest.mark.parametrize("kind", ["world-championship-semi-final", "world-championship-candidates"])
def test_what_a_game_means_is_the_section_after_each_of_its_results(kind: str) -> None:
    event = started(section([2500, 2480, 2450, 2420, 2400, 2380, 2350], scores={"3": 4.5}, kind=kind))
    event = replace(event, id="812")
    game = next(game for game in event.games if game.result is None)
    white, black = game_stakes(event, game)
    assert (white.player, black.player) == (game.white, game.black)
    before = {one.id: one for one in section_outlook(event).players}
    assert (white.now, black.now) == (before[game.white], before[game.black])
    for half, result in enumerate(reversed(ENDINGS)):
        games = tuple(replace(one, result=result) if one == game else one for one in event.games)
        then = {one.id: one for one in section_outlook(replace(event, games=games)).players}
        for told_, who in (
            ((white.loss, white.draw, white.win)[half], game.white),
            ((black.win, black.draw, black.loss)[half], game.black),
        ):
            assert certain_part(told_) == certain_part(then[who])
            assert odds_of(told_) == pytest.approx(odds_of(then[who]), abs=0.12)


def test_a_decisive_last_game_decides_everything() -> None:
    event = crosstable({"A": "-.11", "B": ".-11", "C": "00-1", "D": "000-"}, kind="world-cup-preliminary")
    white, black = game_stakes(event, event.games[0], runs=500)
    assert [one.rights[0].chance for one in (white.now, white.win, white.loss)] == [
        Chance.POSSIBLE,
        Chance.CERTAIN,
        Chance.GONE,
    ]
    assert (white.draw.best, white.draw.worst) == (1, 2)
    assert white.draw.rights[0].odds == Fraction(1, 2)  # level in everything: the office decides
    assert [one.rights[0].chance for one in (black.win, black.loss)] == [Chance.CERTAIN, Chance.GONE]


def test_a_game_of_a_team_tells_the_teams_place_and_the_players_norms() -> None:
    event = team_event({("A", "B"): ".=", ("A", "C"): "11", ("B", "C"): "11"})
    white, black = game_stakes(event, event.games[0], runs=500)
    assert (white.player, white.team, black.player, black.team) == ("A1", "A", "B1", "B")
    assert [(one.best, one.worst) for one in (white.now, white.win, white.loss)] == [(1, 2), (1, 1), (2, 2)]
    assert [(one.best, one.worst) for one in (black.win, black.loss)] == [(1, 1), (2, 2)]


def test_an_outcome_that_is_hardly_ever_drawn_has_its_own_tables() -> None:
    event = crosstable({"A": "-.11", "B": ".-1.", "C": "00-1", "D": "0.0-"}, kind="world-cup-preliminary")
    strong = (replace(event.players[0], rating=3400), *(replace(one, rating=1200) for one in event.players[1:]))
    white, _ = game_stakes(replace(event, players=strong), event.games[0], runs=1000)
    assert white.loss.rights[0].odds is not None


@pytest.mark.parametrize("game", [0, None])
def test_only_a_running_game_of_the_section_has_a_meaning(game: int | None) -> None:
    event = crosstable({"A": "-1.", "B": "0-.", "C": "..-"})
    asked = event.games[game] if game is not None else Pairing("A", "Z")
    with pytest.raises(BadInput, match="no running game"):
        game_stakes(event, asked)


def test_events_over_the_board_are_not_asked() -> None:
    with pytest.raises(BadInput, match="fide-swiss"):
        section_outlook(replace(crosstable({"A": "-.", "B": ".-"}), kind=KINDS["fide-swiss"]))


# -- as JSON and in words ---------------------------------------------------------------------------------------------


def test_the_json_is_that_of_the_contract() -> None:
    event = crosstable({"A": "-.11", "B": ".-11", "C": "00-1", "D": "000-"}, kind="world-cup-preliminary")
    said = section_outlook_json(section_outlook(event, seed="s", runs=300))
    assert {key: said[key] for key in ("seed", "runs")} == {"seed": "s", "runs": 300}
    players = said["players"]
    assert isinstance(players, list)
    assert players[2] == {
        "id": "C",
        "best": 3,
        "worst": 3,
        "first": "0",
        "rights": [
            {
                "what": "right",
                "to": "world-cup-semi-final",
                "clause": "ICCF-TR-2017 3.5/1",
                "chance": "gone",
                "odds": "0",
                "held": False,
            }
        ],
        "down": None,
        "norms": [],
    }
    white, _ = game_stakes(event, event.games[0], runs=300)
    assert stakes_json(white)["win"] == player_outlook_json(white.win)
    team = section_outlook_json(section_outlook(team_event({("A", "B"): ".="}), runs=20))
    assert [one["id"] for one in team["teams"] if isinstance(one, dict)] == ["A", "B"]  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("odds", "words"),
    [
        (Fraction(3, 4), "about 3 in 4"),
        (Fraction(1), "certain"),
        (Fraction(0), "no longer possible"),
        (None, "possible"),
        (Fraction(99, 100), "about 99 in 100"),
    ],
)
def test_odds_are_told_in_words(odds: Fraction | None, words: str) -> None:
    assert say_odds(odds) == words
