"""Changes of ratings, lists and systems as people write them, and where they lead."""

from collections.abc import Mapping

from django import template
from django.utils.formats import number_format

from slowmate.rulebook import Ground
from slowmate.server.ratings import text
from slowmate.server.site.text import sentence

register = template.Library()

register.filter("rules_words", text.rules_words)
register.simple_tag(text.list_address, name="list_address")
register.simple_tag(text.explanation_address, name="explanation_address")


@register.filter
def signed(value: float | None) -> str:
    """A change with its sign: +6, −12, 0; with decimals where it has some."""
    if value is None:
        return ""
    shown = number_format(str(abs(value)) if isinstance(value, int) else f"{abs(value):.2f}")
    return f"+{shown}" if value > 0 else f"\N{MINUS SIGN}{shown}" if value < 0 else "0"


@register.filter
def sentence_with(ground: Ground, names: Mapping[str, str]) -> str:
    """A ground in words, with names for the ids in its facts."""
    return sentence(ground, names=names)
