"""The events of a game as its journal lists them: what one reader may know, and what rests on a document."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db.models import QuerySet

from slowmate import play
from slowmate.board import Colour
from slowmate.play import events
from slowmate.server.games.models import Document, Game
from slowmate.server.people.models import Player

NEW_RULING = timedelta(days=30)
"""The time for which a decision is new to a player who has done nothing since."""
PRIVATE = (events.ConditionalsSet, events.ConditionalsDropped)
"""Only the player who did it may know while the game runs."""
STOPPING: dict[events.Stop, tuple[type[events.Event], ...]] = {
    events.Stop.CLAIM: (events.ClaimMade,),
    events.Stop.DIRECTOR: (events.ClocksStopped,),
    events.Stop.ADJUDICATION: (events.AdjudicationCalled,),
    events.Stop.IRREGULARITY: (events.IllegalMoveFound, events.ReconstructionOpened),
}
"""Events that stop the clocks, by the reason."""

NumberedEvent = tuple[int, events.Event]


def readable_events(
    game_events: list[events.Event], *, reader: Colour | None, is_over: bool, first: int = 1
) -> list[NumberedEvent]:
    """Return the events a reader may know, newest first, each with its number. *first*: that of the first event."""
    numbered = reversed(list(enumerate(game_events, first)))
    return [
        (number, event) for number, event in numbered if is_over or not isinstance(event, PRIVATE) or event.by is reader
    ]


def events_since(row: Game, version: int) -> list[NumberedEvent]:
    """Return what happened in a game after a version of it, newest first, as far as a director may know."""
    data = row.events.filter(number__gt=version).order_by("number").values_list("data", flat=True)
    newer = [play.event_from_json(event) for event in data]
    return readable_events(newer, reader=None, is_over=row.status == Game.Status.FINISHED, first=version + 1)


def new_rulings(newest_first: list[NumberedEvent], *, reader: Colour, at: datetime) -> list[events.Event]:
    """Return the director's decisions since a player last acted, newest first; none that is old."""
    rulings = []
    for _number, event in newest_first:
        is_own_act = getattr(event, "by", None) is reader and not getattr(event, "conditional", False)
        if is_own_act or at - event.at > NEW_RULING:
            break
        if getattr(event, "director", None):
            rulings.append(event)
    return rulings


def stopping_event(game_events: list[events.Event], stops: tuple[events.Stop, ...]) -> events.Event | None:
    """Return the event that stopped the clocks last; None while they run."""
    kinds = STOPPING[stops[-1]] if stops else ()
    return next((event for event in reversed(game_events) if isinstance(event, kinds)), None)


def names_in(handed_over: Iterable[events.HandedOver]) -> dict[str, str]:
    """Return the names of substitutes and of the players they replaced, by id: one query if there are any."""
    ids = {int(player) for event in handed_over for player in (event.former, event.holder)}
    rows = Player.objects.filter(pk__in=ids) if ids else Player.objects.none()
    return {str(player.pk): str(player.name) for player in rows}


def documents_of(game: Game) -> "QuerySet[Document]":
    """Return the documents of a game, without the files themselves."""
    return game.documents.select_related("player", "by__player").defer("data")
