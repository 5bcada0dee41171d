"""Titles from titles.csv: with the days they were confirmed, champions with their numbers.

A title that was revoked here does not come back with its archive.
"""

from datetime import date
from typing import NamedTuple

from slowmate.formats.csv_rows import Row
from slowmate.server.archives.queries.import_options import File, ImportOptions
from slowmate.server.archives.queries.import_report import ImportOutcome, ImportReport
from slowmate.server.archives.services import register
from slowmate.server.people.models import Player, TitleHeld
from slowmate.server.titles.models import TitleAward
from slowmate.server.titles.services import awards
from slowmate.server.titles.text import LETTERS


class ArchiveTitle(NamedTuple):
    title: str
    confirmed: date
    number: int


def import_file(file: File, options: ImportOptions, report: ImportReport) -> None:
    """Import the titles of a file, each once."""
    register.import_file(file, options, report, "title", columns=("confirmed", "number"), read=_title, keep=_keep)


def _title(row: Row) -> ArchiveTitle:
    title, confirmed = row.required("title", most=60), row.day("confirmed")
    if confirmed is None:
        raise row.bad("confirmed", "empty; the day it was confirmed")
    return ArchiveTitle(
        title.upper() if len(title) <= LETTERS else title, confirmed, row.whole("number", least=0, most=999) or 0
    )


def _keep(player: Player, held: ArchiveTitle, options: ImportOptions) -> ImportOutcome:
    same = {"player": player, "title": held.title, "number": held.number}
    is_revoked = TitleAward.objects.filter(**same, state=TitleAward.State.REVOKED).exists()
    if is_revoked or TitleHeld.objects.filter(**same).exists():
        return ImportOutcome.HERE
    if options.writes:
        awards.import_title(
            player, held.title, held.confirmed, number=held.number, source=options.source, at=options.at
        )
    return ImportOutcome.NEW
