"""From where code is reached: a tiny package shows what counts, and above all what does not."""

import sys
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

import pytest

from slowmate.cli.main import COMMANDS
from slowmate.rulebook.reach import reached
from slowmate.rulebook.source import templates, trees

pytestmark = pytest.mark.slow

Reached = dict[str, frozenset[str]]
Write = Callable[[dict[str, str]], Reached]

COMMAND = {
    "cli/main.py": """
        from importlib import import_module
        COMMANDS = {"show": "what is there"}
        def main(name):
            return import_module(f"tiny.cli.{name}").run()
    """
}
SITE = {
    "settings.py": """
        ROOT_URLCONF = "tiny.urls"
        MIDDLEWARE = ["tiny.between.headers"]
    """,
    "between.py": """
        def headers(get): return _safe(get)
        def _safe(get): return get
        def unsafe(get): return get
    """,
}


@pytest.fixture
def tiny(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Writes a package of these files, reads it, and tells what is reached; it is never run."""

    def write(files: dict[str, str]) -> Reached:
        for name, text in files.items():
            file = tmp_path / "tiny" / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(dedent(text), "utf-8")
            if file.suffix == ".py":
                for folder in file.relative_to(tmp_path).parents[:-1]:
                    (tmp_path / folder / "__init__.py").touch()
        monkeypatch.syspath_prepend(tmp_path)
        monkeypatch.delitem(sys.modules, "tiny", raising=False)
        return reached(trees("tiny"), templates("tiny"))

    return write


def by(found: Reached, place: str) -> list[str]:
    return sorted(found.get(f"tiny.{place}", ()))


def test_a_command_reaches_what_it_calls_however_that_is_imported(tiny: Write) -> None:
    found = tiny(
        COMMAND
        | {
            "cli/show.py": """
                import tiny.rules.far
                from tiny import rules
                from tiny.rules import renamed as other, near
                def run():
                    from .hidden import local
                    return near(), rules.re_exported(), other(), tiny.rules.far.away(), local(), rules.far.aside()
            """,
            "cli/hidden.py": "def local(): pass",
            "rules/__init__.py": """
                from tiny.rules.near import near, re_exported
                from tiny.rules.far import original as renamed
            """,
            "rules/near.py": """
                def near(): return _inner()
                def _inner(): pass
                def re_exported(): pass
            """,
            "rules/far.py": """
                def original(): pass
                def away(): pass
                def aside(): pass
            """,
        }
    )
    for name in ("near.near", "near._inner", "near.re_exported", "far.original", "far.away", "far.aside"):
        assert by(found, f"rules.{name}") == ["command show"], name
    assert by(found, "cli.hidden.local") == ["command show"]


def test_what_only_its_test_calls_is_never_reached(tiny: Write) -> None:
    found = tiny(
        COMMAND
        | {
            "cli/show.py": """
                from tiny import rules
                def run(ticked=None):
                    '''Not `rules.ticked`.'''
                    return rules.used(), [ticked for ticked in ()]
                def helper():
                    return rules.of_a_helper()
            """,
            "rules.py": """
                LIMIT = 1
                NOBODY = 2
                def used(): return LIMIT
                def ticked(): return by_what_is_ticked(), NOBODY
                def by_what_is_ticked(): pass
                def of_a_helper(): pass
                class Unused:
                    def used(self): return ticked()
            """,
            "cli/test_rules.py": """
                from tiny import rules
                def test_ticked(): assert rules.ticked() and rules.Unused().used()
            """,
        }
    )
    assert by(found, "rules.used") == by(found, "rules.LIMIT") == ["command show"]
    for name in ("ticked", "by_what_is_ticked", "of_a_helper", "NOBODY", "Unused", "Unused.used"):
        assert not by(found, f"rules.{name}"), name


def test_an_argument_or_a_local_name_is_not_the_function_of_that_name(tiny: Write) -> None:
    names = ("one", "two", "three", "four", "five", "six", "seven")
    found = tiny(
        COMMAND
        | {
            "cli/show.py": """
                from tiny.rules import one, two, three, four, five, six, seven
                def run(one, *two, **three):
                    for four in one:
                        two(four)
                    def seven(five):
                        return five + six()
                    return [three for three in two], lambda: seven
            """,
            "rules.py": "".join(f"def {name}(): pass\n" for name in names),
        }
    )
    assert [name for name in names if by(found, f"rules.{name}")] == ["six"]


def test_a_function_in_a_table_is_reached_by_whoever_uses_the_table(tiny: Write) -> None:
    found = tiny(
        COMMAND
        | {
            "cli/show.py": """
                from tiny import rules
                def run(name): return rules.TABLE[name]() or rules.decorated()
            """,
            "rules.py": """
                from tiny.dated import Dated
                def early(): pass
                def late(): pass
                def aside(): pass
                def wrap(function): return function
                BY_DATE = Dated({"X-1 1": early, "X-2 1": late})
                TABLE = {"a": lambda: BY_DATE.on(1)}
                OTHER = {"b": aside}
                @wrap
                def decorated(): pass
            """,
            "dated.py": """
                class Dated:
                    def __init__(self, values): self.values = checked(values)
                    def on(self, day): return self.values
                    def under(self, name): return self.values
                def checked(values): return values
            """,
        }
    )
    assert all(by(found, f"rules.{name}") for name in ("early", "late", "BY_DATE", "wrap"))
    assert not by(found, "rules.aside")
    assert by(found, "dated.checked") == by(found, "dated.Dated.on") == ["command show"]
    assert not by(found, "dated.Dated.under")


def test_a_row_of_a_table_by_class_is_reached_where_something_of_the_class_is_made(tiny: Write) -> None:
    found = tiny(
        COMMAND
        | {
            "cli/show.py": """
                from tiny import rules
                def run(): return rules.decide(rules.Move())
            """,
            "rules.py": """
                class Asked: pass
                class Move(Asked): pass
                class Never(Asked): pass
                def moved(): pass
                def never(): pass
                def of_any_kind(): pass
                TABLE = {Move: moved, Never: never, Asked: of_any_kind}
                LATE = frozenset({Never})
                def decide(asked: Move | Never):
                    if isinstance(asked, Never) or type(asked) is Never or asked in LATE:
                        return None
                    match asked:
                        case Never(): return None
                    return TABLE[type(asked)]()
            """,
        }
    )
    assert by(found, "rules.moved") == by(found, "rules.of_any_kind") == ["command show"]
    assert not by(found, "rules.never")


def test_a_method_is_reached_where_its_class_is_and_its_name_is_asked_for(tiny: Write) -> None:
    found = tiny(
        COMMAND
        | {
            "cli/show.py": """
                from tiny.rules import made, Static
                def run():
                    thing = made()
                    return thing.told, thing.counted(), Static.direct(), getattr(thing, "by_name")
            """,
            "rules.py": """
                import json
                class Base:
                    def counted(self): return 1
                class Thing(Base):
                    limit = fallback()
                    def __post_init__(self): checked()
                    @property
                    def told(self): return said()
                    def by_name(self): pass
                    def silent(self): return unsaid()
                class Other:
                    def counted(self): pass
                class Static:
                    @classmethod
                    def direct(cls): pass
                class Encoder(json.JSONEncoder):
                    def default(self, value): return encoded()
                def made(): return Thing(), Encoder
                def fallback(): pass
                def checked(): pass
                def said(): pass
                def unsaid(): pass
                def encoded(): pass
            """,
        }
    )
    for name in ("Base.counted", "Thing.by_name", "Static.direct", "fallback", "checked", "said", "encoded"):
        assert by(found, f"rules.{name}") == ["command show"], name
    for name in ("Other.counted", "Thing.silent", "unsaid"):
        assert not by(found, f"rules.{name}"), name


def test_a_module_that_is_loaded_by_its_name_or_handed_on_is_asked_for_what_is_in_it(tiny: Write) -> None:
    found = tiny(
        COMMAND
        | {
            "cli/show.py": """
                from importlib import import_module
                from tiny import handed
                def run():
                    return import_module("tiny.engine").rate(), chosen().add()
                def chosen(): return handed
            """,
            "engine.py": "def rate(): pass\ndef unasked(): pass\n",
            "handed.py": "def add(): pass\ndef unasked(): pass\n",
        }
    )
    assert by(found, "engine.rate") == by(found, "handed.add") == ["command show"]
    assert not by(found, "engine.unasked")
    assert not by(found, "handed.unasked")


def test_pages_are_named_by_their_address_and_reach_what_their_templates_ask(tiny: Write) -> None:
    found = tiny(
        SITE
        | {
            "urls.py": """
                from django.urls import include, path
                from tiny.things import views
                urlpatterns = [path("", views.front), path("things/", include("tiny.things.urls"))]
                handler404 = "tiny.things.views.not_found"
            """,
            "things/urls.py": """
                from django.urls import path
                from tiny.things import views
                urlpatterns = [path("<int:pk>", views.Thing.as_view())]
            """,
            "things/views.py": """
                from django.shortcuts import render
                from django.views import View
                from tiny.things import queries
                def front(request): return render(request, "front.html", {"rows": queries.rows()})
                def not_found(request): return queries.nothing()
                class Thing(View):
                    def get(self, request, pk): return render(request, f"things/{pk}.html")
                def unrouted(request): return queries.unasked()
            """,
            "things/queries.py": """
                class Row:
                    @property
                    def told(self): pass
                    @property
                    def untold(self): pass
                def rows(): return [Row()]
                def nothing(): pass
                def unasked(): pass
            """,
            "things/templatetags/words.py": """
                from django import template
                register = template.Library()
                @register.filter
                def spelt(value): return _letters(value)
                def _letters(value): return value
                @register.simple_tag(name="shown")
                def show(value): return value
            """,
            "templates/front.html": '{% include "part.html" %}{% if rows.told %}row.untold{% endif %}',
            "templates/part.html": "{{ name|spelt }}",
            "templates/things/one.html": "{% spelt 1 %}{% shown 2 %}",
        }
    )
    assert by(found, "things.queries.rows") == by(found, "things.queries.Row.told") == ["page /"]
    assert by(found, "things.templatetags.words._letters") == ["page /", "page /things/<int:pk>"]
    assert by(found, "things.templatetags.words.show") == ["page /things/<int:pk>"]
    assert by(found, "things.queries.nothing") == by(found, "between._safe") == ["every page"]
    for name in ("queries.unasked", "queries.Row.untold", "views.unrouted"):
        assert not by(found, f"things.{name}"), name
    assert not by(found, "between.unsafe")


def test_calls_of_the_api_are_named_by_method_and_address(tiny: Write) -> None:
    found = tiny(
        SITE
        | {
            "urls.py": """
                from django.urls import path
                from tiny.api import api
                urlpatterns = [path("api/", api.urls)]
            """,
            "api.py": """
                from ninja import NinjaAPI
                from tiny import things
                api = NinjaAPI()
                api.add_router("/things", things.router)
                api.add_router("/more", "tiny.more.router")
                def failed(request): pass
                api.add_exception_handler(ValueError, failed)
                @api.get("/")
                def root(request): pass
            """,
            "things.py": """
                from ninja import Router
                router = Router()
                other = Router()
                @router.get("")
                def every(request): return _rows()
                @router.post("/{int:pk}/go")
                def go(request, pk): pass
                @other.get("/lost")
                def lost(request): pass
                def _rows(): pass
            """,
            "more.py": """
                from ninja import Router
                router = Router()
                @router.delete("/{pk}")
                def gone(request, pk): pass
            """,
        }
    )
    assert by(found, "things._rows") == ["api GET /api/things"]
    assert by(found, "things.go") == ["api POST /api/things/{int:pk}/go"]
    assert by(found, "more.gone") == ["api DELETE /api/more/{pk}"]
    assert by(found, "api.root") == ["api GET /api"]
    assert "api GET /api/things" in by(found, "api.failed")
    assert not by(found, "things.lost")


def test_jobs_and_commands_of_django_are_entry_points(tiny: Write) -> None:
    found = tiny(
        {
            "jobs/worker.py": """
                from dataclasses import dataclass
                from tiny.jobs import sweep
                @dataclass
                class Job:
                    name: str
                    do: object
                def jobs(): return [Job("sweep", sweep.look), Job("house", tidy)]
                def tidy(): pass
                def untidy(): pass
            """,
            "jobs/sweep.py": "def look(): return _due()\ndef _due(): pass\n",
            "management/commands/person.py": """
                from django.core.management.base import BaseCommand
                class Command(BaseCommand):
                    def handle(self): return _made()
                def _made(): pass
            """,
        }
    )
    assert by(found, "jobs.sweep._due") == ["job sweep"]
    assert by(found, "jobs.worker.tidy") == ["job house"]
    assert by(found, "management.commands.person._made") == ["command manage person"]
    assert not by(found, "jobs.worker.untidy")


@pytest.fixture(scope="module")
def ours() -> Reached:
    return reached(trees("slowmate"), templates("slowmate"))


def test_every_command_is_an_entry_point(ours: Reached) -> None:
    assert {f"command {name}" for name in COMMANDS} <= {name for names in ours.values() for name in names}


@pytest.mark.parametrize(
    ("place", "entry"),
    [
        ("slowmate.events.running.standings.standings", "command standings"),
        ("slowmate.ratings.engines.loops.add_terms", "command rate"),
        ("slowmate.play.laws.moves.make_move", "page /games/<int:pk>/accept"),
        ("slowmate.play.laws.moves.make_move", "api POST /api/games/{int:game}/moves"),
        ("slowmate.play.laws.director.adjudicate", "page /games/<int:pk>/decide"),
        ("slowmate.play.laws.flags.check_time", "job sweep"),
    ],
)
def test_rules_are_reached_by_what_applies_them(ours: Reached, place: str, entry: str) -> None:
    assert entry in ours[place]


def test_a_page_reaches_only_the_decisions_it_can_ask_for(ours: Reached) -> None:
    assert "page /games/<int:pk>/accept" not in ours["slowmate.play.laws.director.adjudicate"]
    assert "command rate" not in ours["slowmate.play.laws.moves.make_move"]
