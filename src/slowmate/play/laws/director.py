"""Articles 6.8, 6.10, 6.11 and 11: what the tournament director does to a game. Every act is signed and reasoned."""

from dataclasses import replace
from datetime import timedelta

from slowmate.board.moves import Colour
from slowmate.play.clocks import Account, Classic, TimeControl, TripleBlock
from slowmate.play.clocks.accounts import DAY, ZERO
from slowmate.play.commands import (
    Adjudicate,
    CallAdjudication,
    CallOffAdjudication,
    CancelGame,
    ConfirmResult,
    CorrectResult,
    DefaultPlayer,
    DoubleDefault,
    Penalise,
    RecordRuling,
    RestartClocks,
    SetClock,
    SettleCount,
    StopClocks,
)
from slowmate.play.conditions import (
    ADJUDICATION,
    CLOCKS_RESTART,
    DISCRETION,
    TRIPLE_BLOCK,
    Moment,
    refuse,
    require_reason,
)
from slowmate.play.events import (
    AdjudicationCalled,
    AdjudicationCalledOff,
    ClaimKind,
    ClockSet,
    ClocksRestarted,
    ClocksStopped,
    Ended,
    Event,
    Penalised,
    ResultConfirmed,
    ResultCorrected,
    Ruled,
    Stop,
)
from slowmate.play.game import Game
from slowmate.play.laws.flags import CLOCK_CONCLUSIVE
from slowmate.play.laws.results import BY_POSITION, Termination, win_for
from slowmate.records import Result
from slowmate.rulebook import Clause, Fact, Ground, clause, find
from slowmate.rulebook.applies import applies

TIMES_CORRECTED = clause("ICCF-LAWS-2019 6.11a")

RESET = clause("ICCF-LAWS-2019 6.8b")
STOP = clause("ICCF-LAWS-2019 6.10a")
COUNTER = clause("ICCF-LAWS-2019 6.11b")
UNCLEAR_COUNT = clause("ICCF-LAWS-2019 8.4")
PENALTY = clause("ICCF-LAWS-2019 Glossary: penalties")
ADJUDGED_WIN = clause("ICCF-LAWS-2019 5.1.4")
ADJUDGED_DRAW = clause("ICCF-LAWS-2019 5.2.6")
NORMAL_SCORES = clause("ICCF-LAWS-2019 12.2b")
DEFAULT = clause("ICCF-LAWS-2019 Glossary: default")
DOUBLE_DEFAULT = clause("ICCF-LAWS-2019 Glossary: double default")
BOTH_FLAGS = clause("ICCF-LAWS-2019 6.9")
STANDS = clause("ICCF-LAWS-2019 8.5b")
RESULTS = clause("ICCF-LAWS-2019 Glossary: result")
ANALOGY = clause("ICCF-LAWS-2019 Preface-1")
RULED = "ruled-by-director"
"""The outcome of a ruling, which may rest on any clause."""
MOST = timedelta(days=3650)
MOST_MOVES = 10_000


@applies(TRIPLE_BLOCK)
def stop_clocks(game: Game, command: StopClocks, moment: Moment) -> tuple[Event, ...]:
    """Interrupt the game: no clock runs. Refuse it in Triple Block, whose clock never stops."""
    require_reason(command)
    if isinstance(game.control, TripleBlock):
        raise refuse(STOP, "triple-block")
    if Stop.DIRECTOR in game.stops:
        raise refuse(STOP, "already")
    ground = Ground(STOP, {"outcome": "stopped", "director": command.director, "reason": command.reason})
    return (ClocksStopped(at=moment.at, grounds=(ground,), director=command.director, reason=command.reason),)


def restart_clocks(game: Game, command: RestartClocks, moment: Moment) -> tuple[Event, ...]:
    """Restart the clock of the player on move, with the time it had."""
    require_reason(command)
    if Stop.DIRECTOR not in game.stops:
        raise refuse(CLOCKS_RESTART, "not-stopped")
    ground = Ground(CLOCKS_RESTART, {"outcome": "restarted", "director": command.director, "reason": command.reason})
    return (ClocksRestarted(at=moment.at, grounds=(ground,), director=command.director, reason=command.reason),)


@applies(TIMES_CORRECTED, CLOCK_CONCLUSIVE)
def set_clock(game: Game, command: SetClock, moment: Moment) -> tuple[Event, ...]:
    """Set what a clock shows now, by the director's best judgement, and its move counter if need be.

    The clock shows the time set, and goes on from there, whatever of this move's time turns out to lie before.
    """
    require_reason(command)
    before = game.side(command.colour).account
    bank = before.bank if command.bank is None else command.bank
    moves = before.moves if command.moves is None else command.moves
    _require_possible(game, command.left, bank, moves)
    shown = game.account(command.colour).left - game.control.cost(game.reflected(command.colour, moment.at))
    account = Account(command.left, bank, moves)
    ground = Ground(RESET, _audit(command, "left", shown, command.left))
    grounds: tuple[Ground, ...] = (ground,)
    if moves != before.moves:
        grounds += (Ground(COUNTER, _audit(command, "moves", before.moves, moves)),)
    return (
        ClockSet(
            at=moment.at,
            grounds=grounds,
            colour=command.colour,
            before=before,
            account=account,
            shown_at=moment.at,
            director=command.director,
            reason=command.reason,
        ),
    )


