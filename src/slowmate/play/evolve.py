"""`evolve(game, event)`: the game after an event. Nothing is judged here; the event says what was decided.

One event costs the same whatever the length of the game. Only putting back a position (7.2) and a reconstruction (8.3)
replay moves.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from slowmate.board.claims import Occurrences
from slowmate.board.moves import Colour
from slowmate.board.position import Position
from slowmate.play import events as ev
from slowmate.play.chain import Chain
from slowmate.play.clocks import Account, Turn
from slowmate.play.clocks.accounts import ZERO
from slowmate.play.game import Game, Irregularity, Offer, PendingClaim, Reconstruction, RefutedClaim, Side
from slowmate.play.laws.results import Outcome


def evolve(game: Game | None, event: ev.Event) -> Game:
    """The game after one more event; the first event of a game is `Arranged`."""
    if isinstance(event, ev.Arranged):
        if game is not None:
            raise ValueError("a game is arranged once")
        return _arranged(event)
    if game is None:
        raise ValueError("a game begins with its arrangement")
    if isinstance(event, ev.MoveMade):  # nearly every event is one
        return _move_made(game, event)
    counted = replace(game, latest=event.at, turn=game.turn_at(event.at))
    return _AFTER[type(event)](counted, event)


def fold(events: Iterable[ev.Event], game: Game | None = None) -> Game:
    """The game after all these events."""
    for event in events:
        game = evolve(game, event)
    if game is None:
        raise ValueError("a game begins with its arrangement")
    return game


def _arranged(event: ev.Arranged) -> Game:
    start = event.terms.start_position()
    side = Side(event.terms.time_control.opening())
    return Game(event.terms, event.at, start, start, Chain(), Occurrences.start(start), start, side, side)


def _started(game: Game, event: ev.Started) -> Game:
    return replace(game, started=event.at, turn=Turn.beginning(event.at))


def _move_made(game: Game, event: ev.MoveMade) -> Game:
    position = game.position.play_uci(event.move)
    mover, waiting = game.side(event.by), game.side(event.by.other)
    mover = replace(mover, account=event.charge.account, reminded=0, is_long_reflection=False, lines=())
    if event.conditional:
        mover = replace(mover, lines=_following(game.side(event.by).lines, event.move))
    offers = tuple(offer for offer in game.offers if offer.by is event.by) if game.offers else ()
    if event.offer:
        offers = (Offer(event.by),)
    if waiting.lines:
        # An open offer asks for an answer of the player himself, so that no line of his replies to the move.
        waiting = replace(waiting, lines=() if offers else _following(waiting.lines, event.move))
    sides = (mover, waiting) if event.by is Colour.WHITE else (waiting, mover)
    return replace(
        game,
        latest=event.at,
        position=position,
        moves=game.moves.then(event.move),
        occurrences=game.occurrences.then(position),
        anchor=position if position.halfmove_clock == 0 else game.anchor,
        white=sides[0],
        black=sides[1],
        turn=Turn.beginning(event.made),
        offers=offers,
        last=event,
    )


def _following(lines: tuple[tuple[str, ...], ...], move: str) -> tuple[tuple[str, ...], ...]:
    """What remains of the lines that begin with a move."""
    return tuple(line[1:] for line in lines if line[0] == move and len(line) > 1)


def _with_side(game: Game, colour: Colour, side: Side) -> Game:
    return replace(game, white=side) if colour is Colour.WHITE else replace(game, black=side)


def _with_account(game: Game, colour: Colour, account: Account) -> Game:
    return _with_side(game, colour, replace(game.side(colour), account=account))


def _with_stop(game: Game, stop: ev.Stop) -> Game:
    return game if stop in game.stops else replace(game, stops=(*game.stops, stop))


def _without_stop(game: Game, stop: ev.Stop) -> Game:
    return replace(game, stops=tuple(other for other in game.stops if other is not stop))


def _offer_declined(game: Game, event: ev.OfferDeclined) -> Game:
    return replace(game, offers=tuple(offer for offer in game.offers if offer.by is event.by))


def _with_offer(game: Game, by: Colour) -> Game:
    """The offer that a claim under 9.2 or 9.3 is."""
    others = tuple(offer for offer in game.offers if offer.by is not by)
    return replace(game, offers=(*others, Offer(by, is_claim=True)))


def _claim_made(game: Game, event: ev.ClaimMade) -> Game:
    claim = PendingClaim(event.by, event.claim, event.at, event.intended, event.against, event.runs_on, event.plies)
    game = replace(game, pending=(*game.pending, claim))
    if event.claim is ev.ClaimKind.FLAG:
        return game
    if event.claim in (ev.ClaimKind.REPETITION, ev.ClaimKind.FIFTY_MOVES):
        game = _with_offer(game, event.by)
    return game if event.runs_on else _with_stop(game, ev.Stop.CLAIM)


def _claim_rejected(game: Game, event: ev.ClaimRejected) -> Game:
    pending = tuple(claim for claim in game.pending if claim.by is not event.by)
    game = _with_refuted(replace(game, pending=pending), event)
    if event.is_offer:
        game = _with_offer(game, event.by)
    waiting = any(claim.claim is not ev.ClaimKind.FLAG and not claim.runs_on for claim in pending)
    return game if waiting else _without_stop(game, ev.Stop.CLAIM)


def _with_refuted(game: Game, event: ev.ClaimRejected) -> Game:
    """The claim kept as heard, unless its declared move goes on from there."""
    if event.plies is None or event.intended is not None:
        return game
    side = game.side(event.by)
    others = tuple(claim for claim in side.refuted if claim.plies == event.plies)
    refuted = (*others, RefutedClaim(event.claim, event.plies))
    return _with_side(game, event.by, replace(side, refuted=refuted))


def _ended(game: Game, event: ev.Ended) -> Game:
    outcome = Outcome(event.result, event.termination, event.effective, event.is_rated, event.grounds)
    game = _with_reports_settled(game) if event.director else game
    # A claim that was made while play went on still waits: if it is right, the game ended with it.
    earlier = () if event.director else tuple(claim for claim in game.pending if claim.runs_on)
    return replace(
        game,
        outcome=outcome,
        offers=(),
        pending=earlier,
        irregularity=None,
        reconstruction=None,
        white=replace(game.white, lines=()),
        black=replace(game.black, lines=()),
    )


def _result_corrected(game: Game, event: ev.ResultCorrected) -> Game:
    if game.outcome is None:
        raise ValueError("only a result that stands can be corrected")
    corrected = replace(
        game.outcome,
        result=event.result,
        termination=event.termination or game.outcome.termination,
        effective=event.effective or game.outcome.effective,
        is_rated=event.is_rated,
        grounds=event.grounds,
    )
    return _with_reports_settled(replace(game, outcome=corrected, pending=()))


def _result_confirmed(game: Game, _event: ev.ResultConfirmed) -> Game:
    return _with_reports_settled(game)


def _with_reports_settled(game: Game) -> Game:
    """The director has decided on the result: what the players reported before is dealt with."""
    white, black = (replace(side, reported=None, reported_moves=()) for side in (game.white, game.black))
    return replace(game, white=white, black=black)


def _leave_taken(game: Game, event: ev.LeaveTaken) -> Game:
    side = game.side(event.by)
    return _with_side(game, event.by, replace(side, leaves=(*side.leaves, event.leave)))


def _leave_ended(game: Game, event: ev.LeaveEnded) -> Game:
    side = game.side(event.by)
    others = tuple(leave for leave in side.leaves if leave != event.before)
    return _with_side(game, event.by, replace(side, leaves=(*others, event.leave) if event.leave else others))


def _leave_granted(game: Game, event: ev.LeaveGranted) -> Game:
    side = game.side(event.to)
    game = _with_side(game, event.to, replace(side, leaves=(*side.leaves, event.leave)))
    if game.turn is None or event.credited == ZERO:
        return game
    turn = game.turn
    credited = replace(turn, reflected=turn.reflected - event.credited, on_leave=turn.on_leave + event.credited)
    return replace(game, turn=credited)


def _long_reflection(game: Game, event: ev.LongReflectionAnnounced) -> Game:
    return _with_side(game, event.by, replace(game.side(event.by), is_long_reflection=True))


def _reminded(game: Game, event: ev.Reminded) -> Game:
    return _with_side(game, event.to, replace(game.side(event.to), reminded=event.day))


def _clock_refilled(game: Game, event: ev.ClockRefilled) -> Game:
    return _with_account(game, event.by, event.account)


def _conditionals_set(game: Game, event: ev.ConditionalsSet) -> Game:
    return _with_side(game, event.by, replace(game.side(event.by), lines=event.lines))


def _conditionals_dropped(game: Game, event: ev.ConditionalsDropped) -> Game:
    return _with_side(game, event.by, replace(game.side(event.by), lines=()))


def _clocks_stopped(game: Game, _event: ev.ClocksStopped) -> Game:
    return _with_stop(game, ev.Stop.DIRECTOR)


def _clocks_restarted(game: Game, _event: ev.ClocksRestarted) -> Game:
    return _without_stop(game, ev.Stop.DIRECTOR)


def _clock_set(game: Game, event: ev.ClockSet) -> Game:
    return _with_account(game, event.colour, event.account)


def _penalised(game: Game, event: ev.Penalised) -> Game:
    return _with_account(game, event.colour, event.account)


def _adjudication_called(game: Game, _event: ev.AdjudicationCalled) -> Game:
    return _with_stop(game, ev.Stop.ADJUDICATION)


def _adjudication_called_off(game: Game, _event: ev.AdjudicationCalledOff) -> Game:
    return _without_stop(game, ev.Stop.ADJUDICATION)


def _irregularity_dismissed(game: Game, _event: ev.IrregularityDismissed) -> Game:
    return _without_stop(replace(game, irregularity=None), ev.Stop.IRREGULARITY)


def _illegal_move_found(game: Game, event: ev.IllegalMoveFound) -> Game:
    game = replace(game, irregularity=Irregularity(event.by, event.ply))
    return _with_stop(game, ev.Stop.IRREGULARITY)


def _position_reinstated(game: Game, event: ev.PositionReinstated) -> Game:
    kept = list(game.moves)[: event.ply - 1]
    game = _replayed(game, kept)
    game = replace(
        game,
        white=replace(game.white, account=event.white, lines=(), reminded=0, is_long_reflection=False),
        black=replace(game.black, account=event.black, lines=(), reminded=0, is_long_reflection=False),
        turn=Turn.beginning(event.at),
        last=None,
        irregularity=None,
    )
    return _without_stop(_without_claims(game), ev.Stop.IRREGULARITY)


def _without_claims(game: Game) -> Game:
    """Claims and offers lapse with the position they were made in; a claimed flag does not."""
    flags = tuple(claim for claim in game.pending if claim.claim is ev.ClaimKind.FLAG)
    game = replace(
        game,
        pending=flags,
        offers=(),
        white=replace(game.white, refuted=()),
        black=replace(game.black, refuted=()),
    )
    return _without_stop(game, ev.Stop.CLAIM)


def _scoresheet_requested(game: Game, event: ev.ScoresheetRequested) -> Game:
    return _with_side(game, event.of, replace(game.side(event.of), sheet_requested=event.at))


def _scoresheet_handed_in(game: Game, event: ev.ScoresheetHandedIn) -> Game:
    return _with_side(game, event.by, replace(game.side(event.by), sheet_requested=None))


def _reconstruction_opened(game: Game, event: ev.ReconstructionOpened) -> Game:
    game = replace(game, reconstruction=Reconstruction(event.fen, event.moves_made))
    return _with_stop(game, ev.Stop.IRREGULARITY)


def _game_reconstructed(game: Game, event: ev.GameReconstructed) -> Game:
    game = replace(
        _replayed(game, event.moves),
        reconstruction=None,
        last=None,
        white=replace(game.white, lines=()),
        black=replace(game.black, lines=()),
        turn=Turn.beginning(event.at),
    )
    return _without_stop(_without_claims(game), ev.Stop.IRREGULARITY)


def _replayed(game: Game, moves: Iterable[str]) -> Game:
    position = anchor = game.start
    occurrences = Occurrences.start(position)
    kept: Chain[str] = Chain()
    for move in moves:
        position = position.play_uci(move)
        occurrences = occurrences.then(position)
        anchor = position if position.halfmove_clock == 0 else anchor
        kept = kept.then(move)
    return replace(game, position=position, moves=kept, occurrences=occurrences, anchor=anchor)


def as_claimed(game: Game, claim: PendingClaim) -> Game:
    """The game with no more moves than had been made when something was claimed."""
    if claim.plies is None or claim.plies >= len(game.moves):
        return game
    return _replayed(game, list(game.moves)[: claim.plies])


def restored(anchor: Position, moves: Iterable[str]) -> tuple[Position, Occurrences]:
    """Position and occurrences from the position after the last capture or pawn move and the moves since."""
    position, occurrences = anchor, Occurrences.start(anchor)
    for move in moves:
        position = position.play_uci(move)
        occurrences = occurrences.then(position)
    return position, occurrences


def _game_reported(game: Game, event: ev.GameReported) -> Game:
    side = replace(game.side(event.by), reported=event.result, reported_moves=event.moves)
    return _with_side(game, event.by, side)


def _ruled(game: Game, _event: ev.Ruled | ev.MisconductFound) -> Game:
    return game


_AFTER: dict[type, Callable[[Game, Any], Game]] = {
    ev.Started: _started,
    ev.OfferDeclined: _offer_declined,
    ev.ClaimMade: _claim_made,
    ev.ClaimRejected: _claim_rejected,
    ev.Ended: _ended,
    ev.ResultCorrected: _result_corrected,
    ev.ResultConfirmed: _result_confirmed,
    ev.LeaveTaken: _leave_taken,
    ev.LeaveEnded: _leave_ended,
    ev.LeaveGranted: _leave_granted,
    ev.LongReflectionAnnounced: _long_reflection,
    ev.Reminded: _reminded,
    ev.ClockRefilled: _clock_refilled,
    ev.ConditionalsSet: _conditionals_set,
    ev.ConditionalsDropped: _conditionals_dropped,
    ev.ClocksStopped: _clocks_stopped,
    ev.ClocksRestarted: _clocks_restarted,
    ev.ClockSet: _clock_set,
    ev.Penalised: _penalised,
    ev.MisconductFound: _ruled,
    ev.AdjudicationCalled: _adjudication_called,
    ev.AdjudicationCalledOff: _adjudication_called_off,
    ev.IllegalMoveFound: _illegal_move_found,
    ev.IrregularityDismissed: _irregularity_dismissed,
    ev.PositionReinstated: _position_reinstated,
    ev.ScoresheetRequested: _scoresheet_requested,
    ev.ScoresheetHandedIn: _scoresheet_handed_in,
    ev.ReconstructionOpened: _reconstruction_opened,
    ev.GameReconstructed: _game_reconstructed,
    ev.GameReported: _game_reported,
    ev.Ruled: _ruled,
}
