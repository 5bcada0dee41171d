"""What may be proposed to a director who has to decide: a ruling with its grounds, where rules and position say one."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from slowmate.board.claims import TABLEBASE_DRAW, TABLEBASE_WIN, fifty_moves, repetition
from slowmate.board.moves import Colour
from slowmate.play.clocks import TripleBlock
from slowmate.play.conditions import Probe
from slowmate.play.events import ClaimKind
from slowmate.play.game import Game, PendingClaim
from slowmate.play.laws import conduct, director, flags, irregularities, leave, postal
from slowmate.play.laws.results import win_for
from slowmate.records import Result
from slowmate.rulebook import Fact, Ground, Ruling

TO_DO = frozenset({"interrupted", "no-penalty", "by-claim", "look-up", "castling", "no-receipt", None})
"""Outcomes that tell the director what is to be done, and the players nothing."""


class ProposedDecision(StrEnum):
    """The decisions that can be proposed."""

    UPHOLD_CLAIM = "uphold-claim"
    REJECT_CLAIM = "reject-claim"
    DOUBLE_DEFAULT = "double-default"
    REINSTATE = "reinstate"
    RECONSTRUCT = "reconstruct"
    ADJUDICATE = "adjudicate"
    CALL_ADJUDICATION = "call-adjudication"
    CORRECT_RESULT = "correct-result"
    DEFAULT = "default"
    GRANT_LEAVE = "grant-leave"


@dataclass(frozen=True, slots=True)
class Proposal:
    """A decision to take (None: the director must find out), what to fill in, and on which grounds."""

    decision: ProposedDecision | None = None
    filled: Mapping[str, str | int] = field(default_factory=dict)
    grounds: tuple[Ground, ...] = ()
    either: tuple[ProposedDecision, ...] = ()
    """The decisions of which one is right, where nothing at hand tells which."""
    is_past: bool = False
    """The game is over, and nothing can come of it any more."""

    @property
    def reasons(self) -> tuple[Ground, ...]:
        """The grounds that tell the players why, without those that tell the director what is to be done."""
        return tuple(ground for ground in self.grounds if ground.facts.get("outcome") not in TO_DO)


class RequestKind(StrEnum):
    """What a player asks of the director."""

    LEAVE = "leave"
    ADJUDICATION = "adjudication"
    RESULT = "result"
    CONDUCT = "report"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Request:
    """What a player asks; *about_message*: he complains of a message of his opponent."""

    kind: RequestKind
    by: Colour
    about_message: bool = False


def on_claim(game: Game, claim: PendingClaim, *, probe: Probe, largest: Callable[[], int]) -> Proposal:
    """What the position, or the clock, says of a claim; where both claimed a flag and both had fallen, it is 6.9.

    *probe* asks the endgame tables at hand, of which the *largest* has so many pieces.
    """
    claimed = [_flag(game, each) for each in game.pending if each.claim is ClaimKind.FLAG]
    fallen = [flag for flag in claimed if flag and flag.value]
    if len(fallen) == len(Colour):
        grounds = tuple(ground for flag in fallen for ground in flag.grounds)
        return Proposal(ProposedDecision.DOUBLE_DEFAULT, grounds=(*grounds, Ground(director.BOTH_FLAGS, {})))
    filled = {"colour": claim.by.value}
    found = _measured(game, claim, probe)
    if found is None:
        both = (ProposedDecision.UPHOLD_CLAIM, ProposedDecision.REJECT_CLAIM)
        missing = _no_receipt(game) if claim.claim is ClaimKind.FLAG else _to_look_up(game, claim, largest)
        return Proposal(None, filled, (missing,), either=both)
    return Proposal(
        ProposedDecision.UPHOLD_CLAIM if found.value else ProposedDecision.REJECT_CLAIM, filled, found.grounds
    )


def _measured(game: Game, claim: PendingClaim, probe: Probe) -> Ruling[bool] | None:
    """Whether a claim is right; None where no table at hand can tell, or no date on record."""
    intended = game.position.move_from_uci(claim.intended) if claim.intended else None
    if claim.claim is ClaimKind.REPETITION:
        return repetition(game.occurrences, game.position, intended)
    if claim.claim is ClaimKind.FIFTY_MOVES:
        return fifty_moves(game.position, intended, min_pieces=game.terms.fifty_moves_from)
    if claim.claim is ClaimKind.FLAG:
        return _flag(game, claim)
    winner = _by_tables(game, probe)
    wanted = claim.by if claim.claim is ClaimKind.TABLEBASE_WIN else None
    return None if winner is None else Ruling(winner.value is wanted, winner.grounds)


def _flag(game: Game, claim: PendingClaim) -> Ruling[bool] | None:
    """By the dates on record. Where even without transit there was time left, the claim cannot be right.

    None: it depends on when the player received the move, which no record shows.
    """
    against = claim.against or claim.by.other
    is_out = flags.has_run_out(game, against, claim.made)
    if is_out is None:
        return None
    facts: dict[str, Fact] = {"outcome": "counted-out" if is_out else "counted-left", "player": against.value}
    if not is_out:
        facts["left"] = flags.clock_at(game, against, claim.made).left
    return Ruling(is_out, (Ground(postal.FLAG_CLAIM, facts),))


def _no_receipt(game: Game) -> Ground:
    """No record shows when the player on move received the opponent's move: the time since may all be transit."""
    sent = game.turn.began if game.turn else game.terms.starts
    return Ground(postal.SENT, {"outcome": "no-receipt", "player": game.position.turn.value, "sent": sent})


