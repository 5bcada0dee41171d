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
from tests.server.test_every_address import OPERATIONS, Place, asks, described, send

pytestmark = pytest.mark.django_db

ODD_DAYS = ("1800-01-01", "0001-01-01", "9999-12-31", "2015-12-31", "2199-12-31", "not-a-day")
A_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
KINDS = ("open", "world-championship-final", "master-norm", "national")
ROLES = (
    Role.WHITE,
    Role.DIRECTOR,
    Role.TTC,
    Role.OWN_DELEGATE,
    Role.RATINGS,
    Role.QUALIFICATIONS,
    Role.EXECUTIVE_BOARD,
)


def addresses(place: Place) -> Iterator[str]:
    """Every page, with what a page is asked for besides where that brings other forms."""
    for route, ask in asks():
        if ask.get is not None:
            yield place.path(route, ask)
    yield from (f"/events/plan?kind={kind}" for kind in KINDS)
    yield from (f"/games/{place.running.pk}/decide?what={what}" for what in DECISIONS)
    yield from (f"/titles/applications/new/{way}" for way in WAYS)


def day_fields(form: PageForm) -> dict[str, str]:
    """The fields of days, those too that a page sends unseen."""
    hidden = {name: "date" for name, values in form.values.items() if any(A_DAY.fullmatch(value) for value in values)}
    return hidden | form.days


def forms_with_days(place: Place) -> Iterator[tuple[str, PageForm]]:
    seen: set[tuple[str, frozenset[str]]] = set()
    client = place.client()
    for path in addresses(place):
        answer = client.get(path)
        if answer.status_code != 200 or not answer["Content-Type"].startswith("text/html"):
            continue
        for form in forms_of(answer.content):
            where = form.action or path
            names = frozenset(day_fields(form))
            if names and (where, names) not in seen:
                seen.add((where, names))
                yield where, form


@pytest.mark.parametrize("role", ROLES)
def test_an_odd_day_in_a_form_is_never_an_error_of_ours(role: Role) -> None:
    place, wrong, tried = Place(role), [], 0
    client = place.client()
    client.raise_request_exception = False
    for where, form in forms_with_days(place):
        for name, kind in day_fields(form).items():
            for day in ODD_DAYS:
                value = f"{day}T12:00" if kind == "datetime-local" else day
                given = {**form.values, name: [value], "reason": ["because"], CONFIRMED: ["1"]}
                with transaction.atomic():
                    answer = client.post(where, given) if form.method == "post" else client.get(where, given)
                    transaction.set_rollback(True)
                tried += 1
                if answer.status_code >= 500:
                    wrong.append(f"{form.method} {where} {name}={value}: {answer.status_code}")
    assert not wrong, "\n".join(wrong)
    assert tried, "this role has forms with days"


def _days_of(operation: dict[str, Any], schemas: dict[str, Any]) -> tuple[list[str], list[str]]:
    """Return the parameters and the fields of the body that are days or instants."""
    asked = [one["name"] for one in operation.get("parameters", []) if _is_day(one["schema"])]
    content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    named = content.get("schema", {}).get("$ref", "").rpartition("/")[2]
    fields = schemas.get(named, {}).get("properties", {})
    return asked, [name for name, schema in fields.items() if _is_day(schema)]


def _is_day(schema: dict[str, Any]) -> bool:
    return any(one.get("format") in ("date", "date-time") for one in (schema, *schema.get("anyOf", ())))


@pytest.mark.parametrize("role", [Role.WHITE, Role.OWN_DELEGATE, Role.TTC])
def test_an_odd_day_in_an_operation_is_never_an_error_of_ours(role: Role) -> None:
    from slowmate.server.api import api  # noqa: PLC0415 - needs Django to be set up

    place, wrong, tried = Place(role), [], set()
    schemas = api.get_openapi_schema()["components"]["schemas"]
    headers = place.programs()
    for operation, (_thing, _who, body) in OPERATIONS.items():
        one = described()[operation]
        parameters, fields = _days_of(one, schemas)
        for name in (*parameters, *fields):
            for day in ODD_DAYS:
                for value in (day, f"{day}T12:00:00Z"):
                    more: dict[str, Any] = {name: value} if name in fields and isinstance(body, dict) else {}
                    query = f"?{name}={value}" if name in parameters else ""
                    with transaction.atomic():
                        answer = send(place, operation, headers[one["x-scope"]], query=query, **more)
                        transaction.set_rollback(True)
                    tried.add(operation)
                    if answer.status_code >= 500:
                        wrong.append(f"{operation} {name}={value}: {answer.status_code}")
    assert not wrong, "\n".join(wrong)
    assert {"post /api/leave", "post /api/games/{game}/receipts"} <= tried
