"""Lots that anybody can draw again.

A draw is made from a seed, a text that is published with it. The lots are whole numbers taken from
SHA-256("seed:0"), SHA-256("seed:1"), ... read as big-endian numbers; a number that would favour anyone is left out.
So a draw can be verified later, in any language, with the seed and the list of entrants.
"""

from collections.abc import Iterator, Sequence
from hashlib import sha256, shake_256
from itertools import count
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

T = TypeVar("T")

_BITS = 256


def numbers(seed: str) -> Iterator[int]:
    """Yield the numbers of a seed, each below 2**256, without end."""
    return (int.from_bytes(sha256(f"{seed}:{turn}".encode()).digest(), "big") for turn in count())


def below(limit: int, source: Iterator[int]) -> int:
    """Draw a lot from 0 up to, but not including, *limit*, each as likely as any other."""
    unfair = (1 << _BITS) - (1 << _BITS) % limit
    return next(number % limit for number in source if number < unfair)


def shuffled(items: Sequence[T], seed: str) -> list[T]:
    """Return the items in an order drawn by lot: for each place from the last, one of those still in the urn."""
    source, order = numbers(seed), list(items)
    for last in range(len(order) - 1, 0, -1):
        drawn = below(last + 1, source)
        order[last], order[drawn] = order[drawn], order[last]
    return order


def uniform(seed: str, many: int) -> NDArray[np.float64]:
    """Draw *many* lots from 0 up to 1: SHAKE-256 of the seed, four bytes a lot, big-endian."""
    return np.frombuffer(shake_256(seed.encode()).digest(4 * many), ">u4") / 2.0**32
