"""What was asked of an import, the files it reads, and what it tells of each thing in them."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Protocol

from slowmate.ratings.periods import AnyPeriod

ARCHIVE = "archive"
"""What an archive is called that was given no name."""


class File(Protocol):
    """A file that is read as it comes: whole, or a line (or a piece of a long one) at a time."""

    name: str

    @property
    def start(self) -> bytes:
        """The first bytes, decompressed, by which its kind is told."""

    def data(self) -> bytes: ...

    def lines(self) -> Iterator[str]: ...

    def blocks(self) -> Iterator[bytes]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """How to import. *writes* False: everything is looked at and told, and nothing changed."""

    at: datetime
    writes: bool = False
    source: str = ARCHIVE
    answers: Mapping[str, str] = field(default_factory=dict)
    """Of those that were ambiguous: by their keys the number of a player here, or `new`."""
    by_name: bool = False
    """A name that only one player here has is his, whatever else is not known."""
    id_is: str = "own"
    """What the ids of files are: `own` (of the archive), `iccf` or `fide` numbers."""
    period: AnyPeriod | None = None
    pool: str = ""
    event_kind: str = ""
    is_rated: bool = True


class Outcome(StrEnum):
    """What becomes of one thing in a file."""

    NEW = "new"
    MATCHED = "matched"
    HERE = "there already"
    AMBIGUOUS = "ambiguous"
    REFUSED = "refused"
    PASSED_OVER = "passed over"


@dataclass(frozen=True, slots=True)
class Finding:
    """What becomes of one thing, and where it stands."""

    outcome: Outcome
    kind: str
    file: str
    line: int | None
    what: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """Somebody who may be one of several players, or of none."""

    key: str
    file: str
    line: int | None
    who: Mapping[str, str]
    candidates: tuple[str, ...]


class Report:
    """Everything that is told: how many of each, every finding to whoever listens, and whom to ask about."""

    def __init__(self, listener: Callable[[Finding], None] = lambda _finding: None) -> None:
        self._listener = listener
        self.counts: Counter[tuple[str, Outcome]] = Counter()
        self.questions: dict[str, Question] = {}

    def add(
        self, outcome: Outcome, kind: str, file: str, line: int | None, what: str, why: str = "", *, number: int = 1
    ) -> None:
        self.counts[kind, outcome] += number
        self._listener(Finding(outcome, kind, file, line, what, why))

    def take(self, draft: "Draft", *, whole: bool) -> None:
        """What was found of something that is brought whole or not at all; if not, what somebody has to look at."""
        self.questions |= draft.questions
        for finding, number in draft.findings:
            if whole or finding.outcome in (Outcome.AMBIGUOUS, Outcome.REFUSED):
                self.counts[finding.kind, finding.outcome] += number
                self._listener(finding)

    @property
    def is_clean(self) -> bool:
        """Whether nothing is left that a person has to look at."""
        return not any(
            number for (_, outcome), number in self.counts.items() if outcome in (Outcome.AMBIGUOUS, Outcome.REFUSED)
        )


class Draft(Report):
    """What is found while it is not yet known whether it is brought."""

    def __init__(self) -> None:
        super().__init__()
        self.findings: list[tuple[Finding, int]] = []

    def add(
        self, outcome: Outcome, kind: str, file: str, line: int | None, what: str, why: str = "", *, number: int = 1
    ) -> None:
        self.findings.append((Finding(outcome, kind, file, line, what, why), number))
