"""Players from players.csv, with the ratings they bring."""

from slowmate.formats.csv_rows import Row
from slowmate.ratings.columns import MAX_GAMES, MAX_RATING
from slowmate.records import BadInput
from slowmate.server.archives.queries.import_options import File, ImportOptions
from slowmate.server.archives.queries.import_report import ImportOutcome, ImportReport
from slowmate.server.archives.queries.player_matcher import ArchivePerson
from slowmate.server.archives.services.people import People, Unclear, batched, rows_of, together

REQUIRED = ("id", "name")
COLUMNS = (
    *("id", "name", "federation", "sex", "birth_year", "title", "rating", "games", "rd"),
    *("iccf_id", "fide_id", "fide_rating"),
)


def import_file(file: File, options: ImportOptions, report: ImportReport) -> None:
    """Import the players of a file, a batch in one transaction."""
    people, seen = People(options, report), set[str]()
    for rows in batched(rows_of(file, report, required=REQUIRED, what="players", columns=COLUMNS)):
        with together(options):
            for row in rows:
                see_row(row, people, report, seen)
            people.flush()


def see_row(row: Row | BadInput, people: People, report: ImportReport, seen: set[str]) -> tuple[Row, str] | None:
    """Identify the person of a row: return the row and the player's key; None, and reported, if it cannot be."""
    if isinstance(row, BadInput):
        report.add(ImportOutcome.REFUSED, "player", row.file or "", row.line, "", row.why)
        return None
    try:
        person = person_of(row)
        if person.id in seen:
            raise row.bad("id", f"{person.id!r} is used twice")
        seen.add(person.id)
        return row, people.see(person, file=row.file, line=row.line)
    except BadInput as wrong:
        why = f"{wrong.field}: {wrong.why}" if wrong.field else wrong.why
        report.add(ImportOutcome.REFUSED, "player", row.file, row.line, row.fields.get("name", ""), why)
    except Unclear:
        pass
    return None


def person_of(row: Row) -> ArchivePerson:
    """Return the person of a row of players.csv or of a list."""
    federation = row.text("federation", most=3).upper()
    if federation and not (len(federation) == 3 and federation.isascii() and federation.isalpha()):
        raise row.bad("federation", f"{federation!r} is not a code of three letters")
    return ArchivePerson(
        name=" ".join(row.text("name").split()),
        id=row.required("id", most=60),
        federation=federation,
        birth_year=row.whole("birth_year", least=1850, most=2200),
        iccf_id=row.text("iccf_id", most=12),
        fide_id=row.text("fide_id", most=12),
        more={
            "sex": row.sex("sex"),
            "title": row.text("title", most=4).upper(),
            "rating": _rounded(row.number("rating", least=1, most=MAX_RATING)),
            "rating_games": row.whole("games", least=0, most=MAX_GAMES),
            "rating_deviation": row.number("rd", least=0, most=MAX_RATING),
            "fide_rating": _rounded(row.number("fide_rating", least=1, most=MAX_RATING)),
        },
    )


def _rounded(value: float | None) -> int | None:
    return None if value is None else round(value)
