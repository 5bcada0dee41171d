"""Rules of rights as predicates and as conditions: for random people and rows the two agree, of every rule there is."""

import ast
from collections import defaultdict
from collections.abc import Callable, Iterator
from datetime import timedelta
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser

import slowmate.server
from slowmate.server.accounts.models import User
from slowmate.server.correspondence.models import Report
from slowmate.server.events.models import Case, Event, EventEntry, Section
from slowmate.server.games.models import Game
from slowmate.server.people.models import Office, Player
from slowmate.server.permissions import Role
from slowmate.server.site import clock
from slowmate.server.site.rules import Rule
from slowmate.server.titles.models import Application, Norm, TitleAward
from slowmate.titles.iccf.confirmation import ConfirmingBody
from tests.server.scene import Scene
from tests.support.people import person

SERVER = Path(slowmate.server.__file__).parent
WORLDS = 3
"""How often offices and rows are shuffled."""


def rules() -> dict[str, Rule[Any]]:
    """Return every rule of the permissions of all slices, by its name."""
    modules = [
        import_module(f"slowmate.server.{path.parent.name}.permissions") for path in SERVER.glob("*/permissions.py")
    ]
    names = {value: name for module in modules for name, value in vars(module).items() if isinstance(value, Rule)}
    return {name: rule for rule, name in names.items()}


def modules_with_rules() -> Iterator[str]:
    """Yield the modules of the server in which a rule is made."""
    for path in SERVER.rglob("*.py"):
        calls = (node.func for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call))
        if any(isinstance(call, ast.Name) and call.id == "Rule" for call in calls):
            yield path.relative_to(SERVER).as_posix()


def test_rules_are_made_in_permissions_alone() -> None:
    assert {Path(module).name for module in modules_with_rules()} == {"permissions.py"}


def test_there_are_values_to_shuffle_for_the_rows_of_every_rule() -> None:
    tables = {rule.model for rule in rules().values()}
    assert tables == set(VALUES), "add to VALUES what is shuffled in the rows of a new table, {} if nothing is"


def _states(field: str, model: type[Any]) -> Callable[[Random, list[User], list[User]], dict[str, Any]]:
    return lambda random, _people, _directors: {field: random.choice(model.State.values)}


def _event(random: Random, people: list[User], _directors: list[User]) -> dict[str, Any]:
    organiser = random.choice([None, None, *people[:4]])
    return {
        "state": random.choice([Event.State.DRAFT, Event.State.OPEN]),
        "kind": random.choice(["master-norm", "open", "world-championship-preliminary", "fide-swiss", "national"]),
        "organiser": organiser,
        "federation": "" if organiser else random.choice(["", "CZE", "GER"]),
        "needs_approval": random.choice([True, False]),
    }


VALUES: dict[type[Any], Callable[[Random, list[User], list[User]], dict[str, Any]]] = {
    Event: _event,
    Section: lambda random, _people, directors: {
        "state": random.choice([Section.State.PROPOSED, Section.State.RUNNING]),
        "ended": None,
        "director": random.choice([None, *directors]),
    },
    Game: lambda random, _people, directors: {
        "is_shown_live": random.random() < 0.2,
        "director": random.choice([None, *directors]),
    },
    EventEntry: _states("state", EventEntry),
    Report: lambda _random, _people, _directors: {},
    Norm: lambda random, people, _directors: {"player": random.choice(people).player},
    TitleAward: lambda random, people, _directors: {
        "confirmed_by": random.choice(list(ConfirmingBody)).value,
        "player": random.choice(people).player,
    },
    Application: lambda random, people, _directors: {
        "state": random.choice(Application.State.values),
        "player": random.choice(people).player,
    },
    Case: lambda random, people, _directors: {
        "procedure": random.choice(["replacement status", "approval", "transfer", "withdrawal"]),
        "opened_by": random.choice([None, *people]),
        "state": random.choice(["requested", "director agrees", "granted"]),
        "player": random.choice([None, *(user.player for user in people)]),
    },
}
"""What is shuffled in the rows of each table that a rule speaks of."""


def shuffle(random: Random, people: list[User]) -> None:
    """Give everybody other offices, and every row other values."""
    Office.objects.filter(user__in=people).delete()
    today = clock.now().date()
    for user in people:
        Player.objects.filter(pk=user.player.pk).update(federation=random.choice(["", "CZE", "GER"]))
        User.objects.filter(pk=user.pk).update(is_active=random.random() < 0.85)
        for kind in random.sample(Office.Kind.values, 4):
            ends = random.choice([None, today, today - timedelta(1)])
            federation = random.choice(["CZE", "GER"]) if kind == Office.Kind.DELEGATE else ""
            Office.objects.create(user=user, kind=kind, federation=federation, begins=today - timedelta(9), ends=ends)
    directors = [user for user in people if user.offices.filter(kind=Office.Kind.DIRECTOR).exists()]
    for model, values in VALUES.items():
        for row in model.objects.all():
            model.objects.filter(pk=row.pk).update(**values(random, people, directors))


@pytest.mark.django_db
def test_predicates_and_conditions_agree_for_random_people_and_rows() -> None:
    scene = Scene(Role.PLAYER)
    people = [scene.white, scene.black, scene.director, *(person() for _ in range(7))]
    answers: dict[str, set[bool]] = defaultdict(set)
    for seed in range(WORLDS):
        shuffle(Random(seed), people)
        for who in (AnonymousUser(), *(User.objects.get(pk=user.pk) for user in people)):
            for name, rule in rules().items():
                among = set(rule.rows(who).values_list("pk", flat=True))
                assert rule.rows(who).count() == len(among), f"{name} gives a row twice"
                for row in rule.model._default_manager.all():
                    assert rule.holds(who, row) == (row.pk in among), (seed, name, who, row)
                    answers[name].add(row.pk in among)
    one_sided = {name for name, both in answers.items() if both != {True, False}}
    assert one_sided == set(), "always yes or always no: give VALUES, or the scene, rows that these rules tell apart"
