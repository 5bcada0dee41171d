"""The import of norms and titles: rows about people, in batches, each reported."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

from slowmate.formats.csv_rows import Row
from slowmate.records import BadInput
from slowmate.server.archives.queries.import_options import File, ImportOptions
from slowmate.server.archives.queries.import_report import ImportOutcome, ImportReport
from slowmate.server.archives.services.people import People, Unclear, batched, rows_of, together
from slowmate.server.archives.services.players import COLUMNS, person_of
from slowmate.server.people.models import Player
from slowmate.server.titles.services import award_sync

T = TypeVar("T")
KeepRow = Callable[[Player, T, ImportOptions], ImportOutcome]
"""Imports one norm or title of a player, or reports that it exists; a dry run only reports."""


def import_file(
    file: File,
    options: ImportOptions,
    report: ImportReport,
    what: str,
    *,
    columns: Sequence[str],
    read: Callable[[Row], T],
    keep: "KeepRow[T]",
) -> None:
    """Import the rows of a file, a batch in one transaction, and sync the titles that follow. *columns*: besides those
    of players."""
    people = People(options, report)
    required = ("id", "name", "title")
    rows_read = rows_of(file, report, required=required, what=f"{what}s", columns={*COLUMNS, *columns})
    for rows in batched(rows_read):
        with together(options):
            seen = [seen_row for row in rows if (seen_row := _see(row, people, report, what, read)) is not None]
            people.flush()
            _keep(seen, people, options, report, what, keep)


def _see(
    row: Row | BadInput, people: People, report: ImportReport, what: str, read: Callable[[Row], T]
) -> tuple[Row, str, T] | None:
    """Return the row, its player's key and its content; None, and reported, if it cannot be read."""
    if isinstance(row, BadInput):
        report.add(ImportOutcome.REFUSED, what, row.file or "", row.line, "", row.why)
        return None
    try:
        content = read(row)
        person = person_of(replace(row, fields={**row.fields, "title": ""}))
        return row, people.see(person, file=row.file, line=row.line), content
    except BadInput as wrong:
        why = f"{wrong.field}: {wrong.why}" if wrong.field else wrong.why
        report.add(ImportOutcome.REFUSED, what, row.file, row.line, row.fields.get("name", ""), why)
    except Unclear:
        pass
    return None


def _keep(
    seen: Sequence[tuple[Row, str, T]],
    people: People,
    options: ImportOptions,
    report: ImportReport,
    what: str,
    keep: "KeepRow[T]",
) -> None:
    numbers = {people.number(key) for _row, key, _found in seen}
    players = Player.objects.in_bulk([pk for pk in numbers if pk > 0])
    changed: dict[int, Player] = {}
    for row, key, content in seen:
        player = players.get(people.number(key))
        outcome = keep(player, content, options) if player is not None else ImportOutcome.NEW
        if player is not None and outcome is ImportOutcome.NEW:
            changed[player.pk] = player
        report.add(outcome, what, row.file, row.line, f"{row.fields.get('name', '')} {row.fields.get('title', '')}")
    if options.writes:
        award_sync.sync_awards(changed.values(), at=options.at)
