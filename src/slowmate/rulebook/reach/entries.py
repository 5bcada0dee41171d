"""The entry points: commands, pages, calls of the API and jobs, recognised by what they are in the code."""

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from slowmate.rulebook.reach.graph import Graph
from slowmate.rulebook.reach.mentions import Function, mentions
from slowmate.rulebook.reach.package import Located, Module, Package
from slowmate.rulebook.source import walk

METHODS = ("get", "post", "put", "patch", "delete")
EVERY_PAGE = "every page"
"""The entry point of what runs for each request: middleware, context, error pages, adapters."""


def entry_points(graph: Graph) -> dict[str, set[str]]:
    """Return every entry point by its name, with the places in the code where it begins."""
    package = graph.package
    entries: dict[str, set[str]] = defaultdict(set)
    for name, places in (*_commands(package), *_jobs(package), *_site(graph)):
        entries[name] |= places
    return dict(entries)


def _commands(package: Package) -> Iterator[tuple[str, set[str]]]:
    """Yield what a module offers by name and loads by name, such as ``import_module(f"slowmate.cli.{name}")``."""
    for module in package.modules.values():
        for prefix in _loaded(module):
            for constant in module.constants:
                table = module.value(constant)
                for name, value in _rows(table) if isinstance(table, ast.Dict) else ():
                    offered = package.modules.get(f"{prefix}{name}") or package.modules.get(f"{prefix}{value}")
                    if offered and "run" in offered.functions:
                        yield f"command {name}", {f"{offered.name}.{part}" for part in ("run", "add_arguments")}
        for name, definition in module.classes.items():
            if any(str(base).startswith("django.core.management") for base in package.bases(module, definition)):
                yield f"command manage {module.name.rpartition('.')[2]}", {f"{module.name}.{name}"}


def _rows(table: ast.Dict) -> Iterator[tuple[str, str]]:
    """Yield the names of a table with the value of each: a line of help, or the module of another name."""
    for key, value in zip(table.keys, table.values, strict=True):
        for name in _texts([key]):
            yield name, next(iter(_texts([value])), "")


def _loaded(module: Module) -> Iterator[str]:
    """Yield the prefixes of the names of modules that a module loads by name."""
    if "importlib:import_module" not in module.scope.names.values():
        return
    for call in (call for function in module.functions.values() for call in _calls(function)):
        if module.scope.path(call.func) == "importlib:import_module" and isinstance(call.args[0], ast.JoinedStr):
            begins = call.args[0].values[0]
            if isinstance(begins, ast.Constant):
                yield str(begins.value)


def _jobs(package: Package) -> Iterator[tuple[str, set[str]]]:
    """Yield each `Job` that is made of a name and a function."""
    for module in package.modules.values():
        for call in (call for function in module.functions.values() for call in _calls(function)):
            called = _locate(package, module, call.func)
            if called is None or called.name != "Job" or called.name not in called.module.classes:
                continue
            arguments = [*call.args, *(keyword.value for keyword in call.keywords)]
            names = _texts(arguments)
            does = [place for part in arguments if (place := _locate(package, module, part))]
            places = {place.place for place in does if place.name in place.module.functions}
            if names and places:
                yield f"job {names[0]}", places


def _site(graph: Graph) -> Iterator[tuple[str, set[str]]]:
    """Yield the pages and the API of the site whose settings name the module of its addresses."""
    package = graph.package
    for settings in package.modules.values():
        addresses = settings.value("ROOT_URLCONF")
        urls = package.modules.get(str(addresses.value)) if isinstance(addresses, ast.Constant) else None
        if urls is None:
            continue
        yield EVERY_PAGE, {settings.name, *(f"{settings.name}.{name}" for name in settings.constants)}
        handlers = {f"{urls.name}.{name}" for name in urls.constants if name.startswith("handler")}
        yield EVERY_PAGE, handlers
        for page in _pages(package, urls, ""):
            if page.api:
                yield from _operations(package, page.api, page.address)
            else:
                yield f"page {page.address}", page.begins(graph)


@dataclass(frozen=True, slots=True)
class _Page:
    """The target of an address: a view, the addresses of a module that are not ours to read, or an API."""

    address: str
    module: Module
    view: ast.expr | None
    api: Located | None = None

    def begins(self, graph: Graph) -> set[str]:
        if self.view is not None:
            return graph.places(mentions([self.view], self.module.scope))
        return {self.module.name, *(f"{self.module.name}.{name}" for name in self.module.functions)}


def _pages(package: Package, urls: Module, prefix: str) -> Iterator[_Page]:
    listed = urls.value("urlpatterns")
    if listed is None:
        yield _Page(f"/{prefix}", urls, None)
    for call in _calls(listed) if listed else ():
        if (urls.scope.path(call.func) or "") not in {"django.urls:path", "django.urls:re_path"}:
            continue
        address, view = f"{prefix}{ast.literal_eval(call.args[0])}", call.args[1]
        included = _included(package, urls, view)
        api = _locate(package, urls, view)
        if included:
            yield from _pages(package, included, address)
        elif api and api.rest == ("urls",):
            yield _Page(address, urls, view, api)
        else:
            yield _Page(f"/{address}", urls, view)


def _included(package: Package, urls: Module, view: ast.expr) -> Module | None:
    if isinstance(view, ast.Call) and urls.scope.path(view.func) == "django.urls:include":
        argument = view.args[0]
        return package.modules.get(str(argument.value)) if isinstance(argument, ast.Constant) else None
    return None


def _operations(package: Package, api: Located, prefix: str) -> Iterator[tuple[str, set[str]]]:
    """Yield every function that a router of this API, or the API itself, calls for a method and an address."""
    routers = {api.place: [""]}
    for module in package.modules.values():
        for call in (call for statement in module.run for call in _calls(statement)):
            if isinstance(call.func, ast.Attribute) and call.func.attr == "add_router" and len(call.args) > 1:
                router, owner = _locate(package, module, call.args[1]), _locate(package, module, call.func.value)
                if router and owner and owner.place == api.place:
                    routers.setdefault(router.place, []).append(str(ast.literal_eval(call.args[0])))
    for module in package.modules.values():
        for name, function in module.functions.items():
            for method, answering, address in _answers(package, module, function):
                for within in routers.get(answering, ()):
                    path = f"/{prefix}{f'{within}{address}'.lstrip('/')}".rstrip("/")
                    yield f"api {method} {path}", {f"{module.name}.{name}", api.place}


def _answers(package: Package, module: Module, function: Function) -> Iterator[tuple[str, str, str]]:
    for decorator in function.decorator_list:
        if not (isinstance(decorator, ast.Call) and isinstance(decorator.func, ast.Attribute)):
            continue
        router = _locate(package, module, decorator.func.value)
        if router and decorator.func.attr in METHODS and decorator.args:
            yield decorator.func.attr.upper(), router.place, str(ast.literal_eval(decorator.args[0]))


def _locate(package: Package, module: Module, node: ast.expr) -> Located | None:
    """Return what an expression names, by itself or as a text."""
    if isinstance(node, ast.Constant):
        return package.named(node.value) if isinstance(node.value, str) else None
    path = module.scope.path(node)
    return package.find(path) if path else None


def _texts(nodes: Iterable[ast.expr | None]) -> list[str]:
    return [node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)]


def _calls(node: ast.AST) -> Iterator[ast.Call]:
    return (inner for inner in walk(node) if isinstance(inner, ast.Call))
