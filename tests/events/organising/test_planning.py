"""Planning sections: sizes to choose from, queues, norms before the draw, judging changes by hand."""

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slowmate.events.organising import planning, start_ratings
from slowmate.events.organising.offices import Actor
from slowmate.events.organising.sections import divide, judge
from slowmate.events.organising.sizes import SIZES, check_size
from slowmate.records import KINDS, BadInput, Director, Player
from slowmate.rulebook import Refused

START = date(2018, 3, 1)
PRELIMINARY = KINDS["world-championship-preliminary"]
NORM = KINDS["master-norm"]
COUNTRIES = ["CZE", "GER", "POL", "ITA"]


def ways(kind: str, entrants: int, **more: int) -> list[tuple[tuple[int, ...], int]]:
    return [(one.sizes, one.waiting) for one in planning.propose_sizes(KINDS[kind], entrants, start=START, **more)]


@pytest.mark.clause("ICCF-TR-2017 1.1.3/1", "ICCF-TR-2017 1.1.3/2")
def test_120_entrants_play_in_larger_sections_by_the_commissioners_word_or_three_of_them_wait() -> None:
    proposals = planning.propose_sizes(PRELIMINARY, 120, start=START)
    everybody, some_wait = proposals[:2]
    assert (everybody.sizes, everybody.waiting, everybody.allowed_by) == ((17,) * 4 + (13,) * 4, 0, Actor.TTC)
    assert (some_wait.sizes, some_wait.waiting, some_wait.allowed_by) == ((13,) * 9, 3, None)
    assert all(one.is_normal for one in (everybody, some_wait))


@pytest.mark.clause("ICCF-TR-2017 1.1.3/1", "ICCF-TR-2017 1.1.3/2", "ICCF-TR-2017 1.1.3/3")
def test_sizes_that_fit_need_nobodys_word_and_a_31st_section_is_warned_of() -> None:
    (whole, *_) = planning.propose_sizes(PRELIMINARY, 130, start=START)
    assert (whole.sizes, whole.waiting, whole.allowed_by, whole.is_normal) == ((13,) * 10, 0, None, True)
    assert planning.propose_sizes(PRELIMINARY, 130, start=START, already=20)[0].is_normal
    assert not planning.propose_sizes(PRELIMINARY, 130, start=START, already=21)[0].is_normal


@pytest.mark.clause("ICCF-TR-2017 4.2/2", "ICCF-TR-2017 2.2/1", "ICCF-TR-2017 2.2/2")
@pytest.mark.parametrize(
    ("kind", "entrants", "found"),
    [
        ("master-norm", 12, []),
        ("master-norm", 13, [((13,), 0)]),
        ("master-norm", 27, [((13, 13), 1)]),
        ("master-class", 23, [((11, 11), 1)]),
        ("open-class", 6, []),
        ("open-class", 14, [((7, 7), 0)]),
    ],
)
def test_where_the_rules_fix_a_size_the_rest_waits(
    kind: str, entrants: int, found: list[tuple[tuple[int, ...], int]]
) -> None:
    assert ways(kind, entrants) == found


@pytest.mark.clause("ICCF-TR-2017 3.3/1")
@pytest.mark.parametrize(
    ("entrants", "found"),
    [
        (6, []),
        (7, [((7,), 0)]),
        (13, [((11,), 2)]),
        (14, [((7, 7), 0)]),
        (27, [((9, 9, 9), 0)]),
        (33, [((11, 11, 11), 0), ((9, 8, 8, 8), 0)]),
    ],
)
def test_a_cup_has_groups_of_seven_to_eleven_as_equal_as_they_come(
    entrants: int, found: list[tuple[tuple[int, ...], int]]
) -> None:
    assert ways("world-cup-preliminary", entrants) == found


