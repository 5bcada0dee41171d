"""The events of a game. Each event carries its instant and the grounds it rests on, and is never changed.

An event holds what was decided, not what it was decided from: folding old events does not apply the rules again.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from slowmate.board.moves import Colour
from slowmate.play.clocks import Account, Charge, Leave
from slowmate.play.laws.results import Termination
from slowmate.play.terms import Terms
from slowmate.records import Result
from slowmate.rulebook import Ground


class ClaimKind(StrEnum):
    """The claims that a player may make."""

    REPETITION = "repetition"
    FIFTY_MOVES = "fifty-move"
    TABLEBASE_WIN = "tablebase-win"
    TABLEBASE_DRAW = "tablebase-draw"
    FLAG = "flag"


class Sheet(StrEnum):
    """The form of a scoresheet: the player may keep one, the other, or both."""

    ELECTRONIC = "electronic"
    PHYSICAL = "physical"


class Misconduct(StrEnum):
    """The kinds of misconduct to report. All but the last are the Laws' own examples of serious behaviour."""

    COLLUSION = "collusion"
    WITHDRAWAL = "silent or unacceptable withdrawal"
    ABUSE = "abusive behaviour"
    SLOW_PLAY = "extremely slow play in a lost position"
    OFFERS = "repetitive draw offers"
    WORDS = "objectionable words"


class Penalty(StrEnum):
    """The penalties, from the mildest; the director chooses by severity."""

    WARNING = "warning"
    DAYS = "penalty days"
    LOSS = "loss of the game"
    DISQUALIFICATION = "disqualification"
    SUSPENSION = "suspension"


