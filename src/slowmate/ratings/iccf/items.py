"""Items 5 to 9 and 14 to 17 of Appendix 1, in the arithmetic of an edition; whole numbers wherever the text is exact.

Ratings are whole numbers here: a list carries nothing else, so a fraction that comes in is rounded as item 17 rounds.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from slowmate.ratings.columns import Floats, Ints
from slowmate.ratings.exact import half_up, ratio_half_up
from slowmate.ratings.iccf import tables
from slowmate.ratings.iccf.tables import BASIS, CAP, CONVERSIONS, DIFFERENCE
from slowmate.ratings.outcome import FIXED
from slowmate.rulebook import Dated, Ground, Refused, Ruling, clause
from slowmate.rulebook.applies import applies

K_UNITS = 8000
"""k = (2800 - Ro)(280 - gn) / 8000: a whole number of these units, with every r and g of item 9."""
R_LESS, R_BETWEEN = 2800.0, (2000.0, 2400.0)
G_LESS, G_BETWEEN = 280.0, (30.0, 80.0)
K_SCALED = 1.25
"""8000ths of k as ten-thousandths."""

MANY_GAMES = Dated({"ICCF-TR-2016 App1.16/>50": 50, "ICCF-TR-2017 App1.16/>50": 50})
EXCEPTION = Dated({"ICCF-TR-2016 App1.16/exception": "item 5", "ICCF-TR-2017 App1.16/exception": "item 5"})
"""The item that may replace item 6 if its result is obviously inappropriate."""


def item_5_instead(games: int, *, reason: str, edition: str) -> Ruling[str]:
    """Return the Ratings Commissioner's exception of item 16 for a player with *games* before the period.

    It needs a reason. It replaces item 6, so it is refused if item 6 would not be applied: below 30 games item 5 is the
    rule.
    """
    cited, instead = EXCEPTION.under(edition)
    ground = Ground(cited, {"games": games, "from": FIXED, "reason": reason.strip()})
    if not reason.strip() or games < FIXED:
        raise Refused(ground)
    return Ruling(instead, (ground,))


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """The arithmetic of an edition: its limit, the expected results and the units of results, k and changes.

    A change is k times (W - We) in those units, divided by *divisor* and rounded to a whole number of *change_units*.
    """

    edition: str
    cap: int
    expected: Floats
    result_units: int
    divisor: int
    change_units: int
    rounds_k: bool


def arithmetic(edition: str) -> Arithmetic:
    """Return the arithmetic of an edition.

    2016: hundredths from the table and exact products. 2017: k, We and each change to four decimals.
    """
    cap, basis = CAP.under(edition)[1], BASIS.under(edition)[1]
    expected = CONVERSIONS.under(edition)[1][1]()
    if basis == "table":
        return Arithmetic(edition, cap, expected, 100, 1, 100 * K_UNITS, rounds_k=False)
    return Arithmetic(edition, cap, expected, 10_000, 10_000, 10_000, rounds_k=True)


def r_units(ro: Floats) -> Floats:
    """Return r of item 9 in fortieths: 10 from 2400, 20 up to 2000, 70 - Ro/40 between."""
    return R_LESS - np.clip(ro, *R_BETWEEN)


def g_units(gn: Floats) -> Floats:
    """Return g of item 9 in two-hundredths: 1.25 up to 30 games, 1 from 80, 1.4 - gn/200 between."""
    return G_LESS - np.clip(gn, *G_BETWEEN)


def k_units(ro: Floats, gn: Floats, how: Arithmetic) -> Floats:
    """Return k = r g of item 9 in whole numbers.

    In 8000ths (2016), or in ten-thousandths rounded half up (2017).
    """
    product = r_units(ro) * g_units(gn)
    return half_up(product * K_SCALED) if how.rounds_k else product


def expected_units(own: Floats, opponent: Floats, how: Arithmetic) -> Floats:
    """Return the expected result of item 8 for the limited difference, in the edition's units."""
    limited = np.clip(own - opponent, -how.cap, how.cap)
    return how.expected[(limited + how.cap).astype(np.int64)]


@applies(clause("ICCF-TR-2016 App1.10"), clause("ICCF-TR-2017 App1.10"))
def change_units(k: Floats, halves: NDArray[np.int8], expected: Floats, how: Arithmetic) -> Floats:
    """Return k (W - We) of item 7, rounded half away from zero.

    Products and quotients stay below 2**53, so ties are exact. The former weight of an event is not used: since 2009
    none counts more than another (item 10).
    """
    product = k * (halves * (how.result_units / 2) - expected)
    return np.copysign(np.floor(np.abs(product) / how.divisor + 0.5), product)


def limited_opponent(own: Floats, opponent: Floats, how: Arithmetic) -> Floats:
    """Return the opponent's rating within the limit of item 5 from the player's own.

    Unrated players have no limit.
    """
    return np.where(np.isnan(own), opponent, np.clip(opponent, own - how.cap, own + how.cap))


@dataclass(frozen=True, slots=True)
class Performance:
    """Item 5 with everything it puts in: Rc, p, D(p), F, and the rating exact and rounded."""

    rc: Floats
    p: Floats
    d: Floats
    f: Floats
    exact: Floats
    rounded: Floats


def performance(games: Ints, halves: Ints, opponents: Ints, how: Arithmetic) -> Performance:
    """Return Rp = Rc + D(p) F of item 5, from games, half points and the sum of the opponents' ratings."""
    many = np.maximum(games, 1)
    return (
        _performance_2016(many, halves, opponents) if not how.rounds_k else _performance_2017(many, halves, opponents)
    )


def _performance_2016(games: Ints, halves: Ints, opponents: Ints) -> Performance:
    percent: Ints = np.clip(ratio_half_up(50 * halves, games), 0, 100)
    difference: Ints = DIFFERENCE.under("ICCF-TR-2016")[1](percent)
    factor: Ints = -2 * percent * percent + 200 * percent + 5000
    numerator: Ints = opponents * 10_000 + difference * factor * games
    rounded = ratio_half_up(numerator, games * 10_000)
    exact = opponents / games + difference * factor / 10_000
    return Performance(
        opponents / games,
        percent / 100,
        difference.astype(np.float64),
        factor / 10_000,
        exact,
        rounded.astype(np.float64),
    )


def _performance_2017(games: Ints, halves: Ints, opponents: Ints) -> Performance:
    least, most = tables.LEAST_P, tables.MOST_P
    share = np.clip(ratio_half_up(5000 * halves, games), least, most)
    p = share / 10_000
    rc = ratio_half_up(opponents * 10_000, games) / 10_000
    difference: Floats = DIFFERENCE.under("ICCF-TR-2017")[1](p)
    factor = (-2 * share * share + 20_000 * share + 50_000_000) / 100_000_000
    # D(p) is irrational unless p is 0.5, where it is 0 and the tie of Rc is exact in a double
    exact = rc + difference * factor
    return Performance(rc, p, difference, factor, exact, half_up(exact))
