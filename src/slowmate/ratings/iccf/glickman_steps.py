"""Steps 2.1 and 2.2 of the 2023 rules, as arithmetic: what one game tells about one player's rating.

Every exponential belongs to one player, since exp(x + y) = exp(x) * exp(y), so it is taken once a player. What is
left for each side of a game is plain arithmetic in a fixed order: the same code runs on single numbers in the compiled
loop and on columns in NumPy, and gives the same bits.
"""

from typing import Any, NamedTuple

import numpy as np

from slowmate.ratings.columns import Floats, PlayerColumns
from slowmate.ratings.exact import half_up
from slowmate.ratings.outcome import PUBLISHED
from slowmate.rulebook import clause
from slowmate.rulebook.applies import applies

BY_WIN = clause("ICCF-RATING-2023 2.2(c)/win")
BY_DRAW = clause("ICCF-RATING-2023 2.2(c)/draw")
BY_LOSS = clause("ICCF-RATING-2023 2.2(c)/loss")

ORIGIN, SCALE = 1500.0, 173.7
STANDARDIZED = clause("ICCF-RATING-2023 2.2(a)")
BETA_0, BETA_1 = 1.0986, 0.17037
PARAMETERS = clause("ICCF-RATING-2023 2.2(b)")
SCORE_WEIGHT, SQUARE_WEIGHT = 0.5, 0.25
"""Weights of a draw in w1 and w2. As printed: the exact derivatives would contain beta 1."""

UNRATED_RATING, UNRATED_RD = 1800.0, 250.0
DECLARED_RD = 150.0
GROWS_UP_TO, GROWTH, LEAST_RD, MOST_RD = 120.0, 25.0, 30.0, 250.0

FIRST_RD_MOST, FIRST_RD_LEAST, FIRST_RD_UNPUBLISHED = 120.0, 60.0, 150.0
FIRST_RD_FROM, FIRST_RD_TO = float(PUBLISHED), 80.0

WIN, DRAW, LOSS = np.array([0.0, 0.0, 1.0]), np.array([0.0, 1.0, 0.0]), np.array([1.0, 0.0, 0.0])
"""By half points: 1 for the outcome that happened."""


class SideTerms(NamedTuple):
    """Steps (c) to (e) for one side of one game; minus and plus are the opponent one deviation lower and higher."""

    win_minus: Any
    draw_minus: Any
    loss_minus: Any
    win_plus: Any
    draw_plus: Any
    loss_plus: Any
    outcome: Any
    w1_minus: Any
    w1_plus: Any
    w2_minus: Any
    w2_plus: Any
    d1: Any
    d2: Any


@applies(clause("ICCF-RATING-2023 1.1"), clause("ICCF-RATING-2023 1.2"))
def side_terms(
    own: Any,  # noqa: ANN401 - numbers or columns of numbers
    own_half: Any,  # noqa: ANN401
    minus: Any,  # noqa: ANN401
    minus_half: Any,  # noqa: ANN401
    plus: Any,  # noqa: ANN401
    plus_half: Any,  # noqa: ANN401
    y: Any,  # noqa: ANN401
    win: Any,  # noqa: ANN401
    draw: Any,  # noqa: ANN401
    loss: Any,  # noqa: ANN401
) -> SideTerms:
    """Apply steps (c) to (e): probabilities by the multinomial logit function, P, w1, w2, D1 and D2.

    *own* is exp(mu), *own_half* exp(beta 0 + (1 + beta 1) mu / 2); *minus* and *plus* are the same for the opponent's
    rating less and plus their deviation, *.._half* without beta 0. *y* is the score; *win*, *draw*, *loss* mark it.
    """
    draw_m = own_half * minus_half
    draw_p = own_half * plus_half
    s_m = 1.0 / (own + draw_m + minus)
    s_p = 1.0 / (own + draw_p + plus)
    pw_m, pd_m, pl_m = own * s_m, draw_m * s_m, minus * s_m
    pw_p, pd_p, pl_p = own * s_p, draw_p * s_p, plus * s_p
    o_m = win * pw_m + draw * pd_m + loss * pl_m
    o_p = win * pw_p + draw * pd_p + loss * pl_p
    outcome = o_m + o_p
    w1_m, w1_p = pw_m + SCORE_WEIGHT * pd_m, pw_p + SCORE_WEIGHT * pd_p
    w2_m, w2_p = pw_m + SQUARE_WEIGHT * pd_m, pw_p + SQUARE_WEIGHT * pd_p
    inverse = 1.0 / outcome
    d1 = (o_m * (y - w1_m) + o_p * (y - w1_p)) * inverse
    second_m = y * y - w2_m + 2.0 * w1_m * (w1_m - y)
    second_p = y * y - w2_p + 2.0 * w1_p * (w1_p - y)
    d2 = (o_m * second_m + o_p * second_p) * inverse - d1 * d1
    return SideTerms(pw_m, pd_m, pl_m, pw_p, pd_p, pl_p, outcome, w1_m, w1_p, w2_m, w2_p, d1, d2)


