"""Proposals for a director who has to decide: a ruling with its grounds, where rules and position give one."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from slowmate.board.claims import fifty_moves, repetition
from slowmate.board.mating.dead import can_mate
from slowmate.board.moves import Colour
from slowmate.board.tablebase import TABLEBASE_DRAW, TABLEBASE_WIN
from slowmate.play.clocks import TripleBlock
from slowmate.play.conditions import ADJUDICATION, ON_LEAVE, REINSTATED, SENT, Probe
from slowmate.play.events import ClaimKind, Misconduct
from slowmate.play.evolve import as_claimed
from slowmate.play.game import Game, PendingClaim
from slowmate.play.laws import claims, conduct, director, flags, irregularities, leave, offers, postal
from slowmate.play.laws.results import win_for
from slowmate.records import Result
from slowmate.rulebook import Fact, Ground, Ruling

TO_DO = frozenset(
    {"interrupted", "no-penalty", "by-claim", "look-up", "castling", "no-receipt", "called", "to-judge", None}
)
"""Outcomes that tell the director what to do; players are not shown them."""


class ProposedDecision(StrEnum):
    """The decisions that can be proposed."""

    UPHOLD_CLAIM = "uphold-claim"
    REJECT_CLAIM = "reject-claim"
    DOUBLE_DEFAULT = "double-default"
    REINSTATE = "reinstate"
    DISMISS = "dismiss"
    RECONSTRUCT = "reconstruct"
    ADJUDICATE = "adjudicate"
    CALL_ADJUDICATION = "call-adjudication"
    CALL_OFF_ADJUDICATION = "call-off-adjudication"
    CORRECT_RESULT = "correct-result"
    CONFIRM_RESULT = "confirm-result"
    DEFAULT = "default"
    GRANT_LEAVE = "grant-leave"
    JUDGE_CONDUCT = "judge-conduct"


CALLED_OFF = (ProposedDecision.CALL_OFF_ADJUDICATION,)


@dataclass(frozen=True, slots=True)
class Proposal:
    """A decision to take (None: the director must find out), what to fill in, and on which grounds."""

    decision: ProposedDecision | None = None
    filled: Mapping[str, str | int] = field(default_factory=dict)
    grounds: tuple[Ground, ...] = ()
    either: tuple[ProposedDecision, ...] = ()
    """Other possible decisions; without a *decision*, those between which the director has to choose."""
    is_past: bool = False
    """The game is over, so that the request can have no effect."""

    @property
    def reasons(self) -> tuple[Ground, ...]:
        """The grounds that tell the players why, without those that tell the director what is to be done."""
        return tuple(ground for ground in self.grounds if ground.facts.get("outcome") not in TO_DO)


class RequestKind(StrEnum):
    """The kinds of request to the director."""

    LEAVE = "leave"
    ADJUDICATION = "adjudication"
    RESULT = "result"
    CONDUCT = "report"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Request:
    """A request of a player. About conduct: the misconduct or message complained of, and what is known of the opponent.

    *earlier*: how often they were found to have misbehaved. *offers*: how many of their last *moves* carried an offer.
    """

    kind: RequestKind
    by: Colour
    about_message: bool = False
    misconduct: Misconduct | None = None
    earlier: int = 0
    offers: int = 0
    moves: int = 0


def on_claim(game: Game, claim: PendingClaim, *, probe: Probe, largest: Callable[[], int]) -> Proposal:
    """Propose an answer to a claim, by position or clock; if both claimed fallen flags and both fell, it is 6.9.

    *probe* asks the endgame tables at hand, of which the *largest* has so many pieces.
    """
    claimed = [_rule_on_flag(game, pending) for pending in game.pending if pending.claim is ClaimKind.FLAG]
    fallen = [flag for flag in claimed if flag and flag.value]
    if director.claimed_flags(game) == set(Colour) and len(fallen) == len(claimed):
        grounds = tuple(ground for flag in fallen for ground in flag.grounds)
        return Proposal(ProposedDecision.DOUBLE_DEFAULT, grounds=(*grounds, Ground(director.BOTH_FLAGS, {})))
    filled = {"colour": claim.by.value}
    ruling = _rule_on_claim(game, claim, probe)
    if ruling is None:
        both = (ProposedDecision.UPHOLD_CLAIM, ProposedDecision.REJECT_CLAIM)
        missing = _no_receipt_ground(game) if claim.claim is ClaimKind.FLAG else _look_up_ground(game, claim, largest)
        return Proposal(None, filled, (missing,), either=both)
    return Proposal(
        ProposedDecision.UPHOLD_CLAIM if ruling.value else ProposedDecision.REJECT_CLAIM, filled, ruling.grounds
    )


def _rule_on_claim(game: Game, claim: PendingClaim, probe: Probe) -> Ruling[bool] | None:
    """Decide a claim in its own position; None where no table at hand or no date on record decides it."""
    if claim.claim is ClaimKind.FLAG:
        return _rule_on_flag(game, claim)
    game = as_claimed(game, claim)
    intended = game.position.move_from_uci(claim.intended) if claim.intended else None
    if claim.claim is ClaimKind.REPETITION:
        return repetition(game.occurrences, game.position, intended)
    if claim.claim is ClaimKind.FIFTY_MOVES:
        return fifty_moves(game.position, intended, min_pieces=game.terms.fifty_moves_from)
    winner = _by_tables(game, probe)
    claimed_winner = claim.by if claim.claim is ClaimKind.TABLEBASE_WIN else None
    return None if winner is None else Ruling(winner.value is claimed_winner, winner.grounds)


def _rule_on_flag(game: Game, claim: PendingClaim) -> Ruling[bool] | None:
    """Decide a claimed flag by the dates on record. A claim is wrong if time was left even without transit.

    None: it depends on when the player received the move, which no record shows.
    """
    against = claim.against or claim.by.other
    is_out = flags.has_run_out(game, against, claim.made)
    if is_out is None:
        return None
    facts: dict[str, Fact] = {"outcome": "counted-out" if is_out else "counted-left", "player": against.value}
    if not is_out:
        facts["left"] = flags.clock_at(game, against, claim.made).left
    return Ruling(is_out, (Ground(claims.FLAG_CLAIM, facts),))


def _no_receipt_ground(game: Game) -> Ground:
    """Explain that no record shows the receipt of the opponent's move: the time since may all be transit."""
    sent = game.turn.began if game.turn else game.terms.starts
    return Ground(SENT, {"outcome": "no-receipt", "player": game.position.turn.value, "sent": sent})


