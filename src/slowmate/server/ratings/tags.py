"""Changes of ratings, lists and systems as people write them, and where they lead."""

from collections.abc import Mapping

from django import template

from slowmate.rulebook import Ground
from slowmate.server.ratings import text
from slowmate.server.ratings.pages.history import history_graph
from slowmate.server.site.text import sentence

register = template.Library()

register.filter("rules_words", text.rules_words)
register.filter("signed", text.signed)
register.simple_tag(text.list_address, name="list_address")
register.simple_tag(text.explanation_address, name="explanation_address")
register.simple_tag(text.changes_address, name="changes_address")
register.simple_tag(history_graph)


@register.filter
def sentence_with(ground: Ground, names: Mapping[str, str]) -> str:
    """Put a ground into words, with names for the ids in its facts."""
    return sentence(ground, names=names)
