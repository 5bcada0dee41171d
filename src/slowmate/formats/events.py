"""An EVENT from JSON or from a tournament report file: the content shows which it is."""

from datetime import date

from slowmate.formats.event_json import read_event
from slowmate.formats.reading import MAX_BYTES, parse_json
from slowmate.formats.trf import event_of
from slowmate.formats.trf_checks import doubts, other_start
from slowmate.formats.trf_records import looks_like_trf, read_trf_report
from slowmate.records import BadInput, Event


def read_any_event(data: bytes, *, file: str = "EVENT", start: date | None = None) -> Event:
    """Read an event from JSON or TRF, or refuse it with file, line and field."""
    return read_with_doubts(data, file=file, start=start)[0]


def read_with_doubts(
    data: bytes, *, file: str = "EVENT", start: date | None = None, dated: bool = True
) -> tuple[Event, list[str]]:
    """Return the event, and what does not fit together in the file, a line each.

    *start* goes before the day that the file tells; without either, an event over the board need not be *dated*.
    """
    if not is_trf(data, file=file):
        event = read_event(data, file=file, start=start, dated=dated)
        return event, _other_start(data, event, file=file) if start else []
    report = read_trf_report(data, file=file)
    event = event_of(report, file=file, start=start, dated=dated)
    return event, doubts(report, event, file=file)


def _other_start(data: bytes, event: Event, *, file: str) -> list[str]:
    node = parse_json(data, file=file, what="an EVENT")
    start = node.day("start") if node.has("start") else event.start
    return [] if start == event.start else [f"{file}: {other_start(start, event.start)}"]


def is_trf(data: bytes, *, file: str) -> bool:
    """Decide whether a file is a tournament report (else it is JSON); `BadInput` for what can be neither."""
    if len(data) > MAX_BYTES:
        raise BadInput(f"{len(data):,} bytes is too large for an EVENT; the limit is {MAX_BYTES:,}", file=file)
    text = data.lstrip(b"\xef\xbb\xbf \t\r\n")
    if not text:
        raise BadInput("the file is empty; an event is EVENT.json or a tournament report (TRF)", file=file)
    if text[:1] in (b"{", b"["):
        return False
    if not looks_like_trf(data):
        why = "neither JSON (which begins with {) nor a tournament report (no line begins with 001 or 012)"
        raise BadInput(why, file=file, line=1)
    return True