def _by_tables(game: Game, probe: Probe) -> Ruling[Colour | None] | None:
    """Decide who wins by the endgame tables (nobody: a draw); None where no table at hand covers the position."""
    verdict = probe(game.position)
    if verdict is None:
        return None
    facts: dict[str, Fact] = {
        "outcome": "table",
        "pieces": game.position.piece_count,
        "wdl": verdict.wdl,
        "turn": verdict.turn.value,
    }
    cited = TABLEBASE_DRAW if verdict.winner is None else TABLEBASE_WIN
    return Ruling(verdict.winner, (Ground(cited, facts),))


def _look_up_ground(game: Game, claim: PendingClaim, largest: Callable[[], int]) -> Ground:
    """Explain why no table answered a claim, and what is to be looked up elsewhere."""
    cited = TABLEBASE_WIN if claim.claim is ClaimKind.TABLEBASE_WIN else TABLEBASE_DRAW
    game = as_claimed(game, claim)
    facts: dict[str, Fact] = {"fen": game.position.fen, "player": claim.by.value}
    if game.position.has_castling_rights:
        return Ground(cited, {"outcome": "castling", **facts})
    pieces = {"pieces": game.position.piece_count, "largest": largest()}
    return Ground(cited, {"outcome": "look-up", **pieces, **facts})


def on_irregularity(game: Game, sent: tuple[Ground, ...]) -> Proposal:
    """Propose to reinstate the position, with the penalty of the terms. *sent*: the grounds when the move came."""
    days, ply = game.terms.penalty_days, game.irregularity.ply if game.irregularity else len(game.moves)
    grounds = (
        *sent,
        Ground(REINSTATED, {"outcome": "interrupted"}),
        Ground(irregularities.PENALISED, {"outcome": "no-penalty", "proposed": days}),
    )
    return Proposal(ProposedDecision.REINSTATE, {"ply": ply, "days": days}, grounds, either=(ProposedDecision.DISMISS,))


def on_reconstruction() -> Proposal:
    return Proposal(ProposedDecision.RECONSTRUCT, grounds=(Ground(postal.RECONSTRUCT, {}),))


def on_adjudication(game: Game, called: tuple[Ground, ...], *, probe: Probe, largest: Callable[[], int]) -> Proposal:
    """Propose the verdict of the tables, or name what is to be judged. *called*: the grounds of the call."""
    winner = _by_tables(game, probe)
    if winner is None:
        pieces = {"pieces": game.position.piece_count, "largest": largest()}
        judged = Ground(ADJUDICATION, {"outcome": "to-judge", **pieces, "fen": game.position.fen})
        return Proposal(ProposedDecision.ADJUDICATE, grounds=(*called, judged), either=CALLED_OFF)
    result = Result.DRAW if winner.value is None else win_for(winner.value)
    grounds = (*called, *winner.grounds)
    return Proposal(ProposedDecision.ADJUDICATE, {"verdict": result.value}, grounds, either=CALLED_OFF)


def on_reports(game: Game) -> Proposal:
    """Show what each player reported; in a game that is over, propose to correct or confirm the result."""
    reports = tuple(ground for colour in Colour for ground in _reported(game, colour))
    if game.outcome is None:
        return Proposal(grounds=(*reports, Ground(director.STANDS, {"outcome": "reports-differ"})))
    stands = Ground(director.STANDS, {"outcome": "stands", "result": game.outcome.result.value})
    either = (ProposedDecision.CORRECT_RESULT, ProposedDecision.CONFIRM_RESULT)
    other = {side.reported for side in (game.white, game.black)}
    both = other.pop() if len(other) == 1 else None  # a result on which they agree
    return Proposal(None, {"result": both.value} if both else {}, (*reports, stands), either=either)


