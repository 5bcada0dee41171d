"""Run a script of tools/ with the Python of the virtual environment."""

import importlib.util
import os
import sys
from pathlib import Path

PYTHON = Path(__file__).resolve().parent.parent / ".venv" / "bin" / "python"


def ensure_django() -> None:
    """Start the running script again with the virtual environment's Python if this one lacks Django."""
    if importlib.util.find_spec("django") is not None:
        return
    if not PYTHON.exists() or Path(sys.prefix) == PYTHON.parents[1]:
        sys.exit(f"{Path(sys.argv[0]).name} needs Django: run make setup first.")
    os.execv(PYTHON, [str(PYTHON), *sys.argv])  # noqa: S606 - the same script, no shell
