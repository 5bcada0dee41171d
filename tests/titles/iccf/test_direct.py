"""Direct titles and champions."""

from dataclasses import replace
from datetime import date

import pytest

from slowmate.records import Event, Pairing, Result
from slowmate.titles.iccf.direct import champions, direct_titles
from slowmate.titles.norms import norms
from tests.support.sections import rated_team_event, section

E2016, E2017 = date(2016, 5, 1), date(2018, 5, 1)
BOTH = pytest.mark.parametrize("start", [E2016, E2017])


def played(event: Event) -> Event:
    """Every game of a section played: the lower number wins."""
    ids = [player.id for player in event.players]
    games = tuple(Pairing(one, two, Result.WHITE_WINS) for n, one in enumerate(ids) for two in ids[n + 1 :])
    return replace(event, games=games)


def places(event: Event) -> dict[str, int]:
    return {player.id: number for number, player in enumerate(event.players, 1)}


def won(event: Event, order: dict[str, int] | None = None) -> list[tuple[str, str]]:
    ruling = direct_titles(event, order or places(event))
    return [(one.player, one.title) for one in ruling.value]


def board_event(kind: str, scores: dict[str, int], start: date) -> Event:
    """A team event of which board 1 has these half points: every player against helpers who are also on board 1."""
    event = rated_team_event(kind, [[2400] * 13, [2400] * 13], start=start)
    first = [player.id for player in event.players[:13]]
    games = [Pairing(one, two, Result.DRAW) for number, one in enumerate(first) for two in first[number + 1 :]]
    for player, halves in scores.items():
        rest = halves - 12
        for number, game in enumerate(games):
            if rest and game.result is Result.DRAW and player in (game.white, game.black):
                other = game.black if game.white == player else game.white
                if other not in scores:
                    wins = (game.white == player) == (rest > 0)
                    games[number] = replace(game, result=Result.WHITE_WINS if wins else Result.BLACK_WINS)
                    rest -= 1 if rest > 0 else -1
    second = [player.id for player in event.players[13:]]
    games += [Pairing(a, b, Result.DRAW) for n, a in enumerate(second) for b in second[n + 1 :]]
    return replace(event, games=tuple(games))


@pytest.mark.clause("ICCF-TR-2017 10.2(a)", "ICCF-TR-2016 10.4(a)", "ICCF-TR-2017 App2.2.6")
@BOTH
def test_three_grandmasters_from_the_world_championship_final(start: date) -> None:
    event = played(section([2550] * 17, kind="world-championship-final", start=start))
    assert won(event) == [("1", "GM"), ("2", "GM"), ("3", "GM")]
    shared = {**places(event), "4": 3}
    assert len(won(event, shared)) == 4
    assert direct_titles(event, places(event)).grounds[0].clause.address == "App2.2.6"


def test_nothing_is_awarded_while_games_run() -> None:
    event = section([2550] * 17, kind="world-championship-final")
    assert won(event) == []
    assert champions(event, places(event)).value == ()


@pytest.mark.clause("ICCF-TR-2017 10.2(b)", "ICCF-TR-2016 10.4(b)")
@BOTH
def test_the_best_on_board_one_of_the_olympiad_final(start: date) -> None:
    one = board_event("olympiad-final", {"3": 15, "4": 14, "5": 13}, start)
    assert won(one) == [("3", "GM")]
    equal = board_event("olympiad-final", {"3": 15, "4": 15, "5": 13}, start)
    assert won(equal) == [("3", "GM"), ("4", "GM")]
    assert won(board_event("olympiad-preliminary", {"3": 15}, start)) == []


@pytest.mark.clause("ICCF-TR-2017 10.4(a)/final", "ICCF-TR-2016 10.6(a)/final")
@BOTH
def test_qualifying_for_the_final_is_im(start: date) -> None:
    event = section([2450] * 13, kind="world-championship-candidates", start=start)
    ruling = direct_titles(event, {}, finalists=["1", "2"])
    assert [(one.player, one.title) for one in ruling.value] == [("1", "IM"), ("2", "IM")]


@pytest.mark.clause("ICCF-TR-2017 10.4(a)/cand", "ICCF-TR-2016 10.6(a)/cand")
@pytest.mark.parametrize(("start", "score"), [(E2017, 6), (E2016, 6.5)])
def test_one_im_norm_in_the_candidates_is_the_title(start: date, score: float) -> None:
    for points, titles in ((score, [("1", "IM")]), (score - 0.5, [])):
        event = section([2450] * 13, kind="world-championship-candidates", start=start, scores={"1": points})
        ruling = direct_titles(event, {}, report=norms(event))
        assert [(one.player, one.title) for one in ruling.value] == titles
    elsewhere = section([2450] * 13, kind="invitational", start=start, scores={"1": 12})
    assert direct_titles(elsewhere, {}, report=norms(elsewhere)).value == ()