def standardized(rating: Floats) -> Floats:
    """Apply step (a) to ratings."""
    return (rating - ORIGIN) / SCALE


def own_table(rating: Floats) -> Floats:
    """Return exp(mu) and exp(beta 0 + (1 + beta 1) mu / 2), one row a player."""
    mu = standardized(rating)
    return np.column_stack([np.exp(mu), np.exp(BETA_0 + (1.0 + BETA_1) * mu / 2.0)])


def opponent_table(rating: Floats, rd: Floats) -> Floats:
    """Return four exponentials of each opponent: one deviation lower and higher, for loss and draw."""
    mu, sigma = standardized(rating), rd / SCALE
    minus, plus = mu - sigma, mu + sigma
    half = (1.0 + BETA_1) / 2.0
    return np.column_stack([np.exp(minus), np.exp(half * minus), np.exp(plus), np.exp(half * plus)])


@applies(
    BY_WIN,
    BY_DRAW,
    BY_LOSS,
)
def result_chances(rating: Floats, opponent: Floats) -> tuple[Floats, Floats, Floats]:
    """Return the chances of a win, a draw and a loss for two ratings without deviations (step (c))."""
    own, other = own_table(rating), opponent_table(opponent, np.zeros_like(opponent))
    win, draw, loss = own[:, 0], own[:, 1] * other[:, 1], other[:, 0]
    whole = win + draw + loss
    return win / whole, draw / whole, loss / whole


def first_rd(games: Floats) -> Floats:
    """Return the RD of a player who comes from the 2017 system, by the number of their games.

    The regulations leave it to a document we do not hold. 120 at 12 games falls evenly to 60 at 80 and more, a whole
    number; 150 with fewer than 12. An unknown number of games counts as many.
    """
    many = np.where(np.isnan(games), FIRST_RD_TO, games)
    share = np.clip((many - FIRST_RD_FROM) / (FIRST_RD_TO - FIRST_RD_FROM), 0.0, 1.0)
    fallen = half_up(FIRST_RD_MOST - (FIRST_RD_MOST - FIRST_RD_LEAST) * share)
    return np.where(many < FIRST_RD_FROM, FIRST_RD_UNPUBLISHED, fallen)


class StartOfPeriod(NamedTuple):
    """Step 2.1: rating and RD at the start of the period, and the RD that step 2.1(b) began with."""

    rating: Floats
    rd: Floats
    old_rd: Floats


def start_of_period(players: PlayerColumns) -> StartOfPeriod:
    """Apply step 2.1 to every player: unrated players get a first rating, the RD of the others grows."""
    unrated, declared = np.isnan(players.rating), ~np.isnan(players.fide_rating)
    first = np.where(declared, players.fide_rating, UNRATED_RATING)
    old_rd = np.where(np.isnan(players.rd), first_rd(players.games), players.rd)
    grown = np.maximum(np.sqrt(old_rd * old_rd + GROWTH * GROWTH), LEAST_RD)
    return StartOfPeriod(
        rating=np.where(unrated, first, players.rating),
        rd=np.where(
            unrated,
            np.where(declared, DECLARED_RD, UNRATED_RD),
            np.where(old_rd > GROWS_UP_TO, old_rd, grown),
        ),
        old_rd=np.where(unrated, np.nan, old_rd),
    )


class EndOfPeriod(NamedTuple):
    """Steps (f) and (g): deviation and rating after the period, standardized and on the list's scale."""

    sigma: Floats
    mu: Floats
    rating: Floats
    rd: Floats


def end_of_period(start: StartOfPeriod, d1: Floats, d2: Floats) -> EndOfPeriod:
    """Apply steps (f) and (g) to the sums of D1 and D2."""
    sigma = start.rd / SCALE
    new_sigma = np.sqrt(1.0 / (1.0 / (sigma * sigma) - d2))
    new_mu = standardized(start.rating) + new_sigma * new_sigma * d1
    return EndOfPeriod(new_sigma, new_mu, SCALE * new_mu + ORIGIN, SCALE * new_sigma)


def limited_rd(exact: Floats) -> Floats:
    """Round an RD to a whole number, .5 up, within 30 and 250 (item 5)."""
    return np.clip(half_up(exact), LEAST_RD, MOST_RD)
