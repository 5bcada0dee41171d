"""Appendix 2 of 2017: norms by the sum of expectancies."""

from dataclasses import replace
from datetime import date
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from slowmate.records import BadInput, Event, Pairing, Result, Status, Team
from slowmate.titles.iccf import bulk
from slowmate.titles.iccf.categories import average, category, is_inactive
from slowmate.titles.iccf.norms_2017 import expected_score, norm_result
from slowmate.titles.iccf.statement import statement
from slowmate.titles.levels import LEVELS, TITLES, titles_of
from slowmate.titles.norms import norms, procedure_edition, rules_for
from slowmate.titles.reports import NormOutlook, NormReport, PlayerNorms
from tests.support.sections import change, rated_team_event, section, with_score

KEY = "ICCF-TR-2017"
FIELD = [2480, 2461, 2440, 2432, 2415, 2408, 2400, 2391, 2385, 2376, 2362, 2350]


def line(report: NormReport, player: str = "1") -> PlayerNorms:
    return next(line for line in report.players if line.id == player)


def needed(report: NormReport, player: str = "1") -> list[float | None]:
    return [None if norm.needed is None else float(norm.needed) for norm in line(report, player).norms.values()]


def made(report: NormReport, player: str = "1") -> list[str]:
    return [title for title, norm in line(report, player).norms.items() if norm.achieved]


@pytest.mark.clause("ICCF-TR-2017 10/note", "ICCF-TR-2017 App2/note", "ICCF-TR-2016 10.0.1/category")
def test_the_day_the_event_starts_decides_the_procedure() -> None:
    assert procedure_edition(date(2017, 3, 31)).value == "iccf-2016"
    assert procedure_edition(date(2017, 4, 1)).value == "iccf-2017"
    assert norms(section([2420] * 13, start=date(2017, 3, 31))).rules == "ICCF-TR-2016"
    assert norms(section([2420] * 13, start=date(2017, 4, 1))).rules == "ICCF-TR-2017"
    assert rules_for(section([2420] * 13), rules="iccf-2016") == "iccf-2016"


@pytest.mark.clause(
    "ICCF-TR-2017 App2.2.4(b)/sum",
    "ICCF-TR-2017 App2.2.4(b)/round",
    "ICCF-TR-2017 10.0.1/norm",
    "ICCF-TR-2017 App2.2.2",
)
def test_the_sums_and_norms_of_a_field_of_twelve() -> None:
    report = norms(section([2300, *FIELD]))
    norm = line(report).norms
    assert [str(norm[title].sum) for title in TITLES] == ["7.9825", "7.2358", "6.4471", "4.8506", "3.4063"]
    assert needed(report) == [8, 7.5, 6.5, 5, 4.5]
    assert line(report).opponents_average == Fraction(28900, 12)
    assert made(norms(section([2300, *FIELD], scores={"1": 7.5}))) == ["SIM", "IM", "CCM", "CCE"]
    assert made(norms(section([2300, *FIELD], scores={"1": 8}))) == list(TITLES)


@pytest.mark.clause("ICCF-TR-2017 App2.2.4(b)/round")
@pytest.mark.parametrize(("total", "games", "score"), [("8.0700", 12, 8.5), ("6.0000", 12, 6), ("3.5504", 14, 5)])
def test_a_sum_goes_up_to_the_next_half_point_and_an_exact_one_stays(total: str, games: int, score: float) -> None:
    assert norm_result(Decimal(total), games).value == score


@pytest.mark.clause("ICCF-TR-2017 10.0.1/norm")
def test_a_sum_that_is_exactly_a_half_point_suffices() -> None:
    report = norms(section([2450] * 10, scores={"1": 4.5}))
    assert line(report).norms["IM"].sum == Decimal("4.5000")
    assert line(report).norms["IM"].needed == Fraction(9, 2)
    assert line(report).norms["IM"].achieved


