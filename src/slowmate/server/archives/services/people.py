"""The people of an archive: matched with our players, or created, together with what the archive says of them."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from typing import Any, TypeVar

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from slowmate.formats.csv_rows import Row, read_rows
from slowmate.records import BadInput
from slowmate.server.archives.models import Origin
from slowmate.server.archives.queries.import_options import File, ImportOptions
from slowmate.server.archives.queries.import_report import IdentityQuestion, ImportOutcome, ImportReport
from slowmate.server.archives.queries.player_matcher import ArchivePerson, Matcher, PlayerMatch
from slowmate.server.people.models import Player
from slowmate.server.people.text import player_label
from slowmate.server.people.validators import FORMER, name_of_person
from slowmate.server.ratings.models import ListEntry

T = TypeVar("T")
BATCH = 500
"""Rows of a file in one transaction."""
FILLED = ("federation", "birth_year", "sex", "title", "iccf_id", "fide_id", "fide_rating")
RATED = ("rating", "rating_games", "rating_deviation")
"""Empty fields of a profile that are filled from a file; ratings only if the player is in no list."""


class Unclear(Exception):
    """A person may be one of several players."""


@dataclass(slots=True)
class _Waiting:
    """A person whose player is to be created, or whose origin is to be written."""

    person: ArchivePerson
    pk: int
    """Negative for a player that is not written yet."""


class People:
    """Identifies people and creates missing players. `flush` writes the results, in the caller's transaction."""

    def __init__(self, options: ImportOptions, report: ImportReport) -> None:
        self._options, self._report = options, report
        self._matcher = Matcher(options)
        self._waiting: dict[str, _Waiting] = {}
        self._numbers: dict[str, int] = {}
        self._made = 0

    def see(self, person: ArchivePerson, *, file: str, line: int | None) -> str:
        """Identify a person, as a key for `number`; `Unclear` or `BadInput` if that is impossible."""
        return self._see(person, file=file, line=line, makes=True) or ""

    def recognise(self, person: ArchivePerson, *, file: str, line: int | None) -> str | None:
        """Identify a person among our players; None if they are not here."""
        return self._see(person, file=file, line=line, makes=False)

    def _see(self, person: ArchivePerson, *, file: str, line: int | None, makes: bool) -> str | None:
        person = self._matcher.numbered(person)
        match = self._matcher.find(person)
        if match.key in self._numbers or match.key in self._waiting:
            return match.key
        label = person.name or person.id
        if match.is_known and match.pk is not None:
            self._numbers[match.key] = match.pk
            self._matcher.identify(person, match.pk)
            self._report.add(ImportOutcome.HERE, "player", file, line, label)
        elif match.pk is not None:
            self._waiting[match.key] = _Waiting(person, match.pk)
            self._matcher.identify(person, match.pk)
            self._report.add(ImportOutcome.MATCHED, "player", file, line, label, f"player {match.pk}")
        elif match.candidates and match.key not in self._options.answers:
            self._ask(person, match, file=file, line=line)
        elif not makes:
            return None
        else:
            _check(person, file=file, line=line)
            self._made += 1
            self._waiting[match.key] = _Waiting(person, -self._made)
            self._matcher.take(person, match.key, -self._made)
            self._report.add(ImportOutcome.NEW, "player", file, line, label)
        return match.key

    def _ask(self, person: ArchivePerson, match: PlayerMatch, *, file: str, line: int | None) -> None:
        if match.key not in self._report.questions:
            question = _identity_question(person, match, file=file, line=line)
            self._report.questions[match.key] = question
            why = f"may be {'; or '.join(question.candidates)}"
            self._report.add(ImportOutcome.AMBIGUOUS, "player", file, line, person.name, why)
        raise Unclear(f"{person.name} is ambiguous")

    def number(self, key: str) -> int:
        """Return the number of a player, after `flush`."""
        return self._numbers[key]

    def flush(self) -> None:
        """Write the people identified since the last time; in a dry run new players have negative numbers."""
        waiting, self._waiting = self._waiting, {}
        self._numbers |= {key: pending.pk for key, pending in waiting.items()}
        if not self._options.writes:
            return
        makers: dict[int, str] = {}
        for key, pending in waiting.items():
            if pending.pk < 0:
                makers.setdefault(pending.pk, key)  # later ones in the batch are the same person
        new = {former: _player(waiting[key].person) for former, key in makers.items()}
        Player.objects.bulk_create(new.values())
        for former, player in new.items():
            self._matcher.renumber(former, player.pk)
        self._numbers |= {key: new[pending.pk].pk for key, pending in waiting.items() if pending.pk < 0}
        matched = {
            self._numbers[key]: pending.person for key, pending in waiting.items() if makers.get(pending.pk) != key
        }
        for key, pending in waiting.items():
            self._matcher.take(pending.person, key, self._numbers[key])
        _fill(matched)
        Origin.objects.bulk_create(
            Origin(source=self._options.source, kind=Origin.Kind.PLAYER, key=key, row=self._numbers[key])
            for key in waiting
        )


