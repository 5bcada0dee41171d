"""The claims open to a player now, and the facts that decide them."""

from dataclasses import dataclass
from fractions import Fraction

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from slowmate import play
from slowmate.play.events import ClaimKind
from slowmate.play.may import Rights, WhyNot
from slowmate.server.games import tablebases

DRAWS: tuple[tuple[ClaimKind, Promise, str], ...] = (
    (ClaimKind.REPETITION, _("The same position for the third time"), "9.2"),
    (ClaimKind.FIFTY_MOVES, _("50 moves without capture or pawn move"), "9.3"),
)
TABLES: tuple[tuple[ClaimKind, Promise, str], ...] = (
    (ClaimKind.TABLEBASE_WIN, _("The endgame tables give me a win"), "5.1.3"),
    (ClaimKind.TABLEBASE_DRAW, _("The endgame tables give a draw"), "5.2.4"),
)
"""Each with the article it rests on."""


@dataclass(frozen=True, slots=True)
class ClaimChoice:
    """One thing that can be claimed."""

    kind: ClaimKind
    words: Promise
    article: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class ClaimChoices:
    """The open claims, and why others are not open."""

    draws: list[ClaimChoice]
    tables: list[ClaimChoice]
    why_no_draw: WhyNot = ()
    why_no_tables: WhyNot = ()
    occurrences: int = 0
    """The number of times the position on the board has occurred."""
    moves: Fraction = Fraction(0)
    """Moves of each side without capture or pawn move."""
    men: int = 0
    table_men: int = 0
    """Up to how many men the endgame tables here are complete."""
    is_beyond_tables: bool = False
    """The tables can be claimed, but those here do not have the position: the director decides."""


def claim_choices(state: play.Game, rights: Rights | None, *, chosen: str) -> ClaimChoices:
    """Return what can be claimed, *chosen* ticked. Nothing, where the game is over and there are no *rights*."""
    position = state.position
    tables = _choices(TABLES, chosen) if rights and rights.tablebase else []
    is_answered = not state.terms.transmission.is_server or tablebases.probe(position) is not None
    return ClaimChoices(
        draws=_choices(DRAWS, chosen) if rights and rights.claim else [],
        tables=tables,
        why_no_draw=rights.claim.why_not if rights else (),
        why_no_tables=rights.tablebase.why_not if rights else (),
        occurrences=state.occurrences.of(position),
        moves=Fraction(position.halfmove_clock, 2),
        men=position.piece_count,
        table_men=tablebases.complete(),
        is_beyond_tables=bool(tables) and not is_answered,
    )


def _choices(kinds: tuple[tuple[ClaimKind, Promise, str], ...], chosen: str) -> list[ClaimChoice]:
    return [ClaimChoice(kind, words, article, is_chosen=kind == chosen) for kind, words, article in kinds]