@pytest.mark.clause(
    "ICCF-TR-2017 10.1(a)",
    "ICCF-TR-2017 10.1(b)",
    "ICCF-TR-2017 10.1(c)",
    "ICCF-TR-2017 10.1(d)",
    "ICCF-TR-2017 10.1(e)",
)
def test_five_titles_in_order_with_their_norms_against_twelve_of_2400() -> None:
    assert list(titles_of(KEY)) == ["GM", "SIM", "IM", "CCM", "CCE"]
    assert [str(clause.address) for clause in titles_of(KEY).values()] == [f"10.1({letter})" for letter in "abcde"]
    assert needed(norms(section([2400] * 13))) == [8.5, 7.5, 7, 5, 4.5]
    sums = [expected_score(level.rating, [2400] * 12).value for level in LEVELS]
    assert float(norm_result(sums[4], 12).value) == 4.5


@pytest.mark.clause("ICCF-TR-2017 App2.2.7/Rp")
def test_single_opponents_count_not_their_average() -> None:
    assert expected_score(2450, [2450] * 12).value == Decimal("6.0000")
    assert expected_score(2450, [2300] * 6 + [2500] * 6).value == Decimal("6.5208")
    assert expected_score(2450, [2400] * 12).value == Decimal("6.5388")


@pytest.mark.clause("ICCF-TR-2017 App2.2.7/Ra", "ICCF-TR-2017 App2.2.8")
@pytest.mark.parametrize(
    ("opponents", "opened"),
    [
        ([2400] * 12, ["GM", "SIM", "IM", "CCM", "CCE"]),
        ([2400] * 11 + [2399], ["SIM", "IM", "CCM", "CCE"]),
        ([2325] * 12, ["SIM", "IM", "CCM", "CCE"]),
        ([2325] * 11 + [2324], ["IM", "CCM", "CCE"]),
        ([2250] * 12, ["IM", "CCM", "CCE"]),
        ([2250] * 11 + [2249], ["CCM", "CCE"]),
        ([2100] * 12, ["CCM", "CCE"]),
        ([2099] + [2100] * 11, ["CCE"]),
        ([1950] * 12, ["CCE"]),
        ([1950] * 11 + [1949], []),
    ],
)
def test_the_opponents_average_opens_a_title(opponents: list[int], opened: list[str]) -> None:
    report = norms(section([2400, *opponents], scores={"1": 12}))
    assert [title for title, norm in line(report).norms.items() if norm.possible] == opened
    assert made(report) == opened


@pytest.mark.clause("ICCF-TR-2017 App2.2.3")
def test_the_average_of_the_event_has_four_decimals() -> None:
    assert norms(section([2300, *FIELD])).average == Decimal("2400.0000")
    assert average([2400, 2400, 2401], edition=KEY).value == Decimal("2400.3333")
    assert average([Decimal("1.00005")], edition=KEY).value == Decimal("1.0001")
    assert average([Decimal("1.00004")], edition=KEY).value == Decimal("1.0000")


@pytest.mark.clause("ICCF-TR-2017 App2.2.12", "ICCF-TR-2017 10.0.1/cat", "ICCF-TR-2016 App2.2(d)")
@pytest.mark.parametrize(
    ("mean", "label"),
    [
        ("1950", None),
        ("1950.5", 0),
        ("1951", 0),
        ("1975", 0),
        ("1976", 1),
        ("2250", 11),
        ("2251", 12),
        ("2275", 12),
        ("2400.4", 17),
        ("2400.5", 18),
        ("2401", 18),
        ("2408.3333", 18),
        ("2700", 29),
        ("2701", None),
    ],
)
@pytest.mark.parametrize("edition", ["ICCF-TR-2016", "ICCF-TR-2017"])
def test_categories_in_steps_of_25(mean: str, label: int | None, edition: str) -> None:
    assert category(Decimal(mean), edition=edition).value == label


@pytest.mark.clause("ICCF-TR-2017 App2.2.9/norm")
def test_an_unrated_player_can_make_a_norm() -> None:
    report = norms(section([None, *[2400] * 12], scores={"1": 8.5}))
    assert made(report)[0] == "GM"
    assert made(norms(change(section([2400] * 13, scores={"1": 8.5}), "1", games=5)))[0] == "GM"


