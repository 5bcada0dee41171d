"""Days that nobody can mean, sent to every field of every form and of every operation: never an error of ours."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction

from slowmate.server.desk.decisions import DECISIONS
from slowmate.server.permissions import Role
from slowmate.server.site.steps import CONFIRMED
from slowmate.server.titles.forms.applications import KINDS as WAYS
from tests.server.page_forms import PageForm, forms_of
from tests.server.test_every_address import OPERATIONS, SIGNED_IN, Place, asks, described, send

pytestmark = pytest.mark.django_db

WORST_DAYS = ("0001-01-01", "9999-12-31")
"""The first and the last day of all: nothing can be reckoned before the one and after the other."""
ODD_DAYS = ("1800-01-01", "0001-01-01", "9999-12-31", "2015-12-31", "2199-12-31", "not-a-day")
A_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
WITHOUT_DAYS = ("accounts/", "rulebook", "api/", "theme", "language", "healthz")
"""Pages that ask for no day."""
Seen = set[tuple[str, frozenset[str]]]
"""Forms that were sent: where, with the numbers left out, and the names of their fields of days."""
KINDS = ("open", "world-championship-final", "master-norm", "national")
FORMS = 16
"""Forms with days that these roles have, at the least."""
ROLES = (
    Role.WHITE,
    Role.DIRECTOR,
    Role.TTC,
    Role.OWN_DELEGATE,
    Role.QUALIFICATIONS,
    Role.EXECUTIVE_BOARD,
)


def addresses(place: Place, role: Role) -> Iterator[str]:
    """Every page for a role, with what a page is asked for besides where that brings other forms.

    Pages that all see are for the first role, and for those who alone may send their forms.
    """
    for route, ask in asks():
        is_for_all = ask.get is not None and ask.get >= SIGNED_IN
        sends = ask.post is not None and role in ask.post and not ask.post >= SIGNED_IN
        may = role is ROLES[0] or sends if is_for_all else ask.get is not None and role in ask.get
        if may and not route.startswith(WITHOUT_DAYS) and "." not in route.rpartition("/")[2]:
            yield place.path(route, ask)
    if role in (Role.TTC, Role.OWN_DELEGATE):
        yield from (f"/events/plan?kind={kind}" for kind in KINDS)
    if role is Role.DIRECTOR:
        yield from (f"/games/{place.running.pk}/decide?what={what}" for what in DECISIONS)
    if role in (Role.WHITE, Role.OWN_DELEGATE, Role.QUALIFICATIONS):
        yield from (f"/titles/applications/new/{way}" for way in WAYS)


def day_fields(form: PageForm) -> dict[str, str]:
    """The fields of days, those too that a page sends unseen."""
    hidden = {name: "date" for name, values in form.values.items() if any(A_DAY.fullmatch(value) for value in values)}
    return hidden | form.days


def forms_with_days(place: Place, role: Role, seen: Seen) -> Iterator[tuple[str, PageForm]]:
    """The forms with days that a role is shown and that were not *seen* yet, on pages of other numbers either."""
    client = place.client()
    for path in addresses(place, role):
        answer = client.get(path)
        if answer.status_code != 200 or not answer["Content-Type"].startswith("text/html"):
            continue
        for form in forms_of(answer.content):
            where = form.action or path
            names = frozenset(day_fields(form))
            key = (re.sub(r"\d+", "N", where), names)
            if names and key not in seen:
                seen.add(key)
                yield where, form


def errors_of_forms(role: Role, seen: Seen) -> Iterator[str]:
    """Send the worst days in every field of days of a role's forms; all odd days in the form of leave."""
    place = Place(role)
    client = place.client()
    client.raise_request_exception = False
    for where, form in forms_with_days(place, role, seen):
        days = ODD_DAYS if where == "/leave" else WORST_DAYS
        for name, kind in day_fields(form).items():
            for day in days:
                value = f"{day}T12:00" if kind == "datetime-local" else day
                given = {**form.values, name: [value], "reason": ["because"], CONFIRMED: ["1"]}
                with transaction.atomic():
                    answer = client.post(where, given) if form.method == "post" else client.get(where, given)
                    transaction.set_rollback(True)
                if answer.status_code >= 500:
                    yield f"{form.method} {where} {name}={value}: {answer.status_code}"


def test_an_odd_day_in_a_form_is_never_an_error_of_ours() -> None:
    """Each form once, as the first role that has it."""
    seen: Seen = set()
    wrong: list[str] = []
    for role in ROLES:
        with transaction.atomic():
            wrong += errors_of_forms(role, seen)
            transaction.set_rollback(True)
    assert len(seen) >= FORMS, "a form with days is on no page that is looked at"
    assert not wrong, "\n".join(wrong)


def _days_of(operation: dict[str, Any], schemas: dict[str, Any]) -> tuple[list[str], list[str]]:
    """Return the parameters and the fields of the body that are days or instants."""
    asked = [one["name"] for one in operation.get("parameters", []) if _is_day(one["schema"])]
    content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    named = content.get("schema", {}).get("$ref", "").rpartition("/")[2]
    fields = schemas.get(named, {}).get("properties", {})
    return asked, [name for name, schema in fields.items() if _is_day(schema)]


def _is_day(schema: dict[str, Any]) -> bool:
    return any(one.get("format") in ("date", "date-time") for one in (schema, *schema.get("anyOf", ())))


def test_an_odd_day_in_an_operation_is_never_an_error_of_ours() -> None:
    from slowmate.server.api import api  # noqa: PLC0415 - needs Django to be set up

    schemas = api.get_openapi_schema()["components"]["schemas"]
    wrong: list[str] = []
    tried: set[str] = set()
    for role in (Role.WHITE, Role.OWN_DELEGATE, Role.TTC):
        with transaction.atomic():
            wrong += errors_of_operations(role, schemas, tried)
            transaction.set_rollback(True)
    assert not wrong, "\n".join(wrong)
    assert {"post /api/leave", "post /api/games/{game}/receipts"} <= tried


def errors_of_operations(role: Role, schemas: dict[str, Any], tried: set[str]) -> Iterator[str]:
    """Send the worst days to the operations that a role may call and that were not *tried* yet."""
    place = Place(role)
    headers = place.programs()
    for operation, (_thing, who, body) in OPERATIONS.items():
        if role not in who or operation in tried:
            continue
        one = described()[operation]
        parameters, fields = _days_of(one, schemas)
        for name in (*parameters, *fields):
            tried.add(operation)
            for day in WORST_DAYS:
                for value in (day, f"{day}T12:00:00Z"):
                    more: dict[str, Any] = {name: value} if name in fields and isinstance(body, dict) else {}
                    query = f"?{name}={value}" if name in parameters else ""
                    with transaction.atomic():
                        answer = send(place, operation, headers[one["x-scope"]], query=query, **more)
                        transaction.set_rollback(True)
                    if answer.status_code >= 500:
                        yield f"{operation} {name}={value}: {answer.status_code}"
