"""Text of unknown origin: UTF-8 and UTF-16 are recognised, anything else is given or assumed, with a warning.

Old files carry names in the encodings of their programs. Which one cannot be seen from the bytes, so that a name with
a letter beyond ASCII may be misread: a warning names the line and what was assumed, and `--encoding` decides.
"""

import argparse
import codecs
import io
from collections.abc import Iterator
from typing import Any, BinaryIO

from slowmate.cli.warnings import warn
from slowmate.records import BadInput

PIECE = 64 * 1024
"""No more of a line than this is read at once."""
ASSUMED = "latin-1"
MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
"""The first bytes of a file, and the encoding they mean."""


def add_encoding(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--encoding",
        metavar="NAME",
        help="of the file's text, such as cp1250 or iso8859-2 (else: UTF-8 or UTF-16, and Latin-1 where it is neither)",
    )


def read_text(source: BinaryIO, encoding: str | None, *, file: str) -> Iterator[tuple[str, int]]:
    """Yield the lines of a file, very long ones in pieces, with how many bytes were read for them."""
    buffered = source if isinstance(source, io.BufferedReader) else io.BufferedReader(source)  # type: ignore[type-var]
    start = buffered.peek(4)[:4]
    mark, marked = next(((mark, name) for mark, name in MARKS if start.startswith(mark)), (b"", None))
    buffered.read(len(mark))
    chosen = _codec_name(encoding) if encoding else marked or _utf16_without_mark(start) or "utf-8"
    return _decode_utf8(buffered, file) if chosen == "utf-8" else _decode(buffered, chosen)


def _decode(source: "io.BufferedReader[Any]", encoding: str) -> Iterator[tuple[str, int]]:
    decoder = codecs.getincrementaldecoder(encoding)("replace")
    held = ""
    while data := source.read(PIECE):
        *lines, held = (held + decoder.decode(data)).split("\n")
        for line in lines:
            yield f"{line}\n", 0
        long, held = (held, "") if len(held) > PIECE else ("", held)
        yield long, len(data)
    yield held + decoder.decode(b"", final=True), 0


def _decode_utf8(source: "io.BufferedReader[Any]", file: str) -> Iterator[tuple[str, int]]:
    """Decode UTF-8; read a piece that is not as Latin-1, and warn of the first such."""
    decoder = codecs.getincrementaldecoder("utf-8")()
    line = 1
    while piece := source.readline(PIECE):
        try:
            text = decoder.decode(piece, final=piece.endswith(b"\n"))
        except UnicodeDecodeError:
            if line:
                warn(f"{file}: line {line}: not UTF-8; read as {ASSUMED}, letters may be wrong: give --encoding")
            text, line = piece.decode(ASSUMED), 0
            decoder.reset()
        line += piece.count(b"\n") if line else 0
        yield text, len(piece)


def _utf16_without_mark(start: bytes) -> str | None:
    """Recognise UTF-16 without a mark: every other byte of the first letters is zero."""
    if len(start) == 4 and start[1] == start[3] == 0 and start[0] and start[2]:
        return "utf-16-le"
    if len(start) == 4 and start[0] == start[2] == 0 and start[1] and start[3]:
        return "utf-16-be"
    return None


def _codec_name(name: str) -> str:
    try:
        b"x".decode(name, "replace")  # refuses encodings of something else than text
        return codecs.lookup(name).name
    except (LookupError, ValueError):
        why = f"{name!r} is not an encoding we know; such as utf-8, utf-16, cp1250, cp1251, cp1252, iso8859-2"
        raise BadInput(why, field="--encoding") from None
