"""Events and rating lists attacked: script in every text, huge and strange input, sums for spreadsheets."""

import csv
import io
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from django.apps import apps
from django.db import models
from django.test import Client

from slowmate.server.accounts.models import User
from slowmate.server.events.models import Event, Section
from slowmate.server.people.models import Office, Player
from slowmate.server.ratings.models import RatingList
from tests.server.harm import PAYLOAD, harm_in
from tests.server.tampering import unguarded
from tests.server.test_every_address import PAGES
from tests.support import small_federation
from tests.support.people import person

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

WRITTEN = {
    "Event": ("name", "words"),
    "Section": ("name",),
    "Team": ("name",),
    "Seat": ("name", "title"),
    "EventEntry": ("words",),
    "Nomination": ("words",),
    "Bar": ("reason",),
    "Decision": ("reason",),
    "CaseStep": ("reason",),
    "Violation": ("words",),
    "Right": ("event",),
    "RatingList": ("reason",),
    "ListEntry": ("name", "title"),
    "Adjustment": ("reason",),
    "Player": ("name", "about", "title"),
    "TitleHeld": ("source",),
}
"""What people write, or what is copied from it, by model."""
OF_EVENTS = ("events/", "sections/", "entries/", "ratings", "me", "calculators", "what-if", "qualifiers", "nominations")
HOLD = (Office.Kind.NON_TITLE_TOURNAMENTS, Office.Kind.RATINGS, Office.Kind.DELEGATE)
HUGE = "x" * 200_000
STRANGE = ("0", "-1", "9" * 30, "1e5", "x", "١", "²", "\u202e", "%00", "'", "<b>")


@pytest.fixture
def federation() -> dict[str, User]:
    """A few of everything, and somebody in every office."""
    small_federation.make()
    held = {kind.value: person(f"In {kind.value}", offices=(kind,)) for kind in HOLD}
    Office.objects.filter(kind=Office.Kind.DELEGATE).update(federation="CZE")
    return {**held, "administrator": person("Root", is_administrator=True), "player": person("Somebody")}


def write_everywhere(text: str) -> int:
    """Put a text wherever people write one; how many columns."""
    written = 0
    with unguarded():
        for model in apps.get_app_config("slowmate").get_models():
            for name in WRITTEN.get(model.__name__, ()):
                field = model._meta.get_field(name)
                assert isinstance(field, models.CharField | models.TextField)
                model._base_manager.update(**{name: text[: field.max_length]})
                written += 1
    return written


def numbers(route: str) -> list[str]:
    """The addresses of a route for every event, section, list and player that it could mean."""
    if "<int:pk>" not in route:
        return [route] if "<" not in route else []
    kind = Section if route.startswith("sections/") else RatingList if route.startswith("ratings/") else Event
    found = list(kind._base_manager.order_by("pk").values_list("pk", flat=True)[:6])
    paths = [route.replace("<int:pk>", str(pk)) for pk in found]
    return [path for path in paths if "<" not in path]


def routes() -> Iterator[str]:
    for route in PAGES:
        if route.startswith(OF_EVENTS):
            yield from numbers(route)


def as_somebody(who: User | None) -> Client:
    client = Client()
    if who:
        client.force_login(who)
    return client


def test_nothing_that_is_written_of_events_and_lists_becomes_more_than_text(federation: dict[str, User]) -> None:
    assert write_everywhere(PAYLOAD) == sum(map(len, WRITTEN.values()))
    looked, shown, harm = 0, 0, {}
    for who in (None, *federation.values()):
        client = as_somebody(who)
        for path in routes():
            answer = client.get(f"/{path}")
            assert answer.status_code < 500, path
            if answer.status_code == 200 and answer["Content-Type"].startswith("text/html"):
                page = answer.content.decode()
                looked, shown = looked + 1, shown + ("&lt;script&gt;" in page)
                if found := harm_in(page):
                    harm[path] = found
    assert harm == {}
    assert looked > 80
    assert shown > looked / 4, "most pages show something of it"


def test_what_a_spreadsheet_would_compute_is_text_in_every_table(federation: dict[str, User]) -> None:
    write_everywhere("=1+cmd|'/C calc'!A0")
    sections = Section.objects.values_list("pk", flat=True)
    tables = [f"/sections/{pk}/{name}.csv" for pk in sections for name in ("table", "start-list")]
    tables += [f"/ratings/{one.slug}.csv" for one in RatingList.objects.exclude(published=None)]
    read = 0
    for path in tables:
        answer = as_somebody(federation["administrator"]).get(path)
        if answer.status_code == 200:
            rows = list(csv.reader(io.StringIO(answer.getvalue().decode("utf-8-sig"), newline="")))
            cells = [cell for row in rows for cell in row]
            assert not [cell for cell in cells if cell.startswith(("=", "+", "@"))], path
            read += any("=1+cmd" in cell for cell in cells)
    assert read >= 2


def fields_of(answer: Any) -> set[str]:
    form = answer.context.get("form") if answer.context else None
    return set(form.fields) if form is not None else set()


def test_huge_and_strange_input_is_refused_and_never_an_error_of_ours(federation: dict[str, User]) -> None:
    sent = 0
    for office in HOLD:
        client = as_somebody(federation[office.value])
        for path in routes():
            answer = client.get(f"/{path}")
            for name in sorted(fields_of(answer)):
                for value in (HUGE, "\x00²" + "9" * 30):
                    status = client.post(f"/{path}", {name: value}).status_code
                    assert status < 500, (path, name, value[:5])
                    sent += 1
    assert sent > 30


def test_strange_numbers_and_filters_are_no_errors(federation: dict[str, User]) -> None:
    client = as_somebody(federation["administrator"])
    for value, start in product(STRANGE, ("events", "sections", "entries", "ratings")):
        assert client.get(f"/{start}/{value}").status_code in (400, 404), (start, value)
    pages = ("/events", "/ratings", "/players", "/what-if", "/calculators", "/desk", "/me")
    filters = ("q", "page", "kind", "year", "federation", "sort", "show", "title", "sex", "player", "rules", "list")
    for path, name, value in product(pages, filters, ("-1", "9" * 30, "²", "\x00'<b>")):
        assert client.get(path, {name: value}).status_code in (200, 302, 400, 404, 422), (path, name, value)


def test_whoever_is_in_no_office_changes_nothing_by_sending_every_form(federation: dict[str, User]) -> None:
    watched = (Event, Section, RatingList, Player)
    before = [list(model._base_manager.order_by("pk").values()) for model in watched]
    refused = 0
    for path in routes():
        if any(part in path for part in ("run", "plan", "office", "adjust", "publish", "settle")):
            answer = as_somebody(federation["player"]).post(f"/{path}", {"what": "open", "reason": "x"})
            assert answer.status_code in (302, 403, 404, 405), path
            refused += answer.status_code != 302
    assert refused > 5
    assert before == [list(model._base_manager.order_by("pk").values()) for model in watched]