@pytest.mark.clause("ICCF-TR-2017 App2.2.10/FIDE")
def test_a_fide_rating_counts_for_a_player_without_one_of_the_iccf() -> None:
    event = change(section([2400, None, *[2400] * 11]), "2", fide_rating=2480)
    game = line(norms(event)).lines[0]
    assert game.rating == 2480
    assert game.expectancies["GM"] == Decimal("0.6063")
    both = change(event, "2", rating=2410)
    assert line(norms(both)).lines[0].rating == 2410


@pytest.mark.clause("ICCF-TR-2017 App2.2.10/none")
def test_an_unrated_opponent_counts_as_the_average_of_the_rated() -> None:
    event = section([2450, 2431, 2420, None, None, *[2450, 2431, 2420] * 3])
    report = norms(event)
    assert {game.rating for game in line(report).lines if game.opponent in {"4", "5"}} == {Decimal("2433.6667")}
    assert line(report).lines[2].expectancies["GM"] == Decimal("0.6453")
    with_fide = change(event, "5", fide_rating=2300)
    fourth = next(game for game in line(norms(with_fide)).lines if game.opponent == "4")
    assert fourth.rating == Decimal("2423.3846")


@pytest.mark.clause("ICCF-TR-2017 App2.2.11/rating")
def test_an_inactive_player_counts_with_the_last_rating_published() -> None:
    event = change(section([2400, None, *[2400] * 11]), "2", last_rating=2511, fide_rating=2300)
    assert line(norms(event)).lines[0].rating == 2511


@pytest.mark.clause("ICCF-TR-2017 App2.2.11/rating")
def test_the_last_rating_of_an_inactive_player_is_as_fixed_as_his_games() -> None:
    event = section([2400] * 8 + [None] * 5)
    for number in ("9", "10", "11", "12", "13"):
        event = change(event, number, last_rating=2610, games=30)
    report = norms(event)
    fixed = next(one for one in report.requirements if one.ground.clause.address == "App2.1(c)")
    assert fixed.ground.facts["count"] == 13
    assert line(report).extra["gm_games"] == 5
    assert line(norms(change(event, "9", games=29))).extra["gm_games"] == 4


@pytest.mark.clause("ICCF-TR-2017 App2.2.11/def", "ICCF-TR-2016 App2.2(a)/inactive")
@pytest.mark.parametrize(
    ("running", "last", "inactive"),
    [
        (False, date(2013, 12, 30), True),
        (False, date(2013, 12, 31), True),
        (False, date(2014, 1, 1), False),
        (False, date(2014, 1, 2), False),
        (True, date(2009, 1, 1), False),
        (False, None, True),
    ],
)
def test_two_calendar_years_without_a_game_are_inactive(running: bool, last: date | None, inactive: bool) -> None:
    ruling = is_inactive(on=date(2016, 5, 1), has_running_game=running, last_completed=last)
    assert ruling.value is inactive
    assert ruling.grounds[0].clause.edition == "ICCF-TR-2016"
    later = is_inactive(on=date(2017, 5, 1), has_running_game=False, last_completed=date(2015, 1, 1))
    assert not later.value
    assert later.grounds[0].clause.address == "App2.2.11/def"


# -- other forms of tournament ----------------------------------------------------------------------------------------


def scheveningen(start: date = date(2018, 3, 1), games: int = 2) -> Event:
    """Six of 2450 against six of 2500, two games each."""
    event = section([2450] * 6 + [2500] * 6, start=start, games_per_pairing=games)
    teams = (Team("A", "A", tuple("123456")), Team("B", "B", ("7", "8", "9", "10", "11", "12")))
    return replace(event, scheveningen=True, teams=teams)


@pytest.mark.clause("ICCF-TR-2017 10.0.1/schev")
def test_in_a_scheveningen_event_only_the_own_opponents_count() -> None:
    report = norms(scheveningen())
    first = line(report)
    assert first.games == 12
    assert first.norms["GM"].sum == Decimal("7.0680")
    assert first.norms["GM"].needed == Fraction(15, 2)
    assert first.opponents_average == 2500
    assert line(report, "7").opponents_average == 2450
    assert report.titles_possible["GM"]


def test_a_scheveningen_event_may_be_known_by_its_games_alone() -> None:
    event = replace(scheveningen(games=1), teams=())
    pairs = [Pairing(str(white), str(black)) for white in range(1, 7) for black in range(7, 13)]
    assert line(norms(replace(event, games=tuple(pairs)))).games == 6


