"""Who is told what: mail is queued in the transaction of its cause, and sent by the worker."""

from collections.abc import Sequence
from datetime import datetime

from slowmate.play import events
from slowmate.server.models import Game, GameEvent, Mail, Player, User
from slowmate.server.queries.directors import directors_of
from slowmate.server.services import store

Told = tuple[Player, str, dict[str, object]]


def of(row: Game, rows: Sequence[GameEvent], happened: Sequence[events.Event]) -> list[Mail]:
    """Mail for whoever an event concerns; whoever has no account or wants no mail is not written to."""
    mails = [
        store.mail(
            user_id=user.pk,
            kind=kind,
            key=f"game/{row.pk}/{kept.number}/{player.pk}/{kind}",
            game_id=row.pk,
            facts=facts if kept.ply is None else {**facts, "ply": kept.ply},
            made=kept.at,
            due=kept.at,
        )
        for kept, event in zip(rows, happened, strict=True)
        for player, kind, facts in _concerned(row, event)
        if (user := player.user) is not None and user.mail_mode != User.MailMode.NONE
    ]
    return mails + _to_director(row, rows, happened)


TO_DIRECTOR: dict[type, str] = {events.ClaimMade: "claim-waiting", events.IllegalMoveFound: "illegal-move"}


def _to_director(row: Game, rows: Sequence[GameEvent], happened: Sequence[events.Event]) -> list[Mail]:
    """A claim that waits, or an illegal move, is told to whoever directs the game."""
    waiting = [
        (kept, TO_DIRECTOR[type(event)])
        for kept, event in zip(rows, happened, strict=True)
        if type(event) in TO_DIRECTOR
    ]
    told = [person for person in directors_of(row) if person.mail_mode != User.MailMode.NONE] if waiting else []
    return [
        store.mail(
            user_id=director.pk,
            kind=kind,
            key=f"game/{row.pk}/{kept.number}/director/{director.pk}/{kind}",
            game_id=row.pk,
            facts={"claim": kept.data.get("claim", "")},
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
    """Each person an event concerns, with the kind of mail and its facts."""
    both = (row.white, row.black)
    match event:
        case events.Started():
            return [(player, "started", {}) for player in both]
        case events.MoveMade():
            if event.conditional:
                # answered by a condition: the opponent hears of the reply, nobody of the rest
                return [(row.player(event.by.other), "your-move", {"move": event.algebraic})]
            kind = "offer" if event.offer else "your-move"
            return [(row.player(event.by.other), kind, {"move": event.algebraic})]
        case events.OfferDeclined():
            return [(row.player(event.by.other), "offer-declined", {})]
        case events.ClaimMade() | events.ClaimRejected():
            kind = "claim-made" if isinstance(event, events.ClaimMade) else "claim-rejected"
            told = {"claim": event.claim.value, **_reason(event)}
            return [(player, kind, told) for player in both]
        case events.Ended():
            facts = {"result": event.result.value, "termination": event.termination.value, **_reason(event)}
            return [(player, "ended", facts) for player in both]
        case events.IllegalMoveFound():
            return [(player, "illegal-move", {}) for player in both]
        case events.Reminded():
            return [(row.player(event.to), "reminder", {"day": event.day})]
        case (
            events.ResultCorrected()
            | events.LeaveGranted()
            | events.ClocksStopped()
            | events.ClocksRestarted()
            | events.ClockSet()
            | events.Penalised()
            | events.AdjudicationCalled()
            | events.PositionReinstated()
            | events.ReconstructionOpened()
            | events.GameReconstructed()
            | events.ScoresheetRequested()
            | events.Ruled()
        ):
            return [(player, "director", _reason(event)) for player in both]
        case _:
            return []


def queue(user: User, kind: str, key: str, *, at: datetime, facts: dict[str, object] | None = None) -> None:
    """Queue a mail that no game event caused, once for each key."""
    if user.mail_mode != User.MailMode.NONE:
        store.queue([store.mail(user_id=user.pk, kind=kind, key=key, facts=facts or {}, made=at, due=at)])
