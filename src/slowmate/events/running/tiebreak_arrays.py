"""The tie-breaks of section 7 of many drawn tables at once, as arrays: a row for each side, a column for each table.

NumPy is imported where arrays are computed: a standing, which needs none, would wait for it three times as long.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Halves = NDArray[np.int16]
    Keys = NDArray[np.int64]

ArrayCriterion = Callable[["Keys"], "Keys"]
"""Values of all sides, given numbers in the order so far: those with the same number are still tied."""


@dataclass(frozen=True, slots=True)
class DrawnTables:
    """The results for tie-breaks, in half points: of each *against* each other, altogether, wins, and on each board.

    *paired* is 1 where two sides meet at all.
    """

    against: "Halves"
    halves: "Halves"
    wins: "Halves"
    boards: "Mapping[int, Halves]"
    paired: "Keys"


def _fixed(values: "Keys") -> Sequence[ArrayCriterion]:
    return (lambda _: values,)


def wins(tables: DrawnTables) -> Sequence[ArrayCriterion]:
    return _fixed(tables.wins.astype("int64"))


def sonneborn_berger(tables: DrawnTables) -> Sequence[ArrayCriterion]:
    import numpy as np  # noqa: PLC0415 - see above

    return _fixed(np.stack([(row.astype("int64") * tables.halves).sum(axis=0) for row in tables.against]))


def mutual(tables: DrawnTables) -> Sequence[ArrayCriterion]:
    """Compare what each side, player or team, scored against those who are tied with it."""
    import numpy as np  # noqa: PLC0415 - see above

    def among_themselves(key: "Keys") -> "Keys":
        rows = zip(tables.against, key, strict=True)
        return np.stack([(row * (key == own)).sum(axis=0, dtype="int64") for row, own in rows])

    return (among_themselves,)


def match_points(tables: DrawnTables) -> Sequence[ArrayCriterion]:
    """Compare match points: two for a won match and one for a drawn one, against all paired sides."""
    import numpy as np  # noqa: PLC0415 - see above

    ahead = np.sign(tables.against - tables.against.transpose(1, 0, 2))
    points: Keys = ((1 + ahead) * tables.paired[:, :, np.newaxis]).sum(axis=1, dtype="int64")
    return _fixed(points)


def boards(tables: DrawnTables) -> Sequence[ArrayCriterion]:
    return tuple(
        criterion for board in sorted(tables.boards) for criterion in _fixed(tables.boards[board].astype("int64"))
    )