@pytest.mark.clause("ICCF-TR-2017 1.4.2", "ICCF-TR-2017 3.3/3", "ICCF-TR-2017 1.6.1")
def test_a_final_is_one_section() -> None:
    assert ways("world-championship-final", 17) == [((17,), 0)]
    assert ways("world-championship-final", 19) == [((17,), 2), ((19,), 0)]
    assert ways("world-cup-final", 20) == [((15,), 5)]
    assert ways("ladies-world-championship-final", 10) == []
    assert ways("ladies-world-championship-final", 11) == [((11,), 0)]


@pytest.mark.clause("ICCF-TR-2017 5.4/1")
def test_the_league_fits_all_entries_if_need_be_with_a_warning() -> None:
    assert ways("champions-league-b", 24)[0] == ((13, 11), 0)
    fitting = planning.propose_sizes(KINDS["champions-league-b"], 25, start=START)
    assert [(one.sizes, one.waiting, one.is_normal) for one in fitting] == [
        ((13, 11), 1, True), ((13,), 12, True), ((13, 12), 0, False),
    ]  # fmt: skip


def test_kinds_without_a_rule_take_the_announced_size() -> None:
    assert ways("thematic", 24, preferred=12) == [((12, 12), 0)]
    assert ways("thematic", 26, preferred=12)[0] == ((13, 13), 0)
    assert ways("thematic", 26) == []


@pytest.mark.clause("ICCF-TR-2016 1.1.3/1", "ICCF-TR-2017 1.1.3/1")
@pytest.mark.parametrize(("start", "edition"), [(date(2017, 3, 31), "ICCF-TR-2016"), (START, "ICCF-TR-2017")])
def test_proposals_cite_the_edition_of_the_start(start: date, edition: str) -> None:
    proposals = planning.propose_sizes(PRELIMINARY, 120, start=start)
    assert {ground.clause.edition for one in proposals for ground in one.grounds} == {edition}


@given(st.sampled_from(sorted(SIZES)), st.integers(0, 200))
def test_no_proposal_breaks_a_rule_or_loses_anybody(kind: str, entrants: int) -> None:
    for one in planning.propose_sizes(KINDS[kind], entrants, start=START):
        assert sum(one.sizes) + one.waiting == entrants
        for size in one.sizes:
            assert check_size(kind, size, by=one.allowed_by).value in {"ok", "warning"}


# -- norms before the draw --------------------------------------------------------------------------------------------


def strong(count: int, first: int = 1, **more: str) -> list[Player]:
    return [
        Player(str(n), f"P{n}", more.get("federation", COUNTRIES[n % 4]), rating=2400, games=100)
        for n in range(first, first + count)
    ]


@pytest.mark.clause("ICCF-TR-2017 App2.1(b)", "ICCF-TR-2017 App2.1(d)", "ICCF-TR-2017 App2.1(e)")
@pytest.mark.parametrize(
    ("players", "complies"),
    [
        (strong(13), True),
        (strong(13, federation="CZE"), False),
        (strong(9) + [replace(one, rating=None, games=0) for one in strong(4, 10)], False),
    ],
)
def test_whether_norms_are_possible_is_known_before_anything_is_drawn(players: list[Player], complies: bool) -> None:
    ruling = planning.norms_possible(players, NORM, start=START)
    assert ruling.value.complies is complies
    assert bool(ruling.value.titles) is complies
    assert all("holds" in ground.facts for ground in ruling.grounds)


@pytest.mark.clause("ICCF-TR-2017 App2.1(g)/no play")
def test_a_director_who_plays_spoils_the_norms() -> None:
    director = Director("P1", "IA")
    assert not planning.norms_possible(strong(13), NORM, start=START, director=director).value.complies


@pytest.mark.clause("ICCF-TR-2017 4.2/2")
def test_a_norm_section_is_cut_from_the_queue_in_the_order_of_entry() -> None:
    assert planning.cut(strong(12), NORM, start=START).value is None
    taken = planning.cut(strong(15), NORM, start=START).value
    assert taken is not None
    assert [player.id for player in taken.players] == [str(n) for n in range(1, 14)]
    assert (taken.passed_over, taken.waiting) == ((), ("14", "15"))


