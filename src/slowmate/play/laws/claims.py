"""Articles 9.2 to 9.4, 5.1.3 and 5.2.4: claims, what they bring if they are right, and if they are wrong.

On the server a claim is decided at once. By post or e-mail, or where no table at hand can tell, it waits for the
director. By post and e-mail the clocks stand still meanwhile. On the server they run on, for nobody stops their own
clock but by a move or leave (6.10b), and so they do in Triple Block, where nothing stops them: play goes on, and if
the claim is right, the game ended with it.
"""

from datetime import datetime

from slowmate.board.claims import fifty_moves, repetition
from slowmate.board.moves import Colour, Move
from slowmate.play.clocks import TripleBlock
from slowmate.play.commands import ClaimDraw, ClaimTablebase, DecideClaim, WithdrawClaim
from slowmate.play.conditions import (
    CLAIM_PROCEDURE,
    STOPPED,
    Moment,
    read_move,
    refuse,
    require_dates,
    require_not_on_leave,
    require_play,
    require_reason,
)
from slowmate.play.events import ClaimKind, ClaimMade, ClaimRejected, Ended, Event, ResultCorrected, Stop
from slowmate.play.evolve import as_claimed, fold
from slowmate.play.game import Game, PendingClaim, RefutedClaim
from slowmate.play.laws.after_move import played
from slowmate.play.laws.director import STOP
from slowmate.play.laws.flags import flag_result
from slowmate.play.laws.results import Outcome, Termination, win_for
from slowmate.play.terms import FIFTY_MOVES
from slowmate.records import Result
from slowmate.rulebook import Clause, Fact, Ground, Ruling, clause
from slowmate.rulebook.applies import applies

REPETITION = clause("ICCF-LAWS-2019 9.2.1")
TABLEBASE_WIN = clause("ICCF-LAWS-2019 5.1.3")
TABLEBASE_DRAW = clause("ICCF-LAWS-2019 5.2.4")
NO_WITHDRAWAL = clause("ICCF-LAWS-2019 9.4.1b")
CORRECT = clause("ICCF-LAWS-2019 9.4.2")
INCORRECT = clause("ICCF-LAWS-2019 9.4.3a")
INTENDED = clause("ICCF-LAWS-2019 9.4.3b")
CLAIM_IS_OFFER = clause("ICCF-LAWS-2019 9.1.2.2")
FLAG_CLAIM = clause("ICCF-LAWS-2019 6.6b")
OWN_CLOCK = clause("ICCF-LAWS-2019 6.10b")

_TERMINATION = {
    ClaimKind.REPETITION: Termination.REPETITION,
    ClaimKind.FIFTY_MOVES: Termination.FIFTY_MOVES,
    ClaimKind.TABLEBASE_WIN: Termination.TABLEBASE,
    ClaimKind.TABLEBASE_DRAW: Termination.TABLEBASE,
}
_DRAWS = {ClaimKind.REPETITION: REPETITION, ClaimKind.FIFTY_MOVES: FIFTY_MOVES}
_TABLES = {ClaimKind.TABLEBASE_WIN: TABLEBASE_WIN, ClaimKind.TABLEBASE_DRAW: TABLEBASE_DRAW}


@applies(clause("ICCF-LAWS-2019 5.2.5"), clause("ICCF-LAWS-2019 9.2.1.1"), clause("ICCF-LAWS-2019 9.2.1.2"))
def claim_draw(game: Game, command: ClaimDraw, moment: Moment) -> tuple[Event, ...]:
    """Decide a claim by repetition or the 50-move rule, by the player on move. Refuse an illegal intended move."""
    if command.claim not in _DRAWS:
        raise refuse(CLAIM_PROCEDURE, "unknown-claim", claim=command.claim.value)
    require_play(game)
    _require_no_claim(game, command.by)
    if game.position.turn is not command.by:
        raise refuse(_DRAWS[command.claim], "not-on-move", player=command.by.value)
    if command.intended is None:
        _require_not_heard(game, command)
    intended = None
    if command.intended is not None:
        require_not_on_leave(game, command.by, moment.at)
        numeric = not game.terms.transmission.is_server
        intended = read_move(game.position, command.intended, numeric=numeric)
    if not game.terms.transmission.is_server:
        received = game.receipt(require_dates(game, command.received, None, moment))
        return _refer_to_director(game, command, intended, moment, received=received)
    ruling = _rule_on_draw(game, command.claim, intended)
    if ruling.value:
        end = Ground(CORRECT, {"claim": command.claim.value})
        return (_end_as_draw(game, command.claim, moment, (*ruling.grounds, end)),)
    wrong = Ground(INCORRECT, {"outcome": "incorrect", "claim": command.claim.value})
    rejected = ClaimRejected(
        at=moment.at,
        grounds=(*ruling.grounds, wrong, Ground(CLAIM_IS_OFFER, {"player": command.by.value})),
        by=command.by,
        claim=command.claim,
        intended=intended.uci if intended else None,
        is_offer=True,
        plies=len(game.moves),
    )
    return _with_intended_move(game, rejected, moment)


