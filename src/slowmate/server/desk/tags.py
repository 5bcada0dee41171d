"""Claims and decisions in words."""

from django import template

from slowmate.server.desk.decisions import DECISIONS, decision_of
from slowmate.server.desk.pages.item_words import claim_told
from slowmate.server.desk.queries.desk import GameItem

register = template.Library()

register.filter(claim_told)


@register.filter
def item_decision(item: GameItem, what: str) -> str:
    """Name a proposed decision; of a claim, also the claim and the player."""
    return decision_of(what, item.claims) or decision_words(what)


@register.filter
def decision_words(what: str) -> str:
    """Name a decision of a director."""
    return str(DECISIONS[what].words) if what in DECISIONS else what