def _by_tables(game: Game, probe: Probe) -> Ruling[Colour | None] | None:
    """Who wins by the endgame tables (nobody: a draw); None where no table at hand covers the position."""
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


def _to_look_up(game: Game, claim: PendingClaim, largest: Callable[[], int]) -> Ground:
    """Why a claim on the tables could not be answered, and what is to be looked up elsewhere."""
    cited = TABLEBASE_WIN if claim.claim is ClaimKind.TABLEBASE_WIN else TABLEBASE_DRAW
    facts: dict[str, Fact] = {"fen": game.position.fen, "player": claim.by.value}
    if game.position.has_castling_rights:
        return Ground(cited, {"outcome": "castling", **facts})
    pieces = {"pieces": game.position.piece_count, "largest": largest()}
    return Ground(cited, {"outcome": "look-up", **pieces, **facts})


def on_irregularity(game: Game, sent: tuple[Ground, ...]) -> Proposal:
    """The position before the illegal move, and the penalty the terms name. *sent*: what was found when it came."""
    days, ply = game.terms.penalty_days, game.irregularity.ply if game.irregularity else len(game.moves)
    grounds = (
        *sent,
        Ground(irregularities.REINSTATED, {"outcome": "interrupted"}),
        Ground(irregularities.PENALISED, {"outcome": "no-penalty", "proposed": days}),
    )
    return Proposal(ProposedDecision.REINSTATE, {"ply": ply, "days": days}, grounds)


def on_reconstruction() -> Proposal:
    return Proposal(ProposedDecision.RECONSTRUCT, grounds=(Ground(postal.RECONSTRUCT, {}),))


def on_adjudication(game: Game, *, probe: Probe) -> Proposal:
    """What the tables say of the position, if they do."""
    waits = Ground(director.ADJUDICATION, {"outcome": "interrupted"})
    winner = _by_tables(game, probe)
    if winner is None:
        return Proposal(ProposedDecision.ADJUDICATE, grounds=(waits,))
    result = Result.DRAW if winner.value is None else win_for(winner.value)
    return Proposal(ProposedDecision.ADJUDICATE, {"verdict": result.value}, (waits, *winner.grounds))


def on_reports() -> Proposal:
    """Two reports of one game that differ."""
    return Proposal(grounds=(Ground(postal.STANDS, {"outcome": "reports-differ"}),))


def on_silence(game: Game, *, at: datetime) -> Proposal:
    """How long, what comes when by itself; by post nothing does, and the director decides.

    By post silence is counted from receipt; where no record shows one, there is nothing to propose.
    """
    colour, silence = game.position.turn, game.control.silence
    side, days = game.side(colour), game.reflected(colour, at).days
    who: dict[str, Fact] = {"player": colour.value}
    grounds: list[Ground] = []
    if game.turn is not None and game.turn.received is None:
        grounds.append(_no_receipt(game))
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
    grounds.append(Ground(postal.FLAG_CLAIM, {"outcome": "by-claim"}))
    if silence is None or days < silence.days or side.is_long_reflection:
        return Proposal(grounds=tuple(grounds))
    return Proposal(ProposedDecision.DEFAULT, {"colour": colour.value}, tuple(grounds))


def on_request(game: Game, request: Request, *, at: datetime) -> Proposal:
    """The decision a request asks for, if it names one."""
    match request.kind:
        case RequestKind.LEAVE | RequestKind.ADJUDICATION if game.outcome is not None:
            facts = {"result": game.outcome.result.value, "termination": game.outcome.termination.value}
            return Proposal(grounds=(Ground(director.RESULTS, {"outcome": "over", **facts}),), is_past=True)
        case RequestKind.LEAVE:
            return _extra_leave(game, request.by, at.year)
        case RequestKind.ADJUDICATION:
            return Proposal(ProposedDecision.CALL_ADJUDICATION, grounds=(Ground(director.ADJUDICATION, {}),))
        case RequestKind.RESULT if game.outcome is not None:
            stands = Ground(director.STANDS, {"outcome": "stands", "result": game.outcome.result.value})
            return Proposal(ProposedDecision.CORRECT_RESULT, grounds=(stands,))
        case RequestKind.CONDUCT if request.about_message:
            return Proposal(grounds=(Ground(conduct.NEVER, {}), Ground(conduct.BY_SEVERITY, {})))
        case _:
            return Proposal()


def _extra_leave(game: Game, colour: Colour, year: int) -> Proposal:
    who: dict[str, Fact] = {"player": colour.value}
    if isinstance(game.control, TripleBlock):
        return Proposal(grounds=(Ground(leave.NO_LEAVE, {"outcome": "refused", **who}),))
    left = leave.leave_left(game, colour, year, extra=True)
    facts: dict[str, Fact] = {"outcome": "extra-left", **who, "left": left, "allowed": game.control.extra_leave_days}
    ground = Ground(leave.LEAVE, {**facts, "year": str(year)})
    return Proposal(ProposedDecision.GRANT_LEAVE if left > 0 else None, {"colour": colour.value}, (ground,))
