"""Tables 8.1a and 8.1b, cell by cell, as they are printed."""

import numpy as np
import pytest

from slowmate.ratings.fide import tables

PRINTED_8_1A = """
1.0 800 .83 273 .66 117 .49 -7 .32 -133 .15 -296
.99 677 .82 262 .65 110 .48 -14 .31 -141 .14 -309
.98 589 .81 251 .64 102 .47 -21 .30 -149 .13 -322
.97 538 .80 240 .63 95 .46 -29 .29 -158 .12 -336
.96 501 .79 230 .62 87 .45 -36 .28 -166 .11 -351
.95 470 .78 220 .61 80 .44 -43 .27 -175 .10 -366
.94 444 .77 211 .60 72 .43 -50 .26 -184 .09 -383
.93 422 .76 202 .59 65 .42 -57 .25 -193 .08 -401
.92 401 .75 193 .58 57 .41 -65 .24 -202 .07 -422
.91 383 .74 184 .57 50 .40 -72 .23 -211 .06 -444
.90 366 .73 175 .56 43 .39 -80 .22 -220 .05 -470
.89 351 .72 166 .55 36 .38 -87 .21 -230 .04 -501
.88 336 .71 158 .54 29 .37 -95 .20 -240 .03 -538
.87 322 .70 149 .53 21 .36 -102 .19 -251 .02 -589
.86 309 .69 141 .52 14 .35 -110 .18 -262 .01 -677
.85 296 .68 133 .51 7 .34 -117 .17 -273 .00 -800
.84 284 .67 125 .50 0 .33 -125 .16 -284
"""
PRINTED_8_1B = """
0-3 .50 .50 92-98 .63 .37 198-206 .76 .24 345-357 .89 .11
4-10 .51 .49 99-106 .64 .36 207-215 .77 .23 358-374 .90 .10
11-17 .52 .48 107-113 .65 .35 216-225 .78 .22 375-391 .91 .09
18-25 .53 .47 114-121 .66 .34 226-235 .79 .21 392-411 .92 .08
26-32 .54 .46 122-129 .67 .33 236-245 .80 .20 412-432 .93 .07
33-39 .55 .45 130-137 .68 .32 246-256 .81 .19 433-456 .94 .06
40-46 .56 .44 138-145 .69 .31 257-267 .82 .18 457-484 .95 .05
47-53 .57 .43 146-153 .70 .30 268-278 .83 .17 485-517 .96 .04
54-61 .58 .42 154-162 .71 .29 279-290 .84 .16 518-559 .97 .03
62-68 .59 .41 163-170 .72 .28 291-302 .85 .15 560-619 .98 .02
69-76 .60 .40 171-179 .73 .27 303-315 .86 .14 620-735 .99 .01
77-83 .61 .39 180-188 .74 .26 316-328 .87 .13 736-2000 1.0 .00
84-91 .62 .38 189-197 .75 .25 329-344 .88 .12
"""


def hundredths(printed: str) -> int:
    return round(float(printed) * 100)


@pytest.mark.clause("FIDE-RATING-2017 8.1a", "FIDE-RATING-2017 12.2")
def test_every_cell_of_table_8_1a_is_as_printed() -> None:
    words = PRINTED_8_1A.split()
    cells = dict(zip(map(hundredths, words[::2]), map(int, words[1::2]), strict=True))
    assert sorted(cells) == list(range(101))
    assert {percent: int(tables.rating_difference(percent)) for percent in range(101)} == cells


@pytest.mark.clause("FIDE-RATING-2017 8.1b", "FIDE-RATING-2017 12.2")
def test_every_cell_of_table_8_1b_is_as_printed_for_both_players() -> None:
    words = PRINTED_8_1B.split()
    bands = sorted(
        (*map(int, words[at].split("-")), hundredths(words[at + 1]), hundredths(words[at + 2]))
        for at in range(0, len(words), 3)
    )
    assert len(bands) == 51
    assert [band[0] for band in bands[1:]] == [band[1] + 1 for band in bands[:-1]]
    for least, most, high, low in bands:
        for difference in range(least, most + 1):
            assert int(tables.probability(difference)) == high
            if difference:
                assert int(tables.probability(-difference)) == low


@pytest.mark.clause("FIDE-RATING-2017 12.1", "FIDE-RATING-2017 12.2")
def test_the_tables_are_used_and_not_the_formula_they_come_near_to() -> None:
    differences = np.arange(0, 736)
    formula = 100 / (1 + 10 ** (-differences / 400))
    table = tables.probability(differences)
    assert int(table[200]) == 76
    assert formula[200] == pytest.approx(75.97, abs=0.005)
    assert (table[10], table[11]) == (51, 52)
    assert 0 < np.abs(table - formula).max() < 2
    assert (table != np.round(formula)).any()


@pytest.mark.clause("FIDE-RATING-2017 8.54")
@pytest.mark.parametrize(
    ("difference", "counts_as", "pd"), [(399, 399, 92), (400, 400, 92), (401, 400, 92), (500, 400, 92)]
)
def test_a_difference_over_400_counts_as_400_for_both(difference: int, counts_as: int, pd: int) -> None:
    assert int(tables.limited(difference)) == counts_as
    assert int(tables.limited(-difference)) == -counts_as
    assert int(tables.probability(tables.limited(difference))) == pd
    assert int(tables.probability(tables.limited(-difference))) == 100 - pd


def test_what_the_engine_looks_up_is_the_table_within_the_limit() -> None:
    differences = np.arange(-400, 401)
    np.testing.assert_array_equal(tables.limited_probabilities(), tables.probability(differences))


@pytest.mark.parametrize(
    ("half_points", "games", "percent"), [(5, 5, 50), (1, 3, 17), (2, 3, 33), (10, 16, 31), (1, 100, 1), (9, 5, 90)]
)
def test_a_score_is_taken_in_whole_percent_half_up(half_points: int, games: int, percent: int) -> None:
    assert int(tables.percentage(half_points, games)) == percent


def test_an_exact_half_percent_goes_up() -> None:
    # 2.5 of 20 points is 12.5 percent
    assert int(tables.percentage(5, 20)) == 13
