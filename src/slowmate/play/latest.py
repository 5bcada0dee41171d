"""A cache of the latest call: deciding a command computes the same of the same game or event several times."""

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")


def remembers_latest(function: Callable[[T], R]) -> Callable[[T], R]:
    """Cache the latest call of a function of one immutable value."""
    latest: list[tuple[T, R]] = []

    @wraps(function)
    def answer(value: T) -> R:
        for cached, result in latest:
            if cached is value:
                return result
        result = function(value)
        latest[:] = [(value, result)]
        return result

    return answer
