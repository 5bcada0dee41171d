"""The portable form of a backup: every row as a line of JSON, and of which tables.

It needs no program of PostgreSQL, and moves a federation from SQLite to PostgreSQL. It is loaded into the tables it was
made from, as the migrations made them then; later ones bring those up to this version with all that is in them. Not in
it: sessions (people sign in again).
"""

import gzip
import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any, TypeAlias

from django.apps import apps
from django.core import serializers
from django.core.exceptions import ValidationError
from django.core.management.color import no_style
from django.core.serializers.json import DjangoJSONEncoder
from django.db import IntegrityError, connection, models, transaction
from django.db.migrations.exceptions import InvalidMigrationPlan, IrreversibleError
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader

from slowmate.records import BadInput

FORMAT = "slowmate-portable-3"
_BATCH = 1000
_LEFT_OUT = frozenset(
    {
        *("sessions.session", "usersessions.usersession"),
        *("contenttypes.contenttype", "auth.permission", "auth.group"),  # Django's own, and not used
    }
)
_DAMAGE = (OSError, EOFError, ValueError, LookupError, TypeError, AttributeError, ValidationError, IntegrityError)
"""Errors from reading a file that was cut off or changed."""
Tables: TypeAlias = dict[str, type[models.Model]]
"""Tables as they are or were, by the name of the model."""


def _tables_to_keep(models_here: "list[type[models.Model]]") -> Tables:
    return {
        model._meta.label_lower: model
        for model in models_here
        if model._meta.label_lower not in _LEFT_OUT and model._meta.managed
    }


# writing


class _Exact(DjangoJSONEncoder):
    """Instants to the microsecond, which the usual encoder cuts off."""

    def default(self, o: Any) -> Any:
        return o.isoformat() if isinstance(o, datetime) else super().default(o)


def dump(fresh: Path) -> None:
    """Write every row, in one state of the database, with the last migration of each app."""
    migrations = dict(sorted(MigrationLoader(connection).graph.leaf_nodes()))
    tables = list(_tables_to_keep(apps.get_models()).values())
    ordered: list[type[models.Model]] = serializers.sort_dependencies([(None, tables)], allow_cycles=True)
    with _one_state(), gzip.open(fresh, "wt", encoding="utf-8") as file:
        file.write(json.dumps({"format": FORMAT, "migrations": migrations}) + "\n")
        for model in ordered:
            rows = model._default_manager.order_by("pk").iterator(chunk_size=_BATCH)
            serializers.serialize("jsonl", rows, stream=file, cls=_Exact)
        file.write(json.dumps({"format": FORMAT, "end": True}) + "\n")


@contextmanager
def _one_state() -> Iterator[None]:
    """Read one state of the database for all tables, while others write: they do not wait for it."""
    ours: Any = connection
    if ours.vendor == "sqlite":
        usual, ours.transaction_mode = ours.transaction_mode, "DEFERRED"  # usually a transaction keeps writers out
    try:
        with transaction.atomic():
            if ours.vendor == "postgresql":
                with ours.cursor() as cursor:
                    cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            yield
    finally:
        if ours.vendor == "sqlite":
            ours.transaction_mode = usual


# reading


def load(path: Path) -> None:
    """Load the rows of a dump into the tables they came from; the caller migrates from there."""
    try:
        tables = _tables_of(path)
        with transaction.atomic():
            for model in tables.values():  # what migrations wrote themselves
                model._default_manager.all().delete()
            links: list[models.Model] = []
            for batch in _batches(path, tables, links):
                _insert(batch)
            _insert_links(links)
    except BadInput:
        raise
    except _DAMAGE as wrong:
        raise BadInput(f"is damaged: {' '.join(str(wrong).split())}", file=str(path)) from None
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), list(tables.values())):
            cursor.execute(statement)


def _tables_of(path: Path) -> Tables:
    """Make the tables that a dump was made from, in an empty database, or go back to them."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        head = json.loads(file.readline() or "{}")
    if head.get("format") != FORMAT:
        raise BadInput("is no backup of ours", file=str(path))
    executor = MigrationExecutor(connection)
    nodes = list(head["migrations"].items())
    for app, name in nodes:
        if (app, name) not in executor.loader.graph.nodes:
            raise BadInput(f"was made by another version: there is no migration {app}.{name}", file=str(path))
    try:
        executor.migrate(nodes)
    except (IrreversibleError, InvalidMigrationPlan):
        raise BadInput("has tables of another version; restore into one without tables", field="DATABASE_URL") from None
    return _tables_to_keep(executor.loader.project_state(nodes).apps.get_models())


def _insert(batch: list[models.Model]) -> None:
    """Insert rows exactly as they were: a date that is set automatically in a new row keeps its value."""
    model = type(batch[0])
    if any(getattr(part, "auto_now", False) or getattr(part, "auto_now_add", False) for part in model._meta.fields):
        for row in batch:
            row.save_base(raw=True, force_insert=True)
    else:
        model._default_manager.bulk_create(batch)


def _insert_links(links: list[models.Model]) -> None:
    """Insert the links between rows of two tables, once both are there."""
    for through in {type(link) for link in links}:
        through._default_manager.bulk_create([link for link in links if type(link) is through], batch_size=_BATCH)


def _batches(path: Path, tables: Tables, links: list[models.Model]) -> Iterator[list[models.Model]]:
    """Yield the rows of a dump, in batches of one table; a dump that was cut off is damaged. *links* collects the
    links, for the end."""
    batch: list[models.Model] = []
    is_complete = False
    with gzip.open(path, "rt", encoding="utf-8") as file:
        file.readline()
        for line in file:
            if line.startswith('{"format"'):
                is_complete = True
                break
            values = json.loads(line)
            row = _row(values, tables)
            links += _links(values, tables)
            if batch and (type(row) is not type(batch[0]) or len(batch) >= _BATCH):
                yield batch
                batch = []
            batch.append(row)
    if batch:
        yield batch
    if not is_complete:
        raise BadInput("is damaged: it ends in the middle", file=str(path))


def _row(line: dict[str, Any], tables: Tables) -> models.Model:
    """Return one line of a dump as a row of the table it came from."""
    model = tables[line["model"]]
    values = {"pk": model._meta.pk.to_python(line["pk"])}
    columns = {field.name: field for field in model._meta.concrete_fields}
    linked = {field.name for field in model._meta.many_to_many}
    own = {name: value for name, value in line["fields"].items() if name not in linked}
    values |= {columns[name].attname: columns[name].to_python(value) for name, value in own.items()}
    return model(**values)


def _links(line: dict[str, Any], tables: Tables) -> Iterator[models.Model]:
    """Yield the links of a line to rows of other tables, each as a row of the table between them."""
    for field in tables[line["model"]]._meta.many_to_many:
        through: type[models.Model] = field.remote_field.through  # type: ignore[assignment]  # there is always one
        for other in line["fields"].get(field.name, ()):
            yield through(**{f"{field.m2m_field_name()}_id": line["pk"], f"{field.m2m_reverse_field_name()}_id": other})
