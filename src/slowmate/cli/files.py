"""Files in and out: what cannot be read is bad input, and nothing is half-written."""

import sys
from pathlib import Path

from slowmate.records import BadInput


def read_bytes(path: str, *, limit: int | None = None) -> bytes:
    """A whole file (``-`` is standard input), or `BadInput`. No more than *limit* bytes and one are read."""
    size = -1 if limit is None else limit + 1
    try:
        if path == "-":
            return sys.stdin.buffer.read(size)
        with Path(path).open("rb") as file:
            return file.read(size)
    except OSError as error:
        raise BadInput((error.strerror or str(error)).lower(), file=path) from None
