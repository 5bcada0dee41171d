"""`decide(game, command, at=...)`: the events a command brings about, or `Refused` with the clause.

Pure: it reads no clock and no tables but those it is given, and changes nothing. The caller stores the events, and
first calls it with `CheckTime`, so that a flag that has fallen is recorded before anything else is decided.
"""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from slowmate.play import commands as cmd
from slowmate.play.conditions import Moment, Probe, instant, refuse
from slowmate.play.events import Arranged, Event
from slowmate.play.evolve import evolve, fold
from slowmate.play.game import Game
from slowmate.play.laws.claims import claim_draw, claim_tablebase, decide_claim, withdraw_claim
from slowmate.play.laws.conditionals import drop_conditionals, set_conditionals
from slowmate.play.laws.conduct import judge_conduct
from slowmate.play.laws.director import (
    RESULTS,
    adjudicate,
    call_adjudication,
    call_off_adjudication,
    cancel_game,
    confirm_result,
    correct_result,
    default_player,
    double_default,
    penalise,
    record_ruling,
    restart_clocks,
    set_clock,
    settle_count,
    stop_clocks,
)
from slowmate.play.laws.flags import (
    CLOCK_CONCLUSIVE,
    START,
    announce_long_reflection,
    check_time,
    require_time,
    started,
)
from slowmate.play.laws.handing_over import hand_over
from slowmate.play.laws.irregularities import RESTART as COLOURS
from slowmate.play.laws.irregularities import correct_colours, dismiss_irregularity, reinstate_position
from slowmate.play.laws.leave import adjourn, end_leave, grant_leave, take_leave
from slowmate.play.laws.moves import make_move, take_back
from slowmate.play.laws.offers import accept_offer, decline_offer, withdraw_offer
from slowmate.play.laws.postal import (
    claim_flag,
    hand_in_scoresheet,
    open_reconstruction,
    reconstruct_game,
    record_move,
    report_game,
    request_scoresheet,
    state_receipt,
)
from slowmate.play.laws.refill import refill_clock
from slowmate.play.laws.resigning import resign
from slowmate.play.terms import IN_ADVANCE, Terms, check_terms, counted_from_start
from slowmate.rulebook import Fact, Ground

DECISIONS: dict[type, Callable[[Game, Any, Moment], tuple[Event, ...]]] = {
    # players
    cmd.MakeMove: make_move,
    cmd.AcceptOffer: accept_offer,
    cmd.DeclineOffer: decline_offer,
    cmd.Resign: resign,
    cmd.ClaimDraw: claim_draw,
    cmd.ClaimTablebase: claim_tablebase,
    cmd.TakeLeave: take_leave,
    cmd.EndLeave: end_leave,
    cmd.AnnounceLongReflection: announce_long_reflection,
    cmd.RefillClock: refill_clock,
    cmd.SetConditionals: set_conditionals,
    cmd.DropConditionals: drop_conditionals,
    cmd.TakeBackMove: take_back,
    cmd.WithdrawOffer: withdraw_offer,
    cmd.WithdrawClaim: withdraw_claim,
    cmd.Adjourn: adjourn,
    # players by post, e-mail or fax
    cmd.RecordMove: record_move,
    cmd.StateReceipt: state_receipt,
    cmd.ClaimFlag: claim_flag,
    cmd.ReportGame: report_game,
    cmd.HandInScoresheet: hand_in_scoresheet,
    # the server
    cmd.CheckTime: check_time,
    cmd.HandOver: hand_over,
    # the director
    cmd.StopClocks: stop_clocks,
    cmd.RestartClocks: restart_clocks,
    cmd.SetClock: set_clock,
    cmd.SettleCount: settle_count,
    cmd.Penalise: penalise,
    cmd.GrantLeave: grant_leave,
    cmd.CallAdjudication: call_adjudication,
    cmd.CallOffAdjudication: call_off_adjudication,
    cmd.Adjudicate: adjudicate,
    cmd.DefaultPlayer: default_player,
    cmd.DoubleDefault: double_default,
    cmd.CancelGame: cancel_game,
    cmd.DecideClaim: decide_claim,
    cmd.ReinstatePosition: reinstate_position,
    cmd.DismissIrregularity: dismiss_irregularity,
    cmd.CorrectColours: correct_colours,
    cmd.RequestScoresheet: request_scoresheet,
    cmd.OpenReconstruction: open_reconstruction,
    cmd.ReconstructGame: reconstruct_game,
    cmd.CorrectResult: correct_result,
    cmd.ConfirmResult: confirm_result,
    cmd.JudgeConduct: judge_conduct,
    cmd.RecordRuling: record_ruling,
}

BEFORE_START = frozenset(
    {
        cmd.CheckTime,
        cmd.TakeLeave,
        cmd.EndLeave,
        cmd.GrantLeave,
        cmd.HandOver,
        cmd.Resign,
        cmd.DefaultPlayer,
        cmd.DoubleDefault,
        cmd.CancelGame,
        cmd.JudgeConduct,
        cmd.RecordRuling,
    }
)
"""Commands allowed before the start date; a move is not."""

AFTER_END = frozenset(
    {cmd.CheckTime, cmd.CorrectResult, cmd.ConfirmResult, cmd.ReportGame, cmd.JudgeConduct, cmd.RecordRuling}
)
"""Commands allowed in a game that is over: of a player's, only the report of a game by post or e-mail.

A claim made before the end, while play went on, is still decided."""


def arrange(terms: Terms, *, at: datetime, instead_of: int | None = None) -> Arranged:
    """Return the first event of a game, which fixes its terms. The day it starts decides on the edition.

    *instead_of*: the number of the game that was discontinued because its colours were reversed.
    """
    start = check_terms(terms)
    terms = counted_from_start(terms)
    facts: dict[str, Fact] = {"outcome": "arranged", "starts": terms.starts, "player": start.turn.value}
    grounds: tuple[Ground, ...] = (Ground(IN_ADVANCE, facts),)
    if instead_of is not None:
        grounds += (Ground(COLOURS, {"outcome": "new-game", "game": instead_of}),)
    return Arranged(at=instant(at), grounds=grounds, terms=terms)


def decide(game: Game, command: cmd.Command, *, at: datetime, probe: Probe | None = None) -> tuple[Event, ...]:
    """Return the events a command brings about at an instant.

    *probe* answers tablebase claims; without it they go to the director. The first command after the start date also
    records the start.
    """
    moment = Moment(instant(at), probe)
    if moment.at < game.latest:
        raise refuse(CLOCK_CONCLUSIVE, "out-of-order", latest=game.latest, at=moment.at)
    kind = type(command)
    if game.outcome is not None:
        if kind not in AFTER_END and not (kind is cmd.DecideClaim and game.pending):
            outcome = game.outcome
            raise refuse(RESULTS, "over", result=outcome.result.value, termination=outcome.termination.value)
        return () if kind is cmd.CheckTime else DECISIONS[kind](game, command, moment)
    if kind is cmd.CheckTime:
        return check_time(game, cmd.CheckTime(), moment)
    before = require_under_way(game, kind, moment.at)
    return before + DECISIONS[kind](fold(before, game), command, moment)


def require_under_way(game: Game, kind: type, at: datetime) -> tuple[Event, ...]:
    """Require that a game has started and no flag has fallen; return a start that is not yet recorded."""
    before: tuple[Event, ...] = ()
    if game.started is None and at >= game.terms.starts:
        start = started(game)
        before, game = (start,), evolve(game, start)
    if game.started is None and kind not in BEFORE_START:
        raise refuse(START, "before-start", starts=game.terms.starts)
    require_time(game, at)
    return before
