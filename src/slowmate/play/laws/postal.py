"""Articles 4.2, 6.6, 6.9 and 8: games by post, e-mail or fax.

A move is made when it is sent, and recorded with its dates when the server learns of it. Reflection is the time from
receipt of the opponent's move to sending one's own; transit is nobody's. Nothing falls by itself: a flag is claimed.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from slowmate.board.moves import AmbiguousMove, Colour, IllegalMove, Move, UnclearMove, UnreadableMove
from slowmate.board.notation import split_offer
from slowmate.board.position import Position
from slowmate.play.clocks import Account
from slowmate.play.clocks.accounts import DAY, ZERO
from slowmate.play.commands import (
    ClaimFlag,
    HandInScoresheet,
    OpenReconstruction,
    ReconstructGame,
    RecordMove,
    ReportGame,
    RequestScoresheet,
    StateReceipt,
)
from slowmate.play.conditions import (
    ILLEGAL,
    SENT,
    STOPPED,
    Moment,
    instant,
    refuse,
    refuse_receipt,
    require_dates,
    require_not_on_leave,
    require_on_move,
    require_play,
    require_reason,
)
from slowmate.play.events import (
    ClaimKind,
    ClaimMade,
    ClaimRejected,
    Ended,
    Event,
    GameReconstructed,
    GameReported,
    IllegalMoveFound,
    MoveMade,
    PositionReinstated,
    ReceiptStated,
    ReconstructionOpened,
    ScoresheetHandedIn,
    ScoresheetRequested,
    Stop,
)
from slowmate.play.evolve import evolve
from slowmate.play.game import Game
from slowmate.play.laws.after_move import MADE, played
from slowmate.play.laws.claims import FLAG_CLAIM, INTENDED
from slowmate.play.laws.director import STANDS, most_left
from slowmate.play.laws.moves import ALGEBRAIC
from slowmate.play.laws.offers import require_moves, require_offer_allowed
from slowmate.play.laws.results import Termination, ended_by_position
from slowmate.play.terms import Notation
from slowmate.records import Result
from slowmate.rulebook import Fact, Ground, clause
from slowmate.rulebook.applies import applies

NOTATION = clause("ICCF-LAWS-2019 8.1.1")
RECORD = clause("ICCF-LAWS-2019 8.1")
ASSISTANT = clause("ICCF-LAWS-2019 8.1.5")
SHEET = clause("ICCF-LAWS-2019 8.2")
RECONSTRUCT = clause("ICCF-LAWS-2019 8.3")
REPORT = clause("ICCF-LAWS-2019 8.5a")
LONGEST_GAME = 2000
LONGEST_TEXT = 20
LONGEST_NAME = 100


@applies(ALGEBRAIC, NOTATION)
def record_move(game: Game, command: RecordMove, moment: Moment) -> tuple[Event, ...]:
    """Record a move sent with its dates, in any notation; (=) after it offers a draw.

    An illegal move is recorded as such, and stops the clocks. What cannot be read, or fits several moves, is no move
    yet; the player is asked again.
    """
    require_may_record(game, command.by)
    sent, received = _dates(game, command, moment)
    require_not_on_leave(game, command.by, sent)
    text, marked = split_offer(command.move)
    shown = text[:LONGEST_TEXT]
    try:
        move = game.position.parse(text)
    except (UnclearMove, AmbiguousMove) as unclear:
        raise refuse(NOTATION, "unreadable", move=shown, why=unclear.why) from unclear
    except IllegalMove as illegal:
        facts = {"move": shown, "why": illegal.why, "outcome": "irregularity", "player": command.by.value}
        return (
            IllegalMoveFound(
                at=moment.at,
                grounds=(Ground(ILLEGAL, facts),),
                by=command.by,
                ply=len(game.moves) + 1,
                text=shown,
                sent=sent,
                received=game.receipt(received),
            ),
        )
    _require_declared(game, command.by, move)
    offer = command.offer or marked
    if offer:
        require_offer_allowed(game, command.by)
    return played(game, move, at=moment.at, offer=offer, sent=sent, received=received)


def _require_declared(game: Game, by: Colour, move: Move) -> None:
    """Require the declared move, where play goes on while a claim with one waits (Triple Block)."""
    for claim in game.pending:
        if claim.by is by and claim.intended not in (None, move.uci) and claim.plies == len(game.moves):
            declared = game.position.algebraic(game.position.move_from_uci(claim.intended or ""))
            raise refuse(INTENDED, "another-move", player=by.value, move=declared)


def require_may_record(game: Game, by: Colour) -> None:
    """Refuse to record a move on the server, while play is interrupted, or out of turn."""
    if game.terms.transmission.is_server:
        raise refuse(MADE, "server")
    require_play(game)
    require_on_move(game, by)


def _dates(game: Game, command: RecordMove, moment: Moment) -> tuple[datetime, datetime | None]:
    """Return the dates of the exchange, which must be in order and not before a claim of the player on move."""
    received = require_dates(game, command.received, command.sent, moment)
    sent = instant(command.sent)
    claimed = game.turn.claimed if game.turn else None
    if claimed is not None and sent < claimed:
        raise refuse(SENT, "before-claim", player=command.by.value, sent=sent, claimed=claimed)
    return sent, received


def state_receipt(game: Game, command: StateReceipt, moment: Moment) -> tuple[Event, ...]:
    """Record when the player on move received the opponent's move: their clock runs since then, for all to see."""
    require_may_record(game, command.by)
    require_dates(game, command.received, None, moment)
    received = instant(command.received)
    if game.turn is not None and received == game.turn.received:
        raise refuse_receipt(game, received)
    facts = {"outcome": "received", "player": command.by.value, "received": received}
    return (ReceiptStated(at=moment.at, grounds=(Ground(SENT, facts),), by=command.by, received=received),)


