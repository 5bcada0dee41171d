"""The Commissioner's report to Congress on titles and norms, as pages."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from slowmate.formats.documents.rendering import Page, clauses, day
from slowmate.formats.documents.sheets import fields, pages, sheet, signatures, table, text
from slowmate.formats.grounds import Json
from slowmate.rulebook import Ground


@dataclass(frozen=True, slots=True)
class ReportedTitle:
    """One line of the report."""

    federation: str
    player: str
    title: str
    valid_from: date
    route: str


@dataclass(frozen=True, slots=True)
class CongressReport:
    """The titles of a time, by federation and name, and how many norms were made for each title."""

    first: date
    last: date
    titles: Sequence[ReportedTitle]
    norms: Mapping[str, int]
    certificates: int
    grounds: Sequence[Ground]


COLUMNS = (
    ("Fed.", 0, "l"),
    ("Player", 1, "l"),
    ("Title", 1, "l"),
    ("Valid from", 0, "l"),
    ("Earned", 0, "l"),
)


def congress_pages(report: CongressReport, *, issuer: str, issued: date) -> Page:
    """Lay out the report as pages, signed by the Commissioner."""
    rows = [
        ([award.federation, award.player, award.title, award.valid_from.isoformat(), award.route], False)
        for award in report.titles
    ]
    span = f"{day(report.first.isoformat())} – {day(report.last.isoformat())}"
    norms = ", ".join(f"{title} {number}" for title, number in report.norms.items()) or "none"
    sections = [
        fields(
            "",
            4,
            ("Titles confirmed", span, 2),
            ("Titles", len(report.titles)),
            ("Certificates due", report.certificates),
            ("Norms confirmed", norms, 4),
        ),
        table("Titles", COLUMNS, rows, size=9.5, inset=1.3) if rows else text("Titles", "None."),
        signatures(("Qualifications Commissioner, date and signature", "")),
        text("", clauses(str(ground.clause) for ground in report.grounds)),
    ]
    made: list[Json] = [sheet("", "Titles: report to Congress", issuer, sections, over=issuer)]
    return pages(made, f"Titles, {span}", issued, None, None)
