"""Every tie-break has all that the others have: a clause, two computations that agree, a name and a heading."""

from fractions import Fraction
from itertools import combinations
from string import ascii_lowercase

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from slowmate.events.running.tiebreak_arrays import DrawnTables
from slowmate.events.running.tiebreak_values import BOARD, Match, Results
from slowmate.events.running.tiebreaks import BOARDS, OF_PLAYERS, OF_TEAMS, TIE_BREAKS, TieBreak, tie_break_of
from slowmate.records import Result, Scoring
from slowmate.server.events.pages.section_table import tie_break_headings
from slowmate.words.values import VALUES

SIDES = ("A", "B", "C", "D", "E")
PAIRS = tuple(combinations(range(len(SIDES)), 2))
PLAYED = {0: Result.BLACK_WINS, 1: Result.DRAW, 2: Result.WHITE_WINS}
HALVES = st.lists(st.integers(0, 2), min_size=2 * len(PAIRS), max_size=2 * len(PAIRS))
GROUPS = st.lists(st.integers(0, 2), min_size=len(SIDES), max_size=len(SIDES))


def both_ways(halves: list[int]) -> tuple[Results, DrawnTables]:
    """Return the same results twice: every pair meets on two boards, and *halves* is what the first side scores."""
    games = [(*pair, board, halves[2 * number + board]) for number, pair in enumerate(PAIRS) for board in (0, 1)]
    against = np.zeros((len(SIDES), len(SIDES), 1), np.int16)
    wins = np.zeros((len(SIDES), 1), np.int16)
    boards = {board: np.zeros((len(SIDES), 1), np.int16) for board in (1, 2)}
    matches: dict[tuple[int | None, frozenset[str]], Match] = {
        (None, frozenset(sides)): Match(dict.fromkeys(sides, Fraction(0)), Fraction(1))
        for sides in combinations(SIDES, 2)
    }
    for white, black, board, half in games:
        for side, other, scored in ((white, black, half), (black, white, 2 - half)):
            against[side, other] += scored
            wins[side] += scored == 2
            boards[board + 1][side] += scored
            matches[None, frozenset((SIDES[side], SIDES[other]))].points[SIDES[side]] += Fraction(scored, 2)
    totals = against.sum(axis=1, dtype=np.int16)

    def points(column: NDArray[np.int16]) -> dict[str, Fraction]:
        return {one: Fraction(int(column[row, 0]), 2) for row, one in enumerate(SIDES)}

    results = Results(
        points(totals),
        {one: int(wins[row, 0]) for row, one in enumerate(SIDES)},
        [(SIDES[white], SIDES[black], PLAYED[half]) for white, black, _, half in games],
        matches,
        {
            board: {one: Fraction(int(column[row, 0]), 2) for row, one in enumerate(SIDES)}
            for board, column in boards.items()
        },
        dict.fromkeys(SIDES, Fraction(0)),
        Scoring(),
    )
    paired = 1 - np.eye(len(SIDES), dtype=np.int64)
    return results, DrawnTables(against, totals, wins, boards, paired)


@pytest.mark.parametrize("tie_break", TIE_BREAKS, ids=lambda one: one.exact.__name__)
@given(halves=HALVES, groups=GROUPS)
def test_one_table_and_many_give_the_same_order(tie_break: TieBreak, halves: list[int], groups: list[int]) -> None:
    results, tables = both_ways(halves)
    exact, drawn = list(tie_break.exact(results).values()), tie_break.drawn(tables)
    assert len(exact) == len(drawn) > 0
    for criterion, column in zip(exact, drawn, strict=True):
        values = column(np.array(groups, np.int64)[:, np.newaxis])
        for group in set(groups):
            tied = [row for row, number in enumerate(groups) if number == group]
            score = criterion([SIDES[row] for row in tied])
            for one, other in combinations(tied, 2):
                assert (score[SIDES[one]] < score[SIDES[other]]) is bool(values[one, 0] < values[other, 0])
                assert (score[SIDES[one]] == score[SIDES[other]]) is bool(values[one, 0] == values[other, 0])


@pytest.mark.clause("ICCF-TR-2017 7.2(a)", "ICCF-TR-2017 7.2(b)", "ICCF-TR-2017 7.2(c)")
@pytest.mark.clause("ICCF-TR-2017 7.3(a)", "ICCF-TR-2017 7.3(b)", "ICCF-TR-2017 7.3(c)")
@pytest.mark.parametrize("edition", ["ICCF-TR-2016", "ICCF-TR-2017"])
def test_the_order_of_the_lists_is_that_of_the_clauses(edition: str) -> None:
    for order, section in ((OF_PLAYERS, "7.2"), (OF_TEAMS, "7.3")):
        addresses = [tie_break.clauses.under(edition)[0].address for tie_break in order]
        assert addresses == [f"{section}({letter})" for letter in ascii_lowercase[: len(order)]]


@pytest.mark.parametrize("tie_break", TIE_BREAKS, ids=lambda one: one.exact.__name__)
def test_every_tie_break_is_named_for_people(tie_break: TieBreak) -> None:
    name, is_named = tie_break.name, tie_break.name in VALUES["tie-break"]
    assert tie_break.short
    assert is_named is (tie_break is not BOARDS), f"add the name of {name} to VALUES in slowmate/words/values.py"
    has_heading = name in tie_break_headings()
    assert has_heading is tie_break.has_column, f"add {name} to tie_break_headings of section_table.py"


@pytest.mark.parametrize("order", [OF_PLAYERS, OF_TEAMS])
def test_a_column_of_a_table_leads_back_to_its_tie_break(order: tuple[TieBreak, ...]) -> None:
    results, _ = both_ways([0, 1, 2, 2, 1] * 4)
    for tie_break in order:
        for name in tie_break.exact(results):
            belongs = tie_break_of(name)
            assert belongs is not None
            assert (belongs.name, belongs.has_column) == (tie_break.name, tie_break.has_column)
    assert tie_break_of("lots") is None
    assert tie_break_of(f"{BOARD}12") is BOARDS
