"""The differences between a revision of a list and the one before."""

from collections.abc import Mapping
from dataclasses import dataclass

from slowmate.server.people.models import Player
from slowmate.server.ratings.models import ListEntry, RatingList

MAX_CHANGES_SHOWN = 100
GIVEN = ("rating", "rd", "games", "published", "active")
"""The visible fields that a revision may change."""


@dataclass(frozen=True, slots=True)
class Change:
    """The entry of a player before and after a revision."""

    player: Player
    before: Mapping[str, object]
    after: Mapping[str, object]

    @property
    def change(self) -> int | None:
        """The change of the rating; None if there is none before or after."""
        before, after = self.before["rating"], self.after["rating"]
        return after - before if isinstance(before, int) and isinstance(after, int) else None


def difference(row: RatingList) -> tuple[list[Change], int]:
    """Return the greatest changes of a revision, and the number of all players changed."""
    if row.supersedes_id is None:
        return [], 0
    former, now = (
        {entry["player_id"]: entry for entry in ListEntry.objects.filter(list=pk).values("player_id", *GIVEN)}
        for pk in (row.supersedes_id, row.pk)
    )
    nothing = dict.fromkeys(GIVEN)
    changed = [
        (pk, former.get(pk, nothing), now.get(pk, nothing))
        for pk in sorted(former.keys() | now.keys())
        if any(former.get(pk, nothing)[name] != now.get(pk, nothing)[name] for name in GIVEN)
    ]
    changed.sort(key=lambda entry: -abs((entry[2]["rating"] or 0) - (entry[1]["rating"] or 0)))
    greatest = changed[:MAX_CHANGES_SHOWN]
    players = Player.objects.in_bulk([pk for pk, _, _ in greatest])
    return [Change(players[pk], before, after) for pk, before, after in greatest], len(changed)
