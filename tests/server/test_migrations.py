"""Migrations stand for themselves: they know what the tables were like, and nothing of the code that uses them now."""

import ast
from pathlib import Path

from slowmate.server import migrations


def test_migrations_import_no_living_code() -> None:
    folder = Path(migrations.__file__).parent
    imported = {
        name
        for file in folder.glob("0*.py")
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        for name in (
            [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else []
        )
    }
    assert imported
    assert not [name for name in imported if name.startswith("slowmate")]
