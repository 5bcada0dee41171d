"""Rules of tools/lint on how the core speaks of the rule books.

- A number of a book is a `Dated` value: no literal number in calls that count months, years or days.
- A clause is cited by one literal in its package, so that a change of the rule is made in one place.
"""

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "slowmate"
CORE = ("rulebook", "records", "board", "play", "ratings", "titles", "events", "words", "formats")
CITED_ONCE = ("board", "play", "ratings", "titles", "events")
"""Packages that cite each clause once."""

COUNTING = frozenset({"months_after", "months_before", "years_after", "timedelta"})
UNITS = frozenset({0, 1})
"""What `timedelta` may be given anywhere: nothing, or one second, minute or day."""
NUMBERS_OF_OUR_OWN = {
    "rulebook/calendar.py: months_after": "a year has twelve months",
    "play/laws/director.py: timedelta": "a bound for what a director types, far beyond any control: no rule gives it",
}
"""Calls with a literal number that no rule book gives, by file and function, with the reason."""


def _trees(packages: tuple[str, ...]) -> Iterator[tuple[Path, ast.Module]]:
    for package in packages:
        for path in sorted((PACKAGE / package).rglob("*.py")):
            yield path, ast.parse(path.read_text())


def _name(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")


def _calls_outside_dated(node: ast.AST) -> Iterator[ast.Call]:
    """Yield the calls below a node, without those inside `Dated(...)`."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Call):
            if _name(child) == "Dated":
                continue
            yield child
        yield from _calls_outside_dated(child)


def _numbers(call: ast.Call) -> Iterator[int | float]:
    for argument in (*call.args, *(keyword.value for keyword in call.keywords)):
        for part in ast.walk(argument):
            if isinstance(part, ast.Constant) and isinstance(part.value, int | float):
                yield part.value


def bare_numbers() -> Iterator[tuple[str, str]]:
    """Yield each call in the core that counts months, years or days by a literal number."""
    for path, tree in _trees(CORE):
        for call in _calls_outside_dated(tree):
            name, key = _name(call), f"{path.relative_to(PACKAGE)}: {_name(call)}"
            allowed = UNITS if name == "timedelta" else frozenset()
            if name not in COUNTING or key in NUMBERS_OF_OUR_OWN or allowed.issuperset(_numbers(call)):
                continue
            advice = 'name it beside its clause: NO_ENTRY_FOR = Dated({"ICCF-TR-2017 8.4/5": Months(12)})'
            yield key, f"{path.relative_to(ROOT)}:{call.lineno}: a bare number in {name}(): {advice}"


def _cited(call: ast.Call) -> Iterator[tuple[str, int]]:
    """Yield the addresses that a call of `clause` or `Dated` cites, each with its line."""
    literals: list[ast.expr | None] = []
    if _name(call) == "clause":
        literals = [*call.args[:1]]
    elif _name(call) == "Dated":
        literals = [key for table in call.args if isinstance(table, ast.Dict) for key in table.keys]
    for literal in literals:
        if isinstance(literal, ast.Constant) and isinstance(literal.value, str):
            yield literal.value, literal.lineno


def clauses_cited_twice() -> Iterator[tuple[str, str]]:
    """Yield each clause that two statements of a package cite by a literal; within one table it may stand twice."""
    for package in CITED_ONCE:
        places: dict[str, dict[tuple[Path, int], str]] = defaultdict(dict)
        for path, tree in _trees((package,)):
            for statement in tree.body:
                for call in (node for node in ast.walk(statement) if isinstance(node, ast.Call)):
                    for address, line in _cited(call):
                        key = (path, statement.lineno)
                        places[address].setdefault(key, f"{path.relative_to(ROOT)}:{line}")
        for address, by_statement in sorted(places.items()):
            if len(by_statement) > 1:
                first, *others = by_statement.values()
                advice = "cite it in the module the rule belongs to, and import that constant (a Dated has .clause)"
                yield f"{package}: {address}", f"{first}: {address} is also cited at {', '.join(others)}: {advice}"


RULES = (bare_numbers, clauses_cited_twice)
