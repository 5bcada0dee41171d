"""Writing the journal: who did what to which thing, when, on which grounds."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from slowmate.formats.grounds import ground_json
from slowmate.rulebook import Ground
from slowmate.server.accounts.models import Entry, User


def write(
    what: str,
    about: str,
    *,
    actor: User | None,
    at: datetime,
    facts: dict[str, Any] | None = None,
    grounds: Iterable[Ground] = (),
) -> Entry:
    """Add an entry, in the transaction of the act itself."""
    grounds_json = [ground_json(ground) for ground in grounds]
    return Entry.objects.create(what=what, about=about, actor=actor, at=at, facts=facts or {}, grounds=grounds_json)
