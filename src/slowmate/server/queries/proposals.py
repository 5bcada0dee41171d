"""The ruling the desk proposes to a director, with its clause, where the rules and the position say one."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from slowmate import play
from slowmate.board import Colour
from slowmate.board.claims import TABLEBASE_DRAW, TABLEBASE_WIN, fifty_moves, repetition
from slowmate.play import conduct, director, flags, irregularities, leave, postal
from slowmate.play.clocks import TripleBlock
from slowmate.play.events import ClaimKind
from slowmate.play.game import PendingClaim
from slowmate.play.results import win_for
from slowmate.records import Result
from slowmate.rulebook import Fact, Ground, Ruling
from slowmate.server.models import Report
from slowmate.server.services import tables

SILENT = timedelta(days=28)
TO_DO = frozenset({"interrupted", "no-penalty", "by-claim", "look-up", "castling", None})


@dataclass(frozen=True, slots=True)
class Proposal:
    """A decision to take (none: the director must find out), what to fill in, and on which grounds."""

    what: str = ""
    filled: dict[str, Any] = field(default_factory=dict)
    grounds: tuple[Ground, ...] = ()
    either: tuple[str, ...] = ()
    """The decisions of which one is right, where nothing at hand tells which."""
    is_past: bool = False
    """The game is over, and nothing can come of it any more."""

    @property
    def reasons(self) -> tuple[Ground, ...]:
        """The grounds that tell the players why, without those that tell the director what is to be done."""
        return tuple(ground for ground in self.grounds if ground.facts.get("outcome") not in TO_DO)


def on_claim(state: play.Game, claim: PendingClaim) -> Proposal:
    """What the position, or the clock, says of a claim; where both claimed a flag and both had fallen, it is 6.9."""
    claimed = [_flag(state, each) for each in state.pending if each.claim is ClaimKind.FLAG]
    if len(claimed) == len(Colour) and all(flag.value for flag in claimed):
        grounds = tuple(ground for flag in claimed for ground in flag.grounds)
        return Proposal("double-default", {}, (*grounds, Ground(director.BOTH_FLAGS, {})))
    found, filled = _measured(state, claim), {"colour": claim.by.value}
    if found.value is None:
        return Proposal("", filled, found.grounds, either=("uphold-claim", "reject-claim"))
    return Proposal("uphold-claim" if found.value else "reject-claim", filled, found.grounds)


def _measured(state: play.Game, claim: PendingClaim) -> Ruling[bool | None]:
    """Whether a claim is right; None where nothing at hand can tell, with what the director can look up."""
    intended = state.position.move_from_uci(claim.intended) if claim.intended else None
    if claim.claim is ClaimKind.REPETITION:
        found = repetition(state.occurrences, state.position, intended)
        return Ruling(found.value, found.grounds)
    if claim.claim is ClaimKind.FIFTY_MOVES:
        found = fifty_moves(state.position, intended, min_pieces=state.terms.fifty_moves_from)
        return Ruling(found.value, found.grounds)
    if claim.claim is ClaimKind.FLAG:
        return _flag(state, claim)
    winner = _table(state)
    if winner is None:
        return Ruling(None, (_to_look_up(state, claim),))
    wanted = claim.by if claim.claim is ClaimKind.TABLEBASE_WIN else None
    return Ruling(winner.value is wanted, winner.grounds)


def _flag(state: play.Game, claim: PendingClaim) -> Ruling[bool | None]:
    """By the dates on record. Where even without transit there was time left, the claim cannot be right."""
    against = claim.against or claim.by.other
    account, reflected = state.side(against).account, state.reflected(against, claim.made)
    left = account.left - state.control.cost(reflected)
    is_out = account.left <= timedelta(0) or (
        state.position.turn is against and reflected >= state.control.runs_out_after(account)
    )
    facts: dict[str, Fact] = {"outcome": "counted-out" if is_out else "counted-left", "player": against.value}
    return Ruling(is_out, (Ground(postal.FLAG_CLAIM, facts if is_out else {**facts, "left": left}),))


def _table(state: play.Game) -> Ruling[Colour | None] | None:
    """Who wins by the endgame tables (nobody: a draw); None where no table at hand covers the position."""
    verdict = tables.probe(state.position)
    if verdict is None:
        return None
    facts: dict[str, Fact] = {
        "outcome": "table",
        "pieces": state.position.piece_count,
        "wdl": verdict.wdl,
        "turn": verdict.turn.value,
    }
    cited = TABLEBASE_DRAW if verdict.winner is None else TABLEBASE_WIN
    return Ruling(verdict.winner, (Ground(cited, facts),))


def _to_look_up(state: play.Game, claim: PendingClaim) -> Ground:
    """Why the server could not answer a claim on the tables by itself, and what is to be looked up elsewhere."""
    cited = TABLEBASE_WIN if claim.claim is ClaimKind.TABLEBASE_WIN else TABLEBASE_DRAW
    facts: dict[str, Fact] = {"fen": state.position.fen, "player": claim.by.value}
    if state.position.has_castling_rights:
        return Ground(cited, {"outcome": "castling", **facts})
    pieces = {"pieces": state.position.piece_count, "largest": tables.largest()}
    return Ground(cited, {"outcome": "look-up", **pieces, **facts})


def on_irregularity(state: play.Game, sent: tuple[Ground, ...]) -> Proposal:
    """The position before the illegal move, and the penalty the terms name. *sent*: what was found when it came."""
    days, ply = state.terms.penalty_days, state.irregularity.ply if state.irregularity else len(state.moves)
    grounds = (
        *sent,
        Ground(irregularities.REINSTATED, {"outcome": "interrupted"}),
        Ground(irregularities.PENALISED, {"outcome": "no-penalty", "proposed": days}),
    )
    return Proposal("reinstate", {"ply": ply, "days": days}, grounds)


def on_reconstruction() -> Proposal:
    return Proposal("reconstruct", {}, (Ground(postal.RECONSTRUCT, {}),))


def on_adjudication(state: play.Game) -> Proposal:
    """What the tables say of the position, if they do."""
    waits = Ground(director.ADJUDICATION, {"outcome": "interrupted"})
    winner = _table(state)
    if winner is None:
        return Proposal("adjudicate", {}, (waits,))
    result = Result.DRAW if winner.value is None else win_for(winner.value)
    return Proposal("adjudicate", {"verdict": result.value}, (waits, *winner.grounds))


def on_reports() -> Proposal:
    """Two reports of one game that differ."""
    return Proposal("", {}, (Ground(postal.STANDS, {"outcome": "reports-differ"}),))


def on_silence(state: play.Game, *, at: datetime) -> Proposal:
    """How long, what comes when by itself; by post nothing does, and the director decides."""
    colour, silence = state.position.turn, state.control.silence
    side, days = state.side(colour), state.reflected(colour, at).days
    who: dict[str, Fact] = {"player": colour.value}
    grounds: list[Ground] = []
    if silence is not None:
        outcome = "long-reflection" if side.is_long_reflection else "silent"
        grounds.append(Ground(flags.IN_ADVANCE, {"outcome": outcome, **who, "day": days, "days": silence.days}))
    end = flags.next_end(state)
    if end is not None:
        is_flag = end.what is play.Due.FLAG
        cited = flags.FALLEN if is_flag else flags.IN_ADVANCE
        facts: dict[str, Fact] = {"outcome": "falls" if is_flag else "silence-loses", **who, "until": end.at}
        grounds.append(Ground(cited, facts))
    if state.terms.transmission.is_server:
        return Proposal("", {}, tuple(grounds))
    grounds.append(Ground(postal.FLAG_CLAIM, {"outcome": "by-claim"}))
    is_lost = silence is not None and days >= silence.days and not side.is_long_reflection
    return Proposal("default" if is_lost else "", {"colour": colour.value} if is_lost else {}, tuple(grounds))


def on_request(report: Report, state: play.Game, *, at: datetime) -> Proposal:
    """The decision a request asks for, if it names one."""
    colour = Colour.WHITE if report.by_id == report.game.white_id else Colour.BLACK
    match Report.Kind(report.kind):
        case Report.Kind.LEAVE | Report.Kind.ADJUDICATION if state.outcome is not None:
            facts = {"result": state.outcome.result.value, "termination": state.outcome.termination.value}
            return Proposal(grounds=(Ground(director.RESULTS, {"outcome": "over", **facts}),), is_past=True)
        case Report.Kind.LEAVE:
            return _extra_leave(state, colour, at.year)
        case Report.Kind.ADJUDICATION:
            return Proposal("call-adjudication", {}, (Ground(director.ADJUDICATION, {}),))
        case Report.Kind.RESULT if state.outcome is not None:
            stands = Ground(director.STANDS, {"outcome": "stands", "result": state.outcome.result.value})
            return Proposal("correct-result", {}, (stands,))
        case Report.Kind.REPORT:
            rules = (Ground(conduct.NEVER, {}), Ground(conduct.BY_SEVERITY, {}))
            return Proposal("", {}, rules if report.message_id else ())
        case _:
            return Proposal()


def _extra_leave(state: play.Game, colour: Colour, year: int) -> Proposal:
    who: dict[str, Fact] = {"player": colour.value}
    if isinstance(state.control, TripleBlock):
        return Proposal("", {}, (Ground(leave.NO_LEAVE, {"outcome": "refused", **who}),))
    allowed = state.control.extra_leave_days
    used = sum(each.days_in(year) for each in state.side(colour).leaves if each.extra)
    facts: dict[str, Fact] = {"outcome": "extra-left", **who, "left": allowed - used, "allowed": allowed}
    ground = Ground(leave.LEAVE, {**facts, "year": str(year)})
    return Proposal("grant-leave" if used < allowed else "", {"colour": colour.value}, (ground,))
