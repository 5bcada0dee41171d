"""`slowmate trf FILE`: a tournament report file from an event, or an event from a tournament report file."""

import argparse
import json
from dataclasses import fields

from slowmate.cli.files import add_start, day, form_of, read_bytes, write_bytes
from slowmate.cli.warnings import warn
from slowmate.formats.event_writing import event_as_json
from slowmate.formats.events import is_trf, read_with_doubts
from slowmate.formats.reading import MAX_BYTES
from slowmate.formats.trf import read_trf, read_trf_report, report_of, write_trf
from slowmate.records import UNDATED, Event, Player, Result

DERIVED = frozenset({"players", "games", "teams", "rounds", "extra_points", "fide"})
"""Fields whose ids and rounds a report numbers anew."""
SUFFIXES = {".json": "json", ".trf": "trf", ".trfx": "trf"}

EXAMPLES = """examples:
  slowmate trf open.trf                             the event as JSON
  slowmate trf section.json -o out.trf              a tournament report file, each field in its columns
  slowmate trf old.trf -o new.trf                   the same report, cleaned: no line is lost
  slowmate trf undated.trf --start 2019-05-04       an event whose file does not say when it began
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="TRF or EVENT.json; - reads standard input")
    parser.add_argument(
        "--format", choices=("json", "trf"), help="what to write (by the suffix of --output, else JSON)"
    )
    parser.add_argument("-o", "--output", metavar="FILE", default="-", help="where to write it (else: standard output)")
    add_start(parser)


def run(options: argparse.Namespace) -> int:
    data = read_bytes(options.file, limit=MAX_BYTES)
    is_report = (options.format or form_of(None, options.output, SUFFIXES, field="--output")) == "trf"
    if is_report and is_trf(data, file=options.file):
        write_bytes(options.output, write_trf(read_trf_report(data, file=options.file)))
        return 0
    start = day(options.start, "--start") if options.start else None
    event, doubts = read_with_doubts(data, file=options.file, start=start, dated=False)
    for doubt in doubts:
        warn(doubt)
    if event.start == UNDATED:
        warn(f"{options.file}: the file does not say when the event started; --start DATE does")
    if is_report:
        written = write_trf(report_of(event))
        if lost := _lost_fields(event, read_trf(written, file=options.file, dated=False)):
            warn(f"{options.file}: a report has no place for all of it; not kept: {', '.join(lost)}")
        write_bytes(options.output, written)
        return 0
    write_bytes(options.output, json.dumps(event_as_json(event), ensure_ascii=False, indent=1).encode() + b"\n")
    return 0


def _lost_fields(event: Event, read_back: Event) -> list[str]:
    """Return what a report of an event does not contain of it, by the names of EVENT.json."""
    lost = [
        name
        for name in (field.name for field in fields(Event))
        if name not in DERIVED and getattr(event, name) != getattr(read_back, name)
    ]
    names = sorted({field.name for field in fields(Player)} - {"id"})
    pairs = list(zip(sorted(event.players, key=_name), sorted(read_back.players, key=_name), strict=True))
    lost += [f"players' {name}" for name in names if any(getattr(a, name) != getattr(b, name) for a, b in pairs)]
    if {player.id for player in event.players} != {player.id for player in read_back.players}:
        lost.append("players' id")
    of_games = {
        "games' date": any(game.ended for game in event.games),
        "games' starting position": any(game.chess960 is not None or game.fen for game in event.games),
        "games' board": any(game.board for game in event.games),
        "cancelled games": any(game.result is Result.CANCELLED for game in event.games),
    }
    return lost + [what for what, is_there in of_games.items() if is_there]


def _name(player: Player) -> str:
    return " ".join(player.name.split())[:33]