def claim_flag(game: Game, command: ClaimFlag, moment: Moment) -> tuple[Event, ...]:
    """Record a claim that a flag has fallen, on either clock. The director decides; the clocks run on."""
    if game.terms.transmission.is_server:
        raise refuse(FLAG_CLAIM, "server")
    if any(claim.by is command.by for claim in game.pending):
        raise refuse(FLAG_CLAIM, "already", player=command.by.value)
    facts = {"outcome": "waits", "player": command.by.value, "against": command.against.value}
    return (
        ClaimMade(
            at=moment.at,
            grounds=(Ground(FLAG_CLAIM, facts),),
            by=command.by,
            claim=ClaimKind.FLAG,
            against=command.against,
            plies=len(game.moves),
        ),
    )


def request_scoresheet(game: Game, command: RequestScoresheet, moment: Moment) -> tuple[Event, ...]:
    """Ask a player for their scoresheet, at any time during the game."""
    require_reason(command)
    if game.terms.transmission.is_server:
        raise refuse(SHEET, "server")
    if game.side(command.of).sheet_requested is not None:
        raise refuse(SHEET, "already", player=command.of.value)
    facts = {"outcome": "requested", "player": command.of.value}
    return (
        ScoresheetRequested(
            at=moment.at,
            grounds=(Ground(SHEET, {**facts, "director": command.director, "reason": command.reason}),),
            of=command.of,
            director=command.director,
            reason=command.reason,
        ),
    )


@applies(clause("ICCF-LAWS-2019 8.1.2"), clause("ICCF-LAWS-2019 Glossary: scoresheet"))
def hand_in_scoresheet(game: Game, command: HandInScoresheet, moment: Moment) -> tuple[Event, ...]:
    """Record that a player handed in a scoresheet, on paper or as a file; an assistant may have kept it."""
    if game.terms.transmission.is_server:
        raise refuse(SHEET, "server")
    facts = {"outcome": "handed-in", "player": command.by.value, "form": command.form.value}
    grounds: tuple[Ground, ...] = (Ground(SHEET, facts),)
    assistant = (command.assistant or "").strip()[:LONGEST_NAME] or None
    if assistant:
        facts = {"outcome": "assisted", "player": command.by.value, "assistant": assistant}
        grounds += (Ground(ASSISTANT, facts),)
    return (ScoresheetHandedIn(at=moment.at, grounds=grounds, by=command.by, form=command.form, assistant=assistant),)


