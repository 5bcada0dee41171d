"""Rows by statements that are written once: what a move costs.

The ORM takes several times as long to say a query as the database to answer it. That is no matter for a page, and
would be most of the work of a move. The columns are the model's own, so a new field is read and written too.
"""

import json
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from functools import cache, cached_property
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.models import NOT_PROVIDED, DateTimeField, Field, JSONField, Model
from django.db.models.base import ModelState
from django.db.models.expressions import Col

M = TypeVar("M", bound=Model)
Converter = Callable[[Any], Any]


class Columns(Generic[M]):
    """Columns of a model, all of them or some, in one order."""

    def __init__(self, model: type[M], *only: str) -> None:
        self.model, self.only = model, only

    @cached_property
    def fields(self) -> tuple["Field[Any, Any]", ...]:
        concrete = self.model._meta.concrete_fields
        return tuple(field for field in concrete if not self.only or field.attname in self.only)

    @cached_property
    def _attributes(self) -> list[str]:
        return [field.attname for field in self.fields]

    @cached_property
    def _converters(self) -> tuple[tuple[int, Converter], ...]:
        """What turns a value of the database into one of Python, for the columns that need it."""
        columns = [Col(self.model._meta.db_table, field) for field in self.fields]
        return tuple(
            (place, _in_utc if _keeps_no_zone() and isinstance(field, DateTimeField) else _of_column(convert, column))
            for place, (field, column) in enumerate(zip(self.fields, columns, strict=True))
            for convert in connection.ops.get_db_converters(column) + field.get_db_converters(connection)
        )

    def __len__(self) -> int:
        return len(self.fields)

    def named(self, table: str = "") -> str:
        """The columns as a statement lists them."""
        before = f"{table}." if table else ""
        return ", ".join(f'{before}"{field.column}"' for field in self.fields)

    def assigned(self) -> str:
        return ", ".join(f'"{field.column}" = %s' for field in self.fields)

    def in_new_row(self) -> str:
        """The columns as a trigger assigns them from the row that it was given."""
        return ", ".join(f'"{field.column}" = NEW."{field.column}"' for field in self.fields)

    def from_json(self) -> str:
        """The columns as a statement takes them out of rows of JSON."""
        return ", ".join(f"json_extract(value, '$[{place}]')" for place in range(len(self.fields)))

    def placeholders(self) -> str:
        return ", ".join(["%s"] * len(self.fields))

    def typed(self, rows: int) -> str:
        """Rows of values as a table that has the types of the columns."""
        first = ", ".join(f"%s::{field.db_type(connection)}" for field in self.fields)
        others = f", ({self.placeholders()})" * (rows - 1)
        return f'(VALUES ({first}){others}) AS "values" ({self.named()})'

    def place(self, attribute: str) -> int:
        return self._attributes.index(attribute)

    def read(self, values: Sequence[Any]) -> M:
        """The thing a row describes; what was not asked for is fetched when it is needed."""
        row = list(values)
        for place, convert in self._converters:
            row[place] = convert(row[place])
        state = ModelState()
        state.adding, state.db = False, DEFAULT_DB_ALIAS
        return self._thing(state, zip(self._attributes, row, strict=True))

    def new(self, **values: Any) -> M:
        """A thing that is not kept yet; what is not given is as the model says, but for what that makes anew."""
        return self._thing(ModelState(), self._defaults | values)

    @cached_property
    def _defaults(self) -> dict[str, Any]:
        concrete = self.model._meta.concrete_fields
        fixed = [field for field in concrete if field.default is NOT_PROVIDED or not callable(field.default)]
        return {field.attname: field.get_default() for field in fixed}

    def _thing(self, state: ModelState, values: Any) -> M:
        thing = self.model.__new__(self.model)  # as Django makes it, but for signals that nobody listens to
        thing.__dict__.update(values, _state=state)
        return thing

    def values(self, thing: M) -> list[Any]:
        """What the database is to keep of a thing."""
        values = self.plain(thing)
        for place in self._of_json:
            values[place] = json.dumps(values[place])
        return values

    def plain(self, thing: M) -> list[Any]:
        """What the database is to keep of a thing, as it is written within JSON (`from_json`)."""
        values = [getattr(thing, name) for name in self._attributes]
        for place in self._of_instants:
            values[place] = instant(values[place])
        return values

    @cached_property
    def _of_json(self) -> tuple[int, ...]:
        return tuple(place for place, field in enumerate(self.fields) if type(field) is JSONField)

    @cached_property
    def _of_instants(self) -> tuple[int, ...]:
        return tuple(place for place, field in enumerate(self.fields) if type(field) is DateTimeField)


def attach(thing: Model, name: str, other: Model | None) -> None:
    """What a foreign key of a thing leads to, found on the way."""
    key: Any = thing._meta.get_field(name)
    key.set_cached_value(thing, other)
    if other is not None and not key.remote_field.multiple:
        key.remote_field.set_cached_value(other, thing)


def _of_column(convert: Callable[..., Any], column: Col) -> Converter:
    return lambda value: convert(value, column, connection)


def insert(columns: Columns[M], rows: Iterable[Sequence[Any]], *, unless_there: bool = False) -> None:
    """Insert rows of values; *unless_there*: those whose key is taken are left as they are."""
    statement, every = _inserting(columns, unless_there=unless_there), list(rows)
    if len(every) == 1:  # as a move has it: for one row a batch is the longer way
        execute(statement, every[0])
    elif every:
        with connection.cursor() as cursor:
            cursor.executemany(statement, every)


@cache
def _inserting(columns: Columns[M], *, unless_there: bool) -> str:
    after = " ON CONFLICT DO NOTHING" if unless_there else ""
    table = columns.model._meta.db_table
    return f'INSERT INTO "{table}" ({columns.named()}) VALUES ({columns.placeholders()}){after}'  # noqa: S608


def row_of(statement: str, *values: Any) -> "tuple[Any, ...] | None":
    """The one row a statement finds."""
    found: tuple[Any, ...] | None = execute(statement, values).fetchone()
    return found


def execute(statement: str, values: Sequence[Any]) -> Any:
    """Have the database's own library carry out a statement; by Django where somebody wants to see it in its log."""
    database = connections[DEFAULT_DB_ALIAS]  # once: the name `connection` looks for it whenever it is used
    if database.queries_logged or database.execute_wrappers:
        cursor = database.cursor()
        cursor.execute(statement, values)
        return cursor
    database.close_if_health_check_failed()
    database.ensure_connection()
    with database.wrap_database_errors:
        own: Any = database.connection
        return own.execute(_with_question_marks(statement) if database.vendor == "sqlite" else statement, values)


@cache
def _with_question_marks(statement: str) -> str:
    return statement.replace("%s", "?")


@cache
def _keeps_no_zone() -> bool:
    """Whether instants are kept in UTC without saying so, as Django does on SQLite."""
    return connection.vendor == "sqlite"


def instant(at: datetime | None) -> datetime | str | None:
    """An instant as the database takes it."""
    return str(at.astimezone(UTC).replace(tzinfo=None)) if at is not None and _keeps_no_zone() else at


def _in_utc(at: datetime | None) -> datetime | None:
    return None if at is None else at.replace(tzinfo=UTC)
