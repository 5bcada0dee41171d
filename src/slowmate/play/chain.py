"""A list that grows at its end without copying: a game and the game one move later share all but the last link."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Chain(Generic[T]):
    """An immutable list of which the next, longer one comes cheap. Iterates from the first item on."""

    length: int = 0
    tail: tuple[T, ...] = ()
    """The last item; all of them in the link a list began with."""
    before: "Chain[T] | None" = None

    @classmethod
    def of(cls, items: Iterable[T]) -> "Chain[T]":
        tail = tuple(items)
        return cls(len(tail), tail)

    def then(self, item: T) -> "Chain[T]":
        return Chain(self.length + 1, (item,), self)

    def __len__(self) -> int:
        return self.length

    def __iter__(self) -> Iterator[T]:
        links = list(self._backwards())
        return (item for link in reversed(links) for item in link.tail)

    def _backwards(self) -> "Iterator[Chain[T]]":
        link: Chain[T] | None = self
        while link is not None:
            yield link
            link = link.before

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Chain):
            return NotImplemented
        return self is other or (self.length == other.length and list(self) == list(other))

    def __hash__(self) -> int:
        return hash((self.length, self.tail[-1:]))

    def __repr__(self) -> str:
        return f"Chain.of({list(self)!r})"

    def __reduce__(self) -> "tuple[object, tuple[list[T]]]":
        return Chain.of, (list(self),)
