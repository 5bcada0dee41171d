"""The command on the database of a test."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from slowmate.cli import import_archives
from tests.server.archives.bringing import Importer


@pytest.fixture
def bring(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Importer:
    """`slowmate import` in this process: the settings are loaded, and the connection is the test's."""

    @contextmanager
    def same() -> Iterator[None]:
        yield

    monkeypatch.setattr(import_archives, "set_up", lambda *, demo: None)  # noqa: ARG005
    monkeypatch.setattr(import_archives, "database", same)
    return Importer(tmp_path, capsys)
