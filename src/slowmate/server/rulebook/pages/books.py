"""The books in the order in which readers want them."""

from functools import cache

from slowmate.server.rulebook.queries.book import BookSummary, summaries
from slowmate.server.rulebook.text import BOOKS


@cache
def books() -> list[BookSummary]:
    """Return all books, those that readers want most first; new editions last."""
    places = {key: place for place, key in enumerate(BOOKS)}
    return sorted(summaries(), key=lambda book: places.get(book.edition.key, len(places)))
