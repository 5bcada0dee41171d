"""Words for books and clauses, and rules with the matching words marked."""

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from slowmate.server.rulebook.pages.search import Hit, pieces
from slowmate.server.rulebook.text import book_words, kind_words, topic_words

register = template.Library()

for words in (book_words, kind_words, topic_words):
    register.filter(words.__name__, words)


@register.filter
def with_marks(hit: Hit) -> SafeString:
    """Return the rule of a hit with the matching words marked."""
    marked = (
        (format_html("<mark>{}</mark>", part) if is_marked else part,)
        for part, is_marked in pieces(hit.row.rule, hit.marked)
    )
    return format_html_join("", "{}", marked)
