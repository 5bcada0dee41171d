"""What was asked last is remembered, and nothing else is mistaken for it."""

import pytest

from slowmate.play.latest import remembers_latest


def test_the_very_same_thing_is_looked_at_once_and_an_equal_one_again() -> None:
    asked: list[list[int]] = []

    @remembers_latest
    def total(numbers: list[int]) -> int:
        asked.append(numbers)
        return sum(numbers)

    one, equal = [1, 2], [1, 2]
    assert [total(one), total(one), total(equal), total(one)] == [3, 3, 3, 3]
    assert [any(each is thing for each in asked) for thing in (one, equal)] == [True, True]
    assert len(asked) == 3


def test_what_failed_is_asked_again() -> None:
    @remembers_latest
    def share(parts: list[int]) -> float:
        return 1 / len(parts)

    nothing: list[int] = []
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            share(nothing)