def _require_no_claim(game: Game, by: Colour) -> None:
    """Refuse a second claim of a player at a time."""
    if any(claim.by is by for claim in game.pending):
        raise refuse(CLAIM_PROCEDURE, "interrupted", why=Stop.CLAIM.value)


def _require_not_heard(game: Game, command: ClaimDraw | ClaimTablebase) -> None:
    """Refuse a claim that was found wrong until somebody has moved."""
    heard = RefutedClaim(command.claim, len(game.moves))
    if heard in game.side(command.by).refuted:
        raise refuse(INCORRECT, "heard", claim=command.claim.value, player=command.by.value)


@applies(clause("ICCF-LAWS-2019 9.3.1"), clause("ICCF-LAWS-2019 9.3.3"))
def _rule_on_draw(game: Game, claim: ClaimKind, intended: Move | None) -> Ruling[bool]:
    if claim is ClaimKind.REPETITION:
        return repetition(game.occurrences, game.position, intended)
    return fifty_moves(game.position, intended, min_pieces=game.terms.fifty_moves_from)


def _end_as_draw(game: Game, claim: ClaimKind, moment: Moment, grounds: tuple[Ground, ...]) -> Ended:
    return Ended(
        at=moment.at,
        grounds=grounds,
        result=Result.DRAW,
        termination=_TERMINATION[claim],
        effective=moment.at,
        is_rated=game.terms.may_be_rated,
    )


@applies(STOP, OWN_CLOCK)
def _refer_to_director(
    game: Game,
    command: ClaimDraw | ClaimTablebase,
    intended: Move | None,
    moment: Moment,
    *,
    received: datetime | None = None,
) -> tuple[Event, ...]:
    """Record a claim that waits. By post and e-mail the clocks are stopped for it (9.4.1); elsewhere nothing stops."""
    runs_on = game.terms.transmission.is_server or isinstance(game.control, TripleBlock)
    facts = {"claim": command.claim.value, "player": command.by.value}
    waits = Ground(CLAIM_PROCEDURE, {"outcome": "waits", **facts})
    if runs_on:
        waits = Ground(OWN_CLOCK, {"outcome": "claim-waits", **facts})
    return (
        ClaimMade(
            at=moment.at,
            grounds=(waits,),
            by=command.by,
            claim=command.claim,
            intended=intended.uci if intended else None,
            received=received,
            runs_on=runs_on,
            plies=len(game.moves),
        ),
    )


def _with_intended_move(game: Game, rejected: ClaimRejected, moment: Moment) -> tuple[Event, ...]:
    """Return a rejected claim with the move declared with it, which must now be made if it has not been.

    The claim stands as an offer, so that no conditional move of the opponent replies before they have seen it.
    """
    is_made = rejected.plies is not None and rejected.plies < len(game.moves)
    if rejected.intended is None or game.is_over or is_made:
        return (rejected,)
    after = fold((rejected,), game)
    move = after.position.move_from_uci(rejected.intended)
    declared = Ground(INTENDED, {"player": rejected.by.value, "move": after.position.algebraic(move)})
    return (rejected, *played(after, move, at=moment.at, grounds=(declared,)))


