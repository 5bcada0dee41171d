"""The command line over the core and the server."""

from slowmate.cli.main import main

__all__ = ["main"]
