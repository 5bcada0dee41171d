"""What kind of clause it is, in words."""

from django import template

from slowmate.server.rulebook.text import kind_words, topic_words

register = template.Library()

for words in (kind_words, topic_words):
    register.filter(words.__name__, words)
