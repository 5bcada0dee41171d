"""The import of a list published elsewhere; its games are not known here."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, time
from typing import Any

import numpy as np
from django.db import transaction

from slowmate.ratings.columns import REACHED_NAMES
from slowmate.ratings.outcome import is_fixed, is_listed
from slowmate.ratings.periods import AnyPeriod, Period, published_on
from slowmate.rulebook import NoEdition
from slowmate.server.people.models import Player
from slowmate.server.people.validators import FORMER
from slowmate.server.ratings.models import ListEntry, RatingList
from slowmate.server.ratings.queries import lists
from slowmate.server.ratings.queries.inputs import batches
from slowmate.server.ratings.queries.players_before import WHO
from slowmate.server.ratings.services.list_preparation import without_garbage_collection
from slowmate.server.ratings.services.publication import issue

BY_THE_LIST = (
    *("rating", "rd", "games", "points", "opponents_sum", "old_rating", "old_rd", "change", "period_games"),
    *("published", "fixed", "active", "exact_rating", "exact_rd", "last_game", *REACHED_NAMES),
)
"""The fields that an archive may give for a player in a list; others follow from the rules."""


def import_list(pool: str, period: AnyPeriod, given: Mapping[int, Mapping[str, Any]]) -> RatingList:
    """Store and publish a list by the numbers of its players, on the day on which its rules publish it.

    All of it or nothing; no mail is sent. Profiles take their ratings from it if it is the newest.
    """
    at = published_at(period)
    entries = [dict(player_id=pk, **_complete(fields)) for pk, fields in sorted(given.items())]
    number_shown = _rank(entries)
    with transaction.atomic():
        row = RatingList.objects.create(
            pool=pool,
            period=str(period),
            rules=_rules(pool, period),
            results_from=period.results_from,
            results_until=period.results_until,
            valid_from=period.valid_from,
            prepared=at,
            is_imported=True,
            players=len(entries),
            shown=number_shown,
        )
        who = _who([fields["player_id"] for fields in entries])
        with without_garbage_collection():
            ListEntry.objects.bulk_create(
                (ListEntry(list=row, **fields, **who[fields["player_id"]]) for fields in entries), batch_size=1000
            )
        return issue(row, version=row.version, actor=None, at=at, tells=False)


def published_at(period: AnyPeriod) -> datetime:
    """Return the morning on which the rules publish a list; before our first edition, the day it became valid."""
    try:
        day = published_on(period).value if isinstance(period, Period) else period.valid_from
    except NoEdition:
        day = period.valid_from
    return datetime.combine(day, time(9), UTC)


def _rules(pool: str, period: AnyPeriod) -> str:
    """Return the system of the day of a list; before our first edition, the system of that edition."""
    try:
        return lists.rules_of(pool, period)
    except NoEdition:
        return lists.rules_of(pool, lists.FIRST)


def _complete(given: Mapping[str, Any]) -> dict[str, Any]:
    """Complete the fields of an entry with those that follow from the rules."""
    fields = {name: given.get(name) for name in BY_THE_LIST}
    rating, games = (np.array([np.nan if fields[name] is None else fields[name]]) for name in ("rating", "games"))
    fields["published"] = bool(is_listed(rating, games)[0]) if fields["published"] is None else fields["published"]
    fields["fixed"] = bool(is_fixed(rating, games)[0]) if fields["fixed"] is None else fields["fixed"]
    fields["active"] = True if fields["active"] is None else fields["active"]
    fields["period_games"] = fields["period_games"] or 0
    if fields["exact_rating"] is None and fields["rating"] is not None:
        fields["exact_rating"] = float(fields["rating"])
    return fields


def _rank(entries: Sequence[dict[str, Any]]) -> int:
    """Rank the entries that the list shows, equals alike; return their number."""
    ranked = [entry for entry in entries if entry["published"] and entry["active"] and entry["rating"] is not None]
    ranked.sort(key=lambda entry: (-entry["rating"], entry["player_id"]))
    place = {entry["rating"]: rank for rank, entry in reversed(list(enumerate(ranked, 1)))}
    for entry in ranked:
        entry["rank"] = place[entry["rating"]]
    return len(ranked)


def _who(players: Sequence[int]) -> dict[int, dict[str, Any]]:
    """Return names and federations of players as they are now; blank for deleted accounts."""
    nobody: dict[str, Any] = dict.fromkeys(WHO, "")
    return {
        player["pk"]: nobody if player["name"] == FORMER else {name: player[name] for name in WHO}
        for some in batches(players)
        for player in Player.objects.filter(pk__in=some).values("pk", *WHO)
    }


def players_listed_differently(row: RatingList, given: Mapping[int, Mapping[str, Any]]) -> list[int]:
    """Return the players whose ratings differ between a stored list and a file."""
    here = dict(ListEntry.objects.filter(list=row).values_list("player_id", "rating"))
    return sorted(pk for pk in here.keys() | given.keys() if here.get(pk) != given.get(pk, {}).get("rating"))


def set_fide_ratings(ratings: Mapping[int, int | None]) -> int:
    """Write the ratings of FIDE's newest standard list to the profiles; return the number of changes."""
    changed = 0
    for some in batches(sorted(ratings)):
        players = [
            profile for profile in Player.objects.filter(pk__in=some) if profile.fide_rating != ratings[profile.pk]
        ]
        for player in players:
            player.fide_rating = ratings[player.pk]
        Player.objects.bulk_update(players, ["fide_rating"])
        changed += len(players)
    return changed


def has_own_list_after(pool: str, period: AnyPeriod) -> bool:
    """Return whether a later list was made here: it began without this one, and is published."""
    return RatingList.objects.filter(pool=pool, is_imported=False, valid_from__gt=period.valid_from).exists()
