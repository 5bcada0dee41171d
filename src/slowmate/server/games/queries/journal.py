"""The journal of a game in words: each event with a headline, its clauses and facts, and the director's reason."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from slowmate.board import Colour
from slowmate.play import events
from slowmate.rulebook import Ground
from slowmate.server.site.text import claim_name, side

PRIVATE = (events.ConditionalsSet, events.ConditionalsDropped)
"""For nobody but the player himself while the game runs."""


@dataclass(frozen=True, slots=True)
class Line:
    """One event as people read it."""

    at: datetime
    title: str
    grounds: tuple[Ground, ...]
    director: str
    reason: str
    kind: str


def known(happened: list[events.Event], *, reader: Colour | None, is_over: bool) -> list[events.Event]:
    """What the reader may know of what happened, newest first."""
    return [event for event in reversed(happened) if is_over or not isinstance(event, PRIVATE) or event.by is reader]


def lines(happened: list[events.Event]) -> list[Line]:
    """Events as people read them."""
    return [_line(event) for event in happened]


def _line(event: events.Event) -> Line:
    reason = getattr(event, "reason", None) or ""
    if any("reason" in ground.facts for ground in event.grounds):
        reason = ""  # the sentence has it
    director = getattr(event, "director", None) or ""
    kind = "directed" if director else "event"
    return Line(event.at, headline(event), event.grounds, director, reason, kind)


STOPPING: dict[events.Stop, tuple[type[events.Event], ...]] = {
    events.Stop.CLAIM: (events.ClaimMade,),
    events.Stop.DIRECTOR: (events.ClocksStopped,),
    events.Stop.ADJUDICATION: (events.AdjudicationCalled,),
    events.Stop.IRREGULARITY: (events.IllegalMoveFound, events.ReconstructionOpened),
}


def stopped(happened: list[events.Event], stops: tuple[events.Stop, ...]) -> Line | None:
    """What it was that stopped the clocks last; None while they run."""
    kinds = STOPPING[stops[-1]] if stops else ()
    return next((_line(event) for event in reversed(happened) if isinstance(event, kinds)), None)


def headline(event: events.Event) -> str:  # noqa: C901 - one line for each kind of event
    """What happened, in a few words."""
    match event:
        case events.Arranged():
            return _("The game is arranged")
        case events.Started():
            return _("The game starts")
        case events.MoveMade():
            return _("%(side)s: %(move)s") % {"side": side(event.by), "move": event.algebraic}
        case events.OfferDeclined():
            return _("%(side)s declines the draw") % {"side": side(event.by)}
        case events.ClaimMade():
            return _("%(side)s claims: %(claim)s") % {"side": side(event.by), "claim": claim_name(event.claim)}
        case events.ClaimRejected():
            return _("Claim by %(side)s refused: %(claim)s") % {
                "side": side(event.by),
                "claim": claim_name(event.claim),
            }
        case events.Ended():
            return _("The game ends %(result)s") % {"result": event.result.value.replace("1/2", "½")}
        case events.ResultCorrected():
            return _("The result is corrected to %(result)s") % {"result": event.result.value.replace("1/2", "½")}
        case events.ResultConfirmed():
            return _("The result stands: %(result)s") % {"result": event.result.value.replace("1/2", "½")}
        case events.LeaveTaken():
            return _("%(side)s takes leave") % {"side": side(event.by)}
        case events.LeaveEnded():
            return _("%(side)s is back from leave") % {"side": side(event.by)}
        case events.LeaveGranted():
            return _("Extra leave for %(side)s") % {"side": side(event.to)}
        case events.LongReflectionAnnounced():
            return _("%(side)s will take long over this move") % {"side": side(event.by)}
        case events.Reminded():
            return _("%(side)s is reminded") % {"side": side(event.to)}
        case events.ClockRefilled():
            return _("%(side)s refills the clock") % {"side": side(event.by)}
        case events.ConditionalsSet():
            return _("%(side)s sets conditional moves") % {"side": side(event.by)}
        case events.ConditionalsDropped():
            return _("%(side)s drops the conditional moves") % {"side": side(event.by)}
        case events.ClocksStopped():
            return _("The clocks are stopped")
        case events.ClocksRestarted():
            return _("The clocks run again")
        case events.ClockSet():
            return _("The clock of %(side)s is set") % {"side": side(event.colour)}
        case events.Penalised():
            return _("Penalty for %(side)s") % {"side": side(event.colour)}
        case events.MisconductFound():
            return _("Misconduct of %(side)s") % {"side": side(event.colour)}
        case events.AdjudicationCalled():
            return _("Adjudication is called")
        case events.IllegalMoveFound():
            return _("%(side)s sent an illegal move") % {"side": side(event.by)}
        case events.PositionReinstated():
            return _("An earlier position is put back")
        case events.ScoresheetRequested():
            return _("The director asks for the scoresheet")
        case events.ScoresheetHandedIn():
            return _("%(side)s hands in the scoresheet") % {"side": side(event.by)}
        case events.ReconstructionOpened():
            return _("The game is to be reconstructed")
        case events.GameReconstructed():
            return _("The game is reconstructed")
        case events.GameReported():
            return _("%(side)s reports the result") % {"side": side(event.by)}
        case events.Ruled():
            return _("The director rules")