class Stop(StrEnum):
    """The reasons for which clocks stand still."""

    DIRECTOR = "director"
    CLAIM = "claim"
    ADJUDICATION = "adjudication"
    IRREGULARITY = "irregularity"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Happened:
    at: datetime
    grounds: tuple[Ground, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Directed(_Happened):
    director: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Arranged(_Happened):
    """The game exists, under terms fixed in advance."""

    terms: Terms


@dataclass(frozen=True, slots=True, kw_only=True)
class Started(_Happened):
    """The clock of the player who has the move was started."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveMade(_Happened):
    """A move in its stored form and as printed. *at* is when it was recorded, *made* when it was made."""

    by: Colour
    move: str
    algebraic: str
    charge: Charge
    made: datetime
    offer: bool = False
    conditional: bool = False
    """Played for the player from the conditional moves they had bound themselves to."""
    received: datetime | None = None
    """Post and e-mail: when the player had received the opponent's move."""
    before: Account | None = None
    """Post and e-mail: what their clock held when their turn came, to which it may have to return (7.2)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceiptStated(_Happened):
    """Post and e-mail: the player on move had received the opponent's move, and their clock runs since."""

    by: Colour
    received: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferDeclined(_Happened):
    by: Colour


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimMade(_Happened):
    """A claim that waits for the director. *intended* is the move declared with it, in its stored form."""

    by: Colour
    claim: ClaimKind
    intended: str | None = None
    against: Colour | None = None
    """The player whose flag is claimed to have fallen."""
    received: datetime | None = None
    """Post and e-mail: when the claimant had received the opponent's move."""
    runs_on: bool = False
    """Clocks and play go on while it waits: on the server, and in Triple Block."""
    plies: int | None = None
    """The half-moves made when it was claimed; None in records that were kept before play could go on meanwhile."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimRejected(_Happened):
    """A claim found incorrect, at once by the server or later by the director. The game goes on."""

    by: Colour
    claim: ClaimKind
    intended: str | None = None
    is_offer: bool = False
    """A claim under 9.2 or 9.3 stands as an offer of a draw."""
    director: str | None = None
    reason: str | None = None
    plies: int | None = None
    """The half-moves made when it was claimed: in that position it is not heard again. None in old records."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended(_Happened):
    """The game is over. *effective* is the instant that counts: that of the claim, where the decision took longer."""

    result: Result
    termination: Termination
    effective: datetime
    is_rated: bool = True
    director: str | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultCorrected(_Directed):
    """The director decided that a result that stood was another one."""

    before: Result
    result: Result
    is_rated: bool
    termination: Termination | None = None
    """The new termination, where a claim made before the end was upheld; None: it stays."""
    effective: datetime | None = None
    """The instant that counts instead: that of the claim."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultConfirmed(_Directed):
    """The director decided that a result stands, though a player reported another one."""

    result: Result


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaveTaken(_Happened):
    by: Colour
    leave: Leave


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaveEnded(_Happened):
    """The player is back early; *leave* is what remains of it (None: it had not begun), in place of *before*."""

    by: Colour
    before: Leave
    leave: Leave | None


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaveGranted(_Directed):
    """Extra leave by the director. *credited* is time already counted on this move that becomes leave."""

    to: Colour
    leave: Leave
    credited: timedelta


@dataclass(frozen=True, slots=True, kw_only=True)
class LongReflectionAnnounced(_Happened):
    """The player on move said that they will take long: their silence on this move does not lose."""

    by: Colour


@dataclass(frozen=True, slots=True, kw_only=True)
class Reminded(_Happened):
    """The player on move was reminded that they have been silent for so many days."""

    to: Colour
    day: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockRefilled(_Happened):
    by: Colour
    moved: timedelta
    account: Account


@dataclass(frozen=True, slots=True, kw_only=True)
class ConditionalsSet(_Happened):
    """The lines a player bound themselves to, in place of earlier ones: their opponent's move, their reply, and so
    on."""

    by: Colour
    lines: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ConditionalsDropped(_Happened):
    by: Colour


@dataclass(frozen=True, slots=True, kw_only=True)
class ClocksStopped(_Directed):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class ClocksRestarted(_Directed):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockSet(_Directed):
    """One side's clock before and after, with its move counter."""

    colour: Colour
    before: Account
    account: Account
    shown_at: datetime | None = None
    """The instant at which the clock showed just that, however long the turn by then; None: the turn's beginning."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Penalised(_Directed):
    colour: Colour
    days: int
    account: Account


@dataclass(frozen=True, slots=True, kw_only=True)
class MisconductFound(_Directed):
    """The director found that a player misbehaved. *earlier*: how often that had been found before, in any game."""

    colour: Colour
    what: Misconduct
    earlier: int
    penalty: Penalty


@dataclass(frozen=True, slots=True, kw_only=True)
class AdjudicationCalled(_Directed):
    """Play has ended and the position waits for its adjudication."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AdjudicationCalledOff(_Directed):
    """There will be no adjudication: play goes on with the times the clocks showed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IllegalMoveFound(_Happened):
    """An illegal move was sent by post or e-mail. *ply* is the half-move it would have been, from 1."""

    by: Colour
    ply: int
    text: str
    sent: datetime | None = None
    received: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class IrregularityDismissed(_Directed):
    """The move sent was not illegal: play goes on from the same position, with the same times."""

    by: Colour
    ply: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionReinstated(_Directed):
    """The position before half-move *ply* was put back: that move and all after it are off the record."""

    ply: int
    offender: Colour
    removed: tuple[str, ...]
    white: Account
    black: Account


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoresheetRequested(_Directed):
    of: Colour


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoresheetHandedIn(_Happened):
    """A player's scoresheet reached the director. *assistant* kept it, if the player could not."""

    by: Colour
    form: Sheet
    assistant: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReconstructionOpened(_Directed):
    """The facts recorded before a game without a complete scoresheet was reconstructed (8.3)."""

    fen: str
    white_left: timedelta
    black_left: timedelta
    running: Colour
    moves_made: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GameReconstructed(_Directed):
    """The game as the players reconstructed it, with the clocks as they were recorded before (8.3)."""

    moves: tuple[str, ...]
    white: Account | None = None
    black: Account | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GameReported(_Happened):
    """A player's own record of the finished game, sent to the director (8.5)."""

    by: Colour
    result: Result
    moves: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported(_Happened):
    """The moves of a game that was played elsewhere, as an archive (*source*) tells them.

    *chess960* or *fen* is the starting position that came with the moves, where the arrangement did not tell one.
    """

    moves: tuple[str, ...]
    source: str = ""
    chess960: int | None = None
    fen: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class HandedOver(_Happened):
    """The player *holder* (an id) sits in the place of *former* from this instant on. The clocks are as they were."""

    colour: Colour
    former: str
    holder: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruled(_Directed):
    """A ruling of the director that changes nothing on the board or the clock, with the article it rests on."""

    article: str
    by_analogy: bool = False


Event = (
    Arranged
    | Started
    | MoveMade
    | ReceiptStated
    | OfferDeclined
    | ClaimMade
    | ClaimRejected
    | Ended
    | ResultCorrected
    | ResultConfirmed
    | LeaveTaken
    | LeaveEnded
    | LeaveGranted
    | LongReflectionAnnounced
    | Reminded
    | ClockRefilled
    | ConditionalsSet
    | ConditionalsDropped
    | ClocksStopped
    | ClocksRestarted
    | ClockSet
    | Penalised
    | MisconductFound
    | AdjudicationCalled
    | AdjudicationCalledOff
    | IllegalMoveFound
    | IrregularityDismissed
    | PositionReinstated
    | ScoresheetRequested
    | ScoresheetHandedIn
    | ReconstructionOpened
    | GameReconstructed
    | GameReported
    | HandedOver
    | Imported
    | Ruled
)
