"""A server to measure: a process of its own, with a database of its own."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from django.db.models import Model

BATCH = 2_000


def measured_apart(module: str, url: str | None = None) -> list[tuple[str, str]]:
    """What a module prints as rows of JSON when it is run on an empty place; *url* is its database, if not SQLite."""
    with tempfile.TemporaryDirectory() as place:
        environment = {**os.environ, "SLOWMATE_DATA": place, "SLOWMATE_SECRET_KEY": "bench" * 8, "SLOWMATE_HOSTS": "*"}
        environment.pop("DATABASE_URL", None)
        environment |= {"DATABASE_URL": url} if url else {}
        command = [sys.executable, "-m", module]
        done = subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE, text=True)
    rows: list[tuple[str, str]] = [tuple(row) for row in json.loads(done.stdout)]
    return rows


def set_up() -> None:
    """Django with empty tables; people's passwords are hashed quickly."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "slowmate.server.settings"
    import django  # noqa: PLC0415 - after the environment is set

    django.setup()
    from django.conf import settings  # noqa: PLC0415
    from django.core.management import call_command  # noqa: PLC0415

    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    call_command("migrate", verbosity=0)
    call_command("createcachetable", verbosity=0)


def insert(model: "type[Model]", base: dict[str, Any], changed: "Iterable[dict[str, Any]]") -> None:
    """Rows that differ from one in a few columns: a million by way of the ORM take longer than all that is measured."""
    from django.db import connection, transaction  # noqa: PLC0415

    rows = iter(changed)
    first = next(rows, None)
    if first is None:
        return
    fields = {field.attname: field for field in model._meta.concrete_fields}
    names = [name for name in fields if name in base or name in first]
    written = {name: fields[name].get_db_prep_save(value, connection) for name, value in base.items()}
    place = {name: names.index(name) for name in first}
    plain = [written.get(name) for name in names]
    quote = connection.ops.quote_name
    columns = ", ".join(quote(str(fields[name].column)) for name in names)
    places = ", ".join(["%s"] * len(names))
    sql = f"INSERT INTO {quote(model._meta.db_table)} ({columns}) VALUES ({places})"  # noqa: S608 - names of our own

    def row(own: dict[str, Any]) -> list[Any]:
        values = plain.copy()
        for name, value in own.items():
            values[place[name]] = fields[name].get_db_prep_save(value, connection)
        return values

    written_rows = map(row, chain((first,), rows))
    with transaction.atomic(), connection.cursor() as cursor:
        while part := list(islice(written_rows, BATCH)):
            cursor.executemany(sql, part)
