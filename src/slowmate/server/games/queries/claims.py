"""What a player can claim in a game now, as the page of claims asks it, and what a claim will be measured by."""

from dataclasses import dataclass
from fractions import Fraction

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from slowmate import play
from slowmate.play.events import ClaimKind
from slowmate.play.may import Rights, WhyNot
from slowmate.server.games.models import Game
from slowmate.server.games.repository import state_of
from slowmate.server.people.models import Player

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
class Choice:
    """Something that can be claimed."""

    kind: ClaimKind
    words: Promise
    article: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class Claims:
    """What can be claimed; of what cannot, why."""

    draws: list[Choice]
    tables: list[Choice]
    why_no_draw: WhyNot = ()
    why_no_tables: WhyNot = ()
    occurrences: int = 0
    """How often the position on the board has occurred."""
    moves: Fraction = Fraction(0)
    """By each side without capture or pawn move."""
    men: int = 0


def claims(state: play.Game, rights: Rights | None, *, chosen: str) -> Claims:
    """*chosen* was filled in before; where the game is over there are no rights, and nothing can be claimed."""
    position = state.position
    return Claims(
        draws=_choices(DRAWS, chosen) if rights and rights.claim else [],
        tables=_choices(TABLES, chosen) if rights and rights.tablebase else [],
        why_no_draw=rights.claim.why_not if rights else (),
        why_no_tables=rights.tablebase.why_not if rights else (),
        occurrences=state.occurrences.of(position),
        moves=Fraction(position.halfmove_clock, 2),
        men=position.piece_count,
    )


def waits(row: Game, player: Player | None) -> bool:
    """Whether a claim of a player waits for the director."""
    return any(row.player(claim.by) == player for claim in state_of(row).pending)


def _choices(kinds: tuple[tuple[ClaimKind, Promise, str], ...], chosen: str) -> list[Choice]:
    return [Choice(kind, words, article, is_chosen=kind == chosen) for kind, words, article in kinds]
