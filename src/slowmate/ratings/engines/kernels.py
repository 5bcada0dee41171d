"""The compiled loops, where numba is installed (`slowmate[fast]`): one pass over the games, nothing kept of them."""

from functools import cache
from types import ModuleType
from typing import Literal

WORTH_COMPILING = 200_000
"""Games from which the compiled loops pay in a process that lives on; below, NumPy is done at once."""


def compiled_loops(kernel: Literal["auto", "numpy", "numba"], games: int) -> ModuleType | None:
    """Return the compiled loops, or None if NumPy should do the work."""
    if kernel == "numpy" or (kernel == "auto" and games < WORTH_COMPILING):
        return None
    loops = _loops()
    if loops is None and kernel == "numba":
        raise ModuleNotFoundError("the compiled loops need numba: install slowmate[fast]")
    return loops


@cache
def _loops() -> ModuleType | None:
    try:
        from slowmate.ratings.engines import loops  # noqa: PLC0415 - loading the compiler takes longer than a small period
    except ImportError:
        return None
    return loops