@pytest.mark.clause("ICCF-TR-2017 4.2/2", "ICCF-TR-2017 App2.1(e)")
def test_as_few_as_possible_are_passed_over_so_that_a_section_can_give_norms() -> None:
    queue = [*strong(9, federation="CZE"), *strong(2, 10), *strong(4, 12, federation="GER")]
    first = planning.norms_possible(queue[:13], NORM, start=START).value
    taken = planning.cut(queue, NORM, start=START).value
    assert taken is not None
    assert not first.complies
    assert taken.outlook.complies
    assert len(taken.passed_over) == 1
    assert taken.waiting == (*taken.passed_over, "15")


def test_a_queue_that_cannot_give_norms_plays_all_the_same() -> None:
    taken = planning.cut(strong(14, federation="CZE"), NORM, start=START).value
    assert taken is not None
    assert (taken.outlook.complies, taken.waiting) == (False, ("14",))


# -- changes by hand --------------------------------------------------------------------------------------------------


@pytest.mark.clause("ICCF-TR-2017 1.0.5/4")
def test_a_division_is_judged_again_after_two_players_were_exchanged() -> None:
    entrants = [replace(one, rating=2300 + 3 * int(one.id)) for one in strong(26)]
    division = divide(entrants, [13, 13], seed="s").value
    assert judge(division.sections) == division
    best, worst = division.sections[0][0], division.sections[1][-1]
    changed = [[worst, *division.sections[0][1:]], [*division.sections[1][:-1], best]]
    judged = planning.judge_division([one.id for one in entrants], changed, PRELIMINARY, start=START)
    assert judged.division.spread > division.spread
    assert judged.is_allowed
    assert len(judged.norms) == 2


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda one, two: [one, [*two, one[0]]], "in two places"),
        (lambda one, two: [one[1:], two], "in no section"),
        (lambda one, two: [one, [*two, Player("99", "Who")]], "not among the entrants"),
        (lambda one, two: [one, two, []], "nobody"),
    ],
)
def test_nobody_is_lost_or_doubled_by_hand(change: object, why: str) -> None:
    one, two = strong(13), strong(13, 14)
    sections = change(one, two) if callable(change) else []
    with pytest.raises(BadInput, match=why):
        planning.judge_division([player.id for player in (*one, *two)], sections, PRELIMINARY, start=START)


@pytest.mark.clause("ICCF-TR-2017 4.2/2", "ICCF-TR-2017 1.1.3/2")
def test_sizes_made_by_hand_are_judged_by_the_rules_of_the_kind() -> None:
    sections = [strong(14), strong(12, 15)]
    ids = [player.id for section in sections for player in section]
    judged = planning.judge_division(ids, sections, NORM, start=START)
    assert not judged.is_allowed
    assert all(isinstance(one, Refused) for one in judged.sizes)


# -- ratings at the start ---------------------------------------------------------------------------------------------


@pytest.mark.clause("ICCF-TR-2017 9.4/1", "ICCF-TR-2017 9.4/2", "ICCF-TR-2017 9.4/3", "ICCF-TR-2017 App1.11/new")
def test_everybody_starts_with_a_rating_published_fides_or_announced() -> None:
    players = [Player("1", "One", rating=2301), Player("2", "Two", fide_rating=2222), Player("3", "Three")]
    found = start_ratings.ratings_at_start(players, PRELIMINARY, start=START, announced=2250)
    assert {one: ruling.value for one, ruling in found.items()} == {"1": 2301, "2": 2222, "3": 2250}
    assert start_ratings.ratings_at_start(players, NORM, start=START)["3"].value == 2300
    with pytest.raises(Refused) as refusal:
        start_ratings.ratings_at_start(players, PRELIMINARY, start=START)
    assert refusal.value.grounds[0].clause.address == "App1.11/new"
    assert refusal.value.grounds[0].facts["players"] == ["Three"]
    assert len(start_ratings.ratings_at_start(players[:2], PRELIMINARY, start=START)) == 2


