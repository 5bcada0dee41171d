"""One console for all tables: as wide as they need when the output is not a terminal."""

import sys

from rich.console import Console

WIDE = 400


def console() -> Console:
    """A console on standard output; a file or a pipe gets plain text that is never cut or wrapped.

    What is printed is printed as it stands: names may hold brackets, which are no markup, and colons, which are no
    pictures. Styles are given as `style=` or as a `Text`.
    """
    if sys.stdout.isatty():
        return Console(markup=False, emoji=False)
    return Console(width=WIDE, color_system=None, soft_wrap=True, markup=False, emoji=False)
