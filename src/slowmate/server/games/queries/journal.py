"""The journal of a game in words: each event with a headline, its clauses and facts, and the director's reason."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.utils.translation import gettext as _

from slowmate.board import Colour
from slowmate.play import events
from slowmate.rulebook import Fact, Ground
from slowmate.server.games.models import Document, Game
from slowmate.server.people.models import Player
from slowmate.server.site.piece_letters import in_own_letters
from slowmate.server.site.text import claim_name, side

NEWS = timedelta(days=30)
"""A decision is new for so long, to a player who has done nothing since."""
PRIVATE = (events.ConditionalsSet, events.ConditionalsDropped)
"""For nobody but the player himself while the game runs."""


@dataclass(frozen=True, slots=True)
class DocumentLine:
    """What an event rests on: who acted for whom, the document in words, and the number of its file, if it has one."""

    acted: str
    words: str = ""
    name: str = ""
    file: int | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """One event as people read it."""

    at: datetime
    title: str
    grounds: tuple[Ground, ...]
    director: str
    reason: str
    kind: str
    document: DocumentLine | None = None


Numbered = tuple[int, events.Event]


def known(happened: list[events.Event], *, reader: Colour | None, is_over: bool, first: int = 1) -> list[Numbered]:
    """What the reader may know of what happened, newest first, each with its number. *first*: that of the first."""
    numbered = reversed(list(enumerate(happened, first)))
    return [
        (number, event) for number, event in numbered if is_over or not isinstance(event, PRIVATE) or event.by is reader
    ]


def lines(happened: list[Numbered], documents: Mapping[int, DocumentLine] | None = None) -> list[Line]:
    """Events as people read them, with the document that one rests on. One query more where a substitute came."""
    names = _names([event for _number, event in happened if isinstance(event, events.HandedOver)])
    return [_line(_with_names(event, names), (documents or {}).get(number)) for number, event in happened]


def _names(handed: list[events.HandedOver]) -> dict[str, str]:
    """Those who took a place, and those who left it, by their ids."""
    ids = {int(one) for event in handed for one in (event.former, event.holder)}
    rows = Player.objects.filter(pk__in=ids) if ids else Player.objects.none()
    return {str(player.pk): str(player.name) for player in rows}


def _with_names(event: events.Event, names: Mapping[str, str]) -> events.Event:
    if not isinstance(event, events.HandedOver):
        return event
    told: dict[str, Fact] = {"former": names.get(event.former), "holder": names.get(event.holder)}
    return replace(event, grounds=tuple(replace(one, facts={**one.facts, **told}) for one in event.grounds))


def documents_of(game: Game, *, is_shown: bool) -> dict[int, DocumentLine]:
    """The documents of a game by the number of their event. *is_shown*: the reader may see more than who acted."""
    rows = game.documents.select_related("player", "by__player").defer("data")
    return {row.event: _document(row, is_shown=is_shown) for row in rows}


def _document(row: Document, *, is_shown: bool) -> DocumentLine:
    by = getattr(getattr(row.by, "player", None), "name", "") or _("the director")
    said = _("Entered by %(director)s for %(player)s, who had no account.") % {
        "director": by,
        "player": row.player.name,
    }
    acted = said if row.is_for_player else ""
    if not is_shown:
        return DocumentLine(acted)
    return DocumentLine(acted, row.words, row.name or _("the file"), row.pk if row.type else None)


def _line(event: events.Event, document: DocumentLine | None = None) -> Line:
    reason = getattr(event, "reason", None) or ""
    if any("reason" in ground.facts for ground in event.grounds):
        reason = ""  # the sentence has it
    director = getattr(event, "director", None) or ""
    kind = "directed" if director else "event"
    return Line(event.at, headline(event), event.grounds, director, reason, kind, document)


def new_rulings(happened: list[Numbered], *, reader: Colour, at: datetime) -> list[Line]:
    """The decisions of the director that a player has not acted after, newest first; none that is old. *happened*:
    newest first."""
    found = []
    for _number, event in happened:
        is_own_act = getattr(event, "by", None) is reader and not getattr(event, "conditional", False)
        if is_own_act or at - event.at > NEWS:
            break
        if getattr(event, "director", None):
            found.append(_line(event))
    return found


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
            return _("%(side)s: %(move)s") % {"side": side(event.by), "move": in_own_letters(event.algebraic)}
        case events.ReceiptStated():
            return _("%(side)s received the last move") % {"side": side(event.by)}
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
        case events.AdjudicationCalledOff():
            return _("The adjudication is called off")
        case events.IrregularityDismissed():
            return _("No illegal move was found")
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
        case events.Imported():
            return _("The game comes from an archive")
        case events.HandedOver():
            return _("A substitute plays %(side)s") % {"side": side(event.colour)}
        case events.Ruled():
            return _("The director rules")