def on_silence(game: Game, *, at: datetime) -> Proposal:
    """Show how long a player is silent and what comes by itself; by post nothing does, and the director decides.

    By post silence is counted from receipt; where no record shows one, there is nothing to propose.
    """
    colour, silence = game.position.turn, game.control.silence
    side, days = game.side(colour), game.reflected(colour, at).days
    who: dict[str, Fact] = {"player": colour.value}
    grounds: list[Ground] = []
    if game.lacks_receipt:
        grounds.append(_no_receipt_ground(game))
    elif silence is not None:
        outcome = "long-reflection" if side.is_long_reflection else "silent"
        grounds.append(Ground(flags.IN_ADVANCE, {"outcome": outcome, **who, "day": days, "days": silence.days}))
    end = flags.next_end(game)
    if end is not None:
        is_flag = end.what is flags.Due.FLAG
        cited = flags.FALLEN if is_flag else flags.IN_ADVANCE
        facts: dict[str, Fact] = {"outcome": "falls" if is_flag else "silence-loses", **who, "until": end.at}
        grounds.append(Ground(cited, facts))
    if game.terms.transmission.is_server:
        return Proposal(grounds=tuple(grounds))
    grounds.append(Ground(claims.FLAG_CLAIM, {"outcome": "by-claim"}))
    if silence is None or days < silence.days or side.is_long_reflection:
        return Proposal(grounds=tuple(grounds))
    if can_mate(game.position, colour.other).answer is False:
        grounds.append(Ground(flags.CANNOT_MATE, {"player": colour.other.value}))
        return Proposal(ProposedDecision.ADJUDICATE, {"verdict": Result.DRAW.value}, tuple(grounds))
    return Proposal(ProposedDecision.DEFAULT, {"colour": colour.value}, tuple(grounds))


def on_request(game: Game, request: Request, *, at: datetime) -> Proposal:
    """Propose the decision that a request asks for, if it names one."""
    match request.kind:
        case RequestKind.LEAVE | RequestKind.ADJUDICATION if game.outcome is not None:
            facts = {"result": game.outcome.result.value, "termination": game.outcome.termination.value}
            return Proposal(grounds=(Ground(director.RESULTS, {"outcome": "over", **facts}),), is_past=True)
        case RequestKind.LEAVE:
            return _extra_leave(game, request.by, at.year)
        case RequestKind.ADJUDICATION:
            return Proposal(ProposedDecision.CALL_ADJUDICATION, grounds=(Ground(ADJUDICATION, {}),))
        case RequestKind.RESULT if game.outcome is not None:
            stands = Ground(director.STANDS, {"outcome": "stands", "result": game.outcome.result.value})
            return Proposal(ProposedDecision.CORRECT_RESULT, grounds=(stands,))
        case RequestKind.CONDUCT:
            return _misconduct(request)
        case _:
            return Proposal()


def _reported(game: Game, colour: Colour) -> tuple[Ground, ...]:
    reported = game.side(colour).reported
    if reported is None:
        return ()
    return (Ground(postal.REPORT, {"outcome": "reported", "player": colour.value, "result": reported.value}),)


REPEATED = 2
"""Offers lately from which they can be called repetitive; whether they harass is for the director."""


def _misconduct(request: Request) -> Proposal:
    """Fill in what the Laws call a misconduct and the next step of the scale, if the director finds it so."""
    misconduct = request.misconduct or (Misconduct.WORDS if request.about_message else None)
    if misconduct is None:
        return Proposal()
    opponent, grounds = request.by.other, conduct.after_report(misconduct, earlier=request.earlier).grounds
    if misconduct is Misconduct.OFFERS:
        facts = {"outcome": "offers", "player": opponent.value, "offers": request.offers, "moves": request.moves}
        counted = Ground(offers.HARASSMENT, facts)
        if request.offers < REPEATED:
            return Proposal(grounds=(counted,))
        grounds = (counted, *grounds)
    step = conduct.next_step(misconduct, earlier=request.earlier)
    filled = {"colour": opponent.value, "misconduct": misconduct.value, "penalty": step.value}
    return Proposal(None, filled, grounds, either=(ProposedDecision.JUDGE_CONDUCT,))


def _extra_leave(game: Game, colour: Colour, year: int) -> Proposal:
    who: dict[str, Fact] = {"player": colour.value}
    if isinstance(game.control, TripleBlock):
        return Proposal(grounds=(Ground(leave.NO_LEAVE, {"outcome": "refused", **who}),))
    left = leave.leave_left(game, colour, year, extra=True)
    facts: dict[str, Fact] = {"outcome": "extra-left", **who, "left": left, "allowed": game.control.extra_leave_days}
    ground = Ground(ON_LEAVE, {**facts, "year": str(year)})
    return Proposal(ProposedDecision.GRANT_LEAVE if left > 0 else None, {"colour": colour.value}, (ground,))
