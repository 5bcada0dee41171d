"""A piece of news, as every slice tells it: the front page and the feed put them together."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class NewsItem:
    """Something that everybody may know: *key* tells it from all others for ever, *link* leads to the thing."""

    key: str
    at: datetime
    title: str
    words: str
    link: str
