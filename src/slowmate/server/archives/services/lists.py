"""Rating lists published elsewhere: the CSV of `slowmate rate`, and FIDE's own list as text or XML."""

from collections.abc import Iterator, Mapping
from typing import Any

from slowmate.formats.csv_rows import Row
from slowmate.formats.fide_list import (
    FideListed,
    header_of,
    looks_like_fide_list,
    read_text_list,
    read_xml_list,
)
from slowmate.ratings.columns import MAX_GAMES, MAX_RATING, REACHED_NAMES
from slowmate.ratings.fide.k_factor import LASTING_RATING, YOUNG_BELOW
from slowmate.ratings.periods import AnyPeriod, Month, parse_period
from slowmate.records import BadInput
from slowmate.server.archives.queries.import_options import File, ImportOptions
from slowmate.server.archives.queries.import_report import ImportOutcome, ImportReport, ReportDraft
from slowmate.server.archives.queries.player_matcher import ArchivePerson
from slowmate.server.archives.services import players
from slowmate.server.archives.services.people import People, Unclear, rows_of, together
from slowmate.server.games.models import Game
from slowmate.server.ratings.models import RatingList
from slowmate.server.ratings.queries import lists
from slowmate.server.ratings.queries.inputs import FIDE
from slowmate.server.ratings.services.list_import import (
    has_own_list_after,
    import_list,
    players_listed_differently,
    set_fide_ratings,
)

REQUIRED = ("id", "rating")
FLAGS = ("published", "fixed", "active", *REACHED_NAMES)
COLUMNS = (
    *players.COLUMNS,
    *("old_rating", "old_rd", "period_games", "points", "opponents_sum", "change", "exact_rating", "exact_rd"),
    *("last_game", *FLAGS),
)
Said = Mapping[int, Mapping[str, Any]]


def import_file(file: File, options: ImportOptions, report: ImportReport) -> None:
    """Import a list, whole or not at all."""
    if looks_like_fide_list(file.start):
        _import_fide(file, options, report)
    else:
        _import_csv(file, options, report)


def _import_csv(file: File, options: ImportOptions, report: ImportReport) -> None:
    period = _period(options, None, file)
    pool = options.pool or (Game.Pool.FIDE_STANDARD if isinstance(period, Month) else Game.Pool.CHESS)
    draft, seen = ReportDraft(), set[str]()
    people = People(options, draft)
    keys, wrong = dict[str, dict[str, Any]](), 0
    with together(options):
        for row in rows_of(file, report, required=REQUIRED, what="a rating list", columns=COLUMNS):
            seen_row = players.see_row(row, people, draft, seen)
            values = _entry_values(seen_row[0], draft) if seen_row else None
            if seen_row is None or values is None:
                wrong += 1
            else:
                keys[seen_row[1]] = values
        report.take(draft, whole=not wrong)
        if wrong:
            why = f"{wrong} of its players cannot be told, or have numbers that cannot be; a list is brought whole"
            report.add(ImportOutcome.REFUSED, "list", file.name, 1, str(period), why)
            return
        people.flush()
        _keep(file, options, report, pool, period, {people.number(key): values for key, values in keys.items()})


def _entry_values(row: Row, report: ImportReport) -> dict[str, Any] | None:
    """Return the numbers of a row."""
    try:
        return {
            **{
                name: _whole(row.number(name, least=0, most=MAX_RATING))
                for name in ("rating", "rd", "old_rating", "old_rd")
            },
            "games": row.whole("games", least=0, most=MAX_GAMES),
            "period_games": row.whole("period_games", least=0, most=MAX_GAMES),
            "points": row.number("points", least=0, most=MAX_GAMES),
            "opponents_sum": row.number("opponents_sum", least=0, most=MAX_GAMES * MAX_RATING),
            "change": row.whole("change", least=-int(MAX_RATING), most=int(MAX_RATING)),
            "exact_rating": row.number("exact_rating", least=0, most=MAX_RATING),
            "exact_rd": row.number("exact_rd", least=0, most=MAX_RATING),
            "last_game": row.day("last_game"),
            **{name: row.flag(name) for name in FLAGS},
        }
    except BadInput as wrong:
        report.add(
            ImportOutcome.REFUSED,
            "player",
            row.file,
            row.line,
            row.fields.get("name", ""),
            f"{wrong.field}: {wrong.why}",
        )
        return None


def _whole(value: float | None) -> int | None:
    return None if value is None else round(value)


