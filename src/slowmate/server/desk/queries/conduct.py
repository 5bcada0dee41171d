"""Earlier findings against players, and the latest events in games."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from slowmate import play
from slowmate.board import Colour
from slowmate.play.events import Event, MisconductFound
from slowmate.play.laws.offers import LATELY
from slowmate.server.games.models import Game, GameEvent
from slowmate.server.people.models import Player


@dataclass(frozen=True, slots=True)
class ConductFinding:
    """One misconduct that was found."""

    game: int
    at: datetime
    what: str
    """A `Misconduct`."""
    penalty: str
    """A `Penalty`."""


def findings_against(*players: Player) -> dict[int, list[ConductFinding]]:
    """Return what was found against players in all their games, oldest first: one query for all of them."""
    numbers = {player.pk for player in players}
    rows = GameEvent.objects.filter(Q(game__white__in=numbers) | Q(game__black__in=numbers), type="misconduct-found")
    findings: dict[int, list[ConductFinding]] = {number: [] for number in numbers}
    for row in rows.select_related("game").order_by("at", "pk") if numbers else []:
        event = play.event_from_json(row.data)
        if isinstance(event, MisconductFound):
            guilty = row.game.white_id if event.colour is Colour.WHITE else row.game.black_id
            findings.setdefault(guilty, []).append(ConductFinding(row.game_id, row.at, event.what, event.penalty))
    return findings


def happened_in(*games: Game) -> dict[int, list[Event]]:
    """Return the events of games, by the games' numbers: one query for all of them."""
    events: dict[int, list[Event]] = {game.pk: [] for game in games}
    rows = GameEvent.objects.filter(game__in=events).order_by("game_id", "number")
    for number, data in rows.values_list("game_id", "data") if events else []:
        events[number].append(play.event_from_json(data))
    return events


def moves_lately(happened: list[Event], by: Colour) -> int:
    """Return how many of a player's last moves are searched for offers: fewer, if they have not made so many."""
    return min(LATELY, sum(isinstance(event, play.events.MoveMade) and event.by is by for event in happened))
