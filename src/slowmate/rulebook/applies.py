"""Naming the clauses of a function whose answer is a plain fact, not a ruling that carries its grounds."""

from collections.abc import Callable
from typing import TypeVar

from slowmate.rulebook.rulings import Clause

F = TypeVar("F", bound=Callable[..., object])


def applies(*clauses: Clause) -> Callable[[F], F]:
    """Say which clauses a function applies, as in ``@applies(clause("ICCF-LAWS-2019 1.2a"))``. It costs no call."""
    if not clauses:
        raise ValueError("name at least one clause")

    def unchanged(function: F) -> F:
        return function

    return unchanged
