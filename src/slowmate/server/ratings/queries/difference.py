"""What a revision of a list says otherwise than the one before it, for the commissioner and for everybody."""

from collections.abc import Mapping
from dataclasses import dataclass

from slowmate.server.people.models import Player
from slowmate.server.ratings.models import ListEntry, RatingList

MANY = 100
"""Of those whom a revision changes so many are shown."""
GIVEN = ("rating", "rd", "games", "published", "active")
"""What a revision may change of a player that anybody sees."""


@dataclass(frozen=True, slots=True)
class Change:
    """What a revision says otherwise of a player."""

    player: Player
    before: Mapping[str, object]
    after: Mapping[str, object]

    @property
    def change(self) -> int | None:
        """Of the rating; None where one of the two gives none."""
        before, after = self.before["rating"], self.after["rating"]
        return after - before if isinstance(before, int) and isinstance(after, int) else None


def difference(row: RatingList) -> tuple[list[Change], int]:
    """What a revision says otherwise than the one before it, the greatest changes first; and of how many players."""
    if row.supersedes_id is None:
        return [], 0
    former, now = (
        {one["player_id"]: one for one in ListEntry.objects.filter(list=pk).values("player_id", *GIVEN)}
        for pk in (row.supersedes_id, row.pk)
    )
    nothing = dict.fromkeys(GIVEN)
    changed = [
        (pk, former.get(pk, nothing), now.get(pk, nothing))
        for pk in sorted(former.keys() | now.keys())
        if any(former.get(pk, nothing)[name] != now.get(pk, nothing)[name] for name in GIVEN)
    ]
    changed.sort(key=lambda one: -abs((one[2]["rating"] or 0) - (one[1]["rating"] or 0)))
    shown = changed[:MANY]
    players = Player.objects.in_bulk([pk for pk, _, _ in shown])
    return [Change(players[pk], before, after) for pk, before, after in shown], len(changed)
