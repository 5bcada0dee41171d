"""The commands to a game: by a player (*by*), by the server, or by the director (*director*, *reason*).

The server checks that the person is that player or director.
"""

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from slowmate.board.moves import Colour
from slowmate.play.events import ClaimKind, Misconduct, Penalty, Sheet
from slowmate.records import Result


@dataclass(frozen=True, slots=True, kw_only=True)
class _ByPlayer:
    by: Colour


@dataclass(frozen=True, slots=True, kw_only=True)
class _ByDirector:
    director: str
    reason: str


# players, while the game runs


@dataclass(frozen=True, slots=True, kw_only=True)
class MakeMove(_ByPlayer):
    """A move the player has submitted and accepted: it is final. *move* is algebraic or in stored form."""

    move: str
    offer: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptOffer(_ByPlayer):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclineOffer(_ByPlayer):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class Resign(_ByPlayer):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimDraw(_ByPlayer):
    """A claim by repetition or the 50-move rule, for the position on the board or with an *intended* move.

    By post, *received* is when the claimant had received the opponent's move; left out, when it was sent.
    """

    claim: ClaimKind
    intended: str | None = None
    received: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimTablebase(_ByPlayer):
    """A claim that a tablebase gives a win for the claimant, or a draw."""

    claim: ClaimKind


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeLeave(_ByPlayer):
    """Leave on whole days, *first* to *last* inclusive, from today at the earliest."""

    first: date
    last: date


@dataclass(frozen=True, slots=True, kw_only=True)
class EndLeave(_ByPlayer):
    """The end of leave now, or leave not begun given up: the leave that begins on *first*, or else the next."""

    first: date | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnounceLongReflection(_ByPlayer):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class RefillClock(_ByPlayer):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class SetConditionals(_ByPlayer):
    """Lines of the opponent's move, the reply, and so on, in algebraic or stored form; several lines make a tree."""

    lines: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DropConditionals(_ByPlayer):
    pass


# players, what the Laws never allow: commands so that the refusal names the article


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeBackMove(_ByPlayer):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawOffer(_ByPlayer):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawClaim(_ByPlayer):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjourn(_ByPlayer):
    pass


# players, in games by post, e-mail or fax


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordMove(_ByPlayer):
    """A move sent by the player, with the dates of the exchange. *received* may be left out on the first move."""

    move: str
    sent: datetime
    received: datetime | None = None
    offer: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class StateReceipt(_ByPlayer):
    """The receipt of the opponent's move, stated by the player on move before they have answered it."""

    received: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimFlag(_ByPlayer):
    against: Colour


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportGame(_ByPlayer):
    """The player's own record of the finished game: all moves and the result."""

    result: Result
    moves: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HandInScoresheet(_ByPlayer):
    """The player's record for the director, on paper or as a file; *assistant* is who keeps score for them."""

    form: Sheet
    assistant: str | None = None


# the server


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckTime:
    """Look at the clock: start, reminder, silence, flag. Gives no events when nothing is due."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandOver:
    """A substitute takes a player's place in a running game of a team: *former* and *holder* are their ids.

    Who may be one is decided where the team is known; here the game goes on with them from this instant.
    """

    colour: Colour
    former: str
    holder: str


# the director


@dataclass(frozen=True, slots=True, kw_only=True)
class StopClocks(_ByDirector):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class RestartClocks(_ByDirector):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class SetClock(_ByDirector):
    """The time that a clock shows from now on. *bank* and *moves* (the counter) stay as they are when left out."""

    colour: Colour
    left: timedelta
    bank: timedelta | None = None
    moves: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SettleCount(_ByDirector):
    """A count of moves where records show none: the next move is the first of the next period (8.4).

    *shown* is the number of moves that evidence shows, if it shows more.
    """

    colour: Colour
    shown: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Penalise(_ByDirector):
    colour: Colour
    days: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GrantLeave(_ByDirector):
    """Extra leave; its first day may lie before today, back to the opponent's last move."""

    to: Colour
    first: date
    last: date


@dataclass(frozen=True, slots=True, kw_only=True)
class CallAdjudication(_ByDirector):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class CallOffAdjudication(_ByDirector):
    """The end of an adjudication that was called; play goes on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjudicate(_ByDirector):
    result: Result


@dataclass(frozen=True, slots=True, kw_only=True)
class DefaultPlayer(_ByDirector):
    """A loss for a violation of the rules."""

    colour: Colour


@dataclass(frozen=True, slots=True, kw_only=True)
class DoubleDefault(_ByDirector):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class CancelGame(_ByDirector):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class DecideClaim(_ByDirector):
    """Decide the claim of a player that waits. *verdict* answers a tablebase claim (upheld: the claim is right)."""

    by: Colour
    upheld: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ReinstatePosition(_ByDirector):
    """Put back the position before half-move *ply*, which was illegal, and charge the guilty player *penalty_days*.

    Where times are left out, the innocent player's clock is what it was before that move, and the guilty player's too,
    less the time they have used since.
    """

    ply: int
    penalty_days: int
    white_left: timedelta | None = None
    black_left: timedelta | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DismissIrregularity(_ByDirector):
    """A finding that the move sent was not illegal, or was mistyped: nothing is put back, nobody is penalised."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectColours(_ByDirector):
    """The end of a game with reversed colours, so that a new one with the right colours may start."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestScoresheet(_ByDirector):
    of: Colour


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenReconstruction(_ByDirector):
    """Record the position, times, running clock and number of moves before the players reconstruct the game."""

    fen: str
    white_left: timedelta
    black_left: timedelta
    moves_made: int
    """The number of moves that both players have made; a last one without an answer does not count."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReconstructGame(_ByDirector):
    """The game as the players reconstructed it; it must lead to the position that was recorded."""

    moves: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectResult(_ByDirector):
    result: Result


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfirmResult(_ByDirector):
    """A confirmation of the result, though a player reported another one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeConduct(_ByDirector):
    """A finding that a player misbehaved, with the penalty; *days* where it is penalty days.

    *earlier*: how often they were found to have misbehaved before, in any game.
    """

    colour: Colour
    what: Misconduct
    penalty: Penalty
    earlier: int
    days: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordRuling(_ByDirector):
    """A ruling on what the Laws do not regulate, or leave to judgement: *article* is what it rests on."""

    article: str
    by_analogy: bool = False


PlayerCommand = (
    MakeMove
    | AcceptOffer
    | DeclineOffer
    | Resign
    | ClaimDraw
    | ClaimTablebase
    | TakeLeave
    | EndLeave
    | AnnounceLongReflection
    | RefillClock
    | SetConditionals
    | DropConditionals
    | TakeBackMove
    | WithdrawOffer
    | WithdrawClaim
    | Adjourn
    | RecordMove
    | StateReceipt
    | ClaimFlag
    | ReportGame
    | HandInScoresheet
)
DirectorCommand = (
    StopClocks
    | RestartClocks
    | SetClock
    | SettleCount
    | Penalise
    | GrantLeave
    | CallAdjudication
    | CallOffAdjudication
    | Adjudicate
    | DefaultPlayer
    | DoubleDefault
    | CancelGame
    | DecideClaim
    | ReinstatePosition
    | DismissIrregularity
    | CorrectColours
    | RequestScoresheet
    | OpenReconstruction
    | ReconstructGame
    | CorrectResult
    | ConfirmResult
    | JudgeConduct
    | RecordRuling
)
Command = PlayerCommand | DirectorCommand | CheckTime | HandOver
