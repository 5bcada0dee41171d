"""A game at one moment: all that deciding the next thing needs, and nothing that grows with every event but the moves.

A `Game` is made by `evolve` only. It reads no clock: `flags` computes the time at an instant.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from slowmate.board.claims import Occurrences
from slowmate.board.moves import Colour
from slowmate.board.position import Position
from slowmate.play.chain import Chain
from slowmate.play.clocks import Account, Leave, TimeControl, Turn
from slowmate.play.clocks.accounts import ZERO
from slowmate.play.clocks.turns import Counted, counted
from slowmate.play.events import ClaimKind, MoveMade, Stop
from slowmate.play.laws.results import Outcome
from slowmate.play.terms import Terms
from slowmate.records import Result


@dataclass(frozen=True, slots=True)
class RefutedClaim:
    """A claim that was found wrong, with the half-moves made when it was claimed."""

    claim: ClaimKind
    plies: int


@dataclass(frozen=True, slots=True)
class Side:
    """The state of one player: clock, leave, conditional moves, report."""

    account: Account
    """The clock when the player's turn came; or as it was at *shown_at*, where the director set it."""
    leaves: tuple[Leave, ...] = ()
    lines: tuple[tuple[str, ...], ...] = ()
    """Conditional moves from the position on the board: the opponent's move, the reply, and so on."""
    reminded: int = 0
    """The day of silence of the last reminder on this move."""
    is_long_reflection: bool = False
    """Whether they announced that they will take long over this move."""
    sheet_requested: datetime | None = None
    """The instant since which the director waits for their scoresheet."""
    reported: Result | None = None
    reported_moves: tuple[str, ...] = ()
    shown_at: datetime | None = None
    """The instant at which the director set the clock to *account*, since the player's last move."""
    refuted: tuple[RefutedClaim, ...] = ()
    """Their claims that failed in the position in which the last of them was made."""


@dataclass(frozen=True, slots=True)
class Offer:
    """An open offer of a draw. *is_claim*: it stands because a claim under 9.2 or 9.3 counts as one."""

    by: Colour
    is_claim: bool = False


@dataclass(frozen=True, slots=True)
class PendingClaim:
    """A claim that waits for the director."""

    by: Colour
    claim: ClaimKind
    made: datetime
    intended: str | None = None
    against: Colour | None = None
    runs_on: bool = False
    """Clocks and play go on while it waits."""
    plies: int | None = None
    """The half-moves made when it was claimed; None: those made now."""


@dataclass(frozen=True, slots=True)
class Irregularity:
    """An illegal move sent by post or e-mail, on which the director has not decided yet."""

    by: Colour
    ply: int
    sent: datetime | None = None
    received: datetime | None = None


@dataclass(frozen=True, slots=True)
class Reconstruction:
    """The facts recorded before the players reconstruct the game."""

    fen: str
    moves_made: int
    white_left: timedelta | None = None
    black_left: timedelta | None = None


@dataclass(frozen=True, slots=True)
class PastClock:
    """The clock of a player who moved by post: what it held before that move, and what the move cost."""

    by: Colour
    account: Account
    charged: timedelta


@dataclass(frozen=True, slots=True)
class Game:
    """One game under its terms. Immutable; `evolve` gives the next one."""

    terms: Terms
    latest: datetime
    """The instant of the latest event: nothing can happen before it."""
    start: Position
    position: Position
    moves: Chain[str]
    """The moves in their stored form."""
    occurrences: Occurrences
    anchor: Position
    """The position after the last capture or pawn move, from which occurrences are counted."""
    white: Side
    black: Side
    turn: Turn | None = None
    """The time of the player on move; None before the start."""
    stops: tuple[Stop, ...] = ()
    """The reasons for which the clocks stand still; empty while one runs."""
    offers: tuple[Offer, ...] = ()
    """Open offers, at most one by each player."""
    pending: tuple[PendingClaim, ...] = ()
    irregularity: Irregularity | None = None
    reconstruction: Reconstruction | None = None
    started: datetime | None = None
    last: MoveMade | None = None
    """The last move, with how it was charged."""
    outcome: Outcome | None = None
    past_clocks: tuple[PastClock, ...] = ()
    """The clocks before each of the latest moves; only by post, where moves may be taken off the record."""

    @property
    def control(self) -> TimeControl:
        return self.terms.time_control

    @property
    def is_over(self) -> bool:
        return self.outcome is not None

    @property
    def is_running(self) -> bool:
        """Whether the game has started and a clock is running, or would but for leave."""
        return self.turn is not None and not self.stops and self.outcome is None

    @property
    def lacks_receipt(self) -> bool:
        """By post: no record shows when the player on move received the opponent's move, which may be under way."""
        return self.turn is not None and self.turn.received is None and self.outcome is None

    def has_offer_by(self, colour: Colour) -> bool:
        return any(offer.by is colour for offer in self.offers)

    def side(self, colour: Colour) -> Side:
        return self.white if colour is Colour.WHITE else self.black

    def counted_at(self, at: datetime, *, received: datetime | None = None) -> Counted | None:
        """Return the time of the player on move up to an instant; None before the start.

        The clock starts at the time fixed, whether or not anybody has looked since. *received* is the receipt that a
        player states with their move or claim by post.
        """
        turn = self.turn
        if turn is None:
            if at < self.terms.starts or self.outcome is not None:
                return None
            start = max(self.terms.starts, self.latest)
            turn = Turn(start, start)
        return counted(turn, at, self.side(self.position.turn).leaves, received=received)

    def receipt(self, stated: datetime | None) -> datetime | None:
        """Return when the player on move had the opponent's move: as stated, as on record, or else when it was sent."""
        if stated is not None or self.turn is None:
            return stated
        return self.turn.received or self.turn.began

    def reflected(self, colour: Colour, at: datetime, *, received: datetime | None = None) -> timedelta:
        """Return how long a player's clock has run on this move, as far as the record shows."""
        counted_time = self.counted_at(at, received=received) if colour is self.position.turn else None
        return counted_time.reflected if counted_time else ZERO

    def account(self, colour: Colour, *, received: datetime | None = None, sent: datetime | None = None) -> Account:
        """Return what a player's clock held when their turn came.

        *received* and *sent* are the dates they state with a move. A clock that was set later shows just that at that
        instant: what they had reflected before is not taken off again, nor is what a move takes that was sent before,
        by post.
        """
        side = self.side(colour)
        if side.shown_at is None:
            return side.account
        until = side.shown_at if sent is None else min(side.shown_at, sent)
        before = self.control.cost(self.reflected(colour, until, received=received))
        return Account(side.account.left + before, side.account.bank, side.account.moves)
