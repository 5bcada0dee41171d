"""`evolve(game, event)`: the game after an event. Nothing is judged here; the event says what was decided.

One event costs the same whatever the length of the game. Only putting back a position (7.2) and a reconstruction (8.3)
replay moves.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from slowmate.board.claims import Occurrences
from slowmate.board.moves import Colour
from slowmate.board.position import Position
from slowmate.play import events as ev
from slowmate.play.chain import Chain
from slowmate.play.clocks import Account, Turn
from slowmate.play.clocks.accounts import ZERO
from slowmate.play.clocks.turns import next_turn, standing_still
from slowmate.play.game import Game, Irregularity, Offer, PastClock, PendingClaim, Reconstruction, RefutedClaim, Side
from slowmate.play.laws.results import Outcome


def evolve(game: Game | None, event: ev.Event) -> Game:
    """Return the game after one more event; the first event of a game is `Arranged`."""
    if isinstance(event, ev.Arranged):
        if game is not None:
            raise ValueError("a game is arranged once")
        return _arranged(event)
    if game is None:
        raise ValueError("a game begins with its arrangement")
    if isinstance(event, ev.MoveMade):  # nearly every event is one
        return _move_made(game, event)
    return _stopped_or_running(_AFTER[type(event)](replace(game, latest=event.at), event), event.at)


def _stopped_or_running(game: Game, at: datetime) -> Game:
    """Stop or start the clocks where an event did so."""
    if game.turn is None:
        return game
    turn = standing_still(game.turn, at, is_stopped=bool(game.stops) or game.outcome is not None)
    return game if turn is game.turn else replace(game, turn=turn)


def fold(events: Iterable[ev.Event], game: Game | None = None) -> Game:
    """Return the game after all these events."""
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
    return replace(game, started=event.at, turn=Turn(event.at, event.at))


def _move_made(game: Game, event: ev.MoveMade) -> Game:
    position = game.position.play_uci(event.move)
    mover, waiting = game.side(event.by), game.side(event.by.other)
    mover = replace(mover, account=event.charge.account, reminded=0, is_long_reflection=False, lines=(), shown_at=None)
    if event.conditional:
        mover = replace(mover, lines=_remaining_lines(game.side(event.by).lines, event.move))
    offers = tuple(offer for offer in game.offers if offer.by is event.by) if game.offers else ()
    if event.offer:
        offers = (Offer(event.by),)
    if waiting.lines:
        # An open offer asks for an answer of the player themselves, so that no line of their replies to the move.
        waiting = replace(waiting, lines=() if offers else _remaining_lines(waiting.lines, event.move))
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
        turn=next_turn(game.turn, event.made, received=event.made if game.terms.transmission.is_server else None),
        offers=offers,
        last=event,
        past_clocks=_with_past_clock(game, event),
    )


def _with_past_clock(game: Game, event: ev.MoveMade) -> tuple[PastClock, ...]:
    """Return the past clocks with that of this move; only by post are there any."""
    if event.before is None:
        return ()
    return (*game.past_clocks, PastClock(event.by, event.before, event.charge.charged))


def _remaining_lines(lines: tuple[tuple[str, ...], ...], move: str) -> tuple[tuple[str, ...], ...]:
    """Return what remains of the lines that begin with a move."""
    return tuple(line[1:] for line in lines if line[0] == move and len(line) > 1)


def _with_side(game: Game, colour: Colour, side: Side) -> Game:
    return replace(game, white=side) if colour is Colour.WHITE else replace(game, black=side)


def _with_account(game: Game, colour: Colour, account: Account) -> Game:
    return _with_side(game, colour, replace(game.side(colour), account=account))


def _with_stop(game: Game, stop: ev.Stop) -> Game:
    return game if stop in game.stops else replace(game, stops=(*game.stops, stop))


def _without_stop(game: Game, stop: ev.Stop) -> Game:
    return replace(game, stops=tuple(other for other in game.stops if other is not stop))


def _receipt_stated(game: Game, event: ev.ReceiptStated) -> Game:
    return _with_receipt(game, event.received)


def _offer_declined(game: Game, event: ev.OfferDeclined) -> Game:
    return replace(game, offers=tuple(offer for offer in game.offers if offer.by is event.by))


def _with_offer(game: Game, by: Colour) -> Game:
    """Add the offer that a claim under 9.2 or 9.3 is."""
    others = tuple(offer for offer in game.offers if offer.by is not by)
    return replace(game, offers=(*others, Offer(by, is_claim=True)))


def _claim_made(game: Game, event: ev.ClaimMade) -> Game:
    claim = PendingClaim(event.by, event.claim, event.at, event.intended, event.against, event.runs_on, event.plies)
    game = replace(game, pending=(*game.pending, claim))
    if event.claim is ev.ClaimKind.FLAG:
        return game
    if event.claim in (ev.ClaimKind.REPETITION, ev.ClaimKind.FIFTY_MOVES):
        game = _with_receipt(_with_offer(game, event.by), event.received)
        game = _with_claim(game, event.at)
    return game if event.runs_on else _with_stop(game, ev.Stop.CLAIM)


def _with_receipt(game: Game, received: datetime | None) -> Game:
    """Record when the player on move received the opponent's move, as they state."""
    if game.turn is None or received is None:
        return game
    return replace(game, turn=replace(game.turn, received=received))


