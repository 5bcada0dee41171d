"""What waits on a desk, and the decisions, in words."""

from django import template
from django.utils.translation import gettext, gettext_lazy

from slowmate.play.game import PendingClaim
from slowmate.server.desk.decisions import DECISIONS
from slowmate.server.site.text import claim_name, side

register = template.Library()

WAITING = {
    "claim": gettext_lazy("A claim"),
    "request": gettext_lazy("A request"),
    "report": gettext_lazy("A report"),
    "silence": gettext_lazy("Silence"),
    "flag": gettext_lazy("A game that ended by itself"),
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
def claim_told(claim: PendingClaim) -> str:
    """Who claims what, and with which move."""
    is_own_flag = claim.against == claim.by
    words = gettext("his own flag has fallen") if is_own_flag else claim_name(claim.claim)
    return f"{side(claim.by)}: {words}{f' ({claim.intended})' if claim.intended else ''}"


@register.filter
def decision_words(what: str) -> str:
    """A decision of a director."""
    return str(DECISIONS[what].words) if what in DECISIONS else what
