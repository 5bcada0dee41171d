"""The games a player may ignore, 1.42e and 1.42f: the best choice, and that it is the best."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from slowmate.records import FideCategory
from slowmate.rulebook import Ruling
from slowmate.titles.fide.federations import Setting
from slowmate.titles.fide.games import NormGame
from slowmate.titles.fide.ignoring import Search, count, every_choice
from slowmate.titles.fide.norms import Assessment, assess, worth_of
from slowmate.titles.fide.titles import NORM_TITLES, FideTitle
from tests.support.fide import games, opponent

GM, IM = FideTitle.GM, FideTitle.IM


def clauses(found: Assessment) -> set[str]:
    return {check.ground.clause.address for check in found.requirements}


def ignored(found: Assessment) -> list[int]:
    return [game.round for game in found.ignored]


ELEVEN = ["GM GER 2500", "GM FRA 2500", "GM ESP 2500", "GM POL 2500", "IM GER 2500", "IM FRA 2500", "- ESP 2425",
          "- GER 2425", "- FRA 2425", "FM POL 2500", "FM ITA 2500"]  # fmt: skip


@pytest.mark.clause("FIDE-TITLES-2017 1.42e", "FIDE-TITLES-2017 1.42e(1)", "FIDE-TITLES-2017 1.42e(2)")
def test_games_after_a_title_result_may_be_ignored() -> None:
    found = assess(games(ELEVEN, "11111100000"), GM, Setting("CZE", 11))
    assert found.average == 2475
    assert (found.achieved, found.counted, ignored(found)) == (True, 9, [10, 11])
    assert {"1.42e", "1.42e(1)", "1.42e(2)"} <= clauses(found)
    assert not assess(games(ELEVEN, "1111110=000")[:9], GM, Setting("CZE", 11)).ignored
    assert not assess(games(ELEVEN, "11111=00000"), GM, Setting("CZE", 11)).achieved


@pytest.mark.clause("FIDE-TITLES-2017 1.42e(1)")
def test_what_is_left_must_have_the_mix() -> None:
    two = ["GM GER 2500", "GM FRA 2500", *["IM ESP 2500"] * 4, *ELEVEN[6:9], "GM POL 2500", "GM ITA 2500"]
    found = assess(games(two, "11111100000"), GM, Setting("CZE", 11))
    assert not found.achieved, "two grandmasters in the first nine rounds"
    three = [
        "GM GER 2500",
        "GM FRA 2500",
        "GM POL 2500",
        *["IM ESP 2500"] * 3,
        *ELEVEN[6:9],
        "GM POL 2500",
        "GM ITA 2500",
    ]
    assert assess(games(three, "11111100000"), GM, Setting("CZE", 11)).achieved


@pytest.mark.clause("FIDE-TITLES-2017 1.42e(2)")
def test_what_is_left_must_be_games_enough() -> None:
    found = assess(games(ELEVEN, "11111111000"), GM, Setting("CZE", 11))
    assert len(found.games) >= 9
    found = assess(games(ELEVEN, "=1111110000"), GM, Setting("CZE", 11))
    assert found.achieved
    assert len(found.games) == 9
    eight = ["GM GER 2500"] * 2 + ["GM FRA 2500"] * 2 + ["IM ESP 2500"] * 4
    weak = ["- POL 1000"] * 3
    assert not assess(games([*eight, *weak], "11111=00000"), GM, Setting("CZE", 11)).achieved, "rounds 1 to 8 would do"
    assert assess(games([*eight, weak[0]], "11111=00+"), GM, Setting("CZE", 9)).counted == 8


@pytest.mark.clause("FIDE-TITLES-2017 1.42e(3)", "FIDE-TITLES-2017 1.42f/3")
def test_with_predetermined_pairings_the_whole_tournament_must_fit() -> None:
    three = ["GM GER 2500", "GM FRA 2500", "GM ESP 2500", "IM POL 2500", *ELEVEN[4:]]
    swiss = assess(games(three, "11111100000"), GM, Setting("CZE", 11))
    assert (swiss.achieved, ignored(swiss)) == (True, [10, 11])
    closed = assess(games(three, "11111100000"), GM, Setting("CZE", 11, predetermined=True))
    assert not closed.achieved, "three grandmasters of eleven, four are needed"
    fits = assess(games(ELEVEN, "11111100000"), GM, Setting("CZE", 11, predetermined=True))
    assert fits.achieved
    assert "1.42e(3)" in clauses(fits)
    wins = ["GM GER 2560", "GM FRA 2560", "GM ESP 2560", *["IM POL 2500"] * 6, "- GER 2000", "- FRA 2000"]
    assert assess(games(wins, "=====111111"), GM, Setting("CZE", 11)).achieved
    assert not assess(games(wins, "=====111111"), GM, Setting("CZE", 11, predetermined=True)).achieved


@pytest.mark.clause("FIDE-TITLES-2017 1.42e(4)")
@pytest.mark.parametrize(("third", "achieved"), [("GM ESP 2540", True), ("IM ESP 2540", False)])
def test_in_a_double_round_robin_the_games_counted_meet_enough_different_opponents(third: str, achieved: bool) -> None:
    met = ["GM GER 2540", "GM FRA 2540", third, "IM GER 2450", "- FRA 2370"]
    rounds = [opponent(number, text) for number, text in enumerate(met, 1)]
    results = "111111111"
    played = [NormGame(one, 2, place) for place, one in enumerate(rounds, 1)]
    played += [NormGame(one, 2, place + 5) for place, one in enumerate(rounds[:4], 1)]
    played.append(NormGame(rounds[4], 0, 10))
    assert len(results) == 9
    found = assess(played, GM, Setting("CZE", 10, double=True, predetermined=True))
    assert found.achieved is achieved


@pytest.mark.clause("FIDE-TITLES-2017 1.42e(4)")
@pytest.mark.parametrize(("eleventh", "achieved"), [("GM POL 2540", True), ("IM POL 2540", False)])
def test_a_double_round_robin_asks_the_full_length_for_the_games_counted(eleventh: str, achieved: bool) -> None:
    # ten opponents need four grandmasters; the nine of the first rounds alone would need three
    met = ["- GER 2440", "GM FRA 2540", "GM ESP 2540", "GM GER 2540", "IM POL 2450", "IM FRA 2450", "IM GER 2450",
           "- ESP 2440", "- FRA 2440", eleventh]  # fmt: skip
    rounds = [opponent(number, text) for number, text in enumerate(met, 1)]
    # the first nine rounds make a norm, what follows is lost
    played = [NormGame(one, 2 if place <= 6 else 0, place) for place, one in enumerate([*rounds, *rounds], 1)]
    double = Setting("CZE", 20, double=True, predetermined=True)
    found = assess(played, GM, double)
    assert not found.achieved, "the tenth opponent is met in the tenth round only"
    search = Search(GM, "CZE", 9)
    nine = count(played[:9], search)
    assert worth_of(nine, search, double, of=9) is not None
    assert worth_of(nine, search, double, of=10) is None
    early = [NormGame(one, 2 if place <= 6 else 0, place) for place, one in enumerate([rounds[9], *rounds], 1)]
    again = assess([*early, *(NormGame(one, 0, place) for place, one in enumerate(rounds[:9], 12))], GM, double)
    assert again.achieved is achieved
    if achieved:
        asked = [one.ground.facts for one in again.requirements if one.ground.clause.address == "1.45b"]
        assert asked == [{"number": 4, "minimum": 4, "opponents": 10}]


@pytest.mark.clause("FIDE-TITLES-2017 1.42f/1", "FIDE-TITLES-2017 1.42f/2")
def test_beaten_opponents_may_be_ignored() -> None:
    # all eleven: 8 points against 2423 take 8.5; without one of the weak ones it is 7 of 10 against 2470
    met = ["- POL 1950", "- POL 1900", "- ESP 2410", "- FRA 2418", "- GER 2450", "IM ESP 2475", "IM FRA 2500",
           "GM GER 2525", "GM ESP 2550", "GM FRA 2575", "GM GER 2600"]  # fmt: skip
    played = games(met, "110====1111")
    found = assess(played, GM, Setting("CZE", 11))
    assert (found.achieved, found.counted, found.half_points, found.average) == (True, 10, 14, 2470)
    assert ignored(found) in ([1], [2])
    assert {"1.42f/1", "1.42f/2"} <= clauses(found)
    assert "1.42f/3" not in clauses(found)
    closed = assess(played, GM, Setting("CZE", 11, predetermined=True))
    assert closed.achieved, "a closed tournament that fits as a whole allows it as well"
    assert "1.42f/3" in clauses(closed)
    search = Search(GM, "CZE", 11)
    whole = next(choice for choice in every_choice(played, search) if len(choice.games) == 11)
    assert worth_of(whole, search, Setting("CZE", 11), of=11) is None


@pytest.mark.clause("FIDE-TITLES-2017 1.42f/1")
def test_only_wins_may_be_ignored() -> None:
    met = ["- POL 1500", *ELEVEN[6:9], *ELEVEN[:6]]
    assert ignored(assess(games(met, "1000111111"), GM, Setting("CZE", 10))) == [1]
    assert not assess(games(met, "=000111111"), GM, Setting("CZE", 10)).achieved


@pytest.mark.clause("FIDE-TITLES-2017 1.42f/1", "FIDE-TITLES-2017 1.42f/3")
def test_in_a_swiss_a_beaten_compatriot_may_be_dropped_to_cure_the_mix() -> None:
    own = ["GM CZE 2500"] * 7 + ["GM GER 2500", "GM FRA 2500", "GM ESP 2500", "GM POL 2500"]
    found = assess(games(own, "1111111===="), GM, Setting("CZE", 11))
    assert found.achieved, "7 of 11 are too many, 6 of 10 are not"
    assert len(found.ignored) == 1
    assert not assess(games(own, "1111111===="), GM, Setting("CZE", 11, predetermined=True)).achieved
    assert not assess(games(own, "=======1111"), GM, Setting("CZE", 11)).achieved


@pytest.mark.clause("FIDE-TITLES-2017 1.42e", "FIDE-TITLES-2017 1.42f/1")
def test_both_ways_of_ignoring_together() -> None:
    met = ["- POL 1500", *ELEVEN[:9], "GM ITA 2500", "GM ITA 2500"]
    found = assess(games(met, "111111100000"), GM, Setting("CZE", 12))
    assert (found.achieved, found.counted, ignored(found)) == (True, 9, [1, 11, 12])
    assert {"1.42e", "1.42f/1"} <= clauses(found)


@pytest.mark.clause("FIDE-QC-2016 S1/AUT")
def test_any_nine_games_in_a_row_may_not_be_chosen() -> None:
    met = ["- POL 2300", *ELEVEN[:9], "- ITA 2300"]
    found = assess(games(met, "01111110000"), GM, Setting("CZE", 11))
    assert not found.achieved, "rounds 2 to 10 alone would be a norm"
    assert assess(games(met[1:10], "111111000"), GM, Setting("CZE", 9)).achieved


def test_ignoring_is_taken_only_where_it_counts_more() -> None:
    met = [f"GM {('GER', 'FRA', 'ESP')[place % 3]} 2500" for place in range(11)]
    found = assess(games(met, "11111111111"), GM, Setting("CZE", 11))
    assert not found.ignored
    assert found.counted == 11 + 4, "7 are needed, 11 were made"


# -- the search against trying everything -----------------------------------------------------------------------------

TITLES = st.sampled_from(["GM", "IM", "WGM", "WIM", "FM", "CM", "-"])
FEDERATIONS = st.sampled_from(["CZE", "GER", "GER", "FRA", "FID"])
RATINGS = st.one_of(st.integers(1900, 2750).map(str), st.sampled_from(["-", "2100", "2200"]))
RESULTS = st.sampled_from("111=0")


@st.composite
def a_field(draw: st.DrawFn, *, most: int = 12) -> tuple[list[str], str]:
    number = draw(st.integers(9, most))
    strong = draw(st.booleans())
    titles = st.sampled_from(["GM", "GM", "IM", "FM", "-"]) if strong else TITLES
    ratings = st.integers(2300, 2700).map(str) if strong else RATINGS
    met = [f"{draw(titles)} {draw(FEDERATIONS)} {draw(ratings)}" for _ in range(number)]
    return met, "".join(draw(RESULTS) for _ in range(number))


def best_by_trying(played: list[NormGame], title: FideTitle, setting: Setting, minimum: int, of: int) -> object:
    search = Search(title, setting.federation, minimum)
    worths = (worth_of(choice, search, setting, of=of) for choice in every_choice(played, search))
    return max((worth for worth in worths if worth is not None), default=None)


def found_by_search(found: Assessment) -> object:
    if not found.achieved:
        return None
    return (found.counted, found.normal_foreigners, len(found.games), found.average)


@given(a_field(), st.sampled_from(NORM_TITLES), st.sampled_from(["plain", "exempt", "team"]))
@settings(max_examples=120, deadline=None)
@pytest.mark.clause("FIDE-TITLES-2017 1.42e", "FIDE-TITLES-2017 1.42f/1")
def test_the_search_finds_what_trying_everything_finds(
    field: tuple[list[str], str], title: FideTitle, kind: str
) -> None:
    met, results = field
    played = games(met, results)
    setting = Setting("CZE", len(met))
    minimum = 9
    if kind == "team":
        setting, minimum = Setting("CZE", 9, FideCategory.WORLD_TEAM), 7
    elif kind == "exempt":
        setting = Setting("CZE", len(met), exempt=Ruling(True, ()))
    assert found_by_search(assess(played, title, setting)) == best_by_trying(played, title, setting, minimum, len(met))


@given(
    st.lists(st.tuples(st.sampled_from(["GM", "IM", "FM", "-"]), FEDERATIONS, RATINGS), min_size=5, max_size=7),
    st.data(),
    st.sampled_from(NORM_TITLES),
)
@settings(max_examples=60, deadline=None)
@pytest.mark.clause("FIDE-TITLES-2017 1.42e(4)", "FIDE-TITLES-2017 1.42f/1")
def test_the_search_finds_the_same_where_opponents_are_met_twice(
    field: list[tuple[str, str, str]], data: st.DataObject, title: FideTitle
) -> None:
    met = [opponent(number, " ".join(words)) for number, words in enumerate(field)]
    results = data.draw(st.lists(RESULTS, min_size=2 * len(met), max_size=2 * len(met)))
    halves = {"1": 2, "=": 1, "0": 0}
    played = [
        NormGame(one, halves[result], place)
        for place, (one, result) in enumerate(zip(met * 2, results, strict=True), 1)
    ]
    setting = Setting("CZE", len(played), double=True)
    found = assess(played, title, setting)
    assert found_by_search(found) == best_by_trying(played, title, setting, 9, len(met))


@given(a_field(most=11), st.sampled_from(NORM_TITLES))
@settings(max_examples=30, deadline=None)
@pytest.mark.clause("FIDE-TITLES-2017 1.15")
def test_the_search_finds_the_same_where_an_opponents_rating_changed_between_two_games(
    field: tuple[list[str], str], title: FideTitle
) -> None:
    met, results = field
    played = games(met, results)
    again = played[0].opponent
    later = type(again)(again.id, again.federation, again.title, (again.rating or 2000) + 60)
    played.append(NormGame(later, 2, len(met) + 1))
    setting = Setting("CZE", len(played))
    of = len(met)
    assert found_by_search(assess(played, title, setting)) == best_by_trying(played, title, setting, 9, of)


@given(a_field(), st.sampled_from(NORM_TITLES))
@settings(max_examples=60, deadline=None)
def test_a_norm_found_is_one_by_every_requirement_written_out(field: tuple[list[str], str], title: FideTitle) -> None:
    met, results = field
    found = assess(games(met, results), title, Setting("CZE", len(met)))
    assert found.achieved == all(check.holds for check in found.requirements)
    if found.achieved:
        assert found.needed is not None
        assert found.half_points >= found.needed


def test_nineteen_rounds_all_won_are_searched_whole() -> None:
    met = [f"{('GM', 'IM', 'FM', '-')[place % 4]} {('GER', 'FRA', 'CZE', 'POL', 'GER')[place % 5]} {2650 - 20 * place}"
           for place in range(19)]  # fmt: skip
    found = assess(games(met, "1" * 19), GM, Setting("CZE", 19))
    assert (found.achieved, found.counted) == (True, 13)
    assert found.ignored, "five grandmasters are too few for nineteen opponents"


@pytest.mark.parametrize("title", NORM_TITLES)
def test_thirteen_rounds_with_ten_wins_are_searched_as_by_trying_everything(title: FideTitle) -> None:
    met = [f"{('GM', 'IM', '-', 'FM', 'GM')[place % 5]} {('GER', 'CZE', 'FRA')[place % 3]} {2580 - 35 * place}"
           for place in range(13)]  # fmt: skip
    played = games(met, "1101110111101")
    setting = Setting("CZE", 13)
    assert found_by_search(assess(played, title, setting)) == best_by_trying(played, title, setting, 9, 13)


@pytest.mark.clause("FIDE-TITLES-2017 1.42f/1", "FIDE-TITLES-2017 1.44/2", "FIDE-TITLES-2017 1.46d/2")
@pytest.mark.parametrize(
    "met",
    [
        ["GM GER 2500"] * 8 + ["GM FRA 2500", "GM FRA 2500", "GM ESP 2500"],
        ["- GER -", "- FRA -", "- ESP -", "- POL -"] + ["GM GER 2700", "GM FRA 2700", "GM ESP 2700", "GM POL 2700"] * 2,
        ["GM CZE 2500"] * 7 + ["GM FRA 2500", "GM GER 2500", "GM ESP 2500", "GM POL 2500"],
        ["GM FRA 2500"] * 9 + ["GM GER 2500", "GM GER 2500", "GM GER 2500", "- CZE -"],
    ],
    ids=["one federation", "unrated", "own federation", "nine of one federation"],
)
def test_just_as_many_beaten_opponents_are_let_go_as_cure_the_mix(met: list[str]) -> None:
    played, setting = games(met, "1" * len(met)), Setting("CZE", len(met))
    whole = count(played, Search(GM, "CZE", 9))
    assert worth_of(whole, Search(GM, "CZE", 9), setting, of=len(met)) is None
    found = assess(played, GM, setting)
    assert found.achieved
    assert found_by_search(found) == best_by_trying(played, GM, setting, 9, len(met))
