"""Dividing entrants into sections."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import ceil
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from slowmate.events.organising.lots import below, numbers, shuffled
from slowmate.events.organising.sections import divide, judge, section_sizes
from slowmate.records import BadInput, Player

FEDERATIONS = ["GER", "CZE", "POL", "ITA", "ENG", "USA", None]
TITLES = [None, None, None, "GM", "SIM", "IM"]


def field(size: int, seed: int = 1) -> list[Player]:
    random = Random(seed)
    return [
        Player(
            str(n), f"P{n}", random.choice(FEDERATIONS), title=random.choice(TITLES), rating=random.randint(1800, 2600)
        )
        for n in range(size)
    ]


@pytest.mark.clause("ICCF-TR-2017 1.0.5/4")
def test_twenty_six_in_a_row_of_ratings_divide_within_a_point() -> None:
    entrants = [Player(str(n), str(n), rating=2501 + n) for n in range(26)]
    division = divide(entrants, [13, 13], seed="2017").value
    assert division.spread <= 1
    assert division.gap == 0


@pytest.mark.clause("ICCF-TR-2017 1.0.5/4")
@settings(max_examples=25, deadline=None)
@given(st.integers(4, 60), st.integers(3, 13), st.integers(0, 5))
def test_a_division_seats_all_players_and_spreads_federations_and_titles(size: int, preferred: int, seed: int) -> None:
    entrants = field(size, seed)
    sizes = section_sizes(size, preferred)
    division = divide(entrants, sizes, seed=str(seed)).value
    assert [len(section) for section in division.sections] == sizes
    assert sorted(player.id for section in division.sections for player in section) == sorted(p.id for p in entrants)
    assert division.gap >= 0
    excess = 0
    for key in ("federation", "title"):
        total = Counter(getattr(player, key) for player in entrants)
        for section in division.sections:
            here = Counter(getattr(player, key) for player in section if getattr(player, key))
            excess += sum(max(0, count - ceil(total[name] / len(sizes))) for name, count in here.items())
    assert division.crowded == excess


def test_two_sections_of_eight_are_as_even_as_any_division_could_be() -> None:
    entrants = [
        Player(str(n), str(n), rating=rating)
        for n, rating in enumerate((2400, 2310, 2305, 2290, 2188, 2120, 2011, 1950))
    ]
    total = sum(player.rating or 0 for player in entrants)
    best = min(abs(total - 2 * sum(player.rating or 0 for player in group)) for group in combinations(entrants, 4))
    assert divide(entrants, [4, 4], seed="x").value.spread == Fraction(best, 4)


def test_a_large_field_comes_within_a_rating_point_of_the_best() -> None:
    division = divide(field(390), section_sizes(390, 13), seed="large").value
    assert division.crowded == 0
    assert division.gap < 1


def test_the_same_seed_gives_the_same_division_whatever_the_order_of_entry() -> None:
    entrants = field(52)
    once = divide(entrants, [13] * 4, seed="s").value
    again = divide(list(reversed(entrants)), [13] * 4, seed="s").value
    other = divide(entrants, [13] * 4, seed="t").value
    assert once == again
    assert once.sections != other.sections


@pytest.mark.parametrize(
    ("entrants", "permitted", "sizes"),
    [
        (130, None, [13] * 10),
        (131, None, [14, *[13] * 9]),
        (24, None, [12, 12]),
        (130, [13, 15, 17], [13] * 10),
        (100, [13, 15, 17], [17, 17, 17, 17, 17, 15]),
        (41, [13, 15, 17], [15, 13, 13]),
    ],
)
def test_sizes_add_up_and_keep_to_what_is_permitted(
    entrants: int, permitted: list[int] | None, sizes: list[int]
) -> None:
    assert section_sizes(entrants, 13, permitted) == sizes


def test_a_number_that_cannot_be_divided_says_which_one_can() -> None:
    with pytest.raises(BadInput, match="20 entrants cannot be divided into sections of 13, 15, 17; 17 can"):
        section_sizes(20, 13, [13, 15, 17])
    with pytest.raises(BadInput, match="do not add up to 3 entrants"):
        divide(field(3), [2, 2], seed="x")


def test_lots_are_those_anybody_can_compute_from_the_seed() -> None:
    # echo -n "Amici:0" | sha256sum
    assert next(numbers("Amici")) == int(_sha256("Amici:0"), 16)
    assert shuffled("ABCDE", "Amici") == shuffled("ABCDE", "Amici")
    assert sorted(shuffled("ABCDE", "Amici")) == list("ABCDE")


def _sha256(text: str) -> str:
    import subprocess  # noqa: PLC0415 - an implementation that is not ours

    done = subprocess.run(["sha256sum"], input=text.encode(), capture_output=True, check=True)
    return done.stdout.split()[0].decode()


def test_every_order_is_as_likely_as_any_other() -> None:
    orders = Counter("".join(shuffled("ABC", f"seed {number}")) for number in range(6000))
    assert len(orders) == 6
    assert all(850 < count < 1150 for count in orders.values())


def test_a_number_that_would_favour_someone_is_left_out() -> None:
    top = (1 << 256) - 1
    assert below(3, iter([top, 5])) == 2


def test_a_very_large_field_is_divided_evenly_group_by_group() -> None:
    told: list[tuple[int, int]] = []
    entrants = field(4_300)
    sizes = section_sizes(4_300, 13)
    division = divide(entrants, sizes, seed="s", progress=lambda done, total: told.append((done, total))).value
    assert {player.id for section in division.sections for player in section} == {player.id for player in entrants}
    assert [len(section) for section in division.sections] == sizes
    assert set(sizes) == {12, 13}
    assert division.spread < 2
    assert division.crowded <= 4
    assert told[-1] == (4_300, 4_300)
    assert len(told) == 4


def test_many_entrants_are_fitted_into_permitted_sizes_at_once() -> None:
    assert sum(section_sizes(50_001, 13, [13, 15, 17])) == 50_001


@pytest.mark.clause("ICCF-TR-2017 1.0.5/4", "ICCF-TR-2017 App1.11/new")
def test_players_without_a_rating_are_spread_over_the_sections() -> None:
    entrants = [Player(str(n), str(n), rating=2300 - 5 * n) for n in range(14)]
    entrants += [Player(str(n), str(n), rating=2000) for n in range(14, 20)]
    unrated = frozenset(str(n) for n in range(14, 20))
    division = divide(entrants, [10, 10], seed="spread", assumed=unrated).value
    assert [sum(player.id in unrated for player in section) for section in division.sections] == [3, 3]
    assert division.crowded == 0
    first, second = division.sections
    uneven = [
        sorted((*first, *second), key=lambda player: player.id not in unrated)[:10],
        sorted((*first, *second), key=lambda player: player.id not in unrated)[10:],
    ]
    assert judge(uneven, assumed=unrated).crowded == 3
    assert judge(uneven).crowded == 0
