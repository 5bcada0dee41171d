"""The sections of the books, with titles in our own words, in the order of each book."""

from dataclasses import dataclass
from functools import cache

from slowmate.rulebook.catalogue import Row, table


@dataclass(frozen=True, slots=True)
class Section:
    edition: str
    number: str
    title: str

    @property
    def anchor(self) -> str:
        """Where it begins on a page: 1.1 is not 11."""
        return f"s-{self.number.replace('.', '-')}"


@cache
def sections() -> tuple[Section, ...]:
    return tuple(Section(*row) for row in table("sections.csv"))


@cache
def section_of(row: Row) -> Section:
    """Return the section a clause stands in: 1.1.1(a) in 1.1 where the table has it, else in 1; App2.4(c) in App2."""
    within = [part for part in sections() if part.edition == row.edition and row.clause.startswith(part.number)]
    if not within:
        raise LookupError(f"{row.edition} {row.clause}: data/sections.csv names no section it stands in")
    return max(within, key=lambda part: len(part.number))