def _period(options: ImportOptions, named: str | None, file: File) -> AnyPeriod:
    if options.period is None and named is None:
        raise BadInput(
            "missing; of which list is it? such as 2015/4, or 2018-02 for a month of FIDE's", field="--period"
        )
    period = options.period or parse_period(named or "")
    if named is not None and parse_period(named) != period:
        raise BadInput(f"{period}, but the file is of {named}", file=file.name, field="--period")
    if (options.pool or "chess").startswith(FIDE) != isinstance(period, Month) and options.pool:
        raise BadInput(f"{period} is no list of the pool {options.pool}", file=file.name, field="--period")
    return period


def _keep(file: File, options: ImportOptions, report: ImportReport, pool: str, period: AnyPeriod, given: Said) -> None:
    """Store the list, unless there is one of its period."""
    what = f"{period} ({pool}), {len(given)} players"
    here = RatingList.objects.filter(pool=pool, period=str(period)).order_by("-revision").first()
    if here is not None:
        otherwise = players_listed_differently(here, given)
        outcome = ImportOutcome.REFUSED if otherwise else ImportOutcome.HERE
        why = f"the list of that period here says otherwise of {len(otherwise)} players, and lists never change"
        report.add(outcome, "list", file.name, 1, what, why if otherwise else "")
    elif has_own_list_after(pool, period):
        why = "a later list was made here, and began without it; bring lists first, then games"
        report.add(ImportOutcome.REFUSED, "list", file.name, 1, what, why)
    else:
        if options.writes:
            import_list(pool, period, given)
        report.add(ImportOutcome.NEW, "list", file.name, 1, what)


# -- FIDE's own -------------------------------------------------------------------------------------------------------


def _import_fide(file: File, options: ImportOptions, report: ImportReport) -> None:
    """Import FIDE ratings for our players; with a pool, also as a list of that pool."""
    is_text = not file.start.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<")
    named = header_of(file.start.decode("utf-8", "replace").splitlines()[0], file=file.name).period if is_text else None
    period = _period(options, named, file)
    if not isinstance(period, Month):
        raise BadInput(f"{period} is no month of FIDE's lists; write it as 2018-02", field="--period")
    which = options.pool.removeprefix(FIDE) or "standard"
    people, listed, others = People(options, report), dict[str, FideListed](), 0
    rows = read_text_list(file.lines(), file=file.name) if is_text else read_xml_list(file.blocks(), file=file.name)
    with together(options):
        for row in _readable(rows, report):
            try:
                key = people.recognise(_person(row), file=file.name, line=row.line)
            except Unclear:
                continue
            if key is None:
                others += 1
            else:
                listed[key] = row
        if others:
            report.add(
                ImportOutcome.PASSED_OVER, "player", file.name, None, "players of FIDE who are not here", number=others
            )
        people.flush()
        values = {people.number(key): _of_fide(row, which) for key, row in listed.items()}
        _update_profiles(options, report, file, period, values if which == "standard" else {})
        if options.pool:
            _keep(file, options, report, options.pool, period, values)


def _readable(rows: Iterator[FideListed | BadInput], report: ImportReport) -> Iterator[FideListed]:
    for row in rows:
        if isinstance(row, BadInput):
            report.add(ImportOutcome.REFUSED, "player", row.file or "", row.line, "", f"{row.field}: {row.why}")
        else:
            yield row


def _person(row: FideListed) -> ArchivePerson:
    return ArchivePerson(
        name=row.name[:120],
        federation=row.federation if len(row.federation) == 3 else "",
        birth_year=row.birth_year,
        fide_id=row.fide_id[:12],
        more={"sex": row.sex},
    )


def _of_fide(row: FideListed, which: str) -> dict[str, Any]:
    """Return what a list says of a player; a file with one list gives that one, whatever pool is chosen."""
    name = which if which in row.ratings else "standard"
    rating = row.ratings.get(name)
    return {
        "rating": rating,
        "period_games": row.games.get(name),
        "published": rating is not None,
        "active": row.is_active,
        "has_reached_2400": rating is not None and rating >= LASTING_RATING,
        "has_reached_2300": rating is not None and rating >= YOUNG_BELOW,
    }


def _update_profiles(options: ImportOptions, report: ImportReport, file: File, period: Month, values: Said) -> None:
    """Write FIDE ratings to profiles, unless a later list was imported."""
    newest = lists.newest(Game.Pool.FIDE_STANDARD)
    if not values or (newest is not None and newest.valid_from > period.valid_from):
        return
    ratings = {pk: value["rating"] for pk, value in values.items()}
    if options.writes:
        changed = set_fide_ratings(ratings)
        outcome = ImportOutcome.NEW if changed else ImportOutcome.HERE
        report.add(
            outcome, "FIDE rating", file.name, None, f"{changed} of {len(ratings)}", number=changed or len(ratings)
        )
    else:
        report.add(
            ImportOutcome.MATCHED, "FIDE rating", file.name, None, f"of {len(ratings)} players", number=len(ratings)
        )