@pytest.mark.clause("ICCF-TR-2017 10.0.2/double")
def test_a_double_round_sums_every_game() -> None:
    report = norms(section([2400] * 7, games_per_pairing=2))
    assert line(report).norms["GM"].sum == 12 * Decimal("0.6725")
    assert line(report).games == 12


def test_each_board_of_a_team_event_is_a_section() -> None:
    report = norms(rated_team_event("olympiad-final", [[2500] * 13, [2380] * 13]))
    assert [board.category for board in report.boards] == ["10", "6"]
    assert [board.titles_possible["GM"] for board in report.boards] == [True, False]
    assert report.titles_possible["GM"]
    assert {line.board for line in report.players} == {1, 2}
    assert {line.games for line in report.players} == {12}
    assert line(report, "1").norms["GM"].sum == 12 * Decimal("0.5890")


def test_boards_may_be_known_by_the_games_alone() -> None:
    event = replace(rated_team_event("olympiad-final", [[2500] * 9, [2380] * 9]), teams=())
    games = [
        Pairing(str(one), str(two), board=board)
        for board, first in ((1, 1), (2, 10))
        for one in range(first, first + 9)
        for two in range(one + 1, first + 9)
    ]
    report = norms(replace(event, games=tuple(games)))
    assert [board.category for board in report.boards] == ["10", "6"]
    assert {line.games for line in report.players} == {8}
    single = replace(section([2500] * 9, kind="olympiad-final"), games=tuple(games[:36]))
    assert {line.board for line in norms(single).players} == {1}


def test_a_section_beyond_all_measure_is_refused() -> None:
    assert len(norms(section([2400] * 30)).players) == 30
    with pytest.raises(BadInput, match="501 players cannot all meet"):
        norms(section([2400] * 501))


# -- what happens on the way ------------------------------------------------------------------------------------------


def cancel(event: Event, player: str, status: Status = Status.WITHDRAWN) -> Event:
    """The event after a player has left and all their games are cancelled."""
    games = [game for game in event.games if player not in (game.white, game.black)]
    games += [Pairing(player, other.id, Result.CANCELLED) for other in event.players if other.id != player]
    return change(replace(event, games=tuple(games)), player, status=status)


@pytest.mark.clause("ICCF-TR-2017 App2.3(a)/statement")
def test_the_statement_fixes_every_norm_at_the_start() -> None:
    event = section([2400] * 13)
    fixed = statement(event).value
    assert sum(len(titles) for titles in fixed.needed.values()) == 65
    assert fixed.needed["1"]["GM"] == Fraction(17, 2)
    later = cancel(with_score(event, "1", 7), "13")
    assert statement(later).value == fixed
    assert statement(later).grounds[0].facts["norms"] == 65


@pytest.mark.clause("ICCF-TR-2017 App2.3(a)/recalc")
def test_norms_are_computed_again_when_games_are_cancelled() -> None:
    event = section([2400] * 13)
    report = norms(cancel(event, "13"))
    assert line(report).norms["GM"].sum == Decimal("7.3975")
    assert line(report).norms["GM"].needed == Fraction(15, 2)
    assert line(report).norms["CCE"].needed == 4
    assert line(report).games == 11
    gone = next(one for one in report.requirements if one.ground.clause.address == "App2.3(a)/recalc")
    assert gone.ground.facts["players"] == ["13"]


def test_a_player_who_leaves_may_keep_the_games_he_has_finished() -> None:
    event = section([2400] * 13, scores={"13": 6})
    kept = tuple(game for game in event.games if game.black in {"1", "2", "3"})
    left = change(replace(event, games=kept), "13", status=Status.WITHDRAWN)
    report = norms(left)
    assert line(report, "1").games == 12
    assert line(report, "4").games == 11
    assert report.average == 2400
    gone = next(one for one in report.requirements if one.ground.clause.address == "App2.3(a)/recalc")
    assert gone.ground.facts["players"] == ["13"]


def test_cancelled_games_may_also_be_left_out_of_the_list() -> None:
    event = change(section([2400] * 13), "13", status=Status.WITHDRAWN)
    assert line(norms(event)).norms["GM"].sum == Decimal("7.3975")


