"""Commands as people start them, in this process: starting one of its own for each costs most of a test's time."""

import io
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from slowmate.cli import main

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "section.json"


@dataclass(frozen=True, slots=True)
class Done:
    """What a command said, and its exit status."""

    returncode: int
    stdout: bytes
    stderr: bytes


def run(*arguments: object, stdin: bytes | None = None) -> Done:
    """Run a command; nothing of it is a terminal."""
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2))
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(sys, "stdout", out)
        patched.setattr(sys, "stderr", err)
        if stdin is not None:
            patched.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin), "utf-8"))
        try:
            status = main([str(argument) for argument in arguments])
        except SystemExit as ended:
            status = ended.code if isinstance(ended.code, int) else 1
    return Done(status, _written(out), _written(err))


def _written(stream: io.TextIOWrapper) -> bytes:
    stream.flush()
    buffer = stream.buffer
    return buffer.getvalue() if isinstance(buffer, io.BytesIO) else b""
