"""The one door to a game's row: loaded for a command, and saved by the version it was loaded at."""

from collections.abc import Sequence

from django.db import transaction

from slowmate import play
from slowmate.server.games import rating
from slowmate.server.games.models import Game, GameEvent, LeaveInGame
from slowmate.server.mail import outbox
from slowmate.server.mail.models import Mail

FIXED = {
    "id",
    "white_id",
    "black_id",
    "challenge_id",
    "director_id",
    "replaces_id",
    *rating.FROZEN,
    "is_shown_live",
    "is_demo",
    "noted",
}
"""Columns that no command of a player changes: others may have changed them meanwhile."""
BATCH_SIZE = 500
"""Rows that are written at a time."""
CHANGING = tuple(field.attname for field in Game._meta.concrete_fields if field.attname not in FIXED)


def load(game_id: int) -> Game:
    """Load a game with its players and their accounts; `Game.DoesNotExist` if there is none."""
    return Game.objects.select_related("white__user", "black__user").get(pk=game_id)


def create(games: Sequence[Game], happened: Sequence[Sequence[GameEvent]]) -> None:
    """Keep new games with what has happened in each; they have their numbers afterwards."""
    with transaction.atomic():
        Game.objects.bulk_create(games, batch_size=BATCH_SIZE)
        for game, events in zip(games, happened, strict=True):
            for event in events:
                event.game_id = game.pk
        GameEvent.objects.bulk_create((event for events in happened for event in events), batch_size=BATCH_SIZE)


def save(
    game: Game,
    happened: Sequence[GameEvent],
    mails: Sequence[Mail],
    *,
    after: int,
    leaves: Sequence[LeaveInGame] | None = None,
    also: Sequence[str] = (),
) -> bool:
    """Write the changed game, its events and their mail: all, or nothing with the answer False if the game is no longer
    at the version it was loaded *after*. *leaves*: its players' leave, if any of it has changed;
    *also*: further columns to write, where a substitute takes a place."""
    with transaction.atomic():
        unchanged = Game.objects.filter(pk=game.pk, version=after)
        if not unchanged.update(**{name: getattr(game, name) for name in (*CHANGING, *also)}):
            return False
        GameEvent.objects.bulk_create(happened)
        if leaves is not None:
            game.leaves.all().delete()
            LeaveInGame.objects.bulk_create(leaves)
        outbox.queue(mails)
    return True


def state_of(game: Game) -> play.Game:
    """Read the game that a row describes."""
    return play.game_from_text(game.snapshot)
