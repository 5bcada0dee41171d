"""The journal of a game in words: each event with a headline, its clauses and facts, and the director's reason."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from slowmate.play import events
from slowmate.rulebook import Fact, Ground
from slowmate.server.games.models import Document, Game
from slowmate.server.games.queries.journal import NumberedEvent, documents_of, names_in
from slowmate.server.site.piece_letters import in_own_letters
from slowmate.server.site.text import claim_name, side


@dataclass(frozen=True, slots=True)
class DocumentNote:
    """The evidence of an event: who acted for whom, the document in words, and the number of its file, if any."""

    acted: str
    words: str = ""
    name: str = ""
    file: int | None = None


@dataclass(frozen=True, slots=True)
class JournalEntry:
    """One event as people read it."""

    at: datetime
    title: str
    grounds: tuple[Ground, ...]
    director: str
    reason: str
    kind: str
    document: DocumentNote | None = None


def journal_entries(
    numbered: list[NumberedEvent], documents: Mapping[int, DocumentNote] | None = None
) -> list[JournalEntry]:
    """Put events into words, each with the document it rests on. One query more where a substitute came."""
    names = names_in(event for _number, event in numbered if isinstance(event, events.HandedOver))
    return [journal_entry(_with_names(event, names), (documents or {}).get(number)) for number, event in numbered]


def _with_names(event: events.Event, names: Mapping[str, str]) -> events.Event:
    if not isinstance(event, events.HandedOver):
        return event
    players: dict[str, Fact] = {"former": names.get(event.former), "holder": names.get(event.holder)}
    grounds = (replace(ground, facts={**ground.facts, **players}) for ground in event.grounds)
    return replace(event, grounds=tuple(grounds))


def document_notes(game: Game, *, is_shown: bool) -> dict[int, DocumentNote]:
    """Describe the documents of a game by the number of their event. *is_shown*: more than who acted."""
    return {row.event: _document_note(row, is_shown=is_shown) for row in documents_of(game)}


def _document_note(row: Document, *, is_shown: bool) -> DocumentNote:
    director = getattr(getattr(row.by, "player", None), "name", "") or gettext("the director")
    acted = ""
    if row.is_for_player:
        facts = {"director": director, "player": row.player.name}
        acted = gettext("Entered by %(director)s for %(player)s, who had no account.") % facts
    if not is_shown:
        return DocumentNote(acted)
    return DocumentNote(acted, row.words, row.name or gettext("the file"), row.pk if row.type else None)


def journal_entry(event: events.Event, document: DocumentNote | None = None) -> JournalEntry:
    """Put one event into words."""
    reason = getattr(event, "reason", None) or ""
    if any("reason" in ground.facts for ground in event.grounds):
        reason = ""  # the sentence has it
    director = getattr(event, "director", None) or ""
    kind = "directed" if director else "event"
    return JournalEntry(event.at, headline(event), event.grounds, director, reason, kind, document)


# -- headlines --------------------------------------------------------------------------------------------------------

Facts = Mapping[str, str]


def _actor(event: Any) -> Facts:
    return {"side": side(event.by)}


def _addressee(event: Any) -> Facts:
    return {"side": side(event.to)}


def _colour(event: Any) -> Facts:
    return {"side": side(event.colour)}


def _actor_and_move(event: Any) -> Facts:
    return {"side": side(event.by), "move": in_own_letters(event.algebraic)}


def _actor_and_claim(event: Any) -> Facts:
    return {"side": side(event.by), "claim": claim_name(event.claim)}


def _result(event: Any) -> Facts:
    return {"result": event.result.value.replace("1/2", "½")}


@dataclass(frozen=True, slots=True)
class Headline:
    """The words for one kind of event, and the facts that stand in them."""

    words: Promise
    facts: Callable[[Any], Facts] | None = None


HEADLINES: dict[type[events.Event], Headline] = {
    events.Arranged: Headline(_("The game is arranged")),
    events.Started: Headline(_("The game starts")),
    events.MoveMade: Headline(_("%(side)s: %(move)s"), _actor_and_move),
    events.ReceiptStated: Headline(_("%(side)s received the last move"), _actor),
    events.OfferDeclined: Headline(_("%(side)s declines the draw"), _actor),
    events.ClaimMade: Headline(_("%(side)s claims: %(claim)s"), _actor_and_claim),
    events.ClaimRejected: Headline(_("Claim by %(side)s refused: %(claim)s"), _actor_and_claim),
    events.Ended: Headline(_("The game ends %(result)s"), _result),
    events.ResultCorrected: Headline(_("The result is corrected to %(result)s"), _result),
    events.ResultConfirmed: Headline(_("The result stands: %(result)s"), _result),
    events.LeaveTaken: Headline(_("%(side)s takes leave"), _actor),
    events.LeaveEnded: Headline(_("%(side)s is back from leave"), _actor),
    events.LeaveGranted: Headline(_("Extra leave for %(side)s"), _addressee),
    events.LongReflectionAnnounced: Headline(_("%(side)s will take long over this move"), _actor),
    events.Reminded: Headline(_("%(side)s is reminded"), _addressee),
    events.ClockRefilled: Headline(_("%(side)s refills the clock"), _actor),
    events.ConditionalsSet: Headline(_("%(side)s sets conditional moves"), _actor),
    events.ConditionalsDropped: Headline(_("%(side)s drops the conditional moves"), _actor),
    events.ClocksStopped: Headline(_("The clocks are stopped")),
    events.ClocksRestarted: Headline(_("The clocks run again")),
    events.ClockSet: Headline(_("The clock of %(side)s is set"), _colour),
    events.Penalised: Headline(_("Penalty for %(side)s"), _colour),
    events.MisconductFound: Headline(_("Misconduct of %(side)s"), _colour),
    events.AdjudicationCalled: Headline(_("Adjudication is called")),
    events.AdjudicationCalledOff: Headline(_("The adjudication is called off")),
    events.IrregularityDismissed: Headline(_("No illegal move was found")),
    events.IllegalMoveFound: Headline(_("%(side)s sent an illegal move"), _actor),
    events.PositionReinstated: Headline(_("An earlier position is put back")),
    events.ScoresheetRequested: Headline(_("The director asks for the scoresheet")),
    events.ScoresheetHandedIn: Headline(_("%(side)s hands in the scoresheet"), _actor),
    events.ReconstructionOpened: Headline(_("The game is to be reconstructed")),
    events.GameReconstructed: Headline(_("The game is reconstructed")),
    events.GameReported: Headline(_("%(side)s reports the result"), _actor),
    events.Imported: Headline(_("The game comes from an archive")),
    events.HandedOver: Headline(_("A substitute plays %(side)s"), _colour),
    events.Ruled: Headline(_("The director rules")),
}


def headline(event: events.Event) -> str:
    """Say in a few words what happened."""
    row = HEADLINES[type(event)]
    return str(row.words) % row.facts(event) if row.facts else str(row.words)
