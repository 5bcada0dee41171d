"""My games: which of them need me, in which order, and how to find one among many."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import F, Q, QuerySet

from slowmate.server.games.models import Game, LeaveInGame
from slowmate.server.games.queries.belonging import WITH_BELONGING, Belonging, found_in, of_kind, that_say
from slowmate.server.games.queries.rows import GameRow, game_rows
from slowmate.server.people.models import Player
from slowmate.server.site.folding import folded

BY_TIME_LEFT = (F("deadline").asc(nulls_last=True), "pk")


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which games are looked for: all of them, those of an event, or with every word in their event or opponent."""

    event: str = ""
    words: str = ""

    def __bool__(self) -> bool:
        return bool(self.event or self.words)


EVERYTHING = Wanted()


def mine(player: Player, wanted: Wanted = EVERYTHING) -> "QuerySet[Game]":
    """The games of a player."""
    rows = _of(player).select_related("white", "black", *WITH_BELONGING).defer("snapshot")
    if wanted.event:
        rows = of_kind(rows, wanted.event)
    words = folded(wanted.words).split()
    known = belongings(player) if words else []
    for word in words:
        opponent = Q(white=player, black__folded__contains=word) | Q(black=player, white__folded__contains=word)
        rows = rows.filter(opponent | that_say(known, word))
    return rows


@dataclass(frozen=True, slots=True)
class Queue:
    """My games that are not over: where I have to act first, by time left; where I would but am on leave, and wait."""

    to_act: list[GameRow]
    on_leave: list[GameRow]
    waiting: list[GameRow]
    resting: Mapping[int, date]
    """The last day of my leave in games where I have the move."""


def my_queue(player: Player, wanted: Wanted = EVERYTHING, *, at: datetime) -> Queue:
    """My games in the order in which they need me. Where I am on leave I cannot move, but may answer an offer."""
    rows = game_rows(mine(player, wanted).exclude(status=Game.Status.FINISHED).order_by(*BY_TIME_LEFT))
    needing_me, away = [row for row in rows if row.awaits(player.pk)], resting(player, at=at)
    to_act = [row for row in needing_me if row.pk not in away or row.offer_to_id == player.pk]
    on_leave = [row for row in needing_me if row.pk in away and row.offer_to_id != player.pk]
    return Queue(to_act, on_leave, [row for row in rows if not row.awaits(player.pk)], away)


def finished(player: Player, wanted: Wanted = EVERYTHING) -> "QuerySet[Game]":
    """The finished games of a player, newest first."""
    return mine(player, wanted).filter(status=Game.Status.FINISHED).order_by("-finished", "-pk")


def belongings(player: Player) -> list[Belonging]:
    """What the games of a player belong to, by name."""
    return found_in(_of(player))


def _of(player: Player) -> "QuerySet[Game]":
    return Game.objects.filter(Q(white=player) | Q(black=player))


def resting(player: Player, *, at: datetime) -> dict[int, date]:
    """The games in which I have the move and am on leave, each with the last day of it."""
    away = LeaveInGame.objects.filter(player=player, begins__lte=at, ends__gt=at, game__on_move=player)
    return dict(away.values_list("game_id", "last"))


def next_to_act(player: Player, *, at: datetime, after: int | None = None) -> Game | None:
    """The game that needs me after the one I am looking at, by time left, and round again; else the most urgent one.
    Where I am on leave I cannot move, but may answer an offer."""
    awaiting = Q(on_move=player) | Q(offer_to=player)
    rows = mine(player).filter(awaiting).exclude(~Q(offer_to=player), pk__in=list(resting(player, at=at)))
    queue = list(rows.order_by(*BY_TIME_LEFT).select_related(None).only("pk"))
    here = next((place for place, game in enumerate(queue) if game.pk == after), -1)
    return queue[(here + 1) % len(queue)] if queue else None