def _with_claim(game: Game, at: datetime) -> Game:
    """Record the time of a claim: by post the player on move cannot have sent a move before it."""
    if game.turn is None or game.terms.transmission.is_server:
        return game
    return replace(game, turn=replace(game.turn, claimed=at))


def _claim_rejected(game: Game, event: ev.ClaimRejected) -> Game:
    pending = tuple(claim for claim in game.pending if claim.by is not event.by)
    game = _with_refuted(replace(game, pending=pending), event)
    if event.is_offer:
        game = _with_offer(game, event.by)
    waiting = any(claim.claim is not ev.ClaimKind.FLAG and not claim.runs_on for claim in pending)
    return game if waiting else _without_stop(game, ev.Stop.CLAIM)


def _with_refuted(game: Game, event: ev.ClaimRejected) -> Game:
    """Store a claim as refuted, unless its declared move goes on from there."""
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
    """Clear what the players reported: the director has decided on the result."""
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
    return _with_side(game, event.to, replace(side, leaves=(*side.leaves, event.leave)))


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
    """Set a clock, and forget the past clocks: the director found them wrong."""
    shown_at = event.shown_at or game.side(event.colour).shown_at
    side = replace(game.side(event.colour), account=event.account, shown_at=shown_at)
    return replace(_with_side(game, event.colour, side), past_clocks=())


def _penalised(game: Game, event: ev.Penalised) -> Game:
    """Set the penalised clock. The penalty stands, also if moves made before it are taken off the record later."""
    before = game.side(event.colour).account
    game = _with_account(game, event.colour, event.account)
    left, bank = event.account.left - before.left, event.account.bank - before.bank
    return _with_earlier_clocks(game, event.colour, left=left, bank=bank)


def _with_earlier_clocks(game: Game, colour: Colour, *, left: timedelta, bank: timedelta = ZERO) -> Game:
    """Apply a lasting change of one player's clock to the past clocks."""

    def changed(past: PastClock) -> PastClock:
        account = past.account
        return replace(past, account=Account(account.left + left, account.bank + bank, account.moves))

    clocks = tuple(changed(past) if past.by is colour else past for past in game.past_clocks)
    return replace(game, past_clocks=clocks)


def _adjudication_called(game: Game, _event: ev.AdjudicationCalled) -> Game:
    return _with_stop(game, ev.Stop.ADJUDICATION)


def _adjudication_called_off(game: Game, _event: ev.AdjudicationCalledOff) -> Game:
    return _without_stop(game, ev.Stop.ADJUDICATION)


def _irregularity_dismissed(game: Game, _event: ev.IrregularityDismissed) -> Game:
    return _without_stop(replace(game, irregularity=None), ev.Stop.IRREGULARITY)


def _illegal_move_found(game: Game, event: ev.IllegalMoveFound) -> Game:
    irregularity = Irregularity(event.by, event.ply, event.sent, event.received)
    game = _with_receipt(replace(game, irregularity=irregularity), event.received)
    return _with_stop(game, ev.Stop.IRREGULARITY)


def _position_reinstated(game: Game, event: ev.PositionReinstated) -> Game:
    removed, accounts = len(game.moves) - (event.ply - 1), {Colour.WHITE: event.white, Colour.BLACK: event.black}
    before = {colour: clock_before(game, colour, removed) for colour in Colour}
    game = replace(
        _replayed(game, list(game.moves)[: event.ply - 1]),
        white=_set_back(game.white, event.white),
        black=_set_back(game.black, event.black),
        turn=Turn(event.at),
        last=None,
        irregularity=None,
        past_clocks=game.past_clocks[: max(0, len(game.past_clocks) - removed)],
    )
    for colour, past in before.items():
        if past is not None:
            after, earlier = accounts[colour], game.control.used(past, ())
            game = _with_earlier_clocks(game, colour, left=after.left - earlier.left, bank=after.bank - earlier.bank)
    return _without_stop(_without_claims(game), ev.Stop.IRREGULARITY)