@pytest.mark.clause("ICCF-TR-2017 9.7/others", "ICCF-TR-2016 9.7/others")
@pytest.mark.parametrize(("start", "edition"), [(START, "ICCF-TR-2017"), (date(2017, 3, 31), "ICCF-TR-2016")])
def test_a_player_whom_lists_no_longer_show_starts_with_the_last_published_rating(start: date, edition: str) -> None:
    inactive = Player("1", "One", last_rating=2552, games=80, fide_rating=2300)
    found = start_ratings.ratings_at_start([inactive], NORM, start=start)["1"]
    assert (found.value, str(found.grounds[0].clause)) == (2552, f"{edition} 9.7/others")
    assert start_ratings.unrated([inactive]) == []
    shown = replace(inactive, rating=2600)
    assert start_ratings.ratings_at_start([shown], NORM, start=start)["1"].value == 2600


@pytest.mark.clause("ICCF-TR-2017 9.3/2")
def test_a_rating_of_too_few_games_is_not_published_and_no_start_rating() -> None:
    new = Player("1", "One", rating=2411, games=11)
    assert start_ratings.ratings_at_start([new], NORM, start=START)["1"].value == 2300
    assert start_ratings.ratings_at_start([replace(new, games=12)], NORM, start=START)["1"].value == 2411


@pytest.mark.clause("ICCF-TR-2017 9.4/5")
def test_the_commissioner_sets_a_start_rating_before_the_event() -> None:
    players = [Player("1", "One", rating=2301), Player("2", "Two")]
    since = date(2018, 2, 1)
    adjusted = {"2": start_ratings.Adjustment(None, 2150, "a strong league player", since)}
    found = start_ratings.ratings_at_start(players, PRELIMINARY, start=START, adjusted=adjusted)
    assert {one: ruling.value for one, ruling in found.items()} == {"1": 2301, "2": 2150}
    assert found["2"].grounds[0].facts["reason"] == "a strong league player"
    assert str(found["2"].grounds[0].clause) == "ICCF-TR-2017 9.4/5"


@pytest.mark.clause("ICCF-RATING-2023 2.1(a)/1800")
@pytest.mark.parametrize(
    ("start", "value", "clause"),
    [(date(2023, 9, 30), 2300, "ICCF-TR-2017 9.4/3"), (date(2023, 10, 1), 1800, "ICCF-RATING-2023 2.1(a)/1800")],
)
def test_levels_of_events_end_with_the_rating_rules_of_2023(start: date, value: int, clause: str) -> None:
    found = start_ratings.ratings_at_start([Player("1", "One")], NORM, start=start)["1"]
    assert (found.value, str(found.grounds[0].clause)) == (value, clause)
    if value == 1800:  # nothing is announced, and nobody is refused
        assert start_ratings.ratings_at_start([Player("1", "One")], PRELIMINARY, start=start)["1"].value == 1800


@pytest.mark.clause("ICCF-TR-2017 1.0.5/4")
def test_a_division_counts_everybody_with_the_rating_they_start_with() -> None:
    players = [Player("1", "A", rating=2300), Player("2", "B", last_rating=2200), Player("3", "C"), Player("4", "D")]
    counted = start_ratings.counted_ratings(players, PRELIMINARY, start=START, announced=2000)
    assert (counted.ratings, counted.assumed) == ({"1": 2300, "2": 2200, "3": 2000, "4": 2000}, {"3", "4"})
    unsaid = start_ratings.counted_ratings(players, PRELIMINARY, start=START)
    assert (unsaid.ratings, unsaid.assumed) == ({"1": 2300, "2": 2200}, frozenset())
    judged = planning.judge_division("1234", [players[::2], players[1::2]], PRELIMINARY, start=START, counted=counted)
    assert judged.division.averages == (2150, 2100)
