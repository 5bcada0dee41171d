"""The choices of an event that its record has, as files write them: name, bounds, and the default.

A row is a field of `slowmate.records.Event`. EVENT.json, RECORD.json, the server's record of a section and the import
of an archive go over the rows, so that what one of them writes another reads. The server's table of everything that an
announcement may say, with labels, is `slowmate.server.events.choices`.
"""

from dataclasses import dataclass

from slowmate.events.entry.routes import CANDIDATES
from slowmate.events.organising.sizes import SIZES


@dataclass(frozen=True, slots=True)
class Bounds:
    """The least and the greatest number that a choice may be."""

    least: int
    most: int

    def __contains__(self, number: int) -> bool:
        return self.least <= number <= self.most


@dataclass(frozen=True, slots=True)
class RecordedChoice:
    """A field of `records.Event` that the announcement decides; without *bounds* it is true or false."""

    name: str
    default: int | bool | None
    bounds: Bounds | None = None
    key: str = ""
    """Its name in files, if that is another."""

    @property
    def written(self) -> str:
        return self.key or self.name


CYCLE = Bounds(1, 1000)
"""Numbers of a championship."""
FINAL_PLACES = Bounds(1, SIZES[CANDIDATES].most or 0)
"""Bounds of the places in the Final from a Candidates section: 1.4.1(b)/2 has no limit, so at most the largest size."""

RECORDED = (
    RecordedChoice("games_per_pairing", default=1, bounds=Bounds(1, 20)),
    RecordedChoice("ties_broken", default=True),
    RecordedChoice("cycle", default=None, bounds=CYCLE),
    RecordedChoice("is_acknowledged", default=True, key="acknowledged"),
    RecordedChoice("final_places", default=2, bounds=FINAL_PLACES),
)


OF_RESULTS = tuple(row for row in RECORDED if row.name in ("is_acknowledged", "final_places"))
"""The choices that a result in a player's record has of its event too."""
