"""Files in and out: what cannot be read is bad input, and nothing is half-written."""

import argparse
import os
import sys
import tempfile
from collections.abc import Mapping
from datetime import date
from pathlib import Path

from slowmate.cli.warnings import warn
from slowmate.formats.events import read_with_doubts
from slowmate.formats.reading import MAX_BYTES, day_of
from slowmate.records import BadInput, Event


def add_start(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--start", metavar="DATE", help="the day the event started, where the file does not say it, or wrongly"
    )


def day(text: str, field: str) -> date:
    """Parse a day of the command line, or raise `BadInput`."""
    try:
        return day_of(text)
    except ValueError as error:
        raise BadInput(str(error), field=field) from None


def read_event_file(path: str, *, start: str | None = None, dated: bool = True) -> Event:
    """Read an event, JSON or TRF, and warn of what does not fit together in it."""
    given = day(start, "--start") if start else None
    event, doubts = read_with_doubts(read_bytes(path, limit=MAX_BYTES), file=path, start=given, dated=dated)
    for doubt in doubts:
        warn(doubt)
    return event


def read_bytes(path: str, *, limit: int | None = None) -> bytes:
    """Read a whole file (``-`` is standard input), or raise `BadInput`. At most *limit* bytes and one are read."""
    size = -1 if limit is None else limit + 1
    try:
        if path == "-":
            return sys.stdin.buffer.read(size)
        with Path(path).open("rb") as file:
            return file.read(size)
    except (OSError, ValueError) as error:  # a path with a null character is no path
        raise BadInput(_why(error), file=path) from None


def _why(error: OSError | ValueError) -> str:
    why = error.strerror if isinstance(error, OSError) else None
    return (why or str(error)).lower()


def write_files(folder: Path, texts: dict[str, str]) -> None:
    """Write all of these files or none: each beside its place first, then renamed."""
    made: list[tuple[Path, Path]] = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in texts.items():
            made.append((fresh := folder / f".{name}.new", folder / name))
            fresh.write_text(text, "utf-8")
        for fresh, final in made:
            fresh.replace(final)
    except (OSError, ValueError) as error:
        raise BadInput(f"cannot be written: {_why(error)}", file=str(folder)) from None
    finally:  # a process that is stopped in between leaves no file behind
        for fresh, _ in made:
            fresh.unlink(missing_ok=True)


def write_bytes(path: str, data: bytes) -> None:
    """Write a whole file or none (``-`` is standard output): beside its place under another name, then rename it."""
    if path == "-":
        sys.stdout.buffer.write(data)
        return
    target = Path(path)
    temporary = None
    try:
        with tempfile.NamedTemporaryFile(dir=target.parent, prefix=f".{target.name}.", delete=False) as file:
            temporary = Path(file.name)
            file.write(data)
        umask = os.umask(0)
        os.umask(umask)
        temporary.chmod(0o666 & ~umask)
        temporary.replace(target)
    except (OSError, ValueError) as error:  # a path with a null character is no path
        raise BadInput(f"cannot be written: {_why(error)}", file=path) from None
    finally:
        if temporary is not None:
            temporary.unlink(missing_ok=True)


def write_text(path: str, text: str) -> None:
    """Write text as a whole file, or nothing."""
    write_bytes(path, text.encode("utf-8"))


def form_of(form: str | None, out: str | None, suffixes: Mapping[str, str], *, field: str) -> str | None:
    """Return the form of the output: the one given, else by the suffix of the file; both must agree."""
    if out in (None, "-"):
        return form
    name = (out or "").lower()
    suffix = next((ending for ending in sorted(suffixes, key=len, reverse=True) if name.endswith(ending)), None)
    if suffix is None and form is None:
        raise BadInput(f"{out!r} ends in none of {', '.join(suffixes)}; give such a name, or --format", field=field)
    if suffix and form and suffixes[suffix] != form:
        raise BadInput(f"a name that ends in {suffix} is for {suffixes[suffix]}, not for {form}", field=field)
    return form or (suffixes[suffix] if suffix else None)