def open_reconstruction(game: Game, command: OpenReconstruction, moment: Moment) -> tuple[Event, ...]:
    """Record position, times, running clock and number of moves where no complete scoresheet exists.

    Until the reconstruction has taken place, what was recorded may be corrected: recording again replaces it.
    """
    require_reason(command)
    if game.terms.transmission.is_server:
        raise refuse(RECONSTRUCT, "server")
    if game.irregularity:
        raise refuse(RECONSTRUCT, "already")
    position = _position(game, command.fen)
    times = (command.white_left, command.black_left)
    is_shown = all(ZERO <= left <= most_left(game.control) and not left.microseconds for left in times)
    if not is_shown or not 0 <= command.moves_made <= LONGEST_GAME:
        raise refuse(RECONSTRUCT, "incomplete", moves=command.moves_made)
    outcome = "opened-again" if game.reconstruction else "opened"
    facts = {"outcome": outcome, "player": position.turn.value, "moves": command.moves_made}
    return (
        ReconstructionOpened(
            at=moment.at,
            grounds=(Ground(RECONSTRUCT, {**facts, "director": command.director, "reason": command.reason}),),
            fen=position.fen,
            white_left=command.white_left,
            black_left=command.black_left,
            running=position.turn,
            moves_made=command.moves_made,
            director=command.director,
            reason=command.reason,
        ),
    )


def _position(game: Game, fen: str) -> Position:
    try:
        return Position.from_fen(fen, chess960=game.start.is_chess960)
    except ValueError as illegal:
        raise refuse(RECONSTRUCT, "no-position", why=str(illegal)) from illegal


def reconstruct_game(game: Game, command: ReconstructGame, moment: Moment) -> tuple[Event, ...]:
    """Accept reconstructed moves, if they are legal and lead to the position that was recorded.

    Their number is that of the moves both players have made: a last move without an answer does not count. The clocks
    go on from the times that were recorded, with the moves counted; a position that ends the game ends it.
    """
    require_reason(command)
    if game.reconstruction is None:
        raise refuse(RECONSTRUCT, "not-opened")
    moves, reached = _replayed(game, command.moves)
    recorded, by_both = _position(game, game.reconstruction.fen), len(moves) // 2
    if reached.key != recorded.key:
        raise refuse(RECONSTRUCT, "another-position", reached=reached.fen, recorded=recorded.fen)
    if by_both != game.reconstruction.moves_made:
        raise refuse(RECONSTRUCT, "another-count", moves=by_both, recorded=game.reconstruction.moves_made)
    facts: dict[str, Fact] = {
        "outcome": "done",
        "moves": by_both,
        "director": command.director,
        "reason": command.reason,
    }
    done = GameReconstructed(
        at=moment.at,
        grounds=(Ground(RECONSTRUCT, facts),),
        moves=moves,
        white=_recorded_clock(game, Colour.WHITE, game.reconstruction.white_left, len(moves)),
        black=_recorded_clock(game, Colour.BLACK, game.reconstruction.black_left, len(moves)),
        director=command.director,
        reason=command.reason,
    )
    end = ended_by_position(reached)
    if end is None:
        return (done,)
    result, termination, ground = end
    return done, Ended(
        at=moment.at,
        grounds=(ground,),
        result=result,
        termination=termination,
        effective=moment.at,
        is_rated=game.terms.may_be_rated,
    )


def _recorded_clock(game: Game, colour: Colour, left: timedelta | None, plies: int) -> Account:
    """Return a clock as it was recorded before the reconstruction, with the player's moves counted."""
    account = game.side(colour).account
    own = plies // 2 + (plies % 2 and colour is game.start.turn)
    return Account(account.left if left is None else left, account.bank, own)


def _replayed(game: Game, texts: tuple[str, ...]) -> tuple[tuple[str, ...], Position]:
    """Replay moves in any notation from the start of the game; name the first that cannot be played."""
    if len(texts) > LONGEST_GAME:
        raise refuse(RECORD, "too-long", plies=len(texts), most=LONGEST_GAME)
    position, moves = game.start, []
    for ply, text in enumerate(texts, start=1):
        try:
            move = position.parse(text)
        except UnreadableMove as unreadable:
            facts: dict[str, Fact] = {"ply": ply, "move": text[:LONGEST_TEXT], "why": unreadable.why}
            raise refuse(RECORD, "illegal", **facts) from unreadable
        moves.append(move.uci)
        position = position.play(move)
    return tuple(moves), position