@pytest.mark.clause(
    "ICCF-TR-2017 10.4(b)",
    "ICCF-TR-2016 10.6(b)",
    "ICCF-TR-2017 10.5(a)",
    "ICCF-TR-2016 10.7(a)",
    "ICCF-TR-2017 10.6(a)",
    "ICCF-TR-2016 10.8(a)",
)
@BOTH
def test_the_ladies_final_brings_im_ccm_and_cce(start: date) -> None:
    event = played(section([2200] * 13, kind="ladies-world-championship-final", start=start))
    titles = won(event)
    assert [one for one, title in titles if title == "IM"] == ["1"]
    assert [one for one, title in titles if title == "CCM"] == ["1", "2", "3"]
    # 12, 11, 10, 9 and 8 points are 60% of twelve; 7 are not
    assert [one for one, title in titles if title == "CCE"] == ["1", "2", "3", "4", "5"]


@pytest.mark.clause("ICCF-TR-2017 10.6(a)", "ICCF-TR-2016 10.8(a)")
@pytest.mark.parametrize(
    ("count", "points", "earned"), [(13, 7.5, True), (13, 7, False), (11, 6, True), (15, 8, False), (15, 8.5, True)]
)
@BOTH
def test_sixty_percent_in_the_ladies_final(start: date, count: int, points: float, earned: bool) -> None:
    event = section([2200] * count, kind="ladies-world-championship-final", start=start, scores={"1": points})
    done = {frozenset((game.white, game.black)) for game in event.games}
    rest = [game for game in played(event).games if frozenset((game.white, game.black)) not in done]
    event = replace(event, games=(*event.games, *rest))
    assert (("1", "CCE") in won(event, {"1": 9})) is earned


@pytest.mark.clause("ICCF-TR-2017 10.4(c)", "ICCF-TR-2016 10.6(c)")
@BOTH
def test_the_winner_of_the_world_cup_final_is_im(start: date) -> None:
    assert won(played(section([2400] * 17, kind="world-cup-final", start=start))) == [("1", "IM")]
    assert won(played(section([2400] * 17, kind="veterans-world-cup-final", start=start))) == []


@pytest.mark.clause("ICCF-TR-2017 10.5(b)", "ICCF-TR-2016 10.7(b)", "ICCF-TR-2017 10.6(b)", "ICCF-TR-2016 10.8(b)")
@BOTH
def test_board_one_of_the_ladies_olympiad_final(start: date) -> None:
    event = board_event("ladies-olympiad-final", {"3": 16, "4": 15, "5": 14}, start)
    titles = won(event)
    assert [one for one, title in titles if title == "CCM"] == ["3"]
    # 8 and 7½ of twelve are 60%, 7 are not
    assert [one for one, title in titles if title == "CCE"] == ["3", "4"]


@pytest.mark.clause("ICCF-TR-2016 10.1(a)", "ICCF-TR-2016 10.2", "ICCF-TR-2017 1.4.5/1", "ICCF-TR-2017 1.4.5/2")
@pytest.mark.parametrize(("start", "cycle", "cited"), [(E2016, 28, "10.2"), (E2017, 29, "1.4.5/2")])
def test_the_world_champion_is_numbered_by_the_cycle_for_life(start: date, cycle: int, cited: str) -> None:
    event = replace(played(section([2600] * 15, kind="world-championship-final", start=start)), cycle=cycle)
    (champion,) = champions(event, places(event)).value
    assert (champion.player, champion.title, champion.number) == ("1", "WCCC", cycle)
    assert champion.ground.facts["until"] is None
    assert champion.ground.clause.address == cited


@pytest.mark.clause("ICCF-TR-2016 10.1(b)", "ICCF-TR-2016 10.3", "ICCF-TR-2017 1.6.4")
@pytest.mark.parametrize(("start", "cycle"), [(E2016, 10), (E2017, 11)])
def test_the_ladies_world_champion_has_three_titles(start: date, cycle: int) -> None:
    event = replace(played(section([2300] * 13, kind="ladies-world-championship-final", start=start)), cycle=cycle)
    (champion,) = champions(event, places(event)).value
    assert (champion.title, champion.number) == ("LWCCC", cycle)
    assert [title for one, title in won(event) if one == "1"] == ["IM", "CCM", "CCE"]
    assert champions(played(section([2300] * 13, kind="invitational", start=start)), {"1": 1}).value == ()
