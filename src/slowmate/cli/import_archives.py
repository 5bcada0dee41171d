"""`slowmate import players|list|event|games|norms|titles FILE... [--write]`: a federation brings its past."""

import argparse
import csv
import gzip
import io
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, TextIO, cast

from rich.progress import DownloadColumn

from slowmate.cli.encodings import add_encoding, read_text
from slowmate.cli.files import read_bytes, write_text
from slowmate.cli.server_setup import database, require_migrated, set_up
from slowmate.cli.tables import progress
from slowmate.formats.csv_rows import Row, read_rows
from slowmate.formats.csv_table import GZIP
from slowmate.ratings.periods import parse_period
from slowmate.records import KINDS as EVENT_KINDS
from slowmate.records import BadInput, not_a_kind

if TYPE_CHECKING:
    from slowmate.server.archives.queries.import_report import Finding, IdentityQuestion, ImportReport

KINDS = {
    "players": "slowmate.server.archives.services.players",
    "list": "slowmate.server.archives.services.lists",
    "event": "slowmate.server.archives.services.events",
    "games": "slowmate.server.archives.services.games",
    "norms": "slowmate.server.archives.services.norms",
    "titles": "slowmate.server.archives.services.titles",
}
"""The kinds of files, and the module whose `import_file(file, options, report)` does it: one row a kind."""
POOLS = ("chess", "chess960", "fide-standard", "fide-rapid", "fide-blitz")
NEW = "new"
START = 4096
ZIP = b"PK\x03\x04"
BLOCK = 1 << 20
QUESTIONS = (
    "key",
    "file",
    "line",
    "id",
    "name",
    "federation",
    "birth_year",
    "iccf_id",
    "fide_id",
    "candidates",
    "player",
)
FINDINGS = ("outcome", "kind", "file", "line", "what", "why")