@pytest.mark.clause("ICCF-TR-2017 App2.3(a)/keep")
def test_a_norm_keeps_the_games_and_titled_players_of_the_start() -> None:
    event = change(section([2400] * 13, scores={"1": 8.5}), "13", title="GM")
    report = norms(cancel(event, "13"))
    first = line(report)
    assert first.score == Fraction(17, 2)
    assert first.games == 11
    assert first.norms["GM"].achieved
    assert first.norms["GM"].counted_games == 12 + first.norms["GM"].overscore_games
    exact = norms(cancel(section([2400] * 13, scores={"1": 7.5}), "13"))
    assert line(exact).norms["GM"].counted_games == 12
    assert first.extra["gm_games"] == 1


def test_a_section_of_nine_stays_a_title_tournament_when_one_leaves() -> None:
    assert norms(cancel(section([2420] * 9), "9")).titles_possible["GM"]


@pytest.mark.clause("ICCF-TR-2017 App2.3(a)/withdrawn")
@pytest.mark.parametrize(
    ("status", "score", "achieved"),
    [
        (Status.WITHDRAWN_ACCEPTED, 8.5, True),
        (Status.WITHDRAWN_ACCEPTED, 8, False),
        (Status.WITHDRAWN, 9, False),
        (Status.SILENT, 9, False),
        (Status.PLAYING, 9, True),
    ],
)
def test_a_withdrawn_player_keeps_only_what_he_reached_before_it_was_accepted(
    status: Status, score: float, achieved: bool
) -> None:
    event = change(section([2400] * 13, scores={"1": score}), "1", status=status)
    norm = line(norms(event)).norms["GM"]
    assert norm.achieved is achieved
    assert norm.needed == Fraction(17, 2)
    assert norm.outlook is (NormOutlook.GUARANTEED if achieved else NormOutlook.GONE)


@pytest.mark.clause("ICCF-TR-2017 App2.3(a)/withdrawn")
def test_points_after_the_withdrawal_do_not_count() -> None:
    event = section([2400] * 13, scores={"1": 9}, ended=date(2018, 10, 1))
    left = change(event, "1", status=Status.WITHDRAWN_ACCEPTED, withdrawn_on=date(2018, 9, 30))
    assert not line(norms(left)).norms["CCE"].achieved
    late = change(event, "1", status=Status.WITHDRAWN_ACCEPTED, withdrawn_on=date(2018, 10, 1))
    assert line(norms(late)).norms["GM"].achieved


@pytest.mark.clause("ICCF-TR-2017 8.7(e)/4")
@pytest.mark.parametrize(("rating", "expected"), [(2700, 8), (2400, 8.5), (1900, 8.5)])
def test_a_replacement_player_lowers_a_norm_but_never_raises_it(rating: int, expected: float) -> None:
    event = section([2400] * 13)
    first = event.players[12]
    newcomer = change(event, "13", rating=rating, replaces=first, has_replacement_status=True)
    assert line(norms(newcomer)).norms["GM"].needed == expected
    without = change(event, "13", rating=rating, replaces=first, has_replacement_status=False)
    assert line(norms(without)).norms["GM"].needed == 8.5


@pytest.mark.clause("ICCF-TR-2017 8.7(e)/3", "ICCF-TR-2017 8.7(e)/6")
@pytest.mark.parametrize("status", [True, False])
def test_only_replacement_status_lets_a_substitute_make_a_norm(status: bool) -> None:
    event = section([2400] * 13, scores={"13": 9})
    event = change(event, "13", replaces=event.players[12], has_replacement_status=status)
    assert line(norms(event), "13").norms["GM"].achieved is status
    assert line(norms(event), "13").norms["GM"].performance


@pytest.mark.clause("ICCF-TR-2017 8.7(e)/5")
def test_the_start_list_counts_for_the_grandmasters_met() -> None:
    event = section([2400] * 13)
    for number in ("11", "12", "13"):
        event = change(event, number, title="GM")
    replaced = change(event, "13", title=None, replaces=event.players[12], has_replacement_status=True)
    assert line(norms(replaced)).extra["gm_games"] == 3
    stronger = change(event, "10", title="GM", replaces=event.players[9], has_replacement_status=True)
    assert line(norms(stronger)).extra["gm_games"] == 3


