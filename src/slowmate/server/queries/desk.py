"""What waits for a director, oldest first, with a proposed ruling."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q

from slowmate import play
from slowmate.board.claims import TABLEBASE_DRAW, TABLEBASE_WIN, fifty_moves, repetition
from slowmate.play.events import ClaimKind
from slowmate.play.game import PendingClaim
from slowmate.rulebook import Fact, Ground, Ruling
from slowmate.server.models import Game, Office, Report, User
from slowmate.server.permissions import holds
from slowmate.server.services import tables

SILENT = timedelta(days=28)


@dataclass(frozen=True, slots=True)
class Item:
    """One thing that waits: since when, what it is, and the decision the desk proposes."""

    since: datetime
    kind: str
    game: Game
    proposal: str = ""
    grounds: tuple[Ground, ...] = ()
    claims: tuple[PendingClaim, ...] = ()
    report: Report | None = None


def waiting(person: User, *, at: datetime) -> list[Item]:
    """Claims, adjudications and irregularities, reports, and players who have been silent for long."""
    if not holds(person, Office.Kind.DIRECTOR):
        return []
    player = getattr(person, "player", None)
    mine = Game.objects.select_related("white", "black", "on_move").filter(Q(director=person) | Q(director=None))
    if player is not None:
        mine = mine.exclude(Q(white=player) | Q(black=player))
    running = mine.filter(status=Game.Status.RUNNING)
    found = [_claimed(game) for game in running.filter(awaits_director=True)]
    silent = running.filter(last_move_at__lt=at - SILENT, on_move__isnull=False).defer("snapshot")[:200]
    found += [Item(game.last_move_at, "silence", game) for game in silent if game.last_move_at]
    reports = Report.objects.filter(settled=None, game__in=mine).select_related(
        "game__white", "game__black", "by", "message__sender"
    )
    found += [Item(report.made, "report", report.game, report=report) for report in reports]
    return sorted(found, key=lambda item: item.since)


def _claimed(game: Game) -> Item:
    state = play.game_from_json(game.snapshot)
    if state.pending:
        claim = state.pending[0]
        proposed = _measured(state, claim)
        proposal = "uphold-claim" if proposed.value else "reject-claim" if proposed.value is False else ""
        return Item(claim.made, "claim", game, proposal, proposed.grounds, claims=state.pending)
    if state.irregularity:
        return Item(state.latest, "irregularity", game, "reinstate")
    return Item(state.latest, "adjudication", game, "adjudicate")


def _measured(state: play.Game, claim: PendingClaim) -> Ruling[bool | None]:
    """What the position says of a claim; None where it says nothing, and the director must find out."""
    intended = state.position.move_from_uci(claim.intended) if claim.intended else None
    if claim.claim is ClaimKind.REPETITION:
        found = repetition(state.occurrences, state.position, intended)
        return Ruling(found.value, found.grounds)
    if claim.claim is ClaimKind.FIFTY_MOVES:
        found = fifty_moves(state.position, intended, min_pieces=state.terms.fifty_moves_from)
        return Ruling(found.value, found.grounds)
    if claim.claim is ClaimKind.FLAG:
        return Ruling(None, ())
    verdict = tables.probe(state.position)
    if verdict is None:
        return Ruling(None, ())
    wanted = claim.by if claim.claim is ClaimKind.TABLEBASE_WIN else None
    facts: dict[str, Fact] = {
        "outcome": "table",
        "pieces": state.position.piece_count,
        "wdl": verdict.wdl,
        "turn": verdict.turn.value,
    }
    cited = TABLEBASE_WIN if claim.claim is ClaimKind.TABLEBASE_WIN else TABLEBASE_DRAW
    return Ruling(verdict.winner is wanted, (Ground(cited, facts),))
