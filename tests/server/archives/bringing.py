"""What the command does in the process of a test, and files for it."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from slowmate.cli.main import main


@dataclass(frozen=True, slots=True)
class Said:
    """How the command ended, and what it said."""

    status: int
    out: str
    err: str


class Importer:
    """`slowmate import` on the database of the test."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self._capsys = folder, capsys

    def file(self, name: str, text: str | bytes) -> str:
        path = self.folder / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return str(path)

    def __call__(self, *words: str) -> Said:
        self._capsys.readouterr()
        status = main(["import", *words])
        found = self._capsys.readouterr()
        return Said(status, found.out.replace(f"{self.folder}/", ""), found.err.replace(f"{self.folder}/", ""))