@pytest.mark.clause("ICCF-TR-2017 App2.3(c)")
def test_one_result_is_a_norm_for_several_titles() -> None:
    report = norms(section([2300, *FIELD], scores={"1": 8.5}))
    assert made(report) == list(TITLES)
    assert line(report).norms["GM"].overscore_games == 0
    assert line(report).norms["IM"].overscore_games == 3
    several = [one for one in line(report).requirements if one.ground.clause.address == "App2.3(c)"]
    assert several[0].ground.facts["titles"] == list(TITLES)


@pytest.mark.clause("ICCF-TR-2017 App2.2.5")
def test_a_performance_in_an_event_that_does_not_comply_is_no_norm() -> None:
    event = section([2400] * 13, scores={"1": 8.5})
    two = tuple(replace(one, federation="CZE" if int(one.id) % 2 else "GER") for one in event.players)
    norm = line(norms(replace(event, players=two))).norms["GM"]
    assert norm.performance
    assert not norm.achieved
    assert not norm.possible
    assert norm.requirements[-1].ground.clause.address == "App2.2.5"


def test_while_games_run_a_norm_is_guaranteed_reachable_or_gone() -> None:
    event = section([2400] * 13, scores={"1": 8.5})
    won, rest = event.games[:8], event.games[8:]
    running = replace(event, games=(*won, *(replace(game, result=None) for game in rest)))
    norm = line(norms(running)).norms["GM"]
    assert (norm.outlook, norm.still_needed) == (NormOutlook.REACHABLE, Fraction(1, 2))
    assert line(norms(running)).norms["SIM"].outlook is NormOutlook.GUARANTEED
    lost = replace(event, games=tuple(replace(game, result=Result.BLACK_WINS) for game in event.games[:4]))
    outlook = {title: norm.outlook for title, norm in line(norms(lost)).norms.items()}
    assert outlook["GM"] is NormOutlook.GONE
    assert outlook["IM"] is NormOutlook.REACHABLE
    assert line(norms(lost)).norms["SIM"].still_needed == Fraction(15, 2)
    edge = replace(event, games=tuple(replace(game, result=Result.DRAW) for game in event.games[:7]))
    assert line(norms(edge)).norms["GM"].outlook is NormOutlook.REACHABLE
    half_less = replace(edge, games=(replace(edge.games[0], result=Result.BLACK_WINS), *edge.games[1:]))
    assert line(norms(half_less)).norms["GM"].outlook is NormOutlook.GONE


# -- properties -------------------------------------------------------------------------------------------------------

RATINGS = st.lists(st.one_of(st.none(), st.integers(1800, 2750)), min_size=9, max_size=15)


@settings(max_examples=40, deadline=None)
@given(RATINGS)
def test_arrays_give_the_same_norms_as_one_by_one(ratings: list[int | None]) -> None:
    table = np.array([[np.nan if rating is None else rating for rating in ratings]] * 2)
    found = bulk.thresholds(table)
    report = norms(section(ratings))
    for number, player in enumerate(report.players):
        wanted = [-1 if norm.needed is None else int(2 * norm.needed) for norm in player.norms.values()]
        assert found[0, number].tolist() == wanted
        assert found[1, number].tolist() == wanted


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(1500, 2800), min_size=8, max_size=19), st.integers(0, 18), st.integers(0, 300))
def test_a_stronger_opponent_never_raises_the_norm(ratings: list[int], which: int, more: int) -> None:
    stronger = list(ratings)
    stronger[which % len(ratings)] += more
    for level in LEVELS:
        before, after = (
            norm_result(expected_score(level.rating, field).value, len(field)).value for field in (ratings, stronger)
        )
        assert after <= before


@pytest.mark.parametrize("bad", [np.zeros((3, 13)), np.full((1, 13), 4001.0), np.zeros(13), np.ones((2, 1))])
def test_arrays_refuse_what_is_not_a_table_of_ratings(bad: np.ndarray) -> None:
    with pytest.raises(ValueError, match=r"ratings|rating"):
        bulk.thresholds(bad)