def claim_tablebase(game: Game, command: ClaimTablebase, moment: Moment) -> tuple[Event, ...]:
    """Decide a claim on the tables, by either player, whichever has the move. It is no offer.

    With too many men on the board there is no such claim. With castling rights, or where no table at hand covers the
    position, it goes to the director.
    """
    if command.claim not in _TABLES:
        raise refuse(CLAIM_PROCEDURE, "unknown-claim", claim=command.claim.value)
    cited, position = _TABLES[command.claim], game.position
    if game.stops:
        raise refuse(STOPPED[game.stops[-1]], "interrupted", why=game.stops[-1].value)
    _require_no_claim(game, command.by)
    _require_not_heard(game, command)
    pieces, most = position.piece_count, game.terms.tablebase_pieces
    if pieces > most:
        raise refuse(cited, "too-many", pieces=pieces, most=most)
    verdict = None
    if moment.probe is not None and game.terms.transmission.is_server and not position.has_castling_rights:
        verdict = moment.probe(position)
    if verdict is None:
        return _refer_to_director(game, command, None, moment)
    winner = verdict.winner
    facts: dict[str, Fact] = {
        "pieces": pieces,
        "verdict": f"{winner.value} wins" if winner else "a draw",
        "player": command.by.value,
    }
    right = winner is (command.by if command.claim is ClaimKind.TABLEBASE_WIN else None)
    if not right:
        ground = Ground(cited, {"outcome": "incorrect", **facts})
        heard = len(game.moves)
        return (ClaimRejected(at=moment.at, grounds=(ground,), by=command.by, claim=command.claim, plies=heard),)
    return (
        Ended(
            at=moment.at,
            grounds=(Ground(cited, {"outcome": "correct", **facts}),),
            result=win_for(winner) if winner else Result.DRAW,
            termination=Termination.TABLEBASE,
            effective=moment.at,
            is_rated=game.terms.may_be_rated,
        ),
    )


def withdraw_claim(_game: Game, command: WithdrawClaim, _moment: Moment) -> tuple[Event, ...]:
    """Refuse to withdraw a claim, whether one waits or not."""
    raise refuse(NO_WITHDRAWAL, "refused", player=command.by.value)


@applies(clause("ICCF-LAWS-2019 Glossary: claim"))
def decide_claim(game: Game, command: DecideClaim, moment: Moment) -> tuple[Event, ...]:
    """Carry out the director's decision on a claim. A correct one counts from the instant it was made (9.4.2).

    Where play went on meanwhile and the game has ended since, a correct claim takes the place of that end.
    """
    require_reason(command)
    claim = next((claim for claim in game.pending if claim.by is command.by), None)
    if claim is None:
        raise refuse(CLAIM_PROCEDURE, "no-claim", player=command.by.value)
    if command.upheld:
        ended = _uphold(game, claim, command, moment)
        return (ended if game.outcome is None else _replace_end(game.outcome, ended, command),)
    grounds: tuple[Ground, ...] = (Ground(INCORRECT, {"outcome": "incorrect", "claim": claim.claim.value}),)
    is_offer = claim.claim in _DRAWS and any(offer.by is claim.by and offer.is_claim for offer in game.offers)
    if is_offer:
        grounds += (Ground(CLAIM_IS_OFFER, {"player": claim.by.value}),)
    rejected = ClaimRejected(
        at=moment.at,
        grounds=grounds,
        by=claim.by,
        claim=claim.claim,
        intended=claim.intended,
        is_offer=is_offer,
        director=command.director,
        reason=command.reason,
        plies=claim.plies,
    )
    return _with_intended_move(game, rejected, moment)


def _uphold(game: Game, claim: PendingClaim, command: DecideClaim, moment: Moment) -> Ended:
    facts = {"outcome": "upheld", "claim": claim.claim.value, "player": claim.by.value, "made": claim.made}
    cited: Clause = CORRECT if claim.claim in _DRAWS else _TABLES.get(claim.claim, FLAG_CLAIM)
    grounds: tuple[Ground, ...] = (Ground(cited, facts),)
    result, rated = Result.DRAW, game.terms.may_be_rated
    termination = Termination.TIME
    if claim.against is not None:
        result, flag_grounds = flag_result(game, claim.against, position=as_claimed(game, claim).position)
        grounds += flag_grounds
    else:
        termination = _TERMINATION[claim.claim]
        if claim.claim is ClaimKind.TABLEBASE_WIN:
            result = win_for(claim.by)
    return Ended(
        at=moment.at,
        grounds=grounds,
        result=result,
        termination=termination,
        effective=claim.made,
        is_rated=rated,
        director=command.director,
        reason=command.reason,
    )


def _replace_end(outcome: Outcome, ended: Ended, command: DecideClaim) -> ResultCorrected:
    """Replace a later end by the one the claim brought."""
    return ResultCorrected(
        at=ended.at,
        grounds=ended.grounds,
        before=outcome.result,
        result=ended.result,
        is_rated=ended.is_rated,
        termination=ended.termination,
        effective=ended.effective,
        director=command.director,
        reason=command.reason,
    )