def _check(person: ArchivePerson, *, file: str, line: int | None) -> None:
    """Raise BadInput if a person cannot become a player."""
    if not person.name:
        raise BadInput(
            "empty; nobody here has that id, and a new player needs a name", file=file, line=line, field="name"
        )
    try:
        name_of_person(person.name)
    except ValidationError as wrong:
        raise BadInput(" ".join(wrong.messages), file=file, line=line, field="name") from None


def _player(person: ArchivePerson) -> Player:
    return Player(
        name=person.name,
        federation=person.federation,
        birth_year=person.birth_year,
        iccf_id=person.iccf_id or None,
        fide_id=person.fide_id or None,
        **{name: value for name, value in person.more.items() if value not in (None, "")},
    )


def _fill(people: dict[int, ArchivePerson]) -> None:
    """Fill empty fields of profiles, except those of deleted accounts."""
    players = Player.objects.exclude(name=FORMER).in_bulk([pk for pk in people if pk > 0])
    listed = set(ListEntry.objects.filter(player__in=players).values_list("player_id", flat=True))
    changed = []
    for pk, player in players.items():
        values = _profile_values(people[pk])
        names = [*FILLED, *(RATED if pk not in listed and player.rating is None else ())]
        lacking = [name for name in names if values.get(name) not in (None, "") and not getattr(player, name)]
        for name in lacking:
            setattr(player, name, values[name])
        changed += [player] if lacking else []
    if changed:
        Player.objects.bulk_update(changed, [*FILLED, *RATED])


def _profile_values(person: ArchivePerson) -> dict[str, Any]:
    return {**person.more, **{name: getattr(person, name) for name in FILLED[:2] + FILLED[4:6]}}


def rows_of(
    file: File, report: ImportReport, *, required: Sequence[str], what: str, columns: Collection[str]
) -> Iterator[Row | BadInput]:
    """Yield the rows of a CSV file; columns besides these are reported."""
    return read_rows(
        file.data(), file=file.name, required=required, what=what, known=columns, unknown=report.unknown_column
    )


def batched(rows: Iterable[T], size: int = BATCH) -> Iterator[Sequence[T]]:
    """Yield rows in batches."""
    batch: list[T] = []
    for row in rows:
        batch.append(row)
        if len(batch) >= size:
            yield batch
            batch = []
    if batch:
        yield batch


@contextmanager
def together(options: ImportOptions) -> Iterator[None]:
    """Open a transaction if the import writes; a conflict with another writer is one line of BadInput."""
    try:
        with transaction.atomic() if options.writes else nullcontext():
            yield
    except IntegrityError as wrong:
        why = "somebody else has written the same at the same time; run the command again"
        raise BadInput(f"{why} ({' '.join(str(wrong).split())})") from wrong


def _identity_question(person: ArchivePerson, match: PlayerMatch, *, file: str, line: int | None) -> IdentityQuestion:
    """Return the question about an ambiguous person, with the candidates."""
    here = Player.objects.in_bulk([pk for pk in match.candidates if pk > 0])
    candidates = tuple(f"{pk}: {player_label(player)}" for pk, player in here.items())
    who = {
        "id": person.id,
        "name": person.name,
        "federation": person.federation,
        "birth_year": str(person.birth_year or ""),
        "iccf_id": person.iccf_id,
        "fide_id": person.fide_id,
    }
    return IdentityQuestion(match.key, file, line, who, candidates or ("another one in the same file",))