EXAMPLES = """files:
  players   players.csv: id, name, federation, sex, birth_year, title, rating, games, rd, iccf_id, fide_id, fide_rating
  list      a list as 'slowmate rate' writes it (CSV; --period says which), or FIDE's own list, text or XML: FIDE
            ratings for those who are here, and with --pool fide-standard (fide-rapid, fide-blitz) a list of that pool
  event     EVENT.json or a tournament report (TRF) of an event that is over: its table and its results
  games     PGN, or games.csv (results without moves); gzip's are read as well
  norms     norms.csv: id, name, title, event, start, earned, games, overscore, gm_games, sim_games, chess960,
            before_daytona: norms of events that are not here, confirmed where they come from (--source says where)
  titles    titles.csv: id, name, title, confirmed, number (of a champion)

examples:
  slowmate import players players.csv                     what would come of it? nothing is written
  slowmate import players players.csv --write
  slowmate import list list-2015-4.csv --period 2015/4 --write
  slowmate import list standard_feb18frl.txt --write      FIDE ratings for the profiles
  slowmate import event cup-2018.json cup-2019.trf --write
  slowmate import games archive.pgn --write
  slowmate import norms norms.csv --source "cards of 1998" --write

who is who: by the archive's own ids (--ids says if they are ICCF or FIDE numbers), by ICCF number, by FIDE number, then
by name, federation and year of birth together. Whoever may be one of several is ambiguous, and waits:

  slowmate import games archive.pgn --ambiguous who.csv   fill in the column 'player': the number of their page, or new
  slowmate import games archive.pgn --matches who.csv --write

The same again changes nothing; what was stopped in the middle goes on when the same command is given again.
exit status: 0 all is well, 1 something is ambiguous or refused (each with its line), 2 bad input
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("kind", choices=tuple(KINDS), help="what the files have")
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--write", action="store_true", help="bring it (else: only a report of what would be done)")
    parser.add_argument("--ambiguous", metavar="FILE", help="write who is ambiguous to a CSV to be filled in")
    parser.add_argument("--matches", metavar="FILE", help="that CSV, filled in")
    parser.add_argument("--by-name", action="store_true", help="a name that only one player here has means that player")
    parser.add_argument("--ids", choices=("own", "iccf", "fide"), default="own", help="what ids in files are")
    parser.add_argument("--source", default="archive", metavar="NAME", help="whose ids they are (default: %(default)s)")
    parser.add_argument("--period", metavar="P", help="list: which one, such as 2015/4, or 2018-02 for FIDE's")
    parser.add_argument("--pool", choices=POOLS, default="", help="list, event, games: whose ratings")
    parser.add_argument("--kind", dest="event_kind", default="", metavar="K", help="games: the kind of their event")
    parser.add_argument("--unrated", action="store_true", help="event, games: they count in no list made here")
    parser.add_argument("--report", metavar="FILE", help="write what becomes of every single thing to a CSV")
    parser.add_argument("--demo", action="store_true", help="the demo's database")
    add_encoding(parser)


def run(options: argparse.Namespace) -> int:
    period = parse_period(options.period) if options.period else None
    if options.event_kind and options.event_kind not in EVENT_KINDS:
        raise BadInput(not_a_kind(options.event_kind), field="--kind")
    if not 0 < len(options.source) <= 60:
        raise BadInput("a name of 1 to 60 characters", field="--source")
    answers = dict(_answers(options.matches)) if options.matches else {}
    set_up(demo=options.demo, existing=True)
    from slowmate.server.archives.queries.import_options import ImportOptions  # noqa: PLC0415 - needs the settings
    from slowmate.server.archives.queries.import_report import ImportReport  # noqa: PLC0415
    from slowmate.server.site import clock  # noqa: PLC0415

    how = ImportOptions(
        at=clock.now(),
        writes=options.write,
        source=options.source,
        answers=answers,
        by_name=options.by_name,
        id_is=options.ids,
        period=period,
        pool=options.pool,
        event_kind=options.event_kind,
        is_rated=not options.unrated,
    )
    with ExitStack() as stack:
        report = ImportReport(_listener(options.report, stack))
        stack.enter_context(database())
        require_migrated()
        _require_players(answers)
        import_file = import_module(KINDS[options.kind]).import_file
        total = sum(_size(path) for path in options.files)
        advance = stack.enter_context(progress("importing", DownloadColumn()))
        done = _Done(advance, total)
        for path in options.files:
            import_file(ArchiveFile(path, options.encoding, done), how, report)
    _tell(report, options)
    return 0 if report.is_clean else 1


class _Done:
    """The count of bytes read of all files."""

    def __init__(self, advance: Callable[[float, float | None], None] | None, total: int) -> None:
        self._advance, self._total, self._done = advance, total, 0

    def add(self, size: int) -> None:
        self._done += size
        if self._advance is not None:
            self._advance(self._done, self._total)


class ArchiveFile:
    """A file, plain or compressed by gzip, whole or as it comes."""

    def __init__(self, path: str, encoding: str | None, done: _Done) -> None:
        self.name, self._encoding, self._done = path, encoding, done

    @property
    def start(self) -> bytes:
        with self._open() as file:
            return file.read(START)

    def data(self) -> bytes:
        self._open().close()
        content = read_bytes(self.name)
        self._done.add(len(content))
        return content

    def lines(self) -> Iterator[str]:
        with self._open() as file:
            read = 0
            for text, size in read_text(file, self._encoding, file=self.name):
                read += size
                if read > BLOCK:
                    self._done.add(read)
                    read = 0
                yield text
            self._done.add(read)

    def blocks(self) -> Iterator[bytes]:
        with self._open() as file:
            while block := file.read(BLOCK):
                self._done.add(len(block))
                yield block

    def _open(self) -> BinaryIO:
        try:
            with Path(self.name).open("rb") as file:
                head = file.read(len(ZIP))
            if head == ZIP:
                raise BadInput("a ZIP archive or a spreadsheet; unpack it, or save it as CSV", file=self.name)
            opened = gzip.open if head.startswith(GZIP) else open
            return cast("BinaryIO", opened(self.name, "rb"))
        except OSError as wrong:
            raise BadInput((wrong.strerror or str(wrong)).lower(), file=self.name) from None


def _size(path: str) -> int:
    try:
        return Path(path).stat().st_size
    except (OSError, ValueError) as wrong:
        why = wrong.strerror if isinstance(wrong, OSError) else None
        raise BadInput((why or str(wrong)).lower(), file=path) from None


# players


def _answers(path: str) -> Iterator[tuple[str, str]]:
    """Read what a person has filled in; a row that they left empty is still open."""
    for row in read_rows(read_bytes(path), file=path, required=("key", "player"), what="matches"):
        if isinstance(row, BadInput):
            raise row
        if answer := _answer(row):
            yield row.required("key"), answer


def _answer(row: Row) -> str:
    answer = row.text("player").lower()
    if answer and answer != NEW and not (answer.isascii() and answer.isdecimal()):
        raise row.bad("player", f"{answer!r} is neither the number of a player nor {NEW!r}")
    return answer


def _require_players(answers: dict[str, str]) -> None:
    from slowmate.server.people.models import Player  # noqa: PLC0415 - needs the settings

    numbers = {int(answer) for answer in answers.values() if answer != NEW}
    here = set(Player.objects.filter(pk__in=numbers).values_list("pk", flat=True)) if numbers else set()
    if missing := sorted(numbers - here):
        raise BadInput(f"no player has the number {missing[0]}", field="--matches")


# output


def _listener(path: str | None, stack: ExitStack) -> "Callable[[Finding], None]":
    """Return a function that prints findings that need a person, and writes all of them to a file if one is given."""
    from slowmate.server.site.spreadsheet import plain  # noqa: PLC0415 - needs the settings

    write: Callable[[list[Any]], Any] | None = None
    if path:
        try:
            file: TextIO = stack.enter_context(Path(path).open("w", encoding="utf-8", newline=""))  # noqa: SIM115
        except OSError as wrong:
            raise BadInput(f"cannot be written: {(wrong.strerror or str(wrong)).lower()}", file=path) from None
        write = csv.writer(file, lineterminator="\n").writerow
        write(list(FINDINGS))

    def tell(finding: "Finding") -> None:
        if write is not None:
            write(
                [
                    plain(cell)
                    for cell in (
                        finding.outcome,
                        finding.kind,
                        finding.file,
                        finding.line or "",
                        finding.what,
                        finding.why,
                    )
                ]
            )
        if finding.outcome in ("ambiguous", "refused") or (finding.outcome == "passed over" and finding.why):
            where = f"{finding.file}: line {finding.line}" if finding.line else finding.file
            line = ": ".join(
                part for part in (where, f"{finding.kind} {finding.outcome}", finding.what, finding.why) if part
            )
            print(_printable(line))

    return tell


def _printable(text: str) -> str:
    """Escape what would steer a terminal: an archive may hold anything."""
    return "".join(
        character if character.isprintable() else character.encode("unicode_escape").decode() for character in text
    )


def _tell(report: "ImportReport", options: argparse.Namespace) -> None:
    for (kind, outcome), number in sorted(report.counts.items()):
        print(f"{kind}: {number:,} {outcome}")
    if not report.counts:
        print("nothing in it")
    if report.questions and options.ambiguous:
        write_text(options.ambiguous, _questions(report.questions.values()))
        print(f"{options.ambiguous}: fill in the column 'player', then give it back with --matches")
    elif report.questions:
        print("--ambiguous FILE writes who is ambiguous to a CSV to be filled in and given back with --matches")
    if not options.write:
        print("nothing was written; --write does it")


def _questions(several: "Iterable[IdentityQuestion]") -> str:
    """Write a spreadsheet of the people to ask about: names from an archive stay text, whatever they begin with."""
    from slowmate.server.site.spreadsheet import plain  # noqa: PLC0415 - needs the settings

    out = io.StringIO()
    writer = csv.DictWriter(out, QUESTIONS, lineterminator="\n")
    writer.writeheader()
    for question in several:
        cells = {
            "key": question.key,
            "file": question.file,
            "line": question.line or "",
            **question.who,
            "candidates": " | ".join(question.candidates),
            "player": "",
        }
        writer.writerow({name: plain(cell) for name, cell in cells.items()})
    return out.getvalue()
