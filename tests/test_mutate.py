"""`tools/mutate`: what it changes, and which tests it asks first."""

import sys
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[1]
SOURCE = """
def first(rows, limit: int = 3):
    if not rows:
        return None
    if (limit) >= 1 and limit != 2:  # ½
        return [row for row in rows.filter(a=1) if row in (limit,)]
    return f"{limit > 1}"
"""


@pytest.fixture(scope="module")
def mutate() -> ModuleType:
    loader = SourceFileLoader("mutate", str(ROOT / "tools" / "mutate"))
    spec = spec_from_loader("mutate", loader)
    assert spec
    module = module_from_spec(spec)
    sys.modules["mutate"] = module  # dataclasses look their module up
    loader.exec_module(module)
    return module


def test_each_kind_of_mutation_changes_its_own_place_alone(mutate: ModuleType) -> None:
    source = SOURCE.encode()
    found = {(one.line, one.name): one.applied(source).decode() for one in mutate.Mutations("a.py", source).found}
    changed = {
        (2, "3 to 4"): ("= 3", "= 4"),
        (3, "guard to False"): ("if not rows:", "if False:"),
        (3, "not left out"): ("not rows", " rows"),
        (5, "guard to False"): ("(limit) >= 1 and limit != 2", "False"),
        (5, ">= to >"): (">=", ">"),
        (5, "1 to 2"): (">= 1", ">= 2"),
        (5, "and to or"): ("and", "or"),
        (5, "!= to =="): ("!=", "=="),
        (5, "2 to 3"): ("!= 2", "!= 3"),
        (6, "filter to True"): ("row in (limit,)", "True"),
        (6, "in to not in"): ("if row in", "if row not in"),
        (6, ".filter to .all"): (".filter(a=1)", ".all()"),
        (6, "1 to 2"): ("a=1", "a=2"),
    }
    assert found == {place: SOURCE.replace(old, new, 1) for place, (old, new) in changed.items()}


def test_every_mutation_of_the_package_can_be_compiled(mutate: ModuleType) -> None:
    compiled = 0
    for path in (ROOT / "src" / "slowmate" / "board").rglob("*.py"):
        source = path.read_bytes()
        for mutation in mutate.Mutations(str(path), source).found:
            compile(mutation.applied(source), str(mutation), "exec")
            compiled += 1
    assert compiled > 100


def test_the_tests_named_after_a_module_are_the_nearest_and_those_of_other_slices_are_not_asked(
    mutate: ModuleType,
) -> None:
    tests = mutate.nearest_tests("src/slowmate/events/organising/planning.py")
    assert tests[0] == "tests/events/organising/test_planning.py"
    assert "tests/board/test_perft.py" not in tests
