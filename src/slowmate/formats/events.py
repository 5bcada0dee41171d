"""Wherever an EVENT is asked for, its JSON and a tournament report file will do: the content tells which it is."""

from slowmate.formats.event_json import read_event
from slowmate.formats.trf import read_trf
from slowmate.formats.trf_records import looks_like_trf
from slowmate.records import Event


def read_any_event(data: bytes, *, file: str = "EVENT") -> Event:
    """Read an event from JSON or TRF, or refuse it with file, line and field."""
    is_json = data.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] in (b"{", b"[")
    return read_trf(data, file=file) if not is_json and looks_like_trf(data) else read_event(data, file=file)
