"""A list that grows at its end without copying: a game and the game one move later share all but the last link."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar, cast

T = TypeVar("T")


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Chain(Generic[T]):
    """An immutable list of which the next, longer one comes cheap. Iterates from the first item on."""

    length: int = 0
    last: T | None = None
    before: "Chain[T] | None" = None

    @classmethod
    def of(cls, items: Iterable[T]) -> "Chain[T]":
        chain: Chain[T] = cls()
        for item in items:
            chain = chain.then(item)
        return chain

    def then(self, item: T) -> "Chain[T]":
        return Chain(self.length + 1, item, self)

    def __len__(self) -> int:
        return self.length

    def __iter__(self) -> Iterator[T]:
        return reversed(list(self._backwards()))

    def _backwards(self) -> Iterator[T]:
        link: Chain[T] | None = self
        while link is not None and link.length:
            yield cast("T", link.last)
            link = link.before

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Chain):
            return NotImplemented
        return self is other or (self.length == other.length and list(self) == list(other))

    def __hash__(self) -> int:
        return hash((self.length, self.last))

    def __repr__(self) -> str:
        return f"Chain.of({list(self)!r})"

    def __reduce__(self) -> "tuple[object, tuple[list[T]]]":
        return Chain.of, (list(self),)
