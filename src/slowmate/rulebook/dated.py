"""Values and procedures that change with the edition. No other code compares dates with editions."""

from collections.abc import Mapping
from datetime import date
from typing import Generic, TypeVar

from slowmate.rulebook.editions import EDITIONS, Edition, NoEdition, governing
from slowmate.rulebook.rulings import Clause

T = TypeVar("T")


class Dated(Generic[T]):
    """One value (or function) for each edition, keyed by the clause that gives it.

    Where an earlier edition restates the first of these clauses, its value holds there too.

    >>> LIMIT = Dated({"ICCF-TR-2016 App1.8/cap": 350, "ICCF-TR-2017 App1.8/cap": 560})
    >>> cited, limit = LIMIT.on(date(2017, 3, 31))
    >>> str(cited), limit
    ('ICCF-TR-2016 App1.8/cap', 350)
    """

    __slots__ = ("_by_edition", "_editions")

    def __init__(self, values: Mapping[str, T]) -> None:
        by_edition = {(cited := Clause.parse(address)).edition: (cited, value) for address, value in values.items()}
        if len(by_edition) != len(values):
            raise ValueError(f"two values for one edition: {', '.join(values)}")
        self._by_edition = by_edition
        self._editions = tuple(sorted((EDITIONS[key] for key in by_edition), key=lambda edition: edition.begins))

    @property
    def editions(self) -> tuple[Edition, ...]:
        return self._editions

    @property
    def newest(self) -> tuple[Clause, T]:
        """The clause and value of the newest edition, for rules whose other editions we do not hold."""
        return self._by_edition[self._editions[-1].key]

    @property
    def clause(self) -> Clause:
        """The clause of the newest edition, for where the rule is cited without its value."""
        return self.newest[0]

    def on(self, day: date) -> tuple[Clause, T]:
        """Return the clause and value in force on a day; raise `NoEdition` before the first.

        >>> str(Dated({"ICCF-TR-2017 8.4/5": 12}).on(date(2016, 5, 1))[0])
        'ICCF-TR-2016 8.4/5'
        """
        first = self._editions[0]
        if day < first.begins:
            cited, value = self._by_edition[first.key]
            return in_force(cited, on=day), value
        return self._by_edition[governing(self._editions, on=day).key]

    def under(self, edition: str) -> tuple[Clause, T]:
        """Return the clause and value of a named edition, to answer "what if"."""
        return self._by_edition[edition]


def in_force(cited: Clause, *, on: date) -> Clause:
    """Return the same rule under the edition in force on a day, where an earlier edition restates it.

    >>> str(in_force(Clause.parse("ICCF-TR-2017 1.1.1(k)"), on=date(2016, 5, 1)))
    'ICCF-TR-2016 1.1.1(k)'
    """
    if EDITIONS[cited.edition].begins <= on:
        return cited
    for edition in EDITIONS.values():
        if edition.restates == cited.edition and edition.begins <= on and not cited.address.startswith(edition.own):
            return Clause(edition.key, cited.address)
    raise NoEdition(on, EDITIONS[cited.edition])
