"""A function as it is called."""

import ast
from dataclasses import dataclass, field

from .trees import Function, Module
from .values import Alternative


@dataclass(eq=False)
class Frame:
    """A function as it is called: what its parameters are, and where it was defined."""

    module: Module
    function: Function | None
    label: str
    bound: dict[str, list[Alternative]] = field(default_factory=dict)
    outer: "Frame | None" = None
    depth: int = 0

    def path(self, node: ast.AST) -> dict[str, object]:
        """The conditions a node stands under, as this function was called."""
        return {f"{self.label} {text}": held for text, held in self.module.path(node).items()}


@dataclass(frozen=True, eq=False)
class Inner:
    """A function made inside another, which remembers what it was made with."""

    function: ast.FunctionDef
    frame: Frame
