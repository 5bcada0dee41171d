"""Whoever tampers with events has to take the database's guard away first."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from django.db import connection


class _Editor:
    """What a migration writes with."""

    def __init__(self) -> None:
        self.connection = connection

    def execute(self, statement: str, params: Any = None) -> None:
        with connection.cursor() as cursor:
            cursor.execute(statement, params)


@contextmanager
def unguarded() -> Iterator[None]:
    """Let events be changed and deleted meanwhile."""
    migration = import_module("slowmate.server.migrations.0001_first")
    migration.unguard(None, _Editor())
    yield
    migration.guard(None, _Editor())