def _set_back(side: Side, account: Account) -> Side:
    """Return a side after moves were taken off or the game reconstructed: its clock shows what was decided."""
    return replace(side, account=account, lines=(), reminded=0, is_long_reflection=False, shown_at=None)


def clock_before(game: Game, colour: Colour, removed: int) -> Account | None:
    """Return what a player's clock held before the latest *removed* moves of both; None if the record does not say."""
    if removed > len(game.past_clocks):
        return None
    taken = game.past_clocks[len(game.past_clocks) - removed :]
    sent = game.irregularity.sent if game.irregularity else None
    return next((past.account for past in taken if past.by is colour), game.account(colour, sent=sent))


def _without_claims(game: Game) -> Game:
    """Remove claims and offers, which lapse with their position; a claimed flag does not."""
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
    game = replace(game, reconstruction=Reconstruction(event.fen, event.moves_made, event.white_left, event.black_left))
    return _with_stop(game, ev.Stop.IRREGULARITY)


def _game_reconstructed(game: Game, event: ev.GameReconstructed) -> Game:
    game = replace(
        _replayed(game, event.moves),
        reconstruction=None,
        last=None,
        white=_set_back(game.white, event.white or game.white.account),
        black=_set_back(game.black, event.black or game.black.account),
        turn=Turn(event.at),
        past_clocks=(),
    )
    return _without_stop(_without_claims(game), ev.Stop.IRREGULARITY)


def _imported(game: Game, event: ev.Imported) -> Game:
    if event.chess960 is not None or event.fen is not None:
        terms = replace(game.terms, chess960=event.chess960, fen=event.fen)
        game = replace(game, terms=terms, start=terms.start_position())
    return replace(_replayed(game, event.moves), started=game.started or event.at)


def _replayed(game: Game, moves: Iterable[str]) -> Game:
    position = anchor = game.start
    occurrences = Occurrences.start(position)
    stored: Chain[str] = Chain()
    for move in moves:
        position = position.play_uci(move)
        occurrences = occurrences.then(position)
        anchor = position if position.halfmove_clock == 0 else anchor
        stored = stored.then(move)
    return replace(game, position=position, moves=stored, occurrences=occurrences, anchor=anchor)


def as_claimed(game: Game, claim: PendingClaim) -> Game:
    """Return the game with no more moves than had been made when the claim was made."""
    if claim.plies is None or claim.plies >= len(game.moves):
        return game
    return _replayed(game, list(game.moves)[: claim.plies])


def restored(anchor: Position, moves: Iterable[str]) -> tuple[Position, Occurrences]:
    """Return position and occurrences from the position after the last capture or pawn move and the moves since."""
    position, occurrences = anchor, Occurrences.start(anchor)
    for move in moves:
        position = position.play_uci(move)
        occurrences = occurrences.then(position)
    return position, occurrences


def _game_reported(game: Game, event: ev.GameReported) -> Game:
    side = replace(game.side(event.by), reported=event.result, reported_moves=event.moves)
    return _with_side(game, event.by, side)


def _handed_over(game: Game, event: ev.HandedOver) -> Game:
    """Remove what the former player planned: conditional moves, leave to come, reminders. The clock stays.

    While they were on leave it rested, and what it shows rests on that; but those are no days of their successor's
    leave. Nor is their silence: on the move that is to be made, only the clock can run out.
    """
    side, day = game.side(event.colour), event.at.date()
    begun = tuple(leave for leave in side.leaves if leave.begins < event.at)
    rested = tuple(
        replace(leave, first=day, last=day - timedelta(days=1), ends=min(leave.ends, event.at)) for leave in begun
    )
    on_move = game.position.turn is event.colour
    side = replace(side, leaves=rested, lines=(), reminded=0, is_long_reflection=on_move, sheet_requested=None)
    return _with_side(game, event.colour, side)


def _ruled(game: Game, _event: ev.Ruled | ev.MisconductFound) -> Game:
    return game


_AFTER: dict[type, Callable[[Game, Any], Game]] = {
    ev.Started: _started,
    ev.ReceiptStated: _receipt_stated,
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
    ev.HandedOver: _handed_over,
    ev.Imported: _imported,
    ev.Ruled: _ruled,
}
