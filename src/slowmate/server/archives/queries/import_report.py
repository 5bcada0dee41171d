"""The report of an import: what becomes of each item in the files, and which people are ambiguous."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum


class ImportOutcome(StrEnum):
    """What becomes of one item in a file."""

    NEW = "new"
    MATCHED = "matched"
    HERE = "there already"
    AMBIGUOUS = "ambiguous"
    REFUSED = "refused"
    PASSED_OVER = "passed over"


@dataclass(frozen=True, slots=True)
class Finding:
    """What becomes of one item, with its place in the file."""

    outcome: ImportOutcome
    kind: str
    file: str
    line: int | None
    what: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class IdentityQuestion:
    """A person of an archive who may be one of several players, or none of them."""

    key: str
    file: str
    line: int | None
    who: Mapping[str, str]
    candidates: tuple[str, ...]


class ImportReport:
    """The report of an import: counts, open questions, and each finding for the listener."""

    def __init__(self, listener: Callable[[Finding], None] = lambda _finding: None) -> None:
        self._listener = listener
        self.counts: Counter[tuple[str, ImportOutcome]] = Counter()
        self.questions: dict[str, IdentityQuestion] = {}

    def add(
        self,
        outcome: ImportOutcome,
        kind: str,
        file: str,
        line: int | None,
        what: str,
        why: str = "",
        *,
        number: int = 1,
    ) -> None:
        self.counts[kind, outcome] += number
        self._listener(Finding(outcome, kind, file, line, what, why))

    def unknown_column(self, file: str, name: str) -> None:
        """Say that nothing was made of a column: its name may be mistyped."""
        self.add(ImportOutcome.PASSED_OVER, "column", file, 1, name[:60], "no column of this name is read")

    def take(self, draft: "ReportDraft", *, whole: bool) -> None:
        """Add the findings of an item: all if it was imported *whole*, else only those a person must look at."""
        self.questions |= draft.questions
        for finding, number in draft.findings:
            if whole or finding.outcome in (ImportOutcome.AMBIGUOUS, ImportOutcome.REFUSED):
                self.counts[finding.kind, finding.outcome] += number
                self._listener(finding)

    @property
    def is_clean(self) -> bool:
        """Whether nothing is left that a person must look at."""
        return not any(
            number
            for (_, outcome), number in self.counts.items()
            if outcome in (ImportOutcome.AMBIGUOUS, ImportOutcome.REFUSED)
        )


class ReportDraft(ImportReport):
    """The findings of an item before it is known whether it is imported."""

    def __init__(self) -> None:
        super().__init__()
        self.findings: list[tuple[Finding, int]] = []

    def add(
        self,
        outcome: ImportOutcome,
        kind: str,
        file: str,
        line: int | None,
        what: str,
        why: str = "",
        *,
        number: int = 1,
    ) -> None:
        self.findings.append((Finding(outcome, kind, file, line, what, why), number))
