"""Players as they are when a section starts: by the rating list in force that day, with title and federation."""

from collections.abc import Collection, Mapping
from datetime import date

from slowmate import records
from slowmate.server.events.models import Event
from slowmate.server.people.models import Player, TitleHeld
from slowmate.server.ratings.models import ListEntry
from slowmate.server.ratings.queries import lists


def frozen_players(players: Collection[Player], event: Event, *, start: date) -> dict[int, records.Player]:
    """Players by their numbers, as the core asks about them in sections of an event that start on a day.

    Players who are in no list have the rating of their profile. Players whom the list no longer shows have no current
    rating, and keep the last published one (9.7).
    """
    entries = lists.ratings(players, on=start, pool=event.pool)
    held = {
        (player, title): confirmed
        for player, title, confirmed in TitleHeld.objects.filter(player__in=[player.pk for player in players])
        .order_by()
        .values_list("player_id", "title", "confirmed")
    }
    return {player.pk: _player(player, entries.get(player.pk), held) for player in players}


def _player(player: Player, entry: ListEntry | None, held: Mapping[tuple[int, str], date]) -> records.Player:
    is_shown = entry is not None and entry.published and entry.active
    return records.Player(
        id=str(player.pk),
        name=player.name,
        federation=player.federation or None,
        sex=player.sex or None,
        birth_year=player.birth_year,
        title=player.title or None,
        rating=player.rating if entry is None else entry.rating if is_shown else None,
        games=(player.rating_games or None) if entry is None else entry.games,
        fide_rating=player.fide_rating,
        title_date=held.get((player.pk, player.title)),
        last_rating=entry.rating if entry is not None and entry.published and not entry.active else None,
    )
