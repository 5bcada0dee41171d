"""What waits on a desk, and the decisions, in words."""

from django import template
from django.utils.translation import gettext, gettext_lazy

from slowmate.play.game import PendingClaim
from slowmate.play.laws.results import Termination
from slowmate.records import Result
from slowmate.server.desk.decisions import DECISIONS, claimed, decision_of
from slowmate.server.desk.queries.desk import Item
from slowmate.server.site.text import side

register = template.Library()

WAITING = {
    "claim": gettext_lazy("A claim"),
    "request": gettext_lazy("A request"),
    "report": gettext_lazy("A report"),
    "silence": gettext_lazy("Silence"),
    "flag": gettext_lazy("Lost on time or by silence"),
    "irregularity": gettext_lazy("An illegal move"),
    "reconstruction": gettext_lazy("A game to reconstruct"),
    "reports": gettext_lazy("Reports of a result"),
    "adjudication": gettext_lazy("Adjudication"),
}


@register.filter
def waiting_words(kind: str) -> str:
    """What waits on a director's desk."""
    return str(WAITING[kind])


@register.filter
def item_title(item: Item) -> str:
    """One thing that waits, as people speak of it."""
    if item.is_end:
        by_silence = item.game.termination == Termination.SILENCE
        if item.game.result == Result.DRAW:
            return gettext("Drawn: silence, and no mate is possible") if by_silence else gettext("Drawn: flag, no mate")
        return gettext("Lost by silence") if by_silence else gettext("Lost on time")
    if item.claims:
        return gettext("A claim: %(claim)s") % {"claim": claim_told(item.claims[0])}
    return str(item.report.get_kind_display()) if item.report and item.is_request else waiting_words(item.kind)


@register.filter
def item_decision(item: Item, what: str) -> str:
    """A decision that is proposed; of a claim, whose and which it is."""
    return decision_of(what, item.claims) or decision_words(what)


@register.filter
def claim_told(claim: PendingClaim) -> str:
    """Who claims what, and with which move."""
    return f"{side(claim.by)}: {claimed(claim)}"


@register.filter
def decision_words(what: str) -> str:
    """A decision of a director."""
    return str(DECISIONS[what].words) if what in DECISIONS else what
