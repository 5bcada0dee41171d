"""The mail that an event causes: it is queued in the transaction of its cause, and sent by the worker."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from slowmate.play import events
from slowmate.server.games.models import Game, GameEvent
from slowmate.server.games.queries.directors import directors_of
from slowmate.server.mail import outbox
from slowmate.server.mail.models import Mail
from slowmate.server.people.models import Player


@dataclass(frozen=True, slots=True)
class Notice:
    """A player concerned by an event, with the kind of mail about it and its facts."""

    player: Player
    kind: str
    facts: dict[str, object] = field(default_factory=dict)
    cause: str = ""
    """Its cause, where that is not the event of this game alone: one mail is sent, whatever games it touches."""


def mails_of(row: Game, rows: Sequence[GameEvent], happened: Sequence[events.Event]) -> list[Mail]:
    """Return the mail to those an event concerns, if they have an account and want mail."""
    mails = [
        Mail(
            user_id=user.pk,
            kind=notice.kind,
            key=f"{notice.cause or f'game/{row.pk}/{entry.number}'}/{notice.player.pk}/{notice.kind}",
            game_id=row.pk,
            ply=entry.ply,
            facts={**notice.facts, "event": entry.number},
            made=entry.at,
            due=entry.at,
        )
        for entry, event in zip(rows, happened, strict=True)
        for notice in _notices(row, event)
        if (user := notice.player.user) is not None and outbox.wants_mail(user)
    ]
    return mails + _to_director(row, rows, happened)


KINDS_TO_DIRECTOR: dict[type, str] = {
    events.ClaimMade: "claim-waiting",
    events.IllegalMoveFound: "illegal-move",
    events.GameReported: "reports-waiting",
}


DECISIONS = (
    events.ResultCorrected,
    events.ResultConfirmed,
    events.LeaveGranted,
    events.ClocksStopped,
    events.ClocksRestarted,
    events.ClockSet,
    events.Penalised,
    events.MisconductFound,
    events.AdjudicationCalled,
    events.AdjudicationCalledOff,
    events.IrregularityDismissed,
    events.PositionReinstated,
    events.ReconstructionOpened,
    events.GameReconstructed,
    events.ScoresheetRequested,
    events.Ruled,
)
"""Decisions of the director about which both players get mail."""


def _to_director(row: Game, rows: Sequence[GameEvent], happened: Sequence[events.Event]) -> list[Mail]:
    """Return the mail to the directors of a game about a claim, an illegal move or a report that needs a decision."""
    waiting = [
        (entry, KINDS_TO_DIRECTOR[type(event)])
        for entry, event in zip(rows, happened, strict=True)
        if type(event) in KINDS_TO_DIRECTOR
        if row.awaits_director or not isinstance(event, events.GameReported)
    ]
    directors = [person for person in directors_of(row) if outbox.wants_mail(person)] if waiting else []
    return [
        Mail(
            user_id=director.pk,
            kind=kind,
            key=f"game/{row.pk}/{entry.number}/director/{director.pk}/{kind}",
            game_id=row.pk,
            facts={"claim": entry.data.get("claim", ""), "event": entry.number},
            made=entry.at,
            due=entry.at,
        )
        for entry, kind in waiting
        for director in directors
    ]


def _reason(event: events.Event) -> dict[str, object]:
    """Return a director's reason, unless a sentence on the grounds has it already."""
    reason = getattr(event, "reason", None)
    return {"reason": reason} if reason and not any("reason" in ground.facts for ground in event.grounds) else {}


def _notices(row: Game, event: events.Event) -> list[Notice]:
    """Return a notice for each player an event concerns."""
    both = (row.white, row.black)
    match event:
        case events.Started():
            return [Notice(player, kind="started") for player in both]
        case events.MoveMade():
            # answered by a condition: mail tells the opponent of the reply alone
            kind = "offer" if event.offer and not event.conditional else "your-move"
            return [Notice(row.player(event.by.other), kind, {"move": event.algebraic})]
        case events.OfferDeclined():
            return [Notice(row.player(event.by.other), kind="offer-declined")]
        case events.ClaimMade() | events.ClaimRejected():
            kind = "claim-made" if isinstance(event, events.ClaimMade) else "claim-rejected"
            return [Notice(player, kind, {"claim": event.claim.value, **_reason(event)}) for player in both]
        case events.Ended():
            facts = {"result": event.result.value, "termination": event.termination.value, **_reason(event)}
            return [Notice(player, kind="ended", facts=facts) for player in both]
        case events.IllegalMoveFound():
            return [Notice(player, kind="illegal-move") for player in both]
        case events.LeaveTaken():
            player, days = row.player(event.by), (event.leave.first.isoformat(), event.leave.last.isoformat())
            cause = f"leave/{player.pk}/{'/'.join(days)}"
            facts = dict(zip(("first", "last"), days, strict=True))
            return [Notice(row.player(event.by.other), kind="leave", facts=facts, cause=cause)]
        case events.Reminded():
            return [Notice(row.player(event.to), kind="reminder", facts={"day": event.day})]
        case _ if isinstance(event, DECISIONS):
            return [Notice(player, kind="director", facts=_reason(event)) for player in both]
        case _:
            return []
