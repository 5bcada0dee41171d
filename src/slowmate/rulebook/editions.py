"""The editions of the rule books we hold, and the day each begins to govern."""

from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True, slots=True)
class Edition:
    """One edition of one document. It governs from *begins* until the next edition of its series begins."""

    key: str
    title: str
    begins: date
    restates: str | None = None
    """The edition that states the rules this one leaves out of the catalogue, because they read the same in both."""
    own: tuple[str, ...] = ()
    """Beginnings of addresses that this edition states itself, whatever the restated edition says."""


EDITIONS: dict[str, Edition] = {
    edition.key: edition
    for edition in (
        Edition(
            "ICCF-TR-2016",
            "ICCF Tournament Rules 2016",
            date(2016, 1, 1),
            restates="ICCF-TR-2017",
            own=("9.", "10.", "App1", "App2"),
        ),
        Edition("FIDE-QC-2016", "FIDE Qualification Commission, decisions of 2016", date(2016, 9, 1)),
        Edition("ICCF-TR-2017", "ICCF Tournament Rules 2017", date(2017, 4, 1)),
        Edition("FIDE-RATING-2017", "FIDE Rating Regulations 2017", date(2017, 7, 1)),
        Edition("FIDE-TITLES-2017", "FIDE Title Regulations 2017", date(2017, 7, 1)),
        Edition("ICCF-LAWS-2019", "ICCF Laws of Correspondence Chess 2019", date(2019, 1, 1)),
        Edition("ICCF-RATING-2023", "ICCF Working Rules of the Rating System 2023", date(2023, 10, 1)),
    )
}

SERIES: dict[str, tuple[str, ...]] = {
    "ICCF events and titles, by the day the event starts": ("ICCF-TR-2016", "ICCF-TR-2017"),
    "ICCF rating lists, by the first day of the list": ("ICCF-TR-2016", "ICCF-TR-2017", "ICCF-RATING-2023"),
    "ICCF play, by the day the event starts": ("ICCF-LAWS-2019",),
    "FIDE ratings": ("FIDE-RATING-2017",),
    "FIDE titles": ("FIDE-TITLES-2017",),
    "FIDE Qualification Commission": ("FIDE-QC-2016",),
}
"""The editions that follow each other: each governs until the day before the next begins, the last is open-ended."""


class NoEdition(LookupError):
    """No edition that we hold governs on that day."""

    def __init__(self, on: date, first: Edition) -> None:
        super().__init__(
            f"no edition we hold governs {on.isoformat()}: {first.title} is the first, from {first.begins}"
        )


def governing(editions: tuple[Edition, ...], *, on: date) -> Edition:
    """Pick the edition in force on a day among editions in the order of their first days."""
    for edition in reversed(editions):
        if edition.begins <= on:
            return edition
    raise NoEdition(on, editions[0])