def _audit(
    command: SetClock, what: str, old: timedelta | int, new: timedelta | int
) -> dict[str, str | int | timedelta]:
    facts = {"player": command.colour.value, "director": command.director, "reason": command.reason}
    return {"outcome": what, **facts, "old": old, "new": new}


def _require_possible(game: Game, left: timedelta, bank: timedelta, moves: int) -> None:
    control, most = game.control, most_left(game.control)
    if not ZERO < left <= most or left.microseconds:
        raise refuse(RESET, "impossible", left=left, most=most)
    if not ZERO <= bank <= MOST or bank.microseconds or (bank and not isinstance(control, TripleBlock)):
        raise refuse(RESET, "impossible-bank", bank=bank)
    if not 0 <= moves <= MOST_MOVES:
        raise refuse(COUNTER, "impossible", moves=moves)


def most_left(control: TimeControl) -> timedelta:
    """Return the most that a clock can show."""
    return control.clock * DAY if isinstance(control, TripleBlock) else MOST


def settle_count(game: Game, command: SettleCount, moment: Moment) -> tuple[Event, ...]:
    """Make a player's next move the first of the following period, where no record shows if they overstepped."""
    require_reason(command)
    if game.terms.transmission.is_server or not isinstance(game.control, Classic):
        raise refuse(UNCLEAR_COUNT, "not-here")
    before, period = game.side(command.colour).account, game.control.moves
    moves = (before.moves // period + 1) * period
    if command.shown is not None:
        moves = max(moves, min(command.shown, MOST_MOVES))
    account = game.control.with_counter(before, moves)
    facts = {"outcome": "settled", "player": command.colour.value, "old": before.moves, "new": moves}
    return (
        ClockSet(
            at=moment.at,
            grounds=(Ground(UNCLEAR_COUNT, facts),),
            colour=command.colour,
            before=before,
            account=account,
            director=command.director,
            reason=command.reason,
        ),
    )


def penalise(game: Game, command: Penalise, moment: Moment) -> tuple[Event, ...]:
    """Take days off a clock, in Triple Block off the bank first. No flag falls while there is time in the bank.

    If nothing remains, the flag falls as soon as that clock runs.
    """
    require_reason(command)
    if not 0 < command.days <= MOST.days:
        raise refuse(PENALTY, "no-days", days=command.days)
    before = game.side(command.colour).account
    from_bank = min(before.bank, command.days * DAY)
    account = replace(before, left=before.left - (command.days * DAY - from_bank), bank=before.bank - from_bank)
    facts: dict[str, Fact] = {"player": command.colour.value, "days": command.days, "left": account.left}
    facts |= {"outcome": "days-of-bank", "bank": account.bank} if before.bank else {"outcome": "days"}
    return (
        Penalised(
            at=moment.at,
            grounds=(Ground(PENALTY, {**facts, "director": command.director, "reason": command.reason}),),
            colour=command.colour,
            days=command.days,
            account=account,
            director=command.director,
            reason=command.reason,
        ),
    )


def call_adjudication(game: Game, command: CallAdjudication, moment: Moment) -> tuple[Event, ...]:
    """End play: the position waits for its adjudication; the clocks stand still, in Triple Block too."""
    require_reason(command)
    if Stop.ADJUDICATION in game.stops:
        raise refuse(ADJUDICATION, "already")
    ground = Ground(ADJUDICATION, {"outcome": "called", "director": command.director, "reason": command.reason})
    return (AdjudicationCalled(at=moment.at, grounds=(ground,), director=command.director, reason=command.reason),)


def call_off_adjudication(game: Game, command: CallOffAdjudication, moment: Moment) -> tuple[Event, ...]:
    """Call off an adjudication: the clock of the player on move runs again, with the time they had."""
    require_reason(command)
    if Stop.ADJUDICATION not in game.stops:
        raise refuse(ADJUDICATION, "not-called")
    ground = Ground(CLOCKS_RESTART, {"outcome": "called-off", "director": command.director, "reason": command.reason})
    return (AdjudicationCalledOff(at=moment.at, grounds=(ground,), director=command.director, reason=command.reason),)


def adjudicate(game: Game, command: Adjudicate, moment: Moment) -> tuple[Event, ...]:
    """End the game with a win or a draw by adjudication. No other score is a normal one."""
    require_reason(command)
    if command.result is Result.DRAW:
        cited: Clause = ADJUDGED_DRAW
    elif command.result in (Result.WHITE_WINS, Result.BLACK_WINS):
        cited = ADJUDGED_WIN
    else:
        raise refuse(NORMAL_SCORES, "not-a-verdict", result=command.result.value)
    return (_end(game, command, moment, cited, command.result, Termination.ADJUDICATION),)


def default_player(game: Game, command: DefaultPlayer, moment: Moment) -> tuple[Event, ...]:
    """End the game with a loss for a violation of the rules; it is an ordinary loss and rated as one."""
    require_reason(command)
    result = win_for(command.colour.other)
    return (_end(game, command, moment, DEFAULT, result, Termination.DEFAULT),)


def double_default(game: Game, command: DoubleDefault, moment: Moment) -> tuple[Event, ...]:
    """End the game as lost by both, and not rated.

    By post or e-mail, when the flags of both were claimed and nobody can tell which fell first, the ground is 6.9.
    """
    require_reason(command)
    cited = BOTH_FLAGS if claimed_flags(game) == set(Colour) else DOUBLE_DEFAULT
    return (_end(game, command, moment, cited, Result.BOTH_LOSE, Termination.DOUBLE_DEFAULT),)


def claimed_flags(game: Game) -> set[Colour]:
    """Return whose flags are claimed to have fallen: one player may claim, and the other admit, the same flag."""
    return {claim.against or claim.by.other for claim in game.pending if claim.claim is ClaimKind.FLAG}


def cancel_game(game: Game, command: CancelGame, moment: Moment) -> tuple[Event, ...]:
    """Cancel a game: it does not count, whatever happened in it."""
    require_reason(command)
    return (_end(game, command, moment, DISCRETION, Result.CANCELLED, Termination.CANCELLED),)


def _end(
    game: Game,
    command: Adjudicate | DefaultPlayer | DoubleDefault | CancelGame,
    moment: Moment,
    cited: Clause,
    result: Result,
    termination: Termination,
) -> Ended:
    facts = {"outcome": "ended", "result": result.value, "director": command.director, "reason": command.reason}
    return Ended(
        at=moment.at,
        grounds=(Ground(cited, facts),),
        result=result,
        termination=termination,
        effective=moment.at,
        is_rated=game.terms.may_be_rated and _is_rated(result),
        director=command.director,
        reason=command.reason,
    )


def _is_rated(result: Result) -> bool:
    """Say whether a result is rated: not if the game was cancelled, or both lost it."""
    return result in (Result.WHITE_WINS, Result.BLACK_WINS, Result.DRAW)


@applies(clause("ICCF-LAWS-2019 12.2a"))
def correct_result(game: Game, command: CorrectResult, moment: Moment) -> tuple[Event, ...]:
    """Correct a result, which stands, even if incorrect, until the director decides; also after an appeal.

    This holds for results that players report (8.5). On the server it is the director's discretion, and nobody changes
    an end that the position brought.
    """
    require_reason(command)
    if game.outcome is None:
        raise refuse(STANDS, "not-over")
    is_server = game.terms.transmission.is_server
    if is_server and game.outcome.termination in BY_POSITION:
        ended, result = BY_POSITION[game.outcome.termination], game.outcome.result.value
        raise refuse(ended, "on-the-board", result=result, termination=game.outcome.termination.value)
    if command.result.is_forfeit or command.result is game.outcome.result:
        raise refuse(RESULTS, "not-a-correction", result=command.result.value)
    before = game.outcome.result
    facts = {"outcome": "corrected", "old": before.value, "new": command.result.value}
    return (
        ResultCorrected(
            at=moment.at,
            grounds=(
                Ground(
                    DISCRETION if is_server else STANDS,
                    {**facts, "director": command.director, "reason": command.reason},
                ),
            ),
            before=before,
            result=command.result,
            is_rated=game.terms.may_be_rated and _is_rated(command.result),
            director=command.director,
            reason=command.reason,
        ),
    )


def confirm_result(game: Game, command: ConfirmResult, moment: Moment) -> tuple[Event, ...]:
    """Confirm the result that stands, where a player reported another one."""
    require_reason(command)
    if game.outcome is None:
        raise refuse(STANDS, "not-over")
    result = game.outcome.result
    if all(side.reported in (None, result) for side in (game.white, game.black)):
        raise refuse(STANDS, "not-contested", result=result.value)
    facts = {"outcome": "confirmed", "result": result.value, "director": command.director, "reason": command.reason}
    return (
        ResultConfirmed(
            at=moment.at,
            grounds=(Ground(STANDS, facts),),
            result=result,
            director=command.director,
            reason=command.reason,
        ),
    )


def record_ruling(_game: Game, command: RecordRuling, moment: Moment) -> tuple[Event, ...]:
    """Record a ruling that changes neither board nor clock.

    Its ground is the article the director names, by analogy if need be.
    """
    require_reason(command)
    cited = _clause_of(command.article)
    if cited is None:
        raise refuse(ANALOGY, "no-article", article=command.article[:80])
    facts = {"outcome": RULED, "director": command.director, "reason": command.reason}
    ruled = Ground(cited, facts)
    return (
        Ruled(
            at=moment.at,
            grounds=(ruled, Ground(ANALOGY, {"outcome": "analogy"})) if command.by_analogy else (ruled,),
            article=command.article,
            by_analogy=command.by_analogy,
            director=command.director,
            reason=command.reason,
        ),
    )


def _clause_of(article: str) -> Clause | None:
    """Return the clause of a text such as ICCF-LAWS-2019 7.2a, if there is one."""
    try:
        cited = Clause.parse(article)
    except ValueError:
        return None
    return cited if find(cited) is not None else None
