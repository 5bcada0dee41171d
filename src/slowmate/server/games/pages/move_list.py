"""The moves of a game as its page lists them."""

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext

from slowmate.server.games.pages.game import GamePage
from slowmate.server.games.queries.game import MoveLine
from slowmate.server.site.text import in_full, month, span_or_nothing


@dataclass(frozen=True, slots=True)
class MoveRow:
    """One line of the list of moves."""

    ply: int
    colour: str
    place: str
    text: str
    is_shown: bool
    """The move is the last one on the board."""
    used: str
    """Its cost, and whether it was a conditional move."""
    made: datetime | None
    """None, like what follows, if the game was reconstructed."""
    day: int | None = None
    month: str = ""
    instant: str = ""


def move_rows(page: GamePage, on_board: int) -> list[MoveRow]:
    """Return the moves of a game, each with the day of its postmark. *shown*: the half-move on the board."""
    return [_move_row(page, line, is_shown=line.ply == on_board) for line in page.moves]


def _move_row(page: GamePage, line: MoveLine, *, is_shown: bool) -> MoveRow:
    remarks = [] if page.is_delayed and line.made else [_cost(line)]
    if line.conditional:
        remarks.append(gettext("conditional"))
    text = f"{line.text} (=)" if line.offer else line.text
    used = " · ".join(remarks)
    if line.made is None:
        return MoveRow(line.ply, line.colour, line.place, text, is_shown, used, None)
    made = timezone.localtime(line.made)
    return MoveRow(
        line.ply,
        line.colour,
        line.place,
        text,
        is_shown,
        used,
        line.made,
        made.day,
        month(made.date()),
        in_full(line.made),
    )


def _cost(line: MoveLine) -> str:
    """Say what time a move used, if it is known."""
    if line.charged is None:
        return gettext("time not known")
    return gettext("%(time)s used") % {"time": span_or_nothing(line.charged)}
