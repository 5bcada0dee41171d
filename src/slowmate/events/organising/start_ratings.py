"""The ratings with which the players of a section start: by lists, by FIDE's, by what the event assumes, or as set."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from slowmate.ratings.start import adjusted_start_rating, event_level, player_start_rating, published_rating
from slowmate.records import Kind, Player
from slowmate.rulebook import Fact, Ground, Refused, Ruling


@dataclass(frozen=True, slots=True)
class Adjustment:
    """A start rating that the Ratings Commissioner set (9.4) on a day instead of the *old* one."""

    old: int | None
    new: int
    reason: str
    since: date


def ratings_at_start(
    players: Sequence[Player],
    kind: Kind,
    *,
    start: date,
    announced: int | None = None,
    confirmed: bool = False,
    adjusted: Mapping[str, Adjustment] | None = None,
) -> dict[str, Ruling[int]]:
    """Return the start ratings (9.4): published, else FIDE's, else what the event assumes (`event_level`).

    *announced* is the level of kinds of event which Appendix 1 does not name; without it, `Refused` with the names of
    the players who have no rating of any kind. In a friendly match it is what the captains propose, and counts once it
    is *confirmed*. *adjusted* is what the Ratings Commissioner set, by the ids of players.
    """
    adjusted = adjusted or {}
    rated = {player.id: rating for player in players if (rating := published_rating(player)) is not None}
    needing = [player.name for player in unrated(players) if player.id not in adjusted]
    level = None
    if needing:
        try:
            level = event_level(
                kind,
                on=start,
                rated=list(rated.values()),
                of=list(rated),
                proposed=announced,
                confirmed=confirmed,
                announced=announced,
            )
        except Refused as refusal:
            names: dict[str, Fact] = {"players": list(needing)}
            raise Refused(
                *(Ground(ground.clause, {**ground.facts, **names}) for ground in refusal.grounds)
            ) from refusal
    ratings = {}
    for player in players:
        if player.id in adjusted:
            own = adjusted[player.id]
            ratings[player.id] = adjusted_start_rating(own.old, own.new, reason=own.reason, on=own.since)
        else:
            ratings[player.id] = player_start_rating(player, on=start, level=level)
    return ratings


def unrated(players: Iterable[Player]) -> list[Player]:
    """Return the players who have no rating of any kind: no published one, now or before, and none of FIDE's."""
    return [player for player in players if published_rating(player) is None and player.fide_rating is None]


@dataclass(frozen=True, slots=True)
class CountedRatings:
    """The ratings by which sections are made equal: those with which players would start.

    *assumed* are the ids of players without a rating of their own.
    """

    ratings: Mapping[str, int]
    assumed: frozenset[str] = frozenset()

    def of(self, player: Player) -> int | None:
        return self.ratings.get(player.id)

    def apply_to(self, player: Player) -> Player:
        """Return a player with the rating they count with; without one if the event assumes none."""
        return replace(player, rating=self.of(player))


def counted_ratings(
    players: Sequence[Player],
    kind: Kind,
    *,
    start: date,
    announced: int | None = None,
    adjusted: Mapping[str, Adjustment] | None = None,
) -> CountedRatings:
    """Return the start ratings of entrants before a division; of the unrated none where no level is announced."""
    unrated_ids = frozenset(player.id for player in unrated(players)) - frozenset(adjusted or {})
    try:
        ratings = ratings_at_start(players, kind, start=start, announced=announced, adjusted=adjusted)
    except Refused:
        rated = [player for player in players if player.id not in unrated_ids]
        ratings = ratings_at_start(rated, kind, start=start, adjusted=adjusted)
    counted = {player: ruling.value for player, ruling in ratings.items()}
    return CountedRatings(counted, unrated_ids & counted.keys())
