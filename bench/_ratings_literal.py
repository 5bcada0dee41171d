"""The 2023 formulas as a person would type them in, one game after the other: what our engine is measured against."""

from math import exp
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

Array = NDArray[Any]

B0, B1 = 1.0986, 0.17037


@njit(cache=True)
def _side(mu: float, mu_j: float, sigma_j: float, y: float) -> tuple[float, float]:
    lower, higher = mu_j - sigma_j, mu_j + sigma_j
    s_m = exp(mu) + exp(B0 + (1 + B1) * (mu + lower) / 2) + exp(lower)
    s_p = exp(mu) + exp(B0 + (1 + B1) * (mu + higher) / 2) + exp(higher)
    pw_m, pw_p = exp(mu) / s_m, exp(mu) / s_p
    pd_m, pd_p = exp(B0 + (1 + B1) * (mu + lower) / 2) / s_m, exp(B0 + (1 + B1) * (mu + higher) / 2) / s_p
    pl_m, pl_p = exp(lower) / s_m, exp(higher) / s_p
    w1_m, w1_p = pw_m + 0.5 * pd_m, pw_p + 0.5 * pd_p
    w2_m, w2_p = pw_m + 0.25 * pd_m, pw_p + 0.25 * pd_p
    if y == 1.0:
        q_m, q_p = pw_m, pw_p
    elif y == 0.5:
        q_m, q_p = pd_m, pd_p
    else:
        q_m, q_p = pl_m, pl_p
    p = q_m + q_p
    d1 = (q_m * (y - w1_m) + q_p * (y - w1_p)) / p
    d2 = (q_m * (y * y - w2_m + 2 * w1_m * (w1_m - y)) + q_p * (y * y - w2_p + 2 * w1_p * (w1_p - y))) / p - d1 * d1
    return d1, d2


@njit(cache=True)
def literal(rating: Array, rd: Array, white: Array, black: Array, score: Array) -> tuple[Array, Array]:
    """One period: new ratings and deviations. Every player is rated; steps 2.1(b) to (g), nothing else."""
    size = len(rating)
    mu, sigma = np.empty(size), np.empty(size)
    for row in range(size):
        grown = rd[row] if rd[row] > 120 else max(30.0, (rd[row] ** 2 + 25.0**2) ** 0.5)
        mu[row], sigma[row] = (rating[row] - 1500.0) / 173.7, grown / 173.7
    first, second = np.zeros(size), np.zeros(size)
    for game in range(len(white)):
        i, j, y = white[game], black[game], score[game]
        d1, d2 = _side(mu[i], mu[j], sigma[j], y)
        first[i] += d1
        second[i] += d2
        d1, d2 = _side(mu[j], mu[i], sigma[i], 1.0 - y)
        first[j] += d1
        second[j] += d2
    new_rating, new_rd = np.empty(size), np.empty(size)
    for row in range(size):
        s = (1.0 / (1.0 / sigma[row] ** 2 - second[row])) ** 0.5
        new_rating[row] = 173.7 * (mu[row] + s * s * first[row]) + 1500.0
        new_rd[row] = 173.7 * s
    return new_rating, new_rd
