"""Applications for titles in words."""

from collections.abc import Mapping, Sequence
from typing import Any

from slowmate.records import KINDS
from slowmate.server.site.text import day
from slowmate.server.titles.queries.applications import Revocable
from slowmate.server.titles.text import short_title


def revocable_words(title: Revocable) -> str:
    """Name a title with its day and its source."""
    since = day(title.since) if title.since else ""
    return ", ".join(part for part in (short_title(title.title, title.number), since, title.source) if part)


def kinds_directed(directed: Sequence[Mapping[str, Any]]) -> list[tuple[Mapping[str, Any], str]]:
    """Return directed events, each with its kind in words."""
    return [(event, KINDS[event["kind"]].name) for event in directed]
