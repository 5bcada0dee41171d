"""The import of a list published elsewhere; its games are not known here."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, time
from typing import Any

import numpy as np
from django.db import transaction

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
    *("published", "fixed", "active", "exact_rating", "exact_rd", "last_game", "has_reached_2400"),
)
"""The fields that an archive may give for a player in a list; others follow from the rules."""


def import_list(pool: str, period: AnyPeriod, said: Mapping[int, Mapping[str, Any]]) -> RatingList:
    """Store and publish a list by the numbers of its players, on the day on which its rules publish it.

    All of it or nothing; no mail is sent. Profiles take their ratings from it if it is the newest.
    """
    at = published_at(period)
    entries = [dict(player_id=pk, **_complete(one)) for pk, one in sorted(said.items())]
    shown = _rank(entries)
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
            shown=shown,
        )
        who = _who([one["player_id"] for one in entries])
        with without_garbage_collection():
            ListEntry.objects.bulk_create(
                (ListEntry(list=row, **one, **who[one["player_id"]]) for one in entries), batch_size=1000
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


def _complete(said: Mapping[str, Any]) -> dict[str, Any]:
    """Complete the fields of an entry with those that follow from the rules."""
    found = {name: said.get(name) for name in BY_THE_LIST}
    rating, games = (np.array([np.nan if found[name] is None else found[name]]) for name in ("rating", "games"))
    found["published"] = bool(is_listed(rating, games)[0]) if found["published"] is None else found["published"]
    found["fixed"] = bool(is_fixed(rating, games)[0]) if found["fixed"] is None else found["fixed"]
    found["active"] = True if found["active"] is None else found["active"]
    found["period_games"] = found["period_games"] or 0
    if found["exact_rating"] is None and found["rating"] is not None:
        found["exact_rating"] = float(found["rating"])
    return found


def _rank(entries: Sequence[dict[str, Any]]) -> int:
    """Rank the entries that the list shows, equals alike; return their number."""
    shown = [one for one in entries if one["published"] and one["active"] and one["rating"] is not None]
    shown.sort(key=lambda one: (-one["rating"], one["player_id"]))
    place = {one["rating"]: rank for rank, one in reversed(list(enumerate(shown, 1)))}
    for one in shown:
        one["rank"] = place[one["rating"]]
    return len(shown)


def _who(players: Sequence[int]) -> dict[int, dict[str, Any]]:
    """Return names and federations of players as they are now; blank for deleted accounts."""
    nobody: dict[str, Any] = dict.fromkeys(WHO, "")
    return {
        one["pk"]: nobody if one["name"] == FORMER else {name: one[name] for name in WHO}
        for some in batches(players)
        for one in Player.objects.filter(pk__in=some).values("pk", *WHO)
    }


def players_listed_differently(row: RatingList, said: Mapping[int, Mapping[str, Any]]) -> list[int]:
    """Return the players whose ratings differ between a stored list and a file."""
    here = dict(ListEntry.objects.filter(list=row).values_list("player_id", "rating"))
    return sorted(pk for pk in here.keys() | said.keys() if here.get(pk) != said.get(pk, {}).get("rating"))


def set_fide_ratings(ratings: Mapping[int, int | None]) -> int:
    """Write the ratings of FIDE's newest standard list to the profiles; return the number of changes."""
    changed = 0
    for some in batches(sorted(ratings)):
        players = [one for one in Player.objects.filter(pk__in=some) if one.fide_rating != ratings[one.pk]]
        for player in players:
            player.fide_rating = ratings[player.pk]
        Player.objects.bulk_update(players, ["fide_rating"])
        changed += len(players)
    return changed


def has_own_list_after(pool: str, period: AnyPeriod) -> bool:
    """Return whether a later list was made here: it began without this one, and is published."""
    return RatingList.objects.filter(pool=pool, is_imported=False, valid_from__gt=period.valid_from).exists()
