"""One console for all tables: as wide as they need when the output is not a terminal."""

import sys

from rich.console import Console

WIDE = 400


def console() -> Console:
    """A console on standard output; a file or a pipe gets plain text that is never cut or wrapped."""
    return Console() if sys.stdout.isatty() else Console(width=WIDE, color_system=None, soft_wrap=True)
