"""The scoresheet of a game (8.1) in its notation, for the page and as a text to keep."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from slowmate.board import Colour
from slowmate.play.laws.postal import ScoresheetLine, is_numeric, scoresheet
from slowmate.server.accounts.permissions import Person
from slowmate.server.games.models import Game
from slowmate.server.games.queries.game import visible_game
from slowmate.server.games.queries.origin import origin_of
from slowmate.server.games.text import origin_words
from slowmate.server.site.text import claim_name, result


@dataclass(frozen=True, slots=True)
class ScoresheetRow:
    """One half-move as the sheet shows it."""

    place: str
    line: ScoresheetLine
    remark: str


@dataclass(frozen=True, slots=True)
class Scoresheet:
    is_numeric: bool
    rows: list[ScoresheetRow]

    @property
    def has_receipts(self) -> bool:
        return any(row.line.received for row in self.rows)

    @property
    def has_remarks(self) -> bool:
        return any(row.remark for row in self.rows)


def scoresheet_of(row: Game, person: Person) -> Scoresheet | None:
    """Return the sheet; None for a person who may not see the whole game."""
    visible = visible_game(row, person)
    if not visible.is_whole:
        return None
    first = 2 * visible.state.start.fullmove - (visible.state.start.turn is Colour.WHITE)
    lines = scoresheet(visible.events)
    return Scoresheet(
        is_numeric(visible.state), [ScoresheetRow(_place(first + line.ply), line, _remark(line)) for line in lines]
    )


def _place(half_moves: int) -> str:
    return f"{half_moves // 2}.{'' if half_moves % 2 == 0 else '..'}"


def _remark(line: ScoresheetLine) -> str:
    remarks = [_("conditional move")] if line.remark else []
    remarks += [_("claim: %(claim)s") % {"claim": claim_name(line.claim)}] if line.claim else []
    return ", ".join(remarks)


def as_text(row: Game, sheet: Scoresheet) -> str:
    """Write the sheet as plain text, its times in UTC."""
    return "\n".join(_text(row, sheet)) + "\n"


def _text(row: Game, sheet: Scoresheet) -> Iterator[str]:
    yield f"{_('White')}: {row.white.name}"
    yield f"{_('Black')}: {row.black.name}"
    yield f"{_('Event')}: {origin_words(origin_of(row))}"
    yield f"{_('Notation')}: {_('numeric') if sheet.is_numeric else _('algebraic')}"
    yield ""
    yield f"{'':<7}{_('Move'):<16}{_('Received (UTC)'):<18}{_('Sent (UTC)'):<18}{_('Days'):>5}"
    for half_move in sheet.rows:
        line = half_move.line
        days = "" if line.days is None else str(line.days)
        times = f"{_time(line.received):<18}{_time(line.sent):<18}"
        yield f"{half_move.place:<7}{line.text:<16}{times}{days:>5}  {half_move.remark}".rstrip()
    if row.result:
        yield ""
        yield pgettext("scoresheet", "Result: %(result)s") % {"result": result(row.result)}


def _time(at: datetime | None) -> str:
    return f"{at.astimezone(UTC):%Y-%m-%d %H:%M}" if at else ""
