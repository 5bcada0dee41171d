"""Matching people in files with our players: by earlier imports, by number, then by name, federation and year.

Players are read into memory once, so that a million games need no queries.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from typing import Any

from slowmate.server.archives.models import Origin
from slowmate.server.archives.queries.import_options import ImportOptions
from slowmate.server.people.models import Player
from slowmate.server.site.folding import folded

NEW = "new"
"""The answer for a person who is not here yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchivePerson:
    """A person as a file describes them. *id* is the archive's own; if it *is_loose*, it may be of this file only, and
    counts only if the name agrees."""

    name: str
    id: str = ""
    is_loose: bool = False
    federation: str = ""
    birth_year: int | None = None
    iccf_id: str = ""
    fide_id: str = ""
    more: Mapping[str, Any] = field(default_factory=dict, hash=False)
    """Other fields of `Player`."""


@dataclass(frozen=True, slots=True)
class PlayerMatch:
    """The match of a person: the number of a player here, None for a new one; or several candidates."""

    key: str
    pk: int | None = None
    is_known: bool = False
    """Whether an earlier import has matched them."""
    candidates: tuple[int, ...] = ()


@dataclass(slots=True)
class _Candidate:
    """The fields of a player here that are compared."""

    pk: int
    words: str
    federation: str
    birth_year: int | None
    iccf_id: str
    fide_id: str


def key_of(*parts: object) -> str:
    """Return a digest of identifying values."""
    return blake2b("\x1f".join(map(str, parts)).encode(), digest_size=16).hexdigest()


def words_of(name: str) -> str:
    """Return a name for comparison: folded, its words sorted."""
    return " ".join(sorted(folded(name.replace(",", " ").replace(".", " ")).split()))


class Matcher:
    """Our players, and the people imported from the archive before."""

    def __init__(self, options: ImportOptions) -> None:
        self._options = options
        self._players: dict[int, _Candidate] = {}
        self._by_number: dict[tuple[str, str], int] = {}
        self._by_words: dict[str, list[int]] = defaultdict(list)
        self._identified: set[int] = set()
        """Players matched in this run by an id of the archive: another id is another person, or the user is asked."""
        columns = ("pk", "name", "federation", "birth_year", "iccf_id", "fide_id")
        for pk, name, federation, born, iccf, fide in Player.objects.values_list(*columns).iterator():
            self._learn(_Candidate(pk, words_of(name), federation, born, iccf or "", fide or ""))
        rows = Origin.objects.filter(kind=Origin.Kind.PLAYER, source=options.source).values_list("key", "row")
        self._origins: dict[str, int] = dict(rows.iterator())

    def _learn(self, candidate: _Candidate) -> None:
        self._players[candidate.pk] = candidate
        self._by_words[candidate.words].append(candidate.pk)
        for kind, number in (("iccf", candidate.iccf_id), ("fide", candidate.fide_id)):
            if number:
                self._by_number[kind, number] = candidate.pk

    def numbered(self, person: ArchivePerson) -> ArchivePerson:
        """Return a person whose id is an ICCF or FIDE number, with that number."""
        if not person.id or self._options.id_is == "own":
            return person
        return (
            replace(person, iccf_id=person.id) if self._options.id_is == "iccf" else replace(person, fide_id=person.id)
        )

    def key(self, person: ArchivePerson) -> str:
        """Return the key by which the archive identifies a person."""
        if self._is_own_id(person):
            return key_of("id", person.id)
        words = words_of(person.name)
        return key_of("who", words, person.federation, person.birth_year or "", person.iccf_id, person.fide_id)

    def find(self, person: ArchivePerson) -> PlayerMatch:
        """Return the match of a person."""
        key = self.key(person)
        if (pk := self._origins.get(key)) is not None:
            return PlayerMatch(key, pk, is_known=True)
        if (answer := self._options.answers.get(key)) is not None:
            return PlayerMatch(key, None if answer == NEW else int(answer))
        numbered = self._of_number(person)
        if numbered:
            return PlayerMatch(key, numbered[0]) if len(numbered) == 1 else PlayerMatch(key, candidates=numbered)
        if person.is_loose and (pk := self._of_loose_id(person)) is not None:
            return PlayerMatch(key, pk)
        fitting = [
            candidate
            for pk in self._by_words.get(words_of(person.name), ())
            if _fits(candidate := self._players[pk], person)
        ]
        is_taken = self._is_own_id(person) and any(candidate.pk in self._identified for candidate in fitting)
        if len(fitting) == 1 and not is_taken and (self._options.by_name or _is_sure(fitting[0], person)):
            return PlayerMatch(key, fitting[0].pk)
        return PlayerMatch(key, candidates=tuple(candidate.pk for candidate in fitting))

    def _of_number(self, person: ArchivePerson) -> tuple[int, ...]:
        numbers = (("iccf", person.iccf_id), ("fide", person.fide_id))
        return tuple(dict.fromkeys(pk for pair in numbers if pair[1] and (pk := self._by_number.get(pair)) is not None))

    def _of_loose_id(self, person: ArchivePerson) -> int | None:
        """Match by an id that may be of the file only, if the archive's player of that id has the name."""
        pk = self._origins.get(key_of("id", person.id)) if person.id else None
        return pk if pk is not None and self._players[pk].words == words_of(person.name) else None

    @staticmethod
    def _is_own_id(person: ArchivePerson) -> bool:
        return bool(person.id) and not person.is_loose

    def identify(self, person: ArchivePerson, pk: int) -> None:
        """Remember a player as matched by an id of the archive."""
        if self._is_own_id(person):
            self._identified.add(pk)

    def take(self, person: ArchivePerson, key: str, pk: int) -> None:
        """Remember the player of a person."""
        self._origins[key] = pk
        self.identify(person, pk)
        if pk not in self._players:
            candidate = _Candidate(
                pk, words_of(person.name), person.federation, person.birth_year, person.iccf_id, person.fide_id
            )
            self._learn(candidate)
        candidate = self._players[pk]
        candidate.iccf_id, candidate.fide_id = candidate.iccf_id or person.iccf_id, candidate.fide_id or person.fide_id
        for kind, number in (("iccf", person.iccf_id), ("fide", person.fide_id)):
            if number:
                self._by_number.setdefault((kind, number), pk)

    def renumber(self, former: int, pk: int) -> None:
        """Replace the provisional number of a new player by the real one."""
        candidate = self._players.pop(former)
        if former in self._identified:
            self._identified.add(pk)
        self._by_words[candidate.words].remove(former)
        candidate.pk = pk
        self._learn(candidate)


def _fits(candidate: _Candidate, person: ArchivePerson) -> bool:
    """Return whether no identifying value contradicts. People born in the same year may have changed federation."""
    if _differ(candidate.iccf_id, person.iccf_id) or _differ(candidate.fide_id, person.fide_id):
        return False
    if candidate.birth_year and person.birth_year:
        return candidate.birth_year == person.birth_year
    return not _differ(candidate.federation, person.federation)


def _is_sure(candidate: _Candidate, person: ArchivePerson) -> bool:
    return bool(
        person.federation
        and candidate.federation == person.federation
        and person.birth_year
        and candidate.birth_year == person.birth_year
    )


def _differ(value: str, other: str) -> bool:
    return bool(value and other and value != other)
