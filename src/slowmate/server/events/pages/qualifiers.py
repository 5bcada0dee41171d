"""The Table of Qualifiers: for each kind of event the players with a right to enter it."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from slowmate.rulebook import Clause
from slowmate.server.events.models import Right
from slowmate.server.events.text import kind_words, until_words
from slowmate.server.people.models import Player


@dataclass(frozen=True, slots=True)
class QualifierLine:
    """One line of the table."""

    row: Right
    player: Player
    clause: Clause
    until: str


@dataclass(frozen=True, slots=True)
class QualifierStage:
    """One kind of event, and the players with a right to enter it."""

    kind: str
    name: str
    lines: list[QualifierLine]


def qualifier_stages(rows: Sequence[Right]) -> list[QualifierStage]:
    """Group rights, in the order of `queries.rights.qualifiers`, under a heading for each kind of event."""
    return [
        QualifierStage(
            kind,
            kind_words(kind),
            [
                QualifierLine(row, row.player, Clause.parse(row.clause), until_words(row))
                for row in rights
                if row.player is not None
            ],
        )
        for kind, rights in groupby(rows, key=lambda row: row.to)
    ]
