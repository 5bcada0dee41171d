"""The games of one player: which of them need an action, in which order, and which fit a filter."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import F, Q, QuerySet

from slowmate.server.games.models import Game, LeaveInGame
from slowmate.server.games.queries.origin import WITH_ORIGIN, GameOrigin, games_from, of_kind, origins_in
from slowmate.server.games.queries.rows import GameRow, game_rows
from slowmate.server.people.models import Player

BY_TIME_LEFT = (F("deadline").asc(nulls_last=True), "pk")


@dataclass(frozen=True, slots=True)
class SearchWord:
    """A folded word of a search, and the origins whose words contain it in the language of the person who searches."""

    text: str
    origins: tuple[GameOrigin, ...] = ()


@dataclass(frozen=True, slots=True)
class GameFilter:
    """A filter of a player's games: those of a kind, and with every word in their origin or opponent."""

    kind: str = ""
    """As `GameOrigin.kind` has it; empty: any."""
    words: tuple[SearchWord, ...] = ()


ALL_GAMES = GameFilter()


def my_games(player: Player, chosen: GameFilter = ALL_GAMES) -> "QuerySet[Game]":
    """Return the games of a player."""
    rows = _games_of(player).select_related("white", "black", *WITH_ORIGIN).defer("snapshot")
    if chosen.kind:
        rows = of_kind(rows, chosen.kind)
    for word in chosen.words:
        text = word.text
        opponent = Q(white=player, black__folded__contains=text) | Q(black=player, white__folded__contains=text)
        rows = rows.filter(opponent | games_from(word.origins))
    return rows


@dataclass(frozen=True, slots=True)
class GameQueue:
    """The unfinished games of a player by time left: those where they have to act, those where they would but are on
    leave, and those that wait for the opponent."""

    to_act: list[GameRow]
    on_leave: list[GameRow]
    waiting: list[GameRow]
    resting: Mapping[int, date]
    """The last day of the player's leave in games where they have the move."""


def my_queue(player: Player, chosen: GameFilter = ALL_GAMES, *, at: datetime) -> GameQueue:
    """Return a player's unfinished games. On leave they cannot move, but may answer an offer."""
    rows = game_rows(my_games(player, chosen).exclude(status=Game.Status.FINISHED).order_by(*BY_TIME_LEFT))
    needing_me, away = [row for row in rows if row.awaits(player.pk)], resting(player, at=at)
    to_act = [row for row in needing_me if row.pk not in away or row.offer_to_id == player.pk]
    on_leave = [row for row in needing_me if row.pk in away and row.offer_to_id != player.pk]
    return GameQueue(to_act, on_leave, [row for row in rows if not row.awaits(player.pk)], away)


def finished_games(player: Player, chosen: GameFilter = ALL_GAMES) -> "QuerySet[Game]":
    """Return the finished games of a player, newest first."""
    return my_games(player, chosen).filter(status=Game.Status.FINISHED).order_by("-finished", "-pk")


def my_origins(player: Player) -> set[GameOrigin]:
    """Return what the games of a player belong to."""
    return origins_in(_games_of(player))


def _games_of(player: Player) -> "QuerySet[Game]":
    return Game.objects.filter(Q(white=player) | Q(black=player))


def resting(player: Player, *, at: datetime) -> dict[int, date]:
    """Return the games in which a player has the move and is on leave, each with the last day of that leave."""
    away = LeaveInGame.objects.filter(player=player, begins__lte=at, ends__gt=at, game__on_move=player)
    return dict(away.values_list("game_id", "last"))


def needs_me_elsewhere(player: Player, game: Game, *, at: datetime) -> bool:
    """Return whether a player has to act in a game besides the one they look at."""
    return _awaiting(player, at=at).exclude(pk=game.pk).exists()


def next_to_act(player: Player, *, at: datetime, after: int | None = None) -> Game | None:
    """Return the game by time left that needs a player after the one they look at, then the most urgent again.

    Without *after* it is the most urgent one. On leave a player cannot move, but may answer an offer.
    """
    queue = list(_awaiting(player, at=at).order_by(*BY_TIME_LEFT).select_related(None).only("pk"))
    here = next((place for place, game in enumerate(queue) if game.pk == after), -1)
    return queue[(here + 1) % len(queue)] if queue else None


def _awaiting(player: Player, *, at: datetime) -> "QuerySet[Game]":
    """Return the games in which a player has to act."""
    awaiting = Q(on_move=player) | Q(offer_to=player)
    return my_games(player).filter(awaiting).exclude(~Q(offer_to=player), pk__in=list(resting(player, at=at)))