def report_game(game: Game, command: ReportGame, moment: Moment) -> tuple[Event, ...]:
    """Record a player's report of the finished game. Equal reports of both end a game that is not over yet.

    Reports that differ are for the director; what both report stands, even if it is incorrect, until they decide. While
    the game runs, a draw that the last position does not bring is an agreement, and obeys what agreements obey.
    """
    if game.terms.transmission.is_server:
        raise refuse(REPORT, "server")
    if command.result not in (Result.WHITE_WINS, Result.BLACK_WINS, Result.DRAW):
        raise refuse(REPORT, "no-result", result=command.result.value)
    moves, reached = _replayed(game, command.moves)
    if not game.is_over:
        _require_may_agree(game, command, len(moves), reached)
    facts = {"outcome": "reported", "player": command.by.value, "result": command.result.value}
    report = GameReported(
        at=moment.at, grounds=(Ground(REPORT, facts),), by=command.by, result=command.result, moves=moves
    )
    if game.is_over or reports_agree(evolve(game, report)) is not True:
        return (report,)
    stands = Ground(STANDS, {"outcome": "both-reported", "result": command.result.value})
    return report, Ended(
        at=moment.at,
        grounds=(stands,),
        result=command.result,
        termination=Termination.REPORTED,
        effective=moment.at,
        is_rated=game.terms.may_be_rated,
    )


def _require_may_agree(game: Game, command: ReportGame, plies: int, reached: Position) -> None:
    if Stop.ADJUDICATION in game.stops:
        raise refuse(STOPPED[Stop.ADJUDICATION], "interrupted", why=Stop.ADJUDICATION.value)
    if command.result is Result.DRAW and ended_by_position(reached) is None:
        require_moves(game, plies, command.by)


def reports_agree(game: Game) -> bool | None:
    """Say whether both players reported the same game; None while a report is missing."""
    white, black = game.white, game.black
    if white.reported is None or black.reported is None:
        return None
    return (white.reported, white.reported_moves) == (black.reported, black.reported_moves)


def reports_wait(game: Game) -> bool:
    """Say whether reports wait for the director.

    They do in a running game if they differ, or, once a result stands, if one names another result.
    """
    if game.outcome is None:
        return reports_agree(game) is False
    return any(side.reported not in (None, game.outcome.result) for side in (game.white, game.black))


# the scoresheet


@dataclass(frozen=True, slots=True)
class ScoresheetLine:
    """One line of the scoresheet: nothing but the move, its times, an offer, a claim, and what else matters."""

    ply: int
    move: str
    sent: datetime | None = None
    """None in a reconstructed move, of which neither dates nor cost are known."""
    received: datetime | None = None
    days: int | None = None
    offer: bool = False
    claim: ClaimKind | None = None
    remark: str | None = None

    @property
    @applies(clause("ICCF-LAWS-2019 8.1.4"), clause("ICCF-LAWS-2019 Glossary: draw offer"))
    def text(self) -> str:
        return f"{self.move} (=)" if self.offer else self.move


@applies(RECORD, NOTATION, clause("ICCF-LAWS-2019 8.1.3"))
def scoresheet(events: Iterable[Event]) -> tuple[ScoresheetLine, ...]:
    """Return the record of a game move after move, numeric unless the players agreed on algebraic notation.

    It covers games on the server too. A move taken off the record (7.2) is not on the sheet.
    """
    game: Game | None = None
    entries: list[ScoresheetLine] = []
    for event in events:
        if isinstance(event, MoveMade) and game:
            entries.append(_entry(game, event))
        elif isinstance(event, PositionReinstated):
            del entries[event.ply - 1 :]
        elif isinstance(event, GameReconstructed) and game:
            entries = _reconstructed_lines(game, event)
        elif isinstance(event, ClaimMade | ClaimRejected) and entries:
            entries[-1] = replace(entries[-1], claim=event.claim)
        game = evolve(game, event)
    return tuple(entries)


def is_numeric(game: Game) -> bool:
    """Say whether the scoresheet is in digits: in games off the server, unless the players agreed otherwise."""
    return not game.terms.transmission.is_server and game.terms.notation is Notation.NUMERIC


def _entry(game: Game, event: MoveMade) -> ScoresheetLine:
    move = game.position.numeric(game.position.move_from_uci(event.move)) if is_numeric(game) else event.algebraic
    remark = "conditional" if event.conditional else None
    days = event.charge.charged // DAY
    received = event.received if game.moves else None  # before the first move there is nothing to receive
    return ScoresheetLine(len(game.moves) + 1, move, event.made, received, days, event.offer, None, remark)


def _reconstructed_lines(game: Game, event: GameReconstructed) -> list[ScoresheetLine]:
    """Return the lines of reconstructed moves, of which only the moves are known."""
    position, lines = game.start, []
    for ply, uci in enumerate(event.moves, 1):
        move = position.move_from_uci(uci)
        lines.append(ScoresheetLine(ply, position.numeric(move) if is_numeric(game) else position.algebraic(move)))
        position = position.play(move)
    return lines
