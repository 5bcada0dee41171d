"""Who is told what: mail is queued in the transaction of its cause, and sent by the worker."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from slowmate.play import events
from slowmate.server.games.models import Game, GameEvent
from slowmate.server.games.queries.directors import directors_of
from slowmate.server.mail import outbox
from slowmate.server.mail.models import Mail
from slowmate.server.people.models import Player


@dataclass(frozen=True, slots=True)
class Told:
    """Somebody whom an event concerns, with the kind of mail that tells him and its facts."""

    player: Player
    kind: str
    facts: dict[str, object] = field(default_factory=dict)
    cause: str = ""
    """Its cause, where that is not the event of this game alone: it is told once, whatever games it touches."""


def of(row: Game, rows: Sequence[GameEvent], happened: Sequence[events.Event]) -> list[Mail]:
    """Mail for whoever an event concerns; whoever has no account or wants no mail is not written to."""
    mails = [
        Mail(
            user_id=user.pk,
            kind=told.kind,
            key=f"{told.cause or f'game/{row.pk}/{kept.number}'}/{told.player.pk}/{told.kind}",
            game_id=row.pk,
            ply=kept.ply,
            facts={**told.facts, "event": kept.number},
            made=kept.at,
            due=kept.at,
        )
        for kept, event in zip(rows, happened, strict=True)
        for told in _concerned(row, event)
        if (user := told.player.user) is not None and outbox.wants_mail(user)
    ]
    return mails + _to_director(row, rows, happened)


KINDS_TO_DIRECTOR: dict[type, str] = {
    events.ClaimMade: "claim-waiting",
    events.IllegalMoveFound: "illegal-move",
    events.GameReported: "reports-waiting",
}


def _to_director(row: Game, rows: Sequence[GameEvent], happened: Sequence[events.Event]) -> list[Mail]:
    """A claim that waits, an illegal move, or a report that needs a decision is told to whoever directs the game."""
    waiting = [
        (kept, KINDS_TO_DIRECTOR[type(event)])
        for kept, event in zip(rows, happened, strict=True)
        if type(event) in KINDS_TO_DIRECTOR
        if row.awaits_director or not isinstance(event, events.GameReported)
    ]
    told = [person for person in directors_of(row) if outbox.wants_mail(person)] if waiting else []
    return [
        Mail(
            user_id=director.pk,
            kind=kind,
            key=f"game/{row.pk}/{kept.number}/director/{director.pk}/{kind}",
            game_id=row.pk,
            facts={"claim": kept.data.get("claim", ""), "event": kept.number},
            made=kept.at,
            due=kept.at,
        )
        for kept, kind in waiting
        for director in told
    ]


def _reason(event: events.Event) -> dict[str, object]:
    """A director's reason, unless a sentence on the grounds has it already."""
    reason = getattr(event, "reason", None)
    return {"reason": reason} if reason and not any("reason" in ground.facts for ground in event.grounds) else {}


def _concerned(row: Game, event: events.Event) -> list[Told]:
    """Each person an event concerns."""
    both = (row.white, row.black)
    match event:
        case events.Started():
            return [Told(player, kind="started") for player in both]
        case events.MoveMade():
            # answered by a condition: the opponent hears of the reply, nobody of the rest
            kind = "offer" if event.offer and not event.conditional else "your-move"
            return [Told(row.player(event.by.other), kind, {"move": event.algebraic})]
        case events.OfferDeclined():
            return [Told(row.player(event.by.other), kind="offer-declined")]
        case events.ClaimMade() | events.ClaimRejected():
            kind = "claim-made" if isinstance(event, events.ClaimMade) else "claim-rejected"
            return [Told(player, kind, {"claim": event.claim.value, **_reason(event)}) for player in both]
        case events.Ended():
            facts = {"result": event.result.value, "termination": event.termination.value, **_reason(event)}
            return [Told(player, kind="ended", facts=facts) for player in both]
        case events.IllegalMoveFound():
            return [Told(player, kind="illegal-move") for player in both]
        case events.LeaveTaken():
            player, days = row.player(event.by), (event.leave.first.isoformat(), event.leave.last.isoformat())
            cause = f"leave/{player.pk}/{'/'.join(days)}"
            facts = dict(zip(("first", "last"), days, strict=True))
            return [Told(row.player(event.by.other), kind="leave", facts=facts, cause=cause)]
        case events.Reminded():
            return [Told(row.player(event.to), kind="reminder", facts={"day": event.day})]
        case (
            events.ResultCorrected()
            | events.ResultConfirmed()
            | events.LeaveGranted()
            | events.ClocksStopped()
            | events.ClocksRestarted()
            | events.ClockSet()
            | events.Penalised()
            | events.MisconductFound()
            | events.AdjudicationCalled()
            | events.AdjudicationCalledOff()
            | events.IrregularityDismissed()
            | events.PositionReinstated()
            | events.ReconstructionOpened()
            | events.GameReconstructed()
            | events.ScoresheetRequested()
            | events.Ruled()
        ):
            return [Told(player, kind="director", facts=_reason(event)) for player in both]
        case _:
            return []
