"""Norms from norms.csv, of events that are not on the server, confirmed where they come from."""

from slowmate.formats.csv_rows import Row
from slowmate.server.archives.queries.import_options import File, ImportOptions
from slowmate.server.archives.queries.import_report import ImportOutcome, ImportReport
from slowmate.server.archives.services import register
from slowmate.server.people.models import Player
from slowmate.server.titles.models import Norm
from slowmate.server.titles.services import norms
from slowmate.titles.career import TITLES_AND_OLD
from slowmate.titles.iccf.awards import NormRecord

MAX_GAMES = 500
COLUMNS = ("event", "start", "earned", "games", "overscore", "gm_games", "sim_games", "chess960", "before_daytona")


def import_file(file: File, options: ImportOptions, report: ImportReport) -> None:
    """Import the norms of a file, each once, and propose the titles that follow."""
    register.import_file(file, options, report, "norm", columns=COLUMNS, read=_record, keep=_keep)


def _record(row: Row) -> NormRecord:
    title = row.required("title", most=4).upper()
    if title not in TITLES_AND_OLD:
        raise row.bad("title", f"{title!r} is not one of {', '.join(TITLES_AND_OLD)}")
    start, games = row.day("start"), row.whole("games", least=1, most=MAX_GAMES)
    if start is None:
        raise row.bad("start", "empty; the day the event started")
    if games is None:
        raise row.bad("games", "empty; the games that the norm covers")
    earned = row.day("earned") or start
    if earned < start:
        raise row.bad("earned", f"{earned} is before the start, {start}")
    overscore, gm_games, sim_games = (
        row.whole(name, least=0, most=MAX_GAMES) or 0 for name in ("overscore", "gm_games", "sim_games")
    )
    event = row.required("event", most=160)
    return NormRecord(
        title,
        event,
        start,
        earned,
        games,
        overscore,
        gm_games,
        sim_games,
        chess960=bool(row.flag("chess960")),
        before_daytona=bool(row.flag("before_daytona")),
    )


def _keep(player: Player, norm: NormRecord, options: ImportOptions) -> ImportOutcome:
    same = {"player": player, "title": norm.title, "event": norm.event[:160], "started": norm.start}
    if Norm.objects.filter(**same, state__in=Norm.LIVE).exists():
        return ImportOutcome.HERE
    if options.writes:
        norms.import_norm(player, norm, source=options.source, at=options.at)
    return ImportOutcome.NEW
