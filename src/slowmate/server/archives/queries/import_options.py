"""The options of an import, and the files it reads."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from slowmate.ratings.periods import AnyPeriod

ARCHIVE = "archive"
"""The name of an archive that was given none."""


class File(Protocol):
    """A file to import, read whole or a line (or a piece of a long line) at a time."""

    name: str

    @property
    def start(self) -> bytes:
        """The first bytes, decompressed, by which its kind is recognised."""

    def data(self) -> bytes: ...

    def lines(self) -> Iterator[str]: ...

    def blocks(self) -> Iterator[bytes]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportOptions:
    """How to import. Without *writes* everything is read and reported, and nothing changes."""

    at: datetime
    writes: bool = False
    source: str = ARCHIVE
    answers: Mapping[str, str] = field(default_factory=dict)
    """The answers about ambiguous people: by their keys the number of a player here, or `new`."""
    by_name: bool = False
    """Whether a name that only one player here has identifies that player."""
    id_is: str = "own"
    """What the ids of files are: `own` (of the archive), `iccf` or `fide` numbers."""
    period: AnyPeriod | None = None
    pool: str = ""
    event_kind: str = ""
    is_rated: bool = True
