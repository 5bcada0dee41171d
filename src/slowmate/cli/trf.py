"""`slowmate trf FILE`: a tournament report file from an event, or an event from a tournament report file."""

import argparse
import json

from slowmate.cli.files import read_bytes, write_bytes
from slowmate.formats.event_writing import event_as_json
from slowmate.formats.events import read_any_event
from slowmate.formats.reading import MAX_BYTES
from slowmate.formats.trf import read_trf_report, report_of, write_trf
from slowmate.formats.trf_records import looks_like_trf

EXAMPLES = """examples:
  slowmate trf open.trf                             the event as JSON
  slowmate trf section.json --format trf -o out.trf a tournament report file, each field in its columns
  slowmate trf old.trf --format trf -o new.trf      the same report, cleaned: no line is lost
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="TRF or EVENT.json; - reads standard input")
    parser.add_argument("--format", choices=("json", "trf"), default="json")
    parser.add_argument("-o", "--output", metavar="FILE", default="-", help="where to write it (else: standard output)")


def run(options: argparse.Namespace) -> int:
    data = read_bytes(options.file, limit=MAX_BYTES)
    if options.format == "trf":
        is_trf = not data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith((b"{", b"[")) and looks_like_trf(data)
        made = (
            read_trf_report(data, file=options.file) if is_trf else report_of(read_any_event(data, file=options.file))
        )
        write_bytes(options.output, write_trf(made))
        return 0
    event = read_any_event(data, file=options.file)
    write_bytes(options.output, json.dumps(event_as_json(event), ensure_ascii=False, indent=1).encode() + b"\n")
    return 0
